/* bench-large.c: what a large document costs in the window: run-xvfb bench-large [TRACKS [SPOTS [FRAMES]]]
 *
 * Makes a video and a document with TRACKS tracks of SPOTS spots each in FRAMES frames, opens it in the real window,
 * and works on it with a real pointer and real keys (xdotool). Of each thing it says how long it took on the wall, from
 * the key or the release of the button until a frame shows it and until all that follows is done, and how much of the
 * processor the main thread worked for it; and for what moves, the statistics of the window's frame clock. With
 * --budget FACTOR it fails when the work of the main thread for one of them is more than FACTOR times what a person
 * would notice.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <stdlib.h>

#include "application.h"
#include "bench-large.h"
#include "venule-canvas-private.h"
#include "venule-timeline-private.h"

/* After the first one. */
#define SELECTIONS 10

/* ---- What moves ---- */

static gboolean
always (Stage *stage)
{
  return TRUE;
}

static void
scroll (Stage      *stage,
        const char *what,
        GtkWidget  *widget)
{
  int x, y;

  large_find_on_screen (stage, widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0, &x,
                        &y);
  large_do_by_hand (stage, "mousemove %d %d", x, y);
  large_begin_moving (stage);
  large_arm (stage, always);
  /* Not so far that it comes to the end, where nothing moves. */
  large_do_by_hand (stage,
                    "click --repeat 60 --delay 14 5 click --repeat 40 --delay 14 4 click --repeat 60 --delay 14 5");
  large_report_frames (stage, what);
}

static void
count (guint *n)
{
  *n += 1;
}

/* The window may be painted without the next frame of the video. */
static void
scrub (Stage      *stage,
       const char *what)
{
  VenuleTimeline *timeline =
    VENULE_TIMELINE (large_find_widget (GTK_WIDGET (stage->window->playback_controls), VENULE_TYPE_TIMELINE));
  g_autoptr (GString) moves = g_string_new ("mousedown 1");
  guint n_shown = 0;
  gulong counter;
  double begun, passed;
  int x, y;

  large_find_on_screen (stage, GTK_WIDGET (timeline), timeline->trough_x + timeline->trough_width / 4.0,
                        VENULE_TIMELINE_TROUGH_Y + 2, &x, &y);
  large_do_by_hand (stage, "mousemove %d %d", x, y);
  large_begin_moving (stage);
  large_arm (stage, always);
  for (int i = 1; i <= 120; i++)
    g_string_append_printf (moves, " mousemove %d %d sleep 0.014", x + i, y);
  g_string_append (moves, " mouseup 1");
  counter = g_signal_connect_swapped (stage->window->canvas, "notify::frame", G_CALLBACK (count), &n_shown);
  begun = large_get_time (CLOCK_MONOTONIC);
  large_do_by_hand (stage, "%s", moves->str);
  passed = (large_get_time (CLOCK_MONOTONIC) - begun) / 1000;
  g_signal_handler_disconnect (stage->window->canvas, counter);
  large_report_frames (stage, what);
  g_print ("%-52s %u frames of the video with their cells, %.1f a second; all processors %.1f ms each\n", "", n_shown,
           n_shown / passed, (large_get_time (CLOCK_PROCESS_CPUTIME_ID) - stage->all_worked) / MAX (n_shown, 1));
}

/* ---- Select and edit ---- */

static gboolean
has_selected (Stage *stage)
{
  return venule_selection_get_ids (stage->window->selection)->len > 0;
}

static gboolean
has_deleted (Stage *stage)
{
  return g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)) < stage->n;
}

static gboolean
has_all (Stage *stage)
{
  return g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)) == stage->n;
}

static gboolean
has_none (Stage *stage)
{
  return !has_selected (stage);
}

static Cost
select_on_video (Stage  *stage,
                 gint64  frame)
{
  g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (stage->window->document, frame);
  const VenulePlace *place;
  double at_x, at_y;
  int x, y;

  g_assert_cmpuint (tracks->len, >, 0);
  /* What was said while the document was checked goes, and the video moves up: a click before that would miss the
   * cell. */
  large_wait_for_rest (stage);
  place = venule_track_get_place_at (g_ptr_array_index (tracks, (guint) (frame * 37) % tracks->len), frame);
  venule_canvas_view_from_video (&stage->window->canvas->view, place->x, place->y, &at_x, &at_y);
  large_find_on_screen (stage, GTK_WIDGET (stage->window->canvas), at_x, at_y, &x, &y);
  large_do_by_hand (stage, "mousemove %d %d", x, y);
  large_begin_moving (stage);
  large_click (stage, has_selected);
  return large_wait_until (stage);
}

