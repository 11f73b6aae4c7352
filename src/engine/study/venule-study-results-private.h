/* venule-study-results-private.h: how results are made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-study-results.h"

G_BEGIN_DECLS

/* The value of the study's quantity, where the recording counts; %NULL: it does not, or has no numbers (yet). */
const VenuleStudyValue *venule_study_get_value   (VenuleStudy           *study,
                                                  VenuleStudyRecording  *recording);
/* Where the groups are of the same animals: sorts them by family, leaves out what has no partner, and puts the animals
 * into one order. */
void                    venule_study_pair_groups (VenuleStudyResults    *results);
/* Fills tests, of the same animals. */
void                    venule_study_test_pairs  (VenuleStudyResults    *results);
void                    venule_study_add_distances_of_cells
                                                 (VenuleStudyResults    *results,
                                                  guint                  first,
                                                  guint                  n_groups);
/* Whether a group has two animals or more: where none has, p would be 1 whatever their values. */
gboolean                venule_study_has_repeats (const VenuleStudyResults *results);
/* Fills tests. */
void                    venule_study_test_groups (VenuleStudyResults    *results);
/* Fills warnings. */
void                    venule_study_warn        (VenuleStudy           *study,
                                                  VenuleStudyResults    *results);

G_END_DECLS
