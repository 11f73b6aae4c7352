/* venule-diameter.c: how wide a vessel is, in the video itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-diameter.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-order.h"

#define STEP 2.0      /* px along the vessel */
#define ACROSS 0.5    /* px across it */
#define SMOOTHING 1.5 /* px */
#define STRETCH 0.1   /* widths along the vessel that are averaged */
#define NEAREST 0.5   /* of the distance of the walls that are known */
#define FARTHEST 1.4
#define MAX_JUMP 2    /* steps across from a place to the next: 1 px */
#define CLEAR 3.0     /* × the usual change */
#define OUTSIDE 10.0  /* × the usual change, that a place costs at which no wall is expected */
#define MIN_REACH 8 /* px to each side that are looked at */

/* Changes of brightness outwards, to both sides of each place. */
typedef struct {
  guint  n;         /* places */
  guint  reach;     /* steps across, to each side */
  double step;      /* px along */
  double first;     /* place of the first */
  float *change[2]; /* left, right: n rows of reach + 1 */
  guint *from, *to; /* steps between which a wall is looked for, 2 a place */
  double noise;     /* standard deviation of a change */
} Profiles;

static void
profiles_clear (Profiles *self)
{
  for (guint side = 0; side < 2; side++)
    g_free (self->change[side]);
  g_free (self->from);
  g_free (self->to);
}

/* Between four pixels; NaN beyond the edge. */
static double
sample (const VenuleMeanFrame *mean,
        double                 x,
        double                 y)
{
  int left = (int) floor (x), top = (int) floor (y);
  double tx = x - left, ty = y - top;
  const float *at;

  if (left < 0 || top < 0 || left + 1 >= mean->width || top + 1 >= mean->height)
    return NAN;
  at = &mean->samples[(gsize) top * mean->width + left];

  return (1 - ty) * ((1 - tx) * at[0] + tx * at[1]) + ty * ((1 - tx) * at[mean->width] + tx * at[mean->width + 1]);
}

/* Mean brightness at a distance to the right of a place, along a stretch of the vessel. */
static double
sample_stretch (const VenuleMeanFrame  *mean,
                const VenuleCentreline *line,
                double                  along,
                double                  beside,
                int                     half)
{
  double sum = 0;

  for (int k = -half; k <= half; k++)
    {
      VenulePoint point, direction;

      venule_centreline_get_point (line, along + k, &point, &direction);
      sum += sample (mean, point.x - beside * direction.y, point.y + beside * direction.x);
    }

  return sum / (2 * half + 1);
}

/* Derivative of a Gaussian: what it gives of a straight slope is the slope. */
static void
differentiate (const double *values,
               guint         n,
               double       *changes)
{
  const int reach = (int) ceil (4 * SMOOTHING / ACROSS);

  for (guint i = 0; i < n; i++)
    {
      double sum = 0, weights = 0;

      for (int k = -reach; k <= reach; k++)
        {
          double u = k * ACROSS, weight = u * exp (-u * u / (2 * SMOOTHING * SMOOTHING));
          gint64 at = (gint64) i + k;

          if (at < 0 || at >= n)
            {
              sum = NAN;
              break;
            }
          sum += weight * values[at];
          weights += weight * u;
        }
      changes[i] = sum / weights;
    }
}

static double
half_width_at (const VenuleCentreline *line,
               double                  along,
               guint                   side)
{
  double walls[2];

  venule_centreline_get_walls (line, along, &walls[0], &walls[1]);

  return walls[side];
}

