/* venule-cell-tracker-follow.c: one cell followed, forwards or backwards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cell-tracker-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-contour-snakes.h"
#include "venule-derived-settings.h"
#include "venule-error.h"
#include "venule-gap-closing.h"
#include "venule-identity-swaps.h"
#include "venule-motion-field.h"
#include "venule-registration.h"
#include "venule-smoother.h"
#include "venule-tracker.h"

#define WARM_UP_FRAMES 8      /* before the first spot, so that the cells around it are known … */
#define WARM_UP_DETECTIONS 4  /* … and so many detections at least */
#define MAX_GIVEN 10          /* spots that the next round begins with */
#define MAX_ROUNDS 8
#define FEWEST_FOR_LINKING 3  /* spots */
#define FIRST_LENGTH 10       /* frames, from fewer spots than that */
#define AT_FIRST 5            /* frames */
#define FEWEST_FOR_VELOCITY 3 /* spots */
#define LONGEST_GAP 1.0       /* s that a cell may be out of sight, as in a run */
#define AT_BORDER 1.2         /* cell diameters: one that was lost so near its way out has left */

/* A frame that was read. */
typedef struct {
  VenuleShift shift;
  double      time; /* s */
} Moment;

/* Following backwards is following forwards with time and flow turned round. Frames are counted from the first that is
 * read. */
typedef struct {
  VenuleCellTracker   *cell_tracker;
  const VenuleSpot    *spots; /* that are given, by frame */
  guint                n_spots;
  VenuleSettings      *turned;
  int                  direction; /* 1 or −1 */
  gint64               first;     /* frame from which the others are followed */
  gint64               last;      /* −1: the end of the video */
  int                  detect_interval;
  VenuleTracker       *tracker;
  VenuleRegistration  *shifts; /* NULL: the camera is taken to stand still */
  vnk_plane            tissue;
  VenuleContourSnakes *snakes;
  GArray              *moments; /* of Moment, one for each frame read */
  guint                n_told;  /* spots that were given to the caller on the way */
} Following;

static void
following_clear (Following *self)
{
  g_clear_pointer (&self->turned, venule_settings_free);
  g_clear_pointer (&self->tracker, venule_tracker_free);
  g_clear_pointer (&self->shifts, venule_registration_free);
  g_clear_pointer (&self->snakes, venule_contour_snakes_free);
  g_clear_pointer (&self->moments, g_array_unref);
  vnk_plane_clear (&self->tissue);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Following, following_clear)

static const VenuleSpot *
spot_at (const Following *self,
         gint64           frame)
{
  for (guint i = 0; i < self->n_spots; i++)
    if (self->spots[i].frame == frame)
      return &self->spots[i];
  return NULL;
}

/* From here on the cell is no longer given but followed. */
static const VenuleSpot *
newest_given (const Following *self)
{
  return &self->spots[self->direction > 0 ? self->n_spots - 1 : 0];
}

static gboolean
take_register (Following *self,
               GError   **error)
{
  VenuleCellTracker *cell_tracker = self->cell_tracker;

  if (!venule_settings_get_registers (cell_tracker->settings))
    return TRUE;
  self->shifts = venule_registration_new (cell_tracker->settings, cell_tracker->backend, cell_tracker->frame_width,
                                          cell_tracker->frame_height, error);
  return self->shifts != NULL &&
         venule_registration_new_plane (self->shifts, cell_tracker->backend, &self->tissue, error);
}

