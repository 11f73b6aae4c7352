/* venule-window-export.c: results become files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "venule-blocking-io.h"
#include "venule-chosen.h"
#include "venule-display-name.h"
#include "venule-export-job.h"
#include "venule-figures-window.h"

/* Folder */

/* A drive that does not answer holds the window for this long at most, µs. */
#define PATIENCE G_USEC_PER_SEC

typedef struct {
  char              *folder;
  VenuleExportParts  parts;
  gboolean           is_folder;
  gboolean           is_writable;
  gboolean           holds_results;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_free (look->folder);
  g_free (look);
}

static void
look_at_folder (gpointer data)
{
  Look *look = data;

  look->is_folder = g_file_test (look->folder, G_FILE_TEST_IS_DIR);
  look->is_writable = g_access (look->folder, W_OK) == 0;
  look->holds_results = look->parts != 0 && venule_export_holds_results (look->parts, look->folder);
}

/* What does not answer is no place for results. */
static gboolean
is_folder (const char *path,
           gboolean   *is_writable)
{
  Look *look = g_new0 (Look, 1);
  gboolean is_one;

  *is_writable = FALSE;
  look->folder = g_strdup (path);
  if (!venule_blocking_io_run (look_at_folder, look, look_free, g_get_monotonic_time () + PATIENCE))
    return FALSE;

  is_one = look->is_folder;
  *is_writable = look->is_writable;
  look_free (look);
  return is_one;
}

/* Where results go unless a folder was chosen: beside the video, under its name, or where else something can be
 * written. */
static char *
default_folder (VenuleWindow *self)
{
  const char *path = venule_source_get_path (venule_document_get_source (self->document));
  g_autofree char *stem = g_path_get_basename (path);
  g_autofree char *parent = g_settings_get_string (self->settings, "output-folder");
  g_autofree char *name = NULL;
  char *dot = strrchr (stem, '.');
  gboolean is_writable;

  if (dot && dot != stem)
    *dot = '\0';
  name = g_strdup_printf ("%s-venule", stem);
  if (!*parent || !is_folder (parent, &is_writable))
    {
      g_free (parent);
      parent = g_path_get_dirname (path);
      is_folder (parent, &is_writable);
    }
  if (!is_writable)
    {
      const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

      g_free (parent);
      parent = g_strdup (documents ? documents : g_get_home_dir ());
    }
  return g_build_filename (parent, name, NULL);
}

/**
 * venule_window_set_folder:
 * @self: a window with a video
 * @folder: (nullable): path where results go; %NULL: a folder named as the video, in the latest place
 */
void
venule_window_set_folder (VenuleWindow *self,
                          const char   *folder)
{
  g_autofree char *path = folder ? g_strdup (folder) : default_folder (self);

  g_free (self->files.folder);
  self->files.folder = g_steal_pointer (&path);
  self->files.folder_made = FALSE;
  venule_export_panel_set_folder (self->panels.export, self->files.folder);
}

static void
on_folder_chosen (GtkNativeDialog *dialog,
                  int              response,
                  VenuleWindow    *self)
{
  g_autofree char *path = venule_chosen_dup_path (self->files.chooser, response);

  if (path)
    {
      g_autofree char *parent = g_path_get_dirname (path);

      venule_window_set_folder (self, path);
      g_settings_set_string (self->settings, "output-folder", parent);
    }
  g_clear_object (&self->files.chooser);
}

