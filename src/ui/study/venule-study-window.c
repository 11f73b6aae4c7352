/* venule-study-window.c: groups of animals against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-window-private.h"

#include <glib/gi18n.h>

#include "venule-display-name.h"
#include "venule-number-row.h"
#include "venule-task.h"

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleStudyWindow, venule_study_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_CLOSABLE, venule_study_window_closable_init))

/* ---- Results ---- */

static char *
dup_progress (VenuleStudyWindow *self)
{
  guint n = venule_study_get_n (self->study), n_read = 0;

  for (guint i = 0; i < n; i++)
    {
      VenuleStudyRecording *recording = venule_study_get (self->study, i);

      n_read += venule_study_recording_get_numbers (recording) || venule_study_recording_get_problem (recording);
    }
  /* Translators: how many documents have been read, and how many there are */
  return g_strdup_printf (_("Reading the documents: %u of %u"), n_read, n);
}

static void
renew (VenuleStudyWindow *self)
{
  VenuleStudyResults *results = NULL;
  g_autofree char *progress = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&self->idle, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, venule_study_get_n (self->study) > 0 ? "study" : "empty");
  venule_study_window_update_report (self);
  /* Of a part of the recordings something else could come out. */
  if (self->loading)
    progress = dup_progress (self);
  else
    results = venule_study_compare (self->study, &error);
  venule_study_results_view_take_results (self->results_view, results, error ? error->message : progress);
  gtk_widget_set_sensitive (self->save_button, results != NULL);
}

static gboolean
on_idle (gpointer user_data)
{
  VenuleStudyWindow *self = user_data;

  self->idle = 0;
  renew (self);
  return G_SOURCE_REMOVE;
}

/* Once for many changes, such as a label for all selected recordings. */
static void
on_study_changed (VenuleStudyWindow *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add (on_idle, self);
}

/* ---- Reading documents, one after the other ---- */

typedef struct {
  char   *path;
  double  adherent_seconds;
} Reading;

static void
reading_free (gpointer data)
{
  g_free (((Reading *) data)->path);
  g_free (data);
}

static void
read_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Reading *reading = task_data;
  GError *error = NULL;
  VenuleStudyNumbers *numbers = venule_study_numbers_read (reading->path, reading->adherent_seconds, &error);

  if (numbers)
    g_task_return_pointer (task, numbers, (GDestroyNotify) venule_study_numbers_free);
  else
    g_task_return_error (task, error);
}

/* Corrected in its own window, or by another program: it is read again. */
static void
on_document_changed (GFileMonitor      *monitor,
                     GFile             *file,
                     GFile             *other,
                     GFileMonitorEvent  event,
                     gpointer           data)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (data);
  VenuleStudyRecording *recording = g_object_get_data (G_OBJECT (monitor), "recording"); /* owns the monitor */

  /* A document that is gone keeps the numbers that it had. */
  if (event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT && event != G_FILE_MONITOR_EVENT_CREATED)
    return;
  if (self->loading == recording)
    self->is_stale = TRUE;
  else
    venule_study_recording_take_numbers (recording, NULL, NULL);
  venule_study_window_load_next (self);
}

