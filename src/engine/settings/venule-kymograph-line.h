/* venule-kymograph-line.h: the line along which a video is seen as one picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenuleKymographAcross:
 * @VENULE_KYMOGRAPH_CHANGE: what differs most from its own mean over time: cells stand out, the tissue that rests does
 * not
 * @VENULE_KYMOGRAPH_MEAN: the mean across the line
 * @VENULE_KYMOGRAPH_MAXIMUM: the brightest across the line
 *
 * What of the pixels across a line is shown.
 */
typedef enum {
  VENULE_KYMOGRAPH_CHANGE,
  VENULE_KYMOGRAPH_MEAN,
  VENULE_KYMOGRAPH_MAXIMUM,
} VenuleKymographAcross;

#define VENULE_KYMOGRAPH_MAX_POINTS 1000
#define VENULE_KYMOGRAPH_MAX_WIDTH 1000.0 /* px */

/**
 * VenuleKymographLine:
 * @points: (element-type VenulePoint): straight from point to point, px of the frame where the picture has not moved;
 *   none: the axis of the vessel
 * @width: how far across is looked in all, px; 0: across the crop for the axis of the vessel, one cell for a line
 * @across: what of it is shown
 *
 * A boxed value. Places along it are px from its first point; beside it, positive to the right of who walks along it on
 * the screen (y runs down).
 */
typedef struct {
  GArray                *points;
  double                 width;
  VenuleKymographAcross  across;
} VenuleKymographLine;

/* (transfer full): the axis of the vessel. */
VenuleKymographLine *venule_kymograph_line_new       (void);
VenuleKymographLine *venule_kymograph_line_copy      (const VenuleKymographLine  *self);
void                 venule_kymograph_line_free      (VenuleKymographLine        *self);
gboolean             venule_kymograph_line_equal     (const VenuleKymographLine  *a,
                                                      const VenuleKymographLine  *b);

/**
 * venule_kymograph_line_to_text:
 * @self: a line
 *
 * Returns: (transfer full): it in one line of text, for a document
 */
char                *venule_kymograph_line_to_text   (const VenuleKymographLine  *self);

/**
 * venule_kymograph_line_from_text:
 * @text: as venule_kymograph_line_to_text() writes it
 *
 * Returns: (transfer full) (nullable): %NULL: it makes no sense
 */
VenuleKymographLine *venule_kymograph_line_from_text (const char                 *text);

/**
 * venule_kymograph_line_resolve:
 * @self: a line
 * @settings: crop, flow, centreline and diameter of cells
 * @frame_width: px
 * @frame_height: px
 *
 * Returns: (transfer full): the same with points and a width: without points it lies along the middle of the vessel
 */
VenuleKymographLine *venule_kymograph_line_resolve   (const VenuleKymographLine  *self,
                                                      const VenuleSettings       *settings,
                                                      int                         frame_width,
                                                      int                         frame_height);

/* ---- Of a line with two points or more ---- */

/* px */
double               venule_kymograph_line_length    (const VenuleKymographLine  *self);

/* The point @along px from the beginning and @beside px to its side; beyond the ends straight on. @direction:
 * (nullable). */
VenulePoint          venule_kymograph_line_at        (const VenuleKymographLine  *self,
                                                      double                      along,
                                                      double                      beside,
                                                      VenulePoint                *direction);

/**
 * venule_kymograph_line_project:
 * @self: a line with points
 * @x: px, where the picture has not moved
 * @y: px
 * @reach: how far beside the line it may be, px
 * @along: (out): where along the line is nearest, px
 * @beside: (out) (optional): how far beside it
 *
 * Returns: whether it is within reach, and not beyond the ends
 */
gboolean             venule_kymograph_line_project   (const VenuleKymographLine  *self,
                                                      double                      x,
                                                      double                      y,
                                                      double                      reach,
                                                      double                     *along,
                                                      double                     *beside);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleKymographLine, venule_kymograph_line_free)

G_END_DECLS
