/* venule-chance.c: paths that chance would make of what the detector finds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * An a-contrario test of trajectories (M. Primet and L. Moisan, Point tracking: an a-contrario approach, hal-00760728,
 * 2012; A. Desolneux, L. Moisan and J.-M. Morel, From Gestalt Theory to Image Analysis, Springer 2008): were all that
 * belongs to no cell scattered evenly over the vessel, how many paths as even as this one would there be in the whole
 * recording? Where that is not far below one, it is none that a cell has made.
 */

#include "venule-config.h"

#include "venule-chance.h"

#include <math.h>

#include "venule-motion-field.h"
#include "venule-tissue-path.h"

#define EXPECTED 0.05   /* of all paths as even as one */
#define FEW 12          /* detections: a path of fewer may be clutter itself, and tells of no others; … */
#define FEW_SHARE 0.6   /* … in a short recording, of the runs of the detector */
#define MANY 60         /* of so many none is chance */
#define LEAST_OFF 0.05  /* cell diameters that a place may be off, at least */
#define FEWEST_RUNS 4   /* of the detector: in fewer, nothing is even */
#define TESTS 20        /* two ways to judge the first step, and some ten lowest scores */

typedef struct {
  VenuleClutter      clutter;
  double             few;      /* detections */
  double             diameter; /* px */
  double             area;     /* of what is looked at, px² */
  VenuleMotionField *field;    /* of the paths that are none of chance */
} Chance;

static guint
bin_of (double score)
{
  return (guint) CLAMP (score * VENULE_SCORE_BINS, 0, VENULE_SCORE_BINS - 1);
}

void
venule_clutter_add (VenuleClutter *self,
                    double         score)
{
  self->n_of_score[bin_of (score)]++;
}

/* In a run of the detector, of a score of at least @score. */
static double
density (const Chance *self,
         double        score)
{
  guint n = 1;

  for (guint bin = bin_of (score); bin < VENULE_SCORE_BINS; bin++)
    n += self->clutter.n_of_score[bin];
  return (double) n / self->clutter.n_runs;
}

/* Logarithm of the chance that something lies within @off px of a place. */
static double
log_near (const Chance *self,
          double        off)
{
  off = MAX (off, LEAST_OFF * self->diameter);
  return log (MIN (G_PI * off * off / self->area, 1));
}

/* How far the first step is off: from none, or from the usual one of the place. */
static double
first_off (const Chance           *self,
           const VenuleTissueSpot *first,
           const VenuleTissueSpot *second)
{
  double dx = second->seen_x - first->seen_x, dy = second->seen_y - first->seen_y, time = second->time - first->time;
  double off = hypot (dx, dy);
  VenuleMotion usual;

  if (venule_motion_field_get (self->field, (VenulePoint){ first->x, first->y }, &usual))
    off = MIN (off, hypot (dx - usual.velocity.x * time, dy - usual.velocity.y * time));
  return off;
}

/* How far a third place is off the line of two before, px. */
static double
third_off (const VenuleTissueSpot *first,
           const VenuleTissueSpot *second,
           const VenuleTissueSpot *third)
{
  double time = second->time - first->time, ahead = third->time - second->time, ratio = time > 0 ? ahead / time : 1;

  return hypot (third->seen_x - second->seen_x - ratio * (second->seen_x - first->seen_x),
                third->seen_y - second->seen_y - ratio * (second->seen_y - first->seen_y));
}

/* (element-type VenuleTissueSpot*): those that a detection saw */
static GPtrArray *
seen_spots (const VenuleTissuePath *path)
{
  GPtrArray *seen = g_ptr_array_new ();

  for (guint i = 0; i < path->spots->len; i++)
    if (venule_tissue_path_spot (path, i)->seen_sd > 0)
      g_ptr_array_add (seen, venule_tissue_path_spot (path, i));
  return seen;
}

