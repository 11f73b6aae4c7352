/* test-canvas-tools.c: what is drawn on the video ends up in the settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "canvas-stage.h"

#include <math.h>

#include "venule-crop-tool-private.h"
#include "venule-validation-sample.h"

static void
set_up (CanvasStage *stage,
        CanvasHeard *heard,
        VenuleCanvasMode   tool)
{
  canvas_stage_set_up (stage, 800, 600);
  canvas_stage_listen (stage, heard);
  venule_canvas_set_mode (stage->canvas, tool);
}

static void
assert_inside (CanvasStage *stage)
{
  g_autoptr (GArray) outline = venule_vessel_dup_outline (canvas_stage_get_vessel (stage), 640, 480);

  for (guint i = 0; i < outline->len; i++)
    {
      VenulePoint point = g_array_index (outline, VenulePoint, i);

      g_assert_cmpfloat (point.x, >=, -0.6);
      g_assert_cmpfloat (point.x, <=, 639.6);
      g_assert_cmpfloat (point.y, >=, -0.6);
      g_assert_cmpfloat (point.y, <=, 479.6);
    }
}

/* Rectangle */

static GtkGesture *
find_primary_drag (CanvasStage *stage)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (stage->canvas));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller) &&
          gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
        return GTK_GESTURE (controller);
    }
  return NULL;
}

static void
test_rectangle_by_gesture (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  GtkGesture *drag;
  double x0, y0, x1, y1;

  set_up (&stage, &heard, VENULE_MODE_RECTANGLE);
  drag = find_primary_drag (&stage);
  g_assert_nonnull (drag);
  venule_canvas_view_from_video (&stage.canvas->view, 99.6, 79.6, &x0, &y0);
  venule_canvas_view_from_video (&stage.canvas->view, 299.4, 199.4, &x1, &y1);
  g_signal_emit_by_name (drag, "drag-begin", x0, y0);
  g_signal_emit_by_name (drag, "drag-update", (x1 - x0) / 2, (y1 - y0) / 3);
  g_assert_cmpint (heard.n_settings, ==, 0); /* only when the button is let go */
  g_signal_emit_by_name (drag, "drag-end", x1 - x0, y1 - y0);
  canvas_stage_assert_rectangle (&stage, 100, 80, 200, 120, 0);
  g_assert_cmpint (heard.n_settings, ==, 1);
  g_assert_cmpint (heard.n_finished, ==, 1);
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_SELECT);
  canvas_stage_tear_down (&stage);
}

static void
test_rectangle_at_every_zoom (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  const double zooms[] = { 0.5, 1, 1.25, 2 };

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      venule_canvas_set_zoom (stage.canvas, zooms[i]);
      for (int j = 0; j < 10; j++)
        {
          int x0 = g_test_rand_int_range (0, 300), x1 = x0 + g_test_rand_int_range (8, 300);
          int y0 = g_test_rand_int_range (0, 200), y1 = y0 + g_test_rand_int_range (8, 250);

          venule_canvas_set_mode (stage.canvas, VENULE_MODE_RECTANGLE);
          canvas_stage_drag (&stage, x1 - 0.5, y0 - 0.5, x0 - 0.5, y1 - 0.5, 0); /* from any corner */
          canvas_stage_assert_rectangle (&stage, x0, y0, x1 - x0, y1 - y0, 0);
        }
    }
  canvas_stage_tear_down (&stage);
}

static void
test_rectangle_stays_in_the_video (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_RECTANGLE);
  venule_canvas_set_zoom (stage.canvas, 1);
  canvas_stage_drag (&stage, -60, -40, 900, 700, 0);
  canvas_stage_assert_rectangle (&stage, 0, 0, 640, 480, 0);

  /* Outside of the video, nothing is drawn, and a click does nothing. */
  venule_canvas_set_mode (stage.canvas, VENULE_MODE_RECTANGLE);
  canvas_stage_drag (&stage, -60, -40, -20, -10, 0);
  canvas_stage_click (&stage, 700, 500, 0);
  canvas_stage_click (&stage, 100, 100, 0);
  canvas_stage_assert_rectangle (&stage, 0, 0, 640, 480, 0);
  g_assert_cmpint (heard.n_finished, ==, 1);
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_RECTANGLE);
  canvas_stage_tear_down (&stage);
}

