/* venule-window-run.c: the run, the preview before it, and what is drawn over the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-document-tracks.h"

/* Sentences in the message bar; the rest is counted. */
#define MAX_SENTENCES 5

/* Run */

gboolean
venule_window_is_running (VenuleWindow *self)
{
  VenuleAnalysisState state =
    self->run.analysis ? venule_analysis_get_state (self->run.analysis) : VENULE_ANALYSIS_IDLE;

  return state == VENULE_ANALYSIS_RUNNING || state == VENULE_ANALYSIS_PAUSED;
}

char *
venule_window_dup_run_obstacle (VenuleWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!self->document)
    return g_strdup (_("Open a video first"));
  if (venule_window_has_proposal (self))
    return g_strdup (_("Use or dismiss the proposed vessel first"));
  if (!venule_vessel_has_flow (venule_document_get_settings (self->document)->vessel))
    return g_strdup (_("Draw the flow first"));
  if (!self->opening.table_ready)
    return g_strdup (_("The video is still being read"));
  if (self->opening.other_video)
    return g_strdup (_("This is not the document’s video"));
  if (self->opening.checking_video)
    return g_strdup (_("The video is still being checked"));
  if (venule_window_is_marking (self))
    return g_strdup (_("Stop marking the sample first"));
  if (!venule_document_validate (self->document, &error))
    return g_strdup (error->message);
  return NULL;
}

static void
notify_desktop (VenuleWindow *self,
                const char   *title,
                const char   *body)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (GNotification) notification = NULL;

  /* Without a session bus GLib would complain, and no notification would appear. */
  if (!application || !g_application_get_dbus_connection (G_APPLICATION (application)) ||
      gtk_window_is_active (GTK_WINDOW (self)))
    return;

  notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_application_send_notification (G_APPLICATION (application), "run", notification);
}

static void
on_progress (VenuleWindow *self)
{
  VenuleAnalysisProgress progress;
  gint64 first;

  venule_analysis_get_progress (self->run.analysis, &progress);
  if (progress.newest_frame < 0)
    return;

  first = venule_document_get_run_settings (self->document)->first_frame;
  venule_playback_controls_set_analysed (self->playback_controls, first, progress.newest_frame);
  /* The video goes along with the run, unless the person plays or looks at another place. */
  if (self->run.following && !venule_player_get_playing (self->player))
    {
      self->run.followed = progress.newest_frame;
      venule_player_seek (self->player, progress.newest_frame);
    }
  venule_window_update_overlay (self);
}

/* A user who moves to another frame during a run wants to stay there. */
static void
on_position_changed (VenuleWindow *self)
{
  if (venule_player_get_position (self->player) != self->run.followed)
    self->run.following = FALSE;
}

/* "5 corrections were carried over, 1 conflict" */
static char *
describe_transferred (guint n,
                      guint n_conflicts)
{
  g_autofree char *transferred =
    g_strdup_printf (ngettext ("%u correction was carried over", "%u corrections were carried over", n), n);
  g_autofree char *conflicts = NULL;

  if (n_conflicts == 0)
    return g_steal_pointer (&transferred);

  conflicts = g_strdup_printf (ngettext ("%u conflict", "%u conflicts", n_conflicts), n_conflicts);
  /* Translators: "5 corrections were carried over", "1 conflict" */
  return g_strdup_printf (_("%s, %s"), transferred, conflicts);
}

static char *
list_conflicts (GPtrArray *conflicts)
{
  GString *text = g_string_new (NULL);
  guint n = conflicts->len;

  for (guint i = 0; i < MIN (n, MAX_SENTENCES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            ((const VenuleConflict *) g_ptr_array_index (conflicts, i))->sentence);
  if (n > MAX_SENTENCES)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, ngettext ("And %u more.", "And %u more.", n - MAX_SENTENCES), n - MAX_SENTENCES);
    }
  return g_string_free (text, FALSE);
}

/* What was corrected in the run before, if this one is @whole, or while this one went on, is not to be corrected
 * again. */
static void
transfer_corrections (VenuleWindow *self,
                      gboolean      whole)
{
  gint64 before = whole ? venule_document_get_run_before (self->document) : 0;
  guint n = 0, n_during = 0;
  g_autoptr (GPtrArray) during = venule_document_steal_conflicts (self->document, &n_during);
  g_autoptr (GPtrArray) conflicts = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  if (before != 0)
    conflicts = venule_document_transfer_edits (self->document, before, &n, &error);
  else
    conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
  if (!conflicts)
    {
      venule_window_show_error (self, _("Corrections could not be carried over"), error->message);
      return;
    }
  if (during)
    g_ptr_array_extend_and_steal (conflicts, g_steal_pointer (&during));
  n += n_during;
  if (n == 0 && conflicts->len == 0)
    return;

  title = describe_transferred (n, conflicts->len);
  text = list_conflicts (conflicts);
  venule_message_bar_show_info (self->message_bar, title, text);
}

