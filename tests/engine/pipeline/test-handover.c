/* test-handover.c: a device that fails in the middle of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "made-video-source.h"
#include "venule-analysis.h"
#include "venule-error.h"
#include "venule-pipeline.h"
#include "venule-registration.h"

/* How often the device fails; in the test handover-long (-m slow) at each operation that matters. */
#define SHARE(whole, part) (g_test_slow () ? (whole) : (part))

#define N_FRAMES 19 /* the registration looks at its weights after 16 */
#define N_STEPS 90  /* alone: the host learns what the device knows after 64, weights are made again after 80 */
#define TURN 40     /* of them: the first of another picture, when weights have been made by what the mask was */

/* The processor's kernels as if they were a device's, which does so many operations and then no more. */
typedef struct {
  vnk_backend  base;
  vnk_backend *cpu;
  gint        *left; /* all streams' */
  vnk_status   failure;
} Failing;

static gboolean
is_alive (vnk_backend *backend)
{
  Failing *self = backend->self;

  return g_atomic_int_add (self->left, -1) > 1;
}

/* ---- Planes that the host sees when they are fetched ---- */

typedef struct {
  void      (*clear) (vnk_plane *plane); /* first: for vnk_plane_clear() */
  float     *near;                       /* the host's */
  vnk_plane  there;
} FarPlane;

static void
far_plane_clear (vnk_plane *plane)
{
  FarPlane *far = plane->device;

  vnk_plane_clear (&far->there);
  free (far->near);
  g_free (far);
}

/* Where a plane, or a part of one, lies for the processor's kernels. */
static vnk_plane
there (const vnk_plane *plane)
{
  const FarPlane *far = plane->device;

  return far == NULL ? *plane
                     : (vnk_plane){ far->there.data + (plane->data - far->near), plane->width, plane->height,
                                    plane->stride, NULL };
}

#define THERE(plane) ((plane) != NULL ? (vnk_plane[1]){ there (plane) } : NULL)

static vnk_status
plane_new (vnk_backend *backend,
           int          width,
           int          height,
           vnk_plane   *out)
{
  Failing *self = backend->self;
  FarPlane *far;
  vnk_status status = is_alive (backend) ? self->cpu->plane_new (self->cpu, width, height, out) : self->failure;

  if (status != VNK_OK)
    return status;
  far = g_new0 (FarPlane, 1);
  far->clear = far_plane_clear;
  far->near = out->data;
  g_assert_cmpint (self->cpu->plane_new (self->cpu, width, height, &far->there), ==, VNK_OK);
  g_assert_cmpint (far->there.stride, ==, out->stride);
  out->device = far;
  return VNK_OK;
}

static void
copy_rows (const vnk_plane *from,
           vnk_plane       *to)
{
  for (int y = 0; y < from->height; y++)
    memcpy (to->data + y * to->stride, from->data + y * from->stride, from->width * sizeof (float));
}

static vnk_status
fetch (vnk_backend     *backend,
       const vnk_plane *plane)
{
  Failing *self = backend->self;
  vnk_plane near = *plane, far = there (plane);

  if (!is_alive (backend))
    return self->failure;
  if (plane->device != NULL)
    copy_rows (&far, &near);
  return VNK_OK;
}

static vnk_status
store (vnk_backend     *backend,
       const vnk_plane *plane)
{
  Failing *self = backend->self;
  vnk_plane far = there (plane);

  if (!is_alive (backend))
    return self->failure;
  if (plane->device != NULL)
    copy_rows (plane, &far);
  return VNK_OK;
}

static vnk_status
network (vnk_backend       *backend,
         const vnk_network *net,
         const vnk_plane   *inputs,
         vnk_plane         *outputs)
{
  Failing *self = backend->self;
  vnk_plane from[VNK_MAX_CHANNELS], to[VNK_MAX_CHANNELS];

  if (!is_alive (backend))
    return self->failure;
  for (int i = 0; i < net->n_inputs; i++)
    from[i] = there (&inputs[i]);
  for (int i = 0; i < net->layers[net->n_layers - 1].out_channels; i++)
    to[i] = there (&outputs[i]);
  return self->cpu->network (self->cpu, net, from, to);
}