/* Logarithm of how many paths as even as the evenest part of this one chance would make. */
static double
log_expected (const Chance           *self,
              const VenuleTissuePath *path)
{
  g_autoptr (GPtrArray) seen = seen_spots (path);
  double missed = MAX ((double) path->opportunities - path->hits, 0) / MAX (path->hits, 1), least = INFINITY;

  for (guint i = 0; i + 2 < seen->len; i++)
    {
      const VenuleTissueSpot *first = seen->pdata[i], *second = seen->pdata[i + 1];
      double score = MIN (first->score, second->score), off = 0, begin = first_off (self, first, second);

      for (guint k = i + 2; k < seen->len; k++)
        {
          const VenuleTissueSpot *spot = seen->pdata[k];
          double n = k - i + 1, runs = n * (1 + missed), expected;

          score = MIN (score, spot->score);
          off = MAX (off, third_off (seen->pdata[k - 2], seen->pdata[k - 1], spot));
          /* The parts of n detections have a share of 1 / n (n + 1) in what may come by chance. */
          expected = log (TESTS * self->clutter.n_runs * n * (n + 1)) + n * log (density (self, score)) +
                     log_near (self, begin) + (n - 2) * log_near (self, off) +
                     lgamma (runs - 1) - lgamma (n - 1) - lgamma (runs - n + 1);
          least = MIN (least, expected);
        }
    }
  return least;
}

static double
area_of (const VenuleSettings *settings,
         int                   frame_width,
         int                   frame_height)
{
  g_autoptr (GArray) outline = venule_vessel_dup_outline (settings->vessel, frame_width, frame_height);
  double twice = 0;

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);
      const VenulePoint *q = &g_array_index (outline, VenulePoint, (i + 1) % outline->len);

      twice += p->x * q->y - q->x * p->y;
    }
  return MAX (fabs (twice) / 2, settings->cell_diameter * settings->cell_diameter);
}

/* The detections of a path are clutter (@sign 1), or after all are not (−1). */
static void
count (Chance                 *self,
       const VenuleTissuePath *path,
       int                     sign)
{
  for (guint i = 0; i < path->spots->len; i++)
    if (venule_tissue_path_spot (path, i)->seen_sd > 0)
      self->clutter.n_of_score[bin_of (venule_tissue_path_spot (path, i)->score)] += sign;
}

/* Finds further paths that are none of chance: what they have is no clutter, and they tell how cells move. Returns
 * whether there were any. */
static gboolean
believe (Chance    *self,
         GPtrArray *paths,
         gboolean  *believed)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < paths->len; i++)
    if (!believed[i] && log_expected (self, g_ptr_array_index (paths, i)) <= log (EXPECTED))
      g_array_append_val (found, i);
  for (guint k = 0; k < found->len; k++)
    {
      guint i = g_array_index (found, guint, k);

      believed[i] = TRUE;
      if (((VenuleTissuePath *) g_ptr_array_index (paths, i))->hits >= self->few)
        continue;
      venule_motion_field_note_path (self->field, g_ptr_array_index (paths, i));
      count (self, g_ptr_array_index (paths, i), -1);
    }
  return found->len > 0;
}

/**
 * venule_drop_chance:
 * @paths: (element-type VenuleTissuePath): of a whole run; those that chance may have made go
 * @clutter: what belongs to none of them
 * @settings: those of the run
 * @frame_width: px
 * @frame_height: px
 *
 * Of all paths as even as one that stays, chance makes 0.05 in the whole recording.
 */
void
venule_drop_chance (GPtrArray            *paths,
                    const VenuleClutter  *clutter,
                    const VenuleSettings *settings,
                    int                   frame_width,
                    int                   frame_height)
{
  g_autoptr (VenuleMotionField) field = venule_motion_field_new (settings->cell_diameter);
  Chance self = { *clutter, MIN (FEW, FEW_SHARE * clutter->n_runs), settings->cell_diameter,
                  area_of (settings, frame_width, frame_height), field };
  g_autofree gboolean *believed = g_new0 (gboolean, paths->len + 1);

  if (clutter->n_runs < FEWEST_RUNS)
    return;

  for (guint i = 0; i < paths->len; i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);

      believed[i] = path->hits >= MANY;
      if (path->hits >= self.few)
        venule_motion_field_note_path (field, path);
      else
        count (&self, path, 1);
    }
  /* Cells of which there are many, each seen a few times, are clutter to one another at first. */
  while (believe (&self, paths, believed))
    ;
  for (guint i = 0; i < paths->len && !g_log_writer_default_would_drop (G_LOG_LEVEL_DEBUG, G_LOG_DOMAIN); i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);

      g_debug ("path from frame %" G_GINT64_FORMAT " with %u detections: log of expected by chance %.1f",
               venule_tissue_path_spot (path, 0)->frame, path->hits,
               path->hits >= MANY ? -INFINITY : log_expected (&self, path));
    }
  venule_tissue_paths_keep (paths, believed);
}
