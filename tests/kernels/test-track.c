/* test-track.c: cells are found again by the whole track step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

typedef struct {
  const char     *name;
  double          left, right;
  double          noise;
  vnk_mgvf_method method;
  double          worst; /* px from the true centre */
} TrackCase;

static const TrackCase cases[] = {
  { "bright", 40.0, 40.0, 0.0, VNK_MGVF_SOR, 0.5 },
  { "dark", -40.0, -40.0, 0.0, VNK_MGVF_SOR, 0.5 },
  { "half-bright-half-dark", 40.0, -40.0, 0.0, VNK_MGVF_SOR, 0.5 },
  { "bright-noisy", 40.0, 40.0, 4.0, VNK_MGVF_SOR, 0.5 },
  { "dark-noisy", -40.0, -40.0, 4.0, VNK_MGVF_SOR, 0.5 },
  { "half-bright-half-dark-noisy", 40.0, -40.0, 4.0, VNK_MGVF_SOR, 0.8 },
  { "bright-noisy-published", 40.0, 40.0, 4.0, VNK_MGVF_JACOBI, 0.5 },
};

static vnk_cell
start_cell (double x, double y)
{
  vnk_cell cell = { .x = (float) x, .y = (float) y };

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    cell.radii[i] = 10.0f;
  return cell;
}

static double
mean_radius (const vnk_cell *cell)
{
  double sum = 0.0;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    sum += (double) cell->new_radii[i];
  return sum / VNK_ELLIPSE_POINTS;
}

/* Started up to 3 px off, in any direction and for any flow, the centre comes close and the radius within 10 %. */
static void
test_converges (gconstpointer data)
{
  const TrackCase *c = data;
  vnk_backend *backend = kt_open (1);

  for (int trial = 0; trial < 12; trial++)
    {
      double flow = g_test_rand_double_range (0.0, 2.0 * G_PI);
      double direction = g_test_rand_double_range (0.0, 2.0 * G_PI);
      double distance = g_test_rand_double_range (0.0, 3.0);
      KtDisc disc = { g_test_rand_double_range (79.5, 80.5), g_test_rand_double_range (79.5, 80.5), 10.0,
                      c->left, c->right, 1.0 };
      vnk_plane plane = kt_constant (160, 160, 120.0);
      vnk_cell cell = start_cell (disc.x + distance * cos (direction), disc.y + distance * sin (direction));
      vnk_track_params params;

      kt_add_disc (&plane, &disc);
      kt_add_noise (&plane, c->noise);
      vnk_track_params_published (&params, 10.0f, (float) cos (flow), (float) sin (flow));
      params.mgvf.method = c->method;
      g_assert_cmpint (backend->track (backend, &plane, &params, &cell, 1), ==, VNK_OK);

      g_test_message ("flow at %g degrees, start off by %g px at %g degrees", flow * 180.0 / G_PI, distance,
                      direction * 180.0 / G_PI);
      g_assert_false (cell.lost);
      g_assert_cmpfloat (hypot ((double) cell.new_x - disc.x, (double) cell.new_y - disc.y), <=, c->worst);
      g_assert_cmpfloat (fabs (mean_radius (&cell) - 10.0), <=, 1.0);
      g_assert_cmpfloat (cell.score, >, 0.4);
      vnk_plane_clear (&plane);
    }
  backend->close (backend);
}

static void
test_nothing_there (void)
{
  vnk_backend *backend = kt_open (1);
  vnk_plane plane = kt_constant (160, 160, 120.0);
  vnk_cell cell = start_cell (80.0, 80.0);
  vnk_track_params params;

  vnk_track_params_published (&params, 10.0f, 1.0f, 0.0f);
  g_assert_cmpint (backend->track (backend, &plane, &params, &cell, 1), ==, VNK_OK);
  g_assert_cmpfloat (cell.score, ==, 0.0);
  g_assert_cmpfloat (cell.new_x, ==, 80.0);
  g_assert_cmpfloat (cell.new_y, ==, 80.0);
  vnk_plane_clear (&plane);
  backend->close (backend);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/track/converges/%s", cases[i].name);

      kt_add_data_func (path, &cases[i], test_converges);
    }
  kt_add_func ("/kernels/track/nothing-there", test_nothing_there);
  return kt_run (NULL, 1);
}
