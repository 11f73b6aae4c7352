/* test-canvas-view.c: zoom, pan, and what the screen shows of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "canvas-stage.h"

#include <math.h>

#include "fake-source.h"
#include "venule-canvas-view.h"

static const double zooms[] = { 0.1, 0.33, 1, 1.37, 2, 3, 8.5, 32 };

static void
assert_near (double a,
             double b,
             double tolerance)
{
  g_assert_cmpfloat_with_epsilon (a, b, tolerance);
}

static void
test_coordinates_go_there_and_back (void)
{
  CanvasStage stage;

  canvas_stage_set_up (&stage, 800, 600);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      venule_canvas_set_zoom (stage.canvas, zooms[i]);
      for (int j = 0; j < 50; j++)
        {
          double x = g_test_rand_double_range (-50, 700);
          double y = g_test_rand_double_range (-50, 500);
          double wx, wy, back_x, back_y;

          venule_canvas_view_from_video (&stage.canvas->view, x, y, &wx, &wy);
          venule_canvas_view_to_video (&stage.canvas->view, wx, wy, &back_x, &back_y);
          assert_near (back_x, x, 1e-9);
          assert_near (back_y, y, 1e-9);
        }
    }
  canvas_stage_tear_down (&stage);
}

/* A video of 640 × 480 in 800 × 600: 1.25 px of the screen for each, and its corner at −½ is the widget's. */
static void
test_fit_fills_the_widget_and_follows_it (void)
{
  CanvasStage stage;
  double x, y;

  canvas_stage_set_up (&stage, 800, 600);
  assert_near (venule_canvas_get_zoom (stage.canvas), 1.25, 1e-9);
  venule_canvas_view_from_video (&stage.canvas->view, -0.5, -0.5, &x, &y);
  assert_near (x, 0, 1e-9);
  assert_near (y, 0, 1e-9);
  venule_canvas_view_from_video (&stage.canvas->view, 639.5, 479.5, &x, &y);
  assert_near (x, 800, 1e-9);
  assert_near (y, 600, 1e-9);

  gtk_widget_size_allocate (GTK_WIDGET (stage.canvas), &(GtkAllocation) { 0, 0, 960, 600 }, -1);
  assert_near (venule_canvas_get_zoom (stage.canvas), 1.25, 1e-9);
  venule_canvas_view_from_video (&stage.canvas->view, -0.5, -0.5, &x, &y);
  assert_near (x, 80, 1e-9);
  gtk_widget_size_allocate (GTK_WIDGET (stage.canvas), &(GtkAllocation) { 0, 0, 320, 600 }, -1);
  assert_near (venule_canvas_get_zoom (stage.canvas), 0.5, 1e-9);

  venule_canvas_zoom_original (stage.canvas);
  gtk_widget_size_allocate (GTK_WIDGET (stage.canvas), &(GtkAllocation) { 0, 0, 500, 600 }, -1);
  assert_near (venule_canvas_get_zoom (stage.canvas), 1, 1e-9);
  venule_canvas_zoom_fit (stage.canvas);
  assert_near (venule_canvas_get_zoom (stage.canvas), 500 / 640.0, 1e-9);
  canvas_stage_tear_down (&stage);
}

/* 473 / 400 × 400 is more than 473 in floating point. */
static void
test_fit_is_in_the_middle_in_every_width (void)
{
  for (int width = 200; width < 2000; width++)
    {
      VenuleCanvasView view;
      double x, y;

      venule_canvas_view_init (&view);
      venule_canvas_view_set_video (&view, 400, 240);
      venule_canvas_view_set_widget (&view, width, 3000, 1);
      venule_canvas_view_get_origin (&view, &x, &y);
      assert_near (x, 0, 1e-9);
      venule_canvas_view_set_widget (&view, 6000, width, 1);
      venule_canvas_view_get_origin (&view, &x, &y);
      assert_near (y, 0, 1e-9);
    }
}

