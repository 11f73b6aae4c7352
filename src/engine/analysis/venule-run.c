/* venule-run.c: detector and tracker over the frames of a run, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-run.h"

#include <glib/gi18n-lib.h>

#include "venule-backend.h"
#include "venule-classify.h"
#include "venule-detector.h"
#include "venule-doubts.h"
#include "venule-error.h"
#include "venule-linker.h"
#include "venule-pace.h"
#include "venule-register.h"
#include "venule-tracker.h"

/* How far a frame has come: what is done is not done again when another device goes on with it. */
typedef enum {
  STAGE_NEW,
  STAGE_LOADED,
  STAGE_REGISTERED,
  STAGE_DETECTED,
} Stage;

struct _VenuleRun
{
  VenuleSettings *settings;
  int             frame_width;
  int             frame_height;
  double          frame_rate;
  int             detect_interval;
  gint64          n_frames;
  vnk_backend    *backend;
  GString        *device;      /* what computed which frames, for people */
  gint64          device_from; /* first frame that the backend at hand computed */
  Stage           stage;       /* of the frame at hand */
  VenuleFrame    *newest;      /* the last frame that was computed */
  VenuleRegion    region;
  VenuleRegister *shifts;
  VenulePoint     shift; /* of the picture in the newest frame, px */
  VenuleDetector *detector;
  VenuleTracker  *tracker;
  GArray         *detections;
};

/* Whether another device could do what failed. */
static gboolean
is_of_device (const GError *error)
{
  return g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DEVICE) ||
         g_error_matches (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY);
}

/* Takes @backend. */
static VenuleRun *
run_new (const VenuleSettings  *settings,
         vnk_backend           *backend,
         int                    frame_width,
         int                    frame_height,
         double                 frame_rate,
         GError               **error)
{
  g_autoptr (VenuleRun) self = g_new0 (VenuleRun, 1);

  self->settings = venule_settings_copy (settings);
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->frame_rate = frame_rate;
  self->detect_interval = venule_settings_get_detect_interval (settings, frame_rate);
  self->detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
  self->backend = backend;
  self->device = g_string_new (backend->device);
  self->device_from = settings->first_frame;

  if (!venule_region_init (&self->region, self->backend, frame_width, frame_height, settings, error))
    return NULL;

  self->shifts = venule_register_new (settings, self->backend, frame_width, frame_height, error);
  if (self->shifts == NULL)
    return NULL;

  self->detector = venule_detector_new (settings, self->backend, &self->region, frame_width, frame_height,
                                        VENULE_FAINT_SCORE, error);
  if (self->detector == NULL)
    return NULL;

  self->tracker = venule_tracker_new (settings, frame_width, frame_height, 1 / frame_rate);
  return g_steal_pointer (&self);
}

static gboolean
is_cpu (const vnk_backend *backend)
{
  return strcmp (backend->name, "cpu") == 0;
}

/* The processor's kernels, where another device failed. */
static vnk_backend *
open_cpu (const VenuleSettings  *settings,
          GError               **error)
{
  g_autoptr (VenuleSettings) on_cpu = venule_settings_copy (settings);

  on_cpu->device = VENULE_DEVICE_CPU;
  return venule_backend_open (on_cpu, error);
}

/**
 * venule_run_new_on:
 * @settings: valid settings
 * @backend: (transfer full): the kernels
 * @frame_width: px
 * @frame_height: px
 * @frame_rate: frames/s, nominal, > 0
 * @error: return location
 *
 * venule_run_new() with kernels that are open already. Where they have no memory for the run, the processor's take it.
 *
 * Returns: (transfer full) (nullable): the run, or %NULL with a #VenuleError
 */
VenuleRun *
venule_run_new_on (const VenuleSettings  *settings,
                   vnk_backend           *backend,
                   int                    frame_width,
                   int                    frame_height,
                   double                 frame_rate,
                   GError               **error)
{
  g_autoptr (GError) reason = NULL;
  gboolean on_cpu = is_cpu (backend);
  VenuleRun *self = run_new (settings, backend, frame_width, frame_height, frame_rate, &reason);

  if (self != NULL)
    return self;
  if (on_cpu || !is_of_device (reason))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }

  backend = open_cpu (settings, error);
  self = backend != NULL ? run_new (settings, backend, frame_width, frame_height, frame_rate, error) : NULL;
  if (self != NULL)
    g_string_append_printf (self->device, "; %s", reason->message);
  return self;
}

