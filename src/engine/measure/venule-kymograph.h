/* venule-kymograph.h: a video as one picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-source.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleKymograph:
 * @line: (array length=n_points): where the picture is taken along, straight from point to point, px of the frame
 * @n_points: 2 or more
 * @half_width: how far to both sides of the line is looked, px
 * @length: px along the line, and of the picture
 * @first_frame: frame of the first row
 * @n_frames: rows of the picture
 * @gray: (array): rows of @length gray levels, 0 to 255, one after the other, for the screen
 *
 * The space–time image along a line: time runs down, place along the line to the right. At each place it shows, of all pixels
 * across the line, the one that differs most from its own mean over time: cells stand out and the tissue that rests does not,
 * wherever across the vessel they are.
 */
typedef struct {
  VenulePoint *line;
  guint        n_points;
  double       half_width;
  int          length;
  gint64       first_frame, n_frames;
  guint8      *gray;
} VenuleKymograph;

/* (transfer full) (element-type VenulePoint): the line through the middle of the crop along the flow, and in @half_width half
 * the crop across it. */
GArray          *venule_kymograph_dup_middle (const VenuleSettings  *settings,
                                              int                    frame_width,
                                              int                    frame_height,
                                              double                *half_width);

/**
 * venule_kymograph_new:
 * @source: a video with its frame table
 * @line: (element-type VenulePoint): two points or more
 * @half_width: px
 * @first_frame: first frame
 * @last_frame: last frame; not more than %VENULE_KYMOGRAPH_MOST_FRAMES are taken
 * @cancellable: (nullable)
 * @error: return location
 *
 * Reads the frames twice; for a thread.
 *
 * Returns: (transfer full): the picture, or %NULL
 */
VenuleKymograph *venule_kymograph_new        (VenuleSource          *source,
                                              GArray                *line,
                                              double                 half_width,
                                              gint64                 first_frame,
                                              gint64                 last_frame,
                                              GCancellable          *cancellable,
                                              GError               **error);
void             venule_kymograph_free       (VenuleKymograph       *self);

#define VENULE_KYMOGRAPH_MOST_FRAMES 20000

/* Where along the line a point of the frame lies, px; FALSE when it is too far beside it. */
gboolean         venule_kymograph_project    (const VenuleKymograph *self,
                                              double                 x,
                                              double                 y,
                                              double                *along);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleKymograph, venule_kymograph_free)

G_END_DECLS
