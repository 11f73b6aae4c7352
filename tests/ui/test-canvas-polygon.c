/* test-canvas-polygon.c: polygons, the keyboard in place of the pointer, and events in any order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "canvas-stage.h"

#include <math.h>

#include "venule-crop-tool-private.h"

static void
set_up (CanvasStage *stage,
        CanvasHeard *heard,
        VenuleCanvasMode   tool)
{
  canvas_stage_set_up (stage, 800, 600);
  canvas_stage_listen (stage, heard);
  venule_canvas_set_mode (stage->canvas, tool);
}

/* Polygon */

static const VenulePoint triangle[] = { { 100, 100 }, { 300, 120 }, { 200, 300 } };
static const VenulePoint square[] = { { 100, 100 }, { 300, 100 }, { 300, 300 }, { 100, 300 } };

static void
assert_polygon (CanvasStage       *stage,
                const VenulePoint *corners,
                guint              n)
{
  const VenuleVessel *vessel = canvas_stage_get_vessel (stage);

  g_assert_cmpint (vessel->kind, ==, VENULE_CROP_POLYGON);
  g_assert_cmpuint (vessel->corners->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      VenulePoint corner = g_array_index (vessel->corners, VenulePoint, i);

      g_assert_cmpfloat (corner.x, ==, corners[i].x);
      g_assert_cmpfloat (corner.y, ==, corners[i].y);
    }
}

static void
click_corners (CanvasStage       *stage,
               const VenulePoint *corners,
               guint              n)
{
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_POLYGON);
  for (guint i = 0; i < n; i++)
    canvas_stage_click (stage, corners[i].x, corners[i].y, 0);
}

static void
test_polygon_closes_in_three_ways (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  click_corners (&stage, square, 4);
  g_assert_cmpint (heard.n_settings, ==, 0);
  canvas_stage_click (&stage, 101, 101, 0); /* on the first corner */
  assert_polygon (&stage, square, 4);
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_SELECT);

  click_corners (&stage, triangle, 3);
  canvas_stage_click (&stage, 200, 300, 0); /* the second click of a double click */
  assert_polygon (&stage, triangle, 3);

  click_corners (&stage, square, 4);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Return, 0));
  assert_polygon (&stage, square, 4);
  g_assert_cmpint (heard.n_finished, ==, 3);
  canvas_stage_tear_down (&stage);
}

static void
test_polygon_of_two_corners_is_none (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  click_corners (&stage, square, 2);
  canvas_stage_click (&stage, 300, 100, 0);
  g_assert_false (venule_tool_finish (stage.canvas->tools[VENULE_CANVAS_TOOL_CROP]));
  g_assert_cmpint (canvas_stage_get_vessel (&stage)->kind, ==, VENULE_CROP_WHOLE);
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_POLYGON);

  /* Backspace takes the last corner back. */
  canvas_stage_click (&stage, 50, 400, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_BackSpace, 0));
  canvas_stage_click (&stage, 200, 300, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Return, 0));
  assert_polygon (&stage, (VenulePoint[]) { { 100, 100 }, { 300, 100 }, { 200, 300 } }, 3);
  canvas_stage_tear_down (&stage);
}

static void
test_polygon_corners_are_edited (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  double x, y;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  click_corners (&stage, square, 4);
  canvas_stage_key (&stage, GDK_KEY_Return, 0);

  canvas_stage_drag (&stage, 300, 300, 320, 310, 0); /* a corner */
  assert_polygon (&stage, (VenulePoint[]) { { 100, 100 }, { 300, 100 }, { 320, 310 }, { 100, 300 } }, 4);
  canvas_stage_drag (&stage, 200, 100, 210, 60, 0); /* the middle of an edge becomes one */
  assert_polygon (&stage, (VenulePoint[]) { { 100, 100 }, { 210, 60 }, { 300, 100 }, { 320, 310 }, { 100, 300 } }, 5);

  venule_canvas_view_from_video (&stage.canvas->view, 300, 100, &x, &y);
  g_assert_true (venule_canvas_press_secondary (stage.canvas, x, y));
  assert_polygon (&stage, (VenulePoint[]) { { 100, 100 }, { 210, 60 }, { 320, 310 }, { 100, 300 } }, 4);

  canvas_stage_click (&stage, 210, 60, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Delete, 0));
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_Delete, 0)); /* left to the window */
  canvas_stage_click (&stage, 100, 100, 0);
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_Delete, 0)); /* a triangle keeps its corners */
  assert_polygon (&stage, (VenulePoint[]) { { 100, 100 }, { 320, 310 }, { 100, 300 } }, 3);

  canvas_stage_drag (&stage, 140, 260, 150, 255, 0);
  assert_polygon (&stage, (VenulePoint[]) { { 110, 95 }, { 330, 305 }, { 110, 295 } }, 3);
  canvas_stage_drag (&stage, 330, 305, 5000, -5000, 0);
  assert_polygon (&stage, (VenulePoint[]) { { 110, 95 }, { 639, 0 }, { 110, 295 } }, 3);
  canvas_stage_tear_down (&stage);
}

