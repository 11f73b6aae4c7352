/* test-cnn-detector.c: the network that finds cells, its table, and how it is weighed against contours
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "venule-backend.h"
#include "venule-detector.h"
#include "venule-error.h"
#include "venule-network.h"
#include "venule-preview.h"

#define DIAMETER 22.0

static const char small[] =
  "# a comment\nvenule-network 1 1 2\nlayer -1 -1 1 1 1 1 2 1\n 1\n -0.5\n0 1e-1\nlayer 0 -1 1 2 1 2 1 0\n2 3\n-1\n";

static void
test_table_is_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleNetwork) network = venule_network_parse (small, &error);

  g_assert_no_error (error);
  g_assert_cmpint (network->net.n_layers, ==, 2);
  g_assert_cmpint (network->n_outputs, ==, 1);
  g_assert_cmpfloat (network->net.layers[0].weights[1], ==, -0.5f);
  g_assert_cmpfloat (network->net.layers[0].bias[1], ==, 0.1f);
  g_assert_true (network->net.layers[0].relu);
  g_assert_cmpint (network->net.layers[1].stride, ==, 2);
}

/* Cut off anywhere, or with anything in it that is no number, it is refused. */
static void
test_damaged_table_is_refused (void)
{
  for (gsize length = 0; length + 4 < sizeof small; length++)
    {
      g_autofree char *text = g_strndup (small, length);
      g_autoptr (GError) error = NULL;

      g_assert_null (venule_network_parse (text, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
    }

  static const char *bad[] = {
    "venule-network 2 1 1\nlayer -1 -1 1 1 1 1 1 0\n1\n1\n", /* a newer version */
    "venule-network 1 1 1\nlayer 0 -1 1 1 1 1 1 0\n1\n1\n",  /* a layer that reads itself */
    "venule-network 1 1 1\nlayer -1 -1 1 1 1 1 1 0\n1\nnan\n",
    "venule-network 1 1 1\nlayer -1 -1 1 1 1 1 1 0\n1\n1\n7\n", /* more than it says */
    "venule-network 1 1 1\nlayer -1 -1 900 1 1 1 1 0\n1\n1\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_null (venule_network_parse (bad[i], NULL));
}

/* What a cell may look like: dark with a bright rim, or bright on one side and dark on the other. */
static double
gray_of_cell (double dx,
              double dy,
              double radius,
              int    look)
{
  double rho = hypot (dx, dy) / radius;
  double inside = 0.5 * erfc ((rho - 1) * radius / 1.5);
  double rim = exp (-(rho - 1.12) * (rho - 1.12) * radius * radius / 3);

  switch (look)
    {
    case 0:
      return -32 * inside + 16 * rim;
    case 1:
      return inside * (-8 + 50 * dx / radius) - 10 * rim;
    default:
      return inside * (70 - 20 * rho * rho) - 16 * rim;
    }
}

typedef struct {
  double x, y, radius;
  int    look;
} Cell;

/* The same in every run: whether a chance pattern of noise looks like a cell is not what is tested here. */
static double
noise (guint32 x,
       guint32 y)
{
  guint32 h = x * 0x9e3779b1u ^ y * 0x85ebca77u;

  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return ((h ^ (h >> 15)) & 0xffff) / 65535.0 * 8 - 4;
}

static VenuleFrame *
paint (int         width,
       int         height,
       const Cell *cells,
       guint       n)
{
  VenuleFrame *frame = venule_frame_new (width, height, 8);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        double gray = 110 + noise (x, y);

        for (guint i = 0; i < n; i++)
          gray += gray_of_cell (x - cells[i].x, y - cells[i].y, cells[i].radius, cells[i].look);
        ((guint8 *) frame->data)[y * frame->stride + x] = (guint8) CLAMP (lround (gray), 0, 255);
      }
  return frame;
}

static GArray *
find (VenuleFrame *frame,
      double       flow_x,
      double       flow_y,
      double       diameter)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GError) error = NULL;
  GArray *found;

  settings->vessel->flow_x = flow_x;
  settings->vessel->flow_y = flow_y;
  settings->cell_diameter = diameter;
  found = venule_detect_in_frame (frame, settings, NULL, &error);
  g_assert_no_error (error);

  return found;
}

