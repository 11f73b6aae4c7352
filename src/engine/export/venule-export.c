/* venule-export.c: all files of an analysis into a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "venule-error.h"
#include "venule-figure.h"
#include "venule-histogram.h"
#include "venule-name.h"
#include "venule-output.h"

/* As much as the files of a small analysis take. */
#define PROBE_SIZE (256 * 1024)

static const char *const names[] = { "spots.csv",
                                     "tracks.csv",
                                     "summary.csv",
                                     "analysis.json",
                                     "velocity-histogram.pdf",
                                     "velocity-histogram.svg",
                                     "velocity-histogram.png" };

void
venule_results_init (VenuleResults  *self,
                     VenuleDocument *document)
{
  const VenuleRunFacts *facts = venule_document_get_run_facts (document);

  g_return_if_fail (facts != NULL);

  *self = (VenuleResults){ .source = venule_document_get_source (document),
                           .settings = venule_document_get_run_settings (document),
                           .tracks = G_LIST_MODEL (document),
                           .device = facts->device,
                           .versions = facts->versions,
                           .detect_interval = facts->detect_interval,
                           .first_frame = facts->first_frame,
                           .last_frame = facts->last_frame,
                           .unregistered_frames = facts->unregistered_frames,
                           .complete = facts->complete };
}

static gboolean
make_directory (const char  *directory,
                GError     **error)
{
  g_autofree char *shown = NULL;
  int code;

  if (g_mkdir_with_parents (directory, 0777) == 0)
    return TRUE;

  code = errno;
  shown = venule_name_dup_shown (directory);
  if (code == ENOTDIR || code == EEXIST)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("The folder “%s” cannot be made: a file of that name is in the way. Choose another folder."), shown);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("The folder “%s” cannot be made: %s. Choose another folder."), shown, g_strerror (code));

  return FALSE;
}

gboolean
venule_export_check_directory (const char  *directory,
                               GError     **error)
{
  g_autofree char *path = NULL;
  g_autofree guint8 *zeros = NULL;
  g_autoptr(GBytes) probe = NULL;

  g_return_val_if_fail (directory != NULL, FALSE);

  if (!make_directory (directory, error))
    return FALSE;

  path = g_build_filename (directory, ".venule-check", NULL);
  zeros = g_malloc0 (PROBE_SIZE);
  probe = g_bytes_new_static (zeros, PROBE_SIZE);
  if (!venule_output_save (path, probe, error))
    {
      g_autofree char *shown = venule_name_dup_shown (directory);

      g_prefix_error (error, _("Results cannot be kept in “%s”. "), shown);
      return FALSE;
    }
  g_unlink (path);

  return TRUE;
}

static gboolean
make_contents (const VenuleResults  *results,
               GBytes              **contents,
               GCancellable         *cancellable,
               GError              **error)
{
  g_autoptr(VenuleHistogram) histogram = NULL;

  contents[0] = venule_export_make_spots (results);
  contents[1] = venule_export_make_tracks (results);
  contents[2] = venule_export_make_summary (results);
  contents[3] = venule_export_make_analysis (results, cancellable, error);
  if (contents[3] == NULL)
    return FALSE;

  histogram = venule_histogram_new (results->tracks, results->settings, 0);
  for (guint i = 4; i < G_N_ELEMENTS (names); i++)
    {
      contents[i] = venule_figure_make_histogram (histogram, names[i], VENULE_FIGURE_WIDTH, VENULE_FIGURE_HEIGHT, error);
      if (contents[i] == NULL)
        return FALSE;
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
venule_export_all (const VenuleResults  *results,
                   const char           *directory,
                   GCancellable         *cancellable,
                   GError              **error)
{
  GBytes *contents[G_N_ELEMENTS (names)] = { NULL };
  gboolean done;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (directory != NULL, FALSE);

  done = venule_export_check_directory (directory, error) && make_contents (results, contents, cancellable, error) &&
         venule_output_save_all (directory, names, contents, G_N_ELEMENTS (names), error);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    g_clear_pointer (&contents[i], g_bytes_unref);

  if (done)
    g_info ("results written to %s", directory);
  return done;
}