/* Keyboard */

static void
test_arrows_nudge_the_crop_only_while_it_is_edited (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  canvas_stage_assert_rectangle (&stage, 101, 80, 200, 120, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Up, GDK_SHIFT_MASK));
  canvas_stage_assert_rectangle (&stage, 101, 70, 200, 120, 0);
  for (int i = 0; i < 12; i++)
    g_assert_true (canvas_stage_key (&stage, GDK_KEY_Left, GDK_SHIFT_MASK));
  canvas_stage_assert_rectangle (&stage, 0, 70, 200, 120, 0);
  venule_canvas_set_edit_vessel (stage.canvas, FALSE);
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  canvas_stage_assert_rectangle (&stage, 0, 70, 200, 120, 0);
  canvas_stage_tear_down (&stage);
}

static void
go_to_handle (CanvasStage      *stage,
              VenuleHandleKind  kind,
              int               index)
{
  const VenuleHandle *active = &VENULE_CROP_TOOL (stage->canvas->tools[VENULE_CANVAS_TOOL_CROP])->active;

  while (active->kind != kind || active->index != index)
    g_assert_true (canvas_stage_key (stage, GDK_KEY_Tab, 0));
}

static void
test_tab_goes_through_the_handles (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  int n = 0;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  while (canvas_stage_key (&stage, GDK_KEY_Tab, 0))
    n++;
  g_assert_cmpint (n, ==, 9); /* eight and the one that turns; then the focus goes on */

  go_to_handle (&stage, VENULE_HANDLE_SIZE, 3); /* right */
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  canvas_stage_assert_rectangle (&stage, 100, 80, 201, 120, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Down, 0));
  canvas_stage_assert_rectangle (&stage, 100, 80, 201, 120, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Escape, 0));

  go_to_handle (&stage, VENULE_HANDLE_TURN, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  canvas_stage_assert_rectangle (&stage, 100, 80, 201, 120, 2);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Left, GDK_SHIFT_MASK));
  canvas_stage_assert_rectangle (&stage, 100, 80, 201, 120, -13);
  canvas_stage_tear_down (&stage);
}

static void
test_shapes_are_drawn_with_the_keyboard (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  VenulePoint start;

  set_up (&stage, &heard, VENULE_MODE_SCALE);
  canvas_stage_key (&stage, GDK_KEY_Right, 0); /* shows the cross */
  canvas_stage_key (&stage, GDK_KEY_Return, 0);
  for (int i = 0; i < 5; i++)
    canvas_stage_key (&stage, GDK_KEY_Right, GDK_SHIFT_MASK);
  canvas_stage_key (&stage, GDK_KEY_Left, 0);
  canvas_stage_key (&stage, GDK_KEY_Return, 0);
  g_assert_cmpfloat_with_epsilon (heard.scale, 49, 1e-6);

  venule_canvas_set_mode (stage.canvas, VENULE_MODE_POLYGON);
  canvas_stage_key (&stage, GDK_KEY_Right, 0);
  start = stage.canvas->pointer.video;
  canvas_stage_key (&stage, GDK_KEY_Return, 0);
  canvas_stage_key (&stage, GDK_KEY_Right, GDK_SHIFT_MASK);
  canvas_stage_key (&stage, GDK_KEY_Return, 0);
  canvas_stage_key (&stage, GDK_KEY_Down, GDK_SHIFT_MASK);
  canvas_stage_key (&stage, GDK_KEY_Return, 0);
  canvas_stage_key (&stage, GDK_KEY_Return, 0); /* a second time on the same place closes */
  assert_polygon (&stage,
                  (VenulePoint[]) { start, { start.x + 10, start.y }, { start.x + 10, start.y + 10 } }, 3);
  canvas_stage_tear_down (&stage);
}