#define FORWARD(name, parameters, arguments)                                                                  \
  static vnk_status name parameters                                                                           \
  {                                                                                                           \
    Failing *self = backend->self;                                                                            \
    return is_alive (backend) ? self->cpu->name arguments : self->failure;                                    \
  }

FORWARD (convert, (vnk_backend * backend, const vnk_image *frame, int x0, int y0, float scale, float offset,
                   vnk_plane *out),
         (self->cpu, frame, x0, y0, scale, offset, THERE (out)))
FORWARD (gradients, (vnk_backend * backend, const vnk_plane *in, vnk_plane *gx, vnk_plane *gy),
          (self->cpu, THERE (in), THERE (gx), THERE (gy)))
FORWARD (dilate, (vnk_backend * backend, const vnk_plane *in, float radius, vnk_plane *out),
         (self->cpu, THERE (in), radius, THERE (out)))
FORWARD (maxima,
         (vnk_backend * backend,
          const vnk_plane *score,
          const vnk_plane *radius,
          const vnk_plane *mean,
          const vnk_plane *growth,
          const vnk_plane *dilated,
          float threshold,
          int border,
          vnk_candidate *out,
          int capacity,
          int *n),
         (self->cpu,
          THERE (score),
          THERE (radius),
          THERE (mean),
          THERE (growth),
          THERE (dilated),
          threshold,
          border,
          out,
          capacity,
          n))
FORWARD (bspline_snake,
         (vnk_backend * backend, const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params,
          const vnk_candidate *candidates, int n, vnk_contour *out),
         (self->cpu, THERE (gx), THERE (gy), params, candidates, n, out))
FORWARD (mgvf_snake,
         (vnk_backend * backend, const vnk_plane *in, const vnk_mgvf_snake_params *params, vnk_cell *cells, int n),
         (self->cpu, THERE (in), params, cells, n))
FORWARD (ncc_match,
         (vnk_backend * backend, const vnk_plane *first, const vnk_plane *second, float flow_x, float flow_y,
          vnk_ncc_match *matches, int n),
         (self->cpu, THERE (first), THERE (second), flow_x, flow_y, matches, n))
FORWARD (resample,
         (vnk_backend * backend, const vnk_plane *in, float x, float y, float step_x, float step_y, vnk_plane *out),
         (self->cpu, THERE (in), x, y, step_x, step_y, THERE (out)))
FORWARD (local_normalise,
         (vnk_backend * backend, const vnk_plane *in, int radius, float noise, float limit, vnk_plane *out),
         (self->cpu, THERE (in), radius, noise, limit, THERE (out)))
FORWARD (add_noise, (vnk_backend * backend, vnk_plane *plane, float scale, uint32_t seed),
         (self->cpu, THERE (plane), scale, seed))
FORWARD (flip, (vnk_backend * backend, vnk_plane *plane, bool upside_down),
         (self->cpu, THERE (plane), upside_down))
FORWARD (ring_statistics, (vnk_backend * backend, const vnk_plane *in, vnk_ring_statistics *looks, int n),
         (self->cpu, THERE (in), looks, n))
FORWARD (pyramid_down, (vnk_backend * backend, const vnk_plane *in, vnk_plane *out),
         (self->cpu, THERE (in), THERE (out)))
FORWARD (running_moments,
         (vnk_backend * backend, const vnk_plane *in, float scale, float offset, float share, float spread_share,
          vnk_plane *mean, vnk_plane *spread),
         (self->cpu, THERE (in), scale, offset, share, spread_share, THERE (mean), THERE (spread)))
FORWARD (robust_weights,
         (vnk_backend * backend, const vnk_plane *spread, const vnk_plane *mask, float cutoff, float min_spread,
          vnk_plane *weight),
         (self->cpu, THERE (spread), THERE (mask), cutoff, min_spread, THERE (weight)))
FORWARD (translation,
         (vnk_backend * backend, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
          vnk_translation *shifted, vnk_plane *aligned),
         (self->cpu, THERE (first), THERE (weight), THERE (second), shifted, THERE (aligned)))

