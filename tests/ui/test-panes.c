/* test-panes.c: what lies beside the video and over it, in windows of all sizes and with large letters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"
#include "venule-measure-panel.h"
#include "window-stage.h"

#define ADD(name, function) g_test_add ("/panes/" name, Stage, NULL, set_up, function, tear_down)

/* Whatever page was on show meanwhile; and they do without, rather than hide the steps of a small window. */
static void
test_tables_have_room_for_large_text (Stage         *stage,
                                      gconstpointer  data)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (stage->window));
  GtkWidget *pane = GTK_WIDGET (stage->window->panes.results);
  const int usual = 428;
  int dpi;

  open_sample (stage);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  for (int halves = 3; halves >= 2; halves--)
    {
      g_object_set (settings, "gtk-xft-dpi", dpi * halves / 2, NULL);
      for (guint i = 0; i < 2; i++)
        {
          int least, wanted, needed;

          gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
          gtk_widget_measure (gtk_widget_get_first_child (pane), GTK_ORIENTATION_HORIZONTAL, -1, &needed, NULL, NULL,
                              NULL);
          g_assert_cmpint (least, ==, MAX (usual, needed));
          g_assert_cmpint (wanted, ==, MAX (usual * halves / 2, needed));
          gtk_stack_set_visible_child_name (stage->window->views.tables, "strip");
          gtk_stack_set_visible_child_name (stage->window->views.tables, "tracks");
        }
    }
}

/* What is told in Measures wraps, whatever the height is that the pane is given. */
static void
test_a_banner_does_not_widen_the_results (Stage         *stage,
                                          gconstpointer  data)
{
  GtkWidget *pane = GTK_WIDGET (stage->window->panes.results), *bar;
  int before, with_banner, in_height;

  open_sample (stage);
  gtk_stack_set_visible_child_name (stage->window->views.tables, "measures");
  bar = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (stage->window->views.measures),
                                                   VENULE_TYPE_MEASURES_VIEW, "message_bar"));
  gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, -1, &before, NULL, NULL, NULL);
  venule_message_bar_show_error (
    VENULE_MESSAGE_BAR (bar), "The blood’s velocity could not be measured",
    "No movement of the blood stands out in the middle of the vessel: the red cells cannot be told apart, "
    "or they have moved too far from one frame to the next. A higher frame rate would help.");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, -1, &with_banner, NULL, NULL, NULL);
  g_assert_cmpint (with_banner, ==, before);
  for (int height = 800; height >= 200; height -= 100)
    {
      gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, height, &in_height, NULL, NULL, NULL);
      g_assert_cmpint (in_height, ==, before);
    }
}

/* The stack asks a page that is not on show how wide it is where it is as low as it can be. */
static void
test_what_is_told_on_another_page_does_not_widen_the_window (Stage         *stage,
                                                             gconstpointer  data)
{
  GtkWidget *tables = GTK_WIDGET (stage->window->views.tables), *bar;
  int before, with_banner;

  open_sample (stage);
  gtk_widget_measure (tables, GTK_ORIENTATION_HORIZONTAL, -1, &before, NULL, NULL, NULL);
  bar = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (stage->window->views.measures),
                                                   VENULE_TYPE_MEASURES_VIEW, "message_bar"));
  venule_message_bar_show_error (
    VENULE_MESSAGE_BAR (bar), "The blood’s velocity could not be measured",
    "No movement of the blood stands out in the middle of the vessel: the red cells cannot be told apart, "
    "or they have moved too far from one frame to the next. A higher frame rate would help.");
  gtk_widget_measure (tables, GTK_ORIENTATION_HORIZONTAL, -1, &with_banner, NULL, NULL, NULL);
  g_assert_cmpint (with_banner, ==, before);
}