static void
stop_watching (gpointer monitor)
{
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

/* Until the recording is gone. Where files cannot be watched, they are as they were read. */
static void
watch (VenuleStudyWindow    *self,
       VenuleStudyRecording *recording)
{
  g_autoptr (GFile) file = g_file_new_for_path (venule_study_recording_get_path (recording));
  GFileMonitor *monitor;

  if (g_object_get_data (G_OBJECT (recording), "monitor"))
    return;
  monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (!monitor)
    return;
  g_object_set_data (G_OBJECT (monitor), "recording", recording);
  g_signal_connect_object (monitor, "changed", G_CALLBACK (on_document_changed), self, 0);
  g_object_set_data_full (G_OBJECT (recording), "monitor", monitor, stop_watching);
}

static void
on_read (gpointer  owner,
         GTask    *task)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (owner);
  g_autoptr (VenuleStudyRecording) recording = g_steal_pointer (&self->loading);
  g_autoptr (GError) error = NULL;
  const Reading *reading = g_task_get_task_data (task);
  VenuleStudyNumbers *numbers = g_task_propagate_pointer (task, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  /* With a time of adherence, or a document, that was changed meanwhile, they are read again. */
  if (reading->adherent_seconds == venule_study_get_adherent_seconds (self->study) && !self->is_stale)
    venule_study_recording_take_numbers (recording, numbers, error ? error->message : NULL);
  else
    venule_study_numbers_free (numbers);
  venule_study_window_load_next (self);
}

void
venule_study_window_load_next (VenuleStudyWindow *self)
{
  for (guint i = 0; !self->loading && i < venule_study_get_n (self->study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (self->study, i);
      Reading *reading;

      if (venule_study_recording_get_numbers (recording) || venule_study_recording_get_problem (recording))
        continue;
      self->loading = g_object_ref (recording);
      self->is_stale = FALSE;
      watch (self, recording);
      reading = g_new0 (Reading, 1);
      reading->path = g_strdup (venule_study_recording_get_path (recording));
      reading->adherent_seconds = venule_study_get_adherent_seconds (self->study);
      venule_task_start (self, self->cancellable, venule_study_window_load_next, read_in_thread, reading, reading_free,
                         on_read);
    }
}

/* ---- Choices ---- */

static void
on_choice_changed (VenuleStudyWindow *self)
{
  guint n, quantity = gtk_drop_down_get_selected (self->quantity_drop_down);
  const VenuleStudyQuantity *quantities = venule_study_get_quantities (&n);

  if (self->filling || !self->study)
    return;

  if (quantity < n)
    venule_study_set_quantity (self->study, quantities[quantity].id);
  venule_study_set_grouping (self->study, gtk_drop_down_get_selected (self->grouping_drop_down));
  venule_study_set_correction (self->study, gtk_drop_down_get_selected (self->correction_drop_down));
  venule_study_set_paired (self->study, gtk_check_button_get_active (self->paired_check));
}

/* All documents are measured again. */
static void
on_adherence_changed (VenuleStudyWindow *self)
{
  gboolean chosen = gtk_check_button_get_active (self->adherence_check);

  gtk_widget_set_sensitive (GTK_WIDGET (self->adherence_spin), chosen);
  if (self->filling || !self->study)
    return;

  venule_study_set_adherent_seconds (self->study, chosen ? gtk_spin_button_get_value (self->adherence_spin) : 0);
  venule_study_window_load_next (self);
}

static void
show_choices (VenuleStudyWindow *self)
{
  guint n;
  const VenuleStudyQuantity *first = venule_study_get_quantities (&n);
  double seconds = venule_study_get_adherent_seconds (self->study);

  self->filling = TRUE;
  gtk_drop_down_set_selected (self->quantity_drop_down, (guint) (venule_study_get_quantity (self->study) - first));
  gtk_drop_down_set_selected (self->grouping_drop_down, venule_study_get_grouping (self->study));
  gtk_drop_down_set_selected (self->correction_drop_down, venule_study_get_correction (self->study));
  gtk_check_button_set_active (self->paired_check, venule_study_get_paired (self->study));
  gtk_check_button_set_active (self->adherence_check, seconds > 0);
  if (seconds > 0)
    gtk_spin_button_set_value (self->adherence_spin, seconds);
  self->filling = FALSE;
}

static void
set_up_name (GtkListItemFactory *factory,
             GtkListItem        *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_name (GtkListItemFactory *factory,
           GtkListItem        *item)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static void
fill_quantities (VenuleStudyWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n;
  const VenuleStudyQuantity *quantities = venule_study_get_quantities (&n);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, _(quantities[i].name));
  gtk_drop_down_set_model (self->quantity_drop_down, G_LIST_MODEL (names));

  /* The button gives way on a small screen; the open list keeps its whole names. */
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_name), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_name), NULL);
  gtk_drop_down_set_list_factory (self->quantity_drop_down, gtk_drop_down_get_factory (self->quantity_drop_down));
  gtk_drop_down_set_factory (self->quantity_drop_down, factory);
}

