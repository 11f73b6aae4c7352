/* venule-pipeline.c: detector and tracker over the frames of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-pipeline.h"

#include <glib/gi18n-lib.h>

#include "venule-backend.h"
#include "venule-classify.h"
#include "venule-derived-settings.h"
#include "venule-error.h"
#include "venule-for-each-frame.h"
#include "venule-frame-budget.h"
#include "venule-link-paths.h"
#include "venule-parallel.h"
#include "venule-pipeline-private.h"
#include "venule-position-uncertainty.h"
#include "venule-stages.h"
#include "venule-warning.h"

/* Frames on their way, with streams: some ahead of the tracker and the rest behind it. */
#define RING 16
#define BEHIND 4
#define MIN_RING 6

static const VenuleStageDescription descriptions[VENULE_STAGES] = {
  { "venule-read", venule_pipeline_read, VENULE_COUNTER_GIVEN, VENULE_COUNTER_READ, FALSE, TRUE },
  { "venule-register", venule_pipeline_register, VENULE_COUNTER_READ, VENULE_COUNTER_REGISTERED, FALSE, FALSE },
  { "venule-detect", venule_pipeline_detect, VENULE_COUNTER_READ, VENULE_COUNTER_DETECTED, TRUE, FALSE },
  { "venule-outline", venule_pipeline_outline, VENULE_COUNTER_FOLLOWED, VENULE_COUNTER_OUTLINED, FALSE, FALSE },
};

/* Whether another device could do what failed. */
static gboolean
is_of_device (const GError *error)
{
  return g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DEVICE) ||
         g_error_matches (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY);
}

/* What computed is stored with the results, and so is in English whatever the language of the window. */
static const char *
name_reason (const GError *error)
{
  return g_error_matches (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY) ? "out of memory" : "the device failed";
}

/* With streams as many frames as there is memory for; else the one at hand and the one before. */
static int
ring_size (const VenulePipeline *self)
{
  guint64 bytes = sizeof (float) * ((guint64) self->roi.width * self->roi.height * 2 +
                                    (guint64) self->frame_width * self->frame_height);
  int n = (int) MIN (VENULE_BUDGET_PLANES / bytes, RING);

  return self->backend->stream_new != NULL && n >= MIN_RING ? n : 2;
}

static gboolean
make_ring (VenulePipeline *self,
           GError        **error)
{
  self->n_ring = ring_size (self);
  self->ring = g_new0 (VenulePipelineFrame, self->n_ring);
  for (int i = 0; i < self->n_ring; i++)
    {
      self->ring[i].detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
      self->ring[i].snakes = venule_contour_snakes_new (self->settings);
    }
  if (!venule_pipeline_take_planes (self, self->backend, error))
    return FALSE;
  if (self->n_ring > 2)
    self->stages = venule_stages_new (descriptions, self, self->backend, self->detect_interval);
  return TRUE;
}

/* Takes @backend. */
static VenulePipeline *
pipeline_new (const VenuleSettings *settings,
              vnk_backend          *backend,
              int                   frame_width,
              int                   frame_height,
              double                frame_rate,
              GError              **error)
{
  g_autoptr (VenulePipeline) self = g_new0 (VenulePipeline, 1);

  self->settings = venule_settings_copy (settings);
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->frame_rate = frame_rate;
  self->detect_interval = venule_settings_get_detect_interval (settings, frame_rate);
  self->backend = backend;
  self->device = g_string_new (backend->device);
  self->device_from = settings->first_frame;
  self->times = g_array_new (FALSE, FALSE, sizeof (double));

  venule_roi_planes_lay_out (&self->roi, frame_width, frame_height, settings);
  if (!venule_roi_planes_take_gradients (&self->roi, self->backend, error))
    return NULL;

  self->shifts = venule_registration_new (settings, self->backend, frame_width, frame_height, error);
  if (self->shifts == NULL)
    return NULL;

  self->light = venule_light_meter_new (settings, frame_width, frame_height);
  self->detector = venule_detector_new (settings, self->backend, &self->roi, frame_width, frame_height,
                                        VENULE_WEAK_SCORE, error);
  if (self->detector == NULL)
    return NULL;

  self->tracker = venule_tracker_new (settings, frame_width, frame_height, 1 / frame_rate);
  return make_ring (self, error) ? g_steal_pointer (&self) : NULL;
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
 * venule_pipeline_new_on:
 * @settings: valid settings
 * @backend: (transfer full): the kernels
 * @frame_width: px
 * @frame_height: px
 * @frame_rate: frames/s, nominal, > 0
 * @error: return location
 *
 * venule_pipeline_new() with kernels that are open already. Where they have no memory for the run, the processor's take
 * it.
 *
 * Returns: (transfer full) (nullable): the run, or %NULL with a #VenuleError
 */
VenulePipeline *
venule_pipeline_new_on (const VenuleSettings *settings,
                        vnk_backend          *backend,
                        int                   frame_width,
                        int                   frame_height,
                        double                frame_rate,
                        GError              **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *card = g_strdup (backend->device);
  gboolean on_cpu = is_cpu (backend);
  VenulePipeline *self = pipeline_new (settings, backend, frame_width, frame_height, frame_rate, &reason);

  if (self != NULL)
    return self;
  if (on_cpu || !is_of_device (reason))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }

  backend = open_cpu (settings, error);
  self = backend != NULL ? pipeline_new (settings, backend, frame_width, frame_height, frame_rate, error) : NULL;
  if (self != NULL)
    g_string_append_printf (self->device, " (%s: %s)", card, name_reason (reason));
  return self;
}

