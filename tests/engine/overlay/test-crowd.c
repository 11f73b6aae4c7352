/* test-crowd.c: very many cells look as a few do, and are drawn where they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-overlay.h"
#include "venule-ring-sprites.h"
#include "venule-parallel.h"

#define WIDTH 160
#define HEIGHT 120
#define LINE 1.4

static cairo_surface_t *
picture_new (void)
{
  return cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
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

/* Of 255, in the mean over all px that either of them covers. */
static double
compare (cairo_surface_t *a,
         cairo_surface_t *b)
{
  double sum = 0, n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        guint one = get_channel (a, x, y, 24), other = get_channel (b, x, y, 24);

        sum += fabs ((double) one - other);
        n += one > 0 || other > 0;
      }

  return n > 0 ? sum / n : 0;
}

static void
test_a_sprite_is_a_circle_of_cairo (void)
{
  g_autoptr(VenuleRingSprites) sprites = venule_ring_sprites_new (LINE);

  for (int i = 0; i < 300; i++)
    {
      double x = g_test_rand_double_range (-20, WIDTH + 20), y = g_test_rand_double_range (-20, HEIGHT + 20);
      double radius = g_test_rand_double_range (2, i % 10 == 0 ? 90 : 30);
      cairo_surface_t *one = picture_new (), *other = picture_new ();
      cairo_t *cr = cairo_create (one), *cairo = cairo_create (other);

      venule_ring_sprites_draw (sprites, cr, x, y, radius);
      cairo_arc (cairo, x, y, radius, 0, 2 * G_PI);
      cairo_set_line_width (cairo, LINE);
      cairo_stroke (cairo);
      cairo_destroy (cr);
      cairo_destroy (cairo);
      /* A whole px beside it is 140. */
      g_assert_cmpfloat (compare (one, other), <, 80);
      cairo_surface_destroy (one);
      cairo_surface_destroy (other);
    }
}

static void
test_what_has_no_place_is_not_drawn (void)
{
  static const double odd[] = { NAN, INFINITY, -INFINITY, 1e300 };
  g_autoptr(VenuleRingSprites) sprites = venule_ring_sprites_new (LINE);
  cairo_surface_t *picture = picture_new (), *empty = picture_new ();
  cairo_t *cr = cairo_create (picture);

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      venule_ring_sprites_draw (sprites, cr, odd[i], 50, 5);
      venule_ring_sprites_draw (sprites, cr, 50, odd[i], 5);
      venule_ring_sprites_draw (sprites, cr, 50, 50, i == 0 ? NAN : -1);
    }
  cairo_destroy (cr);
  g_assert_cmpfloat (compare (picture, empty), ==, 0);
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
          VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 10 + id % 6 * 24 + i * 0.2,
                              .y = 12 + id / 6 * 20 + i % 9 * 0.5,
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
  VenuleOverlayOptions options = { .contours = TRUE, .tails = TRUE, .tail_seconds = 1, .velocity_max = 100,
                                   .crowd = crowd,
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
          int x = (int) floor (place->x + 0.5 + 6 * cos (k * G_PI / 18)),
              y = (int) floor (place->y + 0.5 + 6 * sin (k * G_PI / 18));

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
      VenuleOverlayOptions options = { .tails = TRUE, .tail_seconds = (length + 0.5) / 30, .velocity_max = 100,
                                       .crowd = 1,
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
  g_test_add_func ("/crowd/a-sprite-is-a-circle-of-cairo", test_a_sprite_is_a_circle_of_cairo);
  g_test_add_func ("/crowd/what-has-no-place-is-not-drawn", test_what_has_no_place_is_not_drawn);
  g_test_add_func ("/crowd/it-lies-where-its-cells-are", test_a_crowd_lies_where_its_cells_are);
  g_test_add_func ("/crowd/a-tail-is-as-long-as-others", test_a_tail_is_as_long_as_others);
  g_test_add_func ("/crowd/a-selected-cell-stands-out", test_a_selected_cell_stands_out_of_a_crowd);
  g_test_add_func ("/crowd/shared-work-is-done-once", test_shared_work_is_done_once);

  return g_test_run ();
}
