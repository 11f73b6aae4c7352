/* venule-window-actions.c: everything that the window can be told to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-window-action.h"

static GAction *
lookup (VenuleWindow *self,
        const char   *name)
{
  return g_action_map_lookup_action (G_ACTION_MAP (self), name);
}

/* Files */

static void
open_recent_action (VenuleWindow *self,
                    GVariant     *parameter)
{
  venule_window_open_path (self, g_variant_get_string (parameter, NULL));
}

static void
open_sample_action (VenuleWindow *self)
{
  g_autofree char *path = venule_find_sample ();

  if (path)
    venule_window_open_path (self, path);
}

static void
close_action (VenuleWindow *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

/* Run */

static void
pause_action (VenuleWindow *self)
{
  venule_analysis_pause (self->run.analysis);
}

static void
resume_action (VenuleWindow *self)
{
  venule_analysis_resume (self->run.analysis);
}

static void
cancel_action (VenuleWindow *self)
{
  venule_analysis_cancel (self->run.analysis);
}

static void
run_shown (VenuleWindow *self,
           GVariant     *state)
{
  venule_window_show_run (self, g_variant_get_int64 (state));
}

static void
preview_changed (VenuleWindow *self,
                 GVariant     *state)
{
  venule_window_set_preview_on (self, g_variant_get_boolean (state));
}

/* Tools */

/* The one tool of its kind that can be used while a run goes on. */
static void
add_cell_action (VenuleWindow *self)
{
  venule_canvas_set_mode (self->canvas, venule_canvas_get_mode (self->canvas) == VENULE_MODE_ADD ? VENULE_MODE_SELECT
                                                                                                : VENULE_MODE_ADD);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* Selection */

static void
select_all_action (VenuleWindow *self)
{
  venule_canvas_select_all (self->canvas);
}

static void
select_others_action (VenuleWindow *self)
{
  venule_canvas_select_others (self->canvas);
}

static void
select_next_action (VenuleWindow *self)
{
  venule_canvas_select_next (self->canvas, 1);
}

static void
select_previous_action (VenuleWindow *self)
{
  venule_canvas_select_next (self->canvas, -1);
}

/* Escape: gives up what is followed, then leaves a tool, then the full screen, then what is proposed, then the review,
 * then the selection. */
static void
escape_action (VenuleWindow *self)
{
  if (venule_window_stop_following (self))
    return;
  if (venule_canvas_get_mode (self->canvas) != VENULE_MODE_SELECT)
    venule_canvas_set_mode (self->canvas, VENULE_MODE_SELECT);
  else if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else if (venule_window_has_proposal (self))
    g_action_group_activate_action (G_ACTION_GROUP (self), "dismiss-proposal", NULL);
  else if (venule_review_panel_get_active (self->panels.review))
    venule_review_panel_stop (self->panels.review);
  else
    venule_selection_clear (self->selection);
}

/* Tracks */

static void
undo_action (VenuleWindow *self)
{
  if (venule_canvas_take_back (self->canvas) ||
      venule_kymograph_view_take_back (venule_kymograph_panel_get_view (self->views.kymograph)))
    return;

  venule_window_undo (self);
}

static void
redo_action (VenuleWindow *self)
{
  venule_canvas_settle (self->canvas);
  venule_window_redo (self);
}

static void
history_action (VenuleWindow *self)
{
  gtk_menu_button_popup (self->header.history_button);
}

static void
go_to_track_action (VenuleWindow *self)
{
  GArray *ids = venule_selection_get_ids (self->selection);

  if (ids->len > 0)
    venule_window_go_to_track (self, g_array_index (ids, guint, 0), TRUE);
}

static void
go_to_end_action (VenuleWindow *self)
{
  GArray *ids = venule_selection_get_ids (self->selection);
  VenuleTrack *track = ids->len > 0 ? venule_document_get_track (self->document, g_array_index (ids, guint, 0)) : NULL;

  if (!track)
    return;
  venule_player_pause (self->player);
  venule_player_seek (self->player, venule_track_get_last_frame (track));
}

/* Single cells */

static void
track_forwards_action (VenuleWindow *self)
{
  venule_window_follow_track (self, 1);
}

static void
track_backwards_action (VenuleWindow *self)
{
  venule_window_follow_track (self, -1);
}

static void
refit_action (VenuleWindow *self,
              GVariant     *parameter)
{
  venule_window_refit (self, g_variant_get_string (parameter, NULL));
}

/* Time */

static void
play_action (VenuleWindow *self)
{
  VenulePlayer *player = self->player;

  if (venule_player_get_playing (player))
    venule_player_pause (player);
  else
    venule_player_play (player);
}

static void
next_frame_action (VenuleWindow *self)
{
  venule_player_step (self->player, 1);
}

static void
previous_frame_action (VenuleWindow *self)
{
  venule_player_step (self->player, -1);
}

static void
first_frame_action (VenuleWindow *self)
{
  venule_player_seek (self->player, 0);
}

static void
last_frame_action (VenuleWindow *self)
{
  VenulePlayer *player = self->player;

  venule_player_seek (player, venule_player_get_n_frames (player) - 1);
}

/* View */

static void
zoom_in_action (VenuleWindow *self)
{
  venule_canvas_zoom_in (self->canvas);
}

static void
zoom_out_action (VenuleWindow *self)
{
  venule_canvas_zoom_out (self->canvas);
}

static void
zoom_fit_action (VenuleWindow *self)
{
  venule_canvas_zoom_fit (self->canvas);
}

static void
zoom_original_action (VenuleWindow *self)
{
  venule_canvas_zoom_original (self->canvas);
}

/* Folds both panes away, and back. */
static void
fold_panes_action (VenuleWindow *self)
{
  venule_window_fold_panes (self);
}

static void
fullscreen_action (VenuleWindow *self)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else
    gtk_window_fullscreen (GTK_WINDOW (self));
}

/* Results */

static void
cancel_export_action (VenuleWindow *self)
{
  g_cancellable_cancel (self->files.export);
}

static const VenuleWindowAction entries[] = {
  { "open", G_CALLBACK (venule_window_choose_video) },
  { "cancel-opening", G_CALLBACK (venule_window_cancel_opening) },
  { "open-pictures", G_CALLBACK (venule_window_choose_pictures) },
  { "open-recent", G_CALLBACK (open_recent_action), "s" },
  { "open-sample", G_CALLBACK (open_sample_action) },
  { "change-reading", G_CALLBACK (venule_window_change_input_options) },
  { "save", G_CALLBACK (venule_window_save) },
  { "save-as", G_CALLBACK (venule_window_save_as) },
  { "close", G_CALLBACK (close_action) },
  { "run", G_CALLBACK (venule_window_run) },
  { "pause", G_CALLBACK (pause_action) },
  { "resume", G_CALLBACK (resume_action) },
  { "cancel", G_CALLBACK (cancel_action) },
  { "show-run", NULL, "x", "int64 0", G_CALLBACK (run_shown) },
  { "preview", NULL, NULL, "false", G_CALLBACK (preview_changed) },
  { "add-cell", G_CALLBACK (add_cell_action) },
  { "escape", G_CALLBACK (escape_action) },
  { "select-all", G_CALLBACK (select_all_action) },
  { "select-others", G_CALLBACK (select_others_action) },
  { "select-next", G_CALLBACK (select_next_action) },
  { "select-previous", G_CALLBACK (select_previous_action) },
  { "undo", G_CALLBACK (undo_action) },
  { "redo", G_CALLBACK (redo_action) },
  { "history", G_CALLBACK (history_action) },
  { "go-to-track", G_CALLBACK (go_to_track_action) },
  { "go-to-end", G_CALLBACK (go_to_end_action) },
  { "track-forwards", G_CALLBACK (track_forwards_action) },
  { "track-backwards", G_CALLBACK (track_backwards_action) },
  { "track-cell", G_CALLBACK (venule_window_follow_cell) },
  { "refit", G_CALLBACK (refit_action), "s" },
  { "brush", G_CALLBACK (venule_window_begin_brush) },
  { "play", G_CALLBACK (play_action) },
  { "next-frame", G_CALLBACK (next_frame_action) },
  { "previous-frame", G_CALLBACK (previous_frame_action) },
  { "first-frame", G_CALLBACK (first_frame_action) },
  { "last-frame", G_CALLBACK (last_frame_action) },
  { "zoom-in", G_CALLBACK (zoom_in_action) },
  { "zoom-out", G_CALLBACK (zoom_out_action) },
  { "zoom-fit", G_CALLBACK (zoom_fit_action) },
  { "zoom-original", G_CALLBACK (zoom_original_action) },
  { "fold-panes", G_CALLBACK (fold_panes_action) },
  { "fullscreen", G_CALLBACK (fullscreen_action) },
  { "choose-folder", G_CALLBACK (venule_window_choose_folder) },
  { "export", G_CALLBACK (venule_window_export) },
  { "cancel-export", G_CALLBACK (cancel_export_action) },
  { "open-folder", G_CALLBACK (venule_window_show_folder) },
  { "figures", G_CALLBACK (venule_window_show_figures) },
  { "check-manual", G_CALLBACK (venule_window_check_manual) },
};

/* Switches that are settings too. */
static const char *setting_actions[] = {
  "show-contours", "show-tails",         "show-ids",         "colour-by-velocity", "show-vessel",     "show-scale-bar",
  "export-tables", "export-figure",      "export-movie",     "export-workbook",    "export-methods",  "export-report",
  "export-tracks-json", "export-trackmate", "export-mtrackj", "export-ctc",
};

void
venule_window_install_actions (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  for (guint i = 0; i < G_N_ELEMENTS (setting_actions); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (self->settings, setting_actions[i]);

      g_action_map_add_action (G_ACTION_MAP (self), action);
    }
  venule_window_install_edits (self);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (venule_window_update_overlay), self,
                           G_CONNECT_SWAPPED);
}

