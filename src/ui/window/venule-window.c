/* venule-window.c: the window of one analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-color-row.h"
#include "venule-config.h"
#include "venule-display-name.h"
#include "venule-number-row.h"
#include "venule-overlay-box.h"
#include "venule-toast.h"
#include "venule-window-keys.h"

/* A longer toast has several lines. */
#define TOAST_CHARS 36

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleWindow, venule_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_CLOSABLE, venule_window_closable_init))

void
venule_window_update_title (VenuleWindow *self)
{
  VenuleSource *source;
  g_autofree char *name = NULL;
  g_autofree char *size = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *title = NULL;
  double rate;

  if (!self->document)
    {
      adw_window_title_set_title (self->header.title, g_get_application_name ());
      adw_window_title_set_subtitle (self->header.title, "");
      gtk_window_set_title (GTK_WINDOW (self), g_get_application_name ());
      return;
    }

  source = venule_document_get_source (self->document);
  name = venule_source_dup_display_name (source);
  size = g_strdup_printf ("%d×%d", venule_source_get_width (source), venule_source_get_height (source));
  rate = venule_document_get_shown_settings (self->document)->calibration.frame_rate;
  if (rate <= 0)
    rate = venule_source_get_frame_rate (source);
  if (rate > 0)
    {
      g_autofree char *number = venule_number_format (rate, 2);

      /* Translators: the first %s is the size of the picture, the second a number */
      subtitle = g_strdup_printf (_("%s · %s frames/s"), size, number);
    }
  if (venule_window_get_document_path (self))
    {
      g_free (name);
      name = venule_display_name_dup_base (venule_window_get_document_path (self));
    }
  if (venule_window_is_read_only (self))
    {
      g_autofree char *bare = g_steal_pointer (&name);

      /* Translators: %s is the name of a document */
      name = g_strdup_printf (_("%s (read-only)"), bare);
    }
  /* A dot before the name says that there is something to be saved. */
  title = venule_document_get_modified (self->document) ? g_strconcat ("• ", name, NULL) : g_strdup (name);
  adw_window_title_set_title (self->header.title, title);
  adw_window_title_set_subtitle (self->header.title, subtitle ? subtitle : size);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

/* The video plays by the times under it. */
static void
update_rate (VenuleWindow *self)
{
  venule_player_set_rate_override (self->player,
                                   venule_document_get_shown_settings (self->document)->calibration.frame_rate);
}

static void
on_settings_changed (VenuleWindow *self)
{
  update_rate (self);
  venule_window_settle_pixel_size (self);
  venule_window_update_title (self);
  venule_window_update_steps (self);
  venule_window_request_preview (self);
}

static void
on_document_failed (VenuleWindow *self,
                    const char   *message)
{
  venule_window_show_error (self, _("A change could not be kept"), message);
}

static void
on_document_notify (VenuleWindow *self)
{
  update_rate (self);
  venule_window_settle_pixel_size (self);
  venule_window_update_title (self);
  venule_window_update_steps (self);
}

static void
on_player_error (VenuleWindow *self)
{
  const char *error = venule_player_get_error (self->player);

  if (error)
    venule_window_show_error (self, _("A frame cannot be shown"), error);
  else
    venule_message_bar_settle (self->message_bar, _("A frame cannot be shown"));
}

static void
set_document (VenuleWindow   *self,
              VenuleDocument *document)
{
  venule_window_forget_follow (self);
  venule_window_drop_warnings (self);
  g_set_object (&self->document, document);
  venule_canvas_set_document (self->canvas, document);
  venule_playback_controls_set_document (self->playback_controls, document);
  venule_calibration_panel_set_document (self->panels.calibration, document);
  venule_vessel_panel_set_document (self->panels.vessel, document);
  venule_cells_panel_set_document (self->panels.cells, document);
  venule_run_panel_set_document (self->panels.run, document);
  venule_review_panel_set_document (self->panels.review, document);
  venule_correct_panel_set_document (self->panels.correct, document);
  venule_history_set_document (self->header.history, document);
  venule_histogram_view_set_document (self->views.histogram, document);
  venule_track_strip_set_document (self->views.strip, document);
  venule_measures_view_set_document (self->views.measures, document);
  venule_kymograph_panel_set_document (self->views.kymograph, document);
  venule_track_table_set_document (self->views.tracks, document);
  venule_spot_table_set_document (self->views.spots, document);
  venule_window_set_vessel_document (self);
  venule_window_set_drawing_document (self);
}

/**
 * venule_window_set_source:
 * @self: an empty window
 * @source: the video
 *
 * Begins an analysis of @source: its first frame shows, and its frames are counted in the background.
 */
void
venule_window_set_source (VenuleWindow *self,
                          VenuleSource *source)
{
  g_autoptr (VenuleDocument) document = NULL;

  g_return_if_fail (!self->document);

  document = venule_window_new_document (self, source);
  venule_window_set_document (self, document);
}

void
venule_window_show_metadata (VenuleWindow *self)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (self->document);

  venule_window_stop_following (self); /* of the run before */
  if (!metadata)
    return;

  self->steps.exported = FALSE;
  /* Which frames were analysed may not have been written yet when a run was killed, or be lost in one that was
   * rescued. */
  if (metadata->first_frame >= 0 && metadata->last_frame >= metadata->first_frame)
    venule_playback_controls_set_analysed (self->playback_controls, metadata->first_frame, metadata->last_frame);
  venule_window_update_overlay (self);
  venule_window_update_steps (self);
  venule_window_open_step (self, VENULE_WORKFLOW_STEP_CORRECT);
}