static void
assert_found (GArray     *found,
              const Cell *cells,
              guint       n,
              double      tolerance)
{
  for (guint k = 0; k < found->len; k++)
    g_test_message ("%.1f %.1f r %.1f score %.2f", g_array_index (found, VenuleDetection, k).x,
                    g_array_index (found, VenuleDetection, k).y, g_array_index (found, VenuleDetection, k).radius,
                    g_array_index (found, VenuleDetection, k).score);
  g_assert_cmpuint (found->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      double nearest = INFINITY, radius = 0;

      for (guint k = 0; k < found->len; k++)
        {
          const VenuleDetection *one = &g_array_index (found, VenuleDetection, k);
          double distance = hypot (one->x - cells[i].x, one->y - cells[i].y);

          if (distance < nearest)
            radius = one->radius;
          nearest = MIN (nearest, distance);
        }
      g_assert_cmpfloat (nearest, <, tolerance);
      g_assert_cmpfloat_with_epsilon (radius, cells[i].radius, 0.25 * cells[i].radius);
    }
}

static const Cell four[] = { { 60.3, 50.8, 11, 0 }, { 130.6, 80.2, 11, 1 }, { 200.1, 45.5, 12, 2 },
                             { 250.0, 95.4, 10, 0 } };

/* One cell is one find, at its middle and not at its bright half. */
static void
test_every_look_is_found_at_its_middle (void)
{
  g_autoptr (VenuleFrame) frame = paint (320, 140, four, 4);
  g_autoptr (GArray) found = find (frame, 1, 0, DIAMETER);

  assert_found (found, four, 4, 1.6);
}

/* The flow turns what the network sees, not what it finds. */
static void
test_places_are_those_of_the_frame_whatever_the_flow (void)
{
  g_autoptr (VenuleFrame) frame = paint (320, 140, four, 4);
  static const double flows[][2] = { { -1, 0 }, { 0.97, 0.24 }, { -0.8, 0.6 }, { 0, 1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autoptr (GArray) found = find (frame, flows[i][0], flows[i][1], DIAMETER);

      assert_found (found, four, 4, 2.2);
    }
}

/* Real cells that are turned look less like cells: were the network to see the picture along an arrow that is drawn
 * across the vessel, a tenth of them would be lost. */
static void
test_an_arrow_askew_finds_the_same (void)
{
  g_autoptr (VenuleFrame) frame = paint (320, 140, four, 4);
  g_autoptr (GArray) found = find (frame, 1, 0, DIAMETER);
  static const double flows[][2] = { { 0.9, 0.44 }, { 0.5, -0.87 } };

  for (gsize i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autoptr (VenuleSettings) settings = venule_settings_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) askew = NULL;

      venule_vessel_set_rectangle (settings->vessel, 0, 0, 320, 140, 0);
      settings->vessel->flow_x = flows[i][0];
      settings->vessel->flow_y = flows[i][1];
      settings->cell_diameter = DIAMETER;
      askew = venule_detect_in_frame (frame, settings, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (askew->len, ==, found->len);
      for (guint k = 0; k < found->len; k++)
        g_assert_cmpfloat (g_array_index (askew, VenuleDetection, k).score, ==,
                           g_array_index (found, VenuleDetection, k).score);
    }
}

/* In a run every frame is looked at with the input moved by other pixels, and the first one mirrored besides. */
static void
test_cells_stay_where_they_are_in_every_frame (void)
{
  static const double flows[][2] = { { 1, 0 }, { -0.8, 0.6 } };
  g_autoptr (VenuleFrame) frame = paint (320, 140, four, 4);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));

  for (gsize i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleSettings) settings = venule_settings_new ();
      g_autoptr (vnk_backend) backend = venule_backend_open (settings, &error);
      g_autoptr (VenuleDetector) detector = NULL;
      g_auto (VenuleRoiPlanes) roi = { 0 };

      settings->vessel->flow_x = flows[i][0];
      settings->vessel->flow_y = flows[i][1];
      settings->cell_diameter = DIAMETER;
      venule_roi_planes_init (&roi, backend, frame->width, frame->height, settings, &error);
      g_assert_no_error (error);
      venule_roi_planes_set_contrast (&roi, frame);
      venule_roi_planes_load (&roi, backend, frame, &error);
      detector = venule_detector_new (settings, backend, &roi, frame->width, frame->height, VENULE_CLEAR_SCORE,
                                      &error);
      for (int k = 0; k < 6; k++)
        {
          g_assert_true (venule_detector_run (detector, backend, &roi, found, &error));
          assert_found (found, four, 4, 2.2);
        }
    }
}

