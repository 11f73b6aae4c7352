/* test-timeline.c: scrubbing, the range of frames, and the keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>

#include "fake-source.h"
#include "venule-timeline-private.h"

#define PATIENCE_US (20 * G_USEC_PER_SEC)

typedef struct {
  GtkWidget      *window;
  VenuleTimeline *timeline;
  VenulePlayer   *player;
  VenuleDocument *document;
} Stage;

static void
settle (Stage *stage)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (venule_player_get_frame (stage->player) == NULL ||
         venule_player_get_frame (stage->player)->index != venule_player_get_position (stage->player) ||
         stage->timeline->trough_width < 1 || g_main_context_pending (NULL))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* 200 frames at 25 frames/s. */
static void
set_up (Stage            *stage,
        GtkTextDirection  direction)
{
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;

  fake_source_options_init (&options);
  options.n_frames = options.n_frames_said = 200;
  options.damaged_frame = 120;
  source = fake_source_new (&options);
  fake_source_build (source);

  stage->player = venule_player_new ();
  stage->document = venule_document_new (source);
  stage->timeline = VENULE_TIMELINE (venule_timeline_new ());
  gtk_widget_set_direction (GTK_WIDGET (stage->timeline), direction);
  venule_timeline_set_player (stage->timeline, stage->player);
  venule_timeline_set_document (stage->timeline, stage->document);
  venule_player_set_source (stage->player, source);

  stage->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (stage->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 900, 60);
  gtk_window_set_child (GTK_WINDOW (stage->window), GTK_WIDGET (stage->timeline));
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (stage->window);
  settle (stage);
}

static void
tear_down (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  g_assert_finalize_object (stage->player);
  g_assert_finalize_object (stage->document);
}

static void
assert_position (Stage  *stage,
                 gint64  frame)
{
  settle (stage);
  g_assert_cmpint (venule_player_get_position (stage->player), ==, frame);
  g_assert_cmpint (fake_source_number_of (venule_player_get_frame (stage->player)), ==, frame);
}

static void
assert_range (Stage  *stage,
              gint64  first,
              gint64  last)
{
  const VenuleSettings *settings = venule_document_get_settings (stage->document);

  g_assert_cmpint (settings->first_frame, ==, first);
  g_assert_cmpint (settings->last_frame, ==, last);
}

static double
middle_of (Stage  *stage,
           gint64  frame)
{
  return venule_timeline_x_of (stage->timeline, frame + 0.5);
}

static void
test_scrubbing_goes_to_exact_frames (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  for (int i = 0; i < 30; i++)
    {
      gint64 first = g_test_rand_int_range (0, 200), last = g_test_rand_int_range (0, 200);

      venule_timeline_press (stage.timeline, middle_of (&stage, first), VENULE_TIMELINE_TROUGH_Y + 3);
      assert_position (&stage, first);
      venule_timeline_drag (stage.timeline, middle_of (&stage, last));
      venule_timeline_release (stage.timeline);
      assert_position (&stage, last);
    }
  venule_timeline_press (stage.timeline, middle_of (&stage, 50), VENULE_TIMELINE_TROUGH_Y + 3);
  venule_timeline_drag (stage.timeline, -500);
  assert_position (&stage, 0);
  venule_timeline_drag (stage.timeline, 5000);
  venule_timeline_release (stage.timeline);
  assert_position (&stage, 199);
  assert_range (&stage, 0, -1);
  tear_down (&stage);
}

static void
test_escape_returns_from_scrubbing (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  venule_player_seek (stage.player, 42);
  venule_timeline_press (stage.timeline, middle_of (&stage, 150), VENULE_TIMELINE_TROUGH_Y + 3);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Escape, 0));
  assert_position (&stage, 42);
  g_assert_false (venule_timeline_key (stage.timeline, GDK_KEY_Escape, 0));
  tear_down (&stage);
}

static void
drag_grip (Stage  *stage,
           gint64  edge,
           double  side,
           gint64  to_edge)
{
  double x = venule_timeline_x_of (stage->timeline, edge) + 4 * side;
  double y = VENULE_TIMELINE_TROUGH_Y + VENULE_TIMELINE_TROUGH_HEIGHT + 8;

  venule_timeline_press (stage->timeline, x, y);
  venule_timeline_drag (stage->timeline, venule_timeline_x_of (stage->timeline, to_edge));
  venule_timeline_release (stage->timeline);
}

static void
test_grips_set_the_range (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  drag_grip (&stage, 0, -1, 30);
  assert_range (&stage, 30, -1);
  assert_position (&stage, 30); /* what is dragged is on show */
  drag_grip (&stage, 200, 1, 151);
  assert_range (&stage, 30, 150);
  assert_position (&stage, 150);
  drag_grip (&stage, 30, -1, 190); /* not behind the last frame */
  assert_range (&stage, 150, 150);
  drag_grip (&stage, 151, 1, 200); /* the end of the video, whatever it will be */
  assert_range (&stage, 150, -1);
  tear_down (&stage);
}

static void
test_escape_keeps_the_range (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  venule_timeline_press (stage.timeline, venule_timeline_x_of (stage.timeline, 0) - 4,
                         VENULE_TIMELINE_TROUGH_Y + VENULE_TIMELINE_TROUGH_HEIGHT + 8);
  g_assert_cmpint (stage.timeline->dragged, ==, VENULE_TIMELINE_FIRST);
  venule_timeline_drag (stage.timeline, venule_timeline_x_of (stage.timeline, 80));
  g_assert_cmpint (venule_timeline_get_range (stage.timeline).first, ==, 80);
  venule_timeline_key (stage.timeline, GDK_KEY_Escape, 0);
  venule_timeline_release (stage.timeline);
  assert_range (&stage, 0, -1);
  tear_down (&stage);
}

