/* venule-window-open.c: opening videos: by dialog, from the recent files, by drop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-batch-window.h"
#include "venule-chosen.h"
#include "venule-config.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-file.h"
#include "venule-recent.h"
#include "venule-save.h"
#include "venule-study-window.h"
#include "venule-task.h"

#define MAX_RECENT 10

/* After this time without a frame the drive is said to be slow, s. */
#define PATIENCE 4

/* Counting frames. The thread that reads writes a number; the window looks at it now and then. */

typedef struct {
  VenuleWindow *window;  /* borrowed; main thread only; NULL when it has gone */
  guint         timeout;
  int           frames;  /* atomic */
  int           shown;   /* main thread only */
  gint64        since;   /* µs, when frames was seen to rise last; main thread only */
} Counting;

static char *
dup_counting_text (Counting *counting,
                   int       frames)
{
  if (g_get_monotonic_time () - counting->since < PATIENCE * G_USEC_PER_SEC)
    return g_strdup_printf (ngettext ("Reading the video: %d frame so far", "Reading the video: %d frames so far",
                                      (gulong) frames),
                            frames);
  return g_strdup_printf (ngettext ("The drive does not answer: %d frame was read so far",
                                    "The drive does not answer: %d frames were read so far", (gulong) frames),
                          frames);
}

static gboolean
show_counting (gpointer data)
{
  Counting *counting = data;
  VenuleWindow *self = counting->window;
  int frames = g_atomic_int_get (&counting->frames);
  gint64 expected = venule_source_get_n_frames (venule_document_get_source (self->document));
  g_autofree char *text = NULL;

  if (frames != counting->shown)
    counting->since = g_get_monotonic_time ();
  counting->shown = frames;
  text = dup_counting_text (counting, frames);
  gtk_label_set_label (self->reading.label, text);
  gtk_revealer_set_reveal_child (self->reading.revealer, TRUE);
  if (expected > 0)
    gtk_progress_bar_set_fraction (self->reading.bar, MIN (1, (double) frames / expected));
  else
    gtk_progress_bar_pulse (self->reading.bar);
  return G_SOURCE_CONTINUE;
}

static void
on_window_gone (gpointer  data,
                GObject  *window)
{
  Counting *counting = data;

  counting->window = NULL;
  g_clear_handle_id (&counting->timeout, g_source_remove);
}

static void
on_reading (VenuleSource *source,
            gint64        frames_done,
            gpointer      user_data)
{
  Counting *counting = user_data;

  g_atomic_int_set (&counting->frames, (int) MIN (frames_done, G_MAXINT));
}

static void
count_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  GError *error = NULL;

  if (venule_source_build_table (source_object, on_reading, task_data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_warnings (VenuleWindow *self,
               VenuleSource *source)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);
  VenuleFields order;
  gboolean combed = venule_source_get_interlacing (source, &order) == VENULE_INTERLACING_COMBED;
  g_autofree char *found = g_strjoinv ("\n", warnings);
  g_autofree char *text = g_strconcat (found, combed ? "\n" : NULL,
                                       combed ? _("“How the Video Is Read” in the menu splits it.") : NULL, NULL);

  if (*text)
    venule_message_bar_show_info (self->message_bar, _("About this file"), text);
}