static void
show_frame (Stage  *stage,
            gint64  frame)
{
  venule_player_seek (stage->window->player, frame);
  while (venule_canvas_get_frame (stage->window->canvas) != frame)
    g_main_context_iteration (NULL, TRUE);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The first one opens the step for corrections; then others all over the video, whose rows lie far apart in the
 * table. */
static void
select_many (Stage *stage)
{
  double shown[SELECTIONS], all[SELECTIONS], work[SELECTIONS];
  gint64 middle = stage->n_frames / 2;

  show_frame (stage, middle);
  large_report (stage, "select a track by a click on the video", select_on_video (stage, middle), SELECT_BUDGET);
  for (guint i = 0; i < SELECTIONS; i++)
    {
      gint64 frame = (middle + (i + 1) * 43) % stage->n_frames;
      Cost cost;

      large_begin_moving (stage);
      large_arm (stage, has_none);
      large_do_by_hand (stage, "key Escape");
      cost = large_wait_until (stage);
      if (i == 0)
        large_report (stage, "select none", cost, SELECT_BUDGET);
      show_frame (stage, frame);
      cost = select_on_video (stage, frame);
      shown[i] = cost.shown;
      all[i] = cost.all;
      work[i] = cost.work;
    }
  qsort (shown, SELECTIONS, sizeof *shown, compare_numbers);
  qsort (all, SELECTIONS, sizeof *all, compare_numbers);
  qsort (work, SELECTIONS, sizeof *work, compare_numbers);
  g_print (
    "%-44s median (and worst) shown after %.1f (%.1f) ms, all done after %.1f (%.1f) ms on the wall; "
    "work of the main thread %.1f (%.1f) ms\n",
    "select others, 10 times", shown[SELECTIONS / 2], shown[SELECTIONS - 1], all[SELECTIONS / 2], all[SELECTIONS - 1],
    work[SELECTIONS / 2], work[SELECTIONS - 1]);
  large_do_by_hand (stage, "key Escape");
  large_judge (stage, work[SELECTIONS / 2], SELECT_BUDGET);
}

static void
press (Stage      *stage,
       const char *key,
       const char *what,
       gboolean  (*ready) (Stage *stage),
       double      budget)
{
  large_begin_moving (stage);
  large_arm (stage, ready);
  large_do_by_hand (stage, "key %s", key);
  large_report (stage, what, large_wait_until (stage), budget);
}

static void
push (Stage      *stage,
      GtkWidget  *button,
      const char *what,
      gboolean  (*ready) (Stage *stage),
      double      budget)
{
  int x, y;

  large_find_on_screen (stage, button, gtk_widget_get_width (button) / 2.0, gtk_widget_get_height (button) / 2.0, &x,
                        &y);
  large_do_by_hand (stage, "mousemove %d %d", x, y);
  large_begin_moving (stage);
  large_click (stage, ready);
  large_report (stage, what, large_wait_until (stage), budget);
}

static void
select_in_table (Stage *stage)
{
  GtkWidget *view = large_find_widget (GTK_WIDGET (stage->window->views.tracks), GTK_TYPE_COLUMN_VIEW);
  int x, y;

  large_find_on_screen (stage, view, 60, gtk_widget_get_height (view) / 2.0, &x, &y);
  large_do_by_hand (stage, "mousemove %d %d", x, y);
  venule_selection_clear (stage->window->selection);
  large_begin_moving (stage);
  large_click (stage, has_selected);
  large_report (stage, "select a track by a click in the table", large_wait_until (stage), SELECT_BUDGET);
}

static gboolean
has_many (Stage *stage)
{
  return venule_selection_get_ids (stage->window->selection)->len > 1;
}

/* All cells of the frame, and none of them: some of that is drawn anew, all of the tables is another row. */
static void
select_all (Stage *stage)
{
  gtk_widget_grab_focus (GTK_WIDGET (stage->window->canvas));
  press (stage, "ctrl+a", "select all of a frame", has_many, SELECT_BUDGET);
  press (stage, "Escape", "select none of them", has_none, SELECT_BUDGET);
  press (stage, "ctrl+a", "select all of a frame again", has_many, SELECT_BUDGET);
  press (stage, "Escape", "select none of them again", has_none, SELECT_BUDGET);
}

static void
edit (Stage *stage)
{
  gtk_widget_grab_focus (GTK_WIDGET (stage->window->canvas));
  press (stage, "l", "lock the track, all follows", always, EDIT_BUDGET);
  press (stage, "l", "unlock it", always, EDIT_BUDGET);
  press (stage, "4", "say its class", always, EDIT_BUDGET);
  press (stage, "Delete", "delete it", has_deleted, EDIT_BUDGET);
  push (stage, stage->window->header.undo_button, "take that back", has_all, EDIT_BUDGET);
  push (stage, stage->window->header.redo_button, "do it again", has_deleted, EDIT_BUDGET);
}

/* ---- How results are measured ---- */

static gboolean
are_fresh (Stage *stage)
{
  g_autofree char *numbers = venule_measures_view_describe (stage->window->views.measures);

  return g_str_has_prefix (numbers, "fresh");
}

/* Each changes all velocities of the tracks. */
static void
set_velocity_window (Stage *stage,
                     double seconds)
{
  g_autofree char *what = g_strdup_printf ("new numbers for a velocity window of %.2f s", seconds);
  g_autofree char *text = g_strdup_printf ("%.2f", seconds);

  large_begin_moving (stage);
  large_arm (stage, are_fresh);
  large_mark (stage);
  g_assert_true (venule_document_set_measure (stage->window->document, "velocity_window", text, NULL));
  large_report (stage, what, large_wait_until (stage), EDIT_BUDGET);
}

static void
measure (Stage *stage)
{
  venule_selection_clear (stage->window->selection);
  gtk_stack_set_visible_child_name (stage->window->views.tables, "measures");
  for (guint i = 1; i <= 5; i++)
    set_velocity_window (stage, 0.2 * i);
  gtk_stack_set_visible_child (stage->window->views.tables, GTK_WIDGET (stage->window->views.tracks));
}

/* ---- All of it ---- */

static gboolean
is_there (Stage *stage)
{
  return stage->window->document != NULL;
}

static gboolean
is_checked (Stage *stage)
{
  return stage->window->document && !venule_document_get_checking (stage->window->document) &&
         stage->window->opening.table_ready;
}

static void
open_it (Stage *stage)
{
  g_autoptr (GFile) file = g_file_new_for_path (stage->document);
  Cost cost;

  large_arm (stage, is_there);
  large_mark (stage);
  venule_window_open (stage->window, file);
  cost = large_wait_until (stage);
  large_report (stage, "open until it is drawn", cost, OPEN_BUDGET);
  stage->ready = is_checked;
  cost = large_wait_until (stage);
  g_print ("%-44s %8.1f ms on the wall\n", "open until it is checked and its frames counted", cost.all);
  large_print_memory ("when it is open");
}

static void
close_it (Stage *stage)
{
  stage->window->closing.anyway = TRUE;
  gtk_window_close (GTK_WINDOW (stage->window));
  while (!stage->gone)
    g_main_context_iteration (NULL, TRUE);
}

static void
work (Stage *stage)
{
  large_present (stage);
  open_it (stage);
  scrub (stage, "scrub along the timeline right after opening");
  scrub (stage, "scrub along the timeline again");
  select_many (stage);
  select_all (stage);
  select_in_table (stage);
  edit (stage);
  measure (stage);
  scroll (stage, "scroll the table of tracks", GTK_WIDGET (stage->window->views.tracks));
  venule_selection_clear (stage->window->selection);
  gtk_stack_set_visible_child (GTK_STACK (
                                 gtk_widget_get_ancestor (GTK_WIDGET (stage->window->views.spots), GTK_TYPE_STACK)),
                               GTK_WIDGET (stage->window->views.spots));
  scroll (stage, "scroll the table of spots", GTK_WIDGET (stage->window->views.spots));
  scrub (stage, "scrub along the timeline in the end");
  large_print_memory ("in the end");
  close_it (stage);
  g_array_unref (stage->paints);
}

static void
on_activate (GApplication *application,
             Stage        *stage)
{
  work (stage);
}

static gboolean
read_arguments (Stage  *stage,
                int     argc,
                char  **argv)
{
  int given = 0;
  guint *const numbers[] = { &stage->n, &stage->n_spots };

  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "--budget") && i + 1 < argc)
      stage->factor = g_ascii_strtod (argv[++i], NULL);
    else if (given < 2)
      *numbers[given++] = (guint) atoi (argv[i]);
    else
      stage->n_frames = atoi (argv[i]);

  return stage->n > 0 && stage->n_spots > 0 && stage->n_frames >= stage->n_spots;
}