/**
 * venule_pipeline_new:
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
VenulePipeline *
venule_pipeline_new (const VenuleSettings *settings,
                     int                   frame_width,
                     int                   frame_height,
                     double                frame_rate,
                     GError              **error)
{
  vnk_backend *backend = venule_backend_open (settings, error);

  return backend != NULL ? venule_pipeline_new_on (settings, backend, frame_width, frame_height, frame_rate, error)
                         : NULL;
}

void
venule_pipeline_free (VenulePipeline *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->stages, venule_stages_free);
  venule_pipeline_clear_ring (self);
  g_clear_pointer (&self->tracker, venule_tracker_free);
  g_clear_pointer (&self->detector, venule_detector_free);
  g_clear_pointer (&self->light, venule_light_meter_free);
  g_clear_pointer (&self->shifts, venule_registration_free);
  venule_roi_planes_clear (&self->roi);
  g_clear_pointer (&self->backend, venule_backend_close);
  g_string_free (self->device, TRUE);
  g_array_unref (self->times);
  venule_settings_free (self->settings);
  g_free (self);
}

static gboolean
check_size (VenulePipeline *self,
            VenuleFrame    *frame,
            GError        **error)
{
  if (frame->width == self->frame_width && frame->height == self->frame_height)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("The size of the picture changes at frame %lld "
                 "from %d×%d to %d×%d px. Analyse the frames before and after it separately."),
               (long long) frame->index, self->frame_width, self->frame_height, frame->width, frame->height);
  return FALSE;
}

/* ---- Frame by frame ---- */

/* One stage after the other, but for those that are done. */
static gboolean
compute (VenulePipeline *self,
         int             n,
         GError        **error)
{
  const VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);

  return (entry->is_read || venule_pipeline_read (self, self->backend, n, error)) &&
         (entry->is_registered || venule_pipeline_register (self, self->backend, n, error)) &&
         (entry->is_detected || !venule_pipeline_detects (self, n) ||
          venule_pipeline_detect (self, self->backend, n, error)) &&
         (entry->is_followed || venule_pipeline_follow (self, self->backend, n, error)) &&
         (entry->is_outlined || venule_pipeline_outline (self, self->backend, n, error));
}

/* What others do ahead has to be there. */
static gboolean
follow_in_lane (VenulePipeline *self,
                int             n,
                GError        **error)
{
  if (!venule_stages_wait (self->stages, VENULE_COUNTER_READ, n + 1, error) ||
      !venule_stages_wait (self->stages, VENULE_COUNTER_REGISTERED, n + 1, error) ||
      (venule_pipeline_detects (self, n) &&
       !venule_stages_wait (self->stages, VENULE_COUNTER_DETECTED, n + 1, error)) ||
      !venule_pipeline_follow (self, self->backend, n, error))
    return FALSE;

  self->n_followed = n + 1;
  venule_stages_raise (self->stages, VENULE_COUNTER_FOLLOWED, n + 1);
  return TRUE;
}

/* The tracker takes the outlines of the next frame. */
static void
take_snakes (VenulePipeline *self)
{
  venule_contour_snakes_take (venule_pipeline_get_frame (self, self->n_done)->snakes);
  self->n_done++;
}

/* Goes on until so many frames are done, and as many followed; with streams some more may be done. */
static gboolean
go_on (VenulePipeline *self,
       int             n_done,
       int             n_followed,
       GError        **error)
{
  if (self->stages == NULL)
    {
      for (; self->n_done < self->n_given; take_snakes (self))
        if (!compute (self, self->n_done, error))
          return FALSE;
      self->n_followed = self->n_done;
      return TRUE;
    }

  while (self->n_followed < n_followed)
    if (!follow_in_lane (self, self->n_followed, error))
      return FALSE;
  if (!venule_stages_wait (self->stages, VENULE_COUNTER_OUTLINED, n_done, error))
    return FALSE;
  while (self->n_done < MIN (venule_stages_get (self->stages, VENULE_COUNTER_OUTLINED), self->n_followed))
    take_snakes (self);
  return TRUE;
}