static gboolean
following_init (Following         *self,
                VenuleCellTracker *cell_tracker,
                const VenuleSpot  *spots,
                guint              n,
                int                direction,
                gint64             until_frame,
                GError           **error)
{
  VenuleSettings *turned = venule_settings_copy (cell_tracker->settings);
  gint64 first_given = spots[direction > 0 ? 0 : n - 1].frame;
  int interval = venule_settings_get_detect_interval (cell_tracker->settings, cell_tracker->frame_rate);

  turned->vessel->flow_x *= direction;
  turned->vessel->flow_y *= direction;
  /* What flows freely is linked at the end of a run, and never followed. */
  turned->ablation |= VENULE_ABLATE_FREE_FLOW;

  *self = (Following){ .cell_tracker = cell_tracker, .spots = spots, .n_spots = n, .turned = turned,
                       .direction = direction, .detect_interval = interval };
  self->first = MAX (first_given - direction * MAX (WARM_UP_FRAMES, WARM_UP_DETECTIONS * interval), 0);
  self->last = until_frame;
  self->tracker = venule_tracker_new (turned, cell_tracker->frame_width, cell_tracker->frame_height,
                                      1 / cell_tracker->frame_rate);
  self->snakes = venule_contour_snakes_new (cell_tracker->settings);
  self->moments = g_array_new (FALSE, FALSE, sizeof (Moment));
  venule_detector_begin_anew (cell_tracker->detector, VENULE_WEAK_SCORE);
  return take_register (self, error);
}

/* In the tissue, in px/s of the turned time; of what is given. */
static gboolean
given_velocity (const Following *self,
                VenulePoint     *velocity)
{
  double n = self->n_spots, time = 0, x = 0, y = 0, above_x = 0, above_y = 0, below = 0;

  if (self->n_spots < FEWEST_FOR_VELOCITY)
    return FALSE;
  for (guint i = 0; i < self->n_spots; i++)
    {
      const VenuleSpot *spot = &self->spots[i];

      time += spot->time / n;
      x += (spot->x - spot->shift_x) / n;
      y += (spot->y - spot->shift_y) / n;
    }
  for (guint i = 0; i < self->n_spots; i++)
    {
      const VenuleSpot *spot = &self->spots[i];

      above_x += (spot->time - time) * (spot->x - spot->shift_x - x);
      above_y += (spot->time - time) * (spot->y - spot->shift_y - y);
      below += (spot->time - time) * (spot->time - time);
    }
  if (below <= 0)
    return FALSE;
  *velocity = (VenulePoint){ self->direction * above_x / below, self->direction * above_y / below };
  return TRUE;
}

/* The tracker's number of a frame, which rises also backwards. */
static gint64
turned_frame (const Following *self,
              gint64           frame)
{
  return self->direction * (frame - self->first);
}

static const Moment *
moment_of (const Following *self,
           gint64           frame)
{
  return &g_array_index (self->moments, Moment, turned_frame (self, frame));
}

/* Notes the time of a frame, and how far the picture moved since the one before. */
static gboolean
note_moment (Following   *self,
             VenuleFrame *frame,
             VenulePoint *moved,
             GError     **error)
{
  VenuleCellTracker *cell_tracker = self->cell_tracker;
  Moment moment = { .shift.gain = 1, .time = venule_cell_tracker_time (cell_tracker, frame) };
  guint n = self->moments->len;

  if (self->shifts != NULL &&
      (!venule_registration_read (self->shifts, cell_tracker->backend, frame, &self->tissue, error) ||
       !venule_registration_step (self->shifts, cell_tracker->backend, n, &self->tissue, &moment.shift, error)))
    return FALSE;

  *moved = (VenulePoint){ 0, 0 };
  if (n > 0)
    {
      const VenuleShift *before = &g_array_index (self->moments, Moment, n - 1).shift;

      *moved = (VenulePoint){ moment.shift.dx - before->dx, moment.shift.dy - before->dy };
    }
  g_array_append_val (self->moments, moment);
  return TRUE;
}

/* s since the first frame that was read, in the direction of following. */
static double
turned_time (const Following *self,
             gint64           frame)
{
  return self->direction * (moment_of (self, frame)->time - moment_of (self, self->first)->time);
}

