/* venule-window-identity.c: whether the video is that of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-error.h"
#include "venule-source-identity.h"
#include "venule-task.h"
#include "venule-window-action.h"

/* ---- The check ---- */

/* A video, and what its document knows of it. */
typedef struct {
  VenuleSource *source;
  VenuleSource *known; /* NULL: nothing */
} Hashing;

static void
hashing_free (Hashing *hashing)
{
  g_object_unref (hashing->source);
  g_clear_object (&hashing->known);
  g_free (hashing);
}

static void
hash_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Hashing *hashing = task_data;
  GError *error = NULL;

  g_free (venule_source_dup_hash (hashing->source, cancellable, NULL));
  if (hashing->known && !venule_source_check_identity (hashing->known, hashing->source, TRUE, cancellable, &error))
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_hashed (gpointer  owner,
           GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (task, &error);
  self->opening.checking_video = FALSE;
  if (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO))
    {
      self->opening.other_video = g_strdup (error->message);
      venule_window_toast_other_video (self);
    }
  venule_window_update_steps (self);
}

/**
 * venule_window_hash_video:
 * @self: a window with a video
 *
 * Works out by what the video is recognised when it was moved, in a thread: saving takes it when it is there. With it
 * the whole video is compared with that of the document; when it was opened, only a few frames were. There is no run
 * before that.
 */
void
venule_window_hash_video (VenuleWindow *self)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (self->document);
  g_autoptr (VenuleSourceRecord) record =
    working_copy ? venule_project_db_dup_video (venule_working_copy_get_db (working_copy), NULL) : NULL;
  Hashing *hashing = g_new0 (Hashing, 1);

  hashing->source = g_object_ref (venule_document_get_source (self->document));
  hashing->known = record ? venule_source_new_recorded (record, NULL) : NULL;
  self->opening.checking_video = hashing->known != NULL;
  venule_task_start (self, self->opening.cancellable, venule_window_hash_video, hash_in_thread, hashing,
                     (GDestroyNotify) hashing_free, on_hashed);
}

/* ---- Another video ---- */

/**
 * venule_window_toast_other_video:
 * @self: a window
 *
 * Says that the video is not that of the document, if it is not, and offers to look for it. Nothing is saved then, and
 * nothing run.
 *
 * Returns: whether it is another one
 */
gboolean
venule_window_toast_other_video (VenuleWindow *self)
{
  if (!self->opening.other_video || !self->document)
    return FALSE;

  venule_window_show_error (self, _("This is not the document’s video"), self->opening.other_video);
  if (venule_window_get_document_path (self))
    venule_message_bar_offer (self->message_bar, _("_Locate Video…"), "win.locate-video");
  return TRUE;
}

/* The document goes with its last window before it is opened again. */
typedef struct {
  VenuleWindow *window;
  char         *path;
  char         *why;
} Moving;

static gboolean
open_again (gpointer data)
{
  Moving *moving = data;

  if (venule_window_is_empty (moving->window))
    venule_window_ask_for_video (moving->window, moving->path, moving->why);
  g_object_unref (moving->window);
  g_free (moving->path);
  g_free (moving->why);
  g_free (moving);
  return G_SOURCE_REMOVE;
}

static void
on_document_gone (gpointer  data,
                  GObject  *document)
{
  g_idle_add (open_again, data);
}

static void
locate_video_action (VenuleWindow *self)
{
  const char *path = venule_window_get_document_path (self);
  Moving *moving;

  if (!self->opening.other_video || !path || venule_document_get_saving (self->document, NULL))
    return;

  moving = g_new0 (Moving, 1);
  moving->path = g_strdup (path);
  moving->why = g_strdup (self->opening.other_video);
  moving->window = g_object_ref (venule_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)))));
  g_object_weak_ref (G_OBJECT (self->document), on_document_gone, moving);
  gtk_window_present (GTK_WINDOW (moving->window));
  gtk_window_destroy (GTK_WINDOW (self));
}

static const VenuleWindowAction entries[] = {
  { "locate-video", G_CALLBACK (locate_video_action) },
};

void
venule_window_connect_identity (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
}