static void
failing_close (vnk_backend *backend)
{
  Failing *self = backend->self;

  self->cpu->close (self->cpu);
  g_free (self);
}

static vnk_backend *failing_new (gint       *left,
                                 gboolean    streams,
                                 vnk_status  failure);

static vnk_status
fork_lane (vnk_backend  *backend,
           vnk_backend **stream)
{
  Failing *self = backend->self;

  *stream = failing_new (self->left, TRUE, self->failure);
  return VNK_OK;
}

/* As if there were no others. */
static int
count_lanes (vnk_backend *backend)
{
  return -1000;
}

static vnk_status
wait_for_all (vnk_backend *backend)
{
  Failing *self = backend->self;

  return is_alive (backend) ? VNK_OK : self->failure;
}

/* Fails when @left, which must live as long, has come to 0. */
static vnk_backend *
failing_new (gint      *left,
             gboolean   streams,
             vnk_status failure)
{
  Failing *self = g_new0 (Failing, 1);

  self->base = (vnk_backend){ .name = "frail", .device = "a frail device", .self = self, .close = failing_close,
                              .plane_new = plane_new, .fetch = fetch, .store = store,
                              .convert = convert, .gradients = gradients, .dilate = dilate, .maxima = maxima,
                              .bspline_snake = bspline_snake, .mgvf_snake = mgvf_snake, .ncc_match = ncc_match,
                              .resample = resample, .local_normalise = local_normalise, .network = network,
                              .pyramid_down = pyramid_down, .translation = translation,
                              .running_moments = running_moments, .robust_weights = robust_weights,
                              .add_noise = add_noise, .flip = flip, .ring_statistics = ring_statistics };
  g_assert_cmpint (vnk_cpu_open (1, &self->cpu), ==, VNK_OK);
  self->left = left;
  self->failure = failure;
  if (streams)
    {
      self->base.stream_new = fork_lane;
      self->base.n_streams = count_lanes;
      self->base.wait = wait_for_all;
    }
  return &self->base;
}

typedef struct {
  VenuleSettings *settings;
  GPtrArray      *frames;
  GPtrArray      *expected; /* tracks */
  VenuleLight    *light;    /* of the first run; all others have the same */
} Fixture;

static void
check_light (Fixture        *fixture,
             VenulePipeline *run)
{
  g_autoptr (VenuleLight) light = venule_pipeline_end_light (run);

  g_assert_cmpuint (light->n, ==, fixture->frames->len);
  if (fixture->light == NULL)
    fixture->light = venule_light_ref (light);
  for (guint i = 0; i < light->n; i++)
    g_assert_cmpfloat (light->frames[i], ==, fixture->light->frames[i]);
}

/* Takes @backend. */
static GPtrArray *
run (Fixture      *fixture,
     vnk_backend  *backend,
     char        **device)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint)),
  spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  VenuleFrame *first = g_ptr_array_index (fixture->frames, 0);
  g_autoptr (VenulePipeline) self =
    venule_pipeline_new_on (fixture->settings, backend, first->width, first->height, 30, &error);
  GPtrArray *tracks;

  g_assert_no_error (error);
  for (guint i = 0; i < fixture->frames->len; i++)
    {
      VenuleFrame *frame = g_ptr_array_index (fixture->frames, i);

      venule_pipeline_step (self, frame, frame->time, ids, spots, &error);
      g_assert_no_error (error);
    }
  venule_pipeline_drain (self, ids, spots, &error);
  g_assert_no_error (error);
  *device = g_strdup (venule_pipeline_get_device (self));
  tracks = venule_pipeline_finish (self, NULL);
  check_light (fixture, self);
  return tracks;
}

static void
assert_same_tracks (GPtrArray *a,
                    GPtrArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      guint n, m;
      const VenuleSpot *p = venule_track_get_spots (g_ptr_array_index (a, i), &n);
      const VenuleSpot *q = venule_track_get_spots (g_ptr_array_index (b, i), &m);

      g_assert_cmpmem (p, n * sizeof *p, q, m * sizeof *q);
    }
}