/**
 * venule_window_set_document:
 * @self: an empty window
 * @document: a document, new or opened
 *
 * Shows it: the first frame of its video at once, the number of its frames as soon as they are counted.
 */
void
venule_window_set_document (VenuleWindow   *self,
                            VenuleDocument *document)
{
  VenuleSource *source = venule_document_get_source (document);

  self->saving.after_run = NULL;
  set_document (self, document);
  g_signal_connect_object (document, "failed", G_CALLBACK (on_document_failed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "settings-changed", G_CALLBACK (on_settings_changed), self, G_CONNECT_SWAPPED);
  venule_window_connect_tracks (self);
  g_signal_connect_object (document, "tracks-changed", G_CALLBACK (on_document_notify), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify", G_CALLBACK (on_document_notify), self, G_CONNECT_SWAPPED);

  venule_player_set_source (self->player, source);
  update_rate (self);
  venule_window_set_folder (self, NULL);
  venule_window_lay_out_panes (self);
  gtk_stack_set_visible_child_name (self->stack, "work");
  venule_window_update_title (self);
  venule_window_update_steps (self);
  venule_window_open_step (self, VENULE_WORKFLOW_STEP_CALIBRATION);
  venule_window_show_metadata (self);
  venule_window_toast_run (self);
  venule_window_follow_sample (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  venule_window_count_frames (self);
}

/* A window for a file that is not opened has nothing to show. */
static gboolean
is_unused (VenuleWindow *self)
{
  return self->opening.opener && venule_window_is_empty (self);
}

void
venule_window_leave_unused (VenuleWindow *self)
{
  if (!is_unused (self))
    return;

  gtk_window_present (GTK_WINDOW (self->opening.opener));
  venule_closable_answer (VENULE_CLOSABLE (self), TRUE);
}

void
venule_window_show_error (VenuleWindow *self,
                          const char   *title,
                          const char   *text)
{
  VenuleWindow *shown = is_unused (self) ? self->opening.opener : self;

  venule_message_bar_show_error (shown->message_bar, title, text);
  venule_window_leave_unused (self);
}

void
venule_window_show_open_error (VenuleWindow *self,
                               const char   *name,
                               const char   *text)
{
  VenuleWindow *shown = is_unused (self) ? self->opening.opener : self;
  const char *failures = shown->opening.failures;
  g_autofree char *before = venule_message_bar_dup_text (shown->message_bar);
  g_autofree char *title = g_strdup_printf (_("“%s” cannot be opened"), name);
  gboolean others = before && failures && g_str_has_suffix (before, failures) && !strstr (failures, text);
  g_autofree char *told = others ? g_strconcat (failures, "\n", text, NULL) : g_strdup (text);

  g_free (shown->opening.failures);
  shown->opening.failures = g_strdup (told);
  venule_window_show_error (self, others ? _("Several files cannot be opened") : title, told);
}

AdwToast *
venule_window_show_toast (VenuleWindow *self,
                          const char   *title,
                          const char   *button,
                          const char   *action)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *label = gtk_label_new (title);

  /* A title would lose its end, which is what to do now. */
  gtk_widget_set_name (label, "toast_label");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR); /* a file name may be one long word */
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOAST_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  adw_toast_set_custom_title (toast, label);
  if (button)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_action_name (toast, action);
    }
  venule_toast_show (self->toasts, toast);
  return toast;
}