/* A name of one word is broken rather than that a pane must go. */
static void
test_a_toast_with_a_long_name_does_not_widen_the_window (Stage         *stage,
                                                         gconstpointer  data)
{
  GtkWidget *toasts = GTK_WIDGET (stage->window->toasts);
  int least;

  open_sample (stage);
  venule_window_show_toast (stage->window, "Results are in “20230512_mouse3_venule2_cremaster_TNFa_4h_20x_NA095_final”",
                            "Open Folder", "win.open-folder");
  gtk_widget_measure (toasts, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
}

/* With the strip the window stays as low as with the tracks on a small screen. */
static void
test_strip_is_no_higher_than_a_small_window (Stage         *stage,
                                             gconstpointer  data)
{
  int least;

  open_sample (stage);
  gtk_stack_set_visible_child_name (stage->window->views.tables, "strip");
  gtk_widget_measure (GTK_WIDGET (stage->window), GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 600);
}

static gboolean
steps_rest (Stage *stage)
{
  for (guint i = 0; i < VENULE_N_STEPS; i++)
    if (!venule_workflow_step_get_settled (venule_window_get_step (stage->window, i)))
      return FALSE;
  return TRUE;
}

/* From a long one that was gone through to its end. */
static void
test_a_step_that_opens_comes_into_sight (Stage         *stage,
                                         gconstpointer  data)
{
  GtkWidget *pane = GTK_WIDGET (stage->window->panes.steps);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (stage->window->panes.steps);
  graphene_rect_t bounds;

  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1280, 460);
  open_sample (stage);
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_VESSEL);
  wait_for (stage, steps_rest);
  gtk_test_widget_wait_for_draw (pane);
  gtk_adjustment_set_value (place, gtk_adjustment_get_upper (place));
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_CELLS);
  wait_for (stage, steps_rest);
  gtk_test_widget_wait_for_draw (pane);
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (stage->window->steps.cells), pane, &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, -1);
  g_assert_cmpfloat (bounds.origin.y, <, gtk_widget_get_height (pane));
}

static void
hold_question_mark (Stage *stage)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (stage->window));
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_question, 61, 0, &handled);
    }
  g_assert_true (handled);
}

/* In a small window and with large letters, when tracks are selected and most keys work. */
static void
test_all_keys_that_work_now_are_seen (Stage         *stage,
                                      gconstpointer  data)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (stage->window));
  GtkWidget *sheet = GTK_WIDGET (stage->window->cheat_sheet);
  graphene_rect_t bounds;
  int dpi;

  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  wait_for (stage, has_tracks);
  venule_canvas_select_all (stage->window->canvas);
  g_assert_cmpuint (venule_selection_get_ids (stage->window->selection)->len, >, 0);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1024, 480);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", dpi * 3 / 2, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  gtk_widget_grab_focus (GTK_WIDGET (stage->window->canvas));
  hold_question_mark (stage);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  g_assert_true (gtk_widget_get_visible (sheet));
  g_assert_true (gtk_widget_compute_bounds (sheet, gtk_widget_get_parent (sheet), &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (gtk_widget_get_parent (sheet)));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static gboolean
has_no_room (Stage *stage)
{
  return adw_flap_get_folded (stage->window->panes.results_flap);
}

/* And all that moved has come to rest. */
static gboolean
has_room (Stage *stage)
{
  return !adw_flap_get_folded (stage->window->panes.results_flap) &&
         adw_flap_get_reveal_progress (stage->window->panes.steps_flap) == 0;
}

static void
test_panes_that_are_put_away_stay_away (Stage         *stage,
                                        gconstpointer  data)
{
  int results, video;

  open_sample (stage);
  gtk_widget_measure (GTK_WIDGET (stage->window->panes.results), GTK_ORIENTATION_HORIZONTAL, -1, &results, NULL, NULL,
                      NULL);
  gtk_widget_measure (adw_flap_get_content (stage->window->panes.results_flap), GTK_ORIENTATION_HORIZONTAL, -1, &video,
                      NULL, NULL, NULL);
  /* For one of the panes. */
  gtk_window_set_default_size (GTK_WINDOW (stage->window), results + video + 100, 700);
  wait_for (stage, has_no_room);
  g_assert_true (adw_flap_get_reveal_flap (stage->window->panes.steps_flap));
  g_assert_false (adw_flap_get_reveal_flap (stage->window->panes.results_flap));

  /* Without the steps there would be room for the results, which nobody has asked for. */
  activate (stage, "fold-panes");
  wait_for (stage, has_room);
  g_assert_false (adw_flap_get_reveal_flap (stage->window->panes.results_flap));
  activate (stage, "fold-panes");
  wait_for (stage, has_no_room);
  g_assert_true (adw_flap_get_reveal_flap (stage->window->panes.steps_flap));
  g_assert_false (adw_flap_get_reveal_flap (stage->window->panes.results_flap));

  adw_flap_set_reveal_flap (stage->window->panes.results_flap, TRUE);
  wait_for (stage, has_room);
  g_assert_true (adw_flap_get_reveal_flap (stage->window->panes.results_flap));
  g_assert_false (adw_flap_get_reveal_flap (stage->window->panes.steps_flap));
}

static gboolean
results_are_away (Stage *stage)
{
  return !gtk_widget_get_mapped (GTK_WIDGET (stage->window->views.measures));
}

static gboolean
settings_have_focus (Stage *stage)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (stage->window));

  return focus != NULL && gtk_widget_get_ancestor (focus, VENULE_TYPE_MEASURE_PANEL) != NULL;
}

