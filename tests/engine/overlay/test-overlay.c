/* test-overlay.c: what is drawn over a frame lies where the cell is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>

#include "recording.h"
#include "venule-overlay.h"

#define WIDTH 200
#define HEIGHT 120
#define GRAY 0x60

typedef struct {
  cairo_surface_t *surface;
  cairo_t         *cr;
} Canvas;

/* A gray picture of WIDTH×HEIGHT video px, @scale times as large. */
static Canvas
canvas_new (double scale)
{
  Canvas canvas;

  canvas.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (WIDTH * scale), (int) (HEIGHT * scale));
  canvas.cr = cairo_create (canvas.surface);
  cairo_set_source_rgb (canvas.cr, GRAY / 255.0, GRAY / 255.0, GRAY / 255.0);
  cairo_paint (canvas.cr);

  return canvas;
}

static void
canvas_clear (Canvas *canvas)
{
  g_assert_cmpint (cairo_status (canvas->cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (canvas->cr);
  cairo_surface_destroy (canvas->surface);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Canvas, canvas_clear)

static guint32
pixel_at (Canvas *canvas,
          int     x,
          int     y)
{
  const guint8 *data;

  cairo_surface_flush (canvas->surface);
  data = cairo_image_surface_get_data (canvas->surface) + y * cairo_image_surface_get_stride (canvas->surface);

  return ((const guint32 *) (const void *) data)[x] & 0xffffff;
}

static gboolean
is_touched (Canvas *canvas,
            int     x,
            int     y)
{
  return pixel_at (canvas, x, y) != (GRAY << 16 | GRAY << 8 | GRAY);
}

static guint
count_touched (Canvas *canvas,
               int     left,
               int     top,
               int     right,
               int     bottom)
{
  guint n = 0;

  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      n += is_touched (canvas, x, y);

  return n;
}

static VenuleOverlayOptions
no_options (double scale)
{
  return (VenuleOverlayOptions){ .scale = scale, .tail_seconds = 1, .velocity_max = 100 };
}

static GListModel *
one_cell (double radius,
          double contour)
{
  GListStore *tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleTrack) track = venule_track_new (8);

  for (int i = 0; i <= 30; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 70 + i, .y = 60, .radius = radius };

      for (int j = 0; j < VENULE_CONTOUR_POINTS; j++)
        spot.contour[j] = contour;
      venule_track_add_spot (track, &spot);
    }
  g_list_store_append (tracks, track);

  return G_LIST_MODEL (tracks);
}

static VenuleSettings *
settings_along_x (void)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->vessel->flow_x = 1;

  return settings;
}

static void
assert_ring (Canvas *canvas,
             double  scale,
             double  radius)
{
  /* The spot is at (100, 60): its centre is at (100.5, 60.5) of the picture. */
  for (int i = 0; i < 36; i++)
    {
      double c = cos (i * G_PI / 18), s = sin (i * G_PI / 18);

      g_assert_true (is_touched (canvas, (int) floor ((100.5 + radius * c) * scale),
                                 (int) floor ((60.5 + radius * s) * scale)));
      g_assert_false (is_touched (canvas, (int) floor (100.5 * scale + (radius * scale - 4) * c),
                                  (int) floor (60.5 * scale + (radius * scale - 4) * s)));
      g_assert_false (is_touched (canvas, (int) floor (100.5 * scale + (radius * scale + 4) * c),
                                  (int) floor (60.5 * scale + (radius * scale + 4) * s)));
    }
}