void
venule_window_offer (VenuleWindow *self,
                     const char   *title,
                     const char   *text,
                     const char   *label,
                     const char   *action)
{
  g_return_if_fail (VENULE_IS_WINDOW (self));

  venule_message_bar_show_info (self->message_bar, title, text);
  venule_message_bar_offer (self->message_bar, label, action);
}

/* Object */

static gboolean
venule_window_close_request (GtkWindow *window)
{
  return !venule_window_begin_close (VENULE_WINDOW (window)) ||
         GTK_WINDOW_CLASS (venule_window_parent_class)->close_request (window);
}

/* No child tells a window that has let go of what it shows. */
static void
disconnect_children (VenuleWindow *self,
                     GtkWidget    *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      g_signal_handlers_disconnect_by_data (child, self);
      disconnect_children (self, child);
    }
}

/* Nor do the objects that outlive it: a run that ends, a video that is read. */
static void
disconnect (VenuleWindow *self)
{
  gpointer objects[] = { self->player,      self->document, self->selection,     self->run.analysis,
                         self->run.preview, self->settings, self->measuring.job, self->measuring.vessel };

  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    if (objects[i])
      g_signal_handlers_disconnect_by_data (objects[i], self);
  disconnect_children (self, GTK_WIDGET (self));
}

static void
venule_window_dispose (GObject *object)
{
  VenuleWindow *self = VENULE_WINDOW (object);

  disconnect (self);
  /* A child may outlive the window, such as a popover that is open: it must not keep the document, and with it its
   * lock. */
  if (self->document)
    set_document (self, NULL);
  g_clear_weak_pointer (&self->undo_toast);
  g_clear_weak_pointer (&self->saving.toast);
  g_clear_weak_pointer (&self->opening.opener);
  g_clear_weak_pointer (&self->closing.question);
  venule_window_clear_follow (self);
  g_clear_handle_id (&self->saving.timeout, g_source_remove);
  if (self->opening.cancellable)
    g_cancellable_cancel (self->opening.cancellable);
  g_cancellable_cancel (self->opening.probe);
  g_cancellable_cancel (self->opening.recent);
  g_cancellable_cancel (self->measuring.cancellable);
  venule_window_drop_warnings (self);
  venule_window_drop_proposal (self);
  if (self->run.preview)
    venule_live_preview_stop (self->run.preview);
  if (self->player)
    venule_player_set_source (self->player, NULL);
  if (self->files.chooser)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->files.chooser));

  g_clear_object (&self->files.chooser);
  g_clear_pointer (&self->opening.pending, venule_working_copy_free);
  g_clear_pointer (&self->opening.pending_video, venule_source_record_free);
  g_clear_pointer (&self->opening.path, g_free);
  g_clear_pointer (&self->opening.rescued, g_free);
  g_clear_pointer (&self->opening.failures, g_free);
  g_clear_object (&self->opening.cancellable);
  g_clear_object (&self->opening.probe);
  g_clear_object (&self->opening.recent);
  g_clear_object (&self->files.export);
  g_clear_object (&self->measuring.cancellable);
  g_clear_object (&self->measuring.job);
  g_clear_object (&self->measuring.vessel);
  g_clear_object (&self->run.preview);
  g_clear_object (&self->run.analysis);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  g_clear_object (&self->settings);
  g_clear_object (&self->set_up);
  g_clear_pointer (&self->marking.sample, venule_validation_sample_free);
  g_clear_pointer (&self->files.folder, g_free);
  g_clear_pointer (&self->run.told_obstacle, g_free);
  g_clear_pointer (&self->run.flow, g_free);
  g_clear_pointer (&self->opening.other_video, g_free);

  G_OBJECT_CLASS (venule_window_parent_class)->dispose (object);
  venule_window_free_drawing (self);
}

