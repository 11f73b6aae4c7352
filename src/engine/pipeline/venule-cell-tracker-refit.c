/* venule-cell-tracker-refit.c: spots of one cell, each where the cell is seen near it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cell-tracker-private.h"

#include <math.h>
#include <string.h>

#include "venule-smoother.h"
#include "venule-tracker-private.h"

#define PATCH_RADIUS 1.1       /* times the expected radius, as the tracker's */
#define SEARCH 0.6             /* times the expected radius, about where the spot was */
#define GOOD_CORRELATION 0.6   /* from which on a matched patch gives the place of the cell … */
#define POOR_CORRELATION 0.4   /* … and how far it moved */
#define AGREES 0.4             /* times the expected radius: both mean the same place */
#define UNKNOWN_SD 0.5         /* times the expected radius, of a movement that was not measured */

/* A stretch of frames without a gap. */
typedef struct {
  VenuleCellTracker *cell_tracker;
  double             flow_x, flow_y;
  double             radius;
  VenuleTracklet    *path;      /* NULL before the first spot */
  GArray            *placed;    /* of gboolean: those that nothing was seen of */
} Refit;

/* Where the cell of the last spot is found again about @spot. */
static gboolean
match_last (Refit            *self,
            const VenuleSpot *spot,
            vnk_ncc_match    *match,
            GError          **error)
{
  VenuleCellTracker *cell_tracker = self->cell_tracker;
  const VenuleRoiPlanes *roi = &cell_tracker->roi;
  const VenuleSpot *last = venule_tracklet_last (self->path);
  int reach = (int) CLAMP (ceil (SEARCH * self->radius), 2, VNK_MAX_SEARCH);

  *match = (vnk_ncc_match){
    .x = (float) (last->x - roi->x0),
    .y = (float) (last->y - roi->y0),
    .guess_x = (float) (spot->x - roi->x0),
    .guess_y = (float) (spot->y - roi->y0),
    .radius = (float) (PATCH_RADIUS * self->radius),
    .along = reach,
    .across = reach,
  };
  if (!venule_kernels_check (cell_tracker->backend->ncc_match (cell_tracker->backend, &roi->previous, &roi->image,
                                                               (float) self->flow_x, (float) self->flow_y, match, 1),
                                                               error))
    return FALSE;
  match->new_x += (float) roi->x0;
  match->new_y += (float) roi->y0;
  return TRUE;
}

/* By what is seen, else by what moved there. @match: (nullable) */
static void
place (Refit               *self,
       VenuleFrame         *frame,
       const vnk_ncc_match *match,
       VenuleSpot          *spot)
{
  double x = spot->x, y = spot->y, move_sd = UNKNOWN_SD * self->radius;
  gboolean found_again = match != NULL && match->correlation >= GOOD_CORRELATION && !match->at_border;
  const VenuleDetection *seen;
  VenuleObservation step = { 0 };
  gboolean placed;

  /* The patch of the frame before distinguishes the cell from a neighbour. */
  if (found_again)
    {
      x = (x + 2 * match->new_x) / 3;
      y = (y + 2 * match->new_y) / 3;
    }
  seen = venule_cell_tracker_choose (self->cell_tracker, x, y, self->radius);
  placed = seen == NULL && !found_again;
  if (seen != NULL)
    {
      venule_cell_tracker_fill_spot (self->cell_tracker, frame, seen, spot);
      step.seen_x = (float) seen->x;
      step.seen_y = (float) seen->y;
      step.seen_sd = (float) (VENULE_SEEN_SD * self->radius / sqrt (MAX (seen->score, 0.1)));
    }
  else if (found_again)
    {
      spot->x = match->new_x;
      spot->y = match->new_y;
      spot->score = match->correlation;
      spot->source = VENULE_SPOT_TRACKED;
    }
  g_array_append_val (self->placed, placed);

  if (self->path == NULL)
    {
      step.move_sd = (float) move_sd;
      self->path = venule_tracklet_new (0, spot, &step);
      return;
    }

  const VenuleSpot *last = venule_tracklet_last (self->path);
  step.move_x = (float) (spot->x - last->x);
  step.move_y = (float) (spot->y - last->y);
  if (match != NULL && match->correlation >= POOR_CORRELATION && !match->at_border &&
      hypot (match->new_x - spot->x, match->new_y - spot->y) < AGREES * self->radius)
    {
      step.move_x = (float) (match->new_x - last->x);
      step.move_y = (float) (match->new_y - last->y);
      move_sd = VENULE_MOVE_SD * self->radius / match->correlation;
    }
  step.move_sd = (float) move_sd;
  venule_tracklet_append (self->path, spot, &step);
}