static void
on_finished (VenuleWindow *self)
{
  const GError *error = venule_analysis_get_error (self->run.analysis);
  VenuleAnalysisState state = venule_analysis_get_state (self->run.analysis);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->document));
  g_autofree char *tracks = g_strdup_printf (ngettext ("%u track", "%u tracks", n), n);
  gint64 first, last;

  self->run.following = FALSE;
  if (self->closing.pending)
    {
      VenuleWorkingCopy *working_copy = venule_document_get_working_copy (self->document);

      if (working_copy)
        venule_working_copy_discard (working_copy);
      gtk_window_destroy (GTK_WINDOW (self));
      return;
    }

  venule_analysis_get_range (self->run.analysis, &first, &last);
  if (last >= first)
    venule_playback_controls_set_analysed (self->playback_controls, first, last);
  else /* not a single frame: what is shown is of the run before */
    {
      venule_window_restore_drawing (self);
      venule_window_show_metadata (self);
    }
  if (state == VENULE_ANALYSIS_FAILED && error && last < first)
    venule_window_show_error (self, _("The run cannot start"), error->message);
  else if (state == VENULE_ANALYSIS_FAILED && error)
    {
      g_autofree char *text = g_strdup_printf (_("%s\nWhat was found until then is kept: %s."), error->message, tracks);

      venule_window_show_error (self, _("The run stopped"), text);
      notify_desktop (self, _("The run stopped"), error->message);
    }
  else if (state == VENULE_ANALYSIS_DONE)
    {
      notify_desktop (self, _("The run is done"), tracks);
      if (n == 0)
        venule_message_bar_show_info (self->message_bar, _("No cells were found"),
                                      _("Look at the preview in step 3: try another cell diameter, or more "
                                        "sensitivity."));
    }
  if ((n > 0 && state == VENULE_ANALYSIS_DONE) || state == VENULE_ANALYSIS_CANCELLED)
    transfer_corrections (self, state == VENULE_ANALYSIS_DONE);
  if (last < first)
    venule_window_offer_pixel_size (self);
  if (state == VENULE_ANALYSIS_DONE)
    venule_window_toast_warnings (self);
  self->steps.exported = FALSE;
  venule_window_update_overlay (self);
  venule_window_update_steps (self);
  venule_window_save_after_run (self);
  venule_window_renew_question (self, state == VENULE_ANALYSIS_FAILED);
}

static void
start_run (VenuleWindow *self)
{
  g_autoptr (VenuleAnalysis) analysis = NULL;
  g_autoptr (GError) error = NULL;

  venule_window_set_preview_on (self, FALSE);
  venule_selection_clear (self->selection);
  venule_player_pause (self->player);
  analysis = venule_analysis_new (self->document);
  if (!venule_analysis_start (analysis, &error))
    {
      venule_window_show_error (self, _("The run cannot start"), error->message);
      return;
    }

  venule_window_drop_warnings (self);
  venule_message_bar_hide (self->message_bar);
  if (self->run.analysis)
    g_signal_handlers_disconnect_by_data (self->run.analysis, self);
  g_set_object (&self->run.analysis, analysis);
  self->run.followed = venule_player_get_position (self->player);
  self->run.following = TRUE;
  g_signal_connect_object (analysis, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "finished", G_CALLBACK (on_finished), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::state", G_CALLBACK (venule_window_update_steps), self,
                           G_CONNECT_SWAPPED);
  venule_run_panel_set_analysis (self->panels.run, analysis);
  venule_playback_controls_set_analysed (self->playback_controls, -1, -1);
  venule_window_open_step (self, VENULE_WORKFLOW_STEP_RUN);
  venule_window_update_overlay (self);
  venule_window_update_steps (self);
}

/**
 * venule_window_run:
 * @self: a #VenuleWindow
 *
 * Starts a run with the settings as they are; says why it cannot. The run before it stays in the document, with what
 * was corrected in it.
 */
void
venule_window_run (VenuleWindow *self)
{
  g_autofree char *obstacle = NULL;

  if (venule_window_is_running (self) || venule_window_toast_other_video (self))
    return;

  venule_window_take_typed (self);
  obstacle = venule_window_dup_run_obstacle (self);
  if (!obstacle)
    {
      start_run (self);
      return;
    }
  venule_window_show_error (self, _("The run cannot start"), obstacle);
  g_free (self->run.told_obstacle);
  self->run.told_obstacle = g_steal_pointer (&obstacle);
  if (!venule_window_is_marking (self))
    venule_window_show_obstacle (self);
}

