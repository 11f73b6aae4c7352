/* venule-job-document.c: the document that a job writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-private.h"

#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-source-identity.h"
#include "venule-working-copy.h"

/* ---- Opening ---- */

static gboolean
check_video (const char    *project,
             VenuleSource  *source,
             GError       **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleProjectDb) db = venule_project_db_open_copy (project, NULL);
  g_autoptr (VenuleSourceRecord) record = db != NULL ? venule_project_db_dup_video (db, &failure) : NULL;
  g_autoptr (VenuleSource) known = record != NULL ? venule_source_new_recorded (record, &failure) : NULL;

  /* All of it: the record of the video, to which the runs that are there belong, is written anew. */
  if (failure == NULL && (known == NULL || (venule_source_check_identity (known, source, FALSE, NULL, &failure) &&
                                            venule_source_check_identity (known, source, TRUE, NULL, &failure))))
    return TRUE;

  g_set_error (error, failure->domain, failure->code, _("%s Give --project another file."), failure->message);
  return FALSE;
}

/* What an earlier program left of the document comes first. */
static void
set_error_of_leftover (const char  *project,
                       GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (project);
  g_autofree char *shown = venule_display_name_dup (project);
  g_autofree char *path = g_shell_quote (shown);

  /* Translators: the name of a document, and twice its path */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_QUESTION,
               _("“%s” has changes that were not saved when Venule ended. “venule-cli recover take %s” saves them, "
                 "“venule-cli recover discard %s” gives them up; or give --project another file."), name, path, path);
}

/* Another run goes into a document that is there already, beside those that are in it. */
static VenuleDocument *
open_document (VenuleJob  *self,
               GError    **error)
{
  const VenuleJobOptions *options = self->options;
  g_autofree char *name = venule_display_name_dup_base (options->project);
  g_autoptr (GError) failure = NULL;
  VenuleWorkingCopy *working_copy;

  if (!check_video (options->project, self->source, &failure))
    {
      /* Translators: a document, and a sentence about its video */
      g_set_error (error, failure->domain, failure->code, _("Nothing was added to “%s”: %s"), name, failure->message);
      return NULL;
    }
  venule_job_step (self, VENULE_JOB_LISTENS);
  working_copy = venule_working_copy_open (options->project, VENULE_WORKING_COPY_ASK, &failure);
  if (working_copy == NULL)
    {
      if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_QUESTION))
        set_error_of_leftover (options->project, error);
      else if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_WRITE) ||
               g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_NO_SPACE))
        g_propagate_error (error, g_steal_pointer (&failure)); /* of the working copy, which any document needs */
      else
        /* Translators: %s is a sentence about a document that cannot be opened */
        g_set_error (error, failure->domain, failure->code, _("%s Give --project another file."), failure->message);
      return NULL;
    }

  if (venule_working_copy_get_read_only (working_copy))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("“%s” is open in another window or program. Close it there, or give --project another file."),
                   name);
      venule_working_copy_free (working_copy);
      return NULL;
    }

  return venule_document_new_from_working_copy (self->source, working_copy, error);
}

/* A run that was killed before its document was there. */
static gboolean
has_leftover (const char *project)
{
  g_autoptr (GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
  g_autofree char *path = g_canonicalize_filename (project, NULL);

  for (guint i = 0; i < leftovers->len; i++)
    if (g_strcmp0 (((const VenuleLeftover *) leftovers->pdata[i])->target, path) == 0)
      return TRUE;
  return FALSE;
}

static VenuleDocument *
new_document (VenuleJob  *self,
              GError    **error)
{
  const VenuleJobOptions *options = self->options;
  gboolean kept = options->project != NULL && !self->among_others;
  g_autoptr (GError) failure = NULL;
  VenuleWorkingCopy *working_copy;
  VenuleDocument *document;

  if (kept && has_leftover (options->project))
    {
      set_error_of_leftover (options->project, error);
      return NULL;
    }
  venule_job_step (self, VENULE_JOB_LISTENS);
  working_copy = kept ? venule_working_copy_new (&failure) : NULL;
  if (working_copy != NULL && !venule_working_copy_claim (working_copy, options->project, error))
    {
      venule_working_copy_free (working_copy);
      return NULL;
    }
  document = working_copy != NULL ? venule_document_new_from_working_copy (self->source, working_copy, &failure) : NULL;
  if (failure != NULL)
    g_info ("the run is kept in memory alone: %s", failure->message);
  return document != NULL ? document : venule_document_new (self->source);
}

/* They are on the command line: without a run they are no change that anybody would want back. */
static void
set_settings (VenuleDocument       *document,
              const VenuleSettings *settings)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (document);

  venule_document_set_next_settings (document, settings);
  if (working_copy != NULL)
    venule_working_copy_set_saved (working_copy);
}

