/* venule-window-actions.c: everything that the window can be told to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

static GAction *
lookup (VenuleWindow *self,
        const char   *name)
{
  return g_action_map_lookup_action (G_ACTION_MAP (self), name);
}

/* Files */

static void
open_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  venule_window_choose_video (user_data);
}

static void
open_pictures_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  venule_window_choose_pictures (user_data);
}

static void
open_recent_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  venule_window_open_path (user_data, g_variant_get_string (parameter, NULL));
}

static void
open_sample_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  g_autofree char *path = venule_find_sample ();

  if (path)
    venule_window_open_path (user_data, path);
}

static void
change_reading_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  venule_window_change_reading (user_data);
}

static void
save_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  venule_window_save (user_data);
}

static void
save_as_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  venule_window_save_as (user_data);
}

static void
close_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  gtk_window_close (GTK_WINDOW (user_data));
}

/* Run */

static void
run_action (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  venule_window_run (user_data);
}

static void
pause_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  venule_analysis_pause (VENULE_WINDOW (user_data)->run.analysis);
}

static void
resume_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  venule_analysis_resume (VENULE_WINDOW (user_data)->run.analysis);
}

static void
cancel_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  venule_analysis_cancel (VENULE_WINDOW (user_data)->run.analysis);
}

static void
run_shown (GSimpleAction *action,
           GVariant      *state,
           gpointer       user_data)
{
  venule_window_show_run (user_data, g_variant_get_int64 (state));
}

static void
preview_changed (GSimpleAction *action,
                 GVariant      *state,
                 gpointer       user_data)
{
  venule_window_set_preview_on (user_data, g_variant_get_boolean (state));
}

/* Tools */

/* The one tool of its kind that can be used while a run goes on. */
static void
add_cell_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);

  venule_canvas_set_tool (self->canvas, venule_canvas_get_tool (self->canvas) == VENULE_TOOL_ADD ? VENULE_TOOL_SELECT
                                                                                                : VENULE_TOOL_ADD);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* Selection */

static void
select_all_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  venule_canvas_select_all (VENULE_WINDOW (user_data)->canvas);
}

static void
select_others_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  venule_canvas_select_others (VENULE_WINDOW (user_data)->canvas);
}

static void
select_next_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  venule_canvas_select_next (VENULE_WINDOW (user_data)->canvas, 1);
}

static void
select_previous_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  venule_canvas_select_next (VENULE_WINDOW (user_data)->canvas, -1);
}

/* Escape: gives up what is followed, then leaves a tool, then the full screen, then the review, then the selection. */
static void
escape_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);

  if (venule_window_stop_following (self))
    return;
  if (venule_canvas_get_tool (self->canvas) != VENULE_TOOL_SELECT)
    venule_canvas_set_tool (self->canvas, VENULE_TOOL_SELECT);
  else if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else if (venule_review_panel_get_active (self->panels.review))
    venule_review_panel_stop (self->panels.review);
  else
    venule_selection_clear (self->selection);
}

/* Tracks */

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);

  if (venule_canvas_take_back (self->canvas) ||
      venule_kymograph_view_take_back (venule_kymograph_panel_get_view (self->views.kymograph)))
    return;

  venule_window_undo (self);
}

static void
redo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);

  venule_canvas_settle (self->canvas);
  venule_window_redo (self);
}

static void
history_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  gtk_menu_button_popup (VENULE_WINDOW (user_data)->header.history_button);
}

static void
go_to_track_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);
  GArray *ids = venule_selection_get_ids (self->selection);

  if (ids->len > 0)
    venule_window_go_to_track (self, g_array_index (ids, guint, 0), TRUE);
}

static void
go_to_end_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);
  GArray *ids = venule_selection_get_ids (self->selection);
  VenuleTrack *track = ids->len > 0 ? venule_document_get_track (self->document, g_array_index (ids, guint, 0)) : NULL;

  if (!track)
    return;
  venule_player_pause (self->player);
  venule_player_seek (self->player, venule_track_get_last_frame (track));
}

/* Single cells */

static void
track_forwards_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  venule_window_follow_track (user_data, 1);
}

static void
track_backwards_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  venule_window_follow_track (user_data, -1);
}

static void
track_cell_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  venule_window_follow_cell (user_data);
}

static void
refit_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  venule_window_refit (user_data, g_variant_get_string (parameter, NULL));
}

static void
brush_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  venule_window_begin_brush (user_data);
}

/* Time */

static void
play_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenulePlayer *player = VENULE_WINDOW (user_data)->player;

  if (venule_player_get_playing (player))
    venule_player_pause (player);
  else
    venule_player_play (player);
}

static void
next_frame_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  venule_player_step (VENULE_WINDOW (user_data)->player, 1);
}

static void
previous_frame_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  venule_player_step (VENULE_WINDOW (user_data)->player, -1);
}

