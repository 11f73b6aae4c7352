/* test-streams.c: many streams of a device at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include <unistd.h>

#define WIDTH 180
#define HEIGHT 120
#define CELLS 9
#define KINDS 3
#define MAX_STREAMS 80
#define FRAME_WIDTH 170
#define FRAME_HEIGHT 90
#define LEFT 20 /* of what is loaded by itself, px */
#define TOP 11

/* What a stream has found, compared byte by byte. */
typedef struct {
  vnk_translation shift;
  vnk_ncc_match   matches[CELLS];
  vnk_cell        cells[CELLS];
  float           aligned[HEIGHT][WIDTH];
  vnk_translation moved;                 /* of the mean to the newest frame */
  float           mean[HEIGHT / 2][WIDTH / 2];
  float           spread[HEIGHT / 2][WIDTH / 2];
  float           weight[HEIGHT / 2][WIDTH / 2];
  float           loaded[2][FRAME_HEIGHT][FRAME_WIDTH];
} Results;

/* Those of a stream. */
typedef struct {
  vnk_plane first, second, half, aligned;
  vnk_plane frame, part;           /* loaded: all of a frame, and a part of it */
  vnk_plane mean, spread, weight, moved;
} Planes;

typedef struct {
  vnk_backend *backend;
  int          kind;   /* of its pictures */
  int          rounds;
  vnk_status   status;
  Results      results;
} Stream;

static vnk_backend *backend;

static vnk_plane
scene (int kind, double moved)
{
  vnk_plane plane = kt_texture (WIDTH, HEIGHT, 7 + (guint32) kind, 6.0, moved, 0.3 * moved);

  for (int i = 0; i < 8; i++)
    kt_add_disc (&plane, &(KtDisc) { 22.0 + 18.0 * i + moved, 25.0 + 11.0 * ((i + kind) % 5), 9.0, 40.0,
                                     i % 2 ? 40.0 : -40.0, 1.2 });
  return plane;
}

static vnk_plane
to_device (vnk_backend *stream, vnk_plane from)
{
  vnk_plane plane;

  g_assert_cmpint (stream->plane_new (stream, from.width, from.height, &plane), ==, VNK_OK);
  for (int y = 0; y < from.height; y++)
    memcpy (plane.data + y * plane.stride, from.data + y * from.stride, (gsize) from.width * sizeof (float));
  if (stream->store (stream, &plane) != VNK_OK)
    g_error ("a plane could not be stored: %s", stream->failure);
  vnk_plane_clear (&from);
  return plane;
}

static void
keep (const vnk_plane *plane, float *to, int stride)
{
  for (int y = 0; y < plane->height; y++)
    memcpy (to + y * stride, plane->data + y * plane->stride, (gsize) plane->width * sizeof (float));
}

/* Frame by frame, and each of these the next one's before it has been waited for: what can wait does so, and keeps its
 * order. The samples are the stream's to change as soon as they have been loaded. */
