/* venule-document-frames.c: what a spot takes from its frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-frames.h"

#include "venule-document-private.h"
#include "venule-time.h"

/* How far the picture had moved in a frame: any cell in it knows. */
static gboolean
find_shift (VenuleDocument *self,
            gint64 frame,
            float *x,
            float *y,
            float *uncertainty) /* (inout) (nullable): set where it is unknown; otherwise such frames are none */
{
  VenuleTrack *track = venule_track_list_find_at (self->tracks, frame);
  const VenulePlace *spot = track != NULL ? venule_track_get_place_at (track, frame) : NULL;

  if (spot == NULL || (uncertainty == NULL && !venule_place_has_shift (spot)))
    return FALSE;

  *x = spot->shift_x;
  *y = spot->shift_y;
  if (!venule_place_has_shift (spot))
    *uncertainty = VENULE_UNCERTAINTY_NO_SHIFT;

  return TRUE;
}

/* The nearest frame with a cell before (@step −1) or after (@step 1) one; −1: there is none in that direction. */
static gint64
find_known (VenuleDocument *self,
            gint64          frame,
            int             step,
            float          *x,
            float          *y)
{
  gint64 first, last;

  venule_track_list_get_range (self->tracks, &first, &last);
  for (gint64 at = step > 0 ? MAX (frame + 1, first) : MIN (frame - 1, last); at >= first && at <= last; at += step)
    if (find_shift (self, at, x, y, NULL))
      return at;

  return -1;
}

static void
fill_shift (VenuleDocument *self,
            VenuleSpot     *spot)
{
  float x = 0, y = 0, next_x = 0, next_y = 0;
  gint64 before, after;

  if (find_shift (self, spot->frame, &spot->shift_x, &spot->shift_y, &spot->uncertainty))
    return;

  before = find_known (self, spot->frame, -1, &x, &y);
  after = find_known (self, spot->frame, 1, &next_x, &next_y);
  if (before < 0 || after < 0)
    {
      spot->shift_x = before < 0 ? next_x : x;
      spot->shift_y = before < 0 ? next_y : y;
    }
  else
    {
      double part = (double) (spot->frame - before) / (double) (after - before);

      spot->shift_x = (float) (x + part * (next_x - x));
      spot->shift_y = (float) (y + part * (next_y - y));
    }
}

void
venule_document_fill_frame (VenuleDocument *self,
                            VenuleSpot     *spot)
{
  spot->time = venule_document_get_time (self, spot->frame);
  fill_shift (self, spot);
}

static double
between (double from,
         double to,
         double part)
{
  return from + part * (to - from);
}

void
venule_document_make_between (VenuleDocument   *self,
                              const VenuleSpot *before,
                              const VenuleSpot *after,
                              gint64            frame,
                              VenuleSpot       *spot)
{
  double elapsed = after->time - before->time, part;

  *spot = (VenuleSpot){ .frame = frame, .source = VENULE_SPOT_INTERPOLATED };
  venule_document_fill_frame (self, spot);
  /* A file without times has frames. */
  part = elapsed > 0 ? CLAMP ((spot->time - before->time) / elapsed, 0, 1)
                     : (double) (frame - before->frame) / (double) (after->frame - before->frame);
  spot->x = between (before->x - before->shift_x, after->x - after->shift_x, part) + spot->shift_x;
  spot->y = between (before->y - before->shift_y, after->y - after->shift_y, part) + spot->shift_y;
  spot->radius = (float) between (before->radius, after->radius, part);
  spot->score = MIN (before->score, after->score);
  if (spot->uncertainty < VENULE_UNCERTAINTY_NO_SHIFT)
    spot->uncertainty = MAX (before->uncertainty < VENULE_UNCERTAINTY_NO_SHIFT ? before->uncertainty : 0,
                             after->uncertainty < VENULE_UNCERTAINTY_NO_SHIFT ? after->uncertainty : 0);
  for (guint i = 0; i < VENULE_CONTOUR_POINTS; i++)
    spot->contour[i] = (float) between (before->contour[i], after->contour[i], part);
}