static void
on_counted (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  Counting *counting = user_data;
  VenuleWindow *self = counting->window;
  g_autoptr (GError) error = NULL;
  gboolean counted = g_task_propagate_boolean (G_TASK (result), &error);

  if (self)
    {
      g_object_weak_unref (G_OBJECT (self), on_window_gone, counting);
      on_window_gone (counting, NULL);
    }
  g_free (counting);
  if (!self || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  gtk_revealer_set_reveal_child (self->reading.revealer, FALSE);
  self->opening.table_ready = counted;
  if (counted)
    {
      venule_player_refresh (self->player);
      venule_calibration_panel_update (self->panels.calibration);
      venule_vessel_panel_update (self->panels.vessel);
      show_warnings (self, VENULE_SOURCE (object));
      venule_window_hash_video (self);
      venule_window_propose_at_first (self);
    }
  else
    venule_window_show_error (self, _("The video cannot be read to its end"), error->message);
  venule_window_update_title (self); /* the frame rate is exact now */
  venule_window_update_steps (self);
}

/**
 * venule_window_count_frames:
 * @self: a window with a video
 *
 * Reads the whole video in a thread, so that the number of its frames and their times are exact.
 */
void
venule_window_count_frames (VenuleWindow *self)
{
  VenuleSource *source = venule_document_get_source (self->document);
  Counting *counting = g_new0 (Counting, 1);
  g_autoptr (GTask) task = NULL;

  counting->window = self;
  counting->since = g_get_monotonic_time ();
  counting->timeout = g_timeout_add (200, show_counting, counting);
  g_object_weak_ref (G_OBJECT (self), on_window_gone, counting);

  g_clear_object (&self->opening.cancellable);
  self->opening.cancellable = g_cancellable_new ();
  task = g_task_new (source, self->opening.cancellable, on_counted, counting);
  g_task_set_source_tag (task, venule_window_count_frames);
  g_task_set_task_data (task, counting, NULL);
  venule_task_run (task, count_in_thread);
}

/**
 * venule_window_update_waiting:
 * @self: a window with a video
 *
 * Says that a frame is waited for, unless the bar tells how many frames were read.
 */
void
venule_window_update_waiting (VenuleWindow *self)
{
  gboolean slow = venule_player_get_slow (self->player);
  g_autofree char *text = NULL;

  if (!self->opening.table_ready)
    return;
  if (slow)
    {
      text = g_strdup_printf (_("Waiting for the drive: frame %lld"),
                              (long long) venule_player_get_position (self->player));
      gtk_label_set_label (self->reading.label, text);
      gtk_progress_bar_set_fraction (self->reading.bar, 0);
    }
  gtk_revealer_set_reveal_child (self->reading.revealer, slow);
}

/* Opening */

typedef struct {
  char              *path;
  VenuleInputOptions input;
  VenuleStack       *stack; /* of which something has to be chosen, or NULL */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_clear_pointer (&opening->stack, venule_stack_free);
  g_free (opening->path);
  g_free (opening);
}

static void
open_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  Opening *opening = task_data;
  GError *error = NULL;
  VenuleSource *source = venule_source_open_as (opening->path, &opening->input, cancellable, &error);

  /* A video that was opened before needs not be read through again. */
  if (source)
    venule_source_use_cache (source, NULL);
  else if (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_QUESTION))
    opening->stack = venule_stack_probe (opening->path, opening->input.series, NULL);

  if (source)
    g_task_return_pointer (task, source, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
on_opened (gpointer  owner,
           GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = g_task_propagate_pointer (task, &error);
  Opening *opening = g_task_get_task_data (task);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->opening.active = FALSE;
  venule_start_page_set_busy (self->start_page, FALSE);
  if (opening->stack)
    {
      venule_window_ask_input_options (self, opening->path, g_steal_pointer (&opening->stack), &opening->input);
      return;
    }
  if (!source)
    {
      g_autofree char *name = g_path_get_basename (opening->path);
      g_autofree char *shown = venule_display_name_dup (name);

      venule_window_show_open_error (self, shown, error->message);
      return;
    }

  venule_message_bar_hide (self->message_bar);
  venule_recent_add (venule_source_get_path (source));
  venule_window_set_source (self, source);
  venule_window_begin_set_up (self);
}

/**
 * venule_window_open:
 * @self: an empty window
 * @file: a video or a document
 *
 * Opens the video in a thread, as the disk may be slow; its first frame shows as soon as it is there.
 */
void
venule_window_open (VenuleWindow *self,
                    GFile        *file)
{
  venule_window_open_as (self, file, &(VenuleInputOptions) { 0 });
}

void
venule_window_open_as (VenuleWindow             *self,
                       GFile                    *file,
                       const VenuleInputOptions *input)
{
  g_autofree char *path = g_file_get_path (file);
  Opening *opening;

  g_return_if_fail (VENULE_IS_WINDOW (self));
  g_return_if_fail (venule_window_is_empty (self));

  if (!path)
    {
      venule_window_show_error (self, _("This place cannot be opened"),
                                _("Venule reads files of this computer only. Copy the video to it first."));
      return;
    }

  if (venule_window_is_document (path))
    {
      venule_window_open_document (self, path);
      return;
    }

  self->opening.active = TRUE;
  venule_start_page_set_busy (self->start_page, TRUE);
  g_clear_object (&self->opening.cancellable);
  self->opening.cancellable = g_cancellable_new ();
  opening = g_new0 (Opening, 1);
  opening->path = g_steal_pointer (&path);
  opening->input = *input;
  venule_task_start (self, self->opening.cancellable, venule_window_open, open_in_thread, opening, opening_free,
                     on_opened);
}

/**
 * venule_window_cancel_opening:
 * @self: a window
 *
 * Opens nothing after all: the drive may never answer.
 */
void
venule_window_cancel_opening (VenuleWindow *self)
{
  g_return_if_fail (VENULE_IS_WINDOW (self));

  if (!self->opening.active)
    return;
  if (self->opening.cancellable)
    g_cancellable_cancel (self->opening.cancellable);
  g_clear_pointer (&self->opening.pending, venule_working_copy_free);
  g_clear_pointer (&self->opening.pending_video, venule_source_record_free);
  self->opening.active = FALSE;
  venule_start_page_set_busy (self->start_page, FALSE);
}

/* Whether a question is open there, whose answer opens something in that window. */
static gboolean
has_question (VenuleWindow *self)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (ADW_IS_MESSAGE_DIALOG (l->data) && gtk_window_get_transient_for (l->data) == GTK_WINDOW (self))
      return TRUE;
  return FALSE;
}