/* The picture with more texture, as a camera that shakes would see it; what leaves on one side comes in on the
 * other. */
static VenuleFrame *
shaken (VenuleFrame *frame)
{
  VenuleFrame *moved = venule_frame_new (frame->width, frame->height, frame->bit_depth);
  int dx = (int) lround (3 * sin (1.7 * (double) frame->index)),
      dy = (int) lround (2 * cos (2.3 * (double) frame->index));

  moved->index = frame->index;
  moved->time = frame->time;
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      {
        int u = (x + dx + frame->width) % frame->width, v = (y + dy + frame->height) % frame->height;
        double texture = 12 * sin (0.31 * u + 0.02 * v) * cos (0.23 * v) + 12 * sin (0.11 * u - 0.29 * v);

        moved->data[y * moved->stride + x] = (guint8) CLAMP (frame->data[v * frame->stride + u] + texture, 0, 255);
      }
  return moved;
}

static void
fixture_init (Fixture  *fixture,
              gboolean  shakes)
{
  FakeVideo video = fake_video_new (N_FRAMES);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleSource) source = fake_source_new (&video);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autofree char *device = NULL;
  vnk_backend *cpu;

  fixture->settings = venule_settings_copy (venule_document_get_settings (document));
  fixture->settings->threads = 1;
  fixture->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);
  for (int i = 0; i < N_FRAMES; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, NULL, NULL);

      g_ptr_array_add (fixture->frames, shakes ? shaken (frame) : venule_frame_ref (frame));
    }
  g_assert_cmpint (vnk_cpu_open (1, &cpu), ==, VNK_OK);
  fixture->expected = run (fixture, cpu, &device);
  if (!shakes)
    {
      g_assert_cmpuint (fixture->expected->len, ==, FAKE_CELLS);
      return;
    }

  guint n;
  const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (fixture->expected, 0), &n);
  float least = 0, most = 0;

  for (guint i = 0; i < n; i++)
    {
      least = MIN (least, spots[i].shift_x);
      most = MAX (most, spots[i].shift_x);
    }
  g_assert_cmpfloat (most - least, >, 2);
}

