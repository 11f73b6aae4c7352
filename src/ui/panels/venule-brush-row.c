/* venule-brush-row.c: how fast the video plays while a cell is followed with the pointer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-brush-row.h"

#include <glib/gi18n.h>
#include <math.h>

static const double speeds[] = { 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1, 2 };

struct _VenuleBrushRow
{
  GtkBox       parent_instance;

  GtkDropDown *drop_down;
  GSettings   *settings;
};

G_DEFINE_FINAL_TYPE (VenuleBrushRow, venule_brush_row, GTK_TYPE_BOX)

/* The nearest of those that can be chosen. */
static gboolean
to_position (GValue   *value,
             GVariant *variant,
             gpointer  user_data)
{
  double speed = g_variant_get_double (variant);
  guint best = 0;

  for (guint i = 1; i < G_N_ELEMENTS (speeds); i++)
    if (fabs (log (speeds[i] / speed)) < fabs (log (speeds[best] / speed)))
      best = i;
  g_value_set_uint (value, best);
  return TRUE;
}

static GVariant *
from_position (const GValue       *value,
               const GVariantType *type,
               gpointer            user_data)
{
  guint position = g_value_get_uint (value);

  return position < G_N_ELEMENTS (speeds) ? g_variant_new_double (speeds[position]) : NULL;
}

static void
venule_brush_row_dispose (GObject *object)
{
  g_clear_object (&VENULE_BRUSH_ROW (object)->settings);

  G_OBJECT_CLASS (venule_brush_row_parent_class)->dispose (object);
}

static void
venule_brush_row_class_init (VenuleBrushRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_brush_row_dispose;
}

static void
venule_brush_row_init (VenuleBrushRow *self)
{
  /* Translators: how fast the video plays, against real time */
  const char *labels[] = { _("1/16 of real time"), _("1/8 of real time"), _("1/4 of real time"), _("1/2 of real time"),
                           _("Real time"), _("Twice real time"), NULL };
  GtkWidget *title = gtk_label_new_with_mnemonic (_("Speed of the _brush"));

  self->settings = g_settings_new (VENULE_APP_ID);
  self->drop_down = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (labels));
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (title), GTK_WIDGET (self->drop_down));
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "dim-label");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_RELATION_LABELLED_BY, title, NULL,
                                  -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->drop_down),
                               _("How fast the video plays while B is held and a cell is followed with the pointer"));
  gtk_box_append (GTK_BOX (self), title);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->drop_down));
  g_settings_bind_with_mapping (self->settings, "brush-speed", self->drop_down, "selected", G_SETTINGS_BIND_DEFAULT,
                                to_position, from_position, NULL, NULL);
}