static vnk_status
follow_frames (vnk_backend *stream, int kind, Planes *planes, Results *results)
{
  union {
    guint8  narrow[FRAME_HEIGHT][FRAME_WIDTH];
    guint16 wide[FRAME_HEIGHT][FRAME_WIDTH];
  } samples;
  vnk_image image = { &samples, FRAME_WIDTH, FRAME_HEIGHT, 0, kind == 1 ? 2 : 1 };
  vnk_status status = VNK_OK;

  image.stride = FRAME_WIDTH * image.bytes_per_sample;
  for (int n = 0; n < 3 && status == VNK_OK; n++)
    {
      for (int y = 0; y < FRAME_HEIGHT; y++)
        for (int x = 0; x < FRAME_WIDTH; x++)
          {
            guint8 value = (guint8) (128 + (x * 37 + y * 91 + (x + n) * y + kind) % 113);

            if (kind == 1)
              samples.wide[y][x] = value;
            else
              samples.narrow[y][x] = value;
          }
      if ((status = stream->convert (stream, &image, 0, 0, 1.5f, 0.25f, &planes->frame)) != VNK_OK ||
          (status = stream->convert (stream, &image, LEFT, TOP, 0.5f, -3.0f, &planes->part)) != VNK_OK ||
          (status = stream->pyramid_down (stream, &planes->frame, &planes->moved)) != VNK_OK ||
          (status = stream->running_moments (stream, &planes->moved, 1, 0, 0.25f, 0.5f, &planes->mean,
                                             &planes->spread)) != VNK_OK)
        return status;
      memset (&samples, n, sizeof samples);
      if (n == 0)
        status = stream->robust_weights (stream, &planes->spread, &planes->mean, 4.0f, 1e-6f, &planes->weight);
      if (n == 1)
        status = stream->translation (stream, &planes->mean, NULL, &planes->moved, &results->moved, NULL);
    }
  if (status != VNK_OK || (status = stream->fetch (stream, &planes->frame)) != VNK_OK ||
      (status = stream->fetch (stream, &planes->part)) != VNK_OK ||
      (status = stream->fetch (stream, &planes->mean)) != VNK_OK ||
      (status = stream->fetch (stream, &planes->spread)) != VNK_OK ||
      (status = stream->fetch (stream, &planes->weight)) != VNK_OK)
    return status;
  keep (&planes->frame, &results->loaded[0][0][0], FRAME_WIDTH);
  keep (&planes->part, &results->loaded[1][0][0], FRAME_WIDTH);
  keep (&planes->mean, &results->mean[0][0], WIDTH / 2);
  keep (&planes->spread, &results->spread[0][0], WIDTH / 2);
  keep (&planes->weight, &results->weight[0][0], WIDTH / 2);
  return VNK_OK;
}

/* The second picture is still on its way to its place, through another plane, when it is asked for. */
static vnk_status
find (vnk_backend *stream, int kind, Planes *planes, Results *results)
{
  vnk_mgvf_snake_params track;
  vnk_status status;

  memset (results, 0, sizeof *results);
  vnk_mgvf_snake_paper_params (&track, 8.0f + (float) (kind % 2), 1.0f, 0.0f);
  track.mgvf.max_sweeps = kt_share (track.mgvf.max_sweeps, 5);
  results->shift.guess_x = 1.0f;
  results->shift.range = kind == 0 ? 4.0f : 8.0f;
  results->moved.range = 4.0f;
  for (int i = 0; i < CELLS; i++)
    {
      /* Field by field: what lies between them is compared, too. */
      results->matches[i].x = (float) (20 + 15 * i);
      results->matches[i].guess_x = (float) (22 + 15 * i);
      results->matches[i].y = results->matches[i].guess_y = 50.0f;
      results->matches[i].radius = 8.0f;
      results->matches[i].along = 4 + kind;
      results->matches[i].across = 2;
      results->cells[i].x = (float) (20 + 15 * i);
      results->cells[i].y = (float) (20 + 9 * i);
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        results->cells[i].radii[k] = 8.0f;
    }

  if ((status = stream->pyramid_down (stream, &planes->second, &planes->half)) != VNK_OK ||
      (status = stream->translation (stream, &planes->first, NULL, &planes->second, &results->shift,
                                     &planes->aligned)) != VNK_OK ||
      (status = stream->ncc_match (stream, &planes->first, &planes->second, 1.0f, 0.0f, results->matches,
                                   CELLS - kind)) != VNK_OK ||
      (status = stream->mgvf_snake (stream, &planes->half, &track, results->cells, CELLS - kind)) != VNK_OK ||
      (status = stream->fetch (stream, &planes->aligned)) != VNK_OK)
    return status;
  keep (&planes->aligned, &results->aligned[0][0], WIDTH);
  return follow_frames (stream, kind, planes, results);
}

static vnk_plane
new_plane (vnk_backend *stream, int width, int height)
{
  vnk_plane plane;

  g_assert_cmpint (stream->plane_new (stream, width, height, &plane), ==, VNK_OK);
  return plane;
}