/**
 * venule_window_enable:
 * @self: a window
 * @enabled: whether the actions can be activated
 * @first: name of an action; then others, and %NULL
 */
void
venule_window_enable (VenuleWindow *self,
                      gboolean      enabled,
                      const char   *first,
                      ...)
{
  va_list names;

  va_start (names, first);
  for (const char *name = first; name; name = va_arg (names, const char *))
    g_simple_action_set_enabled (G_SIMPLE_ACTION (lookup (self, name)), enabled);
  va_end (names);
}

/* The step that would be undone is said by the button. */
static void
update_history (VenuleWindow *self)
{
  g_autofree char *undo_name = venule_window_dup_undo_name (self);
  g_autofree char *redo_name = venule_window_dup_redo_name (self);
  g_autofree char *undo = NULL;
  g_autofree char *redo = NULL;

  venule_window_enable (self, undo_name != NULL, "undo", NULL);
  venule_window_enable (self, redo_name != NULL, "redo", NULL);
  /* Translators: %s is a step, such as "Delete track 12" */
  undo = undo_name ? g_strdup_printf (_("Undo: %s"), undo_name) : g_strdup (_("Undo"));
  redo = redo_name ? g_strdup_printf (_("Redo: %s"), redo_name) : g_strdup (_("Redo"));
  gtk_widget_set_tooltip_text (self->header.undo_button, undo);
  gtk_widget_set_tooltip_text (self->header.redo_button, redo);
}

