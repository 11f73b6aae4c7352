/* venule-batch-window-run.c: all videos of the list are analysed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-window-private.h"

#include <glib/gi18n.h>

#include "venule-chosen.h"
#include "venule-close-question.h"
#include "venule-display-name.h"
#include "venule-number.h"
#include "venule-typed.h"

#define NOTIFICATION "batch"

gboolean
venule_batch_window_is_running (VenuleBatchWindow *self)
{
  VenuleBatchState state = self->batch ? venule_batch_get_state (self->batch) : VENULE_BATCH_IDLE;

  return state == VENULE_BATCH_RUNNING || state == VENULE_BATCH_PAUSED || state == VENULE_BATCH_STOPPING;
}

/* ---- Results ---- */

/* (transfer full) (element-type utf8 VenuleBatchVideo): by their ids */
static GHashTable *
list_videos (VenuleBatchWindow *self)
{
  GHashTable *videos = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < venule_batch_list_get_n (self->list); i++)
    {
      VenuleBatchVideo *video = venule_batch_list_get (self->list, i);

      g_hash_table_insert (videos, (gpointer) venule_batch_video_get_id (video), video);
    }
  return videos;
}

/* Videos that wait for their turn wait while the batch is at work only. */
static void
show_items (VenuleBatchWindow *self)
{
  g_autoptr (GHashTable) videos = list_videos (self);
  gboolean running = venule_batch_window_is_running (self);
  guint n = self->batch ? g_list_model_get_n_items (G_LIST_MODEL (self->batch)) : 0;

  for (guint i = 0; i < n; i++)
    {
      VenuleBatchItem *item = venule_batch_get_item (self->batch, i);
      VenuleBatchVideo *video = g_hash_table_lookup (videos, venule_batch_item_get_id (item));
      gboolean waits = venule_batch_item_get_state (item) == VENULE_BATCH_ITEM_WAITING;

      if (video)
        venule_batch_video_set_item (video, waits && !running ? NULL : item);
    }
}

static void
drop_batch (VenuleBatchWindow *self)
{
  if (!self->batch)
    return;
  g_signal_handlers_disconnect_by_data (self->batch, self);
  g_clear_object (&self->batch);
}

static void on_progress (VenuleBatchWindow *self);
static void on_finished (VenuleBatchWindow *self);

/* Of the videos that can be run, with what their folders say of them. */
static void
make_batch (VenuleBatchWindow *self)
{
  g_autoptr (VenuleManifest) ready = venule_batch_list_dup_ready (self->list);

  drop_batch (self);
  self->batch = venule_batch_new (ready, self->folder);
  venule_batch_set_longest_first (self->batch, !self->moved);
  g_signal_connect_object (self->batch, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->batch, "finished", G_CALLBACK (on_finished), self, G_CONNECT_SWAPPED);
}

void
venule_batch_window_show_results (VenuleBatchWindow *self)
{
  drop_batch (self);
  if (self->folder)
    make_batch (self);
  show_items (self);
}

/* (nullable): the place of a video in the batch; −1: it is not in it */
static int
find_item (VenuleBatchWindow *self,
           VenuleBatchVideo  *video)
{
  guint n = self->batch ? g_list_model_get_n_items (G_LIST_MODEL (self->batch)) : 0;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (venule_batch_item_get_id (venule_batch_get_item (self->batch, i)),
                     venule_batch_video_get_id (video)))
      return (int) i;
  return -1;
}

/* ---- How far it is ---- */

static double
get_share_done (VenuleBatchWindow *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->batch));
  double done = 0;

  for (guint i = 0; i < n; i++)
    {
      VenuleBatchItem *item = venule_batch_get_item (self->batch, i);
      VenuleBatchItemState state = venule_batch_item_get_state (item);
      gint64 frames = venule_batch_item_get_frames (item);

      if (state == VENULE_BATCH_ITEM_RUNNING && frames > 0)
        done += (double) venule_batch_item_get_frames_done (item) / (double) frames;
      else if (state != VENULE_BATCH_ITEM_WAITING && state != VENULE_BATCH_ITEM_RUNNING)
        done++;
    }
  return n > 0 ? done / n : 0;
}

