/* venule-kymograph.h: a video as one picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-kymograph-line.h"

G_BEGIN_DECLS

/* Longer videos are shown with every second, third … frame. */
#define VENULE_KYMOGRAPH_MAX_ROWS 20000

/**
 * VenuleKymograph:
 * @line: where it is taken along, with points and a width, px where the picture has not moved
 * @reach: how far beside the line the centre of a cell may be that is seen in the picture, px
 * @length: columns: one for each px along the line
 * @first_frame: frame of the first row
 * @step: frames from a row to the next
 * @n_rows: 1 or more
 * @interval: s, how long a row lasts that is the only one
 * @times: (array length=n_rows): s, of the rows
 * @shifts: (array length=n_rows): px, how far the picture had moved in the frames of the rows
 * @gray: (array) (nullable): rows of @length gray levels, one after the other, for the screen; %NULL until it is made
 * @black: what a gray level of 0 stands for: gray levels of the video, or their difference from the mean
 * @white: what one of 255 stands for
 * @side: (array) (nullable): at the same places, where across the line the largest change was; see
 * venule_kymograph_get_side()
 * @n_across: places across the line
 *
 * The space–time image along a line: time runs down, place along the line to the right. The line goes with the tissue
 * where the picture moves as a whole. Counted by reference; it does not change when it has been made.
 */
typedef struct {
  VenuleKymographLine *line;
  double               reach;
  int                  length;
  gint64               first_frame, step;
  int                  n_rows;
  double               interval;
  double              *times;
  VenulePoint         *shifts;
  guint8              *gray;
  double               black, white;
  guint8              *side;
  int                  n_across;
} VenuleKymograph;

typedef void (*VenuleKymographProgress) (double   share,
                                         gpointer data);

/**
 * venule_kymograph_new:
 * @document: a document, whose tracks tell how the picture has moved
 * @line: as chosen
 *
 * The frames are those of the run on show, or those that the settings say.
 *
 * Returns: (transfer full) (nullable): what there is to be made; %NULL: the number of frames is not known yet
 */
VenuleKymograph *venule_kymograph_new          (VenuleDocument             *document,
                                                const VenuleKymographLine  *line);

/**
 * venule_kymograph_new_for_tracks:
 * @source: the video
 * @settings: of the run
 * @tracks: (element-type VenuleTrack): they tell how the picture has moved
 * @first_frame: first frame that was analysed
 * @last_frame: last one
 * @line: as chosen
 *
 * The same of results that are not in a document, such as a copy of them in a thread.
 *
 * Returns: (transfer full): what there is to be made
 */
VenuleKymograph *venule_kymograph_new_for_tracks
                                               (VenuleSource               *source,
                                                const VenuleSettings       *settings,
                                                GListModel                 *tracks,
                                                gint64                      first_frame,
                                                gint64                      last_frame,
                                                const VenuleKymographLine  *line);
VenuleKymograph *venule_kymograph_ref          (VenuleKymograph            *self);
void             venule_kymograph_unref        (VenuleKymograph            *self);

/**
 * venule_kymograph_make:
 * @self: a kymograph that no other thread uses yet
 * @source: the video
 * @progress: (nullable): hears how far it is, in this thread
 * @data: for @progress
 * @cancellable: (nullable)
 * @error: return location
 *
 * Reads all frames, and some of them twice; for a thread. Between pixels is interpolated linearly.
 *
 * Returns: whether it was made
 */
gboolean         venule_kymograph_make         (VenuleKymograph            *self,
                                                VenuleSource               *source,
                                                VenuleKymographProgress     progress,
                                                gpointer                    data,
                                                GCancellable               *cancellable,
                                                GError                    **error);

/* ---- Places and times ---- */

/* Row of a frame, with a fraction where rows leave frames out. */
double           venule_kymograph_row_of_frame (const VenuleKymograph      *self,
                                                gint64                      frame);
/* The nearest frame that the picture covers. */
gint64           venule_kymograph_frame_of_row (const VenuleKymograph      *self,
                                                double                      row);
/* s; between rows and beyond them by the time to the nearest row. */
double           venule_kymograph_time_of_row  (const VenuleKymograph      *self,
                                                double                      row);
double           venule_kymograph_row_of_time  (const VenuleKymograph      *self,
                                                double                      time);

/* How far the picture had moved in a frame, px. */
VenulePoint      venule_kymograph_shift_at     (const VenuleKymograph      *self,
                                                gint64                      frame);

/**
 * venule_kymograph_project:
 * @self: a kymograph
 * @frame: number of a frame
 * @x: px of that frame
 * @y: px
 * @along: (out): px along the line
 * @beside: (out) (optional): px beside it
 *
 * Returns: whether a cell that is there is seen on the line
 */
gboolean         venule_kymograph_project      (const VenuleKymograph      *self,
                                                gint64                      frame,
                                                double                      x,
                                                double                      y,
                                                double                     *along,
                                                double                     *beside);

/* The place in the frame of what is @along the line and @beside it. */
VenulePoint      venule_kymograph_place        (const VenuleKymograph      *self,
                                                gint64                      frame,
                                                double                      along,
                                                double                      beside);

/* How far beside the line the picture changed most there, px; 0 until it is made. */
double           venule_kymograph_get_side     (const VenuleKymograph      *self,
                                                int                         row,
                                                double                      along);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleKymograph, venule_kymograph_unref)

G_END_DECLS
