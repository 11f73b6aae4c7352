/* test-crowd.c: very many cells look as a few do, and are drawn where they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <stdlib.h>

#include "venule-crowd.h"
#include "venule-overlay.h"
#include "venule-parallel.h"

#define WIDTH 160
#define HEIGHT 120
#define LINE 1.4
#define COLOR 0x4da0e0

static cairo_surface_t *
picture_new (void)
{
  return cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
}

static VenuleStamps *
stamps_new (void)
{
  VenuleStamps *stamps = venule_stamps_new ();

  venule_stamps_begin (stamps, LINE);

  return stamps;
}

static guint
get_channel (cairo_surface_t *picture,
             int              x,
             int              y,
             int              shift)
{
  const guint8 *row;

  cairo_surface_flush (picture);
  row = cairo_image_surface_get_data (picture) + y * cairo_image_surface_get_stride (picture);

  return (((const guint32 *) (const void *) row)[x] >> shift) & 0xff;
}

/* Mean and greatest difference of what they cover. */
static double
compare (cairo_surface_t *a,
         cairo_surface_t *b,
         double          *mean)
{
  double most = 0, sum = 0, n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      for (int shift = 0; shift < 32; shift += 8)
        {
          guint one = get_channel (a, x, y, shift), other = get_channel (b, x, y, shift);
          double difference = fabs ((double) one - other);

          most = MAX (most, difference);
          sum += difference;
          n += one > 0 || other > 0;
        }
  *mean = n > 0 ? sum / n : 0;

  return most;
}

