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
  double          off, radius; /* px, root mean squares: of the centre and of the mean radius */
} TrackCase;

static const TrackCase cases[] = {
  { "bright", 40.0, 40.0, 0.0, VNK_MGVF_SOR, 0.2, 0.15 },
  { "dark", -40.0, -40.0, 0.0, VNK_MGVF_SOR, 0.2, 0.15 },
  { "half-bright-half-dark", 40.0, -40.0, 0.0, VNK_MGVF_SOR, 0.25, 0.6 },
  { "bright-noisy", 40.0, 40.0, 4.0, VNK_MGVF_SOR, 0.25, 0.2 },
  { "dark-noisy", -40.0, -40.0, 4.0, VNK_MGVF_SOR, 0.25, 0.2 },
  { "half-bright-half-dark-noisy", 40.0, -40.0, 4.0, VNK_MGVF_SOR, 0.4, 0.7 },
  { "bright-noisy-published", 40.0, 40.0, 4.0, VNK_MGVF_JACOBI, 0.25, 0.2 },
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

/* Started up to 3 px off, in any direction and for any flow, the cell is found again: each centre and radius to 2 px, and
 * all together better than that. One by one noise gives them no other bound: root mean squares of 12 two-faced cells lay
 * around 0.18 px and below 0.29 px, one such cell in 1600 was off by 0.67 px. Where there is nothing but noise the score is
 * 0.28 in the middle, and 0.47 at most; on a cell it is 0.6, and its mean of 12 was never below 0.56. */
static void
test_converges (gconstpointer data)
{
  const TrackCase *c = data;
  vnk_backend *backend = kt_open (1);
  double off = 0.0, radius = 0.0, score = 0.0;
  const int n = kt_share (12, 1);

  for (int trial = 0; trial < n; trial++)
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

      double distance_left = hypot ((double) cell.new_x - disc.x, (double) cell.new_y - disc.y);
      double larger = mean_radius (&cell) - 10.0;

      g_assert_false (cell.lost);
      g_assert_cmpfloat (distance_left, <=, 2.0);
      g_assert_cmpfloat (fabs (larger), <=, 2.0);
      off += distance_left * distance_left / n;
      radius += larger * larger / n;
      score += (double) cell.score / n;
      vnk_plane_clear (&plane);
    }
  g_test_message ("root mean squares: %.3f px off, the radius by %.3f px; mean score %.3f", sqrt (off), sqrt (radius), score);
  if (n >= 12)
    {
      g_assert_cmpfloat (sqrt (off), <=, c->off);
      g_assert_cmpfloat (sqrt (radius), <=, c->radius);
      g_assert_cmpfloat (score, >, 0.5);
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

typedef struct {
  int             length, width; /* px, of a window */
  vnk_mgvf_method method;
  int coarse_sweeps;
} WindowCase;

/* From a pixel to what fits neither registers nor a block's shared memory. */
static const WindowCase windows[] = {
  { 1, 1, VNK_MGVF_SOR }, { 3, 1, VNK_MGVF_JACOBI }, { 1, 5, VNK_MGVF_SOR }, { 7, 201, VNK_MGVF_SOR },
  { 33, 17, VNK_MGVF_SOR }, { 65, 33, VNK_MGVF_SOR }, { 65, 33, VNK_MGVF_JACOBI }, { 81, 41, VNK_MGVF_SOR },
  { 81, 41, VNK_MGVF_JACOBI }, { 121, 61, VNK_MGVF_SOR }, { 161, 81, VNK_MGVF_SOR }, { 161, 81, VNK_MGVF_JACOBI },
  { 89, 45, VNK_MGVF_SOR }, { 185, 73, VNK_MGVF_JACOBI }, { 185, 93, VNK_MGVF_SOR }, { 241, 121, VNK_MGVF_SOR },
  { 241, 121, VNK_MGVF_JACOBI }, { 401, 3, VNK_MGVF_SOR }, { 3, 901, VNK_MGVF_SOR },
  { 33, 17, VNK_MGVF_SOR, 6 }, { 41, 21, VNK_MGVF_SOR, 6 }, { 65, 33, VNK_MGVF_SOR, 6 }, { 81, 41, VNK_MGVF_SOR, 6 },
  { 89, 45, VNK_MGVF_SOR, 6 }, { 121, 61, VNK_MGVF_SOR, 6 }, { 161, 81, VNK_MGVF_SOR, 6 }, { 185, 93, VNK_MGVF_SOR, 6 },
  { 241, 121, VNK_MGVF_SOR, 6 },
};

static void
set_iteration (vnk_mgvf_params *params, const WindowCase *c)
{
  params->method = c->method;
  params->max_sweeps = kt_share (params->max_sweeps, 5);
  params->coarse_sweeps = kt_share (c->coarse_sweeps, MIN (c->coarse_sweeps, 2));
}

static vnk_plane
crowd (void)
{
  vnk_plane plane = kt_noise (300, 200, 120.0, 4.0);

  for (int i = 0; i < 15; i++)
    kt_add_disc (&plane, &(KtDisc) { 20.0 + 60.0 * (i % 5), 30.0 + 60.0 * (i / 5), 10.0, i % 2 ? 40.0 : -40.0,
                                     i % 3 ? 40.0 : -40.0, 1.0 });
  return plane;
}

/* Cells on the crowd's discs, on none of them, and beyond the border. */
static vnk_cell
random_cell (void)
{
  vnk_cell cell = start_cell (g_test_rand_double_range (-5.0, 305.0), g_test_rand_double_range (-5.0, 205.0));

  cell.path_offset = (float) g_test_rand_double_range (-2.0, 2.0);
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    cell.radii[i] = (float) g_test_rand_double_range (5.0, 12.0);
  return cell;
}

/* A track step is window, edges, mgvf and ellipse, one after the other, to the bit. */
static void
test_is_its_steps (gconstpointer data)
{
  const WindowCase *c = data;
  vnk_backend *backend = kt_open (1);
  vnk_plane in = crowd ();
  vnk_plane window = kt_new (c->length, c->width);
  vnk_plane edges = kt_new (c->length, c->width);
  vnk_plane field = kt_new (c->length, c->width);
  vnk_cell cell = random_cell ();
  vnk_ellipse snake = { .x = 0.5f * (float) (c->length - 1), .y = 0.5f * (float) (c->width - 1) };
  vnk_track_params params;
  int sweeps;

  vnk_track_params_published (&params, 10.0f, 0.8f, 0.6f);
  params.window_length = c->length;
  params.window_width = c->width;
  set_iteration (&params.mgvf, c);
  snake.expected_y = snake.y + cell.path_offset;
  memcpy (snake.radii, cell.radii, sizeof snake.radii);
  g_assert_cmpint (backend->track (backend, &in, &params, &cell, 1), ==, VNK_OK);

  g_assert_cmpint (backend->window (backend, &in, cell.x, cell.y, 0.8f, 0.6f, &window), ==, VNK_OK);
  g_assert_cmpint (backend->edges (backend, &window, &edges), ==, VNK_OK);
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params.mgvf, false, &field, &sweeps), ==, VNK_OK);
  g_assert_cmpint (backend->ellipse (backend, &field, &params.ellipse, &snake), ==, VNK_OK);

  g_assert_cmpint (cell.sweeps, ==, sweeps);
  g_assert_cmpfloat (cell.score, ==, snake.score);
  g_assert_cmpint (cell.lost, ==, snake.left);
  g_assert_cmpmem (cell.new_radii, sizeof cell.new_radii, snake.radii, sizeof snake.radii);
  vnk_plane_clear (&in);
  vnk_plane_clear (&window);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
  backend->close (backend);
}