static void
hold (Following        *self,
      const VenuleSpot *given)
{
  VenuleSpot spot = *given;
  VenulePoint velocity;
  gboolean moves = given_velocity (self, &velocity);

  spot.time = turned_time (self, given->frame);
  spot.frame = turned_frame (self, given->frame);
  spot.uncertainty = 0;
  /* What the user placed is not split like what no detection saw. */
  spot.source = VENULE_SPOT_DETECTED;
  venule_tracker_hold (self->tracker, &spot, moves ? &velocity : NULL);
}

static gboolean
outline (Following *self,
         GError   **error)
{
  VenuleCellTracker *cell_tracker = self->cell_tracker;

  if (venule_tracker_get_held (self->tracker) == NULL)
    venule_contour_snakes_clear (self->snakes);
  else if (!venule_contour_snakes_run (self->snakes, cell_tracker->backend, &cell_tracker->roi, error))
    return FALSE;
  venule_contour_snakes_take (self->snakes);
  return TRUE;
}

/* One frame on, as in a run. */
static gboolean
step (Following   *self,
      VenuleFrame *frame,
      GError     **error)
{
  VenuleCellTracker *cell_tracker = self->cell_tracker;
  const VenuleSpot *given = spot_at (self, frame->index);
  gboolean detects = given != NULL || self->moments->len % self->detect_interval == 0;
  GArray *detections = detects ? cell_tracker->detections : NULL;
  VenulePoint moved;

  if (!venule_roi_planes_load (&cell_tracker->roi, cell_tracker->backend, frame, error) ||
      !note_moment (self, frame, &moved, error) ||
      (detects && !venule_detector_run (cell_tracker->detector, cell_tracker->backend, &cell_tracker->roi,
                                        cell_tracker->detections, error)) ||
      !venule_tracker_step (self->tracker, cell_tracker->backend, &cell_tracker->roi,
                            turned_frame (self, frame->index), turned_time (self, frame->index), moved, detections,
                            self->snakes, error))
    return FALSE;

  if (given != NULL)
    hold (self, given);
  return outline (self, error);
}

/* How far the picture had moved, against the frames of the given spots, px. @turned: the tracker's number of the
 * frame. */
static VenulePoint
shift_in (const Following *self,
          gint64           turned)
{
  const VenuleSpot *given = newest_given (self);
  const VenuleShift *then = &moment_of (self, given->frame)->shift;
  const VenuleShift *shift = &g_array_index (self->moments, Moment, turned).shift;

  return (VenulePoint){ given->shift_x + shift->dx - then->dx, given->shift_y + shift->dy - then->dy };
}

static void
note_shift (const Following *self,
            VenuleSpot      *spot)
{
  VenulePoint shift = shift_in (self, spot->frame);
  VenuleShift found = { .known = TRUE };

  spot->shift_x = (float) shift.x;
  spot->shift_y = (float) shift.y;
  if (self->shifts != NULL)
    venule_registration_get (self->shifts, spot->frame, &found);
  if (!found.known)
    spot->uncertainty = VENULE_UNCERTAINTY_NO_SHIFT;
}

/* Back from the turned time and frames, and with the shift of each frame against the frames of the given spots. */
static void
turn_back (Following  *self,
           VenuleSpot *spots,
           guint       n)
{
  for (guint i = 0; i < n; i++)
    {
      note_shift (self, &spots[i]);
      spots[i].time = g_array_index (self->moments, Moment, spots[i].frame).time;
      spots[i].frame = self->first + self->direction * spots[i].frame;
    }
}

/* How many of the tracklet's spots are of frames up to the newest that was given. */
static guint
n_given (const Following *self,
         VenuleTracklet  *tracklet)
{
  gint64 newest = turned_frame (self, newest_given (self)->frame);
  guint n = 0;

  while (n < tracklet->spots->len && venule_tracklet_spot (tracklet, n)->frame <= newest)
    n++;
  return n;
}