static void
stroke (cairo_t *cr)
{
  cairo_set_source_rgb (cr, (COLOR >> 16) / 255.0, ((COLOR >> 8) & 0xff) / 255.0, (COLOR & 0xff) / 255.0);
  cairo_set_line_width (cr, LINE);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/* Of 255. Consumes both. */
static void
assert_alike (cairo_surface_t *crowd,
              cairo_surface_t *cairo,
              double           most_in_mean,
              double           most_anywhere)
{
  double mean, most = compare (crowd, cairo, &mean);

  g_assert_cmpfloat (mean, <, most_in_mean);
  g_assert_cmpfloat (most, <, most_anywhere);
  cairo_surface_destroy (crowd);
  cairo_surface_destroy (cairo);
}

static void
test_a_ring_is_a_circle_of_cairo (void)
{
  for (int i = 0; i < 300; i++)
    {
      double x = g_test_rand_double_range (-20, WIDTH + 20), y = g_test_rand_double_range (-20, HEIGHT + 20);
      double radius = g_test_rand_double_range (2, i % 10 == 0 ? 90 : 30);
      cairo_surface_t *one = picture_new (), *other = picture_new ();
      g_autoptr(VenuleStamps) stamps = stamps_new ();
      g_autoptr(VenuleCrowd) crowd = venule_crowd_new (one, 0, HEIGHT, stamps);
      cairo_t *cr = cairo_create (other);

      venule_crowd_draw_ring (crowd, x, y, radius, COLOR);
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      stroke (cr);
      /* Place and radius are rounded to an eighth of a px. */
      assert_alike (one, other, 60, 128);
    }
}

static void
test_a_line_is_one_of_cairo (void)
{
  for (int i = 0; i < 300; i++)
    {
      double x0 = g_test_rand_double_range (-50, WIDTH + 50), y0 = g_test_rand_double_range (-50, HEIGHT + 50);
      double x1 = g_test_rand_double_range (-50, WIDTH + 50), y1 = g_test_rand_double_range (-50, HEIGHT + 50);
      gboolean steep = fabs (y1 - y0) > fabs (x1 - x0);
      cairo_surface_t *one, *other;
      g_autoptr(VenuleStamps) stamps = stamps_new ();
      g_autoptr(VenuleCrowd) crowd = NULL;
      cairo_t *cr;

      /* It ends with whole rows, or whole columns, of px; which it is must not hang by a rounding. */
      if (fabs (fabs (y1 - y0) - fabs (x1 - x0)) < 2)
        continue;
      one = picture_new ();
      other = picture_new ();
      crowd = venule_crowd_new (one, 0, HEIGHT, stamps);
      cr = cairo_create (other);
      x0 = steep ? x0 : floor (x0);
      x1 = steep ? x1 : floor (x1);
      y0 = steep ? floor (y0) : y0;
      y1 = steep ? floor (y1) : y1;
      venule_crowd_draw_line (crowd, x0, y0, x1, y1, COLOR);
      cairo_rectangle (cr, steep ? -200 : MIN (x0, x1), steep ? MIN (y0, y1) : -200, steep ? 600 : fabs (x1 - x0),
                       steep ? fabs (y1 - y0) : 600);
      cairo_clip (cr);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
      cairo_move_to (cr, x0, y0);
      cairo_line_to (cr, x1, y1);
      stroke (cr);
      assert_alike (one, other, 20, 50);
    }
}

static void
test_bands_have_no_seams (void)
{
  cairo_surface_t *whole = picture_new (), *bands = picture_new ();
  g_autoptr(VenuleStamps) stamps = stamps_new ();
  double mean;

  for (int band = -1; band < 5; band++)
    {
      int top = band < 0 ? 0 : HEIGHT / 5 * band;
      g_autoptr(VenuleCrowd) crowd = venule_crowd_new (band < 0 ? whole : bands, top, band < 0 ? HEIGHT : HEIGHT / 5, stamps);

      for (int i = 0; i < 60; i++)
        {
          double x = i * 37 % WIDTH + 0.3, y = i * 53 % HEIGHT + 0.6;

          venule_crowd_draw_ring (crowd, x, y - top, 3 + i % 13, COLOR + (guint32) i);
          venule_crowd_draw_line (crowd, x, y - top, x + i - 30, y - top + 25, COLOR + (guint32) i);
        }
    }
  g_assert_cmpfloat (compare (whole, bands, &mean), <=, 1);
  cairo_surface_destroy (whole);
  cairo_surface_destroy (bands);
}

static void
test_a_stamp_that_is_kept_is_the_same_ring (void)
{
  g_autoptr(VenuleStamps) kept = stamps_new ();

  for (int i = 0; i < 400; i++)
    {
      double x = g_test_rand_double_range (-20, WIDTH + 20), y = g_test_rand_double_range (-20, HEIGHT + 20);
      double radius = g_test_rand_double_range (0, i % 10 == 0 ? 90 : 12), mean;
      cairo_surface_t *one = picture_new (), *other = picture_new ();
      g_autoptr(VenuleStamps) none = stamps_new ();
      g_autoptr(VenuleCrowd) with = NULL, without = venule_crowd_new (other, 0, HEIGHT, none);

      /* Other lines have other stamps. */
      venule_stamps_begin (kept, i % 50 == 0 ? 2 * LINE : LINE);
      venule_stamps_begin (kept, LINE);
      venule_stamps_make (kept, x, y, radius);
      with = venule_crowd_new (one, 0, HEIGHT, kept);
      venule_crowd_draw_ring (with, x, y, radius, COLOR);
      venule_crowd_draw_ring (without, x, y, radius, COLOR);
      g_assert_cmpfloat (compare (one, other, &mean), ==, 0);
      cairo_surface_destroy (one);
      cairo_surface_destroy (other);
    }
}

/* Where less than four px are left they are blended one by one. */
static void
test_the_smallest_picture_has_its_part (void)
{
  for (int i = 0; i < 400; i++)
    {
      int width = g_test_rand_int_range (1, 9), height = g_test_rand_int_range (1, 9);
      int left = g_test_rand_int_range (0, WIDTH - width + 1), top = g_test_rand_int_range (0, HEIGHT - height + 1);
      double x = left + g_test_rand_double_range (-15, 15), y = top + g_test_rand_double_range (-15, 15);
      double to_x = x + g_test_rand_double_range (-40, 40), to_y = y + g_test_rand_double_range (-40, 40);
      cairo_surface_t *whole = picture_new ();
      cairo_surface_t *part = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
      g_autoptr(VenuleStamps) stamps = stamps_new ();
      g_autoptr(VenuleCrowd) in_whole = venule_crowd_new (whole, 0, HEIGHT, stamps);
      g_autoptr(VenuleCrowd) in_part = venule_crowd_new (part, 0, height, stamps);

      venule_crowd_draw_ring (in_whole, x, y, 8, COLOR);
      venule_crowd_draw_line (in_whole, x, y, to_x, to_y, COLOR);
      venule_crowd_draw_ring (in_part, x - left, y - top, 8, COLOR);
      venule_crowd_draw_line (in_part, x - left, y - top, to_x - left, to_y - top, COLOR);
      for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
          for (int shift = 0; shift < 32; shift += 8)
            {
              int there = (int) get_channel (whole, left + column, top + row, shift);

              g_assert_cmpint (abs ((int) get_channel (part, column, row, shift) - there), <=, 2);
            }
      cairo_surface_destroy (whole);
      cairo_surface_destroy (part);
    }
}

static void
test_what_has_no_place_is_not_drawn (void)
{
  static const double odd[] = { NAN, INFINITY, -INFINITY, 1e300 };
  cairo_surface_t *picture = picture_new (), *empty = picture_new ();
  g_autoptr(VenuleStamps) stamps = stamps_new ();
  g_autoptr(VenuleCrowd) crowd = venule_crowd_new (picture, 0, HEIGHT, stamps);
  double mean;

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      venule_crowd_draw_ring (crowd, odd[i], 50, 5, COLOR);
      venule_crowd_draw_ring (crowd, 50, odd[i], 5, COLOR);
      venule_crowd_draw_ring (crowd, 50, 50, i < 3 ? odd[i] : -1, COLOR);
      venule_crowd_draw_line (crowd, odd[i], 50, 60, odd[i], COLOR);
    }
  venule_crowd_draw_line (crowd, 50, 50, 50, 50, COLOR);
  g_assert_cmpfloat (compare (picture, empty, &mean), ==, 0);
  cairo_surface_destroy (picture);
  cairo_surface_destroy (empty);
}