static void
measure_place (Profiles               *self,
               const VenuleMeanFrame  *mean,
               const VenuleCentreline *line,
               guint                   i,
               double                  usual)
{
  double along = self->first + i * self->step;
  int half = (int) (STRETCH * usual);
  guint n = 2 * self->reach + 1;
  g_autofree double *values = g_new (double, n);
  g_autofree double *changes = g_new (double, n);

  for (guint k = 0; k < n; k++)
    values[k] = sample_stretch (mean, line, along, ((int) k - (int) self->reach) * ACROSS, half);
  differentiate (values, n, changes);
  for (guint k = 0; k <= self->reach; k++)
    {
      self->change[0][i * (self->reach + 1) + k] = (float) -changes[self->reach - k];
      self->change[1][i * (self->reach + 1) + k] = (float) changes[self->reach + k];
    }
  for (guint side = 0; side < 2; side++)
    {
      double known = half_width_at (line, along, side);
      gboolean near = isfinite (known) && known > 0;

      self->from[2 * i + side] = near ? (guint) (NEAREST * known / ACROSS) : (guint) (2 / ACROSS);
      self->to[2 * i + side] = near ? MIN ((guint) ceil (FARTHEST * known / ACROSS), self->reach) : self->reach;
    }
}

/* The median of what the brightness changes anywhere. */
static double
usual_change (const Profiles *self)
{
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->n * (self->reach + 1); i += 3)
      {
        float change = fabsf (self->change[side][i]);

        if (isfinite (change))
          g_array_append_val (all, change);
      }
  if (all->len == 0)
    return NAN;
  g_array_sort (all, venule_compare_floats);

  return g_array_index (all, float, all->len / 2);
}

static void
profiles_init (Profiles               *self,
               const VenuleMeanFrame  *mean,
               const VenuleCentreline *line)
{
  double first, last, length = venule_centreline_get_range (line, &first, &last);
  double farthest = 0, usual;

  self->n = CLAMP ((guint) (length / STEP) + 1, 2, VENULE_DIAMETER_PLACES);
  self->step = length / (self->n - 1);
  self->first = first;
  for (guint i = 0; i < self->n; i++)
    for (guint side = 0; side < 2; side++)
      farthest = fmax (farthest, half_width_at (line, first + i * self->step, side));
  if (venule_centreline_get_walls_from (line) == VENULE_WALLS_UNKNOWN || farthest <= 0)
    farthest = MIN (mean->width, mean->height) / 2.0;
  usual = 2 * farthest;
  self->reach = (guint) ceil (fmax (FARTHEST * farthest + 4 * SMOOTHING, MIN_REACH) / ACROSS);
  for (guint side = 0; side < 2; side++)
    self->change[side] = g_new (float, (gsize) self->n * (self->reach + 1));
  self->from = g_new (guint, 2 * self->n);
  self->to = g_new (guint, 2 * self->n);
  for (guint i = 0; i < self->n; i++)
    measure_place (self, mean, line, i, usual);
  self->noise = usual_change (self) / 0.6745; /* of a normal distribution */
}

/* ---- The walls ---- */

/* The best line along a side, in steps across: the sum of its changes. @sense: 1: brighter outside. */
static double
find_wall (const Profiles *self,
           guint           side,
           double          sense,
           guint          *wall)
{
  guint width = self->reach + 1;
  g_autofree double *best = g_new (double, (gsize) self->n * width);
  g_autofree gint8 *came = g_new0 (gint8, (gsize) self->n * width);
  guint end = 0;

  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; k < width; k++)
      {
        float change = self->change[side][i * width + k];
        double before = i == 0 ? 0 : -INFINITY;
        double *at = &best[(gsize) i * width + k];

        for (int jump = -MAX_JUMP; i > 0 && jump <= MAX_JUMP; jump++)
          {
            gint64 from = (gint64) k + jump;

            if (from >= 0 && from < width && best[(gsize) (i - 1) * width + from] > before)
              {
                before = best[(gsize) (i - 1) * width + from];
                came[(gsize) i * width + k] = (gint8) jump;
              }
          }
        /* Where no wall is expected the line may pass, when it must, and nowhere else. */
        if (k < self->from[2 * i + side] || k > self->to[2 * i + side])
          change = (float) (-sense * OUTSIDE * self->noise);
        *at = before + (isfinite (change) ? sense * change : 0);
      }
  for (guint k = 0; k < width; k++)
    if (best[(gsize) (self->n - 1) * width + k] > best[(gsize) (self->n - 1) * width + end])
      end = k;
  for (guint i = self->n, k = end; i > 0; i--)
    {
      wall[i - 1] = k;
      k = (guint) ((int) k + came[(gsize) (i - 1) * width + k]);
    }

  return best[(gsize) (self->n - 1) * width + end];
}

