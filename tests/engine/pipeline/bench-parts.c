/* bench-parts.c: what each part of an analysis costs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* bench-parts VIDEO [OPTION ...]: the options of "venule-cli analyze". Prints the ms a frame of each part, one after
 * the other in one thread (each with the threads of its own). Not a test: nothing is asserted.
 *
 * The clock goes through the parts as the frames do: at any time one of them pays. The engine knows nothing of it; its
 * kernels are called through a backend that tells the clock. */

#include <stdio.h>

#include "venule-backend.h"
#include "venule-contour-snakes.h"
#include "venule-derived-settings.h"
#include "venule-detector.h"
#include "venule-job-options.h"
#include "venule-link-paths.h"
#include "venule-registration.h"
#include "venule-tracker.h"

typedef enum {
  PART_DECODE,
  PART_LOAD,
  PART_REGISTRATION,
  PART_SAMPLE,
  PART_FLATTEN,
  PART_NETWORK,
  PART_FIND,
  PART_REFINE,
  PART_MATCH,
  PART_FOLLOW,
  PART_SNAKES,
  PART_LINK,
  N_PARTS
} Part;

static const char *const names[N_PARTS] = {
  "decoding", "load", "registration", "network: sample", "network: flatten", "network: layers",
  "detector: all else", "contours", "correlation", "association, placing", "snakes", "linking, smoothing",
};

/**
 * Clock:
 * @kernels: what the engine is given; must come first, so that a kernel's backend is the clock
 * @real: what computes
 * @part: that pays now
 * @since: µs
 * @paid: µs
 */
typedef struct {
  vnk_backend  kernels;
  vnk_backend *real;
  Part         part;
  gint64       since;
  gint64       paid[N_PARTS];
} Clock;

/* Returns what paid so far. */
static Part
pay (Clock *self,
     Part   part)
{
  gint64 now = g_get_monotonic_time ();
  Part before = self->part;

  self->paid[before] += now - self->since;
  self->since = now;
  self->part = part;
  return before;
}

static vnk_status
leave (Clock     *self,
       Part       before,
       vnk_status status)
{
  pay (self, before);
  return status;
}

static vnk_status
resample (vnk_backend     *backend,
          const vnk_plane *in,
          float            x,
          float            y,
          float            step_x,
          float            step_y,
          vnk_plane       *out)
{
  Clock *self = (Clock *) backend;
  Part before = pay (self, PART_SAMPLE);

  return leave (self, before, self->real->resample (self->real, in, x, y, step_x, step_y, out));
}

static vnk_status
local_normalise (vnk_backend     *backend,
                 const vnk_plane *in,
                 int              radius,
                 float            noise,
                 float            limit,
                 vnk_plane       *out)
{
  Clock *self = (Clock *) backend;
  Part before = pay (self, PART_FLATTEN);

  return leave (self, before, self->real->local_normalise (self->real, in, radius, noise, limit, out));
}

static vnk_status
network (vnk_backend       *backend,
         const vnk_network *net,
         const vnk_plane   *inputs,
         vnk_plane         *outputs)
{
  Clock *self = (Clock *) backend;
  Part before = pay (self, PART_NETWORK);

  return leave (self, before, self->real->network (self->real, net, inputs, outputs));
}

/* What the detector does after it is about contours too. */
static vnk_status
bspline_snake (vnk_backend                    *backend,
               const vnk_plane                *gx,
               const vnk_plane                *gy,
               const vnk_bspline_snake_params *params,
               const vnk_candidate            *candidates,
               int                             n,
               vnk_contour                    *out)
{
  Clock *self = (Clock *) backend;

  pay (self, PART_REFINE);
  return self->real->bspline_snake (self->real, gx, gy, params, candidates, n, out);
}

static vnk_status
ncc_match (vnk_backend     *backend,
           const vnk_plane *first,
           const vnk_plane *second,
           float            flow_x,
           float            flow_y,
           vnk_ncc_match   *matches,
           int              n)
{
  Clock *self = (Clock *) backend;
  Part before = pay (self, PART_MATCH);

  return leave (self, before, self->real->ncc_match (self->real, first, second, flow_x, flow_y, matches, n));
}

static vnk_status
mgvf_snake (vnk_backend                 *backend,
            const vnk_plane             *in,
            const vnk_mgvf_snake_params *params,
            vnk_cell                    *cells,
            int                          n)
{
  Clock *self = (Clock *) backend;
  Part before = pay (self, PART_SNAKES);

  return leave (self, before, self->real->mgvf_snake (self->real, in, params, cells, n));
}

static void
watch (Clock       *self,
       vnk_backend *real)
{
  self->real = real;
  self->kernels = *real;
  self->kernels.resample = resample;
  self->kernels.local_normalise = local_normalise;
  self->kernels.network = network;
  self->kernels.bspline_snake = bspline_snake;
  self->kernels.ncc_match = ncc_match;
  self->kernels.mgvf_snake = mgvf_snake;
  self->since = g_get_monotonic_time ();
}

/* As a run has them (venule-pipeline-stages.c). */
typedef struct {
  VenuleRoiPlanes      roi;
  VenuleRegistration  *shifts;
  vnk_plane            tissue;
  VenuleDetector      *detector;
  VenuleTracker       *tracker;
  GArray              *detections;
  VenuleContourSnakes *snakes;
  int                  interval;
  VenulePoint          shift;
} Parts;