static void
test_size_of_the_picture_does_not_matter (void)
{
  Cell large[4];

  for (int i = 0; i < 4; i++)
    large[i] = (Cell){ 2.5 * four[i].x, 2.5 * four[i].y, 2.5 * four[i].radius, four[i].look };

  g_autoptr (VenuleFrame) frame = paint (800, 350, large, 4);
  g_autoptr (GArray) found = find (frame, 1, 0, 2.5 * DIAMETER);

  assert_found (found, large, 4, 4);
}

/* A cell that moves by eighths of a pixel is seen to do so: its centre is not drawn to whole pixels. */
static void
test_centres_are_not_drawn_to_whole_pixels (void)
{
  double least = INFINITY, most = -INFINITY;

  for (int k = 0; k <= 8; k++)
    {
      const Cell cell = { 100 + k / 8.0, 60 + k / 8.0, 11, 2 };
      g_autoptr (VenuleFrame) frame = paint (200, 120, &cell, 1);
      g_autoptr (GArray) found = find (frame, 1, 0, DIAMETER);

      g_assert_cmpuint (found->len, ==, 1);

      const VenuleDetection *one = &g_array_index (found, VenuleDetection, 0);

      least = MIN (least, MIN (one->x - cell.x, one->y - cell.y));
      most = MAX (most, MAX (one->x - cell.x, one->y - cell.y));
      g_test_message ("%.3f %.3f", one->x - cell.x, one->y - cell.y);
    }
  g_assert_cmpfloat (most - least, <, 0.6);
}

/* Smooth between random values on a lattice of 16 px. */
static double
soft (double x,
      double y)
{
  int i = (int) (x / 16), j = (int) (y / 16);
  double u = x / 16 - i, v = y / 16 - j;

  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  return (1 - v) * ((1 - u) * noise (i, j) + u * noise (i + 1, j)) +
         v * ((1 - u) * noise (i, j + 1) + u * noise (i + 1, j + 1));
}

/* What strong compression leaves between the cells of a lumen: soft patches without any noise. */
static void
test_soft_patches_between_cells_are_none (void)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (320, 140, 8);
  g_autoptr (GArray) found = NULL;

  for (int y = 0; y < 140; y++)
    for (int x = 0; x < 320; x++)
      {
        double gray = 110 + soft (x, y);

        for (int i = 0; i < 4; i++)
          gray += gray_of_cell (x - four[i].x, y - four[i].y, four[i].radius, four[i].look);
        ((guint8 *) frame->data)[y * frame->stride + x] = (guint8) CLAMP (lround (gray), 0, 255);
      }
  found = find (frame, 1, 0, DIAMETER);
  assert_found (found, four, 4, 2.5);
}

static void
test_nothing_in_noise (void)
{
  g_autoptr (VenuleFrame) frame = paint (320, 140, NULL, 0);
  g_autoptr (GArray) found = find (frame, 1, 0, DIAMETER);

  g_assert_cmpuint (found->len, ==, 0);
}

/* Kernels whose contours all have one score. The backend must come first. */
typedef struct {
  vnk_backend kernels;
  float       score;
} Contours;

static vnk_status
refine (vnk_backend                    *backend,
        const vnk_plane                *gx,
        const vnk_plane                *gy,
        const vnk_bspline_snake_params *params,
        const vnk_candidate            *candidates,
        int                             n,
        vnk_contour                    *out)
{
  for (int i = 0; i < n; i++)
    out[i] = (vnk_contour){ .x = (float) candidates[i].x, .y = (float) candidates[i].y, .radius = candidates[i].radius,
                            .score = ((Contours *) backend)->score };
  return VNK_OK;
}

/* The best detection of a frame with @kernels, which stand for those of @backend. */
static VenuleDetection
detect_with (VenuleFrame          *frame,
             const VenuleSettings *settings,
             vnk_backend          *backend,
             vnk_backend          *kernels,
             int                   n_runs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
  g_auto (VenuleRoiPlanes) roi = { 0 };

  venule_roi_planes_init (&roi, backend, frame->width, frame->height, settings, &error);
  g_assert_no_error (error);

  g_autoptr (VenuleDetector) detector = venule_detector_new (settings, backend, &roi, frame->width, frame->height,
                                                             VENULE_WEAK_SCORE, &error);
  venule_roi_planes_set_contrast (&roi, frame);
  venule_roi_planes_load (&roi, backend, frame, &error);
  for (int i = 0; i < n_runs; i++)
    venule_detector_run (detector, kernels, &roi, found, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, >=, 1);
  return g_array_index (found, VenuleDetection, 0);
}