/* Between the steps: px. @error: of the place, from the noise. */
static double
refine (const Profiles *self,
        guint           side,
        double          sense,
        guint           i,
        guint           k,
        double         *error)
{
  const float *change = &self->change[side][(gsize) i * (self->reach + 1)];
  double before, here, behind, bend, offset;

  /* The largest within a step or two: the line has no jumps where the wall may have. */
  while (k + 1 < self->reach && sense * change[k + 1] > sense * change[k])
    k++;
  while (k > 1 && sense * change[k - 1] > sense * change[k])
    k--;
  before = k > 0 ? sense * change[k - 1] : NAN;
  here = sense * change[k];
  behind = k < self->reach ? sense * change[k + 1] : NAN;
  bend = before - 2 * here + behind;
  offset = bend < 0 ? CLAMP ((before - behind) / (2 * bend), -0.5, 0.5) : 0;
  /* The place of the top is as uncertain as the slope beside it, over its bend; the noise of the slope is that of the
   * change over the smoothing. */
  *error = bend < 0 && here > 0 ? self->noise / SMOOTHING / (-bend / (ACROSS * ACROSS)) : NAN;

  return isfinite (offset) && here > 0 ? (k + offset) * ACROSS : NAN;
}

static double
find_walls (const Profiles *self,
            double          sense,
            guint          *left,
            guint          *right)
{
  return find_wall (self, 0, sense, left) + find_wall (self, 1, sense, right);
}

GArray *
venule_diameter_find (const VenuleMeanFrame   *mean,
                      const VenuleCentreline  *centreline,
                      GError                 **error)
{
  Profiles profiles = { 0 };
  g_autoptr(GArray) places = g_array_new (FALSE, FALSE, sizeof (VenuleDiameterPlace));
  g_autofree guint *found = NULL;
  guint *walls[2], *others[2];
  double brighter, darker, usual, sense;
  gboolean clear;

  g_return_val_if_fail (mean != NULL && centreline != NULL, NULL);

  profiles_init (&profiles, mean, centreline);
  found = g_new (guint, 4 * (gsize) profiles.n);
  for (guint side = 0; side < 2; side++)
    {
      walls[side] = found + (2 * side) * profiles.n;
      others[side] = found + (2 * side + 1) * profiles.n;
    }
  brighter = find_walls (&profiles, 1, walls[0], walls[1]);
  darker = find_walls (&profiles, -1, others[0], others[1]);
  usual = usual_change (&profiles);
  sense = brighter >= darker ? 1 : -1;
  clear = fmax (brighter, darker) / (2 * profiles.n) > CLEAR * usual;
  for (guint i = 0; clear && i < profiles.n; i++)
    {
      double errors[2];
      VenuleDiameterPlace place = {
        .along = profiles.first + i * profiles.step,
        .left = refine (&profiles, 0, sense, i, sense > 0 ? walls[0][i] : others[0][i], &errors[0]),
        .right = refine (&profiles, 1, sense, i, sense > 0 ? walls[1][i] : others[1][i], &errors[1]),
      };

      place.error = hypot (errors[0], errors[1]);
      if (isfinite (place.left) && isfinite (place.right) && place.left + place.right > 0)
        g_array_append_val (places, place);
    }
  profiles_clear (&profiles);
  if (places->len >= 2 && places->len >= profiles.n / 2)
    return g_steal_pointer (&places);

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_UNSEEN,
                       _("The walls of the vessel do not stand out clearly enough in the mean of the frames. The "
                         "diameter is that of the crop; drag the walls to where they are."));

  return NULL;
}
