/* venule-evaluate-table.h: the two files that an evaluation compares
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-evaluate.h"

G_BEGIN_DECLS

/**
 * VenuleEvaluatePoint:
 * @frame: number of the frame
 * @track: number of the track in its table, from 0
 * @x: px
 * @y: px
 * @time: s; the frame's number where the file has no times
 * @radius: px; 0 for found spots
 * @ignored: neither right nor wrong
 */
typedef struct {
  gint64   frame;
  guint    track;
  double   x, y, time, radius;
  gboolean ignored;
} VenuleEvaluatePoint;

/**
 * VenuleEvaluateTable:
 * @points: (element-type VenuleEvaluatePoint): by frame, then track
 * @n_tracks: number of different tracks
 */
typedef struct {
  GArray *points;
  guint   n_tracks;
} VenuleEvaluateTable;

VenuleEvaluateTable *venule_evaluate_read_truth  (const char                   *path,
                                                  const VenuleEvaluateOptions  *options,
                                                  GError                      **error);
VenuleEvaluateTable *venule_evaluate_read_spots  (const char                   *path,
                                                  const VenuleEvaluateOptions  *options,
                                                  GError                      **error);
void                 venule_evaluate_table_free  (VenuleEvaluateTable          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleEvaluateTable, venule_evaluate_table_free)

G_END_DECLS
