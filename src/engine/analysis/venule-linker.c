/* venule-linker.c: one cell, one track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-linker.h"

#include <math.h>

#include "venule-assignment.h"
#include "venule-quality.h"
#include "venule-smoother.h"

#define MAX_GAP 0.6          /* s between the end of a tracklet and the beginning of its continuation */
#define GATE_ALONG 0.8       /* times the cell diameter, plus what its velocity may have changed by */
#define GATE_ACROSS 0.5
#define SPEED_CHANGE 0.5     /* of the velocity, over the gap */
#define ENTRY 1.2            /* cell diameters */
#define ENTRY_SPOTS 6        /* that tell how fast it came in */
#define SHORTEST 5           /* spots of a track in a video that is longer */

typedef struct {
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  double                flow_x;
  double                flow_y;
} Linker;

/* Cost of going on from the end of @a with the beginning of @b; INFINITY when that cannot be. */
static double
link_cost (const Linker   *self,
           VenuleTracklet *a,
           VenuleTracklet *b)
{
  const VenuleSpot *end = venule_tracklet_last (a), *start = venule_tracklet_spot (b, 0);
  double gap = MAX (start->time - end->time, 0); /* a file's times may go back */
  double dx = start->x - end->x, dy = start->y - end->y;
  double along = self->flow_x * dx + self->flow_y * dy, across = -self->flow_y * dx + self->flow_x * dy;

  if (start->frame <= end->frame || gap > MAX_GAP || a->flowing || b->flowing)
    return INFINITY;

  double velocity = (a->velocity + b->velocity) / 2;
  double gate_along = GATE_ALONG * self->settings->cell_diameter + SPEED_CHANGE * fabs (velocity) * gap;
  double gate_across = GATE_ACROSS * self->settings->cell_diameter;
  double cost = hypot ((along - velocity * gap) / gate_along, across / gate_across);

  /* Against the flow only by as much as a standing cell jitters. */
  if (along < -0.5 * self->settings->cell_diameter)
    return INFINITY;
  return cost <= 1 ? cost + 0.2 * gap / MAX_GAP : INFINITY;
}

static void
join (const Linker   *self,
      VenuleTracklet *a,
      VenuleTracklet *b)
{
  guint first;

  venule_tracklet_fill_gap (a, venule_tracklet_spot (b, 0), self->settings->cell_diameter);
  first = a->steps->len;
  g_array_append_vals (a->spots, b->spots->data, b->spots->len);
  g_array_append_vals (a->steps, b->steps->data, b->steps->len);
  VenuleStep *step = &g_array_index (a->steps, VenuleStep, first);
  step->move_x = (float) (venule_tracklet_spot (a, first)->x - venule_tracklet_spot (a, first - 1)->x);
  step->move_y = (float) (venule_tracklet_spot (a, first)->y - venule_tracklet_spot (a, first - 1)->y);
  step->move_sd = (float) (VENULE_GAP_STEP_SD * self->settings->cell_diameter);
  a->velocity = b->velocity;
  a->supports += b->supports;
  a->chances += b->chances;
  a->score_sum += b->score_sum;
  a->crowded += b->crowded;
  a->joins += b->joins + 1;
}

/* Those that flow freely all have one serial number: g_ptr_array_sort() keeps them in order, on every machine. */
static int
compare_tracklets (const void *a,
                   const void *b)
{
  VenuleTracklet *first = *(VenuleTracklet **) a, *second = *(VenuleTracklet **) b;
  const VenuleSpot *p = venule_tracklet_spot (first, 0), *q = venule_tracklet_spot (second, 0);

  if (p->frame != q->frame)
    return p->frame < q->frame ? -1 : 1;
  return (first->serial > second->serial) - (first->serial < second->serial);
}

/* The first tracklet that begins after @frame. */
static guint
first_after (GPtrArray *tracklets,
             gint64     frame)
{
  guint low = 0, high = tracklets->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (venule_tracklet_spot (g_ptr_array_index (tracklets, middle), 0)->frame <= frame)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Which tracklets, sorted by their beginning, may go on as which. (element-type VenuleAssignmentPair) */
static GArray *
possible_links (const Linker *self,
                GPtrArray    *tracklets)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      const VenuleSpot *end = venule_tracklet_last (tracklet);

      for (guint j = first_after (tracklets, end->frame); j < tracklets->len; j++)
        {
          VenuleTracklet *other = g_ptr_array_index (tracklets, j);
          VenuleAssignmentPair link = { i, j, link_cost (self, tracklet, other) };

          if (venule_tracklet_spot (other, 0)->time - end->time > MAX_GAP)
            break;
          if (isfinite (link.cost))
            g_array_append_val (links, link);
        }
    }
  return links;
}

/* Continuations over the whole run at once: the least total cost. */
static void
close_gaps (const Linker *self,
            GPtrArray    *tracklets)
{
  guint n = tracklets->len;
  g_autoptr (GArray) links = possible_links (self, tracklets);
  g_autofree int *next = g_new (int, n);

  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) links->data, links->len, n, n, next);

  /* Sorted by their beginning, so a continuation always comes later: from the last to the first, each takes in its own. */
  g_autofree gboolean *taken = g_new0 (gboolean, n);
  for (guint i = n; i-- > 0;)
    if (next[i] >= 0)
      {
        join (self, g_ptr_array_index (tracklets, i), g_ptr_array_index (tracklets, next[i]));
        taken[next[i]] = TRUE;
      }

  guint kept = 0;
  for (guint i = 0; i < n; i++)
    if (taken[i])
      venule_tracklet_free (tracklets->pdata[i]);
    else
      tracklets->pdata[kept++] = tracklets->pdata[i];
  g_ptr_array_set_free_func (tracklets, NULL);
  g_ptr_array_set_size (tracklets, kept);
  g_ptr_array_set_free_func (tracklets, (GDestroyNotify) venule_tracklet_free);
}