static void
test_contours_lie_on_the_cell (void)
{
  const double scales[] = { 1, 2.5 };
  const double contours[] = { 0, 12 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (guint j = 0; j < G_N_ELEMENTS (contours); j++)
      {
        g_autoptr(GListModel) tracks = one_cell (12, contours[j]);
        g_autoptr(VenuleSettings) settings = settings_along_x ();
        g_auto(Canvas) canvas = canvas_new (scales[i]);
        VenuleOverlayOptions options = no_options (scales[i]);

        options.contours = TRUE;
        cairo_scale (canvas.cr, scales[i], scales[i]);
        venule_overlay_draw_tracks (canvas.cr, tracks, settings, 30, &options);
        assert_ring (&canvas, scales[i], 12);
      }
}

static void
test_tails_follow_the_path_for_their_time (void)
{
  g_autoptr(GListModel) tracks = one_cell (12, 0);
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  g_auto(Canvas) canvas = canvas_new (1);
  VenuleOverlayOptions options = no_options (1);

  options.tails = TRUE;
  options.tail_seconds = 0.5;
  venule_overlay_draw_tracks (canvas.cr, tracks, settings, 30, &options);

  for (int x = 87; x <= 99; x++)
    g_assert_true (is_touched (&canvas, x, 60));
  g_assert_cmpuint (count_touched (&canvas, 0, 0, 84, HEIGHT), ==, 0);
  g_assert_cmpuint (count_touched (&canvas, 103, 0, WIDTH, HEIGHT), ==, 0);
}

static void
test_ids_stand_beside_the_cell (void)
{
  g_autoptr(GListModel) tracks = one_cell (12, 0);
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  g_auto(Canvas) canvas = canvas_new (1);
  VenuleOverlayOptions options = no_options (1);

  options.ids = TRUE;
  venule_overlay_draw_tracks (canvas.cr, tracks, settings, 30, &options);

  g_assert_cmpuint (count_touched (&canvas, 106, 38, 126, 56), >, 20);
  g_assert_cmpuint (count_touched (&canvas, 0, 0, 106, HEIGHT), ==, 0);
}

static void
test_a_locked_track_has_a_padlock (void)
{
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  g_autoptr(GListModel) tracks = one_cell (10, 0);
  g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, 0);
  g_auto(Canvas) open = canvas_new (1), locked = canvas_new (1), numbered = canvas_new (1);
  VenuleOverlayOptions options = no_options (1);

  options.locks = TRUE;
  venule_overlay_draw_tracks (open.cr, tracks, settings, 30, &options);
  g_assert_cmpuint (count_touched (&open, 0, 0, WIDTH, HEIGHT), ==, 0);

  venule_track_set_locked (track, TRUE);
  venule_overlay_draw_tracks (locked.cr, tracks, settings, 30, &options);
  g_assert_cmpuint (count_touched (&locked, 107, 38, 122, 56), >, 30);
  g_assert_cmpuint (count_touched (&locked, 107, 38, 122, 56), ==, count_touched (&locked, 0, 0, WIDTH, HEIGHT));

  /* Beside the number, not on it. */
  options.ids = TRUE;
  venule_overlay_draw_tracks (numbered.cr, tracks, settings, 30, &options);
  g_assert_true (is_touched (&numbered, 124, 49));
  g_assert_false (is_touched (&locked, 124, 49));
}

static void
test_nothing_is_drawn_where_nothing_is_asked_for (void)
{
  g_autoptr(GListModel) tracks = one_cell (12, 0);
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  g_auto(Canvas) canvas = canvas_new (1);
  VenuleOverlayOptions options = no_options (1), all;

  venule_overlay_draw_tracks (canvas.cr, tracks, settings, 30, &options);
  venule_overlay_draw_vessel (canvas.cr, settings, WIDTH, HEIGHT, &options);
  venule_overlay_draw_legend (canvas.cr, WIDTH, HEIGHT, 1, settings, 1, &options);
  venule_overlay_options_init (&all);
  venule_overlay_draw_tracks (canvas.cr, tracks, settings, 31, &all);

  g_assert_cmpuint (count_touched (&canvas, 0, 0, WIDTH, HEIGHT), ==, 0);
}

static void
test_a_selected_cell_is_bolder (void)
{
  guint touched[2];

  for (int i = 0; i < 2; i++)
    {
      g_autoptr(GListModel) tracks = one_cell (12, 12);
      g_autoptr(VenuleSettings) settings = settings_along_x ();
      g_autoptr(GArray) selected = g_array_new (FALSE, FALSE, sizeof (guint));
      g_auto(Canvas) canvas = canvas_new (1);
      VenuleOverlayOptions options = no_options (1);
      const guint id = 8;

      options.contours = TRUE;
      options.selected = selected;
      if (i == 1)
        g_array_append_val (selected, id);
      venule_overlay_draw_tracks (canvas.cr, tracks, settings, 30, &options);
      touched[i] = count_touched (&canvas, 0, 0, WIDTH, HEIGHT);
    }
  g_assert_cmpuint (touched[1], >, touched[0] * 6 / 5);
}

static void
test_the_crop_is_outlined_and_the_arrow_lies_beside_it (void)
{
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  g_auto(Canvas) canvas = canvas_new (1);
  VenuleOverlayOptions options = no_options (1);

  options.crop = TRUE;
  venule_vessel_set_rectangle (settings->vessel, 20, 40, 160, 50, 0);
  venule_overlay_draw_vessel (canvas.cr, settings, WIDTH, HEIGHT, &options);

  /* Dashes on the four sides, nothing inside, the arrow above. */
  g_assert_cmpuint (count_touched (&canvas, 18, 38, 182, 42), >, 200);
  g_assert_cmpuint (count_touched (&canvas, 18, 88, 182, 92), >, 200);
  g_assert_cmpuint (count_touched (&canvas, 23, 43, 177, 87), ==, 0);
  g_assert_cmpuint (count_touched (&canvas, 60, 15, 140, 37), >, 100);
}