static void
first_frame_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  venule_player_seek (VENULE_WINDOW (user_data)->player, 0);
}

static void
last_frame_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  VenulePlayer *player = VENULE_WINDOW (user_data)->player;

  venule_player_seek (player, venule_player_get_n_frames (player) - 1);
}

/* View */

static void
zoom_in_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  venule_canvas_zoom_in (VENULE_WINDOW (user_data)->canvas);
}

static void
zoom_out_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  venule_canvas_zoom_out (VENULE_WINDOW (user_data)->canvas);
}

static void
zoom_fit_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  venule_canvas_zoom_fit (VENULE_WINDOW (user_data)->canvas);
}

static void
zoom_original_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  venule_canvas_zoom_original (VENULE_WINDOW (user_data)->canvas);
}

/* Folds both panes away, and back. */
static void
fold_panes_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  venule_window_fold_panes (VENULE_WINDOW (user_data));
}

static void
fullscreen_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (user_data)))
    gtk_window_unfullscreen (GTK_WINDOW (user_data));
  else
    gtk_window_fullscreen (GTK_WINDOW (user_data));
}

/* Results */

static void
choose_folder_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  venule_window_choose_folder (user_data);
}

static void
export_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  venule_window_export (user_data);
}

static void
cancel_export_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  g_cancellable_cancel (VENULE_WINDOW (user_data)->files.export);
}

static void
open_folder_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  venule_window_show_folder (user_data);
}

static void
figures_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  venule_window_show_figures (user_data);
}

static void
check_manual_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  venule_window_check_manual (user_data);
}

static void
cancel_opening_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  venule_window_cancel_opening (user_data);
}

static const GActionEntry entries[] = {
  { "open", open_action },
  { "cancel-opening", cancel_opening_action },
  { "open-pictures", open_pictures_action },
  { "open-recent", open_recent_action, "s" },
  { "open-sample", open_sample_action },
  { "change-reading", change_reading_action },
  { "save", save_action },
  { "save-as", save_as_action },
  { "close", close_action },
  { "run", run_action },
  { "pause", pause_action },
  { "resume", resume_action },
  { "cancel", cancel_action },
  { "show-run", NULL, "x", "int64 0", run_shown },
  { "preview", NULL, NULL, "false", preview_changed },
  { "add-cell", add_cell_action },
  { "escape", escape_action },
  { "select-all", select_all_action },
  { "select-others", select_others_action },
  { "select-next", select_next_action },
  { "select-previous", select_previous_action },
  { "undo", undo_action },
  { "redo", redo_action },
  { "history", history_action },
  { "go-to-track", go_to_track_action },
  { "go-to-end", go_to_end_action },
  { "track-forwards", track_forwards_action },
  { "track-backwards", track_backwards_action },
  { "track-cell", track_cell_action },
  { "refit", refit_action, "s" },
  { "brush", brush_action },
  { "play", play_action },
  { "next-frame", next_frame_action },
  { "previous-frame", previous_frame_action },
  { "first-frame", first_frame_action },
  { "last-frame", last_frame_action },
  { "zoom-in", zoom_in_action },
  { "zoom-out", zoom_out_action },
  { "zoom-fit", zoom_fit_action },
  { "zoom-original", zoom_original_action },
  { "fold-panes", fold_panes_action },
  { "fullscreen", fullscreen_action },
  { "choose-folder", choose_folder_action },
  { "export", export_action },
  { "cancel-export", cancel_export_action },
  { "open-folder", open_folder_action },
  { "figures", figures_action },
  { "check-manual", check_manual_action },
};

/* Switches that are settings too. */
static const char *setting_actions[] = {
  "show-contours", "show-tails",         "show-ids",         "colour-by-velocity", "show-vessel",     "show-scale-bar",
  "export-tables", "export-figure",      "export-json",      "export-movie",       "export-workbook", "export-methods",
  "export-report", "export-tracks-json", "export-trackmate", "export-mtrackj",     "export-ctc",
};

void
venule_window_install_actions (VenuleWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
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

/* A run that failed in its first frame has nothing that could be shown or written. */
static gboolean
has_frames (VenuleDocument *document)
{
  const VenuleRunFacts *facts = venule_document_get_run_facts (document);

  return facts && facts->last_frame >= facts->first_frame;
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
    open && !running && venule_document_get_run_settings (self->document) && has_frames (self->document);
  /* What the program finds by itself is no mark of a person. */
  gboolean asking = venule_window_is_asking (self) || venule_window_is_marking (self);
  gboolean still = open && !running && !venule_document_get_checking (self->document);
  g_autofree char *obstacle = venule_window_dup_run_obstacle (self);

  venule_window_enable (self, still, "show-run", NULL);
  venule_window_enable (self, still || running, "save", "save-as", NULL);
  /* With an obstacle, too: a shortcut that did nothing would not say what is missing. */
  venule_window_enable (self, still && self->opening.table_ready, "run", NULL);
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