static gboolean
parts_init (Parts                 *self,
            vnk_backend           *backend,
            const VenuleSettings  *settings,
            VenuleSource          *source,
            GError               **error)
{
  int width = venule_source_get_width (source), height = venule_source_get_height (source);
  double rate = venule_source_get_frame_rate (source);

  self->detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
  self->interval = venule_settings_get_detect_interval (settings, rate);
  self->tracker = venule_tracker_new (settings, width, height, 1 / rate);
  self->snakes = venule_contour_snakes_new (settings);
  return venule_roi_planes_init (&self->roi, backend, width, height, settings, error) &&
         (self->shifts = venule_registration_new (settings, backend, width, height, error)) != NULL &&
         venule_registration_new_plane (self->shifts, backend, &self->tissue, error) &&
         (self->detector = venule_detector_new (settings, backend, &self->roi, width, height, VENULE_WEAK_SCORE,
                                                error)) != NULL;
}

static void
parts_clear (Parts *self)
{
  g_clear_pointer (&self->tracker, venule_tracker_free);
  g_clear_pointer (&self->detector, venule_detector_free);
  g_clear_pointer (&self->shifts, venule_registration_free);
  g_clear_pointer (&self->detections, g_array_unref);
  g_clear_pointer (&self->snakes, venule_contour_snakes_free);
  vnk_plane_clear (&self->tissue);
  venule_roi_planes_clear (&self->roi);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

static gboolean
step (Parts        *self,
      Clock        *clock,
      VenuleFrame  *frame,
      GError      **error)
{
  gboolean detect = frame->index % self->interval == 0;
  VenuleShift shift;
  VenulePoint moved;

  pay (clock, PART_LOAD);
  if (frame->index == 0)
    venule_roi_planes_set_contrast (&self->roi, frame);
  if (!venule_roi_planes_load (&self->roi, &clock->kernels, frame, error))
    return FALSE;

  pay (clock, PART_REGISTRATION);
  if (!venule_registration_read (self->shifts, &clock->kernels, frame, &self->tissue, error) ||
      !venule_registration_step (self->shifts, &clock->kernels, frame->index, &self->tissue, &shift, error))
    return FALSE;

  pay (clock, PART_FIND);
  if (detect && !venule_detector_run (self->detector, &clock->kernels, &self->roi, self->detections, error))
    return FALSE;

  pay (clock, PART_FOLLOW);
  moved = (VenulePoint){ shift.dx - self->shift.x, shift.dy - self->shift.y };
  self->shift = (VenulePoint){ shift.dx, shift.dy };
  if (!venule_tracker_step (self->tracker, &clock->kernels, &self->roi, frame->index, frame->time, moved,
                            detect ? self->detections : NULL, self->snakes, error) ||
      !venule_contour_snakes_run (self->snakes, &clock->kernels, &self->roi, error))
    return FALSE;
  venule_contour_snakes_take (self->snakes);
  return TRUE;
}

static void
finish (Parts                *self,
        Clock                *clock,
        const VenuleSettings *settings,
        VenuleSource         *source)
{
  VenuleClutter clutter = { 0 };

  pay (clock, PART_LINK);

  g_autoptr (GPtrArray) tracklets = venule_tracker_finish (self->tracker);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
  for (guint i = 0; i < tracklets->len; i++)
    g_ptr_array_add (paths, venule_tracklet_to_tissue (g_ptr_array_index (tracklets, i)));
  venule_tracker_get_clutter (self->tracker, &clutter);
  venule_link_paths (paths, settings, venule_source_get_width (source), venule_source_get_height (source), &clutter,
                     NULL);
  g_autoptr (GPtrArray) tracks = venule_link_make_tracks (paths, settings->cell_diameter);
  pay (clock, PART_LINK);
}

static gboolean
analyze (const VenuleJobOptions  *options,
         GError                 **error)
{
  g_auto (Parts) parts = { 0 };
  Clock clock = { 0 };
  gint64 n_frames = 0;
  g_autoptr (VenuleSource) source = venule_source_open (options->video, NULL, error);
  g_autoptr (VenuleReader) reader = source != NULL ? venule_source_open_reader (source, error) : NULL;
  g_autoptr (vnk_backend) backend = venule_backend_open (options->settings, error);

  if (reader == NULL || backend == NULL || !parts_init (&parts, backend, options->settings, source, error))
    return FALSE;

  watch (&clock, backend);
  for (;; n_frames++)
    {
      pay (&clock, PART_DECODE);

      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, n_frames, NULL, error);

      if (frame == NULL)
        break;
      if (!step (&parts, &clock, frame, error))
        return FALSE;
    }
  finish (&parts, &clock, options->settings, source);

  for (guint i = 0; i < N_PARTS; i++)
    printf ("%s\t%.3f\n", names[i], clock.paid[i] / 1000.0 / MAX (n_frames, 1));
  return error == NULL || *error == NULL;
}

int
main (int    argc,
      char **argv)
{
  g_auto (VenuleJobOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  if (!venule_job_options_parse (&options, argc, argv, &error) || (!options.help && !analyze (&options, &error)))
    {
      g_printerr ("bench-parts: %s\n", error->message);
      return 1;
    }
  return 0;
}