/* An arrow that goes across a crop of the whole width has no room beside it, nor at its corner. */
static void
test_an_arrow_askew_stays_in_the_picture (void)
{
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  g_auto(Canvas) canvas = canvas_new (1);
  VenuleOverlayOptions options = no_options (1);

  options.crop = TRUE;
  venule_vessel_set_rectangle (settings->vessel, 0, 10, WIDTH, 36, 0);
  settings->vessel->flow_x = settings->vessel->flow_y = 1;
  venule_overlay_draw_vessel (canvas.cr, settings, WIDTH, 56, &options);
  g_assert_cmpuint (count_touched (&canvas, 70, 13, 130, 43), >, 100);
}

/* Columns of the white bar at the bottom right. */
static int
measure_scale_bar (Canvas *canvas,
                   int     width,
                   int     height)
{
  int n = 0;

  for (int x = width / 2; x < width; x++)
    n += pixel_at (canvas, x, height - 14) == 0xffffff;

  return n;
}

static void
test_the_scale_bar_is_as_long_as_it_says (void)
{
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  VenuleOverlayOptions options = no_options (1);

  options.scale_bar = TRUE;

  /* A quarter of 500 px at 0.5 µm/px are 62.5 µm: 50 µm, 100 px. */
  settings->calibration.pixel_size_um = 0.5;
  {
    g_auto(Canvas) canvas = canvas_new (2.5);

    venule_overlay_draw_legend (canvas.cr, 500, 300, 1, settings, 0, &options);
    g_assert_cmpint (measure_scale_bar (&canvas, 500, 300), ==, 100);
  }
  /* Shown twice as large: 20 µm, 80 px. */
  {
    g_auto(Canvas) canvas = canvas_new (2.5);

    venule_overlay_draw_legend (canvas.cr, 500, 300, 2, settings, 0, &options);
    g_assert_cmpint (measure_scale_bar (&canvas, 500, 300), ==, 80);
  }
  /* Without a calibration: 100 px. */
  settings->calibration.pixel_size_um = 0;
  {
    g_auto(Canvas) canvas = canvas_new (2.5);

    venule_overlay_draw_legend (canvas.cr, 500, 300, 1, settings, 0, &options);
    g_assert_cmpint (measure_scale_bar (&canvas, 500, 300), ==, 100);
  }
}

/* Movies have a point in every language; over the video of a window numbers are written as beside it. */
static void
test_numbers_of_the_legend_are_local_in_a_window (void)
{
  g_autoptr(VenuleSettings) settings = settings_along_x ();
  VenuleOverlayOptions options = no_options (1);
  g_autofree guint8 *before = NULL;

  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("there is no German locale");
      return;
    }
  options.color_bar = options.color_by_velocity = TRUE;
  settings->calibration.pixel_size_um = 0.5;
  options.velocity_max = 25; /* px/s: 12.5 µm/s */
  for (options.local_numbers = FALSE; options.local_numbers <= TRUE; options.local_numbers++)
    {
      g_auto(Canvas) canvas = canvas_new (2.5);
      gsize size = (gsize) cairo_image_surface_get_stride (canvas.surface) *
                   (gsize) cairo_image_surface_get_height (canvas.surface);
      const guint8 *now = cairo_image_surface_get_data (canvas.surface);

      venule_overlay_draw_legend (canvas.cr, 500, 300, 1, settings, 0, &options);
      cairo_surface_flush (canvas.surface);
      g_assert_true (before == NULL || memcmp (before, now, size) != 0);
      g_free (before);
      before = g_memdup2 (now, size);
    }
  setlocale (LC_ALL, "C");
}

static void
test_each_corner_has_its_own (void)
{
  g_autoptr(VenuleSettings) settings = settings_along_x ();

  for (int i = 0; i < 4; i++)
    {
      g_auto(Canvas) canvas = canvas_new (2.5);
      VenuleOverlayOptions options = no_options (1);

      options.time = i == 0;
      options.scale_bar = i == 1;
      options.color_bar = i >= 2;
      options.color_by_velocity = i == 2;
      venule_overlay_draw_legend (canvas.cr, 500, 300, 1, settings, 3661.5, &options);
      g_assert_cmpint (count_touched (&canvas, 0, 0, 250, 150) > 0, ==, i == 0);
      g_assert_cmpint (count_touched (&canvas, 250, 150, 500, 300) > 0, ==, i == 1);
      g_assert_cmpint (count_touched (&canvas, 0, 150, 250, 300) > 0, ==, i >= 2);
      g_assert_cmpuint (count_touched (&canvas, 250, 0, 500, 150), ==, 0);
    }
}