/* (nullable): the document that can be saved there, or is on its way in. */
static const char *
get_own_path (VenuleWindow *self)
{
  if (self->document)
    return venule_window_is_read_only (self) ? NULL : venule_window_get_document_path (self);
  return self->opening.active || has_question (self) ? self->opening.path : NULL;
}

gboolean
venule_window_present_open (GFile *file)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  g_autofree char *path = g_file_get_path (file);

  for (GList *l = windows; l && path; l = l->next)
    {
      const char *own = VENULE_IS_WINDOW (l->data) ? get_own_path (l->data) : NULL;

      if (!own || !(g_str_equal (own, path) || venule_save_is_same (own, path)))
        continue;
      gtk_window_present (l->data);
      return TRUE;
    }
  return FALSE;
}

/* Here when the window is empty, else in a window of its own: an analysis is never replaced. A study has windows of
 * another kind, and so has a list of videos. */
static void
open_somewhere (VenuleWindow *self,
                GFile        *file)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autofree char *path = g_file_get_path (file);
  VenuleWindow *window = self;

  if (application && path &&
      (g_str_has_suffix (path, VENULE_STUDY_SUFFIX) || g_str_has_suffix (path, VENULE_BATCH_LIST_SUFFIX)))
    {
      g_application_open (G_APPLICATION (application), &file, 1, "");
      return;
    }
  if (venule_window_present_open (file))
    return;
  if (!venule_window_is_empty (self) || has_question (self))
    {
      window = venule_window_new (ADW_APPLICATION (application));
      g_set_weak_pointer (&window->opening.opener, self);
    }
  venule_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
}

void
venule_window_open_path (VenuleWindow *self,
                         const char   *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);

  open_somewhere (self, file);
}

/* Dialog */

static void
on_video_chosen (GtkNativeDialog *dialog,
                 int              response,
                 VenuleWindow    *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      /* GTK's dialog is accepted without one while nothing is found of what is searched for. */
      if (file)
        open_somewhere (self, file);
    }
  g_clear_object (&self->files.chooser);
}

