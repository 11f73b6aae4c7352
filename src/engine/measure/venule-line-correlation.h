/* venule-line-correlation.h: lines through a video, correlated with themselves some frames later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_LINE_MAX_LAGS 10
#define VENULE_LINE_ALL G_MAXUINT

/**
 * VenuleLines:
 * @values: (array): brightness, of line 0 in all frames, then of the next line; a row has @length places downstream,
 *   1 px apart, the rows are in the order of time. %NAN where something else is, such as a cell that is followed
 * @n_lines: parallel lines along the vessel; the one in the middle of the array is the centreline
 * @n_rows: frames
 * @length: px
 * @times: (array length=n_rows): s
 *
 * Brightness along parallel lines over time.
 */
typedef struct {
  const float  *values;
  guint         n_lines, n_rows, length;
  const double *times;
} VenuleLines;

/**
 * VenuleLineCurves:
 * @n_lags: number of lags; 0: there are too few rows
 * @lags: rows
 * @reach: px to each side
 * @correlation: of each lag @reach · 2 + 1 normalised correlations, by displacement from −@reach
 * @weighted: those times the root of the share of the line that both rows show, so that their noise is the same at each
 *   displacement
 *
 * Correlation at several lags as a function of the displacement.
 */
typedef struct {
  guint      n_lags;
  const int *lags;
  int        reach;
  double    *correlation, *weighted;
} VenuleLineCurves;

/**
 * VenuleLineCorrelation:
 *
 * The sums that correlations are made of, separate for each line and stretch of the recording.
 */
typedef struct _VenuleLineCorrelation VenuleLineCorrelation;

/**
 * venule_line_correlation_new:
 * @lines: at least 64 rows of 16 px; only read
 *
 * What stands still is taken off first: the mean over time of each place, then that of each row. Pairs of rows whose
 * times do not fit the lag are left out.
 *
 * Returns: (transfer full): what was found
 */
VenuleLineCorrelation *venule_line_correlation_new            (const VenuleLines           *lines);
void                   venule_line_correlation_free           (VenuleLineCorrelation       *self);

/* Number of stretches of the recording, 4 to 10. */
guint                  venule_line_correlation_get_n_stretches (const VenuleLineCorrelation *self);

/* s from a row to the next, usually. */
double                 venule_line_correlation_get_interval   (const VenuleLineCorrelation *self);

/* By how much a row is more like itself 3 px further than 6 px further, as a correlation: about 0 where it is noise. */
double                 venule_line_correlation_get_texture    (const VenuleLineCorrelation *self);

/* (transfer full): of one line or %VENULE_LINE_ALL, and of one stretch or %VENULE_LINE_ALL. */
VenuleLineCurves      *venule_line_correlation_get_curves     (const VenuleLineCorrelation *self,
                                                               guint                        line,
                                                               guint                        stretch);
void                   venule_line_curves_free                (VenuleLineCurves            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLineCorrelation, venule_line_correlation_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLineCurves, venule_line_curves_free)

G_END_DECLS
