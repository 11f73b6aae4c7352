/* venule-evaluate-private.h: what the parts of an evaluation share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <math.h>

#include "venule-evaluate.h"
#include "venule-evaluate-table.h"

G_BEGIN_DECLS

#define VENULE_EVALUATE_MOVED 0.25 /* times the radius: below it an error of the velocity is one of the centres */

/**
 * Common:
 * @n_true: spots of a true track that must be found
 * @n: frames in which the found track of its own is near enough
 * @true_first: the true spot in the first of them
 * @true_last: and in the last
 * @found_first: the found spot in the first of them
 * @found_last: and in the last
 * @measured: whether that is enough for a velocity
 * @moving: whether the cell moves by more than an error of its centre
 * @v_true: px/s over those frames
 * @v_found: the same
 *
 * What a true track has in common with the found track of its own.
 */
typedef struct {
  guint                      n_true, n;
  const VenuleEvaluatePoint *true_first, *true_last, *found_first, *found_last;
  gboolean                   measured, moving;
  double                     v_true, v_found;
} Common;

/**
 * Comparison:
 * @partner: for each true point its found one in the frame by frame matching, −1: none
 * @dropped: for each found point whether it lies on an ignored cell
 * @together: @truth->n_tracks × @found->n_tracks: frames in which both are there and near enough
 * @pairs: of the same shape: frames in which the two are matched
 * @found_of: for each true track the found one of the global assignment, −1: none
 * @commons: for each true track what it has in common with that
 */
typedef struct {
  const VenuleEvaluateOptions *options;
  VenuleEvaluateTable         *truth, *found;
  int                         *partner;
  gboolean                    *dropped;
  guint                       *together, *pairs;
  int                         *found_of;
  Common                      *commons;
} Comparison;

static inline const VenuleEvaluatePoint *
true_point (const Comparison *self,
                            guint                           i)
{
  return &g_array_index (self->truth->points, VenuleEvaluatePoint, i);
}

static inline const VenuleEvaluatePoint *
found_point (const Comparison *self,
                             guint                           i)
{
  return &g_array_index (self->found->points, VenuleEvaluatePoint, i);
}

/* px from the one to the other, along the flow or, without one, the distance; @in_tissue: without what the picture
 * itself has moved. */
double               venule_evaluate_displacement  (const VenuleEvaluateOptions *options,
                                                    const VenuleEvaluatePoint   *from,
                                                    const VenuleEvaluatePoint   *to,
                                                    gboolean                     in_tissue);
/* Whether all their tracks can be compared with each other. */
gboolean             venule_evaluate_check_size    (const VenuleEvaluateTable   *truth,
                                                    const VenuleEvaluateTable   *found,
                                                    GError                     **error);
/* Whether the two have frames in common, and some that are to be compared. */
gboolean             venule_evaluate_check_frames  (const VenuleEvaluateTable   *truth,
                                                    const VenuleEvaluateTable   *found,
                                                    const VenuleEvaluateOptions *options,
                                                    GError                     **error);
/* Whether the spots are of the tracks of the claims. */
gboolean             venule_evaluate_check_claims  (const VenuleEvaluateTable   *found,
                                                    GHashTable                  *claims,
                                                    const VenuleEvaluateOptions *options,
                                                    GError                     **error);
/* (transfer full): #VenuleEvaluateCells.notes */
GPtrArray           *venule_evaluate_list_notes    (const VenuleEvaluateTable   *truth,
                                                    const VenuleEvaluateTable   *found,
                                                    const VenuleEvaluateOptions *options);
/* @claims: (nullable): from venule_evaluate_read_claims(). */
VenuleEvaluateCells *venule_evaluate_compare_cells (const Comparison            *comparison,
                                                    GHashTable                  *claims);

G_END_DECLS
