/* venule-overlay-cells.h: the cells of one frame, on their way to be drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-overlay-options.h"
#include "venule-overlay-stroke.h"

G_BEGIN_DECLS

/* Width of lines, in device px. */
#define VENULE_OVERLAY_LINE 1.4

/* Pieces of a tail. */
#define VENULE_OVERLAY_TAIL 6

typedef struct {
  VenuleTrack       *track; /* borrowed */
  const VenulePlace *spot;
  gboolean           selected;
  double             r, g, b;
} VenuleOverlayCell;

typedef struct {
  cairo_t                    *cr;
  const VenuleSettings       *settings;
  const VenuleOverlayOptions *options;
  double                      velocity_max;
  double                      px; /* a device px in user space */
  double                      left, top, right, bottom; /* what is in sight */
  GPtrArray                  *tracks; /* of VenuleTrack: those that are held meanwhile; NULL: the document holds them */
} VenuleOverlay;

/* (transfer full) (element-type VenuleOverlayCell): those in sight when the options speak of a crowd, else all. Fills
 * overlay->tracks. */
GArray *venule_overlay_find_cells  (VenuleOverlay           *overlay,
                                    GListModel              *tracks,
                                    gint64                   frame);

/* The oldest spot of the tail that ends with @last. */
gint64  venule_overlay_find_tail   (const VenuleOverlay     *overlay,
                                    const VenulePlace       *spots,
                                    gint64                   last);

void    venule_overlay_color_at    (const VenuleOverlay     *overlay,
                                    VenuleTrack             *track,
                                    const VenulePlace       *spot,
                                    double                  *r,
                                    double                  *g,
                                    double                  *b);

/* Draws them as plain rings with plain tails, and sorts them. */
void    venule_overlay_draw_crowd  (const VenuleOverlay     *overlay,
                                    GArray                  *cells);

G_END_DECLS