static void
test_zoom_is_told (void)
{
  CanvasStage stage;
  double zoom = 0;

  canvas_stage_set_up (&stage, 800, 600);
  g_object_bind_property (stage.canvas, "zoom", stage.canvas, "opacity", G_BINDING_DEFAULT);
  venule_canvas_set_zoom (stage.canvas, 0.5);
  canvas_stage_settle (&stage);
  g_object_get (stage.canvas, "zoom", &zoom, NULL);
  assert_near (zoom, 0.5, 1e-9);
  assert_near (gtk_widget_get_opacity (GTK_WIDGET (stage.canvas)), 0.5, 0.01);
  canvas_stage_tear_down (&stage);
}

/* The video's corner is on a whole px of the screen, so the point may move by half of one. */
static void
test_wheel_keeps_the_point_under_the_pointer (void)
{
  CanvasStage stage;

  canvas_stage_set_up (&stage, 800, 600);
  venule_canvas_set_zoom (stage.canvas, 3);
  for (int i = 0; i < 100; i++)
    {
      double wx = g_test_rand_double_range (200, 600);
      double wy = g_test_rand_double_range (150, 450);
      double x, y, after_x, after_y;

      stage.canvas->pointer.inside = TRUE;
      venule_canvas_hover (stage.canvas, wx, wy);
      venule_canvas_view_to_video (&stage.canvas->view, wx, wy, &x, &y);
      g_assert_true (venule_canvas_scroll (stage.canvas, 0, i % 3 == 0 ? 1 : -1, i % 2 ? GDK_CONTROL_MASK : 0, FALSE));
      if (venule_canvas_get_zoom (stage.canvas) < 2.5 || venule_canvas_get_zoom (stage.canvas) > 20)
        venule_canvas_set_zoom (stage.canvas, 6);
      else if (x > 150 && x < 490 && y > 120 && y < 360) /* elsewhere the edge would come into sight */
        {
          venule_canvas_view_from_video (&stage.canvas->view, x, y, &after_x, &after_y);
          assert_near (after_x, wx, 0.51);
          assert_near (after_y, wy, 0.51);
        }
    }
  canvas_stage_tear_down (&stage);
}

static void
test_zoom_has_limits (void)
{
  CanvasStage stage;

  canvas_stage_set_up (&stage, 800, 600);
  for (int i = 0; i < 40; i++)
    venule_canvas_zoom_in (stage.canvas);
  assert_near (venule_canvas_get_zoom (stage.canvas), 32, 1e-9);
  for (int i = 0; i < 60; i++)
    venule_canvas_zoom_out (stage.canvas);
  assert_near (venule_canvas_get_zoom (stage.canvas), 0.1, 1e-9);
  canvas_stage_tear_down (&stage);
}

static void
test_video_is_never_lost (void)
{
  CanvasStage stage;
  double left, top, right, bottom;

  canvas_stage_set_up (&stage, 800, 600);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      venule_canvas_set_zoom (stage.canvas, zooms[i]);
      venule_canvas_pan (stage.canvas, i % 2 ? 1e6 : -1e6, i % 3 ? -1e6 : 1e6);
      venule_canvas_view_from_video (&stage.canvas->view, -0.5, -0.5, &left, &top);
      venule_canvas_view_from_video (&stage.canvas->view, 639.5, 479.5, &right, &bottom);
      g_assert_cmpfloat (MIN (right, 800) - MAX (left, 0), >=, MIN (640 * zooms[i], 800 - 33) - 1);
      g_assert_cmpfloat (MIN (bottom, 600) - MAX (top, 0), >=, MIN (480 * zooms[i], 600 - 33) - 1);
    }
  canvas_stage_tear_down (&stage);
}