/* A child of the template that is in one of the window's parts. */
static void
bind_child (GtkWidgetClass *widget_class,
            const char     *name,
            gssize          offset)
{
  gtk_widget_class_bind_template_child_full (widget_class, name, FALSE, offset);
}

static void
ensure_types (void)
{
  g_type_ensure (VENULE_TYPE_CALIBRATION_PANEL);
  g_type_ensure (VENULE_TYPE_KYMOGRAPH_PANEL);
  g_type_ensure (VENULE_TYPE_REVIEW_PANEL);
  g_type_ensure (VENULE_TYPE_CANVAS);
  g_type_ensure (VENULE_TYPE_CELLS_PANEL);
  g_type_ensure (VENULE_TYPE_CHEAT_SHEET);
  g_type_ensure (VENULE_TYPE_COLOR_ROW);
  g_type_ensure (VENULE_TYPE_CORRECT_PANEL);
  g_type_ensure (VENULE_TYPE_EXPORT_PANEL);
  g_type_ensure (VENULE_TYPE_OVERLAY_BOX);
  g_type_ensure (VENULE_TYPE_HISTOGRAM_VIEW);
  g_type_ensure (VENULE_TYPE_HISTORY);
  g_type_ensure (VENULE_TYPE_MESSAGE_BAR);
  g_type_ensure (VENULE_TYPE_RUN_PANEL);
  g_type_ensure (VENULE_TYPE_SPOT_TABLE);
  g_type_ensure (VENULE_TYPE_START_PAGE);
  g_type_ensure (VENULE_TYPE_WORKFLOW_STEP);
  g_type_ensure (VENULE_TYPE_MEASURES_VIEW);
  g_type_ensure (VENULE_TYPE_PANE);
  g_type_ensure (VENULE_TYPE_SAMPLE_PANEL);
  g_type_ensure (VENULE_TYPE_TRACK_STRIP);
  g_type_ensure (VENULE_TYPE_TRACK_TABLE);
  g_type_ensure (VENULE_TYPE_PLAYBACK_CONTROLS);
  g_type_ensure (VENULE_TYPE_VESSEL_PANEL);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  bind_child (widget_class, "title", G_STRUCT_OFFSET (VenuleWindow, header.title));
  bind_child (widget_class, "open_button", G_STRUCT_OFFSET (VenuleWindow, header.open_button));
  bind_child (widget_class, "undo_button", G_STRUCT_OFFSET (VenuleWindow, header.undo_button));
  bind_child (widget_class, "redo_button", G_STRUCT_OFFSET (VenuleWindow, header.redo_button));
  bind_child (widget_class, "history_button", G_STRUCT_OFFSET (VenuleWindow, header.history_button));
  bind_child (widget_class, "history_box", G_STRUCT_OFFSET (VenuleWindow, header.history_box));
  bind_child (widget_class, "history", G_STRUCT_OFFSET (VenuleWindow, header.history));
  bind_child (widget_class, "menu_button", G_STRUCT_OFFSET (VenuleWindow, header.menu_button));
  bind_child (widget_class, "document_menu", G_STRUCT_OFFSET (VenuleWindow, header.document_menu));
  bind_child (widget_class, "runs_menu", G_STRUCT_OFFSET (VenuleWindow, header.runs_menu));
  bind_child (widget_class, "run_button", G_STRUCT_OFFSET (VenuleWindow, header.run_button));
  bind_child (widget_class, "cancel_button", G_STRUCT_OFFSET (VenuleWindow, header.cancel_button));
  bind_child (widget_class, "steps_toggle", G_STRUCT_OFFSET (VenuleWindow, header.steps_toggle));
  bind_child (widget_class, "results_toggle", G_STRUCT_OFFSET (VenuleWindow, header.results_toggle));
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, message_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, start_page);
  bind_child (widget_class, "steps_flap", G_STRUCT_OFFSET (VenuleWindow, panes.steps_flap));
  bind_child (widget_class, "results_flap", G_STRUCT_OFFSET (VenuleWindow, panes.results_flap));
  bind_child (widget_class, "steps_pane", G_STRUCT_OFFSET (VenuleWindow, panes.steps));
  bind_child (widget_class, "reading_revealer", G_STRUCT_OFFSET (VenuleWindow, reading.revealer));
  bind_child (widget_class, "reading_label", G_STRUCT_OFFSET (VenuleWindow, reading.label));
  bind_child (widget_class, "reading_bar", G_STRUCT_OFFSET (VenuleWindow, reading.bar));
  bind_child (widget_class, "follow_box", G_STRUCT_OFFSET (VenuleWindow, follow_box.box));
  bind_child (widget_class, "follow_label", G_STRUCT_OFFSET (VenuleWindow, follow_box.label));
  bind_child (widget_class, "follow_bar", G_STRUCT_OFFSET (VenuleWindow, follow_box.bar));
  bind_child (widget_class, "stop_following_button", G_STRUCT_OFFSET (VenuleWindow, follow_box.stop_button));
  bind_child (widget_class, "drawn_button", G_STRUCT_OFFSET (VenuleWindow, follow_box.drawn_button));
  bind_child (widget_class, "proposal_box", G_STRUCT_OFFSET (VenuleWindow, proposing.box));
  bind_child (widget_class, "proposal_label", G_STRUCT_OFFSET (VenuleWindow, proposing.label));
  bind_child (widget_class, "use_proposal_button", G_STRUCT_OFFSET (VenuleWindow, proposing.use_button));
  bind_child (widget_class, "next_proposal_button", G_STRUCT_OFFSET (VenuleWindow, proposing.next_button));
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, set_up_box);
  bind_child (widget_class, "saving_revealer", G_STRUCT_OFFSET (VenuleWindow, saving.revealer));
  bind_child (widget_class, "saving_label", G_STRUCT_OFFSET (VenuleWindow, saving.label));
  bind_child (widget_class, "saving_bar", G_STRUCT_OFFSET (VenuleWindow, saving.bar));
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, cheat_sheet);
  gtk_widget_class_bind_template_child (widget_class, VenuleWindow, playback_controls);
  bind_child (widget_class, "calibration_step", G_STRUCT_OFFSET (VenuleWindow, steps.calibration));
  bind_child (widget_class, "vessel_step", G_STRUCT_OFFSET (VenuleWindow, steps.vessel));
  bind_child (widget_class, "cells_step", G_STRUCT_OFFSET (VenuleWindow, steps.cells));
  bind_child (widget_class, "run_step", G_STRUCT_OFFSET (VenuleWindow, steps.run));
  bind_child (widget_class, "correct_step", G_STRUCT_OFFSET (VenuleWindow, steps.correct));
  bind_child (widget_class, "export_step", G_STRUCT_OFFSET (VenuleWindow, steps.export));
  bind_child (widget_class, "calibration_panel", G_STRUCT_OFFSET (VenuleWindow, panels.calibration));
  bind_child (widget_class, "vessel_panel", G_STRUCT_OFFSET (VenuleWindow, panels.vessel));
  bind_child (widget_class, "cells_panel", G_STRUCT_OFFSET (VenuleWindow, panels.cells));
  bind_child (widget_class, "run_panel", G_STRUCT_OFFSET (VenuleWindow, panels.run));
  bind_child (widget_class, "review_panel", G_STRUCT_OFFSET (VenuleWindow, panels.review));
  bind_child (widget_class, "sample_panel", G_STRUCT_OFFSET (VenuleWindow, panels.sample));
  bind_child (widget_class, "correct_panel", G_STRUCT_OFFSET (VenuleWindow, panels.correct));
  bind_child (widget_class, "export_panel", G_STRUCT_OFFSET (VenuleWindow, panels.export));
  bind_child (widget_class, "histogram_view", G_STRUCT_OFFSET (VenuleWindow, views.histogram));
  bind_child (widget_class, "strip_view", G_STRUCT_OFFSET (VenuleWindow, views.strip));
  bind_child (widget_class, "measures_view", G_STRUCT_OFFSET (VenuleWindow, views.measures));
  bind_child (widget_class, "kymograph_panel", G_STRUCT_OFFSET (VenuleWindow, views.kymograph));
  bind_child (widget_class, "results_pane", G_STRUCT_OFFSET (VenuleWindow, panes.results));
  bind_child (widget_class, "tables", G_STRUCT_OFFSET (VenuleWindow, views.tables));
  bind_child (widget_class, "tabs", G_STRUCT_OFFSET (VenuleWindow, panes.tabs));
  bind_child (widget_class, "track_table", G_STRUCT_OFFSET (VenuleWindow, views.tracks));
  bind_child (widget_class, "spot_table", G_STRUCT_OFFSET (VenuleWindow, views.spots));
}