/* What becomes of a cell does not depend on how many others there are. */
static void
test_each_for_itself (gconstpointer data)
{
  enum { N = 200, N_DIFFERENT = 20 }; /* more than there are multiprocessors */
  const WindowCase *c = data;
  const int n_alone = kt_share (N_DIFFERENT, 2);
  vnk_backend *backend = kt_open (1);
  vnk_plane in = crowd ();
  g_autofree vnk_cell *together = g_new0 (vnk_cell, N);
  vnk_track_params params;

  vnk_track_params_published (&params, 10.0f, 0.6f, -0.8f);
  params.window_length = c->length;
  params.window_width = c->width;
  set_iteration (&params.mgvf, c);
  params.mgvf.tolerance = 1e-4f;
  for (int i = 0; i < N; i++)
    together[i] = i < N_DIFFERENT ? random_cell () : together[i % N_DIFFERENT];

  vnk_cell alone[N_DIFFERENT];

  memcpy (alone, together, sizeof alone);
  g_assert_cmpint (backend->track (backend, &in, &params, together, N), ==, VNK_OK);
  for (int i = 0; i < n_alone; i++)
    g_assert_cmpint (backend->track (backend, &in, &params, &alone[i], 1), ==, VNK_OK);
  for (int i = 0; i < N; i++)
    if (i % N_DIFFERENT < n_alone)
      g_assert_cmpmem (&together[i], sizeof together[i], &alone[i % N_DIFFERENT], sizeof alone[0]);
  vnk_plane_clear (&in);
  backend->close (backend);
}

