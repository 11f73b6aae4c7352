/* venule-study-window-report.c: a page for each recording of a comparison, written in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-window-private.h"

#include <glib/gi18n.h>

#include "venule-display-name.h"
#include "venule-save.h"
#include "venule-task.h"

#define INTERVAL_MS 100

/* What the thread has, and tells. */
typedef struct {
  VenuleStudy *study; /* the report's own copy */
  char        *path;
  int          done;  /* pages; atomic */
  GPtrArray   *left_out; /* sentences; of the thread until it has ended */
} Report;

struct _VenuleStudyWindowReport
{
  Report       *report;
  guint         n;
  guint         timeout;
  GCancellable *cancellable;
};

static void
report_clear (gpointer data)
{
  Report *report = data;

  g_clear_object (&report->study);
  g_free (report->path);
  g_ptr_array_unref (report->left_out);
}

static void
report_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, report_clear);
}

/* The recordings that count, with their labels, as they are now. */
static VenuleStudy *
copy_study (VenuleStudy *study)
{
  VenuleStudy *copy = venule_study_new ();

  venule_study_set_adherent_seconds (copy, venule_study_get_adherent_seconds (study));
  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i), *added;

      if (!venule_study_recording_get_included (recording))
        continue;
      added = venule_study_add (copy, venule_study_recording_get_path (recording));
      venule_study_recording_set_animal (added, venule_study_recording_get_animal (recording));
      venule_study_recording_set_group (added, venule_study_recording_get_group (recording));
      venule_study_recording_set_time_point (added, venule_study_recording_get_time_point (recording));
    }
  return copy;
}

static void
write_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  Report *report = task_data;
  GError *error = NULL;
  g_autoptr (GBytes) pages = venule_study_make_pages (report->study, &report->done, NULL, report->left_out,
                                                       cancellable, &error);

  if (pages && !g_cancellable_set_error_if_cancelled (cancellable, &error) &&
      venule_save_file (report->path, pages, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
stop (VenuleStudyWindow *self)
{
  VenuleStudyWindowReport *writing = self->report;

  if (!writing)
    return;

  g_cancellable_cancel (writing->cancellable);
  g_clear_object (&writing->cancellable);
  g_clear_handle_id (&writing->timeout, g_source_remove);
  report_unref (writing->report);
  g_clear_pointer (&self->report, g_free);
}

static void
show_progress (VenuleStudyWindow *self)
{
  VenuleStudyWindowReport *writing = self->report;
  guint done = writing ? (guint) g_atomic_int_get (&writing->report->done) : 0;
  g_autofree char *text = NULL;

  gtk_revealer_set_reveal_child (self->report_revealer, writing != NULL);
  venule_study_window_update_report (self);
  if (!writing)
    return;

  /* Translators: of a report that is being written */
  text = g_strdup_printf (_("Writing the report: page %u of %u"), MIN (done + 1, writing->n), writing->n);
  gtk_label_set_label (self->report_label, text);
  gtk_progress_bar_set_fraction (self->report_bar, (double) done / writing->n);
}

static gboolean
on_timeout (gpointer user_data)
{
  show_progress (user_data);
  return G_SOURCE_CONTINUE;
}

/* (transfer full) (nullable): NULL: there are none */
static char *
dup_lines (const GPtrArray *sentences)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < sentences->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (sentences, i));
  lines = g_strv_builder_end (builder);

  return sentences->len > 0 ? g_strjoinv ("\n", lines) : NULL;
}

static void
on_written (gpointer  owner,
            GTask    *task)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (owner);
  const Report *report = g_task_get_task_data (task);
  g_autofree char *name = venule_display_name_dup_base (report->path);
  g_autofree char *title = NULL;
  g_autofree char *left_out = NULL;
  g_autoptr (GError) error = NULL;
  gboolean written = g_task_propagate_boolean (task, &error);

  /* It was cancelled, and perhaps another one begun. */
  if (!self->report || self->report->report != report)
    return;
  stop (self);
  show_progress (self);
  /* Translators: %s is the name of a file */
  title = g_strdup_printf (_("“%s” was saved"), name);
  left_out = written ? dup_lines (report->left_out) : NULL;
  if (!written)
    venule_study_window_show_error (self, _("The Report Was Not Saved"), error->message);
  else if (left_out)
    venule_study_window_show_error (self, _("The Report Is Not Complete"), left_out);
  else
    venule_study_window_toast (self, title);
  venule_study_window_end_report_question (self, written && !left_out);
}

static void
begin (VenuleStudyWindow *self,
       const char        *path)
{
  Report *report = g_atomic_rc_box_new0 (Report);

  report->study = copy_study (self->study);
  report->path = g_strdup (path);
  report->left_out = g_ptr_array_new_with_free_func (g_free);
  self->report = g_new0 (VenuleStudyWindowReport, 1);
  self->report->report = report;
  self->report->n = venule_study_get_n (report->study);
  self->report->cancellable = g_cancellable_new ();
  self->report->timeout = g_timeout_add (INTERVAL_MS, on_timeout, self);
  venule_task_start (self, self->report->cancellable, begin, write_in_thread, g_atomic_rc_box_acquire (report),
                     report_unref, on_written);
  show_progress (self);
}

static void
on_chosen (VenuleStudyWindow *self,
           int                response)
{
  g_autofree char *path = venule_study_window_dup_chosen (self, response, ".pdf", _("The Report Was Not Saved"));

  if (path && !self->report)
    begin (self, path);
}

static void
report_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  venule_study_window_ask_for_file (self, _("Save the Report"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("PDF"),
                                    "*.pdf", G_CALLBACK (on_chosen));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "report.pdf");
}

static void
cancel_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  stop (self);
  show_progress (self);
}

static const GActionEntry entries[] = {
  { "report", report_action },
  { "cancel-report", cancel_action },
};

/* One that counts makes a page. */
void
venule_study_window_update_report (VenuleStudyWindow *self)
{
  gboolean any = FALSE;

  for (guint i = 0; !any && i < venule_study_get_n (self->study); i++)
    any = venule_study_recording_get_included (venule_study_get (self->study, i));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "report")),
                               any && !self->report);
}

void
venule_study_window_install_report (VenuleStudyWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
venule_study_window_stop_report (VenuleStudyWindow *self)
{
  stop (self);
}
