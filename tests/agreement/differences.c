/* differences.c: how far the tracks of two runs lie apart
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "differences.h"

#include <math.h>
#include <string.h>

void
differences_init (Differences *self)
{
  memset (self, 0, sizeof *self);
  self->places = g_array_new (FALSE, FALSE, sizeof (double));
  self->radii = g_array_new (FALSE, FALSE, sizeof (double));
  self->contours = g_array_new (FALSE, FALSE, sizeof (double));
}

void
differences_clear (Differences *self)
{
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->radii, g_array_unref);
  g_clear_pointer (&self->contours, g_array_unref);
}

static double
contour_distance (const VenuleSpot *a,
                  const VenuleSpot *b)
{
  double largest = 0;

  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    {
      double angle = 2 * G_PI * k / VENULE_CONTOUR_POINTS, longer = (double) a->contour[k] - (double) b->contour[k];

      largest = MAX (largest, hypot (a->x - b->x + longer * cos (angle), a->y - b->y + longer * sin (angle)));
    }
  return largest;
}

static gboolean
same_bits (const VenuleSpot *a,
           const VenuleSpot *b)
{
  return a->x == b->x && a->y == b->y && a->radius == b->radius && a->score == b->score && a->source == b->source &&
         a->shift_x == b->shift_x && a->shift_y == b->shift_y && a->uncertainty == b->uncertainty &&
         memcmp (a->contour, b->contour, sizeof a->contour) == 0;
}

static VenuleTrack *
find_track (GPtrArray *tracks,
            guint      id)
{
  for (guint i = 0; i < tracks->len; i++)
    if (venule_track_get_id (g_ptr_array_index (tracks, i)) == id)
      return g_ptr_array_index (tracks, i);
  return NULL;
}

/* Returns whether @a and @b have the same frames. */
static gboolean
add_track (Differences *self,
           VenuleTrack *a,
           VenuleTrack *b)
{
  guint n, n_both = 0;
  const VenuleSpot *spots = venule_track_get_spots (a, &n);

  for (guint i = 0; i < n; i++)
    {
      const VenuleSpot *p = &spots[i], *q = venule_track_get_spot_at (b, p->frame);

      if (q == NULL)
        continue;

      double place = hypot (p->x - q->x, p->y - q->y), radius = fabs ((double) p->radius - (double) q->radius);
      double contour = contour_distance (p, q);

      if (self->n_both + n_both == 0 || contour > contour_distance (&self->worst, &self->worst_other))
        {
          self->worst = *p;
          self->worst_other = *q;
          self->worst_track = venule_track_get_id (a);
        }
      g_array_append_val (self->places, place);
      g_array_append_val (self->radii, radius);
      g_array_append_val (self->contours, contour);
      self->n_identical += same_bits (p, q);
      n_both++;
    }
  self->n_both += n_both;
  self->n_kinds += venule_track_get_kind (a) != venule_track_get_kind (b);
  return n_both == n && venule_track_get_n_spots (b) == n;
}

void
differences_add (Differences *self,
                 GPtrArray   *first,
                 GPtrArray   *second)
{
  GPtrArray *const runs[] = { first, second };

  for (guint k = 0; k < 2; k++)
    {
      self->n_tracks[k] += runs[k]->len;
      for (guint i = 0; i < runs[k]->len; i++)
        self->n_spots[k] += venule_track_get_n_spots (g_ptr_array_index (runs[k], i));
    }

  for (guint i = 0; i < first->len; i++)
    {
      VenuleTrack *a = g_ptr_array_index (first, i), *b = find_track (second, venule_track_get_id (a));

      self->n_strangers += b == NULL || !add_track (self, a, b);
    }
  for (guint i = 0; i < second->len; i++)
    self->n_strangers += find_track (first, venule_track_get_id (g_ptr_array_index (second, i))) == NULL;
}

gboolean
differences_none (const Differences *self)
{
  return self->n_tracks[0] == self->n_tracks[1] && self->n_strangers == 0 && self->n_kinds == 0;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
differences_quantile (GArray *values,
                      double  share)
{
  if (values->len == 0)
    return 0;
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, (guint) ceil (share * (values->len - 1)));
}

double
differences_mean (GArray *values)
{
  double sum = 0;

  for (guint i = 0; i < values->len; i++)
    sum += g_array_index (values, double, i);
  return values->len > 0 ? sum / values->len : 0;
}
