/* bench-stage.h: a backend with the planes of one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bench-picture.h"
#include "venule-network.h"

G_BEGIN_DECLS

#define BENCH_MAPS 4

/**
 * BenchStage:
 *
 * All that operations work on, in the backend's own memory, filled by a first pass of all of them where it has them.
 */
typedef struct {
  vnk_backend        *backend;   /* the caller's */
  const BenchPicture *picture;   /* the caller's */
  VenuleNetwork      *network;

  vnk_plane           first, next;             /* the frames' crops */
  vnk_plane           gx, gy;                  /* of `first` */
  vnk_plane           score, radius, mean, dilated;
  vnk_plane           input, flat, maps[BENCH_MAPS], summits;
  vnk_plane           half, aligned;
  vnk_plane           tick;                    /* to wait for what is under way */

  vnk_gicov_params         gicov;
  vnk_bspline_snake_params refine;
  vnk_mgvf_snake_params    track;
  GArray                  *candidates;  /* of vnk_candidate */
  GArray                  *contours;    /* of vnk_contour */
  GArray                  *matches;     /* of vnk_ncc_match */
  GArray                  *cells;       /* of vnk_cell */
  int                      found;       /* by the last detection */
} BenchStage;

/* NULL: the memory does not suffice. */
BenchStage *bench_stage_new         (vnk_backend        *backend,
                                     const BenchPicture *picture);
void        bench_stage_free        (BenchStage         *self);
/* As BenchWork. */
gboolean    bench_stage_wait        (gpointer            stage);
/* Detection from a frame in the host's memory to a list of cells, as published and as Venule does it. */
gboolean    bench_stage_published   (gpointer            stage);
gboolean    bench_stage_learned     (gpointer            stage);
/* The next frame from the host's memory to new contours. */
gboolean    bench_stage_follow      (gpointer            stage);
/* Its parts: where the cells' pictures are found again, and the snakes. */
gboolean    bench_stage_match       (gpointer            stage);
gboolean    bench_stage_track       (gpointer            stage);
/* Mean sweeps of the last track. */
double      bench_stage_mean_sweeps (const BenchStage   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchStage, bench_stage_free)

G_END_DECLS