/* As a run does, in the tissue. */
static void
smooth (VenuleTracklet *tracklet)
{
  g_autoptr (VenuleTissuePath) path = venule_tracklet_to_tissue (tracklet);
  g_autoptr (GArray) spots = NULL;

  venule_smooth_path (path);
  spots = venule_tissue_path_make_spots (path);
  memcpy (tracklet->spots->data, spots->data, spots->len * sizeof (VenuleSpot));
}

/* Smoothed; where nothing was seen, the user's spot stands. */
static void
finish_stretch (Refit            *self,
                const VenuleSpot *given,
                GArray           *fitted)
{
  if (self->path == NULL)
    return;
  if (self->path->spots->len > 1 && !(self->cell_tracker->settings->ablation & VENULE_ABLATE_SMOOTHING))
    smooth (self->path);
  for (guint i = 0; i < self->path->spots->len; i++)
    {
      const VenuleSpot *spot = g_array_index (self->placed, gboolean, i)
                               ? &given[i] : venule_tracklet_spot (self->path, i);

      g_array_append_vals (fitted, spot, 1);
    }
  g_clear_pointer (&self->path, venule_tracklet_free);
  g_array_set_size (self->placed, 0);
}

static gboolean
fit (Refit             *self,
     const VenuleSpot  *given,
     GCancellable      *cancellable,
     GError           **error)
{
  g_autoptr (VenuleFrame) frame = venule_cell_tracker_look (self->cell_tracker, given->frame, self->path == NULL,
                                                            cancellable, error);
  VenuleSpot spot = *given;
  vnk_ncc_match match;

  if (frame == NULL || (self->path != NULL && !match_last (self, given, &match, error)))
    return FALSE;
  place (self, frame, self->path != NULL ? &match : NULL, &spot);
  return TRUE;
}

/**
 * venule_cell_tracker_refit:
 * @self: the cell tracker
 * @spots: (array length=n): of one cell, by frame
 * @n: number of spots
 * @take: (nullable): called with each, on the way
 * @user_data: for @take
 * @cancellable: (nullable): looked at before each frame
 * @error: return location
 *
 * Each spot where its cell is seen near it; those of frames that follow each other lie on a path that agrees with how
 * the cell's picture moves, as in a run. One near which no cell is seen stays as it is.
 *
 * Returns: (transfer full) (nullable) (element-type VenuleSpot): as many spots, or %NULL with a #VenuleError
 */
GArray *
venule_cell_tracker_refit (VenuleCellTracker      *self,
                           const VenuleSpot       *spots,
                           guint                   n,
                           VenuleCellTrackerTake   take,
                           gpointer                user_data,
                           GCancellable           *cancellable,
                           GError                **error)
{
  g_autoptr (GArray) fitted = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), n);
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (gboolean));
  Refit refit = { .cell_tracker = self, .radius = self->settings->cell_diameter / 2, .placed = placed };
  gboolean done = TRUE;

  venule_vessel_get_flow (self->settings->vessel, &refit.flow_x, &refit.flow_y);
  for (guint i = 0; i < n && done; i++)
    {
      if (i > 0 && spots[i].frame != spots[i - 1].frame + 1)
        finish_stretch (&refit, &spots[fitted->len], fitted);
      done = fit (&refit, &spots[i], cancellable, error);
      if (done && take != NULL)
        take (venule_tracklet_last (refit.path), 1, user_data);
    }
  if (!done)
    {
      venule_tracklet_free (refit.path);
      return NULL;
    }
  finish_stretch (&refit, &spots[fitted->len], fitted);
  return g_steal_pointer (&fitted);
}