/* (transfer full): "12 of 60 done, 1 failed" */
static char *
dup_counts (const VenuleBatchTotals *totals)
{
  guint n = 0, failed = totals->n_items[VENULE_BATCH_ITEM_FAILED];
  g_autofree char *done = NULL;
  g_autofree char *wrong = g_strdup_printf (ngettext ("%u failed", "%u failed", failed), failed);

  for (guint i = 0; i < VENULE_N_BATCH_ITEM_STATES; i++)
    n += totals->n_items[i];
  /* Translators: how many videos are analysed, and how many there are */
  done = g_strdup_printf (_("%u of %u videos done"), totals->n_items[VENULE_BATCH_ITEM_DONE], n);
  return failed > 0 ? g_strdup_printf ("%s, %s", done, wrong) : g_steal_pointer (&done);
}

/* (transfer full) (nullable) */
static char *
dup_time_left (double seconds)
{
  guint minutes = (guint) (seconds / 60 + 0.5);

  if (seconds < 0)
    return NULL;
  if (minutes == 0)
    return g_strdup (_("less than a minute left"));
  if (minutes < 120)
    return g_strdup_printf (ngettext ("%u minute left", "%u minutes left", minutes), minutes);
  minutes = (minutes + 30) / 60;
  return g_strdup_printf (ngettext ("%u hour left", "%u hours left", minutes), minutes);
}

static char *
dup_totals (VenuleBatchWindow *self)
{
  VenuleBatchTotals totals;
  g_autofree char *counts = NULL;
  g_autofree char *left = NULL;
  g_autofree char *rate = NULL;
  g_autofree char *speed = NULL;
  VenuleBatchState state = venule_batch_get_state (self->batch);

  venule_batch_get_totals (self->batch, &totals);
  counts = dup_counts (&totals);
  if (state == VENULE_BATCH_PAUSED)
    return g_strdup_printf ("%s · %s", counts, C_("batch", "Paused"));
  if (state == VENULE_BATCH_STOPPING)
    return g_strdup_printf ("%s · %s", counts, _("Stopping…"));
  left = dup_time_left (totals.seconds_left);
  rate = venule_number_dup_shown (totals.frames_per_second, 0);
  speed = totals.frames_per_second > 0 ? g_strdup_printf (_("%s frames/s"), rate) : NULL;
  if (speed && left)
    return g_strdup_printf ("%s · %s · %s", counts, speed, left);
  return speed ? g_strdup_printf ("%s · %s", counts, speed) : g_steal_pointer (&counts);
}

static void
on_progress (VenuleBatchWindow *self)
{
  g_autofree char *totals = NULL;

  if (!venule_batch_window_is_running (self))
    return;
  totals = dup_totals (self);
  gtk_label_set_label (self->run_label, totals);
  gtk_progress_bar_set_fraction (self->run_bar, get_share_done (self));
}

void
venule_batch_window_update_run (VenuleBatchWindow *self)
{
  VenuleBatchState state = self->batch ? venule_batch_get_state (self->batch) : VENULE_BATCH_IDLE;
  gboolean running = venule_batch_window_is_running (self), any = FALSE;

  for (guint i = 0; i < venule_batch_list_get_n (self->list) && !any; i++)
    any = venule_batch_video_get_state (venule_batch_list_get (self->list, i)) >= VENULE_BATCH_VIDEO_READY;
  gtk_revealer_set_reveal_child (self->run_revealer, running);
  gtk_widget_set_visible (self->run_button, !running);
  gtk_button_set_label (GTK_BUTTON (self->pause_button), state == VENULE_BATCH_PAUSED ? _("_Resume") : _("_Pause"));
  venule_batch_window_enable (self, "run", any && !running);
  venule_batch_window_enable (self, "pause", state == VENULE_BATCH_RUNNING || state == VENULE_BATCH_PAUSED);
  venule_batch_window_enable (self, "cancel", running && state != VENULE_BATCH_STOPPING);
  venule_batch_table_set_editable (self->table, !running);
}

/* ---- The end ---- */

static void
notify (VenuleBatchWindow       *self,
        const VenuleBatchTotals *totals)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (GNotification) notification = g_notification_new (_("Analysis Finished"));
  g_autofree char *counts = dup_counts (totals);

  /* Without a session bus nothing can show it. */
  if (!application || !g_application_get_dbus_connection (G_APPLICATION (application)) ||
      gtk_window_is_active (GTK_WINDOW (self)))
    return;
  g_notification_set_body (notification, counts);
  g_notification_set_default_action (notification, "app.analyse-videos");
  g_application_send_notification (G_APPLICATION (application), NOTIFICATION, notification);
}

