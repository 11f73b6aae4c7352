/* venule-window-document.c: documents in the window: opened with their video, and saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-chosen.h"
#include "venule-config.h"
#include "venule-display-name.h"
#include "venule-document-name.h"
#include "venule-error.h"
#include "venule-recent.h"
#include "venule-source-identity.h"
#include "venule-task.h"

#define SUFFIX VENULE_DOCUMENT_SUFFIX

/* What is needed to open the video of a document in a thread: a drive may take its time to answer. */
typedef struct {
  char         *path;     /* that the user chose; NULL: it is looked for where it was */
  char         *document; /* of the document; NULL: never saved */
  VenuleSource *known;    /* what the document knows of it; NULL: nothing */
} Video;

static void
video_free (Video *video)
{
  g_free (video->path);
  g_free (video->document);
  g_clear_object (&video->known);
  g_free (video);
}

gboolean
venule_window_is_document (const char *path)
{
  return venule_document_has_suffix (path);
}

static void
show_document_error (VenuleWindow *self,
                     const char   *path,
                     const char   *text)
{
  g_autofree char *name = venule_display_name_dup_base (path);

  venule_window_show_open_error (self, name, text);
}

/* What is damaged may still be of use. */
static void
show_open_error (VenuleWindow *self,
                 const char   *path,
                 const GError *error)
{
  if (path && g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED))
    venule_window_offer_rescue (self, path, error->message);
  else
    show_document_error (self, path ? path : SUFFIX, error->message);
}

static void
stop_opening (VenuleWindow *self)
{
  g_clear_pointer (&self->opening.pending, venule_working_copy_free);
  g_clear_pointer (&self->opening.pending_video, venule_source_record_free);
  g_clear_pointer (&self->opening.other_video, g_free);
  self->opening.active = FALSE;
  venule_start_page_set_busy (self->start_page, FALSE);
}

/* ---- The video of a document ---- */

static void ask_for_video (VenuleWindow *self,
                           const char   *why);

/* Where it was; else beside the document, where it often goes along. (transfer full) (nullable) */
static char *
find_video (const Video *video)
{
  const char *was = venule_source_get_path (video->known);
  g_autofree char *name = g_path_get_basename (was);
  g_autofree char *folder = video->document ? g_path_get_dirname (video->document) : NULL;
  g_autofree char *beside = folder ? g_build_filename (folder, name, NULL) : NULL;

  if (g_file_test (was, G_FILE_TEST_EXISTS))
    return g_strdup (was);
  return beside && g_file_test (beside, G_FILE_TEST_EXISTS) ? g_steal_pointer (&beside) : NULL;
}

static VenuleSource *
open_found (const Video   *video,
            GCancellable  *cancellable,
            GError       **error)
{
  const VenuleInputOptions nothing_chosen = { 0 };
  g_autofree char *path = video->path ? g_strdup (video->path) : find_video (video);
  g_autoptr (VenuleSource) source = NULL;

  if (!path)
    {
      g_autofree char *shown = venule_display_name_dup (venule_source_get_path (video->known));

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("“%s” is not there any more."), shown);
      return NULL;
    }

  source = venule_source_open_as (path, video->known ? venule_source_get_input_options (video->known) : &nothing_chosen,
                                  cancellable, error);
  if (!source || (video->known &&
                  !venule_source_check_identity (video->known, source, video->path != NULL, cancellable, error)))
    return NULL;

  return g_steal_pointer (&source);
}