static void
test_rectangle_handles_move_their_edges (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  canvas_stage_drag (&stage, 99.5, 79.5, 89.5, 69.5, 0); /* top left */
  canvas_stage_assert_rectangle (&stage, 90, 70, 210, 130, 0);
  canvas_stage_drag (&stage, 299.5, 134.5, 319.5, 300, 0); /* right: only sideways */
  canvas_stage_assert_rectangle (&stage, 90, 70, 230, 130, 0);
  canvas_stage_drag (&stage, 204.5, 199.5, 0, 179.5, 0); /* bottom: only up and down */
  canvas_stage_assert_rectangle (&stage, 90, 70, 230, 110, 0);
  canvas_stage_drag (&stage, 319.5, 179.5, 2000, 2000, 0); /* bottom right, out of the video */
  canvas_stage_assert_rectangle (&stage, 90, 70, 550, 410, 0);
  canvas_stage_drag (&stage, 89.5, 69.5, 2000, 2000, 0); /* not smaller than nothing */
  g_assert_cmpfloat (canvas_stage_get_vessel (&stage)->width, >=, 4);
  assert_inside (&stage);
  canvas_stage_tear_down (&stage);
}

static void
test_rectangle_is_moved_by_its_inside (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  canvas_stage_drag (&stage, 180, 150, 230, 140, 0);
  canvas_stage_assert_rectangle (&stage, 150, 70, 200, 120, 0);
  canvas_stage_drag (&stage, 200, 130, 1000, -1000, 0);
  canvas_stage_assert_rectangle (&stage, 440, 0, 200, 120, 0);
  canvas_stage_tear_down (&stage);
}

static void
drag_turn_handle (CanvasStage     *stage,
                  double           degrees,
                  GdkModifierType  state)
{
  const VenuleVessel *vessel = canvas_stage_get_vessel (stage);
  VenuleCropTool *tool = VENULE_CROP_TOOL (stage->canvas->tools[VENULE_CANVAS_TOOL_CROP]);
  VenuleHandleFrame frame = venule_crop_tool_get_frame (tool);
  g_autoptr (GArray) handles = venule_handles_list (vessel, &frame, &stage->canvas->view);
  double x = vessel->x + (vessel->width - 1) / 2;
  double y = vessel->y + (vessel->height - 1) / 2;
  double c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);

  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleHandle *handle = &g_array_index (handles, VenuleHandle, i);
      double dx = handle->x - x, dy = handle->y - y;

      if (handle->kind != VENULE_HANDLE_TURN)
        continue;
      canvas_stage_drag (stage, handle->x, handle->y, x + dx * c - dy * s, y + dx * s + dy * c, state);
      return;
    }
  g_assert_not_reached ();
}

static void
test_rectangle_turns_clockwise (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 200, 200, 201, 101, 0);
  drag_turn_handle (&stage, 20, 0);
  canvas_stage_assert_rectangle (&stage, 200, 200, 201, 101, 20);
  drag_turn_handle (&stage, -32.5, 0);
  canvas_stage_assert_rectangle (&stage, 200, 200, 201, 101, -12.5);
  drag_turn_handle (&stage, 40, GDK_SHIFT_MASK); /* 27.5 is nearest to 30 */
  canvas_stage_assert_rectangle (&stage, 200, 200, 201, 101, 30);
  canvas_stage_tear_down (&stage);
}

