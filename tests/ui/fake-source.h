/* fake-source.h: a video made up by the test, whose frames show their number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * FakeSourceOptions:
 * @width: px
 * @height: px
 * @bit_depth: 8 to 16
 * @n_frames: of the video
 * @n_frames_said: that the header claims
 * @frame_rate: frames/s
 * @read_us: that a read takes; it can be cancelled meanwhile
 * @bad_frame: cannot be read; −1: none
 * @damaged_frame: marked in the frame table; −1: none
 *
 * What the video is like.
 */
typedef struct {
  int    width;
  int    height;
  int    bit_depth;
  gint64 n_frames;
  gint64 n_frames_said;
  double frame_rate;
  guint  read_us;
  gint64 bad_frame;
  gint64 damaged_frame;
} FakeSourceOptions;

#define FAKE_TYPE_SOURCE (fake_source_get_type ())
G_DECLARE_FINAL_TYPE (FakeSource, fake_source, FAKE, SOURCE, VenuleSource)

/* 64 × 48 px, 8 bit, 100 frames at 25 frames/s, fast and without faults. */
void          fake_source_options_init (FakeSourceOptions       *options);
VenuleSource *fake_source_new          (const FakeSourceOptions *options);
VenuleSource *fake_source_new_sized    (int                      width,
                                        int                      height,
                                        gint64                   n_frames);
/* Builds the frame table, which knows the true number of frames. */
void          fake_source_build        (VenuleSource            *source);
int           fake_source_get_n_reads  (VenuleSource            *source);
/* While it is closed, reads wait in their thread (they can be cancelled). */
void          fake_source_set_gate     (VenuleSource            *source,
                                        gboolean                 open);
/* The number that a frame's samples show; −1: none. */
gint64        fake_source_number_of    (const VenuleFrame       *frame);

G_END_DECLS
