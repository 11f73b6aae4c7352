/* venule-window-input.c: what of a file is the video: asked when it is opened, and changed later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-display-name.h"
#include "venule-file.h"
#include "venule-input-dialog.h"
#include "venule-task.h"

static const char path_key[] = "venule-path";

static GtkWidget *
make_dialog (VenuleWindow             *self,
             const char               *path,
             VenuleStack              *stack,
             const VenuleInputOptions *input,
             VenuleSource             *source)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  GtkWidget *dialog = venule_input_dialog_new (GTK_WINDOW (self), name, stack, input, source);

  g_object_set_data_full (G_OBJECT (dialog), path_key, g_strdup (path), g_free);
  return dialog;
}

static void
on_answered (VenuleWindow      *self,
             const char        *response,
             VenuleInputDialog *dialog)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_object_get_data (G_OBJECT (dialog), path_key));

  if (g_str_equal (response, "open") && venule_window_is_empty (self))
    venule_window_open_as (self, file, venule_input_dialog_get_options (dialog));
  else
    venule_window_leave_unused (self);
}

/**
 * venule_window_ask_input_options:
 * @self: an empty window
 * @path: of a stack of which something has to be chosen
 * @stack: (transfer full): what the file tells of it
 * @input: what was chosen so far
 *
 * Asks, and opens the stack then.
 */
void
venule_window_ask_input_options (VenuleWindow             *self,
                                 const char               *path,
                                 VenuleStack              *stack,
                                 const VenuleInputOptions *input)
{
  GtkWidget *dialog = make_dialog (self, path, stack, input, NULL);

  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answered), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
close_window (gpointer data)
{
  gtk_window_close (GTK_WINDOW (data));
  return G_SOURCE_REMOVE;
}

/* Whether nothing would be lost with the window. */
static gboolean
is_untouched (VenuleWindow *self)
{
  g_autoptr (VenuleSettings) defaults = venule_settings_new ();

  return g_list_model_get_n_items (G_LIST_MODEL (self->document)) == 0 && !venule_window_is_running (self) &&
         venule_settings_equal (venule_document_get_settings (self->document), defaults);
}

/* An analysis is never replaced; a window in which there is none yet makes room. */
static void
on_changed (VenuleWindow      *self,
            const char        *response,
            VenuleInputDialog *dialog)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_object_get_data (G_OBJECT (dialog), path_key));
  const VenuleInputOptions *input = venule_input_dialog_get_options (dialog);
  VenuleWindow *window;

  if (!g_str_equal (response, "open") || !self->document ||
      venule_input_options_equal (input, venule_source_get_input_options (venule_document_get_source (self->document))))
    return;

  window = venule_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  venule_window_open_as (window, file, input);
  gtk_window_present (GTK_WINDOW (window));
  if (is_untouched (self))
    /* When the dialog has gone, which must not outlive its window. */
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_window, g_object_ref (self), g_object_unref);
}

/* What can be chosen is asked of the file, in a thread: its drive may be slow. */

typedef struct {
  char              *path;
  VenuleInputOptions input;
} Probing;

static void
probing_free (gpointer data)
{
  Probing *probing = data;

  g_free (probing->path);
  g_free (probing);
}

static void
probe_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  const Probing *probing = task_data;

  /* NULL: it is no stack, of which there is less to choose. */
  g_task_return_pointer (task, venule_stack_probe (probing->path, probing->input.series, NULL),
                         (GDestroyNotify) venule_stack_free);
}

static void
on_probed (gpointer  owner,
           GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  const Probing *probing = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleStack) stack = g_task_propagate_pointer (task, &error);
  GtkWidget *dialog;

  g_clear_object (&self->opening.probe);
  if (error || !self->document)
    return;

  dialog = make_dialog (self, probing->path, g_steal_pointer (&stack), &probing->input,
                        venule_document_get_source (self->document));
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * venule_window_change_input_options:
 * @self: a window with a video
 *
 * Lets the person choose how the video is read, and opens it again so.
 */
void
venule_window_change_input_options (VenuleWindow *self)
{
  VenuleSource *source;
  Probing *probing;

  if (!self->document || self->opening.probe)
    return;

  source = venule_document_get_source (self->document);
  probing = g_new0 (Probing, 1);
  probing->path = g_strdup (venule_source_get_path (source));
  probing->input = *venule_source_get_input_options (source);
  self->opening.probe = g_cancellable_new ();
  venule_task_start (self, self->opening.probe, venule_window_change_input_options, probe_in_thread, probing,
                     probing_free, on_probed);
}
