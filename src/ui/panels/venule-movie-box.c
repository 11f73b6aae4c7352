/* venule-movie-box.c: how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-movie-box.h"

#include <math.h>

#include "venule-number-row.h"

struct _VenuleMovieBox
{
  GtkBox           parent_instance;

  GtkDropDown     *format_drop_down;
  VenuleNumberRow *first_row;
  VenuleNumberRow *last_row;
  GtkCheckButton  *shown_check;

  gint64           first, last; /* that were analysed */
};

enum
{
  PROP_0,
  PROP_FORMAT,
  PROP_AS_SHOWN,
  N_PROPERTIES
};

G_DEFINE_FINAL_TYPE (VenuleMovieBox, venule_movie_box, GTK_TYPE_BOX)

static GParamSpec *properties[N_PROPERTIES];

/* As the drop-down has them. */
static const struct
{
  const char        *name;
  VenuleMovieFormat  format;
} formats[] = {
  { "mp4", VENULE_MOVIE_MP4 },
  { "ffv1", VENULE_MOVIE_FFV1 },
  { "gif", VENULE_MOVIE_GIF },
};

static guint
get_format (VenuleMovieBox *self)
{
  return MIN (gtk_drop_down_get_selected (self->format_drop_down), G_N_ELEMENTS (formats) - 1);
}

static void
set_format (VenuleMovieBox *self,
            const char     *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (g_strcmp0 (name, formats[i].name) == 0)
        gtk_drop_down_set_selected (self->format_drop_down, i);
    }
}

static void
on_format_selected (VenuleMovieBox *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORMAT]);
}

static void
on_shown_toggled (VenuleMovieBox *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AS_SHOWN]);
}

/* An end that lies beyond the other one takes it along. */
static void
on_first_edited (VenuleMovieBox *self,
                 double          value)
{
  if (value > venule_number_row_get_value (self->last_row))
    venule_number_row_set_value (self->last_row, value);
}

static void
on_last_edited (VenuleMovieBox *self,
                double          value)
{
  if (value < venule_number_row_get_value (self->first_row))
    venule_number_row_set_value (self->first_row, value);
}

static void
venule_movie_box_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  VenuleMovieBox *self = VENULE_MOVIE_BOX (object);

  switch (property_id)
    {
    case PROP_FORMAT:
      g_value_set_string (value, formats[get_format (self)].name);
      break;
    case PROP_AS_SHOWN:
      g_value_set_boolean (value, gtk_check_button_get_active (self->shown_check));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
venule_movie_box_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  VenuleMovieBox *self = VENULE_MOVIE_BOX (object);

  switch (property_id)
    {
    case PROP_FORMAT:
      set_format (self, g_value_get_string (value));
      break;
    case PROP_AS_SHOWN:
      gtk_check_button_set_active (self->shown_check, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
venule_movie_box_class_init (VenuleMovieBoxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = venule_movie_box_get_property;
  object_class->set_property = venule_movie_box_set_property;

  properties[PROP_FORMAT] = g_param_spec_string ("format", NULL, NULL, "mp4",
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_AS_SHOWN] =
    g_param_spec_boolean ("as-shown", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-movie-box.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleMovieBox, format_drop_down);
  gtk_widget_class_bind_template_child (widget_class, VenuleMovieBox, first_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleMovieBox, last_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleMovieBox, shown_check);
  gtk_widget_class_bind_template_callback (widget_class, on_format_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_shown_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_first_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_last_edited);
}

static void
venule_movie_box_init (VenuleMovieBox *self)
{
  self->first = self->last = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_movie_box_set_range (VenuleMovieBox *self,
                            gint64          first,
                            gint64          last)
{
  g_return_if_fail (VENULE_IS_MOVIE_BOX (self));

  if (first == self->first && last == self->last)
    return;

  self->first = first;
  self->last = last;
  g_object_set (self->first_row, "minimum", (double) first, "maximum", (double) last, NULL);
  g_object_set (self->last_row, "minimum", (double) first, "maximum", (double) last, NULL);
  venule_number_row_set_value (self->first_row, first >= 0 ? (double) first : NAN);
  venule_number_row_set_value (self->last_row, last >= 0 ? (double) last : NAN);
}

void
venule_movie_box_get_options (VenuleMovieBox             *self,
                              const VenuleOverlayOptions *shown,
                              VenuleMovieOptions         *options)
{
  double first, last;

  g_return_if_fail (VENULE_IS_MOVIE_BOX (self));

  first = venule_number_row_get_value (self->first_row);
  last = venule_number_row_get_value (self->last_row);
  venule_movie_options_init (options);
  options->format = formats[get_format (self)].format;
  options->first_frame = isfinite (first) ? (gint64) first : -1;
  options->last_frame = isfinite (last) ? (gint64) last : -1;
  if (gtk_check_button_get_active (self->shown_check) && shown != NULL)
    options->overlay = *shown;
  options->overlay.selected = NULL;
}