/**
 * venule_run_new:
 * @settings: valid settings; copied
 * @frame_width: px
 * @frame_height: px
 * @frame_rate: frames/s, nominal, > 0
 * @error: return location
 *
 * Opens the kernels and takes all memory of the run.
 *
 * Returns: (transfer full) (nullable): the run, or %NULL with a #VenuleError
 */
VenuleRun *
venule_run_new (const VenuleSettings  *settings,
                int                    frame_width,
                int                    frame_height,
                double                 frame_rate,
                GError               **error)
{
  vnk_backend *backend = venule_backend_open (settings, error);

  return backend != NULL ? venule_run_new_on (settings, backend, frame_width, frame_height, frame_rate, error) : NULL;
}

void
venule_run_free (VenuleRun *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->tracker, venule_tracker_free);
  g_clear_pointer (&self->detector, venule_detector_free);
  g_clear_pointer (&self->shifts, venule_register_free);
  venule_region_clear (&self->region);
  g_clear_pointer (&self->backend, venule_backend_close);
  g_clear_pointer (&self->newest, venule_frame_unref);
  g_string_free (self->device, TRUE);
  g_array_unref (self->detections);
  venule_settings_free (self->settings);
  g_free (self);
}

static gboolean
check_size (VenuleRun    *self,
            VenuleFrame  *frame,
            GError      **error)
{
  if (frame->width == self->frame_width && frame->height == self->frame_height)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("The size of the picture changes at frame %lld "
                 "from %d×%d to %d×%d px. Analyse the frames before and after it separately."),
               (long long) frame->index, self->frame_width, self->frame_height, frame->width, frame->height);
  return FALSE;
}

/* As far as it goes; after a failure of the device once more, with another one, from where it stopped. */
static gboolean
compute (VenuleRun    *self,
         VenuleFrame  *frame,
         double        time,
         VenuleShift  *shift,
         GError      **error)
{
  gboolean detect = self->n_frames % self->detect_interval == 0;
  VenulePoint moved;

  if (self->stage < STAGE_LOADED && !venule_region_load (&self->region, self->backend, frame, error))
    return FALSE;
  self->stage = MAX (self->stage, STAGE_LOADED);

  if (self->stage < STAGE_REGISTERED && !(self->settings->without & VENULE_PART_REGISTER) &&
      !venule_register_step (self->shifts, self->backend, frame, shift, error))
    return FALSE;
  self->stage = MAX (self->stage, STAGE_REGISTERED);

  if (self->stage < STAGE_DETECTED && detect &&
      !venule_detector_run (self->detector, self->backend, &self->region, self->detections, error))
    return FALSE;
  self->stage = STAGE_DETECTED;

  moved = (VenulePoint){ shift->dx - self->shift.x, shift->dy - self->shift.y };
  return venule_tracker_step (self->tracker, self->backend, &self->region, frame->index, time, moved,
                              detect ? self->detections : NULL, error);
}

/* The device failed at @frame for @reason: the processor goes on with it. What was on the device is loaded again. */
static gboolean
hand_over (VenuleRun     *self,
           VenuleFrame   *frame,
           const GError  *reason,
           GError       **error)
{
  vnk_backend *cpu = open_cpu (self->settings, error);

  if (cpu == NULL)
    return FALSE;
  g_message ("%s failed at frame %lld, the processor goes on: %s %s", self->backend->device, (long long) frame->index,
             reason->message, self->backend->failure);
  if (frame->index > self->device_from)
    g_string_append_printf (self->device, " (frames %lld–%lld), ", (long long) self->device_from, (long long) frame->index - 1);
  else
    g_string_truncate (self->device, 0);
  g_string_append_printf (self->device, "%s (from frame %lld on, where %s failed: %s)", cpu->device, (long long) frame->index,
                          self->backend->name, reason->message);
  self->device_from = frame->index;

  if (!venule_region_move (&self->region, cpu, error) || !venule_register_move (self->shifts, cpu, error) ||
      !venule_detector_move (self->detector, cpu, error))
    {
      cpu->close (cpu);
      return FALSE;
    }
  venule_backend_close (self->backend);
  self->backend = cpu;
  return (self->newest == NULL || venule_region_load (&self->region, cpu, self->newest, error)) &&
         (self->stage < STAGE_LOADED || venule_region_load (&self->region, cpu, frame, error));
}