/* A cell that comes in over the border of the crop is seen by the detector once it is whole. Where it was before follows from
 * its velocity: back to the border, over ENTRY diameters at most. */
static void
prepend_entry (const Linker   *self,
               VenuleTracklet *tracklet)
{
  guint n = MIN (tracklet->spots->len, ENTRY_SPOTS);
  const VenuleSpot first = *venule_tracklet_spot (tracklet, 0), later = *venule_tracklet_spot (tracklet, n - 1);
  g_autoptr (GArray) entry = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));

  if (n < ENTRY_SPOTS)
    return;

  double step = (self->flow_x * (later.x - first.x) + self->flow_y * (later.y - first.y)) / (n - 1);
  double interval = (later.time - first.time) / (n - 1);
  int n_steps = step > 0 ? (int) MIN (ceil (ENTRY * self->settings->cell_diameter / step), 1000) : 0;

  for (int k = n_steps; k >= 1; k--)
    {
      VenuleSpot spot = first;

      spot.frame -= k;
      spot.time -= k * interval;
      spot.x -= k * step * self->flow_x;
      spot.y -= k * step * self->flow_y;
      spot.source = VENULE_SPOT_INTERPOLATED;
      spot.score = 0;
      if (venule_vessel_contains (self->settings->vessel, self->frame_width, self->frame_height, spot.x, spot.y))
        {
          if (k == n_steps)
            return; /* it began inside: nothing is known of where it was */
          if (spot.frame >= self->settings->first_frame)
            g_array_append_val (entry, spot);
        }
      else
        {
          /* Beyond a bay of the crop's outline it was outside in between. */
          g_array_set_size (entry, 0);
        }
    }
  g_array_prepend_vals (tracklet->spots, entry->data, entry->len);
}

/* For tools/calibrate-quality. */
static void
tell_features (VenuleTracklet *tracklet,
               guint           id)
{
  double features[VENULE_N_QUALITIES];
  g_autoptr (GString) text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (g_log_writer_default_would_drop (G_LOG_LEVEL_DEBUG, G_LOG_DOMAIN))
    return;
  venule_quality_features (tracklet, features);
  for (int i = 0; i < VENULE_N_QUALITIES; i++)
    g_string_append_printf (text, " %s", g_ascii_formatd (number, sizeof number, "%.4f", features[i]));
  g_debug ("quality of track %u:%s", id, text->str);
}

static VenuleTrack *
make_track (VenuleTracklet *tracklet,
            guint           id)
{
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < tracklet->spots->len; i++)
    venule_track_add_spot (track, venule_tracklet_spot (tracklet, i));
  venule_track_set_quality (track, venule_quality (tracklet));
  tell_features (tracklet, id);
  return track;
}

/**
 * venule_link_tracklets:
 * @tracklets: (element-type VenuleTracklet): all of a run; used up
 * @settings: those of the run
 * @frame_width: px
 * @frame_height: px
 *
 * Joins tracklets that are one cell (end and beginning of least total distance, over gaps of up to 0.6 s, at the cell's own
 * velocity), fills the gaps in between, and drops what is too short to be a cell.
 *
 * Returns: (transfer full) (element-type VenuleTrack): tracks by first frame, numbered from 1, not yet classified
 */
GPtrArray *
venule_link_tracklets (GPtrArray            *tracklets,
                       const VenuleSettings *settings,
                       int                   frame_width,
                       int                   frame_height)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);
  Linker self = { .settings = settings, .frame_width = frame_width, .frame_height = frame_height };
  gint64 first = G_MAXINT64, last = G_MININT64;

  venule_vessel_get_flow (settings->vessel, &self.flow_x, &self.flow_y);
  if (tracklets->len == 0)
    return tracks;
  g_ptr_array_sort (tracklets, compare_tracklets);

  for (guint i = 0; i < tracklets->len; i++)
    {
      first = MIN (first, venule_tracklet_spot (g_ptr_array_index (tracklets, i), 0)->frame);
      last = MAX (last, venule_tracklet_last (g_ptr_array_index (tracklets, i))->frame);
    }
  if (!(settings->without & VENULE_PART_LINKING))
    close_gaps (&self, tracklets);
  for (guint i = 0; i < tracklets->len; i++)
    {
      if (!(settings->without & VENULE_PART_SMOOTHING))
        venule_smooth_path (g_ptr_array_index (tracklets, i));
      prepend_entry (&self, g_ptr_array_index (tracklets, i));
    }
  g_ptr_array_sort (tracklets, compare_tracklets);

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      if (tracklet->flowing || tracklet->spots->len >= MIN (SHORTEST, last - first + 1))
        g_ptr_array_add (tracks, make_track (tracklet, tracks->len + 1));
    }
  return tracks;
}