static void
test_turned_rectangle_stays_in_the_video (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  for (int i = 0; i < 60; i++)
    {
      double width = g_test_rand_int_range (100, 640), height = g_test_rand_int_range (100, 420);
      double x = g_test_rand_int_range (0, 640 - width + 1), y = g_test_rand_int_range (0, 480 - height + 1);
      const VenuleVessel *vessel;
      VenulePoint corner;
      g_autoptr (GArray) outline = NULL;

      canvas_stage_set_rectangle (&stage, x, y, width, height, 0);
      drag_turn_handle (&stage, g_test_rand_double_range (-80, 80), 0);
      assert_inside (&stage);

      vessel = canvas_stage_get_vessel (&stage);
      outline = venule_vessel_dup_outline (vessel, 640, 480);
      corner = g_array_index (outline, VenulePoint, g_test_rand_int_range (0, 4));
      canvas_stage_drag (&stage, corner.x, corner.y, g_test_rand_double_range (-300, 900),
                         g_test_rand_double_range (-300, 900), 0);
      assert_inside (&stage);
      vessel = canvas_stage_get_vessel (&stage);
      canvas_stage_drag (&stage, vessel->x + vessel->width / 2, vessel->y + vessel->height / 2,
                         g_test_rand_double_range (-300, 900), g_test_rand_double_range (-300, 900), 0);
      assert_inside (&stage);
    }
  canvas_stage_tear_down (&stage);
}

/* The corner opposite to the one that is dragged is where it was. */
static void
test_turned_rectangle_keeps_the_opposite_corner (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;
  VenulePoint held, fixed, now;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 220, 180, 180, 90, 25);
  before = venule_vessel_dup_outline (canvas_stage_get_vessel (&stage), 640, 480);
  held = g_array_index (before, VenulePoint, 2);
  fixed = g_array_index (before, VenulePoint, 0);
  canvas_stage_drag (&stage, held.x, held.y, held.x + 40, held.y + 30, 0);
  after = venule_vessel_dup_outline (canvas_stage_get_vessel (&stage), 640, 480);
  now = g_array_index (after, VenulePoint, 0);
  g_assert_cmpfloat_with_epsilon (now.x, fixed.x, 0.1);
  g_assert_cmpfloat_with_epsilon (now.y, fixed.y, 0.1);
  now = g_array_index (after, VenulePoint, 2);
  g_assert_cmpfloat_with_epsilon (now.x, held.x + 40, 1);
  g_assert_cmpfloat_with_epsilon (now.y, held.y + 30, 1);
  g_assert_cmpfloat (canvas_stage_get_vessel (&stage)->angle, ==, 25);
  canvas_stage_tear_down (&stage);
}

/* Flow, scale, cell */

static void
test_flow_is_what_was_dragged (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  const VenuleVessel *vessel;

  set_up (&stage, &heard, VENULE_MODE_FLOW);
  canvas_stage_drag (&stage, 100, 200, 300, 150, 0);
  vessel = canvas_stage_get_vessel (&stage);
  g_assert_cmpfloat (vessel->flow_x, ==, 200);
  g_assert_cmpfloat (vessel->flow_y, ==, -50);
  g_assert_cmpint (vessel->kind, ==, VENULE_CROP_WHOLE);

  canvas_stage_drag (&stage, 300, 150, 300, 220, 0); /* the head of the arrow, where it was drawn */
  vessel = canvas_stage_get_vessel (&stage);
  g_assert_cmpfloat (vessel->flow_x, ==, 200);
  g_assert_cmpfloat (vessel->flow_y, ==, 20);
  canvas_stage_drag (&stage, 100, 200, 140, 240, 0); /* its tail */
  vessel = canvas_stage_get_vessel (&stage);
  g_assert_cmpfloat (vessel->flow_x, ==, 160);
  g_assert_cmpfloat (vessel->flow_y, ==, -20);

  canvas_stage_drag (&stage, 300, 220, 240, 330, GDK_SHIFT_MASK); /* steps of 15° */
  vessel = canvas_stage_get_vessel (&stage);
  g_assert_cmpfloat_with_epsilon (atan2 (vessel->flow_y, vessel->flow_x) * 180 / G_PI, 45, 0.1);
  canvas_stage_tear_down (&stage);
}

static void
on_outside (int *n)
{
  (*n)++;
}

static void
test_flow_beside_the_crop_is_not_taken (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  int n = 0;

  set_up (&stage, &heard, VENULE_MODE_FLOW);
  canvas_stage_set_rectangle (&stage, 100, 200, 300, 100, 0);
  heard.n_settings = 0;
  g_signal_connect_swapped (stage.canvas, "flow-outside", G_CALLBACK (on_outside), &n);
  canvas_stage_drag (&stage, 150, 50, 350, 60, 0);
  g_assert_cmpint (n, ==, 1);
  g_assert_cmpint (heard.n_settings, ==, 0);
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_FLOW);
  canvas_stage_drag (&stage, 150, 250, 350, 260, 0);
  g_assert_cmpint (n, ==, 1);
  g_assert_cmpint (heard.n_settings, ==, 1);
  canvas_stage_tear_down (&stage);
}

