/* venule-caution.c: what must be known of a result before its numbers are believed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-caution.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-centreline.h"
#include "venule-classify.h"
#include "venule-statistics.h"
#include "venule-track.h"
#include "venule-velocity.h"

#define FEW 3                        /* cells that may be chance */
#define MANY 0.2                     /* of all: a share that moves a mean */
#define LARGER 1.35                  /* times the expected diameter; right ones came to 0.94 to 1.1, real ones to 1.3 */
#define SMALLER 0.67                 /* the same; bright rims of the right size came to 0.7 */
#define FAINT 0.7                    /* median score: below it more than a tenth of the spots was missed in made videos */
#define HIGHER_SENSITIVITY 0.7       /* where these were found, with no false ones yet */
#define ASKEW (10 * G_PI / 180)      /* the velocities are 1.5 % too low */
#define FAR_MOVED 1.5                /* diameters across the flow: cells leave the crop with the picture (1.2: none in a made video) */
#define TELLING_WAY 1.0              /* diameters: what moved less has no direction */
#define SCORE_BINS 1000              /* of scores from 0 to 1 */
#define NEAR 1.5                     /* times the border between rolling and free: two cells of one group */

/* Of all cells of a run. */
typedef struct {
  guint   n, n_rolling, n_brief, n_leaping;
  GArray *diameters; /* px */
  GArray *angles;    /* of the ways of rolling cells, clockwise from the arrow, −π/2 to π/2 */
  GArray *speeds;    /* of rolling and free cells, px/s */
  double  left, right; /* px: the farthest that the picture moved across the flow */
  double  border;    /* px/s: the least for which a cell is free in any case */
  guint64 scores[SCORE_BINS]; /* spots that were detected, of which there may be millions: too many to sort while a window waits */
} Tally;

/* The way of a cell in the tissue, and how long that took. */
static gboolean
get_way (VenuleTrack *track,
         double      *dx,
         double      *dy,
         double      *seconds,
         double      *frames)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  if (n < 2)
    return FALSE;

  *dx = (places[n - 1].x - places[n - 1].shift_x) - (places[0].x - places[0].shift_x);
  *dy = (places[n - 1].y - places[n - 1].shift_y) - (places[0].y - places[0].shift_y);
  *seconds = places[n - 1].time - places[0].time;
  *frames = places[n - 1].frame - places[0].frame;

  return *seconds > 0 && *frames > 0;
}

static void
add_spots (Tally       *self,
           VenuleTrack *track,
           double       flow_x,
           double       flow_y)
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
        self->scores[(int) (CLAMP (places[i].score, 0, 1) * (SCORE_BINS - 1))]++;
    }
  g_array_append_val (self->diameters, diameter);
}

static void
add_rolling (Tally                *self,
             const VenuleSettings *settings,
             double                dx,
             double                dy,
             double                frames)
{
  double way = hypot (dx, dy), flow_x, flow_y, along, across, angle;

  self->n_rolling++;
  self->n_leaping += way / frames > VENULE_LARGEST_STEP * settings->cell_diameter;
  if (way < TELLING_WAY * settings->cell_diameter)
    return;

  /* To and fro is the same: the arrow the wrong way round is another matter. */
  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  along = dx * flow_x + dy * flow_y;
  across = dy * flow_x - dx * flow_y;
  angle = along < 0 ? atan2 (-across, -along) : atan2 (across, along);
  g_array_append_val (self->angles, angle);
}

static void
add_cell (Tally                *self,
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
  self->n_brief += kind == VENULE_CELL_OTHER;
  if (kind == VENULE_CELL_ROLLING)
    add_rolling (self, settings, dx, dy, frames);
  if (kind != VENULE_CELL_ROLLING && kind != VENULE_CELL_FREE)
    return;
  g_array_append_val (self->speeds, speed);
  self->border = MIN (self->border, venule_velocity_fastest_rolling (settings, frames / seconds));
}

static char *
dup_unregistered (gint64 unregistered_frames,
                  gint64 n_frames)
{
  if (unregistered_frames == 0)
    return NULL;
  /* The first frame is what the others are compared with. */
  if (unregistered_frames >= n_frames - 1)
    return g_strdup (_("The movement of the tissue could not be measured: around the vessel nothing is seen that stands still. If the "
                       "picture moved (breathing, drift), that is in the velocities."));

  return g_strdup_printf (_("The movement of the tissue could not be measured in %d of %d frames: how the picture itself moved there is "
                            "in the velocities. If the recording was cut or refocused, analyse the parts before and after by themselves."),
                          (int) unregistered_frames, (int) n_frames);
}

static char *
dup_moved (const Tally          *self,
           const VenuleSettings *settings)
{
  double moved = self->right - self->left;

  if (self->n < FEW || moved < FAR_MOVED * settings->cell_diameter || settings->vessel->kind == VENULE_CROP_WHOLE)
    return NULL;

  return g_strdup_printf (_("The picture moved by %.0f px across the vessel (breathing, drift). Cells that leave the crop with it and "
                            "come back count more than once: draw the crop wider by that, and run again."), moved);
}

static char *
dup_size (const Tally          *self,
          const VenuleSettings *settings)
{
  double found = venule_statistics_quantile (self->diameters, 0.5);
  double ratio = found / settings->cell_diameter;

  if (self->diameters->len < FEW || (ratio < LARGER && ratio > SMALLER))
    return NULL;

  return g_strdup_printf (_("The cells that were found are %.0f px wide (median), but %.0f px were expected. Measure a cell, set its "
                            "diameter and run again: larger cells are taken for several, and smaller ones are missed."),
                          found, settings->cell_diameter);
}