/* ---- The study ---- */

void
venule_study_window_update_title (VenuleStudyWindow *self)
{
  g_autofree char *name = self->path ? venule_display_name_dup_base (self->path) : NULL;
  g_autofree char *subtitle = NULL;

  /* Translators: the name of a file that has changes; keep the bullet */
  if (name && venule_study_get_modified (self->study))
    subtitle = g_strdup_printf (_("%s • not saved"), name);
  adw_window_title_set_subtitle (self->title, subtitle ? subtitle : name ? name : "");
}

/* Takes the study. */
void
venule_study_window_take_study (VenuleStudyWindow *self,
                                VenuleStudy       *study,
                                const char        *path)
{
  if (self->study)
    g_signal_handlers_disconnect_by_data (self->study, self);
  g_clear_object (&self->study);
  venule_study_window_take_before (self, NULL);
  self->study = study;
  g_free (self->path);
  self->path = g_strdup (path);
  g_signal_connect_swapped (study, "changed", G_CALLBACK (on_study_changed), self);
  g_signal_connect_swapped (study, "notify::modified", G_CALLBACK (venule_study_window_update_title), self);
  venule_study_table_set_study (self->table, study);
  show_choices (self);
  venule_study_window_update_title (self);
  venule_study_window_load_next (self);
  renew (self);
}

/* ---- Object ---- */

static gboolean
venule_study_window_close_request (GtkWindow *window)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (window);

  return !venule_closable_may_close (VENULE_CLOSABLE (self)) ||
         GTK_WINDOW_CLASS (venule_study_window_parent_class)->close_request (window);
}

static void
venule_study_window_dispose (GObject *object)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (object);

  g_clear_weak_pointer (&self->question);
  g_cancellable_cancel (self->cancellable);
  venule_study_window_stop_report (self);
  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->study)
    g_signal_handlers_disconnect_by_data (self->study, self);
  if (self->table)
    venule_study_table_set_study (self->table, NULL);
  g_clear_object (&self->study);
  g_clear_object (&self->loading);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->before, g_ptr_array_unref);

  G_OBJECT_CLASS (venule_study_window_parent_class)->dispose (object);
}

static void
venule_study_window_class_init (VenuleStudyWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_study_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = venule_study_window_close_request;

  g_type_ensure (VENULE_TYPE_STUDY_RESULTS_VIEW);
  g_type_ensure (VENULE_TYPE_STUDY_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-study-window.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, VenuleStudyWindow, name)
  BIND (title);
  BIND (save_button);
  BIND (stack);
  BIND (table);
  BIND (quantity_drop_down);
  BIND (grouping_drop_down);
  BIND (correction_drop_down);
  BIND (paired_check);
  BIND (adherence_check);
  BIND (adherence_spin);
  BIND (results_view);
  BIND (toasts);
  BIND (report_revealer);
  BIND (report_label);
  BIND (report_bar);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_choice_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_adherence_changed);
  gtk_widget_class_bind_template_callback (widget_class, venule_number_on_input);
}

static void
venule_study_window_init (VenuleStudyWindow *self)
{
  self->filling = TRUE;
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_quantities (self);
  venule_study_window_install (self);
  venule_study_window_take_study (self, venule_study_new (), NULL);
}

/**
 * venule_study_window_new:
 * @application: (nullable): the application
 *
 * Returns: (transfer none): a window without recordings, not shown yet
 */
GtkWidget *
venule_study_window_new (GtkApplication *application)
{
  return g_object_new (VENULE_TYPE_STUDY_WINDOW, "application", application, NULL);
}

VenuleStudy *
venule_study_window_get_study (VenuleStudyWindow *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY_WINDOW (self), NULL);

  return self->study;
}
