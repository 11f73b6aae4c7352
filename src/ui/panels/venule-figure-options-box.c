/* venule-figure-options-box.c: how a figure is to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-figure-options-box.h"

#include <math.h>

#include "venule-choice-list.h"
#include "venule-number-row.h"

/* The last of the sizes, where width and height are typed. */
#define OWN_SIZE 3

struct _VenuleFigureOptionsBox
{
  GtkBox               parent_instance;

  GtkWidget           *kind_group;
  AdwComboRow         *kind_row;
  AdwComboRow         *size_row;
  VenuleNumberRow     *width_row;
  VenuleNumberRow     *height_row;
  VenuleNumberRow     *letters_row;
  GtkEditable         *font_row;
  GtkWidget           *font_note_row;
  AdwComboRow         *palette_row;
  AdwComboRow         *dpi_row;
  GtkWidget           *histogram_group;
  AdwComboRow         *bars_row;
  VenuleNumberRow     *bins_row;
  GtkWidget           *cumulative_row;
  GtkSwitch           *cumulative_switch;
  GtkWidget           *picture_group;
  GtkSwitch           *tracks_switch;
  GtkWidget           *vessel_row;
  GtkSwitch           *vessel_switch;
  GtkEditable         *x_title_row;
  GtkEditable         *y_title_row;
  VenuleNumberRow     *x_low_row;
  VenuleNumberRow     *x_high_row;
  VenuleNumberRow     *y_low_row;
  VenuleNumberRow     *y_high_row;

  VenuleFigureOptions *options;
  GSettings           *settings;
  gboolean             filling;
};

enum
{
  CHANGED,
  KIND_CHANGED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleFigureOptionsBox, venule_figure_options_box, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

static const double dpis[] = { 300, 600 };

static char *
dup_text (GtkEditable *editable)
{
  const char *text = gtk_editable_get_text (editable);

  return *text != '\0' ? g_strdup (text) : NULL;
}

static void
keep (VenuleFigureOptionsBox *self)
{
  if (!self->settings)
    return;

  g_settings_set_double (self->settings, "figure-width", self->options->width);
  g_settings_set_double (self->settings, "figure-height", self->options->height);
  g_settings_set_double (self->settings, "figure-letters", self->options->font_size);
  g_settings_set_string (self->settings, "figure-font", self->options->font_family ? self->options->font_family : "");
  g_settings_set_boolean (self->settings, "figure-grays", self->options->palette == VENULE_PALETTE_GRAYS);
  g_settings_set_double (self->settings, "figure-dpi", self->options->dpi);
}

/* What the widgets say. */
static void
take (VenuleFigureOptionsBox *self)
{
  VenuleFigureOptions *options = self->options;
  double bins = venule_number_row_get_value (self->bins_row);

  options->width = venule_number_row_get_value (self->width_row);
  options->height = venule_number_row_get_value (self->height_row);
  options->font_size = venule_number_row_get_value (self->letters_row);
  options->palette = adw_combo_row_get_selected (self->palette_row) == 1 ? VENULE_PALETTE_GRAYS : VENULE_PALETTE_COLORS;
  options->dpi = dpis[MIN (adw_combo_row_get_selected (self->dpi_row), G_N_ELEMENTS (dpis) - 1)];
  options->bars = MIN (adw_combo_row_get_selected (self->bars_row), VENULE_BARS_DENSITY);
  options->bin_width = isfinite (bins) ? bins : 0;
  options->cumulative = gtk_switch_get_active (self->cumulative_switch);
  options->bare = !gtk_switch_get_active (self->tracks_switch);
  options->vessel = gtk_switch_get_active (self->vessel_switch);
  options->x_low = venule_number_row_get_value (self->x_low_row);
  options->x_high = venule_number_row_get_value (self->x_high_row);
  options->y_low = venule_number_row_get_value (self->y_low_row);
  options->y_high = venule_number_row_get_value (self->y_high_row);
  g_free (options->font_family);
  options->font_family = dup_text (self->font_row);
  g_free (options->x_title);
  options->x_title = dup_text (self->x_title_row);
  g_free (options->y_title);
  options->y_title = dup_text (self->y_title_row);
}

static void
show_font_note (VenuleFigureOptionsBox *self)
{
  g_autofree char *note = venule_figure_options_dup_font_note (self->options);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->font_note_row), note ? note : "");
  gtk_widget_set_visible (self->font_note_row, note != NULL);
}