/* The odds that the cell of @frame is one, when its contour has @score. */
static double
odds_with (VenuleFrame          *frame,
           const VenuleSettings *settings,
           float                 score)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (vnk_backend) backend = venule_backend_open (settings, &error);

  g_assert_no_error (error);

  Contours contours = { *backend, score };
  contours.kernels.bspline_snake = refine;

  double best = detect_with (frame, settings, backend, &contours.kernels, 1).score;
  return best / (1 - best);
}

/* Kernels whose network sees all cells shifted, and whose contours are worth more from every second column. The backend
 * must come first. */
typedef struct {
  vnk_backend kernels;
  vnk_status (*network) (vnk_backend *, const vnk_network *, const vnk_plane *, vnk_plane *);
  float       shift; /* px of the maps */
} Shifted;

static vnk_status
see_shifted (vnk_backend       *backend,
             const vnk_network *network,
             const vnk_plane   *inputs,
             vnk_plane         *outputs)
{
  Shifted *self = (Shifted *) backend;
  vnk_status status = self->network (backend, network, inputs, outputs);

  for (int i = 0; i < outputs[1].stride * outputs[1].height; i++)
    outputs[1].data[i] += self->shift;
  return status;
}

static vnk_status
prefer_odd_columns (vnk_backend                    *backend,
                    const vnk_plane                *gx,
                    const vnk_plane                *gy,
                    const vnk_bspline_snake_params *params,
                    const vnk_candidate            *candidates,
                    int                             n,
                    vnk_contour                    *out)
{
  for (int i = 0; i < n; i++)
    out[i] = (vnk_contour){ .x = (float) candidates[i].x, .y = (float) candidates[i].y, .radius = candidates[i].radius,
                            .score = candidates[i].x % 2 != 0 ? 28 : 7 };
  return VNK_OK;
}

static VenuleDetection
find_shifted (VenuleFrame          *frame,
              const VenuleSettings *settings,
              double                shift)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (vnk_backend) backend = venule_backend_open (settings, &error);

  g_assert_no_error (error);

  Shifted shifted = { *backend, backend->network, (float) shift };
  shifted.kernels.network = see_shifted;
  shifted.kernels.bspline_snake = prefer_odd_columns;
  /* The first picture is looked at from several sides, which are shifted each in another way. */
  return detect_with (frame, settings, backend, &shifted.kernels, 2);
}

/* A snake begins at a whole pixel. Which one it is does not hang by a thread where a cell lies between two. */
static void
test_no_rounding_decides_where_a_snake_begins (void)
{
  g_autoptr (VenuleFrame) frame = paint (160, 100, &(Cell){ 80.3, 50.8, 11, 0 }, 1);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  double pace = 2 * DIAMETER / 16; /* px of the frame for one of the maps */
  double odds[4];
  static const double beside[4] = { -0.1, -1e-4, 1e-4, 0.1 };

  settings->vessel->flow_x = 1;
  settings->cell_diameter = DIAMETER;
  VenuleDetection first = find_shifted (frame, settings, 0);
  for (int i = 0; i < 4; i++)
    {
      double x = floor (first.x) + 0.5 + beside[i];
      VenuleDetection one = find_shifted (frame, settings, (x - first.x) / pace);

      g_assert_cmpfloat_with_epsilon (one.x, x, 3e-5);
      odds[i] = one.score / (1 - one.score);
    }
  g_assert_cmpfloat_with_epsilon (fabs (log (odds[3] / odds[0])), log (2), 1e-3);
  g_assert_cmpfloat_with_epsilon (odds[2] / odds[1], 1, 0.03);
}

/* The odds go by the root of the contour's score, against that of a contour which says nothing (7), up to five times
 * it. */