static void
fixture_clear (Fixture *fixture)
{
  venule_settings_free (fixture->settings);
  g_ptr_array_unref (fixture->frames);
  g_ptr_array_unref (fixture->expected);
  venule_light_unref (fixture->light);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
assert_goes_on (Fixture    *fixture,
                int         at,
                gboolean    streams,
                vnk_status  failure)
{
  g_autofree char *device = NULL;
  gint left = at;
  g_autoptr (GPtrArray) tracks = run (fixture, failing_new (&left, streams, failure), &device);

  g_test_message ("failed at operation %d: %s", at, device);
  assert_same_tracks (tracks, fixture->expected);
  g_assert_nonnull (strstr (device, "CPU"));
}

static int
count_operations (Fixture  *fixture,
                  gboolean  streams)
{
  g_autofree char *device = NULL;
  gint left = G_MAXINT;
  g_autoptr (GPtrArray) tracks = run (fixture, failing_new (&left, streams, VNK_ERROR_DEVICE), &device);

  assert_same_tracks (tracks, fixture->expected);
  g_assert_cmpstr (device, ==, "a frail device");
  return G_MAXINT - left;
}

/* Every operation of the first frames, and of later ones some. */
static void
test_processor_goes_on_with_the_same_tracks (void)
{
  g_auto (Fixture) fixture = { 0 };
  int n;

  fixture_init (&fixture, FALSE);
  for (int at = 1; at < 48; at += SHARE (1, 9))
    assert_goes_on (&fixture, at, FALSE, VNK_ERROR_DEVICE);
  n = count_operations (&fixture, FALSE);
  for (int i = 0; i < SHARE (12, 3); i++)
    assert_goes_on (&fixture, g_test_rand_int_range (48, n), FALSE, i % 2 ? VNK_ERROR_DEVICE : VNK_ERROR_NO_MEMORY);
}

/* Whichever stage fails, and however far the others are then. */
static void
test_processor_goes_on_where_stages_ran_side_by_side (void)
{
  g_auto (Fixture) fixture = { 0 };
  int n;

  fixture_init (&fixture, FALSE);
  n = count_operations (&fixture, TRUE);
  for (int i = 0; i < SHARE (24, 5); i++)
    assert_goes_on (&fixture, g_test_rand_int_range (1, n), TRUE, i % 2 ? VNK_ERROR_DEVICE : VNK_ERROR_NO_MEMORY);
}

/* What the device knew of the tissue since the host saw it last is found again, whenever it fails. */
static void
test_movement_of_the_tissue_goes_on (void)
{
  g_auto (Fixture) fixture = { 0 };
  int n;

  fixture_init (&fixture, TRUE);
  n = count_operations (&fixture, FALSE);
  for (int i = 1; i <= SHARE (12, 3); i++)
    assert_goes_on (&fixture, n * i / (SHARE (12, 3) + 1), i % 2, VNK_ERROR_DEVICE);
}

/* As if the stage had been moved to another place: rows and columns exchanged. */
static VenuleFrame *
turned (VenuleFrame *frame)
{
  VenuleFrame *other = venule_frame_new (frame->width, frame->height, frame->bit_depth);

  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      other->data[y * other->stride + x] = frame->data[x % frame->height * frame->stride + y];
  return other;
}

/* The shifts of many frames, the fixture's over and over, and turned ones from @turn on. From the operation @at on the
 * device fails. @spent: (out) (optional) (array length=N_STEPS): operations up to the end of each frame. */
static void
walk (Fixture     *fixture,
      int          turn,
      int          at,
      VenuleShift *shifts,
      int         *spent)
{
  VenuleFrame *first = g_ptr_array_index (fixture->frames, 0);
  gint left = at;
  g_autoptr (vnk_backend) device = failing_new (&left, FALSE, VNK_ERROR_DEVICE), cpu = NULL;
  VenuleRegistration *self;
  vnk_backend *backend = device;
  vnk_plane tissue;

  g_assert_cmpint (vnk_cpu_open (1, &cpu), ==, VNK_OK);
  self = venule_registration_new (fixture->settings, backend, first->width, first->height, NULL);
  g_assert_nonnull (self);
  g_assert_true (venule_registration_new_plane (self, backend, &tissue, NULL));
  for (int i = 0; i < N_STEPS; i++)
    {
      VenuleFrame *given = g_ptr_array_index (fixture->frames, i % (int) fixture->frames->len);
      g_autoptr (VenuleFrame) frame = i < turn ? venule_frame_ref (given) : turned (given);
      g_autoptr (GError) error = NULL;

      while (!venule_registration_read (self, backend, frame, &tissue, NULL) ||
             !venule_registration_step (self, backend, i, &tissue, &shifts[i], NULL))
        {
          g_assert_true (backend == device);
          backend = cpu;
          vnk_plane_clear (&tissue);
          venule_registration_move (self, backend, &error);
          g_assert_no_error (error);
          g_assert_true (venule_registration_new_plane (self, backend, &tissue, NULL));
        }
      venule_registration_keep (self, frame);
      if (spent != NULL)
        spent[i] = at - left;
    }
  vnk_plane_clear (&tissue);
  venule_registration_free (self);
}

static void
assert_same_shifts (const VenuleShift *shifts,
                    const VenuleShift *expected)
{
  for (int i = 0; i < N_STEPS; i++)
    {
      g_assert_cmpfloat (shifts[i].dx, ==, expected[i].dx);
      g_assert_cmpfloat (shifts[i].dy, ==, expected[i].dy);
      g_assert_cmpint (shifts[i].known, ==, expected[i].known);
    }
}

/* Each operation of the frame in which the registration begins anew, 30 frames after a picture that cannot be
 * compared. */
static void
test_registration_begins_anew (void)
{
  g_auto (Fixture) fixture = { 0 };
  VenuleShift expected[N_STEPS], shifts[N_STEPS];
  int spent[N_STEPS], anew = TURN + 29;

  fixture_init (&fixture, TRUE);
  walk (&fixture, TURN, G_MAXINT, expected, spent);
  for (int i = TURN; i < N_STEPS; i++)
    g_assert_cmpint (expected[i].known, ==, i > anew);
  /* The shift goes on from one that is not that of the beginning. */
  g_assert_cmpfloat (hypot (expected[anew].dx, expected[anew].dy), >, 1);
  g_assert_cmpint (spent[anew] - spent[anew - 1], >=, spent[anew - 1] - spent[anew - 2] + 6);
  for (int at = spent[anew - 1] + g_test_rand_int_range (0, SHARE (1, 2)); at <= spent[anew] + 2; at += SHARE (1, 2))
    {
      memset (shifts, 0, sizeof shifts);
      walk (&fixture, TURN, at, shifts, NULL);
      assert_same_shifts (shifts, expected);
    }
}

/* However long ago the host was told of the tissue: just before, while it is told, just after, and until the next
 * time. */
static void
test_tissue_of_long_runs_is_known (void)
{
  g_auto (Fixture) fixture = { 0 };
  VenuleShift expected[N_STEPS], shifts[N_STEPS];
  int spent[N_STEPS], n = 0, most = 0;

  fixture_init (&fixture, TRUE);
  walk (&fixture, N_STEPS, G_MAXINT, expected, spent);
  for (int i = 63; i < 67; i++)
    most = MAX (most, spent[i] - spent[i - 1]);
  g_assert_cmpint (most, >=, spent[60] - spent[59] + 3);
  for (int at = spent[1]; at < spent[N_STEPS - 1]; n++)
    {
      memset (shifts, 0, sizeof shifts);
      walk (&fixture, N_STEPS, at, shifts, NULL);
      assert_same_shifts (shifts, expected);
      /* Each operation of the frames in which it is told. */
      if (at >= spent[62] && at < spent[66])
        at += SHARE (1, 3);
      else
        at = at < spent[62] ? MIN (at + SHARE (23, 97), spent[62]) : at + SHARE (23, 97);
    }
  g_test_message ("failed at %d of %d operations", n, spent[N_STEPS - 1]);
}

static void
test_stages_side_by_side_give_the_same_tracks (void)
{
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, FALSE);
  for (int i = 0; i < SHARE (8, 2); i++)
    g_test_message ("%d operations", count_operations (&fixture, TRUE));
}

