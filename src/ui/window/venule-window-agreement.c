/* venule-window-agreement.c: checking the results against manual work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-agreement-window.h"
#include "venule-chosen.h"

static void
on_marks_chosen (VenuleWindow *self,
                 int           response)
{
  g_autofree char *path = venule_chosen_dup_path (self->files.chooser, response);

  if (path && self->document)
    venule_window_compare_with (self, path);
  g_clear_object (&self->files.chooser);
}

/**
 * venule_window_compare_with:
 * @self: a window with results
 * @path: a file of marked cells
 */
void
venule_window_compare_with (VenuleWindow *self,
                            const char   *path)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *window = venule_agreement_window_new (GTK_WINDOW (self), self->document, path, &error);

  if (window)
    gtk_window_present (GTK_WINDOW (window));
  else
    venule_window_show_error (self, _("The marks cannot be compared"), error->message);
}

/**
 * venule_window_check_manual:
 * @self: a window with results
 *
 * Asks for a file of marked cells, and shows how well the results agree with it.
 */
void
venule_window_check_manual (VenuleWindow *self)
{
  g_autoptr (GtkFileFilter) filter = NULL;

  if (self->files.chooser || !self->document)
    return;

  filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("Marked cells (CSV, TrackMate, MTrackJ, ImageJ)"));
  for (guint i = 0; i < 7; i++)
    gtk_file_filter_add_suffix (filter, ((const char *const[]) { "csv", "tsv", "txt", "xml", "mdf", "roi", "zip" })[i]);
  self->files.chooser = gtk_file_chooser_native_new (_("Open the Marked Cells"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _("_Compare"), NULL);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->files.chooser), filter);
  venule_chosen_begin_beside (self->files.chooser,
                              venule_source_get_path (venule_document_get_source (self->document)));
  g_signal_connect_object (self->files.chooser, "response", G_CALLBACK (on_marks_chosen), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->files.chooser));
}
