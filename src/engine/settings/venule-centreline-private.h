/* venule-centreline-private.h: what a centreline is made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"

G_BEGIN_DECLS

/* @along, @points, @directions, @left, @right: of each of @n points. */
struct _VenuleCentreline
{
  guint            n;
  double          *along;
  VenulePoint     *points;
  VenulePoint     *directions;
  double          *left, *right;
  double           first, last; /* of the part in the crop */
  double           begin, end;  /* of the vessel: infinite where it goes on to the edge of the crop */
  gboolean         straight;
  const char      *fault;       /* of a line by hand, untranslated; nullable */
  gboolean         oblique;     /* the vessel runs askew to the edges of the crop */
  VenuleWallsFrom  from;
};

G_END_DECLS
