/* venule-roi-planes.h: the analysed part of a frame as planes for the kernels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "venule-frame.h"
#include "venule-settings.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleRoiPlanes:
 * @x0: frame column of the planes' first column; may be negative
 * @y0: frame row of the planes' first row; may be negative
 * @width: of the planes, px
 * @height: of the planes, px
 * @scale: gray levels of the planes per sample value
 * @offset: gray level of the planes at sample value 0
 * @gradient_noise: variance of the gradient that the camera's noise alone makes, gray levels² per px²
 * @image: the newest frame
 * @previous: the frame before it
 * @coarse: the newest frame, one pixel for @coarse_step of its pixels; empty where that is 1
 * @coarse_step: px
 * @gx: horizontal gradient of @image, where venule_roi_planes_find_gradients() has been asked for it
 * @gy: vertical gradient of @image, likewise
 *
 * The bounds of the crop with a margin in which a cell at the border of the crop can still be seen whole. The margin
 * may reach outside the frame, where the border's pixels are repeated. Memory is taken once.
 */
typedef struct {
  int       x0;
  int       y0;
  int       width;
  int       height;
  float     scale;
  float     offset;
  float     gradient_noise;
  vnk_plane image;
  vnk_plane previous;
  vnk_plane coarse;
  float     coarse_step;
  vnk_plane gx;
  vnk_plane gy;
} VenuleRoiPlanes;

vnk_status venule_plane_new                 (vnk_backend           *backend,
                                             int                    width,
                                             int                    height,
                                             vnk_plane             *plane);

/* Where the planes lie, without any. */
void       venule_roi_planes_lay_out        (VenuleRoiPlanes       *self,
                                             int                    frame_width,
                                             int                    frame_height,
                                             const VenuleSettings  *settings);
/* Planes for venule_roi_planes_read(): for vnk_plane_clear(). */
gboolean   venule_roi_planes_new_planes     (const VenuleRoiPlanes *self,
                                             vnk_backend           *backend,
                                             vnk_plane             *image,
                                             vnk_plane             *coarse,
                                             GError               **error);
/* The same for venule_roi_planes_find_gradients(). */
gboolean   venule_roi_planes_take_gradients (VenuleRoiPlanes       *self,
                                             vnk_backend           *backend,
                                             GError               **error);
gboolean   venule_roi_planes_init           (VenuleRoiPlanes       *self,
                                             vnk_backend           *backend,
                                             int                    frame_width,
                                             int                    frame_height,
                                             const VenuleSettings  *settings,
                                             GError               **error);
void       venule_roi_planes_clear          (VenuleRoiPlanes       *self);
void       venule_roi_planes_set_contrast   (VenuleRoiPlanes       *self,
                                             VenuleFrame           *frame);
gboolean   venule_roi_planes_load           (VenuleRoiPlanes       *self,
                                             vnk_backend           *backend,
                                             VenuleFrame           *frame,
                                             GError               **error);
/* The frame's own planes, which are the ROI's or like them. */
gboolean   venule_roi_planes_read           (const VenuleRoiPlanes *self,
                                             vnk_backend           *backend,
                                             VenuleFrame           *frame,
                                             vnk_plane             *image,
                                             vnk_plane             *coarse,
                                             GError               **error);
gboolean   venule_roi_planes_find_gradients (const VenuleRoiPlanes *self,
                                             vnk_backend           *backend,
                                             GError               **error);
/* Pixels for one of the coarse picture, ≥ 1. */
double     venule_roi_planes_coarse_step    (const VenuleSettings  *settings);
/* Turns a kernel's status into an error; FALSE when it is one. */
gboolean   venule_kernels_check             (vnk_status             status,
                                             GError               **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleRoiPlanes, venule_roi_planes_clear)

G_END_DECLS