static void
assert_arrow (CanvasStage *stage,
              double       tail_x,
              double       tail_y,
              double       head_x,
              double       head_y)
{
  VenuleCropTool *tool = VENULE_CROP_TOOL (stage->canvas->tools[VENULE_CANVAS_TOOL_CROP]);
  VenuleHandleFrame frame = venule_crop_tool_get_frame (tool);
  VenulePoint tail, head;

  venule_handles_get_arrow (canvas_stage_get_vessel (stage), &frame, &tail, &head);
  g_assert_cmpfloat_with_epsilon (tail.x, tail_x, 0.1);
  g_assert_cmpfloat_with_epsilon (tail.y, tail_y, 0.1);
  g_assert_cmpfloat_with_epsilon (head.x, head_x, 0.1);
  g_assert_cmpfloat_with_epsilon (head.y, head_y, 0.1);
}

static void
test_arrow_keeps_to_the_crop (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  g_autoptr (VenuleVessel) vessel = venule_vessel_new ();

  set_up (&stage, &heard, VENULE_MODE_FLOW);
  /* Typed: longer than the picture. */
  vessel->flow_x = 5000;
  canvas_stage_set_vessel (&stage, vessel);
  assert_arrow (&stage, -0.5, 239.5, 639.5, 239.5);
  venule_vessel_set_rectangle (vessel, 100, 200, 300, 100, 0);
  canvas_stage_set_vessel (&stage, vessel);
  assert_arrow (&stage, 99.5, 249.5, 399.5, 249.5);
  /* Drawn: where it was drawn, until the crop is somewhere else. */
  canvas_stage_drag (&stage, 150, 280, 250, 280, 0);
  assert_arrow (&stage, 150, 280, 250, 280);
  g_clear_pointer (&vessel, venule_vessel_free);
  vessel = venule_vessel_copy (canvas_stage_get_vessel (&stage));
  venule_vessel_set_rectangle (vessel, 100, 20, 300, 101, 0);
  canvas_stage_set_vessel (&stage, vessel);
  assert_arrow (&stage, 199.5, 70, 299.5, 70);
  canvas_stage_tear_down (&stage);
}

static void
test_offered_tool_leaves_the_keys_alone (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  venule_canvas_offer_tool (stage.canvas, VENULE_MODE_RECTANGLE);
  g_assert_true (venule_canvas_is_offered (stage.canvas));
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_Return, 0));
  canvas_stage_drag (&stage, 100, 100, 300, 200, 0);
  g_assert_cmpint (heard.n_finished, ==, 1);
  g_assert_false (venule_canvas_is_offered (stage.canvas));
  venule_canvas_offer_tool (stage.canvas, VENULE_MODE_FLOW);
  venule_canvas_set_mode (stage.canvas, VENULE_MODE_FLOW);
  g_assert_false (venule_canvas_is_offered (stage.canvas));
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Right, 0));
  venule_canvas_set_mode (stage.canvas, VENULE_MODE_SELECT);
  venule_canvas_offer_tool (stage.canvas, VENULE_MODE_FLOW);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Escape, 0));
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_SELECT);
  canvas_stage_tear_down (&stage);
}

static void
test_flow_drawn_with_shift_keeps_to_steps (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_FLOW);
  canvas_stage_drag (&stage, 400, 200, 200, 195, GDK_SHIFT_MASK);
  g_assert_cmpfloat (canvas_stage_get_vessel (&stage)->flow_y, ==, 0);
  g_assert_cmpfloat (canvas_stage_get_vessel (&stage)->flow_x, <, -199);
  canvas_stage_tear_down (&stage);
}