static void
tell (Following            *self,
      VenuleCellTrackerTake take,
      gpointer              user_data)
{
  VenuleTracklet *tracklet = venule_tracker_get_held (self->tracker);
  g_autoptr (GArray) news = NULL;
  guint from;

  if (take == NULL || tracklet == NULL)
    return;
  from = n_given (self, tracklet) + self->n_told;
  if (from >= tracklet->spots->len)
    return;

  news = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_array_append_vals (news, venule_tracklet_spot (tracklet, from), tracklet->spots->len - from);
  turn_back (self, (VenuleSpot *) news->data, news->len);
  self->n_told += news->len;
  take ((const VenuleSpot *) news->data, news->len, user_data);
}

/* All cells that were followed beside it, linked as at the end of a run: where two were on top of each other, only what
 * came after tells them apart. @held: filled with the spots of the one that was followed. (transfer full)
 * (element-type VenuleTissuePath) */
static GPtrArray *
link_all (Following *self,
          GArray    *held)
{
  const VenuleSettings *settings = self->turned;
  g_autoptr (GPtrArray) tracklets = venule_tracker_finish (self->tracker);
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      VenuleTissuePath *path;

      for (guint k = 0; k < tracklet->spots->len; k++)
        note_shift (self, venule_tracklet_spot (tracklet, k));
      path = venule_tracklet_to_tissue (tracklet);
      if (tracklet->held)
        g_array_append_vals (held, path->spots->data, path->spots->len);
      g_ptr_array_add (paths, path);
    }
  g_ptr_array_sort (paths, venule_tissue_path_compare);
  /* With one spot it is not known yet which of two pieces it belongs to. */
  if (self->n_spots >= FEWEST_FOR_LINKING && !(settings->ablation & VENULE_ABLATE_LINKING))
    {
      venule_close_gaps (paths, settings, self->cell_tracker->frame_width, self->cell_tracker->frame_height, NULL);
      venule_repair_swaps (paths, settings->cell_diameter / 2);
    }
  return paths;
}

/* The one that is nearest to @place in its frame. */
static VenuleTissuePath *
find_at (const Following        *self,
         GPtrArray              *paths,
         const VenuleTissueSpot *place)
{
  double nearest = self->turned->cell_diameter / 4;
  VenuleTissuePath *found = NULL;

  for (guint i = 0; i < paths->len; i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);
      gint64 k = place->frame - venule_tissue_path_spot (path, 0)->frame;
      const VenuleTissueSpot *spot = k >= 0 && k < path->spots->len ? venule_tissue_path_spot (path, (guint) k) : NULL;
      double off = spot != NULL ? hypot (spot->x - place->x, spot->y - place->y) : INFINITY;

      if (off >= nearest)
        continue;
      nearest = off;
      found = path;
    }
  return found;
}

/* The one that is at the newest given spot, or where it was followed to at first: a piece of one spot may have been
 * dropped.
 * @held: (element-type VenuleTissueSpot): what was followed, before it was linked */
static VenuleTissuePath *
find_followed (const Following *self,
               GPtrArray       *paths,
               GArray          *held)
{
  gint64 frame = turned_frame (self, newest_given (self)->frame);
  VenuleTissuePath *found = NULL;

  for (guint i = 0; i < held->len && found == NULL; i++)
    {
      const VenuleTissueSpot *spot = &g_array_index (held, VenuleTissueSpot, i);

      if (spot->frame >= frame && spot->frame <= frame + AT_FIRST)
        found = find_at (self, paths, spot);
    }
  return found;
}

