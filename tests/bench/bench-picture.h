/* bench-picture.h: two frames, and where cells are in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bench-video.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * BenchPicture:
 * @first: a frame
 * @next: the one after it
 * @x0: first column of the crop
 * @y0: first row
 * @width: of the crop, px
 * @height: of the crop
 * @radius: of the cells, px
 * @cells: (element-type BenchCell): in the first frame, px of the crop
 */
typedef struct {
  vnk_image  first, next;
  int        x0, y0, width, height;
  double     radius;
  GArray    *cells;
  guint8    *own;  /* memory of both frames, when they belong to nobody else */
} BenchPicture;

/* Of the first two frames of a made video, which must outlive it. */
BenchPicture *bench_picture_new_of_video (const BenchVideo *video);
/* Bright and dark discs side by side in a noisy picture; @width 0: as large as it takes. */
BenchPicture *bench_picture_new_discs    (int               width,
                                          int               height,
                                          double            radius,
                                          guint             n_cells);
void          bench_picture_free         (BenchPicture     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchPicture, bench_picture_free)

G_END_DECLS
