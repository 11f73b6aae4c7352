/* venule-link-paths.c: one cell, one track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-link-paths.h"

#include <math.h>

#include "venule-duplicates.h"
#include "venule-gap-closing.h"
#include "venule-identity-swaps.h"
#include "venule-parallel.h"
#include "venule-quality.h"
#include "venule-smoother.h"
#include "venule-track.h"

#define ENTRY 1.2            /* cell diameters */
#define ENTRY_SPOTS 6        /* that tell how fast it came in */
#define ENTRY_TIME 1.0       /* s: what takes longer was in sight for long before it was seen */

typedef struct {
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  GPtrArray            *paths;
} Linker;

/* A cell that comes in over the border of the crop is seen by the detector once it is whole. Where it was before
 * follows from its velocity: back to the border, over ENTRY diameters at most. */
static void
prepend_entry (const Linker     *self,
               VenuleTissuePath *path)
{
  guint n = MIN (path->spots->len, ENTRY_SPOTS);
  const VenuleTissueSpot first = *venule_tissue_path_spot (path, 0), later = *venule_tissue_path_spot (path, n - 1);
  g_autoptr (GArray) entry = g_array_new (FALSE, FALSE, sizeof (VenuleTissueSpot));

  if (n < ENTRY_SPOTS)
    return;

  VenulePoint step = { (later.x - first.x) / (n - 1), (later.y - first.y) / (n - 1) };
  double interval = (later.time - first.time) / (n - 1), length = hypot (step.x, step.y);
  int n_steps = length > 0 ? (int) MIN (ceil (ENTRY * self->settings->cell_diameter / length), 1000) : 0;

  for (int k = n_steps; k >= 1; k--)
    {
      VenuleTissueSpot spot = first;

      spot.frame -= k;
      spot.time -= k * interval;
      spot.x -= k * step.x;
      spot.y -= k * step.y;
      spot.source = VENULE_SPOT_INTERPOLATED;
      spot.score = 0;
      spot.seen_sd = 0;
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
    g_array_prepend_vals (path->spots, entry->data, entry->len);
}

/* Of one path, beside others. */
static void
finish_path (gpointer data,
             guint    index)
{
  const Linker *self = data;
  VenuleTissuePath *path = g_ptr_array_index (self->paths, index);

  if (!(self->settings->ablation & VENULE_ABLATE_SMOOTHING))
    venule_smooth_path (path);
  prepend_entry (self, path);
}

/* For tools/calibrate-quality. */
static void
tell_features (const VenuleTissuePath *path,
               guint                   id,
               double                  diameter)
{
  double features[VENULE_N_QUALITIES];
  g_autoptr (GString) text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (g_log_writer_default_would_drop (G_LOG_LEVEL_DEBUG, G_LOG_DOMAIN))
    return;
  venule_quality_features (path, diameter, features);
  for (int i = 0; i < VENULE_N_QUALITIES; i++)
    g_string_append_printf (text, " %s", g_ascii_formatd (number, sizeof number, "%.4f", features[i]));
  g_debug ("quality of track %u:%s", id, text->str);
}

typedef struct {
  GPtrArray *paths;
  GPtrArray *tracks;
} Making;

/* Of one path, beside others; it is used up. */
static void
make_track (gpointer data,
            guint    index)
{
  const Making *self = data;
  g_autoptr (VenuleTissuePath) path = g_steal_pointer (&g_ptr_array_index (self->paths, index));
  g_autoptr (GArray) spots = venule_tissue_path_make_spots (path);
  VenuleTrack *track = venule_track_new (index + 1);

  venule_track_set_spots (track, (const VenuleSpot *) spots->data, spots->len);
  venule_track_set_quality (track, path->quality);
  g_ptr_array_index (self->tracks, index) = track;
}

/**
 * venule_link_make_tracks:
 * @paths: (element-type VenuleTissuePath): what venule_link_paths() left; used up
 * @diameter: px, expected of a cell
 *
 * Returns: (transfer full) (element-type VenuleTrack): tracks in their order, numbered from 1, not yet classified
 */
GPtrArray *
venule_link_make_tracks (GPtrArray *paths,
                         double     diameter)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < paths->len; i++)
    tell_features (g_ptr_array_index (paths, i), i + 1, diameter);
  g_ptr_array_set_size (tracks, (int) paths->len);
  venule_parallel_for (paths->len, make_track, &(Making){ paths, tracks });
  g_ptr_array_set_size (paths, 0);
  return tracks;
}

/* What is too short to be a cell, in a video that is longer. */
static void
drop_short (GPtrArray *paths,
            gint64     n_frames)
{
  g_autofree gboolean *kept = g_new (gboolean, paths->len + 1);

  for (guint i = 0; i < paths->len; i++)
    {
      const VenuleTissuePath *path = g_ptr_array_index (paths, i);

      kept[i] = path->free_flowing || path->spots->len >= MIN (VENULE_SHORTEST_TRACK, n_frames);
    }
  venule_tissue_paths_keep (paths, kept);
}

/* Tracks that are most likely noise: platelets, red cells, texture of the tissue. */
static void
drop_doubtful (GPtrArray            *paths,
               const VenuleSettings *settings)
{
  g_autofree gboolean *kept = g_new (gboolean, paths->len + 1);
  double least = venule_settings_get_least_quality (settings);

  venule_quality_judge (paths, settings->cell_diameter);
  for (guint i = 0; i < paths->len; i++)
    kept[i] = ((const VenuleTissuePath *) g_ptr_array_index (paths, i))->quality >= least;
  venule_tissue_paths_keep (paths, kept);
}

/**
 * venule_link_paths:
 * @paths: (element-type VenuleTissuePath): all of a run; afterwards one a cell, by their beginning
 * @settings: those of the run
 * @frame_width: px
 * @frame_height: px
 * @clutter: what the detector found that belongs to none of them
 * @cancellable: (nullable): once cancelled, gaps are not closed
 *
 * Joins paths of one cell, exchanges those that were taken for each other's, drops those that follow a cell a second
 * time or may be chance, smooths the rest, and drops what is too short or too doubtful to be a cell.
 */
void
venule_link_paths (GPtrArray            *paths,
                   const VenuleSettings *settings,
                   int                   frame_width,
                   int                   frame_height,
                   const VenuleClutter  *clutter,
                   GCancellable         *cancellable)
{
  Linker self = { .settings = settings, .frame_width = frame_width, .frame_height = frame_height, .paths = paths };
  gint64 first = G_MAXINT64, last = G_MININT64;

  if (paths->len == 0)
    return;
  /* Those that flow freely all have one serial number: this keeps them in order, on every machine. */
  g_ptr_array_sort (paths, venule_tissue_path_compare);

  for (guint i = 0; i < paths->len; i++)
    {
      first = MIN (first, venule_tissue_path_spot (g_ptr_array_index (paths, i), 0)->frame);
      last = MAX (last, venule_tissue_path_last (g_ptr_array_index (paths, i))->frame);
    }
  if (!(settings->ablation & VENULE_ABLATE_LINKING))
    {
      venule_close_gaps (paths, settings, frame_width, frame_height, cancellable);
      venule_repair_swaps (paths, settings->cell_diameter / 2);
      venule_drop_duplicates (paths);
      venule_drop_chance (paths, clutter, settings, frame_width, frame_height);
    }
  venule_parallel_for (paths->len, finish_path, &self);
  g_ptr_array_sort (paths, venule_tissue_path_compare);
  drop_short (paths, last - first + 1);
  drop_doubtful (paths, settings);
}
