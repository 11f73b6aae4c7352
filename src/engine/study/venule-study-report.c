/* venule-study-report.c: a comparison as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-report.h"

#include <string.h>

#include "venule-export.h"
#include "venule-output.h"

gboolean
venule_study_report_save (VenuleStudy               *study,
                          const VenuleStudyResults  *results,
                          const char                *directory,
                          GError                   **error)
{
  static const char *const names[] = { "recordings.csv", "animals.csv", "groups.csv", "tests.csv", "comparison.txt" };
  GBytes *contents[G_N_ELEMENTS (names)] = { NULL };
  g_autofree char *paragraph = NULL;
  char *line;
  gboolean saved;

  g_return_val_if_fail (VENULE_IS_STUDY (study), FALSE);
  g_return_val_if_fail (results != NULL && directory != NULL, FALSE);

  paragraph = venule_study_results_dup_paragraph (results);
  line = g_strconcat (paragraph, "\n", NULL);
  contents[0] = venule_study_make_recordings (study);
  contents[1] = venule_study_make_animals (results);
  contents[2] = venule_study_make_groups (results);
  contents[3] = venule_study_make_tests (results);
  contents[4] = g_bytes_new_take (line, strlen (line));
  saved = venule_export_check_directory (directory, error) &&
          venule_output_save_all (directory, names, contents, G_N_ELEMENTS (names), error);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    g_bytes_unref (contents[i]);

  return saved;
}
