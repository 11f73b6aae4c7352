/* venule-evaluate-table.h: the two files that an evaluation compares
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-evaluate-options.h"

G_BEGIN_DECLS

/**
 * VenuleEvaluatePoint:
 * @frame: number of the frame
 * @track: number of the track in its table, from 0
 * @x: px
 * @y: px
 * @time: s; the frame's number where the file has no times
 * @radius: px; 0 for found spots
 * @shift_x: how far the picture has moved in this frame, px; 0 where the file does not say; %NAN where it is unknown in
 * that frame
 * @shift_y: the same
 * @kind: of a true cell; 0 for found spots
 * @outside: of the crop
 * @ignored: neither right nor wrong
 */
typedef struct {
  gint64              frame;
  guint               track;
  double              x, y, time, radius, shift_x, shift_y;
  VenuleEvaluateKinds kind;
  gboolean            outside, ignored;
} VenuleEvaluatePoint;

/**
 * VenuleEvaluateTable:
 * @points: (element-type VenuleEvaluatePoint): by frame, then track
 * @n_tracks: number of different tracks
 * @ids: (element-type utf8): what the file calls each
 * @shifted: whether the file says how far the picture has moved
 * @path: its name
 * @first_frame: of all rows, also those that are not to be compared; above @last_frame: there are none
 * @last_frame: the same
 */
typedef struct {
  GArray    *points;
  guint      n_tracks;
  GPtrArray *ids;
  gboolean   shifted;
  char      *path;
  gint64     first_frame, last_frame;
} VenuleEvaluateTable;

/**
 * VenuleEvaluateClaim:
 * @kind: class of the cell
 * @quality: 0 to 1; %NAN: none
 * @velocity: px/s; %NAN when there is none
 * @standard_error: of it, px/s; %NAN when there is none
 * @first_frame: of the track; 0 where the file does not say
 * @last_frame: the same; %G_MAXINT64 where it does not
 *
 * What an analysis says of a track.
 */
typedef struct {
  VenuleCellKind kind;
  double         quality, velocity, standard_error;
  gint64         first_frame, last_frame;
} VenuleEvaluateClaim;

VenuleEvaluateTable *venule_evaluate_read_truth  (const char                   *path,
                                                  const VenuleEvaluateOptions  *options,
                                                  GError                      **error);
VenuleEvaluateTable *venule_evaluate_read_spots  (const char                   *path,
                                                  const VenuleEvaluateOptions  *options,
                                                  GError                      **error);
/* (element-type utf8 VenuleEvaluateClaim) (transfer full): by track_id. */
GHashTable          *venule_evaluate_read_claims (const char                   *path,
                                                  const VenuleEvaluateOptions  *options,
                                                  GError                      **error);
void                 venule_evaluate_table_free  (VenuleEvaluateTable          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleEvaluateTable, venule_evaluate_table_free)

G_END_DECLS
