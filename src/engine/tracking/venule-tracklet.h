/* venule-tracklet.h: a cell being followed: its spots and what is known of its motion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-detection.h"
#include "venule-tissue-path.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleObservation:
 * @move_x: displacement in the picture from the spot before, as measured between the two frames or foreseen, px
 * @move_y: the same
 * @move_sd: standard error of either, px
 * @seen_x: centre as a detection saw it, px of the frame
 * @seen_y: the same
 * @seen_sd: standard error of either, px; 0 where no detection agreed
 * @appearance: of the detection, as in #VenuleDetection
 *
 * How a spot came to be where it is. Displacements are precise and drift; detections do not drift, and scatter.
 */
typedef struct {
  float move_x, move_y, move_sd;
  float seen_x, seen_y, seen_sd;
  float appearance[VENULE_APPEARANCE];
} VenuleObservation;

#define VENULE_PATH_LENGTH 10 /* cross-flow positions that the snake's path term averages (Ray, Acton 2004) */

typedef struct _VenuleTracklet VenuleTracklet;

/**
 * VenuleSnake:
 * @tracklet: whose outline it is; %NULL when that is gone. For the tracker's thread
 * @radii: the newest outline, where the next snake begins, angles measured from the flow direction. For the thread that
 *   lays the snakes
 *
 * Outlines may be found after the tracker has gone on.
 */
typedef struct {
  gint            ref_count;
  VenuleTracklet *tracklet;
  float           radii[VNK_ELLIPSE_POINTS];
} VenuleSnake;

VenuleSnake      *venule_snake_ref                  (VenuleSnake             *self);
void              venule_snake_unref                (VenuleSnake             *self);

/**
 * VenuleTracklet:
 * @serial: the order in which they began
 * @id: number of the track to be; 0 before it is confirmed
 * @spots: (element-type VenuleSpot): one a frame
 * @steps: (element-type VenuleObservation): one for each spot
 * @variance: of the newest position, px²
 * @velocity: in the tissue, px/s
 * @noted: where the motion field was last told of it, px
 * @n_moves: frame-to-frame movements measured
 * @hits: detections that agreed
 * @opportunities: detections that could have agreed
 * @crowded: spots at which another cell overlapped
 * @misses: runs of the detector in a row without a detection
 * @coasted: s in a row without a reliable measurement
 * @confirmed: whether it is a cell as far as is known
 * @free_flowing: it flows freely, too fast to roll
 * @held: the user says that it is a cell
 * @n_reported: spots already given to the live view
 * @together: s in a row spent on top of another tracklet
 * @last_hit: index in @spots of the newest one that a detection agreed with
 * @score_sum: sum of the scores of the supporting detections
 * @n_outlined: spots that have their outlines
 * @snake: what lays them
 * @appearance: running mean over its uncrowded detections, as in #VenuleDetection
 * @n_appearances: detections in @appearance
 *
 * All in places of the frames, as the tracker sees them.
 */
struct _VenuleTracklet
{
  guint        serial;
  guint        id;
  GArray      *spots;
  GArray      *steps;
  double       variance;
  VenulePoint  velocity;
  VenulePoint  noted;
  guint        n_moves;
  guint        hits;
  guint        opportunities;
  guint        crowded;
  guint        misses;
  double       coasted;
  gboolean     confirmed;
  gboolean     free_flowing;
  gboolean     held;
  guint        n_reported;
  double       together;
  guint        last_hit;
  double       score_sum;
  guint        n_outlined;
  VenuleSnake *snake;
  float        appearance[VENULE_APPEARANCE];
  guint        n_appearances;
};

VenuleTracklet   *venule_tracklet_new               (guint                    serial,
                                                     const VenuleSpot        *first,
                                                     const VenuleObservation *step);
void              venule_tracklet_free              (VenuleTracklet          *self);
void              venule_tracklet_append            (VenuleTracklet          *self,
                                                     const VenuleSpot        *spot,
                                                     const VenuleObservation *step);
/* Interpolated spots from the last one up to the frame before @next's. */
void              venule_tracklet_fill_gap          (VenuleTracklet          *self,
                                                     const VenuleSpot        *next,
                                                     double                   diameter);
/* Drops the spots after @n. */
void              venule_tracklet_truncate          (VenuleTracklet          *self,
                                                     guint                    n);
/* Takes a displacement that was measured into the velocity; @gain 0 to 1. */
void              venule_tracklet_update_motion     (VenuleTracklet          *self,
                                                     VenulePoint              moved,
                                                     double                   interval,
                                                     double                   gain);
void            venule_tracklet_update_appearance
                                             (VenuleTracklet          *self,
                                              const float             *appearance);
/* Mean of the last VENULE_PATH_LENGTH cross-flow positions less that of (x, y), px. */
double            venule_tracklet_path_offset       (VenuleTracklet          *self,
                                                     double                   flow_x,
                                                     double                   flow_y,
                                                     double                   x,
                                                     double                   y);
/* How many spots to keep so that no long rest is left at the end in which the detections were fainter than @clear: a
 * cell rolled past something on the wall, which was followed from there on. All of them where that is not so. */
guint             venule_tracklet_without_weak_rest (VenuleTracklet          *self,
                                                     double                   radius,
                                                     double                   clear);
/* (transfer full): the same in the tissue: the shift that is noted in each spot is taken off its place, and off how it
 * was seen. */
VenuleTissuePath *venule_tracklet_to_tissue         (VenuleTracklet          *self);

/* Asked for many times in each frame. */
static inline VenuleSpot *
venule_tracklet_spot (VenuleTracklet *self,
                      guint           index)
{
  return &g_array_index (self->spots, VenuleSpot, index);
}

static inline VenuleSpot *
venule_tracklet_last (VenuleTracklet *self)
{
  return venule_tracklet_spot (self, self->spots->len - 1);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTracklet, venule_tracklet_free)

G_END_DECLS
