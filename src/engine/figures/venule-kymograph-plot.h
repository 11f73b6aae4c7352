/* venule-kymograph-plot.h: a kymograph with its tracks and axes, on the screen and in the paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-histogram-plot.h"
#include "venule-kymograph-trace.h"

G_BEGIN_DECLS

/**
 * VenuleKymographCurve:
 * @trace: (transfer full): a track along the line
 * @kind: its class
 * @color: 0xRRGGBB; %VENULE_TRACK_NO_COLOR: as the plot says
 */
typedef struct {
  VenuleKymographTrace *trace;
  VenuleCellKind        kind;
  gint32                color;
} VenuleKymographCurve;

/**
 * VenuleKymographPlot:
 * @picture: what is shown; its image only when it is made
 * @calibration: for the axis of places
 * @curves: (nullable) (element-type VenuleKymographCurve): the tracks; %NULL: none
 * @along_low: left end, px along the line
 * @along_high: right end
 * @time_low: upper end, s
 * @time_high: lower end
 * @velocity_max: px/s at the top of the colour scale; 0: the tracks have the colours of their classes
 *
 * What is drawn, and how much of it. Nothing in it is changed by drawing, which may be done in any thread.
 */
typedef struct {
  const VenuleKymograph *picture;
  VenuleCalibration      calibration;
  GArray                *curves;
  double                 along_low, along_high;
  double                 time_low, time_high;
  double                 velocity_max;
} VenuleKymographPlot;

/* A place of the user space. */
typedef struct {
  double x, y, width, height;
} VenuleKymographBox;

/* (element-type VenuleKymographCurve): without any. */
GArray *venule_kymograph_curves_new   (void);

/**
 * venule_kymograph_dup_curves:
 * @picture: a kymograph
 * @tracks: (element-type VenuleTrack): of the run on show
 * @settings: of the run
 *
 * Looks at all spots. Hidden tracks are left out, as in the video.
 *
 * Returns: (transfer full) (element-type VenuleKymographCurve): all tracks of the run on show that are on the line
 */
GArray *venule_kymograph_dup_curves   (const VenuleKymograph      *picture,
                                       GListModel                 *tracks,
                                       const VenuleSettings       *settings);

/**
 * venule_kymograph_plot_init:
 * @plot: (out caller-allocates): all of @picture, without tracks
 * @picture: a kymograph
 * @calibration: for the axis of places
 */
void    venule_kymograph_plot_init    (VenuleKymographPlot        *plot,
                                       const VenuleKymograph      *picture,
                                       const VenuleCalibration    *calibration);

/* Into the user space of a box, and from there. */
double  venule_kymograph_plot_x       (const VenuleKymographPlot  *plot,
                                       const VenuleKymographBox   *box,
                                       double                      along);
double  venule_kymograph_plot_y       (const VenuleKymographPlot  *plot,
                                       const VenuleKymographBox   *box,
                                       double                      time);

/* Where the image of a figure of that size lies, between its axes. Without room its width or height is below 1. */
VenuleKymographBox
        venule_kymograph_plot_get_box (double                      width,
                                       double                      height,
                                       const VenuleFigureStyle    *style);

/**
 * venule_kymograph_draw_image:
 * @cr: where to
 * @box: in its user space
 * @plot: what
 * @resolution: pixels of the image for a unit of the user space
 *
 * Draws the space–time image; linear between its pixels, and the mean of several where it is made smaller.
 */
void    venule_kymograph_draw_image   (cairo_t                    *cr,
                                       const VenuleKymographBox   *box,
                                       const VenuleKymographPlot  *plot,
                                       double                      resolution);

/**
 * venule_kymograph_draw_curves:
 * @cr: where to
 * @box: in its user space
 * @plot: what
 * @line_width: of a track, in units of the user space
 *
 * Draws those tracks that are seen: dashed where they were filled in, and thin where there is a gap.
 */
void    venule_kymograph_draw_curves  (cairo_t                    *cr,
                                       const VenuleKymographBox   *box,
                                       const VenuleKymographPlot  *plot,
                                       double                      line_width);

/* One of them, brighter and broader than the others: it is selected. */
void    venule_kymograph_draw_chosen  (cairo_t                    *cr,
                                       const VenuleKymographBox   *box,
                                       const VenuleKymographPlot  *plot,
                                       const VenuleKymographCurve *curve,
                                       double                      line_width);

/* Axes around the box, with ticks, numbers, and titles with units. */
void    venule_kymograph_draw_axes    (cairo_t                    *cr,
                                       const VenuleKymographBox   *box,
                                       const VenuleKymographPlot  *plot,
                                       const VenuleFigureStyle    *style);

G_END_DECLS