static void
test_touchpad_and_shift_pan (void)
{
  CanvasStage stage;
  double before_x, before_y, after_x, after_y;

  canvas_stage_set_up (&stage, 800, 600);
  venule_canvas_set_zoom (stage.canvas, 4);
  venule_canvas_view_from_video (&stage.canvas->view, 100, 100, &before_x, &before_y);
  g_assert_true (venule_canvas_scroll (stage.canvas, 10, 20, 0, TRUE));
  venule_canvas_view_from_video (&stage.canvas->view, 100, 100, &after_x, &after_y);
  assert_near (after_x, before_x - 10, 1e-9);
  assert_near (after_y, before_y - 20, 1e-9);
  assert_near (venule_canvas_get_zoom (stage.canvas), 4, 1e-9);

  g_assert_true (venule_canvas_scroll (stage.canvas, 0, 1, GDK_SHIFT_MASK, FALSE));
  venule_canvas_view_from_video (&stage.canvas->view, 100, 100, &before_x, &before_y);
  g_assert_cmpfloat (before_x, <, after_x);
  assert_near (before_y, after_y, 1e-9);

  g_assert_true (venule_canvas_scroll (stage.canvas, 0, -40, GDK_CONTROL_MASK, TRUE));
  g_assert_cmpfloat (venule_canvas_get_zoom (stage.canvas), >, 4);
  canvas_stage_tear_down (&stage);
}

static void
test_pinch_keeps_what_is_between_the_fingers (void)
{
  CanvasStage stage;
  double x, y, after_x, after_y;

  canvas_stage_set_up (&stage, 800, 600);
  venule_canvas_set_zoom (stage.canvas, 4);
  venule_canvas_view_to_video (&stage.canvas->view, 420, 310, &x, &y);
  venule_canvas_pinch_begin (stage.canvas, 420, 310);
  venule_canvas_pinch (stage.canvas, 1.3, 415, 320);
  venule_canvas_pinch (stage.canvas, 1.5, 380, 330);
  assert_near (venule_canvas_get_zoom (stage.canvas), 6, 1e-9);
  venule_canvas_view_from_video (&stage.canvas->view, x, y, &after_x, &after_y);
  assert_near (after_x, 380, 1);
  assert_near (after_y, 330, 1);
  canvas_stage_tear_down (&stage);
}

static void
test_background_of_an_enlarged_video_drags_it (void)
{
  CanvasStage stage;
  double before_x, before_y, after_x, after_y;

  canvas_stage_set_up (&stage, 800, 600);
  venule_canvas_set_zoom (stage.canvas, 4);
  venule_canvas_view_from_video (&stage.canvas->view, 300, 200, &before_x, &before_y);
  venule_canvas_press (stage.canvas, 400, 300, 0);
  venule_canvas_drag (stage.canvas, 430, 280, 0);
  venule_canvas_release (stage.canvas, 450, 270, 0);
  venule_canvas_view_from_video (&stage.canvas->view, 300, 200, &after_x, &after_y);
  assert_near (after_x, before_x + 50, 1e-9);
  assert_near (after_y, before_y - 30, 1e-9);
  canvas_stage_tear_down (&stage);
}

/* What is on the screen */

static void
test_display_window_is_fixed (void)
{
  g_autoptr (VenuleDisplayTable) eight = venule_display_table_new (&(VenuleDisplayWindow) { 0, 0 }, 8);
  g_autoptr (VenuleDisplayTable) twelve = venule_display_table_new (&(VenuleDisplayWindow) { 0, 0 }, 12);
  g_autoptr (VenuleDisplayTable) narrow = venule_display_table_new (&(VenuleDisplayWindow) { 1000, 3000 }, 16);

  for (guint sample = 0; sample < 256; sample++)
    g_assert_cmpuint (venule_display_table_get_level (eight, sample), ==, sample);
  g_assert_cmpuint (venule_display_table_get_level (twelve, 4095), ==, 255);
  g_assert_cmpuint (venule_display_table_get_level (twelve, 2048), ==, 128);
  g_assert_cmpuint (venule_display_table_get_level (twelve, 65535), ==, 255);
  g_assert_cmpuint (venule_display_table_get_level (narrow, 999), ==, 0);
  g_assert_cmpuint (venule_display_table_get_level (narrow, 2000), ==, 128);
  g_assert_cmpuint (venule_display_table_get_level (narrow, 3001), ==, 255);
}