/* What was followed, smoothed, in the order of following. (transfer full) (element-type VenuleSpot) */
static GArray *
finish (Following *self)
{
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (VenuleTissueSpot));
  g_autoptr (GPtrArray) paths = link_all (self, held);
  VenuleTissuePath *path = find_followed (self, paths, held);
  gint64 newest = turned_frame (self, newest_given (self)->frame);
  GArray *found;

  if (path == NULL)
    return g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  if (!(self->turned->ablation & VENULE_ABLATE_SMOOTHING))
    venule_smooth_path (path);

  /* Also of what was filled in. */
  for (guint i = 0; i < path->spots->len; i++)
    {
      VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);
      VenulePoint shift = shift_in (self, spot->frame);

      spot->shift_x = (float) shift.x;
      spot->shift_y = (float) shift.y;
    }
  found = venule_tissue_path_make_spots (path);
  turn_back (self, (VenuleSpot *) found->data, found->len);
  return g_array_remove_range (found, 0, venule_tissue_path_index_from (path, newest + 1));
}

/* It left where the way that it was on led out of the crop. */
static VenuleFollowEnd
how_it_ended (Following *self)
{
  VenuleTracklet *tracklet = venule_tracker_get_held (self->tracker);
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  double speed = hypot (tracklet->velocity.x, tracklet->velocity.y);
  double diameter = self->cell_tracker->settings->cell_diameter;
  double reach = speed > VENULE_MOVES * diameter ? AT_BORDER * diameter / speed : 0;
  gboolean inside = venule_cell_tracker_is_inside (self->cell_tracker, last->x + reach * tracklet->velocity.x,
                                                   last->y + reach * tracklet->velocity.y);

  return inside ? VENULE_FOLLOW_LOST : VENULE_FOLLOW_LEFT;
}

/* A cell that was lost may be seen again where it should be by then. */
static gboolean
is_found_again (Following *self)
{
  return how_it_ended (self) == VENULE_FOLLOW_LOST && venule_tracker_resume (self->tracker);
}

static gboolean
is_gone_for_long (Following *self,
                  gint64     frame)
{
  const VenuleSpot *last = venule_tracklet_last (venule_tracker_get_held (self->tracker));

  return turned_time (self, frame) - last->time > LONGEST_GAP;
}

