/* made-video-source.h: a video made up on the spot: discs that move at known speeds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * FakeCell:
 * @x: px at frame 0
 * @y: px
 * @step: px a frame along x
 * @radius: px
 * @contrast: gray levels above the background
 * @hidden_from: first frame in which it cannot be seen
 * @hidden_to: first frame in which it is seen again
 * @period: frames after which the next like it comes the same way; 0: none
 */
typedef struct {
  double x, y, step, radius, contrast;
  gint64 hidden_from, hidden_to;
  gint64 period;
} FakeCell;

/**
 * FakeVideo:
 * @n_frames: length; a reader finds the end there
 * @promised: length that the header says; 0: the true one
 * @frame_rate: frames/s; 0: unknown
 * @delay: µs that decoding takes
 * @fails_at: the frame at which reading fails, as when the file vanishes; −1: never
 * @grows_at: the frame from which pictures are a row higher; 0: never
 * @times: (nullable) (array length=n_frames): s, where they do not follow from the frame rate
 * @forecast_rate: frames/s that the file's index seems to tell; the pass for the frame table finds the true times, and
 *   gives out the frames; 0: there is neither
 * @cells: what moves
 * @n_cells: how many
 */
typedef struct {
  int             width, height;
  gint64          n_frames;
  gint64          promised;
  double          frame_rate;
  gulong          delay;
  gint64          fails_at;
  gint64          grows_at;
  const double   *times;
  double          forecast_rate;
  const FakeCell *cells;
  guint           n_cells;
} FakeVideo;

#define FAKE_TYPE_SOURCE (fake_source_get_type ())
G_DECLARE_FINAL_TYPE (FakeSource, fake_source, FAKE, SOURCE, VenuleSource)

/* @video stays the caller's and must outlive the source. */
VenuleSource *fake_source_new (const FakeVideo *video);

#define FAKE_CELLS 3
extern const FakeCell fake_cells[FAKE_CELLS];

/* 320×150 px at 30 frames/s with fake_cells in it. */
FakeVideo       fake_video_new    (gint64           n_frames);
/* A document on it with the flow along x and the size of these cells. */
VenuleDocument *fake_document_new (const FakeVideo *video);

G_END_DECLS