gboolean
venule_job_open_document (VenuleJob  *self,
                          GError    **error)
{
  const char *project = self->options->project;

  self->document = project != NULL && g_file_test (project, G_FILE_TEST_EXISTS) ? open_document (self, error)
                                                                                : new_document (self, error);
  if (self->document == NULL)
    return FALSE;

  set_settings (self->document, self->options->settings);
  return TRUE;
}

/* ---- Saving ---- */

/* “mouse-2.venule”, or the next that is free. */
static char *
dup_free_name (const char *path)
{
  gsize length = strlen (path) - (g_str_has_suffix (path, ".venule") ? strlen (".venule") : 0);
  g_autofree char *bare = g_strndup (path, length);

  for (guint i = 2;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u.venule", bare, i);

      if (!g_file_test (name, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&name);
    }
}

/* Whether “recover” offers anything of the run: on a full drive not even its beginning may have been written. */
static gboolean
is_kept (VenuleDocument *document)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (document);
  g_autoptr (GArray) runs = venule_document_dup_runs (document);
  gint64 run = venule_document_get_run (document);
  gboolean kept = FALSE;

  for (guint i = 0; i < runs->len; i++)
    kept = kept || g_array_index (runs, gint64, i) == run;
  return kept && working_copy != NULL && venule_working_copy_get_unsaved (working_copy);
}

void
venule_job_discard_document (VenuleJob *self)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (self->document);

  if (working_copy != NULL)
    venule_working_copy_discard (working_copy);
}

/* After the tables, whose writing has worked out the hash of the video. A run is not lost for want of its place. */
gboolean
venule_job_save_document (VenuleJob  *self,
                          GError    **error)
{
  const VenuleJobOptions *options = self->options;
  VenuleDocument *document = self->document;
  g_autoptr (GError) failure = NULL;
  g_autofree char *other = NULL;

  if (options->project == NULL || venule_document_save_new (document, options->project, &failure))
    return TRUE;

  other = dup_free_name (options->project);
  if (venule_document_save_new (document, other, NULL))
    /* Translators: a sentence about a document that could not be saved, and the name of a file */
    g_set_error (error, failure->domain, failure->code, _("%s This run was saved as “%s” instead."), failure->message,
                 other);
  else if (is_kept (document))
    /* Translators: %s is a sentence about a document that could not be saved */
    g_set_error (error, failure->domain, failure->code, _("%s “venule-cli recover” shows what is kept of the run."),
                 failure->message);
  else
    {
      venule_job_discard_document (self);
      /* Translators: %s is a sentence about a document that could not be saved */
      g_set_error (error, failure->domain, failure->code, _("%s Nothing of this run is kept in a document."),
                   failure->message);
    }
  return FALSE;
}

gboolean
venule_job_transfer_edits (VenuleJob  *self,
                           GError    **error)
{
  gint64 before = venule_document_get_run_before (self->document);
  g_autoptr (GPtrArray) conflicts = NULL;
  guint n;

  if (before == 0)
    return TRUE;
  conflicts = venule_document_transfer_edits (self->document, before, &n, error);
  if (conflicts == NULL)
    return FALSE;

  if (n > 0 && !self->options->quiet)
    venule_job_say (self, VENULE_JOB_SAYS_RESULT,
                    ngettext ("%u correction was carried over\n", "%u corrections were carried over\n", n), n);
  for (guint i = 0; i < conflicts->len; i++)
    venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Note: %s\n"),
                    ((const VenuleConflict *) g_ptr_array_index (conflicts, i))->sentence);
  return TRUE;
}