static void
test_lines_are_measured (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_SCALE);
  canvas_stage_drag (&stage, 400, 400, 520, 400, 0);
  g_assert_cmpfloat_with_epsilon (heard.scale, 120, 1e-6);
  g_assert_cmpint (heard.n_finished, ==, 1);
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_SELECT);

  venule_canvas_set_mode (stage.canvas, VENULE_MODE_CELL);
  canvas_stage_drag (&stage, 200, 200, 212, 216, 0);
  g_assert_cmpfloat_with_epsilon (heard.cell, 20, 1e-6);
  g_assert_cmpint (heard.n_settings, ==, 0); /* the panel decides what becomes of them */

  venule_canvas_set_mode (stage.canvas, VENULE_MODE_CELL);
  heard.cell = 0;
  canvas_stage_click (&stage, 200, 200, 0);
  g_assert_cmpfloat (heard.cell, ==, 0);
  canvas_stage_tear_down (&stage);
}

/* Escape */

static void
test_escape_undoes_the_drag_then_leaves_the_tool (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  double x, y;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  heard.n_settings = 0;
  venule_canvas_view_from_video (&stage.canvas->view, 99.5, 79.5, &x, &y);
  venule_canvas_press (stage.canvas, x, y, 0);
  venule_canvas_drag (stage.canvas, x + 40, y + 40, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Escape, 0));
  venule_canvas_release (stage.canvas, x + 50, y + 50, 0);
  canvas_stage_assert_rectangle (&stage, 100, 80, 200, 120, 0);
  g_assert_cmpint (heard.n_settings, ==, 0);

  venule_canvas_set_mode (stage.canvas, VENULE_MODE_POLYGON);
  canvas_stage_click (&stage, 10, 10, 0);
  canvas_stage_click (&stage, 90, 10, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Escape, 0));
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_POLYGON);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Escape, 0));
  g_assert_cmpint (venule_canvas_get_mode (stage.canvas), ==, VENULE_MODE_SELECT);
  while (canvas_stage_key (&stage, GDK_KEY_Escape, 0))
    continue; /* ends: then it is the window's */
  g_assert_cmpint (heard.n_finished, ==, 0);
  canvas_stage_tear_down (&stage);
}

static void
test_what_is_begun_is_taken_back_first (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  double x, y;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  heard.n_settings = 0;
  g_assert_false (venule_canvas_take_back (stage.canvas));
  venule_canvas_view_from_video (&stage.canvas->view, 99.5, 79.5, &x, &y);
  venule_canvas_press (stage.canvas, x, y, 0);
  venule_canvas_drag (stage.canvas, x + 40, y + 40, 0);
  g_assert_true (venule_canvas_take_back (stage.canvas));
  venule_canvas_drag (stage.canvas, x + 45, y + 45, 0);
  venule_canvas_release (stage.canvas, x + 50, y + 50, 0);
  canvas_stage_assert_rectangle (&stage, 100, 80, 200, 120, 0);
  g_assert_cmpint (heard.n_settings, ==, 0);

  venule_canvas_set_mode (stage.canvas, VENULE_MODE_POLYGON);
  canvas_stage_click (&stage, 10, 10, 0);
  canvas_stage_click (&stage, 90, 10, 0);
  canvas_stage_click (&stage, 90, 90, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_z, GDK_CONTROL_MASK));
  canvas_stage_click (&stage, 50, 70, 0);
  g_assert_true (canvas_stage_key (&stage, GDK_KEY_Return, 0));
  g_assert_cmpuint (canvas_stage_get_vessel (&stage)->corners->len, ==, 3);
  g_assert_cmpfloat (g_array_index (canvas_stage_get_vessel (&stage)->corners, VenulePoint, 2).x, ==, 50);
  g_assert_false (canvas_stage_key (&stage, GDK_KEY_z, GDK_CONTROL_MASK));
  canvas_stage_tear_down (&stage);
}

/* As "do again" does it: what is dragged is not put over it. */
static void
test_another_vessel_drops_what_is_dragged (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  double x, y;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_set_rectangle (&stage, 100, 80, 200, 120, 0);
  venule_canvas_view_from_video (&stage.canvas->view, 99.5, 79.5, &x, &y);
  venule_canvas_press (stage.canvas, x, y, 0);
  venule_canvas_drag (stage.canvas, x + 40, y + 40, 0);
  canvas_stage_set_rectangle (&stage, 10, 20, 300, 100, 0);
  venule_canvas_release (stage.canvas, x + 50, y + 50, 0);
  canvas_stage_assert_rectangle (&stage, 10, 20, 300, 100, 0);
  canvas_stage_tear_down (&stage);
}