/* ---- In an overlay ---- */

#define CELLS 30

static GListModel *
made_tracks (void)
{
  GListStore *tracks = g_list_store_new (VENULE_TYPE_TRACK);

  for (guint id = 1; id <= CELLS; id++)
    {
      g_autoptr(VenuleTrack) track = venule_track_new (id);

      for (int i = 0; i < 40; i++)
        {
          VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 10 + id % 6 * 24 + i * 0.2, .y = 12 + id / 6 * 20 + i % 9 * 0.5,
                              .radius = 6 };

          venule_track_add_spot (track, &spot);
        }
      g_list_store_append (tracks, track);
    }

  return G_LIST_MODEL (tracks);
}

static cairo_surface_t *
draw (GListModel *tracks,
      guint       crowd,
      GArray     *selected)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  VenuleOverlayOptions options = { .contours = TRUE, .tails = TRUE, .tail_seconds = 1, .velocity_max = 100, .crowd = crowd,
                                   .selected = selected, .density = 1, .scale = 1 };
  cairo_surface_t *picture = picture_new ();
  cairo_t *cr = cairo_create (picture);

  settings->vessel->flow_x = 1;
  venule_overlay_draw_tracks (cr, tracks, settings, 35, &options);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);

  return picture;
}

static guint
count_covered (cairo_surface_t *picture,
               int              left,
               int              top,
               int              right,
               int              bottom)
{
  guint n = 0;

  for (int y = MAX (top, 0); y < MIN (bottom, HEIGHT); y++)
    for (int x = MAX (left, 0); x < MIN (right, WIDTH); x++)
      n += get_channel (picture, x, y, 24) > 150;

  return n;
}

static void
test_a_crowd_lies_where_its_cells_are (void)
{
  g_autoptr(GListModel) tracks = made_tracks ();
  cairo_surface_t *few = draw (tracks, 0, NULL), *many = draw (tracks, 1, NULL);

  for (guint i = 0; i < CELLS; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      const VenulePlace *place = venule_track_get_place_at (track, 35);
      guint rings = 0;

      for (int k = 0; k < 36; k++)
        {
          int x = (int) floor (place->x + 0.5 + 6 * cos (k * G_PI / 18)), y = (int) floor (place->y + 0.5 + 6 * sin (k * G_PI / 18));

          if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT)
            continue;
          g_assert_cmpuint (get_channel (few, x, y, 24), >, 60);
          rings += get_channel (many, x, y, 24) < 60;
        }
      g_assert_cmpuint (rings, ==, 0);
    }
  cairo_surface_destroy (few);
  cairo_surface_destroy (many);
}