/* GTK's entry gets a cursor that blinks and then a selection when it is given the focus before it is mapped, and warns
 * of both. */
static void
test_settings_get_the_focus_when_they_are_seen (Stage         *stage,
                                                gconstpointer  data)
{
  open_sample (stage);
  activate (stage, "measure-settings");
  wait_for (stage, settings_have_focus);
  adw_flap_set_reveal_flap (stage->window->panes.results_flap, FALSE);
  wait_for (stage, results_are_away);
  g_assert_false (settings_have_focus (stage));
  activate (stage, "measure-settings");
  g_assert_true (settings_have_focus (stage) <= gtk_widget_get_mapped (GTK_WIDGET (stage->window->views.measures)));
  wait_for (stage, settings_have_focus);
}

static gboolean
results_rest (Stage *stage)
{
  return adw_flap_get_reveal_progress (stage->window->panes.results_flap) == 1;
}

static gboolean
all_panes_rest (Stage *stage)
{
  return !adw_flap_get_folded (stage->window->panes.results_flap) && results_rest (stage) &&
         adw_flap_get_reveal_progress (stage->window->panes.steps_flap) == 1;
}

/* The edge of a separator counts as part of it, and is the first column of what lies beside it. */
static gboolean
columns_can_be_pressed (Stage *stage)
{
  GtkWidget *canvas = GTK_WIDGET (stage->window->canvas), *window = GTK_WIDGET (stage->window);
  const int last = gtk_widget_get_width (canvas) - 1, middle = gtk_widget_get_height (canvas) / 2;

  for (int i = 0; i <= 1; i++)
    {
      double x, y;

      g_assert_true (gtk_widget_translate_coordinates (canvas, window, i * last, middle, &x, &y));
      if (gtk_widget_pick (window, x, y, GTK_PICK_DEFAULT) != canvas)
        return FALSE;
    }
  return TRUE;
}

static void
test_all_columns_of_the_video_can_be_pressed (Stage         *stage,
                                              gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (stage->window);

  gtk_window_set_default_size (GTK_WINDOW (window), 1500, 800);
  open_sample (stage);
  adw_flap_set_reveal_flap (stage->window->panes.results_flap, TRUE);
  wait_for (stage, all_panes_rest);
  for (GtkTextDirection direction = GTK_TEXT_DIR_LTR; direction <= GTK_TEXT_DIR_RTL; direction++)
    {
      gtk_widget_set_default_direction (direction);
      gtk_test_widget_wait_for_draw (window);
      wait_for (stage, columns_can_be_pressed);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static GtkWidget *
find_menu_button (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_MENU_BUTTON (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_menu_button (child);
  return found;
}

typedef struct {
  GtkMenuButton *button;
  guint          n_seen; /* steps of the movement */
} Moving;

static void
check_moving (AdwFlap    *flap,
              GParamSpec *pspec,
              Moving     *self)
{
  double progress = adw_flap_get_reveal_progress (flap);

  if (progress <= 0 || progress >= 1)
    return;
  self->n_seen++;
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (self->button))));
  g_assert_false (gtk_widget_get_can_target (adw_flap_get_flap (flap)));
}