/**
 * venule_window_update_selected:
 * @self: a window
 *
 * Enables what is possible with the tracks that are selected. What does not depend on them is left alone: a click is to
 * be answered at once.
 */
void
venule_window_update_selected (VenuleWindow *self)
{
  /* While a run goes on, too: in the frames that it has analysed. */
  gboolean results =
    self->document && (venule_window_is_running (self) || venule_document_get_run_settings (self->document));
  gboolean asking = venule_window_is_asking (self) || venule_window_is_marking (self);

  venule_window_update_edits (self);
  venule_window_enable (self, results && !asking && venule_selection_get_ids (self->selection)->len == 1,
                        "track-forwards", "track-backwards", "refit", NULL);
  venule_window_update_review (self);
}

/**
 * venule_window_has_results:
 * @self: a window with a document
 *
 * Returns: whether the run on view has frames: one that failed in its first has nothing to be shown, written or checked
 */
gboolean
venule_window_has_results (VenuleWindow *self)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (self->document);

  return metadata && metadata->last_frame >= metadata->first_frame;
}

/**
 * venule_window_update_actions:
 * @self: a #VenuleWindow
 *
 * Enables what is possible now.
 */
void
venule_window_update_actions (VenuleWindow *self)
{
  VenuleAnalysisState state =
    self->run.analysis ? venule_analysis_get_state (self->run.analysis) : VENULE_ANALYSIS_IDLE;
  gboolean open = self->document != NULL;
  gboolean running = venule_window_is_running (self);
  gboolean results =
    open && !running && venule_document_get_run_settings (self->document) && venule_window_has_results (self);
  /* What the program finds by itself is no mark of a person. */
  gboolean asking = venule_window_is_asking (self) || venule_window_is_marking (self);
  gboolean still = open && !running && !venule_document_get_checking (self->document);
  g_autofree char *obstacle = venule_window_dup_run_obstacle (self);

  venule_window_enable (self, still, "show-run", NULL);
  venule_window_enable (self, still || running, "save", "save-as", NULL);
  /* With an obstacle, too: a shortcut that did nothing would not say what is missing. */
  venule_window_enable (self, still && self->opening.table_ready, "run", "turn-flow", "propose", NULL);
  venule_window_enable (self, state == VENULE_ANALYSIS_RUNNING, "pause", NULL);
  venule_window_enable (self, state == VENULE_ANALYSIS_PAUSED, "resume", NULL);
  venule_window_enable (self, running, "cancel", NULL);
  venule_window_enable (self, still, "preview", "tool", NULL);
  venule_window_enable (self, open && venule_document_get_run_settings (self->document), "select-all", "select-others",
                        "select-next", "select-previous", NULL);
  venule_window_update_selected (self);
  venule_window_enable (self, (still || running) && !asking, "track-cell", "brush", NULL);
  venule_window_enable (self, still || running, "add-cell", NULL);
  venule_window_enable (self, open, "play", "next-frame", "previous-frame", "first-frame", "last-frame",
                        "zoom-in", "zoom-out", "zoom-fit", "zoom-original", "fold-panes", "choose-folder",
                        "change-reading", "kymograph", "large-kymograph", NULL);
  venule_window_enable (self, results && !self->files.export, "export", NULL);
  venule_window_enable (self, results && !venule_window_is_marking (self), "check-manual", NULL);
  venule_window_enable (self, results, "figures", NULL);
  venule_window_enable (self, self->files.export != NULL, "cancel-export", NULL);
  venule_window_update_batch (self);
  venule_window_enable (self, self->files.folder_made, "open-folder", NULL);

  /* Settings are written as they are typed, and would wait. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->panels.calibration), !open || still || running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->panels.vessel), !open || still || running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->panels.cells), !open || still || running);
  venule_window_update_vessel (self);
  gtk_widget_set_visible (self->header.run_button, open && !running);
  gtk_widget_set_visible (self->header.cancel_button, running);
  gtk_widget_set_visible (self->header.history_box, open);
  gtk_widget_set_visible (self->header.steps_toggle, open);
  gtk_widget_set_visible (self->header.results_toggle, open);
  gtk_widget_set_tooltip_text (self->header.run_button, obstacle ? obstacle : _("Run the analysis (Ctrl+R)"));
  update_history (self);
  venule_window_update_runs (self);
}
