/* venule-centreline.h: the way along a vessel, and its walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double x;
  double y;
} VenulePoint;

/**
 * VenuleWallsFrom:
 * @VENULE_WALLS_UNKNOWN: the crop is the whole frame, and no walls are set
 * @VENULE_WALLS_CROP: the edges of the crop
 * @VENULE_WALLS_MEASURED: they were found in the mean frame
 * @VENULE_WALLS_HAND: a person drew them
 */
typedef enum {
  VENULE_WALLS_UNKNOWN,
  VENULE_WALLS_CROP,
  VENULE_WALLS_MEASURED,
  VENULE_WALLS_HAND,
} VenuleWallsFrom;

/**
 * VenuleCentreline:
 *
 * A line along the vessel with places counted by its arc length s from its upstream end, px; immutable, reference
 * counted, for any thread. Coordinates are those of the tissue: of a spot, its place less the picture's own shift.
 *
 * Without a line by hand it is, for a rectangle and for the whole frame, the straight line through the middle of the
 * crop along the flow; for a polygon the line that lies half-way between its long sides, which the flow gives its
 * direction.
 */
typedef struct _VenuleCentreline VenuleCentreline;

VenuleCentreline *venule_centreline_ref           (VenuleCentreline             *self);
void              venule_centreline_unref         (VenuleCentreline             *self);
gboolean          venule_centreline_equal         (const VenuleCentreline       *a,
                                                   const VenuleCentreline       *b);

/* Whether it is a straight line along the flow. */
gboolean          venule_centreline_is_straight   (const VenuleCentreline       *self);
double            venule_centreline_get_length    (const VenuleCentreline       *self);

/**
 * venule_centreline_project:
 * @self: a centreline
 * @x: px
 * @y: px
 * @hint: (inout): where on the line to look first: %VENULE_CENTRELINE_NOWHERE at first, then what the last place of the
 *   same cell has left there
 * @along: (out): arc length of the place, px; < 0 or beyond the length where it lies before or behind the line
 * @beside: (out) (optional): distance from the line, px; > 0 to the right of somebody who looks downstream on the
 * screen
 *
 * The foot of the perpendicular, which moves steadily with the place: the direction of the line turns evenly from each
 * of its points to the next.
 */
void              venule_centreline_project       (const VenuleCentreline       *self,
                                                   double                        x,
                                                   double                        y,
                                                   guint                        *hint,
                                                   double                       *along,
                                                   double                       *beside);
#define VENULE_CENTRELINE_NOWHERE G_MAXUINT

/* The point at a place, and the unit vector downstream there. */
void              venule_centreline_get_point     (const VenuleCentreline       *self,
                                                   double                        along,
                                                   VenulePoint                  *point,
                                                   VenulePoint                  *direction);

/* (transfer none): the points that the line is made of, some 2 px apart. */
const VenulePoint *venule_centreline_get_points   (const VenuleCentreline       *self,
                                                   guint                        *n);

/* Distances of the walls at a place, px; NaN where they are not known. */
void              venule_centreline_get_walls     (const VenuleCentreline       *self,
                                                   double                        along,
                                                   double                       *left,
                                                   double                       *right);
VenuleWallsFrom   venule_centreline_get_walls_from
                                                  (const VenuleCentreline       *self);

/**
 * venule_centreline_get_range:
 * @self: a centreline
 * @first: (out): where the part of it that lies in the crop begins, px
 * @last: (out): where it ends
 *
 * Returns: length that is analysed, px
 */
double            venule_centreline_get_range     (const VenuleCentreline       *self,
                                                   double                       *first,
                                                   double                       *last);

/* Where the line begins and ends within the crop, px: what lies beyond is not of the analysed length; −∞ and ∞ where it
 * goes on to the edge of the crop. */
void              venule_centreline_get_ends      (const VenuleCentreline       *self,
                                                   double                       *begin,
                                                   double                       *end);

/* Of the analysed length, for a round vessel; NaN where the walls are not known: mean diameter (px) and its standard
 * deviation along the vessel, ∫π·D²/4 ds (px³), ∫π·D ds (px²). */
double            venule_centreline_get_diameter  (const VenuleCentreline       *self,
                                                   double                       *sd);
double            venule_centreline_get_volume    (const VenuleCentreline       *self);
double            venule_centreline_get_wall_area (const VenuleCentreline       *self);

/**
 * venule_centreline_find_walls_missing:
 *
 * Where a line was drawn beside the vessel its walls have no distance, and a rectangle drawn straight over a vessel
 * that runs askew has edges that are none.
 *
 * Returns: (nullable): why there is nothing to be said of the walls, untranslated; %NULL: there is
 */
const char       *venule_centreline_find_walls_missing
                                                  (const VenuleCentreline       *self);

/* What is wrong with the line that was drawn, as venule_line_find_fault(): (nullable). */
const char       *venule_centreline_get_fault     (const VenuleCentreline       *self);

/* The text that says which line a diameter profile was measured on: (transfer full). */
char             *venule_centreline_dup_key       (const VenuleCentreline       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCentreline, venule_centreline_unref)

G_END_DECLS