/* However many frames it is of: it is drawn in a few pieces. */
static void
test_a_tail_is_as_long_as_others (void)
{
  for (int length = 1; length <= 30; length++)
    {
      g_autoptr(VenuleSettings) settings = venule_settings_new ();
      VenuleOverlayOptions options = { .tails = TRUE, .tail_seconds = (length + 0.5) / 30, .velocity_max = 100, .crowd = 1,
                                       .density = 1, .scale = 1 };
      g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
      cairo_surface_t *picture = picture_new ();
      cairo_t *cr = cairo_create (picture);

      for (guint id = 1; id <= 2; id++)
        {
          g_autoptr(VenuleTrack) track = venule_track_new (id);

          for (int i = 0; i <= 35; i++)
            {
              VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 10 + 4 * i, .y = 40 * id, .radius = 6 };

              venule_track_add_spot (track, &spot);
            }
          g_list_store_append (tracks, track);
        }
      settings->vessel->flow_x = 1;
      venule_overlay_draw_tracks (cr, G_LIST_MODEL (tracks), settings, 35, &options);
      g_assert_cmpuint (get_channel (picture, 10 + 4 * 35 - 2, 40, 24), >, 100);
      g_assert_cmpuint (get_channel (picture, 10 + 4 * (35 - length) + 2, 40, 24), >, 100);
      g_assert_cmpuint (get_channel (picture, 10 + 4 * (35 - length) - 2, 40, 24), ==, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (picture);
    }
}

static void
test_a_selected_cell_stands_out_of_a_crowd (void)
{
  g_autoptr(GListModel) tracks = made_tracks ();
  g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, 14);
  const VenulePlace *place = venule_track_get_place_at (track, 35);
  g_autoptr(GArray) selected = g_array_new (FALSE, FALSE, sizeof (guint));
  guint id = venule_track_get_id (track);
  int x = (int) place->x, y = (int) place->y;
  cairo_surface_t *plain = draw (tracks, 1, NULL), *marked;

  g_array_append_val (selected, id);
  marked = draw (tracks, 1, selected);
  g_assert_cmpuint (count_covered (marked, x - 10, y - 10, x + 10, y + 10), >,
                    count_covered (plain, x - 10, y - 10, x + 10, y + 10) * 5 / 4);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (marked);
}

/* ---- Sharing ---- */

#define PARTS 1000

static void
count_part (gpointer data,
            guint    part)
{
  int *done = data;

  g_atomic_int_inc (&done[part]);
}

static void
test_shared_work_is_done_once (void)
{
  for (guint round = 0; round < 200; round++)
    {
      int done[PARTS] = { 0 };
      guint n = round == 0 ? 0 : (guint) g_test_rand_int_range (1, PARTS);

      venule_parallel_for (n, count_part, done);
      for (guint i = 0; i < PARTS; i++)
        g_assert_cmpint (done[i], ==, i < n);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crowd/a-ring-is-a-circle-of-cairo", test_a_ring_is_a_circle_of_cairo);
  g_test_add_func ("/crowd/a-line-is-one-of-cairo", test_a_line_is_one_of_cairo);
  g_test_add_func ("/crowd/bands-have-no-seams", test_bands_have_no_seams);
  g_test_add_func ("/crowd/a-stamp-that-is-kept-is-the-same-ring", test_a_stamp_that_is_kept_is_the_same_ring);
  g_test_add_func ("/crowd/the-smallest-picture-has-its-part", test_the_smallest_picture_has_its_part);
  g_test_add_func ("/crowd/what-has-no-place-is-not-drawn", test_what_has_no_place_is_not_drawn);
  g_test_add_func ("/crowd/it-lies-where-its-cells-are", test_a_crowd_lies_where_its_cells_are);
  g_test_add_func ("/crowd/a-tail-is-as-long-as-others", test_a_tail_is_as_long_as_others);
  g_test_add_func ("/crowd/a-selected-cell-stands-out", test_a_selected_cell_stands_out_of_a_crowd);
  g_test_add_func ("/crowd/shared-work-is-done-once", test_shared_work_is_done_once);

  return g_test_run ();
}