static void
test_other_tool_drops_what_was_begun (void)
{
  CanvasStage stage;
  CanvasHeard heard;

  set_up (&stage, &heard, VENULE_MODE_RECTANGLE);
  venule_canvas_press (stage.canvas, 100, 100, 0);
  venule_canvas_drag (stage.canvas, 300, 300, 0);
  venule_canvas_set_mode (stage.canvas, VENULE_MODE_FLOW);
  venule_canvas_release (stage.canvas, 300, 300, 0);
  g_assert_cmpint (heard.n_settings, ==, 0);
  g_assert_cmpint (canvas_stage_get_vessel (&stage)->kind, ==, VENULE_CROP_WHOLE);
  canvas_stage_tear_down (&stage);
}

/* Tracks */

static void
test_click_selects_the_cell_there (void)
{
  CanvasStage stage;
  CanvasHeard heard;
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  GArray *ids;

  set_up (&stage, &heard, VENULE_MODE_SELECT);
  canvas_stage_add_track (tracks, 1, 100, 100, 12);
  canvas_stage_add_track (tracks, 2, 116, 100, 12); /* they overlap */
  canvas_stage_add_track (tracks, 3, 100, 300, 12);
  canvas_stage_set_tracks (&stage, tracks);

  canvas_stage_click (&stage, 106, 100, 0);
  g_assert_cmpuint (heard.id, ==, 1);
  canvas_stage_click (&stage, 110, 102, 0);
  g_assert_cmpuint (heard.id, ==, 2);
  g_assert_true (venule_selection_contains (stage.selection, 2));
  g_assert_false (venule_selection_contains (stage.selection, 1));
  canvas_stage_click (&stage, 104, 296, GDK_CONTROL_MASK);
  g_assert_true (heard.extend);
  ids = venule_selection_get_ids (stage.selection);
  g_assert_cmpuint (ids->len, ==, 2);
  canvas_stage_click (&stage, 104, 296, GDK_SHIFT_MASK);
  g_assert_false (venule_selection_contains (stage.selection, 3));

  canvas_stage_show_frame (&stage, 50);
  canvas_stage_click (&stage, 100, 300, 0); /* the cell has gone on */
  g_assert_cmpuint (heard.id, ==, 0);
  g_assert_cmpuint (venule_selection_get_ids (stage.selection)->len, ==, 0);
  canvas_stage_click (&stage, 200, 300, 0);
  g_assert_cmpuint (heard.id, ==, 3);
  canvas_stage_tear_down (&stage);
}

/* One that stays in the document. */
static void
add_run (CanvasStage *stage,
         GPtrArray   *tracks)
{
  const VenuleRunMetadata metadata = { .device = (char *) "test", .last_frame = 99, .complete = TRUE };

  venule_document_begin_run (stage->document, venule_document_get_settings (stage->document));
  venule_document_set_run_metadata (stage->document, &metadata);
  venule_document_finish_run (stage->document, tracks);
}

static double
resting_width (CanvasStage *stage)
{
  return venule_canvas_get_resting_settings (stage->canvas)->vessel->width;
}

/* Who marks all in the crop of the next run would miss cells of the one that is compared. */
static void
test_a_sample_is_marked_in_the_crop_of_its_run (void)
{
  CanvasStage stage;
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleValidationSample) sample = venule_validation_sample_draw (0, 99, 2, 1, 2, 1, &error);

  canvas_stage_set_up (&stage, 800, 600);
  canvas_stage_set_rectangle (&stage, 100, 100, 300, 80, 0);
  canvas_stage_add_track (tracks, 1, 120, 140, 8);
  add_run (&stage, tracks);
  canvas_stage_set_rectangle (&stage, 100, 100, 180, 80, 0);
  g_assert_cmpfloat (resting_width (&stage), ==, 180);
  venule_document_begin_sample (stage.document, sample, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (resting_width (&stage), ==, 300);
  canvas_stage_tear_down (&stage);
}

static void
count_links (int *n)
{
  ++*n;
}