/* 2: the root; black and white stay. */
static void
test_gamma_is_of_the_levels_between (void)
{
  const VenuleDisplayWindow bright = { 1000, 3000, 2 }, plain = { 1000, 3000, 1 };
  g_autoptr (VenuleDisplayTable) table = venule_display_table_new (&bright, 16);

  g_assert_cmpuint (venule_display_table_get_level (table, 1000), ==, 0);
  g_assert_cmpuint (venule_display_table_get_level (table, 1500), ==, 128);
  g_assert_cmpuint (venule_display_table_get_level (table, 3000), ==, 255);
  g_assert_true (venule_display_table_fits (table, &bright, 16));
  g_assert_false (venule_display_table_fits (table, &plain, 16));
}

static VenuleFrame *
ramp (int bit_depth)
{
  VenuleFrame *frame = venule_frame_new (7, 5, bit_depth);

  for (int y = 0; y < 5; y++)
    {
      for (int x = 0; x < 7; x++)
        {
          if (bit_depth == 8)
            frame->data[y * frame->stride + x] = (guint8) (10 * y + x);
          else
            ((guint16 *) (gpointer) (frame->data + y * frame->stride))[x] = (guint16) ((10 * y + x) << (bit_depth - 8));
        }
    }
  return frame;
}

static void
test_texture_holds_the_samples (void)
{
  for (int bit_depth = 8; bit_depth <= 16; bit_depth += 4)
    {
      g_autoptr (VenuleFrame) frame = ramp (bit_depth);
      g_autoptr (VenuleDisplayTable) table = venule_display_table_new (&(VenuleDisplayWindow) { 0, 0 }, bit_depth);
      g_autoptr (GdkTexture) texture = venule_frame_texture_new (frame, table);
      guchar pixels[5][7][4];

      g_assert_cmpint (gdk_texture_get_width (texture), ==, 7);
      g_assert_cmpint (gdk_texture_get_height (texture), ==, 5);
      gdk_texture_download (texture, &pixels[0][0][0], sizeof pixels[0]);
      for (int y = 0; y < 5; y++)
        {
          for (int x = 0; x < 7; x++)
            {
              g_assert_cmpint (abs (pixels[y][x][1] - (10 * y + x)), <=, bit_depth > 8 ? 1 : 0);
              g_assert_cmpint (pixels[y][x][0], ==, pixels[y][x][2]);
            }
        }
    }
}

/* Three px of the texture for each of the frame, beginning in the middle of one. */
static void
test_enlarged_texture_has_square_pixels (void)
{
  g_autoptr (VenuleFrame) frame = ramp (8);
  g_autoptr (VenuleDisplayTable) table = venule_display_table_new (&(VenuleDisplayWindow) { 0, 0 }, 8);
  VenuleTextureView view = { .width = 9, .height = 6, .left = 1 + 1 / 3.0, .top = 2, .scale = 3 };
  g_autoptr (GdkTexture) texture = venule_frame_texture_new_view (frame, table, &view);
  static const int columns[] = { 1, 1, 2, 2, 2, 3, 3, 3, 4 };
  static const int rows[] = { 2, 2, 2, 3, 3, 3 };
  guchar pixels[6][9][4];

  gdk_texture_download (texture, &pixels[0][0][0], sizeof pixels[0]);
  for (int y = 0; y < 6; y++)
    {
      for (int x = 0; x < 9; x++)
        g_assert_cmpint (pixels[y][x][0], ==, 10 * rows[y] + columns[x]);
    }
}

static void
count_paint (GdkFrameClock *clock,
             int           *n)
{
  (*n)++;
}

static void
run_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

/* A while after it has been shown, a window is not drawn any more. */
static void
wait_for_rest (int *n_paints)
{
  for (int i = 0; i < 100; i++)
    {
      *n_paints = 0;
      run_for (200);
      if (*n_paints == 0)
        return;
    }
  g_assert_not_reached ();
}