static gboolean
follow_frames (Following            *self,
               VenuleCellTrackerTake take,
               gpointer              user_data,
               VenuleFollowEnd      *end,
               GCancellable         *cancellable,
               GError              **error)
{
  gint64 newest = newest_given (self)->frame;
  gboolean is_there;

  *end = VENULE_FOLLOW_VIDEO_END;
  for (gint64 index = self->first; index >= 0; index += self->direction)
    {
      g_autoptr (GError) reason = NULL;
      g_autoptr (VenuleFrame) frame = venule_cell_tracker_read (self->cell_tracker, index, self->direction < 0,
                                                                cancellable, &reason);

      if (reason != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
      if (frame == NULL && index > newest && self->moments->len == 0)
        {
          /* Backwards, from the end of the video. */
          self->first = index - 1;
          continue;
        }
      if (frame == NULL)
        return TRUE;
      if (!step (self, frame, error))
        return FALSE;

      tell (self, take, user_data);
      if (self->direction * (index - newest) < 0)
        continue;
      is_there = venule_tracker_holds (self->tracker) || is_found_again (self);
      *end = is_there ? VENULE_FOLLOW_VIDEO_END : how_it_ended (self);
      if (!is_there && (*end == VENULE_FOLLOW_LEFT || is_gone_for_long (self, index)))
        return TRUE;
      if (self->last >= 0 && self->direction * (index - self->last) >= 0)
        {
          *end = is_there ? VENULE_FOLLOW_REACHED : *end;
          return TRUE;
        }
    }
  return TRUE;
}

/* From the end of @path on; a little at first, where few spots are known. @goes_on: there is more, also where what was
 * followed turned out to be another cell, which left or was lost. */
static gboolean
follow_once (VenuleCellTracker    *cell_tracker,
             GArray               *path,
             int                   direction,
             gint64                until_frame,
             VenuleCellTrackerTake take,
             gpointer              user_data,
             VenuleFollowEnd      *end,
             gboolean             *goes_on,
             GCancellable         *cancellable,
             GError              **error)
{
  g_auto (Following) self = { 0 };
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_autoptr (GArray) found = NULL;
  guint n = MIN (path->len, MAX_GIVEN);
  gint64 start = g_array_index (path, VenuleSpot, direction > 0 ? path->len - 1 : 0).frame, until = until_frame;
  gboolean is_known = n >= FEWEST_FOR_LINKING;
  VenuleFollowEnd why;
  gint64 newest;

  if (!is_known && (until < 0 || direction * (until - start) > FIRST_LENGTH))
    until = MAX (start + direction * FIRST_LENGTH, 0);
  g_array_append_vals (given, &g_array_index (path, VenuleSpot, direction > 0 ? path->len - n : 0), n);
  if (!following_init (&self, cell_tracker, (const VenuleSpot *) (gpointer) given->data, n, direction, until, error) ||
      !follow_frames (&self, take, user_data, &why, cancellable, error))
    return FALSE;

  newest = self.first + direction * ((gint64) self.moments->len - 1);
  found = finish (&self);
  for (guint i = 0; i < found->len; i++)
    {
      const VenuleSpot *spot = &g_array_index (found, VenuleSpot, i);

      if (direction > 0)
        g_array_append_vals (path, spot, 1);
      else
        g_array_prepend_vals (path, spot, 1);
    }
  *goes_on = found->len > 0 && newest != until_frame &&
             (why == VENULE_FOLLOW_REACHED ||
              (why != VENULE_FOLLOW_VIDEO_END && g_array_index (found, VenuleSpot, found->len - 1).frame == newest));
  if (end != NULL)
    *end = why;
  return TRUE;
}

/**
 * venule_cell_tracker_follow:
 * @self: the cell tracker
 * @spots: (array length=n): of one cell, by frame, where it is known already: those next to where it is to be followed.
 *   Some ten of them tell its velocity
 * @n: number of spots, above 0
 * @direction: 1: into later frames; −1: into earlier ones
 * @until_frame: the last one that is wanted; −1: as far as it goes
 * @take: (nullable): called with each spot, on the way
 * @user_data: for @take
 * @end: (out) (optional): why it was not followed further
 * @cancellable: (nullable): looked at before each frame
 * @error: return location
 *
 * Follows a cell by the operations of a run, with all cells around it, so that none is taken for another. It begins
 * some frames before the first spot, to know those. Backwards, flow and time are turned round.
 *
 * Returns: (transfer full) (nullable) (element-type VenuleSpot): spots of frames after (before) those given, by frame;
 *   none where it was lost at once; %NULL with a #VenuleError
 */
GArray *
venule_cell_tracker_follow (VenuleCellTracker      *self,
                            const VenuleSpot       *spots,
                            guint                   n,
                            int                     direction,
                            gint64                  until_frame,
                            VenuleCellTrackerTake   take,
                            gpointer                user_data,
                            VenuleFollowEnd        *end,
                            GCancellable           *cancellable,
                            GError                **error)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  const VenuleSpot *start;

  g_return_val_if_fail (n > 0, NULL);
  g_return_val_if_fail (direction == 1 || direction == -1, NULL);

  start = &spots[direction > 0 ? n - 1 : 0];
  if (!venule_cell_tracker_is_inside (self, start->x, start->y))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("In frame %lld the cell lies outside the vessel, where it cannot be followed."),
                   (long long) start->frame);
      return NULL;
    }

  g_array_append_vals (path, spots, n);
  for (int i = 0; i < MAX_ROUNDS; i++)
    {
      gboolean goes_on;

      if (!follow_once (self, path, direction, until_frame, take, user_data, end, &goes_on, cancellable, error))
        return NULL;
      if (!goes_on)
        break;
    }
  if (direction > 0)
    g_array_remove_range (path, 0, n);
  else
    g_array_set_size (path, path->len - n);
  return g_steal_pointer (&path);
}