static void
test_device_tells_which_frames_it_computed (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *device = NULL;
  gint left = 200;

  fixture_init (&fixture, FALSE);
  g_autoptr (GPtrArray) tracks = run (&fixture, failing_new (&left, FALSE, VNK_ERROR_DEVICE), &device);
  g_assert_true (g_regex_match_simple ("^a frail device \\(frames 0–\\d+\\), CPU.*\\(from frame \\d+ on, where frail "
                                       "failed: the device failed\\)$", device, 0, 0));
  g_clear_pointer (&tracks, g_ptr_array_unref);
  g_clear_pointer (&device, g_free);

  left = G_MAXINT;
  tracks = run (&fixture, failing_new (&left, FALSE, VNK_ERROR_DEVICE), &device);
  g_assert_cmpstr (device, ==, "a frail device");
  assert_same_tracks (tracks, fixture.expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/handover/processor-goes-on-with-the-same-tracks", test_processor_goes_on_with_the_same_tracks);
  g_test_add_func ("/handover/processor-goes-on-where-stages-ran-side-by-side",
                   test_processor_goes_on_where_stages_ran_side_by_side);
  g_test_add_func ("/handover/movement-of-the-tissue-goes-on", test_movement_of_the_tissue_goes_on);
  g_test_add_func ("/handover/tissue-of-long-runs-is-known", test_tissue_of_long_runs_is_known);
  g_test_add_func ("/handover/registration-begins-anew", test_registration_begins_anew);
  g_test_add_func ("/handover/stages-side-by-side-give-the-same-tracks", test_stages_side_by_side_give_the_same_tracks);
  g_test_add_func ("/handover/device-tells-which-frames-it-computed", test_device_tells_which_frames_it_computed);

  return g_test_run ();
}