gboolean
venule_run_step (VenuleRun    *self,
                 VenuleFrame  *frame,
                 double        time,
                 GArray       *ids,
                 GArray       *spots,
                 GError      **error)
{
  g_autoptr (GError) failure = NULL;
  guint n_spots = spots->len;
  VenuleShift shift = { .gain = 1 };

  if (!check_size (self, frame, error))
    return FALSE;
  if (self->n_frames == 0)
    venule_region_set_contrast (&self->region, frame);

  self->stage = STAGE_NEW;
  if (!compute (self, frame, time, &shift, &failure))
    {
      if (is_cpu (self->backend) || !is_of_device (failure))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      if (!hand_over (self, frame, failure, error) || !compute (self, frame, time, &shift, error))
        return FALSE;
    }

  self->shift = (VenulePoint){ shift.dx, shift.dy };
  self->n_frames++;
  g_clear_pointer (&self->newest, venule_frame_unref);
  if (!is_cpu (self->backend))
    self->newest = venule_frame_ref (frame);
  venule_tracker_take_live (self->tracker, ids, spots);
  venule_register_fill (self->shifts, &g_array_index (spots, VenuleSpot, n_spots), spots->len - n_spots);
  return TRUE;
}

/* Into the places of the tissue, where cells move without the picture's own movement, for all that is filled in. */
static void
take_to_tissue (VenuleRun *self,
                GPtrArray *tracklets)
{
  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      venule_register_fill (self->shifts, (VenuleSpot *) tracklet->spots->data, tracklet->spots->len);
      for (guint k = 0; k < tracklet->spots->len; k++)
        {
          VenuleSpot *spot = venule_tracklet_spot (tracklet, k), *before = venule_tracklet_spot (tracklet, MAX (k, 1) - 1);
          VenuleStep *step = &g_array_index (tracklet->steps, VenuleStep, k);

          spot->x -= spot->shift_x;
          spot->y -= spot->shift_y;
          step->seen_x -= spot->shift_x;
          step->seen_y -= spot->shift_y;
          step->move_x -= spot->shift_x - before->shift_x;
          step->move_y -= spot->shift_y - before->shift_y;
        }
    }
}

/* Back into the places of the frames. */
static void
take_to_frames (VenuleRun    *self,
                VenuleDoubts *doubts,
                VenuleTrack  *track)
{
  guint n;
  g_autofree VenuleSpot *spots = NULL;
  const VenuleSpot *stored = venule_track_get_spots (track, &n);

  spots = g_memdup2 (stored, n * sizeof (VenuleSpot));
  venule_register_fill (self->shifts, spots, n);
  for (guint i = 0; i < n; i++)
    {
      spots[i].doubt = (float) venule_doubts_about (doubts, &spots[i]);
      spots[i].x += spots[i].shift_x;
      spots[i].y += spots[i].shift_y;
      venule_track_add_spot (track, &spots[i]);
    }
}

GPtrArray *
venule_run_finish (VenuleRun *self)
{
  g_autoptr (GPtrArray) tracklets = venule_tracker_finish (self->tracker);
  g_autoptr (VenuleDoubts) doubts = NULL;
  GPtrArray *tracks;

  take_to_tissue (self, tracklets);
  tracks = venule_link_tracklets (tracklets, self->settings, self->frame_width, self->frame_height);
  doubts = venule_doubts_new (tracks, self->settings, self->frame_width, self->frame_height);
  for (guint i = 0; i < tracks->len; i++)
    take_to_frames (self, doubts, g_ptr_array_index (tracks, i));
  venule_classify_tracks (tracks, self->settings);
  return tracks;
}

const char *
venule_run_get_device (VenuleRun *self)
{
  return self->device->str;
}

int
venule_run_get_detect_interval (VenuleRun *self)
{
  return self->detect_interval;
}

guint
venule_run_get_n_cells (VenuleRun *self)
{
  return venule_tracker_get_n_cells (self->tracker);
}

guint
venule_run_get_n_unregistered (VenuleRun *self)
{
  return venule_register_get_n_unknown (self->shifts);
}
