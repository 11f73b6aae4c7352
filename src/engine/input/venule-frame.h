/* venule-frame.h: one gray frame of a video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define VENULE_TYPE_FRAME (venule_frame_get_type ())

/* Sizes that are taken from a file are checked against these before anything is allocated. Fuzzing is quicker with
 * smaller ones. */
#ifndef VENULE_FRAME_MAX_PIXELS
#define VENULE_FRAME_MAX_SIDE   32768
#define VENULE_FRAME_MAX_PIXELS (G_GINT64_CONSTANT (1) << 28)
#endif

/**
 * VenuleFrame:
 * @index: number of the frame in the video, from 0
 * @time: seconds since the first frame, from the file's timestamps; 0 in every frame of a stack without any rate
 * @width: px
 * @height: px
 * @bit_depth: significant bits a sample, 8 to 16
 * @stride: bytes from a row to the next
 * @corrupt: whether the decoder reported damage in this frame
 * @data: samples: one byte each at a bit depth of 8, else two (native byte order)
 *
 * One frame: raw gray samples as the file has them, never stretched. Reference counted and immutable once it is filled,
 * so that several threads may read it.
 */
typedef struct {
  gint64   index;
  double   time;
  int      width;
  int      height;
  int      bit_depth;
  gsize    stride;
  gboolean corrupt;
  guint8  *data;
} VenuleFrame;

GType        venule_frame_get_type         (void);
gboolean     venule_frame_size_is_sane     (gint64       width,
                                            gint64       height);
VenuleFrame *venule_frame_new              (int          width,
                                            int          height,
                                            int          bit_depth);
VenuleFrame *venule_frame_ref              (VenuleFrame *self);
void         venule_frame_unref            (VenuleFrame *self);
int          venule_frame_get_sample_bytes (VenuleFrame *self);
guint        venule_frame_get_sample       (VenuleFrame *self,
                                            int          x,
                                            int          y);
guint64      venule_frame_hash             (VenuleFrame *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFrame, venule_frame_unref)

G_END_DECLS
