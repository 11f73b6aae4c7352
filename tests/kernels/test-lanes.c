/* test-lanes.c: many lanes of a device at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include <unistd.h>

#define WIDTH 180
#define HEIGHT 120
#define CELLS 9
#define KINDS 3
#define MOST_LANES 80

/* What a lane has found, compared byte by byte. */
typedef struct {
  vnk_shift shift;
  vnk_match matches[CELLS];
  vnk_cell  cells[CELLS];
  float     aligned[HEIGHT][WIDTH];
} Results;

typedef struct {
  vnk_backend *backend;
  int          kind;   /* of its pictures */
  int          rounds;
  vnk_status   status;
  Results      results;
} Lane;

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
to_device (vnk_backend *lane, vnk_plane from)
{
  vnk_plane plane;

  g_assert_cmpint (lane->plane_new (lane, from.width, from.height, &plane), ==, VNK_OK);
  for (int y = 0; y < from.height; y++)
    memcpy (plane.data + y * plane.stride, from.data + y * from.stride, (gsize) from.width * sizeof (float));
  g_assert_cmpint (lane->store (lane, &plane), ==, VNK_OK);
  vnk_plane_clear (&from);
  return plane;
}

/* The second picture is still on its way to its place, through another plane, when it is asked for. */
static vnk_status
find (vnk_backend *lane, int kind, vnk_plane *first, vnk_plane *second, vnk_plane *half, vnk_plane *aligned, Results *results)
{
  vnk_track_params track;
  vnk_status status;

  memset (results, 0, sizeof *results);
  vnk_track_params_published (&track, 8.0f + (float) (kind % 2), 1.0f, 0.0f);
  track.mgvf.method = VNK_MGVF_SOR;
  results->shift.guess_x = 1.0f;
  results->shift.range = kind == 0 ? 4.0f : 8.0f;
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

  if ((status = lane->halve (lane, second, half)) != VNK_OK ||
      (status = lane->shift (lane, first, NULL, second, &results->shift, aligned)) != VNK_OK ||
      (status = lane->match (lane, first, second, 1.0f, 0.0f, results->matches, CELLS - kind)) != VNK_OK ||
      (status = lane->track (lane, half, &track, results->cells, CELLS - kind)) != VNK_OK ||
      (status = lane->fetch (lane, aligned)) != VNK_OK)
    return status;
  for (int y = 0; y < HEIGHT; y++)
    memcpy (results->aligned[y], aligned->data + y * aligned->stride, sizeof results->aligned[y]);
  return VNK_OK;
}

static gpointer
run (gpointer data)
{
  Lane *lane = data;
  vnk_plane first = to_device (lane->backend, scene (lane->kind, 0.0));
  vnk_plane second = to_device (lane->backend, scene (lane->kind, 2.3));
  vnk_plane half, aligned;

  g_assert_cmpint (lane->backend->plane_new (lane->backend, WIDTH / 2, HEIGHT / 2, &half), ==, VNK_OK);
  g_assert_cmpint (lane->backend->plane_new (lane->backend, WIDTH, HEIGHT, &aligned), ==, VNK_OK);
  for (int i = 0; i < lane->rounds && lane->status == VNK_OK; i++)
    {
      Results before = lane->results;

      lane->status = find (lane->backend, lane->kind, &first, &second, &half, &aligned, &lane->results);
      if (i > 0 && lane->status == VNK_OK)
        g_assert_cmpmem (&lane->results, sizeof before, &before, sizeof before);
    }
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
  vnk_plane_clear (&half);
  vnk_plane_clear (&aligned);
  return NULL;
}

/* More than the machine has processors: from then on what they ask for goes to the device together. */
static int
count_lanes (void)
{
  return (int) MIN (sysconf (_SC_NPROCESSORS_ONLN) + 3, MOST_LANES);
}

static void
run_lanes (Lane *lanes, int n, int rounds)
{
  GThread *threads[MOST_LANES];

  for (int i = 0; i < n; i++)
    {
      lanes[i].kind = i % KINDS;
      lanes[i].rounds = rounds;
      g_assert_cmpint (backend->fork (backend, &lanes[i].backend), ==, VNK_OK);
    }
  for (int i = 0; i < n; i++)
    threads[i] = g_thread_new ("lane", run, &lanes[i]);
  for (int i = 0; i < n; i++)
    g_thread_join (threads[i]);
  for (int i = 0; i < n; i++)
    lanes[i].backend->close (lanes[i].backend);
}

static void
test_company_changes_nothing (void)
{
  int n = count_lanes ();
  g_autofree Lane *alone = g_new0 (Lane, KINDS);
  g_autofree Lane *lanes = g_new0 (Lane, n);

  if (backend->fork == NULL)
    {
      g_test_skip ("it has but one lane");
      return;
    }

  for (int kind = 0; kind < KINDS; kind++)
    {
      alone[kind] = (Lane) { .backend = backend, .kind = kind, .rounds = 1 };
      run (&alone[kind]);
      g_assert_cmpint (alone[kind].status, ==, VNK_OK);
    }
  run_lanes (lanes, n, g_test_slow () ? 50 : 3);
  for (int i = 0; i < n; i++)
    {
      g_assert_cmpint (lanes[i].status, ==, VNK_OK);
      g_assert_cmpmem (&lanes[i].results, sizeof (Results), &alone[i % KINDS].results, sizeof (Results));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  kt_add_func ("/kernels/lanes/company-changes-nothing", test_company_changes_nothing);
  return kt_run (&backend, 2);
}