/* Relative luminance (IEC 61966-2-1). */
static double
luminance (double r,
           double g,
           double b)
{
  const double channels[] = { r, g, b }, weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (int i = 0; i < 3; i++)
    sum += weights[i] * (channels[i] <= 0.04045 ? channels[i] / 12.92 : pow ((channels[i] + 0.055) / 1.055, 2.4));

  return sum;
}

static void
test_faster_is_lighter (void)
{
  double before = 0;

  for (int i = 0; i <= 100; i++)
    {
      double r, g, b;

      venule_overlay_velocity_color (i, 100, &r, &g, &b);
      g_assert_cmpfloat (luminance (r, g, b), >, before);
      before = luminance (r, g, b);
      /* A contrast to black tissue of 4.5 at least, as letters need it. */
      g_assert_cmpfloat ((before + 0.05) / 0.05, >, 4.5);
    }
}

static void
test_colours_end_at_the_ends_of_the_scale (void)
{
  double r, g, b, r2, g2, b2;

  venule_overlay_velocity_color (-5, 100, &r, &g, &b);
  venule_overlay_velocity_color (0, 100, &r2, &g2, &b2);
  g_assert_true (r == r2 && g == g2 && b == b2);
  venule_overlay_velocity_color (500, 100, &r, &g, &b);
  venule_overlay_velocity_color (100, 100, &r2, &g2, &b2);
  g_assert_true (r == r2 && g == g2 && b == b2);
}

static void
test_the_scale_ends_at_a_round_velocity (void)
{
  g_autoptr(GListModel) tracks = one_cell (10, 0);
  g_autoptr(GListStore) none = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = settings_along_x ();

  /* 30 px/s; at 0.4 µm/px 12 µm/s, so that the scale ends at 15 µm/s. */
  g_assert_cmpfloat_with_epsilon (venule_overlay_velocity_max (tracks, settings), 30, 1e-9);
  settings->calibration.pixel_size_um = 0.4;
  g_assert_cmpfloat_with_epsilon (venule_overlay_velocity_max (tracks, settings), 15 / 0.4, 1e-9);
  g_assert_cmpfloat (venule_overlay_velocity_max (G_LIST_MODEL (none), settings), >, 0);
}

static void
test_an_outlier_does_not_take_the_colours_away (void)
{
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = settings_along_x ();

  /* 10, 20 … 80 px/s and one of 900: quartiles 30 and 70, so that the fence is at 130. */
  for (int i = 1; i <= 9; i++)
    {
      g_autoptr(VenuleTrack) track = venule_track_new (i);
      VenuleSpot spot = { 0 };

      venule_track_add_spot (track, &spot);
      spot = (VenuleSpot){ .frame = 30, .time = 1, .x = i < 9 ? 10 * i : 900 };
      venule_track_add_spot (track, &spot);
      g_list_store_append (tracks, track);
    }
  g_assert_cmpfloat_with_epsilon (venule_overlay_velocity_max (G_LIST_MODEL (tracks), settings), 150, 1e-9);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/overlay/contours-lie-on-the-cell", test_contours_lie_on_the_cell);
  g_test_add_func ("/overlay/tails-follow-the-path", test_tails_follow_the_path_for_their_time);
  g_test_add_func ("/overlay/ids-stand-beside-the-cell", test_ids_stand_beside_the_cell);
  g_test_add_func ("/overlay/a-locked-track-has-a-padlock", test_a_locked_track_has_a_padlock);
  g_test_add_func ("/overlay/nothing-where-nothing-is-asked-for", test_nothing_is_drawn_where_nothing_is_asked_for);
  g_test_add_func ("/overlay/a-selected-cell-is-bolder", test_a_selected_cell_is_bolder);
  g_test_add_func ("/overlay/crop-and-arrow", test_the_crop_is_outlined_and_the_arrow_lies_beside_it);
  g_test_add_func ("/overlay/arrow-askew", test_an_arrow_askew_stays_in_the_picture);
  g_test_add_func ("/overlay/numbers-of-the-legend-are-local-in-a-window",
                   test_numbers_of_the_legend_are_local_in_a_window);
  g_test_add_func ("/overlay/the-scale-bar-is-as-long-as-it-says", test_the_scale_bar_is_as_long_as_it_says);
  g_test_add_func ("/overlay/each-corner-has-its-own", test_each_corner_has_its_own);
  g_test_add_func ("/overlay/faster-is-lighter", test_faster_is_lighter);
  g_test_add_func ("/overlay/colours-end-at-the-ends", test_colours_end_at_the_ends_of_the_scale);
  g_test_add_func ("/overlay/the-scale-ends-at-a-round-velocity", test_the_scale_ends_at_a_round_velocity);
  g_test_add_func ("/overlay/an-outlier-does-not-take-the-colours-away",
                   test_an_outlier_does_not_take_the_colours_away);

  return g_test_run ();
}