static void
on_finished (VenuleBatchWindow *self)
{
  VenuleBatchTotals totals;
  gboolean complete;
  g_autofree char *counts = NULL;

  venule_batch_get_totals (self->batch, &totals);
  counts = dup_counts (&totals);
  complete = totals.n_items[VENULE_BATCH_ITEM_WAITING] == 0;
  g_settings_set_boolean (self->settings, "batch-unfinished", !complete);
  show_items (self);
  venule_batch_window_update (self);
  if (self->closing)
    {
      venule_closable_answer (VENULE_CLOSABLE (self), TRUE);
      return;
    }
  /* It cannot be asked any more. */
  venule_batch_window_drop_question (self);
  venule_batch_window_toast (self, counts, FALSE);
  if (complete)
    notify (self, &totals);
}

/* ---- Begin ---- */

static void
start (VenuleBatchWindow *self)
{
  VenuleBatchVideo *retried = self->retried;
  g_autoptr (GError) error = NULL;
  int position;

  venule_batch_window_save_later (self);
  venule_batch_window_save (self);
  make_batch (self);
  position = retried ? find_item (self, retried) : -1;
  if (position >= 0)
    venule_batch_retry_item (self->batch, (guint) position);
  g_clear_object (&self->retried);
  if (!venule_batch_start (self->batch, &error))
    {
      venule_batch_window_show_error (self, _("The Analysis Cannot Begin"), error->message);
      venule_batch_window_show_results (self);
      return;
    }
  g_settings_set_boolean (self->settings, "batch-unfinished", TRUE);
  venule_batch_finder_cancel (self->finder);
  show_items (self);
  on_progress (self);
  venule_batch_window_update (self);
}

static void
on_left_out_answered (VenuleBatchWindow *self,
                      const char        *response)
{
  if (g_str_equal (response, "run"))
    start (self);
  else
    g_clear_object (&self->retried);
}

/* What is proposed, or not set up, is never run unseen. */
static void
ask_and_start (VenuleBatchWindow *self)
{
  guint n = venule_batch_list_get_n (self->list), n_ready = 0;
  g_autofree char *heading = NULL;
  g_autofree char *body = NULL;
  GtkWidget *dialog;

  for (guint i = 0; i < n; i++)
    n_ready += venule_batch_video_get_state (venule_batch_list_get (self->list, i)) >= VENULE_BATCH_VIDEO_READY;
  if (n_ready == n)
    {
      start (self);
      return;
    }
  heading = g_strdup_printf (ngettext ("Run %u of %u Video?", "Run %u of %u Videos?", n), n_ready, n);
  body = g_strdup_printf (ngettext ("%u video is not ready, as its state says, and is left out.",
                                    "%u videos are not ready, as their states say, and are left out.", n - n_ready),
                          n - n_ready);
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "run", _("_Run"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "run", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "run");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_left_out_answered), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_folder_chosen (VenuleBatchWindow *self,
                  int                response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);

  g_clear_object (&self->chooser);
  if (!path)
    {
      g_clear_object (&self->retried);
      return;
    }
  venule_batch_window_take_folder (self, path);
  ask_and_start (self);
}

void
venule_batch_window_run (VenuleBatchWindow *self)
{
  venule_typed_take (GTK_WINDOW (self));
  if (venule_batch_window_is_running (self) || self->chooser)
    return;
  if (self->folder)
    ask_and_start (self);
  else
    venule_batch_window_choose (self, _("Choose a Folder for the Results"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                _("_Run"), NULL, NULL, G_CALLBACK (on_folder_chosen));
}

static void
run_action (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  venule_batch_window_run (user_data);
}

/* ---- While it runs ---- */

static void
pause_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;

  if (venule_batch_get_state (self->batch) == VENULE_BATCH_PAUSED)
    venule_batch_resume (self->batch);
  else
    venule_batch_pause (self->batch);
  on_progress (self);
  venule_batch_window_update_run (self);
}