/* GTK looks in vain for the monitor of a popover whose button has gone beyond the screen, and warns. */
static void
test_no_popover_opens_from_a_pane_that_moves (Stage         *stage,
                                              gconstpointer  data)
{
  AdwFlap *flap = stage->window->panes.results_flap;
  GtkMenuButton *button;
  Moving moving = { 0 };

  open_sample (stage);
  gtk_stack_set_visible_child_name (stage->window->views.tables, "measures");
  button = GTK_MENU_BUTTON (find_menu_button (GTK_WIDGET (stage->window->views.measures)));
  adw_flap_set_reveal_flap (flap, TRUE);
  wait_for (stage, results_rest);
  gtk_menu_button_popup (button);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (button))));

  /* A busy machine may draw nothing between both ends: once more, then. */
  moving.button = button;
  g_signal_connect_after (flap, "notify::reveal-progress", G_CALLBACK (check_moving), &moving);
  for (int i = 0; i < 40 && (i < 2 || moving.n_seen == 0); i += 2)
    {
      adw_flap_set_reveal_flap (flap, FALSE);
      wait_for (stage, results_are_away);
      adw_flap_set_reveal_flap (flap, TRUE);
      wait_for (stage, results_rest);
    }
  g_assert_cmpuint (moving.n_seen, >, 0);
  g_signal_handlers_disconnect_by_data (flap, &moving);
  g_assert_true (gtk_widget_get_can_target (adw_flap_get_flap (flap)));
}

/* A key, or a click on their buttons, may come before the first frame with a document is drawn. */
static void
test_panes_can_move_before_they_are_drawn (Stage         *stage,
                                           gconstpointer  data)
{
  g_autofree char *path = copy_sample (stage);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (path, NULL, &error);

  g_assert_no_error (error);
  venule_window_set_source (stage->window, source);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (stage->window->panes.steps_flap)));
  g_assert_cmpfloat (adw_swipeable_get_distance (ADW_SWIPEABLE (stage->window->panes.steps_flap)), >, 0);
  g_assert_cmpfloat (adw_swipeable_get_distance (ADW_SWIPEABLE (stage->window->panes.results_flap)), >, 0);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  ADD ("tables have room for large text", test_tables_have_room_for_large_text);
  ADD ("a banner does not widen the results", test_a_banner_does_not_widen_the_results);
  ADD ("what is told on another page does not widen the window",
       test_what_is_told_on_another_page_does_not_widen_the_window);
  ADD ("a toast with a long name does not widen the window", test_a_toast_with_a_long_name_does_not_widen_the_window);
  ADD ("strip is no higher than a small window", test_strip_is_no_higher_than_a_small_window);
  ADD ("all columns of the video can be pressed", test_all_columns_of_the_video_can_be_pressed);
  ADD ("settings get the focus when they are seen", test_settings_get_the_focus_when_they_are_seen);
  ADD ("panes that are put away stay away", test_panes_that_are_put_away_stay_away);
  ADD ("panes can move before they are drawn", test_panes_can_move_before_they_are_drawn);
  ADD ("no popover opens from a pane that moves", test_no_popover_opens_from_a_pane_that_moves);
  ADD ("a step that opens comes into sight", test_a_step_that_opens_comes_into_sight);
  ADD ("all keys that work now are seen", test_all_keys_that_work_now_are_seen);

  return application_run_tests ();
}
