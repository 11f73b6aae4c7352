/* venule-correct-panel.c: step 5: the selected tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-correct-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-brush-row.h"
#include "venule-color-row.h"
#include "venule-hidden-tracks.h"
#include "venule-number.h"
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
  GtkWidget       *kind_box;
  GtkEntry        *note_entry;
  GtkWidget       *marks_box;
  GtkWidget       *two_box;
  GtkWidget       *one_box;
  GtkWidget       *buttons;
  GtkWidget       *hidden_box;
  GtkLabel        *hidden_label;

  VenuleDocument  *document;
  VenuleSelection *selection;
  guint            note_id;  /* of the track whose note is shown; 0: none */
  char            *note;     /* as it was shown; what differs was typed */
  gboolean         updating; /* the widgets follow the document, not the user */
};

enum
{
  NOTE_WRITTEN,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleCorrectPanel, venule_correct_panel, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

static char *
describe_quantity (double      value,
                   int         digits,
                   const char *unit)
{
  g_autofree char *number = NULL;

  if (isnan (value))
    return g_strdup ("–");

  number = venule_number_dup_shown (value, digits);
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
  const VenuleSettings *settings = venule_document_get_shown_settings (self->document);
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
}

/* The class that all selected tracks have. */
static guint
common_kind (VenuleCorrectPanel *self,
             GArray             *ids)
{
  guint kind = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < ids->len; i++)
    {
      VenuleTrack *track = venule_document_get_track (self->document, g_array_index (ids, guint, i));

      if (!track)
        continue;
      if (kind != GTK_INVALID_LIST_POSITION && kind != venule_track_get_kind (track))
        return GTK_INVALID_LIST_POSITION;
      kind = venule_track_get_kind (track);
    }
  return kind;
}

/* What was typed is kept when another track is chosen. */
static void
write_note (VenuleCorrectPanel *self)
{
  VenuleTrack *track = self->document ? venule_document_get_track (self->document, self->note_id) : NULL;
  g_autofree char *note = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->note_entry)));

  if (!self->updating && track && g_strcmp0 (note, self->note) != 0)
    g_signal_emit (self, signals[NOTE_WRITTEN], 0, self->note_id, note);
}

static void
show_note (VenuleCorrectPanel *self,
           VenuleTrack        *track)
{
  const char *note = venule_track_get_note (track);

  self->note_id = venule_track_get_id (track);
  g_free (self->note);
  self->note = g_strdup (note ? note : "");
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->note_entry)), note ? note : "") != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->note_entry), note ? note : "");
}

static void
update_hidden (VenuleCorrectPanel *self)
{
  guint n = venule_hidden_tracks_count (self->document);
  g_autofree char *text = g_strdup_printf (ngettext ("%u track is hidden. It still counts.",
                                                     "%u tracks are hidden. They still count.", n), n);

  gtk_label_set_label (self->hidden_label, text);
  gtk_widget_set_visible (self->hidden_box, n > 0);
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
  if (!track)
    self->note_id = 0;
  gtk_widget_set_visible (self->facts_grid, track != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->note_entry), track != NULL);
  gtk_widget_set_visible (self->kind_box, n > 0);
  gtk_widget_set_visible (self->marks_box, n > 0);
  gtk_widget_set_visible (self->one_box, track != NULL);
  gtk_widget_set_visible (self->two_box, n == 2);
  gtk_widget_set_visible (self->buttons, n > 0);
  update_hidden (self);

  self->updating = TRUE;
  if (self->document && ids)
    gtk_drop_down_set_selected (self->kind_drop_down, common_kind (self, ids));
  if (track)
    {
      show_facts (self, track);
      show_note (self, track);
    }
  self->updating = FALSE;
}

static void
on_selection_changed (VenuleCorrectPanel *self)
{
  write_note (self);
  update (self);
}

static void
on_kind_selected (VenuleCorrectPanel *self)
{
  guint kind = gtk_drop_down_get_selected (self->kind_drop_down);

  if (!self->updating && kind != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.track-kind", "s",
                                venule_cell_kind_to_string ((VenuleCellKind) kind));
}

static void
venule_correct_panel_dispose (GObject *object)
{
  VenuleCorrectPanel *self = VENULE_CORRECT_PANEL (object);

  venule_correct_panel_set_document (self, NULL);
  venule_correct_panel_set_selection (self, NULL);
  g_clear_pointer (&self->note, g_free);

  G_OBJECT_CLASS (venule_correct_panel_parent_class)->dispose (object);
}

static void
venule_correct_panel_class_init (VenuleCorrectPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_correct_panel_dispose;
  g_type_ensure (VENULE_TYPE_BRUSH_ROW);

  g_type_ensure (VENULE_TYPE_COLOR_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-correct-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, facts_grid);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, velocity_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, diameter_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, duration_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, frames_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, kind_drop_down);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, kind_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, note_entry);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, marks_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, one_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, two_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, buttons);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, hidden_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleCorrectPanel, hidden_label);

  /**
   * VenuleCorrectPanel::note-written:
   * @id: of a track
   * @note: what a person wrote about it
   */
  signals[NOTE_WRITTEN] = g_signal_new ("note-written", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
}

static void
venule_correct_panel_init (VenuleCorrectPanel *self)
{
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (int kind = VENULE_CELL_ROLLING; kind <= VENULE_CELL_OTHER; kind++)
    gtk_string_list_append (kinds, venule_cell_kind_to_label ((VenuleCellKind) kind));
  gtk_drop_down_set_model (self->kind_drop_down, G_LIST_MODEL (kinds));
  g_signal_connect_swapped (self->kind_drop_down, "notify::selected", G_CALLBACK (on_kind_selected), self);
  g_signal_connect_swapped (self->note_entry, "activate", G_CALLBACK (write_note), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (write_note), self);
  gtk_widget_add_controller (GTK_WIDGET (self->note_entry), focus);
  update (self);
}

/**
 * venule_correct_panel_edit_note:
 * @self: a panel of one selected track
 *
 * Gives the note the focus.
 */
void
venule_correct_panel_edit_note (VenuleCorrectPanel *self)
{
  g_return_if_fail (VENULE_IS_CORRECT_PANEL (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->note_entry));
}

/**
 * venule_correct_panel_take_note:
 * @self: a panel
 *
 * A note that is typed counts without Return, too: for what is saved, exported or closed now.
 */
void
venule_correct_panel_take_note (VenuleCorrectPanel *self)
{
  g_return_if_fail (VENULE_IS_CORRECT_PANEL (self));

  write_note (self);
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
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (update), self);
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
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
}