static void
open_video_in_thread (GTask        *task,
                      gpointer      source_object,
                      gpointer      task_data,
                      GCancellable *cancellable)
{
  GError *error = NULL;
  VenuleSource *source = open_found (task_data, cancellable, &error);

  if (source)
    g_task_return_pointer (task, source, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* A document that is being read, with its video. */
typedef struct {
  VenuleSource      *source;
  VenuleWorkingCopy *working_copy; /* NULL when the document has it */
  char              *path;         /* NULL: never saved */
  gboolean           read_only;
  gboolean           had_damaged;
} Loading;

static void
loading_free (Loading *loading)
{
  g_object_unref (loading->source);
  venule_working_copy_free (loading->working_copy);
  g_free (loading->path);
  g_free (loading);
}

static void
load_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Loading *loading = task_data;
  GError *error = NULL;
  VenuleDocument *document =
    venule_document_new_from_working_copy (loading->source, g_steal_pointer (&loading->working_copy), &error);

  if (document)
    g_task_return_pointer (task, document, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
on_loaded (gpointer  owner,
           GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  const Loading *loading = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleDocument) document = g_task_propagate_pointer (task, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  stop_opening (self);
  if (!document)
    {
      show_open_error (self, loading->path, error);
      return;
    }

  venule_message_bar_hide (self->message_bar);
  if (loading->path)
    venule_recent_add (loading->path);
  venule_window_set_document (self, document);
  if (loading->read_only)
    venule_message_bar_show_info (
      self->message_bar, _("Open elsewhere"),
      _("This document is open in another window. Here it can be looked at, and saved under "
         "another name."));
  if (loading->had_damaged)
    venule_message_bar_show_error (
      self->message_bar, _("Unsaved changes are damaged"),
      _("Changes to this document that were not saved when Venule ended cannot be read. They are kept: type "
        "“venule-cli recover” in a terminal to see how to rescue what is left of them."));
  venule_window_toast_rescued (self);
  venule_window_watch_check (self);
}

/* Its tracks are read in a thread, too: there may be millions of spots. */
static void
load_document (VenuleWindow *self,
               VenuleSource *source)
{
  Loading *loading = g_new0 (Loading, 1);

  loading->source = g_object_ref (source);
  loading->path = g_strdup (venule_working_copy_get_path (self->opening.pending));
  loading->read_only = venule_working_copy_get_read_only (self->opening.pending);
  loading->had_damaged = venule_working_copy_had_damaged (self->opening.pending);
  loading->working_copy = g_steal_pointer (&self->opening.pending);
  venule_task_start (self, self->opening.cancellable, load_document, load_in_thread, loading,
                     (GDestroyNotify) loading_free, on_loaded);
}

static void
on_video_opened (gpointer  owner,
                 GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = g_task_propagate_pointer (task, &error);

  if (!self->opening.pending || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (source)
    load_document (self, source);
  else
    ask_for_video (self, error->message);
}

/* @path: (nullable): that a person chose. */
static void
open_video (VenuleWindow *self,
            const char   *path)
{
  g_autoptr (GError) error = NULL;
  Video *video = g_new0 (Video, 1);

  video->path = g_strdup (path);
  video->document = g_strdup (venule_working_copy_get_path (self->opening.pending));
  if (self->opening.pending_video)
    video->known = venule_source_new_recorded (self->opening.pending_video, &error);
  if (error)
    {
      g_autofree char *document = g_strdup (venule_working_copy_get_path (self->opening.pending));

      video_free (video);
      stop_opening (self);
      show_open_error (self, document, error);
      return;
    }

  venule_start_page_set_busy (self->start_page, TRUE);
  g_clear_object (&self->opening.cancellable);
  self->opening.cancellable = g_cancellable_new ();
  venule_task_start (self, self->opening.cancellable, open_video, open_video_in_thread, video,
                     (GDestroyNotify) video_free, on_video_opened);
}

static void
on_video_found (GtkNativeDialog *dialog,
                int              response,
                VenuleWindow    *self)
{
  g_autofree char *path = venule_chosen_dup_path (self->files.chooser, response);

  if (path && self->opening.pending)
    open_video (self, path);
  else
    stop_opening (self);
  g_clear_object (&self->files.chooser);
  venule_window_leave_unused (self);
}

static void
on_video_asked (VenuleWindow *self,
                const char   *response)
{
  if (!self->opening.pending)
    return;
  if (!g_str_equal (response, "find") || self->files.chooser)
    {
      stop_opening (self);
      venule_window_leave_unused (self);
      return;
    }

  self->files.chooser = gtk_file_chooser_native_new (_ ("Find the Video"), GTK_WINDOW (self),
                                                     GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), NULL);
  venule_chosen_begin_beside (self->files.chooser, venule_working_copy_get_path (self->opening.pending));
  g_signal_connect_object (self->files.chooser, "response", G_CALLBACK (on_video_found), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->files.chooser));
}

static void
ask_for_video (VenuleWindow *self,
               const char   *why)
{
  g_autofree char *question =
    g_strdup_printf (_("%s\nThe document needs its video. Say where it is now; its content is "
                        "checked, so that no other one is taken for it."),
                     why);
  g_autofree char *body =
    g_strconcat (self->opening.rescued ? self->opening.rescued : "", self->opening.rescued ? "\n" : "", question, NULL);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Where Is the Video?"), body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "find", _("_Find…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "find", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "find");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_video_asked), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  venule_start_page_set_busy (self->start_page, FALSE); /* nothing is waited for but the answer */
}

/**
 * venule_window_take_working_copy:
 * @self: an empty window
 * @working_copy: (transfer full): the working copy of a document
 *
 * Opens the video of the document, and then shows both. Asks where the video is when it is not where it was.
 */
void
venule_window_take_working_copy (VenuleWindow      *self,
                                 VenuleWorkingCopy *working_copy)
{
  g_autoptr (GError) error = NULL;

  g_free (self->opening.path);
  self->opening.path = g_strdup (venule_working_copy_get_path (working_copy));
  self->opening.pending = working_copy;
  self->opening.pending_video = venule_project_db_dup_video (venule_working_copy_get_db (working_copy), &error);
  if (error)
    {
      g_autofree char *document = g_strdup (venule_working_copy_get_path (working_copy));

      stop_opening (self);
      show_open_error (self, document, error);
      return;
    }

  self->opening.active = TRUE;
  venule_start_page_set_busy (self->start_page, TRUE);
  if (self->opening.other_video)
    ask_for_video (self, self->opening.other_video);
  else if (self->opening.pending_video)
    open_video (self, NULL);
  else
    ask_for_video (self, _("It is not known which video the document is about."));
}

/* ---- Opening ---- */

