/* venule-linker.c: one cell, one track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-linker.h"

#include <math.h>

#include "venule-gap-closing.h"
#include "venule-identity-swaps.h"
#include "venule-parallel.h"
#include "venule-quality.h"
#include "venule-smoother.h"

#define ENTRY 1.2            /* cell diameters */
#define ENTRY_SPOTS 6        /* that tell how fast it came in */
#define ENTRY_TIME 1.0       /* s: what takes longer was in sight for long before it was seen */

typedef struct {
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  double                flow_x;
  double                flow_y;
  GPtrArray            *tracklets;
} Linker;

/* A cell that comes in over the border of the crop is seen by the detector once it is whole. Where it was before
 * follows from its velocity: back to the border, over ENTRY diameters at most. */
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
  if (entry->len * interval <= ENTRY_TIME)
    g_array_prepend_vals (tracklet->spots, entry->data, entry->len);
}

/* Of one tracklet, beside others. */
static void
finish_path (gpointer data,
             guint    index)
{
  const Linker *self = data;
  VenuleTracklet *tracklet = g_ptr_array_index (self->tracklets, index);

  if (!(self->settings->ablation & VENULE_ABLATE_SMOOTHING))
    venule_smooth_path (tracklet);
  prepend_entry (self, tracklet);
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

typedef struct {
  GPtrArray *tracklets;
  GPtrArray *tracks;
} Making;

/* Of one tracklet, beside others; it is used up. */
static void
make_track (gpointer data,
            guint    index)
{
  const Making *self = data;
  g_autoptr (VenuleTracklet) tracklet = g_steal_pointer (&g_ptr_array_index (self->tracklets, index));
  VenuleTrack *track = venule_track_new (index + 1);

  venule_track_set_spots (track, (const VenuleSpot *) tracklet->spots->data, tracklet->spots->len);
  venule_track_set_quality (track, venule_quality (tracklet));
  g_ptr_array_index (self->tracks, index) = track;
}

/**
 * venule_link_make_tracks:
 * @tracklets: (element-type VenuleTracklet): what venule_link_tracklets() left; used up
 *
 * Returns: (transfer full) (element-type VenuleTrack): tracks in their order, numbered from 1, not yet classified
 */
GPtrArray *
venule_link_make_tracks (GPtrArray *tracklets)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tracklets->len; i++)
    tell_features (g_ptr_array_index (tracklets, i), i + 1);
  g_ptr_array_set_size (tracks, (int) tracklets->len);
  venule_parallel_for (tracklets->len, make_track, &(Making){ tracklets, tracks });
  g_ptr_array_set_size (tracklets, 0);
  return tracks;
}

/* What is too short to be a cell, in a video that is longer. The others stay in their order. */
static void
drop_short (GPtrArray *tracklets,
            gint64     n_frames)
{
  guint kept = 0;

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      if (tracklet->flowing || tracklet->spots->len >= MIN (VENULE_SHORTEST_TRACK, n_frames))
        {
          g_ptr_array_index (tracklets, i) = g_ptr_array_index (tracklets, kept);
          g_ptr_array_index (tracklets, kept++) = tracklet;
        }
    }
  g_ptr_array_set_size (tracklets, (int) kept);
}

/**
 * venule_link_tracklets:
 * @tracklets: (element-type VenuleTracklet): all of a run, in places of the tissue; afterwards one a cell, by their
 * beginning
 * @settings: those of the run
 * @frame_width: px
 * @frame_height: px
 *
 * Joins tracklets that are one cell, exchanges paths that were taken for each other's, smooths them, and drops what is
 * too short to be a cell.
 */
void
venule_link_tracklets (GPtrArray            *tracklets,
                       const VenuleSettings *settings,
                       int                   frame_width,
                       int                   frame_height)
{
  Linker self = { .settings = settings, .frame_width = frame_width, .frame_height = frame_height,
                  .tracklets = tracklets };
  gint64 first = G_MAXINT64, last = G_MININT64;

  venule_vessel_get_flow (settings->vessel, &self.flow_x, &self.flow_y);
  if (tracklets->len == 0)
    return;
  g_ptr_array_sort (tracklets, venule_tracklet_compare);

  for (guint i = 0; i < tracklets->len; i++)
    {
      first = MIN (first, venule_tracklet_spot (g_ptr_array_index (tracklets, i), 0)->frame);
      last = MAX (last, venule_tracklet_last (g_ptr_array_index (tracklets, i))->frame);
    }
  if (!(settings->ablation & VENULE_ABLATE_LINKING))
    {
      venule_close_gaps (tracklets, settings, frame_width, frame_height);
      venule_repair_swaps (tracklets, settings->cell_diameter / 2, self.flow_x, self.flow_y);
    }
  venule_parallel_for (tracklets->len, finish_path, &self);
  g_ptr_array_sort (tracklets, venule_tracklet_compare);
  drop_short (tracklets, last - first + 1);
}