static void
stop_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;

  venule_batch_stop (self->batch);
  on_progress (self);
  venule_batch_window_update_run (self);
}

static void
cancel_video (VenuleBatchWindow *self,
              VenuleBatchVideo  *video)
{
  int position = venule_batch_window_is_running (self) ? find_item (self, video) : -1;

  if (position >= 0)
    venule_batch_cancel_item (self->batch, (guint) position);
}

static void
cancel_videos_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);

  for (guint i = 0; i < gtk_bitset_get_size (selected); i++)
    cancel_video (self, venule_batch_list_get (self->list, gtk_bitset_get_nth (selected, i)));
}

/* The button of a row: one that runs is cancelled, another one tried again; or its video is looked at again. */
static void
on_row_button (VenuleBatchWindow *self,
               VenuleBatchVideo  *video)
{
  int position;

  if (venule_batch_video_get_state (video) == VENULE_BATCH_VIDEO_RUNNING)
    {
      cancel_video (self, video);
      return;
    }
  if (venule_batch_video_get_state (video) == VENULE_BATCH_VIDEO_WRONG)
    {
      venule_batch_video_take_look (video, NULL);
      return;
    }
  if (!venule_batch_window_is_running (self))
    {
      g_set_object (&self->retried, video);
      venule_batch_window_run (self);
      return;
    }
  position = find_item (self, video);
  if (position >= 0)
    venule_batch_retry_item (self->batch, (guint) position);
}

void
venule_batch_window_move_item (VenuleBatchWindow *self,
                               VenuleBatchVideo  *video,
                               VenuleBatchVideo  *other)
{
  int from = find_item (self, video), to = find_item (self, other);

  self->moved = TRUE;
  if (venule_batch_window_is_running (self) && from >= 0 && to >= 0)
    venule_batch_move_item (self->batch, (guint) from, (guint) to);
}

/* ---- Closing ---- */

void
venule_batch_window_drop_question (VenuleBatchWindow *self)
{
  if (!self->question)
    return;
  gtk_window_destroy (GTK_WINDOW (self->question));
  g_clear_weak_pointer (&self->question);
  venule_closable_answer (VENULE_CLOSABLE (self), TRUE);
}

static void
on_close_answered (VenuleBatchWindow *self,
                   const char        *response)
{
  g_clear_weak_pointer (&self->question);
  if (!g_str_equal (response, "close"))
    {
      venule_closable_keep_open (VENULE_CLOSABLE (self));
      venule_closable_answer (VENULE_CLOSABLE (self), FALSE);
      return;
    }
  self->closing = TRUE;
  if (venule_batch_window_is_running (self))
    stop_action (NULL, NULL, self);
  else
    venule_closable_answer (VENULE_CLOSABLE (self), TRUE);
}

static gboolean
venule_batch_window_may_close (VenuleClosable *closable)
{
  VenuleBatchWindow *self = VENULE_BATCH_WINDOW (closable);
  GtkWidget *dialog;

  venule_close_popovers (GTK_WIDGET (self));
  if (self->question)
    return FALSE;
  venule_typed_take (GTK_WINDOW (self));
  if (!venule_batch_window_is_running (self))
    return TRUE;
  /* It closes when all has stopped. */
  if (self->closing)
    return FALSE;

  dialog = venule_close_question_new (GTK_WINDOW (self), _("Close during the Run?"),
                                      _("Videos that are done stay done. The others go on when this window is opened "
                                        "and run again."));
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_answered), self, G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->question, dialog);
  gtk_window_present (GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
  return FALSE;
}

static void
venule_batch_window_keep_open (VenuleClosable *closable)
{
  VENULE_BATCH_WINDOW (closable)->closing = FALSE;
}

void
venule_batch_window_closable_init (VenuleClosableInterface *iface)
{
  iface->may_close = venule_batch_window_may_close;
  iface->keep_open = venule_batch_window_keep_open;
}

/* ---- Commands ---- */

void
venule_batch_window_install_run (VenuleBatchWindow *self)
{
  static const GActionEntry entries[] = {
    { "run", run_action },
    { "pause", pause_action },
    { "cancel", stop_action },
    { "cancel-videos", cancel_videos_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->table, "row-button", G_CALLBACK (on_row_button), self, G_CONNECT_SWAPPED);
}
