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

/* A cell of a crowd, in px of the picture that the crowd is drawn in. */
typedef struct {
  float   radius;      /* below 0: no ring */
  guint32 color;
  float   top, bottom; /* that it reaches, but for the width of its line */
  guint   n;           /* places */
  float   x[VENULE_OVERLAY_TAIL + 2], y[VENULE_OVERLAY_TAIL + 2]; /* where it is, and where it was */
} VenuleOverlayMark;

typedef struct {
  VenuleTrack       *track; /* borrowed */
  const VenulePlace *spot;
  gboolean           selected;
  double             r, g, b;
  VenuleOverlayMark *mark;  /* NULL: it is one of a few that are selected, or there are too few cells for a crowd */
} VenuleOverlayCell;

/* The picture of a crowd: what is in sight, in whole px of the screen. */
typedef struct {
  double         density;
  double         left, top;     /* device px */
  int            width, height; /* px; 0: nothing is in sight */
  cairo_matrix_t matrix;        /* from the video to the picture */
} VenuleOverlayPicture;

typedef struct {
  cairo_t                    *cr;
  const VenuleSettings       *settings;
  const VenuleOverlayOptions *options;
  double                      velocity_max;
  double                      px; /* a device px in user space */
  double                      left, top, right, bottom; /* what is in sight */
  VenuleOverlayPicture        picture; /* when the options speak of a crowd */
  VenuleOverlayMark          *marks;   /* of all tracks that were looked at; NULL: they are too few for a crowd */
  GPtrArray                  *tracks; /* of VenuleTrack: those that are held meanwhile; NULL: the document holds them */
} VenuleOverlay;

/* (transfer full) (element-type VenuleOverlayCell): those in sight when the options speak of a crowd, else all. Fills
 * overlay->tracks and overlay->marks. */
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

/* Fills overlay->picture. */
void    venule_overlay_find_picture (VenuleOverlay          *overlay);

/* What the cell will look like in the picture. */
void    venule_overlay_find_mark   (const VenuleOverlay     *overlay,
                                    const VenuleOverlayCell *cell,
                                    VenuleOverlayMark       *mark);

/* (transfer full): those of @cells that have a mark, to be drawn as plain circles with plain tails. Takes overlay->marks. */
VenuleOverlayCrowd *
        venule_overlay_take_crowd  (VenuleOverlay           *overlay,
                                    GArray                  *cells);

/* Its picture, when it was drawn. */
void    venule_overlay_paint_crowd (const VenuleOverlay     *overlay,
                                    VenuleOverlayCrowd      *crowd);

/* Whether so many are selected that in a crowd these are drawn as plainly as the others. */
gboolean venule_overlay_has_plain_selected (const VenuleOverlay *overlay);

/* (transfer full) (element-type VenuleOverlayCell): of a crowd the selected ones alone that are not drawn plainly, in the same order;
 * borrowed from the document. */
GArray *venule_overlay_find_selected (VenuleOverlay         *overlay,
                                    VenuleDocument          *document,
                                    gint64                   frame);

G_END_DECLS
