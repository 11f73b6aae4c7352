/* venule-warning-tally.c: what warnings ask of all cells of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-warning-tally.h"

#include <math.h>

#include "venule-velocity.h"

#define TELLING_WAY 1.0              /* diameters: what moved less has no direction */
#define FIXED_SPOTS 30               /* fewer may stand still in the picture by chance */
#define FIXED_SHIFT 0.7              /* px: standard deviation of the picture's movement, above the error of places */
#define FIXED_PICTURE 0.5            /* of the same: letters burnt into a made video had 0.19 to 0.45, cells 0.8 and
                                        more */
#define FIXED_TISSUE 0.8             /* of the same: a cell that stands still in the tissue has next to nothing */

/* The way of a cell in the tissue, and how long that took. */
static gboolean
get_way (VenuleTrack *track,
         double      *dx,
         double      *dy,
         double      *seconds,
         double      *frames)
{
  guint n;
  g_autofree VenulePlace *owned = NULL;
  const VenulePlace *places = venule_velocity_get_places (track, &n, &owned);

  if (n < 2)
    return FALSE;

  *dx = (places[n - 1].x - places[n - 1].shift_x) - (places[0].x - places[0].shift_x);
  *dy = (places[n - 1].y - places[n - 1].shift_y) - (places[0].y - places[0].shift_y);
  *seconds = places[n - 1].time - places[0].time;
  *frames = places[n - 1].frame - places[0].frame;

  return *seconds > 0 && *frames > 0;
}

static void
add_spots (VenuleWarningTally *self,
           VenuleTrack        *track,
           double              flow_x,
           double              flow_y)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  double diameter = 0;

  for (guint i = 0; i < n; i++)
    {
      double moved = places[i].shift_y * flow_x - places[i].shift_x * flow_y;

      self->left = MIN (self->left, moved);
      self->right = MAX (self->right, moved);
      diameter += 2 * places[i].radius / n;
      if (places[i].source == VENULE_SPOT_DETECTED && isfinite (places[i].score))
        self->scores[(int) (CLAMP (places[i].score, 0, 1) * (VENULE_WARNING_SCORE_BINS - 1))]++;
    }
  g_array_append_val (self->diameters, diameter);
}

/* Sums of one coordinate, from which its variance follows. */
typedef struct {
  double sum, squares;
} Spread;

static void
spread_add (Spread *self,
            double  value)
{
  self->sum += value;
  self->squares += value * value;
}

static double
spread_get_variance (const Spread *self,
                     guint         n)
{
  return fmax (self->squares / n - self->sum / n * (self->sum / n), 0);
}

/* Breathing moves the tissue and all that sticks to it; letters, a scale bar and dust on the camera stay where they
 * are. */
static gboolean
is_fixed_to_picture (VenuleTrack *track)
{
  guint n;
  g_autofree VenulePlace *owned = NULL;
  const VenulePlace *places = venule_velocity_get_places (track, &n, &owned);
  Spread picture[2] = { 0 }, tissue[2] = { 0 }, shift[2] = { 0 };
  double moved, in_picture, in_tissue;

  if (n < FIXED_SPOTS)
    return FALSE;

  /* From the first place on, which loses no digits. */
  for (guint i = 0; i < n; i++)
    {
      double x = places[i].x - places[0].x, y = places[i].y - places[0].y;
      double shift_x = places[i].shift_x - places[0].shift_x, shift_y = places[i].shift_y - places[0].shift_y;

      spread_add (&picture[0], x);
      spread_add (&picture[1], y);
      spread_add (&tissue[0], x - shift_x);
      spread_add (&tissue[1], y - shift_y);
      spread_add (&shift[0], shift_x);
      spread_add (&shift[1], shift_y);
    }
  moved = sqrt (spread_get_variance (&shift[0], n) + spread_get_variance (&shift[1], n));
  in_picture = sqrt (spread_get_variance (&picture[0], n) + spread_get_variance (&picture[1], n));
  in_tissue = sqrt (spread_get_variance (&tissue[0], n) + spread_get_variance (&tissue[1], n));

  return moved >= FIXED_SHIFT && in_picture < FIXED_PICTURE * moved && in_tissue > FIXED_TISSUE * moved;
}

static void
add_rolling (VenuleWarningTally   *self,
             const VenuleSettings *settings,
             double                dx,
             double                dy,
             double                frames)
{
  double way = hypot (dx, dy), flow_x, flow_y, angle;

  self->n_rolling++;
  self->n_leaping += way / frames > VENULE_LARGEST_STEP * settings->cell_diameter;
  if (way < TELLING_WAY * settings->cell_diameter)
    return;

  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  angle = atan2 (dy * flow_x - dx * flow_y, dx * flow_x + dy * flow_y);
  g_array_append_val (self->angles, angle);
}

void
venule_warning_tally_add (VenuleWarningTally   *self,
                          VenuleTrack          *track,
                          const VenuleSettings *settings)
{
  VenuleCellKind kind = venule_track_get_kind (track);
  double speed = fabs (venule_track_mean_velocity (track, settings));
  double dx, dy, seconds, frames, flow_x, flow_y;

  if (!get_way (track, &dx, &dy, &seconds, &frames))
    return;

  self->n++;
  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  add_spots (self, track, flow_x, flow_y);
  if (!venule_track_get_edited (track) && venule_track_is_judged (track))
    {
      self->n_judged++;
      self->quality += venule_track_get_quality (track);
    }
  self->n_brief += kind == VENULE_CELL_OTHER;
  self->n_fixed += is_fixed_to_picture (track);
  if (kind == VENULE_CELL_ROLLING)
    add_rolling (self, settings, dx, dy, frames);
  if (kind != VENULE_CELL_ROLLING && kind != VENULE_CELL_FREE)
    return;
  g_array_append_val (self->speeds, speed);
  self->border = MIN (self->border, venule_velocity_fastest_rolling (settings, frames / seconds));
}