/* Where memory runs out the cells are left alone from then on: they may be gone. */
static void
test_forgets_what_failed (gconstpointer data)
{
  vnk_backend *sound = kt_open (1);
  vnk_plane in = crowd ();
  vnk_track_params params;
  int failed = 0;

  /* More than any other operation wants. */
  vnk_track_params_published (&params, 10.0f, 1.0f, 0.0f);
  params.window_length = 4095;
  params.window_width = 1001;
  params.mgvf = (vnk_mgvf_params) { VNK_MGVF_SOR, 0.5f, 1.6f, 0.0f, 1 };
  params.ellipse.max_iterations = 10;
  for (int count = 1; count < 3; count++)
    {
      g_autofree char *fault = g_strdup_printf ("memory:%d", count);
      vnk_cell start = random_cell ();
      vnk_cell cell = start;
      vnk_cell other = start;
      vnk_cell left;

      g_setenv ("VNK_CUDA_FAULT", fault, TRUE);
      vnk_backend *faulty = kt_open (1);
      g_unsetenv ("VNK_CUDA_FAULT");

      vnk_status status = faulty->track (faulty, &in, &params, &cell, 1);

      g_test_message ("allocation %d fails: %s", count, vnk_status_name (status));
      failed += status == VNK_ERROR_NO_MEMORY;
      memset (&cell, 85, sizeof cell);
      left = cell;
      g_assert_cmpint (faulty->track (faulty, &in, &params, &other, 1), ==, VNK_OK);
      g_assert_cmpmem (&cell, sizeof cell, &left, sizeof left);
      cell = start;
      g_assert_cmpint (sound->track (sound, &in, &params, &cell, 1), ==, VNK_OK);
      g_assert_cmpmem (&cell, sizeof cell, &other, sizeof other);
      faulty->close (faulty);
    }
  g_assert_cmpint (failed, >=, 1);
  vnk_plane_clear (&in);
  sound->close (sound);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      const WindowCase *c = &windows[i];
      const char *method = c->coarse_sweeps > 0 ? "smaller-maps" : c->method == VNK_MGVF_SOR ? "sor" : "published";
      g_autofree char *steps = g_strdup_printf ("/kernels/track/is-its-steps/%dx%d-%s", c->length, c->width, method);
      g_autofree char *each = g_strdup_printf ("/kernels/track/each-for-itself/%dx%d-%s", c->length, c->width, method);

      kt_add_data_func (steps, c, test_is_its_steps);
      if (c->length * c->width < 8000)
        kt_add_data_func (each, c, test_each_for_itself);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/track/converges/%s", cases[i].name);

      kt_add_data_func (path, &cases[i], test_converges);
    }
  kt_add_func ("/kernels/track/nothing-there", test_nothing_there);
  kt_add_data_func_of ("cuda", "/kernels/track/forgets-what-failed", NULL, test_forgets_what_failed);
  return kt_run (NULL, 1);
}