static void
on_changed (VenuleFigureOptionsBox *self)
{
  if (self->filling)
    return;

  take (self);
  show_font_note (self);
  keep (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_edited (VenuleFigureOptionsBox *self,
           double                  value)
{
  on_changed (self);
}

/* The size that is a journal's, if it is one. */
static void
show_size (VenuleFigureOptionsBox *self)
{
  guint selected = OWN_SIZE;

  for (guint i = 0; i < OWN_SIZE; i++)
    {
      g_autoptr (VenuleFigureOptions) preset = venule_figure_options_new ();

      venule_figure_options_set_preset (preset, i);
      if (fabs (preset->width - self->options->width) < 0.01 && fabs (preset->height - self->options->height) < 0.01)
        selected = i;
    }
  adw_combo_row_set_selected (self->size_row, selected);
}

static void
on_size_edited (VenuleFigureOptionsBox *self,
                double                  value)
{
  take (self);
  self->filling = TRUE;
  show_size (self);
  self->filling = FALSE;
  on_changed (self);
}

static void
on_size_selected (VenuleFigureOptionsBox *self)
{
  guint selected = adw_combo_row_get_selected (self->size_row);

  if (self->filling || selected >= OWN_SIZE)
    return;

  venule_figure_options_set_preset (self->options, selected);
  venule_number_row_set_value (self->width_row, self->options->width);
  venule_number_row_set_value (self->height_row, self->options->height);
  on_changed (self);
}

static void
forget_axes (VenuleFigureOptionsBox *self)
{
  VenuleNumberRow *rows[] = { self->x_low_row, self->x_high_row, self->y_low_row, self->y_high_row };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    venule_number_row_set_value (rows[i], NAN);
  gtk_editable_set_text (self->x_title_row, "");
  gtk_editable_set_text (self->y_title_row, "");
}

/* What only some kinds have. */
static void
show_groups (VenuleFigureOptionsBox *self)
{
  VenuleFigureKind kind = venule_figure_options_box_get_kind (self);

  gtk_widget_set_visible (self->histogram_group, kind == VENULE_FIGURE_HISTOGRAM);
  gtk_widget_set_visible (self->picture_group, kind == VENULE_FIGURE_MAP || kind == VENULE_FIGURE_KYMOGRAPH);
  gtk_widget_set_visible (self->vessel_row, kind == VENULE_FIGURE_MAP);
}

static void
on_kind_selected (VenuleFigureOptionsBox *self)
{
  if (self->filling)
    return;

  self->filling = TRUE;
  forget_axes (self);
  show_groups (self);
  self->filling = FALSE;
  take (self);
  g_signal_emit (self, signals[KIND_CHANGED], 0);
}

static void
venule_figure_options_box_finalize (GObject *object)
{
  VenuleFigureOptionsBox *self = VENULE_FIGURE_OPTIONS_BOX (object);

  g_clear_object (&self->settings);
  venule_figure_options_free (self->options);

  G_OBJECT_CLASS (venule_figure_options_box_parent_class)->finalize (object);
}

static void
venule_figure_options_box_class_init (VenuleFigureOptionsBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const struct
  {
    const char *name;
    gssize      offset;
  } children[] = {
    { "kind_group", G_STRUCT_OFFSET (VenuleFigureOptionsBox, kind_group) },
    { "cumulative_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, cumulative_row) },
    { "kind_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, kind_row) },
    { "size_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, size_row) },
    { "width_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, width_row) },
    { "height_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, height_row) },
    { "letters_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, letters_row) },
    { "font_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, font_row) },
    { "font_note_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, font_note_row) },
    { "palette_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, palette_row) },
    { "dpi_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, dpi_row) },
    { "histogram_group", G_STRUCT_OFFSET (VenuleFigureOptionsBox, histogram_group) },
    { "bars_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, bars_row) },
    { "bins_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, bins_row) },
    { "cumulative_switch", G_STRUCT_OFFSET (VenuleFigureOptionsBox, cumulative_switch) },
    { "picture_group", G_STRUCT_OFFSET (VenuleFigureOptionsBox, picture_group) },
    { "tracks_switch", G_STRUCT_OFFSET (VenuleFigureOptionsBox, tracks_switch) },
    { "vessel_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, vessel_row) },
    { "vessel_switch", G_STRUCT_OFFSET (VenuleFigureOptionsBox, vessel_switch) },
    { "x_title_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, x_title_row) },
    { "y_title_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, y_title_row) },
    { "x_low_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, x_low_row) },
    { "x_high_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, x_high_row) },
    { "y_low_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, y_low_row) },
    { "y_high_row", G_STRUCT_OFFSET (VenuleFigureOptionsBox, y_high_row) },
  };

  G_OBJECT_CLASS (klass)->finalize = venule_figure_options_box_finalize;

  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[KIND_CHANGED] =
    g_signal_new ("kind-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/venule/Venule/ui/venule-figure-options-box.ui");
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i].name, FALSE, children[i].offset);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_size_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_size_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
}

static void
show_options (VenuleFigureOptionsBox *self)
{
  self->filling = TRUE;
  venule_number_row_set_value (self->width_row, self->options->width);
  venule_number_row_set_value (self->height_row, self->options->height);
  venule_number_row_set_value (self->letters_row, self->options->font_size);
  gtk_editable_set_text (self->font_row, self->options->font_family ? self->options->font_family : "");
  adw_combo_row_set_selected (self->palette_row, self->options->palette == VENULE_PALETTE_GRAYS);
  adw_combo_row_set_selected (self->dpi_row, self->options->dpi > 450);
  show_size (self);
  show_font_note (self);
  self->filling = FALSE;
}

static void
venule_figure_options_box_init (VenuleFigureOptionsBox *self)
{
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);

  self->filling = TRUE;
  self->options = venule_figure_options_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < VENULE_N_FIGURE_KINDS; i++)
    gtk_string_list_append (kinds, venule_figure_kind_to_label (i));
  adw_combo_row_set_model (self->kind_row, G_LIST_MODEL (kinds));
  venule_choice_list_show_whole (self->kind_row);
  venule_number_row_set_value (self->bins_row, NAN);
  forget_axes (self);
  show_options (self);
  show_groups (self);
}

/**
 * venule_figure_options_box_bind:
 * @self: a new box
 * @settings: where size and letters are kept
 */
void
venule_figure_options_box_bind (VenuleFigureOptionsBox *self,
                                GSettings              *settings)
{
  g_autofree char *font = g_settings_get_string (settings, "figure-font");

  g_return_if_fail (VENULE_IS_FIGURE_OPTIONS_BOX (self));
  g_return_if_fail (self->settings == NULL);

  self->options->width = g_settings_get_double (settings, "figure-width");
  self->options->height = g_settings_get_double (settings, "figure-height");
  self->options->font_size = g_settings_get_double (settings, "figure-letters");
  self->options->dpi = g_settings_get_double (settings, "figure-dpi");
  self->options->palette =
    g_settings_get_boolean (settings, "figure-grays") ? VENULE_PALETTE_GRAYS : VENULE_PALETTE_COLORS;
  self->options->font_family = *font != '\0' ? g_steal_pointer (&font) : NULL;
  show_options (self);
  self->settings = g_object_ref (settings);
}

/**
 * venule_figure_options_box_leave_kinds:
 * @self: a box
 *
 * Its figure is chosen elsewhere: only size, letters, colours, axes and the width of bins are left.
 */
void
venule_figure_options_box_leave_kinds (VenuleFigureOptionsBox *self)
{
  g_return_if_fail (VENULE_IS_FIGURE_OPTIONS_BOX (self));

  gtk_widget_set_visible (self->kind_group, FALSE);
  gtk_widget_set_visible (self->picture_group, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->bars_row), FALSE);
  gtk_widget_set_visible (self->cumulative_row, FALSE);
}

VenuleFigureKind
venule_figure_options_box_get_kind (VenuleFigureOptionsBox *self)
{
  g_return_val_if_fail (VENULE_IS_FIGURE_OPTIONS_BOX (self), 0);

  return MIN (adw_combo_row_get_selected (self->kind_row), VENULE_N_FIGURE_KINDS - 1);
}

const VenuleFigureOptions *
venule_figure_options_box_get_options (VenuleFigureOptionsBox *self)
{
  g_return_val_if_fail (VENULE_IS_FIGURE_OPTIONS_BOX (self), NULL);

  return self->options;
}