/* ---- Another device ---- */

static void
note_hand_over (VenulePipeline *self,
                const char     *to,
                const GError   *reason)
{
  gint64 frame = venule_pipeline_get_frame (self, self->n_done)->frame->index;

  g_message ("%s failed at frame %lld, the processor goes on: %s %s", self->backend->device, (long long) frame,
             reason->message, self->backend->failure);
  if (frame > self->device_from)
    g_string_append_printf (self->device, " (frames %lld–%lld), ", (long long) self->device_from,
                            (long long) frame - 1);
  else
    g_string_truncate (self->device, 0);
  g_string_append_printf (self->device, "%s (from frame %lld on, where %s failed: %s)", to, (long long) frame,
                          self->backend->name, name_reason (reason));
  self->device_from = frame;
}

/* All planes to @cpu. The frame before the first that is not done is read again, for what is found again in that. */
static gboolean
move_planes (VenulePipeline *self,
             vnk_backend    *cpu,
             GError        **error)
{
  if (!venule_roi_planes_take_gradients (&self->roi, cpu, error) ||
      !venule_registration_move (self->shifts, cpu, error) || !venule_detector_move (self->detector, cpu, error) ||
      !venule_pipeline_take_planes (self, cpu, error))
    return FALSE;

  for (int n = self->n_done; n < self->n_given; n++)
    venule_pipeline_get_frame (self, n)->is_read = FALSE;
  return self->n_done == 0 || venule_pipeline_read (self, cpu, self->n_done - 1, error);
}

/* The device failed: the processor goes on with what is not done. */
static gboolean
hand_over (VenulePipeline *self,
           const GError   *reason,
           GError        **error)
{
  vnk_backend *cpu = open_cpu (self->settings, error);

  if (cpu == NULL)
    return FALSE;

  g_clear_pointer (&self->stages, venule_stages_free);
  while (self->n_done < self->n_followed && venule_pipeline_get_frame (self, self->n_done)->is_outlined)
    take_snakes (self);
  note_hand_over (self, cpu->device, reason);
  if (!move_planes (self, cpu, error))
    {
      cpu->close (cpu);
      return FALSE;
    }
  venule_backend_close (self->backend);
  self->backend = cpu;
  return TRUE;
}

/* go_on(), on another device where this one fails. */
static gboolean
go_on_or_hand_over (VenulePipeline *self,
                    int             n_done,
                    int             n_followed,
                    GError        **error)
{
  g_autoptr (GError) failure = NULL;

  if (go_on (self, n_done, n_followed, &failure))
    return TRUE;
  if (!is_cpu (self->backend) && is_of_device (failure))
    {
      if (hand_over (self, failure, error) && go_on (self, n_done, n_followed, error))
        return TRUE;
    }
  else
    {
      g_propagate_error (error, g_steal_pointer (&failure));
    }
  g_clear_pointer (&self->stages, venule_stages_free);
  self->failed = TRUE;
  return FALSE;
}

/* ---- Public ---- */

static void
take_live (VenulePipeline *self,
           GArray         *ids,
           GArray         *spots)
{
  guint n_spots = spots->len;

  venule_tracker_take_live (self->tracker, ids, spots);
  venule_registration_fill (self->shifts, &g_array_index (spots, VenuleSpot, n_spots), spots->len - n_spots);
}

/* How many frames a stage may be ahead of the tracker. */
static int
look_ahead (const VenulePipeline *self)
{
  return self->stages != NULL ? self->n_ring - BEHIND : 0;
}

static void
give (VenulePipeline *self,
      VenuleFrame    *frame,
      double          time)
{
  VenulePipelineFrame *entry = venule_pipeline_get_frame (self, self->n_given);

  g_clear_pointer (&entry->frame, venule_frame_unref);
  entry->frame = venule_frame_ref (frame);
  entry->time = time;
  g_array_append_val (self->times, time);
  entry->shift = (VenuleShift){ .gain = 1 };
  entry->is_read = entry->is_registered = entry->is_detected = entry->is_followed = entry->is_outlined = FALSE;
  self->n_given++;
  if (self->stages != NULL)
    venule_stages_raise (self->stages, VENULE_COUNTER_GIVEN, self->n_given);
}

/**
 * venule_pipeline_step:
 * @self: the run
 * @frame: the next frame
 * @time: s
 * @ids: (element-type guint): appended to: tracks of @spots
 * @spots: (element-type VenuleSpot): appended to: what is new for a live view
 * @error: return location
 *
 * On a device the frame may be on its way for some frames more: venule_pipeline_drain() waits for all.
 *
 * Returns: %FALSE with a #VenuleError, of this frame or of one that was on its way
 */