/* In another run the track of that number is another cell. */
static void
test_a_link_does_not_go_to_another_run (void)
{
  CanvasStage stage;
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (VenuleValidationSample) sample = venule_validation_sample_draw (0, 99, 2, 1, 2, 1, NULL);
  const guint id = 1;
  int n_links = 0;

  canvas_stage_set_up (&stage, 800, 600);
  g_signal_connect_swapped (stage.canvas, "link-chosen", G_CALLBACK (count_links), &n_links);
  canvas_stage_add_track (tracks, 1, 120, 140, 8);
  canvas_stage_add_track (tracks, 2, 120, 240, 8);
  add_run (&stage, tracks);
  g_assert_true (venule_document_begin_sample (stage.document, sample, NULL)); /* a run is kept before another one */
  g_assert_true (venule_document_show_run (stage.document, 1, NULL));
  venule_selection_set (stage.selection, &id, 1);
  venule_canvas_set_mode (stage.canvas, VENULE_MODE_LINK);
  canvas_stage_add_track (others, 1, 300, 140, 8);
  canvas_stage_add_track (others, 2, 120, 240, 8);
  add_run (&stage, others);
  canvas_stage_show_frame (&stage, 30);
  canvas_stage_click (&stage, 180, 240, 0);
  g_assert_cmpint (n_links, ==, 0);

  canvas_stage_show_frame (&stage, 40);
  canvas_stage_click (&stage, 380, 140, 0);
  g_assert_cmpint (n_links, ==, 1);
  canvas_stage_tear_down (&stage);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tools/rectangle-by-gesture", test_rectangle_by_gesture);
  g_test_add_func ("/tools/rectangle-at-every-zoom", test_rectangle_at_every_zoom);
  g_test_add_func ("/tools/rectangle-stays-in-the-video", test_rectangle_stays_in_the_video);
  g_test_add_func ("/tools/rectangle-handles-move-their-edges", test_rectangle_handles_move_their_edges);
  g_test_add_func ("/tools/rectangle-is-moved-by-its-inside", test_rectangle_is_moved_by_its_inside);
  g_test_add_func ("/tools/rectangle-turns-clockwise", test_rectangle_turns_clockwise);
  g_test_add_func ("/tools/turned-rectangle-stays-in-the-video", test_turned_rectangle_stays_in_the_video);
  g_test_add_func ("/tools/turned-rectangle-keeps-the-opposite-corner",
                   test_turned_rectangle_keeps_the_opposite_corner);
  g_test_add_func ("/tools/flow-is-what-was-dragged", test_flow_is_what_was_dragged);
  g_test_add_func ("/tools/flow-beside-the-crop-is-not-taken", test_flow_beside_the_crop_is_not_taken);
  g_test_add_func ("/tools/arrow-keeps-to-the-crop", test_arrow_keeps_to_the_crop);
  g_test_add_func ("/tools/offered-tool-leaves-the-keys-alone", test_offered_tool_leaves_the_keys_alone);
  g_test_add_func ("/tools/flow-drawn-with-shift-keeps-to-steps", test_flow_drawn_with_shift_keeps_to_steps);
  g_test_add_func ("/tools/lines-are-measured", test_lines_are_measured);
  g_test_add_func ("/tools/escape-undoes-the-drag-then-leaves-the-tool",
                   test_escape_undoes_the_drag_then_leaves_the_tool);
  g_test_add_func ("/tools/what-is-begun-is-taken-back-first", test_what_is_begun_is_taken_back_first);
  g_test_add_func ("/tools/another-vessel-drops-what-is-dragged", test_another_vessel_drops_what_is_dragged);
  g_test_add_func ("/tools/other-tool-drops-what-was-begun", test_other_tool_drops_what_was_begun);
  g_test_add_func ("/tools/a-sample-is-marked-in-the-crop-of-its-run", test_a_sample_is_marked_in_the_crop_of_its_run);
  g_test_add_func ("/tools/a-link-does-not-go-to-another-run", test_a_link_does_not_go_to_another_run);
  g_test_add_func ("/tools/click-selects-the-cell-there", test_click_selects_the_cell_there);

  return g_test_run ();
}