/* NAN: nothing was detected. */
static double
median_score (const Tally *self)
{
  guint64 n = 0, below = 0;
  int bin = 0;

  for (int i = 0; i < SCORE_BINS; i++)
    n += self->scores[i];
  if (n == 0)
    return NAN;
  while ((below += self->scores[bin]) <= n / 2)
    bin++;

  return (double) bin / (SCORE_BINS - 1);
}

static char *
dup_faint (const Tally          *self,
           const VenuleSettings *settings)
{
  double score = median_score (self);

  if (self->diameters->len < FEW || !(score < FAINT) || settings->sensitivity >= HIGHER_SENSITIVITY ||
      settings->finder != VENULE_FINDER_LEARNED)
    return NULL;

  return g_strdup_printf (_("The cells are hardly seen (median score %.2f of 1), and some are likely missed. Try a sensitivity of %.1f: "
                            "it finds more, but look whether all of them are cells."), score, HIGHER_SENSITIVITY);
}

static char *
dup_askew (const Tally          *self,
           const VenuleSettings *settings)
{
  const VenuleCentreline *line = settings->vessel->centreline;
  double angle = venule_statistics_quantile (self->angles, 0.5);

  if (self->angles->len < FEW || fabs (angle) < ASKEW || (line != NULL && !venule_centreline_is_straight (line)))
    return NULL;

  return g_strdup_printf (_("The rolling cells move askew to the arrow of the flow, by %.0f° (median). Velocities are measured along "
                            "the arrow and come out %.0f %% too low: turn it along the paths and run again."),
                          fabs (angle) * 180 / G_PI, 100 * (1 - cos (angle)));
}

static char *
dup_brief (const Tally *self)
{
  if (self->n_brief < FEW || self->n_brief < MANY * self->n || self->n_rolling == 0)
    return NULL;

  return g_strdup_printf (_("%u of %u cells were seen for too short a time to tell whether they roll or stand still. Those that are "
                            "said to roll are the fast ones, and their mean velocity is too high."),
                          self->n_brief, self->n);
}

static char *
dup_leaping (const Tally *self)
{
  if (self->n_leaping < FEW || self->n_leaping < MANY * self->n_rolling)
    return NULL;

  return g_strdup_printf (_("%u of %u rolling cells move further than 0.8 of a cell’s diameter from a frame to the next. They leave no "
                            "overlap to be followed by, and some may be taken for one another: look at their paths, and "
                            "record more frames a second if you can."),
                          self->n_leaping, self->n_rolling);
}

/* Cells near the border on both sides are of one group, which nothing but that border parts. */
static char *
dup_border (const Tally          *self,
            const VenuleSettings *settings,
            double                found)
{
  double border = self->border;
  guint n_below = 0, n_above = 0;

  if (settings->max_velocity > 0 || isfinite (found))
    return NULL;
  for (guint i = 0; i < self->speeds->len; i++)
    {
      double speed = g_array_index (self->speeds, double, i);

      n_below += speed <= border && speed > border / NEAR;
      n_above += speed > border && speed <= border * NEAR;
    }
  if (n_below < FEW || n_above < FEW)
    return NULL;

  return g_strdup_printf (_("Rolling and free-flowing cells are not clearly apart: %u that are little faster than %.0f %s count as "
                            "free-flowing, and %u that are little slower as rolling. State the maximum velocity of a rolling cell "
                            "and run again."),
                          n_above, venule_calibration_scale (&settings->calibration, border),
                          venule_calibration_velocity_unit (&settings->calibration), n_below);
}

static void
add_sentence (GStrvBuilder *sentences,
              char         *sentence)
{
  if (sentence != NULL)
    g_strv_builder_add (sentences, sentence);
  g_free (sentence);
}

GStrv
venule_caution_dup_sentences (GListModel           *tracks,
                              const VenuleSettings *settings,
                              gint64                unregistered_frames,
                              gint64                n_frames)
{
  g_autoptr(GStrvBuilder) sentences = g_strv_builder_new ();
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GArray) diameters = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) angles = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) speeds = g_array_new (FALSE, FALSE, sizeof (double));
  Tally tally = { .diameters = diameters, .angles = angles, .speeds = speeds, .border = INFINITY };
  char *size;
  guint n;

  g_return_val_if_fail (G_IS_LIST_MODEL (tracks), NULL);
  g_return_val_if_fail (settings != NULL, NULL);

  n = g_list_model_get_n_items (tracks);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (all, g_list_model_get_item (tracks, i));
      add_cell (&tally, g_ptr_array_index (all, i), settings);
    }

  if (n == 0)
    g_strv_builder_add (sentences, _("No cell was found: look at the crop, the channel, the cell diameter and the sensitivity."));
  add_sentence (sentences, dup_unregistered (unregistered_frames, n_frames));
  add_sentence (sentences, dup_moved (&tally, settings));
  size = dup_size (&tally, settings);
  if (size == NULL) /* cells of another size have low scores, too */
    add_sentence (sentences, dup_faint (&tally, settings));
  add_sentence (sentences, size);
  add_sentence (sentences, dup_askew (&tally, settings));
  add_sentence (sentences, dup_brief (&tally));
  add_sentence (sentences, dup_leaping (&tally));
  add_sentence (sentences, dup_border (&tally, settings, venule_classify_find_border (all, settings)));

  return g_strv_builder_end (sentences);
}