int
main (int    argc,
      char **argv)
{
  Stage stage = { .n = 10000, .n_spots = 50, .n_frames = 1000 };
  g_autoptr (GApplication) application = NULL;

  if (!read_arguments (&stage, argc, argv))
    {
      g_printerr ("bench-large [--budget FACTOR] [TRACKS [SPOTS [FRAMES]]]\n");
      return 2;
    }
  stage.folder = g_dir_make_tmp ("venule-large-XXXXXX", NULL);
  stage.video = g_build_filename (stage.folder, "large.mkv", NULL);
  stage.document = g_build_filename (stage.folder, "large.venule", NULL);
  large_make_video (&stage);
  large_make_document (&stage);
  g_print ("%u tracks of %u spots in %d frames\n", stage.n, stage.n_spots, (int) stage.n_frames);

  gtk_init ();
  adw_init ();
  application = g_application_new (NULL, G_APPLICATION_DEFAULT_FLAGS);
  g_application_set_default (application);
  g_signal_connect (application, "activate", G_CALLBACK (on_activate), &stage);
  g_application_run (application, 0, NULL);

  g_unlink (stage.document);
  g_unlink (stage.video);
  g_rmdir (stage.folder);
  g_free (stage.document);
  g_free (stage.video);
  g_free (stage.folder);

  return stage.missed ? 1 : 0;
}