/* From the start: zeros. */
static void
empty (vnk_backend *stream, vnk_plane *plane)
{
  for (int y = 0; y < plane->height; y++)
    memset (plane->data + y * plane->stride, 0, (gsize) plane->width * sizeof (float));
  g_assert_cmpint (stream->store (stream, plane), ==, VNK_OK);
}

static gpointer
run (gpointer data)
{
  Stream *stream = data;
  vnk_backend *own = stream->backend;
  Planes planes = {
    .first = to_device (own, scene (stream->kind, 0.0)),
    .second = to_device (own, scene (stream->kind, 2.3)),
    .half = new_plane (own, WIDTH / 2, HEIGHT / 2),
    .aligned = new_plane (own, WIDTH, HEIGHT),
    .frame = new_plane (own, FRAME_WIDTH, FRAME_HEIGHT),
    .part = new_plane (own, FRAME_WIDTH - LEFT, FRAME_HEIGHT),
    .mean = new_plane (own, FRAME_WIDTH / 2, FRAME_HEIGHT / 2),
    .spread = new_plane (own, FRAME_WIDTH / 2, FRAME_HEIGHT / 2),
    .weight = new_plane (own, FRAME_WIDTH / 2, FRAME_HEIGHT / 2),
    .moved = new_plane (own, FRAME_WIDTH / 2, FRAME_HEIGHT / 2),
  };
  vnk_plane *const all[] = { &planes.first, &planes.second, &planes.half, &planes.aligned, &planes.frame,
                             &planes.part, &planes.mean, &planes.spread, &planes.weight, &planes.moved };

  for (int i = 0; i < stream->rounds && stream->status == VNK_OK; i++)
    {
      g_autofree Results *before = g_memdup2 (&stream->results, sizeof stream->results);

      empty (own, &planes.mean);
      empty (own, &planes.spread);
      stream->status = find (own, stream->kind, &planes, &stream->results);
      if (i > 0 && stream->status == VNK_OK)
        g_assert_cmpmem (&stream->results, sizeof *before, before, sizeof *before);
    }
  /* What is still to be done with a plane that is gone is done with nobody else's. */
  own->pyramid_down (own, &planes.frame, &planes.moved);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    vnk_plane_clear (all[i]);
  return NULL;
}

/* More than the machine has processors: from then on what they ask for goes to the device together. */
static int
count_streams (void)
{
  return (int) MIN (sysconf (_SC_NPROCESSORS_ONLN) + 3, MAX_STREAMS);
}

static void
run_streams (Stream *streams, int n, int rounds)
{
  GThread *threads[MAX_STREAMS];

  for (int i = 0; i < n; i++)
    {
      streams[i].kind = i % KINDS;
      streams[i].rounds = rounds;
      g_assert_cmpint (backend->stream_new (backend, &streams[i].backend), ==, VNK_OK);
    }
  for (int i = 0; i < n; i++)
    threads[i] = g_thread_new ("stream", run, &streams[i]);
  for (int i = 0; i < n; i++)
    g_thread_join (threads[i]);
  for (int i = 0; i < n; i++)
    streams[i].backend->close (streams[i].backend);
}

static void
test_company_changes_nothing (void)
{
  int n = count_streams ();
  g_autofree Stream *alone = g_new0 (Stream, KINDS);
  g_autofree Stream *streams = g_new0 (Stream, n);

  if (backend->stream_new == NULL)
    {
      g_test_skip ("it has but one stream");
      return;
    }

  for (int kind = 0; kind < KINDS; kind++)
    {
      alone[kind] = (Stream) { .backend = backend, .kind = kind, .rounds = 1 };
      run (&alone[kind]);
      g_assert_cmpint (alone[kind].status, ==, VNK_OK);
    }
  run_streams (streams, n, g_test_slow () ? 50 : kt_share (3, 1));
  for (int i = 0; i < n; i++)
    {
      g_assert_cmpint (streams[i].status, ==, VNK_OK);
      g_assert_cmpmem (&streams[i].results, sizeof (Results), &alone[i % KINDS].results, sizeof (Results));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  kt_add_func ("/kernels/streams/company-changes-nothing", test_company_changes_nothing);
  return kt_run (&backend, 2);
}