/* Everything at once */

static const guint keys[] = {
  GDK_KEY_Escape, GDK_KEY_Tab,    GDK_KEY_ISO_Left_Tab, GDK_KEY_Left,   GDK_KEY_Right, GDK_KEY_Up,    GDK_KEY_Down,
  GDK_KEY_Return, GDK_KEY_Delete, GDK_KEY_BackSpace,    GDK_KEY_plus,   GDK_KEY_minus, GDK_KEY_0,     GDK_KEY_1,
};

static void
do_something (CanvasStage *stage)
{
  double x = g_test_rand_double_range (-50, 850), y = g_test_rand_double_range (-50, 650);
  GdkModifierType state = g_test_rand_int_range (0, 4) == 0 ? GDK_SHIFT_MASK : 0;

  switch (g_test_rand_int_range (0, 16))
    {
    case 0:
      venule_canvas_set_mode (stage->canvas, g_test_rand_int_range (0, VENULE_MODE_CELL + 1));
      break;
    case 1:
      venule_canvas_set_edit_vessel (stage->canvas, g_test_rand_bit ());
      break;
    case 2:
      venule_canvas_scroll (stage->canvas, 0, g_test_rand_bit () ? 1 : -1, state, g_test_rand_bit ());
      break;
    case 3:
      venule_canvas_press_secondary (stage->canvas, x, y);
      break;
    case 4:
      venule_player_seek (stage->player, g_test_rand_int_range (0, 100));
      break;
    case 5:
    case 6:
    case 7:
      canvas_stage_key (stage, keys[g_test_rand_int_range (0, G_N_ELEMENTS (keys))], state);
      break;
    case 8:
    case 9:
    case 10:
      venule_canvas_press (stage->canvas, x, y, state);
      break;
    case 11:
    case 12:
    case 13:
      venule_canvas_drag (stage->canvas, x, y, state);
      break;
    default:
      venule_canvas_release (stage->canvas, x, y, state);
    }
}

static void
test_any_order_of_events_leaves_a_crop_in_the_video (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  for (int i = 0; i < 4000; i++)
    {
      g_autoptr (GArray) outline = NULL;

      do_something (&stage);
      outline = venule_vessel_dup_outline (canvas_stage_get_vessel (&stage), 640, 480);
      for (guint j = 0; j < outline->len; j++)
        {
          VenulePoint point = g_array_index (outline, VenulePoint, j);

          g_assert_true (point.x >= -0.6 && point.x <= 639.6 && point.y >= -0.6 && point.y <= 479.6);
        }
      g_assert_true (isfinite (canvas_stage_get_vessel (&stage)->flow_x));
      if (i % 100 == 0)
        canvas_stage_settle (&stage);
    }
  g_assert_cmpint (heard.n_settings, >, 20);

  /* The video goes away in the middle of a drag. */
  venule_canvas_set_mode (stage.canvas, VENULE_MODE_RECTANGLE);
  venule_canvas_press (stage.canvas, 300, 300, 0);
  venule_canvas_drag (stage.canvas, 400, 400, 0);
  venule_canvas_set_document (stage.canvas, NULL);
  venule_canvas_drag (stage.canvas, 500, 400, 0);
  venule_canvas_release (stage.canvas, 500, 400, 0);
  venule_canvas_set_player (stage.canvas, NULL);
  for (int i = 0; i < 500; i++)
    do_something (&stage);
  canvas_stage_tear_down (&stage);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/polygon/closes-in-three-ways", test_polygon_closes_in_three_ways);
  g_test_add_func ("/polygon/of-two-corners-is-none", test_polygon_of_two_corners_is_none);
  g_test_add_func ("/polygon/corners-are-edited", test_polygon_corners_are_edited);
  g_test_add_func ("/keyboard/arrows-nudge-the-crop-only-while-it-is-edited",
                   test_arrows_nudge_the_crop_only_while_it_is_edited);
  g_test_add_func ("/keyboard/tab-goes-through-the-handles", test_tab_goes_through_the_handles);
  g_test_add_func ("/keyboard/shapes-are-drawn-with-the-keyboard", test_shapes_are_drawn_with_the_keyboard);
  g_test_add_func ("/canvas/any-order-of-events-leaves-a-crop-in-the-video",
                   test_any_order_of_events_leaves_a_crop_in_the_video);

  return g_test_run ();
}