void
venule_window_choose_folder (VenuleWindow *self)
{
  if (self->files.chooser || !self->files.folder)
    return;

  self->files.chooser = gtk_file_chooser_native_new (_("Choose a Folder for the Results"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Choose"), NULL);
  venule_chosen_begin_beside (self->files.chooser, self->files.folder);
  g_signal_connect_object (self->files.chooser, "response", G_CALLBACK (on_folder_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->files.chooser));
}

static void
on_folder_shown (GObject      *object,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (VenuleWindow) self = user_data;
  g_autofree char *text = NULL;

  if (gtk_show_uri_full_finish (GTK_WINDOW (object), result, NULL) || !self->document)
    return;

  /* Translators: %s is the path of a folder */
  text = g_strdup_printf (_("The results are in %s. Open this folder in the file manager."), self->files.folder);
  venule_window_show_error (self, _("No program shows folders here"), text);
}

void
venule_window_show_folder (VenuleWindow *self)
{
  g_autofree char *uri = self->files.folder ? g_filename_to_uri (self->files.folder, NULL, NULL) : NULL;

  if (uri)
    gtk_show_uri_full (GTK_WINDOW (self), uri, GDK_CURRENT_TIME, NULL, on_folder_shown, g_object_ref (self));
}

/* Export */

static VenuleExportParts
chosen_parts (VenuleWindow *self)
{
  const struct {
    const char        *key;
    VenuleExportParts  part;
  } keys[] = {
    { "export-tables", VENULE_EXPORT_TABLES },
    { "export-figure", VENULE_EXPORT_FIGURE },
    { "export-movie", VENULE_EXPORT_MOVIE },
    { "export-workbook", VENULE_EXPORT_WORKBOOK },
    { "export-methods", VENULE_EXPORT_METHODS },
    { "export-report", VENULE_EXPORT_REPORT },
    { "export-tracks-json", VENULE_EXPORT_TRACKS_JSON },
    { "export-trackmate", VENULE_EXPORT_TRACKMATE },
    { "export-mtrackj", VENULE_EXPORT_MTRACKJ },
    { "export-ctc", VENULE_EXPORT_CTC },
  };
  VenuleExportParts parts = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_settings_get_boolean (self->settings, keys[i].key))
      parts |= keys[i].part;
  return parts;
}

static void
on_export_progress (VenuleWindow *self,
                    double        fraction)
{
  venule_export_panel_set_progress (self->panels.export, fraction);
}

static void
on_exported (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (VenuleWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean written = venule_export_job_run_finish (VENULE_EXPORT_JOB (object), result, &error);

  g_clear_object (&self->files.export);
  if (!self->document) /* the window has been closed meanwhile */
    return;

  venule_export_panel_set_progress (self->panels.export, -1);
  if (written)
    {
      g_autofree char *name = venule_display_name_dup_base (self->files.folder);
      g_autofree char *title = g_strdup_printf (_("Results are in “%s”"), name);

      self->steps.exported = self->files.folder_made = TRUE;
      venule_export_panel_set_done (self->panels.export, title);
      venule_window_show_toast (self, title, _("Open _Folder"), "win.open-folder");
    }
  else
    {
      self->steps.exported = FALSE; /* some of the files may be there, others not */
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        venule_window_show_error (self, _("The results could not be written"), error->message);
    }
  venule_window_update_steps (self);
  venule_window_renew_question (self, !written);
}

static void
write_results (VenuleWindow      *self,
               VenuleExportParts  parts)
{
  VenuleResults results;
  VenuleMovieOptions movie;
  g_autoptr (VenuleExportJob) job = NULL;

  venule_message_bar_settle (self->message_bar, _("The results could not be written"));
  venule_window_show_step (self, VENULE_WORKFLOW_STEP_EXPORT);
  venule_results_init (&results, self->document);
  venule_movie_box_get_options (venule_export_panel_get_movie (self->panels.export),
                                venule_canvas_get_overlay (self->canvas), &movie);
  movie.overlay.time = TRUE;
  results.movie = &movie;
  job = venule_export_job_new (&results, self->files.folder, parts);
  self->files.export = g_cancellable_new ();
  venule_export_panel_set_done (self->panels.export, NULL);
  venule_export_panel_set_progress (self->panels.export, 0);
  g_signal_connect_object (job, "progress", G_CALLBACK (on_export_progress), self, G_CONNECT_SWAPPED);
  venule_export_job_run_async (job, self->files.export, on_exported, g_object_ref (self));
  venule_window_update_actions (self);
}

/* A folder that does not answer holds none: writing into it says what is wrong with it. */
static gboolean
holds_results (const char        *folder,
               VenuleExportParts  parts)
{
  Look *look = g_new0 (Look, 1);
  gboolean holds;

  look->folder = g_strdup (folder);
  look->parts = parts;
  if (!venule_blocking_io_run (look_at_folder, look, look_free, g_get_monotonic_time () + PATIENCE))
    return FALSE;

  holds = look->holds_results;
  look_free (look);
  return holds;
}

static void
on_replace_answered (VenuleWindow *self,
                     const char   *response)
{
  VenuleExportParts parts = chosen_parts (self);

  if (g_str_equal (response, "folder"))
    venule_window_choose_folder (self);
  else if (g_str_equal (response, "replace") && !self->files.export && parts != 0 &&
           venule_document_get_run_metadata (self->document))
    write_results (self, parts);
}

/* The folder has the name of the video: another vessel of it, and a video of that name in another folder, have the same
 * one. */
static void
ask_to_replace (VenuleWindow *self)
{
  g_autofree char *name = venule_display_name_dup (self->files.folder);
  g_autofree char *body = g_strdup_printf (_("“%s” holds results already, perhaps of another vessel or of another "
                                             "video of the same name. Files of the same names are replaced."), name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Replace the Results?"), body);

  /* The last one is on top where they stand in a column, and has the focus there. */
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "replace", _("_Replace"),
                                    "folder", _("Choose Another _Folder…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "folder");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_replace_answered), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * venule_window_export:
 * @self: a window with tracks
 *
 * Writes the chosen files into the chosen folder. What others wrote there is not replaced without a question.
 */
void
venule_window_export (VenuleWindow *self)
{
  VenuleExportParts parts = chosen_parts (self);

  venule_window_take_typed (self);
  if (self->files.export || !venule_document_get_run_metadata (self->document))
    return;
  if (venule_window_is_marking (self)) /* the tracks are the marks of a sample */
    {
      venule_window_toast (self, _("Stop marking the sample first"));
      return;
    }

  if (parts == 0)
    venule_window_show_error (self, _("Nothing is chosen to be written"), _("Choose at least one kind of files."));
  else if (!self->files.folder_made && holds_results (self->files.folder, parts))
    ask_to_replace (self);
  else
    write_results (self, parts);
}

/**
 * venule_window_bind_movie:
 * @self: a window that is being made
 *
 * The kind of movie is remembered.
 */
void
venule_window_bind_movie (VenuleWindow *self)
{
  VenuleMovieBox *movie = venule_export_panel_get_movie (self->panels.export);

  g_settings_bind (self->settings, "movie-format", movie, "format", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "movie-as-shown", movie, "as-shown", G_SETTINGS_BIND_DEFAULT);
}

/**
 * venule_window_update_movie:
 * @self: a #VenuleWindow
 *
 * The movie can show what was analysed.
 */
void
venule_window_update_movie (VenuleWindow *self)
{
  const VenuleRunMetadata *metadata = self->document ? venule_document_get_run_metadata (self->document) : NULL;

  venule_movie_box_set_range (venule_export_panel_get_movie (self->panels.export),
                              metadata ? metadata->first_frame : -1, metadata ? metadata->last_frame : -1);
}

/* Figures */

/**
 * venule_window_show_figures:
 * @self: a window with tracks
 *
 * Opens the figures in a window of their own.
 */
void
venule_window_show_figures (VenuleWindow *self)
{
  if (!self->document || !venule_document_get_run_metadata (self->document))
    return;
  if (venule_window_is_marking (self)) /* the tracks are the marks of a sample */
    venule_window_toast (self, _("Stop marking the sample first"));
  else
    gtk_window_present (GTK_WINDOW (venule_figures_window_new (GTK_WINDOW (self), self->document, self->settings)));
}