gboolean
venule_pipeline_step (VenulePipeline *self,
                      VenuleFrame    *frame,
                      double          time,
                      GArray         *ids,
                      GArray         *spots,
                      GError        **error)
{
  if (!check_size (self, frame, error))
    return FALSE;
  if (self->n_given == 0)
    venule_roi_planes_set_contrast (&self->roi, frame);

  /* The frame takes the place of the oldest in the ring, which has to be done. */
  if (!go_on_or_hand_over (self, self->n_given - self->n_ring + 1, self->n_given - look_ahead (self), error))
    return FALSE;
  give (self, frame, time);
  if (self->stages == NULL && !go_on_or_hand_over (self, self->n_given, self->n_given, error))
    return FALSE;

  take_live (self, ids, spots);
  return TRUE;
}

/**
 * venule_pipeline_drain:
 * @self: the run
 * @ids: as for venule_pipeline_step()
 * @spots: the same
 * @error: return location
 *
 * Waits for the frames that are on their way, after the last step that went well.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_pipeline_drain (VenulePipeline *self,
                       GArray         *ids,
                       GArray         *spots,
                       GError        **error)
{
  if (!go_on_or_hand_over (self, self->n_given, self->n_given, error))
    return FALSE;
  take_live (self, ids, spots);
  return TRUE;
}

/* What is made of the cells at the end. */
typedef struct {
  VenulePipeline            *run;
  GPtrArray                 *tracklets;
  GPtrArray                 *paths;
  VenulePositionUncertainty *uncertainty;
} Ending;

/* Of one tracklet, beside others; it is used up. */
static void
make_path (gpointer data,
           guint    index)
{
  Ending *ending = data;
  g_autoptr (VenuleTracklet) tracklet = g_steal_pointer (&g_ptr_array_index (ending->tracklets, index));

  venule_registration_fill (ending->run->shifts, (VenuleSpot *) tracklet->spots->data, tracklet->spots->len);
  g_ptr_array_index (ending->paths, index) = venule_tracklet_to_tissue (tracklet);
}

/* When the frame was taken and how far it had moved, also for what was filled in, and what is doubtful about the places
 * in it. */
static void
note_frame (gpointer          data,
            guint             part,
            gint64            frame,
            const VenuleHere *here,
            guint             n)
{
  Ending *ending = data;
  double time = g_array_index (ending->run->times, double, frame - ending->run->settings->first_frame);
  VenuleShift shift;

  venule_registration_get (ending->run->shifts, frame, &shift);
  for (guint i = 0; i < n; i++)
    {
      here[i].spot->time = time;
      here[i].spot->shift_x = (float) shift.dx;
      here[i].spot->shift_y = (float) shift.dy;
    }
  venule_position_uncertainty_fill (ending->uncertainty, here, n);
  for (guint i = 0; i < n && !shift.known; i++)
    here[i].spot->uncertainty = VENULE_UNCERTAINTY_NO_SHIFT;
}

GPtrArray *
venule_pipeline_finish (VenulePipeline *self,
                        GCancellable   *cancellable)
{
  g_autoptr (VenulePositionUncertainty) uncertainty =
    venule_position_uncertainty_new (self->settings, self->frame_width, self->frame_height);
  g_autoptr (GPtrArray) tracklets = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
  Ending ending = { self, NULL, paths, uncertainty };
  VenuleClutter clutter = { 0 };
  GPtrArray *tracks;

  if (!self->failed)
    go_on_or_hand_over (self, self->n_given, self->n_given, NULL);
  ending.tracklets = tracklets = venule_tracker_finish (self->tracker);
  g_ptr_array_set_size (paths, (int) tracklets->len);
  venule_parallel_for (tracklets->len, make_path, &ending);
  venule_tracker_get_clutter (self->tracker, &clutter);
  venule_link_paths (paths, self->settings, self->frame_width, self->frame_height, &clutter, cancellable);
  venule_for_each_frame (paths, note_frame, &ending);
  tracks = venule_link_make_tracks (paths, self->settings->cell_diameter);
  venule_classify_tracks (tracks, self->settings);
  self->n_lost = venule_tracker_count_lost (self->tracker, tracks, VENULE_WARNING_SURE_SCORE);
  return tracks;
}

const char *
venule_pipeline_get_device (VenulePipeline *self)
{
  return self->device->str;
}

int
venule_pipeline_get_detect_interval (VenulePipeline *self)
{
  return self->detect_interval;
}

guint
venule_pipeline_get_n_cells (VenulePipeline *self)
{
  return venule_tracker_get_n_cells (self->tracker);
}

guint
venule_pipeline_get_n_lost (VenulePipeline *self)
{
  return self->n_lost;
}

VenuleLight *
venule_pipeline_end_light (VenulePipeline *self)
{
  return venule_light_meter_end (self->light);
}

guint
venule_pipeline_get_n_unregistered (VenulePipeline *self)
{
  return venule_registration_get_n_unknown (self->shifts);
}