static void
venule_window_class_init (VenuleWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = venule_window_close_request;

  ensure_types ();
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-window.ui");
  bind_children (widget_class);
}

static void
bind_settings (VenuleWindow *self)
{
  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_settings_bind (self->settings, "play-speed", self->player, "speed", G_SETTINGS_BIND_GET);
}

static void
on_cache_size_changed (VenuleWindow *self)
{
  venule_player_set_cache_size (self->player, g_settings_get_uint (self->settings, "cache-size"));
}

static void
venule_window_init (VenuleWindow *self)
{
  self->settings = g_settings_new (VENULE_APP_ID);
  self->player = venule_player_new ();
  self->selection = venule_selection_new ();
  self->run.preview = venule_live_preview_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  venule_canvas_set_player (self->canvas, self->player);
  venule_canvas_set_selection (self->canvas, self->selection);
  venule_playback_controls_set_player (self->playback_controls, self->player);
  venule_playback_controls_set_canvas (self->playback_controls, self->canvas);
  venule_vessel_panel_set_player (self->panels.vessel, self->player);
  venule_correct_panel_set_selection (self->panels.correct, self->selection);
  venule_window_connect_review (self);
  venule_window_connect_kymograph (self);
  venule_window_connect_panes (self);
  venule_window_connect_vessel (self);
  venule_window_connect_proposal (self);
  venule_window_connect_batch (self);
  venule_track_table_set_selection (self->views.tracks, self->selection);
  venule_spot_table_set_selection (self->views.spots, self->selection);
  venule_spot_table_set_filter (self->views.spots, venule_track_table_get_filter (self->views.tracks));
  venule_track_table_bind_columns (self->views.tracks, self->settings, "track-columns");
  venule_spot_table_bind_columns (self->views.spots, self->settings, "spot-columns");

  bind_settings (self);
  g_signal_connect_object (self->settings, "changed::cache-size", G_CALLBACK (on_cache_size_changed), self,
                           G_CONNECT_SWAPPED);
  on_cache_size_changed (self);
  g_signal_connect_swapped (self->player, "notify::error", G_CALLBACK (on_player_error), self);
  g_signal_connect_swapped (self->player, "notify::slow", G_CALLBACK (venule_window_update_waiting), self);

  venule_window_install_actions (self);
  venule_window_connect_runs (self);
  venule_window_connect_drawing (self);
  venule_window_connect_warnings (self);
  venule_window_connect_identity (self);
  venule_window_bind_movie (self);
  venule_window_keys_bind (GTK_WIDGET (self));
  venule_cheat_sheet_watch (self->cheat_sheet, GTK_WIDGET (self));
  venule_window_connect_steps (self);
  venule_window_connect_preview (self);
  venule_window_connect_strip (self);
  venule_window_connect_sample (self);
  venule_window_connect_rescue (self);
  venule_window_connect_add (self);
  venule_window_connect_brush (self);
  venule_window_accept_drops (self);
  venule_window_update_recent (self);
  venule_window_update_overlay (self);
  venule_window_update_title (self);
  venule_window_update_steps (self);
}

/**
 * venule_window_new:
 * @application: the application
 *
 * Returns: (transfer none): a window that shows how to open a video
 */
VenuleWindow *
venule_window_new (AdwApplication *application)
{
  VenuleWindow *self = g_object_new (VENULE_TYPE_WINDOW, "application", application, NULL);

  venule_window_keys_fit (GTK_WINDOW (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (self))));
  return self;
}

gboolean
venule_window_is_empty (VenuleWindow *self)
{
  g_return_val_if_fail (VENULE_IS_WINDOW (self), FALSE);

  return !self->document && !self->opening.active;
}