static void
add_filter (GtkFileChooser     *chooser,
            const char         *name,
            const char *const  *types,
            const char *const  *suffixes)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; types[i]; i++)
    gtk_file_filter_add_mime_type (filter, types[i]);
  for (guint i = 0; suffixes[i]; i++)
    gtk_file_filter_add_suffix (filter, suffixes[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* Beside the video that is open, if one is. */
static void
begin_beside (VenuleWindow *self)
{
  if (self->document)
    venule_chosen_begin_beside (self->files.chooser,
                                venule_source_get_path (venule_document_get_source (self->document)));
}

void
venule_window_choose_video (VenuleWindow *self)
{
  const char *videos[] = { "video/*", "image/tiff", NULL };
  const char *suffixes[] = { "avi", "mkv", "mp4", "mov", "wmv", "ts", "tif", "tiff", "venule", NULL };
  const char *nothing[] = { NULL };
  const char *tiff[] = { "image/tiff", NULL };
  const char *tiff_suffixes[] = { "tif", "tiff", NULL };
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  if (self->files.chooser)
    return;

  self->files.chooser = gtk_file_chooser_native_new (_("Open a Video or a Document"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), NULL);
  add_filter (GTK_FILE_CHOOSER (self->files.chooser), _("Videos, image stacks and documents"), videos, suffixes);
  add_filter (GTK_FILE_CHOOSER (self->files.chooser), _("Videos"), (const char *[]) { "video/*", NULL }, nothing);
  add_filter (GTK_FILE_CHOOSER (self->files.chooser), _("TIFF image stacks"), tiff, tiff_suffixes);
  add_filter (GTK_FILE_CHOOSER (self->files.chooser), _ ("Venule documents"), nothing,
              (const char *[]){ "venule", NULL });
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->files.chooser), all);
  begin_beside (self);
  g_signal_connect_object (self->files.chooser, "response", G_CALLBACK (on_video_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->files.chooser));
}

void
venule_window_choose_pictures (VenuleWindow *self)
{
  if (self->files.chooser)
    return;

  self->files.chooser = gtk_file_chooser_native_new (_("Open a Folder of Pictures"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Open"), NULL);
  begin_beside (self);
  g_signal_connect_object (self->files.chooser, "response", G_CALLBACK (on_video_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->files.chooser));
}

/* Recent files */

static void
show_recent (gpointer   owner,
             GPtrArray *files)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) pictures = g_menu_new ();

  g_menu_append (pictures, _("_Folder of Pictures…"), "win.open-pictures");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (pictures));
  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (files, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
      /* A menu reads an underscore as a mnemonic. */
      g_auto (GStrv) parts = g_strsplit (gtk_recent_info_get_display_name (info), "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      g_menu_item_set_label (item, label);
      g_menu_item_set_action_and_target (item, "win.open-recent", "s", gtk_recent_info_get_uri (info));
      g_menu_append_item (section, item);
    }
  if (files->len > 0)
    g_menu_append_section (menu, _("Recent Files"), G_MENU_MODEL (section));

  adw_split_button_set_menu_model (self->header.open_button, G_MENU_MODEL (menu));
}

void
venule_window_update_recent (VenuleWindow *self)
{
  g_cancellable_cancel (self->opening.recent);
  g_clear_object (&self->opening.recent);
  self->opening.recent = g_cancellable_new ();
  venule_recent_find (self, MAX_RECENT, self->opening.recent, show_recent);
  venule_start_page_update_recent (self->start_page);
}

/* Drop */

static gboolean
on_dropped (VenuleWindow *self,
            const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  if (!files)
    return FALSE;

  if (venule_window_offer_together (self, files))
    return TRUE;
  for (GSList *l = files; l; l = l->next)
    open_somewhere (self, l->data);
  return TRUE;
}

void
venule_window_accept_drops (VenuleWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (venule_window_update_recent), self,
                           G_CONNECT_SWAPPED);
}
