/* venule-study-report.h: a comparison as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-study-results.h"

G_BEGIN_DECLS

/**
 * venule_study_report_save:
 * @study: what was compared
 * @results: what came out
 * @directory: where to; is made when it is not there
 * @error: return location
 *
 * recordings.csv, animals.csv, groups.csv, tests.csv and comparison.txt: all or none.
 *
 * Returns: whether all were written
 */
gboolean venule_study_report_save (VenuleStudy               *study,
                                   const VenuleStudyResults  *results,
                                   const char                *directory,
                                   GError                   **error);

G_END_DECLS
