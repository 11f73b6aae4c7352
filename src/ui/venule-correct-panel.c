/* venule-correct-panel.c: step 5: the selected tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-correct-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-brush-row.h"
#include "venule-number-row.h"
#include "venule-velocity.h"

struct _VenuleCorrectPanel
{
  GtkBox           parent_instance;

  GtkLabel        *title_label;
  GtkWidget       *facts_grid;
  GtkLabel        *velocity_label;
  GtkLabel        *diameter_label;
  GtkLabel        *duration_label;
  GtkLabel        *frames_label;
  GtkDropDown     *kind_drop_down;
  GtkWidget       *buttons;

  VenuleDocument  *document;
  VenuleSelection *selection;
  gboolean         updating; /* the widgets follow the document, not the person */
};

G_DEFINE_FINAL_TYPE (VenuleCorrectPanel, venule_correct_panel, GTK_TYPE_BOX)

static char *
describe_quantity (double      value,
                   int         digits,
                   const char *unit)
{
  g_autofree char *number = NULL;

  if (isnan (value))
    return g_strdup ("–");

  number = g_strdup_printf ("%.*f", digits, value);
  return g_strdup_printf ("%s %s", number, unit);
}

static void
set_quantity (GtkLabel   *label,
              double      value,
              int         digits,
              const char *unit)
{
  g_autofree char *text = describe_quantity (value, digits, unit);

  gtk_label_set_label (label, text);
}

static void
show_facts (VenuleCorrectPanel *self,
            VenuleTrack        *track)
{
  const VenuleSettings *settings = venule_document_get_settings (self->document);
  const VenuleCalibration *calibration = &settings->calibration;
  VenuleTrackMeasures measures;
  g_autofree char *frames = g_strdup_printf ("%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT,
                                             venule_track_get_first_frame (track),
                                             venule_track_get_last_frame (track));

  venule_track_measure (track, settings, &measures);
  set_quantity (self->velocity_label, venule_calibration_scale (calibration, measures.mean_velocity), 1,
                venule_calibration_velocity_unit (calibration));
  set_quantity (self->diameter_label, venule_calibration_scale (calibration, measures.mean_diameter), 1,
                venule_calibration_length_unit (calibration));
  set_quantity (self->duration_label, measures.duration, 2, "s");
  gtk_label_set_label (self->frames_label, frames);
  gtk_drop_down_set_selected (self->kind_drop_down, venule_track_get_kind (track));
}

static void
update (VenuleCorrectPanel *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;
  guint n = ids ? ids->len : 0;
  VenuleTrack *track = NULL;
  g_autofree char *title = NULL;

  if (self->document && n == 1)
    track = venule_document_get_track (self->document, g_array_index (ids, guint, 0));

  if (track)
    title = g_strdup_printf (_("Track %u"), venule_track_get_id (track));
  else if (n > 1)
    title = g_strdup_printf (ngettext ("%u track is selected", "%u tracks are selected", n), n);
  else
    title = g_strdup (_("Click a cell in the video or a row in the table."));
  gtk_label_set_label (self->title_label, title);
  if (n > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->title_label), "heading");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->title_label), "heading");
  gtk_widget_set_visible (self->facts_grid, track != NULL);
  gtk_widget_set_visible (self->buttons, track || n > 1);

  self->updating = TRUE;
  if (track)
    show_facts (self, track);
  self->updating = FALSE;
}

static void
on_kind_selected (VenuleCorrectPanel *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;

  if (self->updating || !self->document || !ids || ids->len != 1)
    return;

  venule_document_set_track_kind (self->document, g_array_index (ids, guint, 0),
                                  (VenuleCellKind) gtk_drop_down_get_selected (self->kind_drop_down));
}

static void
venule_correct_panel_dispose (GObject *object)
{
  VenuleCorrectPanel *self = VENULE_CORRECT_PANEL (object);

  venule_correct_panel_set_document (self, NULL);
  venule_correct_panel_set_selection (self, NULL);

  G_OBJECT_CLASS (venule_correct_panel_parent_class)->dispose (object);
}

static void
venule_correct_panel_class_init (VenuleCorrectPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_correct_panel_dispose;
  g_type_ensure (VENULE_TYPE_BRUSH_ROW);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-correct-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, facts_grid);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, velocity_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, diameter_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, duration_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, frames_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, kind_drop_down);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, buttons);
}

static void
venule_correct_panel_init (VenuleCorrectPanel *self)
{
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (int kind = VENULE_CELL_ROLLING; kind <= VENULE_CELL_OTHER; kind++)
    gtk_string_list_append (kinds, venule_cell_kind_to_label ((VenuleCellKind) kind));
  gtk_drop_down_set_model (self->kind_drop_down, G_LIST_MODEL (kinds));
  g_signal_connect_swapped (self->kind_drop_down, "notify::selected", G_CALLBACK (on_kind_selected), self);
  update (self);
}

/**
 * venule_correct_panel_set_document:
 * @self: a #VenuleCorrectPanel
 * @document: (nullable): whose tracks are shown and changed
 */
void
venule_correct_panel_set_document (VenuleCorrectPanel *self,
                                   VenuleDocument     *document)
{
  g_return_if_fail (VENULE_IS_CORRECT_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document) || !document)
    return;

  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (update), self);
  update (self);
}

void
venule_correct_panel_set_selection (VenuleCorrectPanel *self,
                                    VenuleSelection    *selection)
{
  g_return_if_fail (VENULE_IS_CORRECT_PANEL (self));

  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (g_set_object (&self->selection, selection) && selection)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (update), self);
}