static void
test_nothing_is_drawn_when_nothing_changes (void)
{
  CanvasStage stage;
  GdkFrameClock *clock;
  GskRenderNode *tracks;
  int n = 0;

  canvas_stage_set_up (&stage, 800, 600);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (stage.canvas));
  g_signal_connect (clock, "paint", G_CALLBACK (count_paint), &n);
  wait_for_rest (&n);

  /* A redraw for another reason shows the same layer again; another frame has one of its own. */
  tracks = stage.canvas->layers[VENULE_LAYER_TRACKS].node;
  g_assert_nonnull (tracks);
  gsk_render_node_ref (tracks);
  gtk_widget_queue_draw (GTK_WIDGET (stage.canvas));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage.canvas));
  g_assert_true (stage.canvas->layers[VENULE_LAYER_TRACKS].node == tracks);
  canvas_stage_show_frame (&stage, 5);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage.canvas));
  g_assert_true (stage.canvas->layers[VENULE_LAYER_TRACKS].node != tracks);
  wait_for_rest (&n);
  gsk_render_node_unref (tracks);
  g_signal_handlers_disconnect_by_data (clock, &n);
  canvas_stage_tear_down (&stage);
}

static void
test_frame_of_the_player_is_on_show (void)
{
  CanvasStage stage;

  canvas_stage_set_up (&stage, 800, 600);
  for (int i = 0; i < 20; i++)
    {
      gint64 frame = g_test_rand_int_range (0, 100);

      canvas_stage_show_frame (&stage, frame);
      g_assert_cmpint (fake_source_number_of (stage.canvas->frame), ==, frame);
    }
  canvas_stage_show_frame (&stage, 42);
  /* It is told when it has stayed for a moment. */
  for (int i = 0; i < 1000 && stage.canvas->describe_timeout; i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      g_usleep (20000);
    }
  gtk_test_accessible_assert_role (stage.canvas, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (stage.canvas, GTK_ACCESSIBLE_PROPERTY_LABEL, "Video");
  gtk_test_accessible_assert_property (stage.canvas, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Frame 42, 0 cells");
  canvas_stage_tear_down (&stage);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/canvas/coordinates-go-there-and-back", test_coordinates_go_there_and_back);
  g_test_add_func ("/canvas/fit-fills-the-widget-and-follows-it", test_fit_fills_the_widget_and_follows_it);
  g_test_add_func ("/canvas/fit-is-in-the-middle-in-every-width", test_fit_is_in_the_middle_in_every_width);
  g_test_add_func ("/canvas/zoom-is-told", test_zoom_is_told);
  g_test_add_func ("/canvas/wheel-keeps-the-point-under-the-pointer", test_wheel_keeps_the_point_under_the_pointer);
  g_test_add_func ("/canvas/zoom-has-limits", test_zoom_has_limits);
  g_test_add_func ("/canvas/video-is-never-lost", test_video_is_never_lost);
  g_test_add_func ("/canvas/touchpad-and-shift-pan", test_touchpad_and_shift_pan);
  g_test_add_func ("/canvas/pinch-keeps-what-is-between-the-fingers", test_pinch_keeps_what_is_between_the_fingers);
  g_test_add_func ("/canvas/background-of-an-enlarged-video-drags-it", test_background_of_an_enlarged_video_drags_it);
  g_test_add_func ("/canvas/display-window-is-fixed", test_display_window_is_fixed);
  g_test_add_func ("/canvas/gamma-is-of-the-levels-between", test_gamma_is_of_the_levels_between);
  g_test_add_func ("/canvas/texture-holds-the-samples", test_texture_holds_the_samples);
  g_test_add_func ("/canvas/enlarged-texture-has-square-pixels", test_enlarged_texture_has_square_pixels);
  g_test_add_func ("/canvas/nothing-is-drawn-when-nothing-changes", test_nothing_is_drawn_when_nothing_changes);
  g_test_add_func ("/canvas/frame-of-the-player-is-on-show", test_frame_of_the_player_is_on_show);

  return g_test_run ();
}