/**
 * venule_window_forget_obstacle:
 * @self: a window
 * @obstacle: (nullable): why a run cannot start now
 *
 * Does not go on saying that a run cannot start for a reason that is gone.
 */
void
venule_window_forget_obstacle (VenuleWindow *self,
                               const char   *obstacle)
{
  if (!self->run.told_obstacle || g_strcmp0 (obstacle, self->run.told_obstacle) == 0)
    return;

  venule_message_bar_settle (self->message_bar, _("The run cannot start"));
  g_clear_pointer (&self->run.told_obstacle, g_free);
}

/* Preview */

static void
on_found (VenuleWindow *self,
          GArray       *found,
          const GError *error)
{
  g_autofree char *text = NULL;

  if (!self->run.preview_on)
    return;

  if (found)
    text = g_strdup_printf (ngettext ("%u cell found in this frame", "%u cells found in this frame", found->len),
                            found->len);
  else
    text = g_strdup (error->message);
  venule_canvas_set_detections (self->canvas, found);
  venule_cells_panel_set_preview (self->panels.cells, text);
}

/**
 * venule_window_request_preview:
 * @self: a #VenuleWindow
 *
 * Looks for cells in the frame on show, when the preview is on. Not while the video plays: no detection would be in
 * time.
 */
void
venule_window_request_preview (VenuleWindow *self)
{
  VenuleFrame *frame = venule_player_get_frame (self->player);
  const VenuleSettings *settings;
  VenuleSource *source;
  g_autoptr (GError) error = NULL;

  if (!self->run.preview_on || !self->document || !frame || venule_player_get_playing (self->player))
    return;

  settings = venule_document_get_settings (self->document);
  source = venule_document_get_source (self->document);
  if (!venule_vessel_validate (settings->vessel, venule_source_get_width (source), venule_source_get_height (source),
                               settings->cell_diameter, &error))
    {
      venule_live_preview_stop (self->run.preview);
      on_found (self, NULL, error);
      return;
    }
  venule_live_preview_request (self->run.preview, frame, settings);
}

static void
on_frame_changed (VenuleWindow *self)
{
  if (!self->run.preview_on)
    return;

  venule_canvas_set_detections (self->canvas, NULL);
  venule_window_request_preview (self);
}

void
venule_window_set_preview_on (VenuleWindow *self,
                              gboolean      on)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "preview");

  if (on == self->run.preview_on)
    return;

  self->run.preview_on = on;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (on));
  if (on)
    {
      venule_cells_panel_set_preview (self->panels.cells, _("Looking for cells…"));
      venule_window_request_preview (self);
    }
  else
    {
      venule_live_preview_stop (self->run.preview);
      venule_canvas_set_detections (self->canvas, NULL);
      venule_cells_panel_set_preview (self->panels.cells, NULL);
    }
  venule_window_update_overlay (self);
}

void
venule_window_connect_preview (VenuleWindow *self)
{
  g_signal_connect_object (self->run.preview, "found", G_CALLBACK (on_found), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "notify::frame", G_CALLBACK (on_frame_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "notify::playing", G_CALLBACK (on_frame_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "notify::position", G_CALLBACK (on_position_changed), self,
                           G_CONNECT_SWAPPED);
}

/* Overlay */

/**
 * venule_window_update_overlay:
 * @self: a #VenuleWindow
 *
 * What is drawn over the video follows the settings.
 */
void
venule_window_update_overlay (VenuleWindow *self)
{
  VenuleOverlayOptions options = *venule_canvas_get_overlay (self->canvas);
  gboolean tracks = self->document && g_list_model_get_n_items (G_LIST_MODEL (self->document)) > 0;

  /* The preview stands alone: tracks of a run before it would mix with it. */
  options.contours = !self->run.preview_on && g_settings_get_boolean (self->settings, "show-contours");
  options.tails = !self->run.preview_on && g_settings_get_boolean (self->settings, "show-tails");
  options.locks = !self->run.preview_on;
  options.ids = !self->run.preview_on && g_settings_get_boolean (self->settings, "show-ids");
  options.crop = g_settings_get_boolean (self->settings, "show-vessel");
  options.color_by_velocity = g_settings_get_boolean (self->settings, "colour-by-velocity");
  options.scale_bar = g_settings_get_boolean (self->settings, "show-scale-bar");
  options.color_bar = options.color_by_velocity && tracks && !self->run.preview_on;
  options.velocity_max = 0;
  options.time = FALSE; /* the time stands below the video */
  venule_canvas_set_overlay (self->canvas, &options);
  venule_kymograph_view_set_color_by_velocity (venule_kymograph_panel_get_view (self->views.kymograph),
                                               options.color_by_velocity);
}