static void
open_with (VenuleWindow        *self,
           const char          *path,
           VenuleWorkingCopyChoice choice,
           const char          *other_video);

static void
on_recover_answered (GtkWidget    *dialog,
                     const char   *response,
                     VenuleWindow *self)
{
  const char *path = g_object_get_data (G_OBJECT (dialog), "path");

  if (g_str_equal (response, "recover"))
    open_with (self, path, VENULE_WORKING_COPY_RECOVER, NULL);
  else if (g_str_equal (response, "saved"))
    open_with (self, path, VENULE_WORKING_COPY_FORGET, NULL);
  else
    venule_window_leave_unused (self);
}

static void
ask_to_recover (VenuleWindow *self,
                const char   *path)
{
  g_autofree char *name = venule_display_name_dup (path);
  g_autofree char *body =
    g_strdup_printf (_("When Venule ended the last time, “%s” had changes that were not saved. They "
                       "are still there, but for the last seconds of a run."),
                     name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Recover Unsaved Changes?"), body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"),
                                    "saved", _("_Discard Changes"), "recover", _("_Recover"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "saved", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "recover", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "recover");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "path", g_strdup (path), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_recover_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* What is opened in a thread: it is copied and checked as a whole. */
typedef struct {
  char                   *path;
  VenuleWorkingCopyChoice choice;
  char *other_video; /* why the video that is where it was is another one; NULL: it is not known to be */
} Opening;

static void
opening_free (Opening *opening)
{
  g_free (opening->path);
  g_free (opening->other_video);
  g_free (opening);
}

static void
open_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Opening *opening = task_data;
  GError *error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_open_at_once (opening->path, opening->choice, &error);

  if (working_copy)
    g_task_return_pointer (task, working_copy, (GDestroyNotify) venule_working_copy_free);
  else
    g_task_return_error (task, error);
}

static void
on_opened (gpointer  owner,
           GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  const Opening *opening = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  VenuleWorkingCopy *working_copy = g_task_propagate_pointer (task, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  stop_opening (self);
  self->opening.other_video = g_strdup (opening->other_video);
  if (working_copy)
    venule_window_take_working_copy (self, working_copy);
  else if (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_QUESTION))
    ask_to_recover (self, opening->path);
  else
    show_open_error (self, opening->path, error);
}

static void
open_with (VenuleWindow           *self,
           const char             *path,
           VenuleWorkingCopyChoice choice,
           const char             *other_video)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->path = g_strdup (path);
  opening->choice = choice;
  opening->other_video = g_strdup (other_video);
  g_free (self->opening.path);
  self->opening.path = g_strdup (path);
  self->opening.active = TRUE;
  venule_start_page_set_busy (self->start_page, TRUE);
  g_clear_object (&self->opening.cancellable);
  self->opening.cancellable = g_cancellable_new ();
  venule_task_start (self, self->opening.cancellable, open_with, open_in_thread, opening, (GDestroyNotify) opening_free,
                     on_opened);
}

/**
 * venule_window_open_document:
 * @self: an empty window
 * @path: a document
 *
 * Opens a document in a thread, and then its video; there may be something to ask in between: what to do with changes
 * that were not saved when the program was killed, or where the video is.
 */
void
venule_window_open_document (VenuleWindow *self,
                             const char   *path)
{
  open_with (self, path, VENULE_WORKING_COPY_ASK, NULL);
}

/**
 * venule_window_ask_for_video:
 * @self: an empty window
 * @path: a document that no window has open any more
 * @why: why its video is not the one that is where it was: a sentence
 *
 * Opens the document as it was left, with changes that were not saved, and asks where its video is.
 */
void
venule_window_ask_for_video (VenuleWindow *self,
                             const char   *path,
                             const char   *why)
{
  open_with (self, path, VENULE_WORKING_COPY_RECOVER, why);
}

/* ---- What it is ---- */

/**
 * venule_window_get_document_path:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): the file of the document; %NULL before it was saved
 */
const char *
venule_window_get_document_path (VenuleWindow *self)
{
  VenuleWorkingCopy *working_copy = self->document ? venule_document_get_working_copy (self->document) : NULL;

  return working_copy ? venule_working_copy_get_path (working_copy) : NULL;
}

gboolean
venule_window_is_read_only (VenuleWindow *self)
{
  VenuleWorkingCopy *working_copy = self->document ? venule_document_get_working_copy (self->document) : NULL;

  return working_copy && venule_working_copy_get_read_only (working_copy);
}

/* ---- A new document ---- */

/**
 * venule_window_new_document:
 * @self: an empty window
 * @source: the video
 *
 * Returns: (transfer full): a document about @source in a working copy; where none can be written, in memory alone,
 *   which is said
 */
VenuleDocument *
venule_window_new_document (VenuleWindow *self,
                            VenuleSource *source)
{
  g_autoptr (GError) error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_new (&error);
  VenuleDocument *document = working_copy ? venule_document_new_from_working_copy (source, working_copy, &error) : NULL;

  if (document)
    return document;

  venule_window_show_error (self, _("Changes cannot be kept as they are made"), error->message);
  return venule_document_new (source);
}