static void
test_contour_is_weighed_against_the_network (void)
{
  static const float scores[][2] = { { 7, 1 }, { 28, 2 }, { 1.75f, 0.5f }, { 1000, 2.236f }, { 0, 0.447f },
                                     { -3, 0.447f } };
  g_autoptr (VenuleFrame) frame = paint (160, 100, &(Cell){ 80.3, 50.8, 11, 0 }, 1);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();

  settings->vessel->flow_x = 1;
  settings->cell_diameter = DIAMETER;

  /* A contour that could not be measured says nothing either. */
  double odds = odds_with (frame, settings, NAN);
  for (gsize i = 0; i < G_N_ELEMENTS (scores); i++)
    g_assert_cmpfloat_with_epsilon (odds_with (frame, settings, scores[i][0]) / odds, scores[i][1], 1e-3);

  settings->ablation = VENULE_ABLATE_CONTOUR;
  g_assert_cmpfloat_with_epsilon (odds_with (frame, settings, 28) / odds, 1, 1e-6);
}

/* What circles are found by is their contour already. */
static void
test_contour_does_not_count_twice_with_circles (void)
{
  g_autoptr (VenuleFrame) frame = paint (160, 100, &(Cell){ 80.3, 50.8, 11, 2 }, 1);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();

  settings->vessel->flow_x = 1;
  settings->cell_diameter = DIAMETER;
  settings->detector = VENULE_DETECTOR_GICOV;
  g_assert_cmpfloat_with_epsilon (odds_with (frame, settings, 1000) / odds_with (frame, settings, 0), 1, 1e-6);
}

/* Whatever is in the picture, and however faint a cell may be: nothing is found twice at one place. */
static void
test_no_two_are_at_one_place (void)
{
  Cell crowd[60];

  for (int i = 0; i < 60; i++)
    crowd[i] = (Cell){ 20 + i % 12 * 25 + i % 5, 20 + i / 12 * 27 + i % 7, 9 + i % 5, i % 3 };

  g_autoptr (VenuleFrame) frame = paint (320, 160, crowd, 60);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GError) error = NULL;

  settings->vessel->flow_x = 1;
  settings->cell_diameter = DIAMETER;
  settings->sensitivity = 1;

  g_autoptr (GArray) found = venule_detect_in_frame (frame, settings, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (found->len, >, 40);
  for (guint i = 0; i < found->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const VenuleDetection *a = &g_array_index (found, VenuleDetection, i),
                              *b = &g_array_index (found, VenuleDetection, k);

        g_assert_cmpfloat (hypot (a->x - b->x, a->y - b->y), >=, 0.3 * DIAMETER);
      }
}

/* Cells of few pixels in a huge crop would take more memory than a computer has. */
static void
test_huge_crop_of_small_cells_is_refused (void)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (4096, 4096, 8);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GError) error = NULL;

  settings->vessel->flow_x = 1;
  settings->cell_diameter = 8;
  g_assert_null (venule_detect_in_frame (frame, settings, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "smaller crop"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/network/table-is-read", test_table_is_read);
  g_test_add_func ("/network/damaged-table-is-refused", test_damaged_table_is_refused);
  g_test_add_func ("/cnn-detector/every-look-is-found-at-its-middle", test_every_look_is_found_at_its_middle);
  g_test_add_func ("/cnn-detector/places-are-those-of-the-frame-whatever-the-flow",
                   test_places_are_those_of_the_frame_whatever_the_flow);
  g_test_add_func ("/cnn-detector/an-arrow-askew-finds-the-same", test_an_arrow_askew_finds_the_same);
  g_test_add_func ("/cnn-detector/cells-stay-where-they-are-in-every-frame",
                   test_cells_stay_where_they_are_in_every_frame);
  g_test_add_func ("/cnn-detector/size-of-the-picture-does-not-matter", test_size_of_the_picture_does_not_matter);
  g_test_add_func ("/cnn-detector/centres-are-not-drawn-to-whole-pixels", test_centres_are_not_drawn_to_whole_pixels);
  g_test_add_func ("/cnn-detector/soft-patches-between-cells-are-none", test_soft_patches_between_cells_are_none);
  g_test_add_func ("/cnn-detector/nothing-in-noise", test_nothing_in_noise);
  g_test_add_func ("/cnn-detector/no-two-are-at-one-place", test_no_two_are_at_one_place);
  g_test_add_func ("/cnn-detector/huge-crop-of-small-cells-is-refused", test_huge_crop_of_small_cells_is_refused);

  g_test_add_func ("/detector/no-rounding-decides-where-a-snake-begins", test_no_rounding_decides_where_a_snake_begins);
  g_test_add_func ("/detector/contour-is-weighed-against-the-network", test_contour_is_weighed_against_the_network);
  g_test_add_func ("/detector/contour-does-not-count-twice-with-circles",
                   test_contour_does_not_count_twice_with_circles);

  return g_test_run ();
}