static void
test_keys_step_exactly (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Right, 0));
  assert_position (&stage, 1);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Right, GDK_SHIFT_MASK));
  assert_position (&stage, 11);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Left, 0));
  assert_position (&stage, 10);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Page_Up, 0)); /* a second is 25 frames */
  assert_position (&stage, 35);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Page_Down, 0));
  assert_position (&stage, 10);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Page_Down, 0));
  assert_position (&stage, 0);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_End, 0));
  assert_position (&stage, 199);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_Home, 0));
  assert_position (&stage, 0);
  g_assert_false (venule_timeline_key (stage.timeline, GDK_KEY_Right, GDK_CONTROL_MASK));
  tear_down (&stage);
}

static void
test_brackets_set_the_range (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  venule_player_seek (stage.player, 60);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_bracketleft, 0));
  assert_range (&stage, 60, -1);
  venule_player_seek (stage.player, 90);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_bracketright, 0));
  assert_range (&stage, 60, 90);
  venule_player_seek (stage.player, 20);
  g_assert_true (venule_timeline_key (stage.timeline, GDK_KEY_bracketright, 0));
  assert_range (&stage, 20, 20);
  tear_down (&stage);
}

static void
test_time_runs_from_left_to_right (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_RTL);
  g_assert_cmpfloat (venule_timeline_x_of (stage.timeline, 10), <, venule_timeline_x_of (stage.timeline, 20));
  venule_timeline_key (stage.timeline, GDK_KEY_Right, 0);
  assert_position (&stage, 1);
  tear_down (&stage);
}

static void
test_damaged_frames_are_known (void)
{
  Stage stage;
  VenuleFrameRun run;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  g_assert_cmpuint (stage.timeline->damaged->len, ==, 1);
  run = g_array_index (stage.timeline->damaged, VenuleFrameRun, 0);
  g_assert_cmpint (run.first, ==, 120);
  g_assert_cmpint (run.last, ==, 120);
  tear_down (&stage);
}

static void
test_times_are_written_as_people_do (void)
{
  static const struct
  {
    double      seconds;
    const char *text;
  } cases[] = {
    { 0, "0:00.000" },       { 12.433, "0:12.433" },       { 59.9996, "1:00.000" },
    { 754.5, "12:34.500" }, { 3661.001, "1:01:01.001" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = venule_timeline_format (cases[i].seconds);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
  if (setlocale (LC_NUMERIC, "de_DE.UTF-8"))
    {
      g_autofree char *text = venule_timeline_format (754.5);

      g_assert_cmpstr (text, ==, "12:34,500");
      setlocale (LC_NUMERIC, "C");
    }
}

static void
test_it_is_a_slider_for_assistive_tools (void)
{
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  venule_player_seek (stage.player, 25);
  settle (&stage);
  gtk_test_accessible_assert_role (stage.timeline, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (stage.timeline, GTK_ACCESSIBLE_PROPERTY_LABEL, "Position in the video");
  gtk_test_accessible_assert_property (stage.timeline, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 25.0);
  gtk_test_accessible_assert_property (stage.timeline, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 199.0);
  gtk_test_accessible_assert_property (stage.timeline, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "0:01.000 · frame 25");
  tear_down (&stage);
}

static void
set_rate (Stage  *stage,
          double  frame_rate)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->document));

  settings->calibration.frame_rate = frame_rate;
  venule_document_set_settings (stage->document, settings);
}

/* As those of its tracks, whatever is typed for the next one. */
static void
test_times_are_those_of_the_run_on_show (void)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  Stage stage;

  set_up (&stage, GTK_TEXT_DIR_LTR);
  set_rate (&stage, 50);
  g_assert_cmpfloat (venule_timeline_get_time (stage.timeline, 100), ==, 2);
  venule_player_seek (stage.player, 100);
  settle (&stage);
  venule_document_begin_run (stage.document, venule_document_get_settings (stage.document));
  venule_document_finish_run (stage.document, none);
  set_rate (&stage, 10);
  gtk_test_accessible_assert_property (stage.timeline, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "0:02.000 · frame 100");
  venule_document_begin_run (stage.document, venule_document_get_settings (stage.document));
  gtk_test_accessible_assert_property (stage.timeline, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "0:10.000 · frame 100");
  venule_document_finish_run (stage.document, none);
  tear_down (&stage);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/timeline/scrubbing-goes-to-exact-frames", test_scrubbing_goes_to_exact_frames);
  g_test_add_func ("/timeline/escape-returns-from-scrubbing", test_escape_returns_from_scrubbing);
  g_test_add_func ("/timeline/grips-set-the-range", test_grips_set_the_range);
  g_test_add_func ("/timeline/escape-keeps-the-range", test_escape_keeps_the_range);
  g_test_add_func ("/timeline/keys-step-exactly", test_keys_step_exactly);
  g_test_add_func ("/timeline/brackets-set-the-range", test_brackets_set_the_range);
  g_test_add_func ("/timeline/time-runs-from-left-to-right", test_time_runs_from_left_to_right);
  g_test_add_func ("/timeline/damaged-frames-are-known", test_damaged_frames_are_known);
  g_test_add_func ("/timeline/times-are-written-as-people-do", test_times_are_written_as_people_do);
  g_test_add_func ("/timeline/it-is-a-slider-for-assistive-tools", test_it_is_a_slider_for_assistive_tools);
  g_test_add_func ("/timeline/times-are-those-of-the-run-on-show", test_times_are_those_of_the_run_on_show);

  return g_test_run ();
}
