/* bench-large.c: what a large document costs in the window: run-xvfb bench-large [TRACKS [SPOTS [FRAMES]]]
 *
 * Makes a video and a document with TRACKS tracks of SPOTS spots each in FRAMES frames, opens it in the real window, and works on it
 * with a real pointer and real keys (xdotool). Of each thing it says how long it took on the wall and how much of the processor
 * the main thread worked for it, from the arrival of the event until all that follows is drawn; and for what moves, the statistics
 * of the window's frame clock. With --budget FACTOR it fails when the work of the main thread for one of them is more than FACTOR
 * times what a person would notice.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "application.h"
#include "venule-movie-writer.h"
#include "venule-timeline-private.h"
#include "venule-window-private.h"

#define WIDTH 640
#define HEIGHT 480
#define PATIENCE_US (120 * G_USEC_PER_SEC)
/* All is at rest when nothing was to be done for so long, µs. */
#define REST_US (300 * 1000)
/* A frame of the clock that takes less work is a cursor that blinks, ms. */
#define LITTLE 1.5

/* What one thing may cost of the main thread, ms: a click, an edit, one frame of something that moves. */
#define OPEN_BUDGET 2000.0
#define SELECT_BUDGET 50.0
#define EDIT_BUDGET 100.0
#define FRAME_BUDGET (1000.0 / 60)

typedef struct {
  VenuleWindow  *window;
  guint          n, n_spots;
  gint64         n_frames;
  double         factor;  /* of the budgets; 0: none is checked */
  gboolean       missed;  /* one of them was */
  gboolean       gone;

  char          *folder;
  char          *video;
  char          *document;

  /* The frame clock */
  gulong         painting;
  GArray        *paints;  /* gint64: monotonic times, µs */
  gint64         painted;
  double         work_at_paint; /* of the main thread by then, ms */

  /* The next event of pointer or keyboard */
  gboolean       armed;
  gint64         arrived; /* µs */
  double         worked;  /* of the main thread until then, ms */
  double         all_worked;
} Stage;

/* ---- Time ---- */

static double
get_time (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

static void
mark (Stage *stage)
{
  stage->arrived = g_get_monotonic_time ();
  stage->worked = get_time (CLOCK_THREAD_CPUTIME_ID);
  stage->all_worked = get_time (CLOCK_PROCESS_CPUTIME_ID);
  stage->armed = FALSE;
  g_array_set_size (stage->paints, 0);
}

static void
judge (Stage  *stage,
       double  work,
       double  budget)
{
  if (stage->factor > 0 && work > stage->factor * budget)
    {
      g_print ("  too much: at most %.0f ms\n", stage->factor * budget);
      stage->missed = TRUE;
    }
}

static void
report (Stage      *stage,
        const char *what,
        gint64      end,
        double      work,
        double      budget)
{
  double wall = (double) (end - stage->arrived) / 1000;
  double all = get_time (CLOCK_PROCESS_CPUTIME_ID) - stage->all_worked;

  g_print ("%-52s %8.1f ms on the wall, work of the main thread %8.1f ms, of all %8.1f ms\n", what, wall, work, all);
  judge (stage, work, budget);
}

/* ---- The files ---- */

static void
check (const GError *error)
{
  if (error)
    g_error ("%s", error->message);
}

static void
make_video (Stage *stage)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleMovieWriter) writer =
    venule_movie_writer_new (stage->video, VENULE_MOVIE_FFV1, WIDTH, HEIGHT, 8, 30, &error);
  g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, 8);

  check (error);
  for (gint64 i = 0; i < stage->n_frames; i++)
    {
      for (int y = 0; y < HEIGHT; y++)
        memset ((guint8 *) frame->data + y * frame->stride, (int) (90 + (y / 4 + i) % 32), WIDTH);
      venule_movie_writer_add_frame (writer, frame, &error);
      check (error);
    }
  venule_movie_writer_finish (writer, &error);
  check (error);
}

/* Rolls along a row of its own, as long as it has spots. */
static VenuleTrack *
make_track (Stage *stage,
            guint  id)
{
  gint64 first = (gint64) id * 7919 % (stage->n_frames - stage->n_spots + 1);
  g_autoptr (GArray) spots = g_array_new (FALSE, TRUE, sizeof (VenuleSpot));
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < stage->n_spots; i++)
    {
      VenuleSpot spot = { .frame = first + i, .time = (double) (first + i) / 30, .x = 10 + (id * 37 + i * (1 + id % 3)) % 620,
                          .y = 10 + (id * 53) % 460, .radius = 9, .score = 0.9f, .source = VENULE_SPOT_TRACKED };

      for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
        spot.contour[k] = 9 + (float) sin (i + k);
      g_array_append_val (spots, spot);
    }
  venule_track_add_spots (track, (const VenuleSpot *) (void *) spots->data, spots->len);
  venule_track_set_quality (track, (id % 100) / 100.0);
  return track;
}

static void
make_document (Stage *stage)
{
  g_autofree char *working = g_build_filename (stage->folder, "working", NULL);
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (stage->video, NULL, &error);
  g_autoptr (VenuleSettings) settings = NULL;
  VenuleRunFacts facts = { .device = (char *) "CPU", .detect_interval = 1, .last_frame = stage->n_frames - 1, .complete = TRUE };
  VenuleDocument *document;

  check (error);
  venule_source_build_table (source, NULL, NULL, NULL, &error);
  check (error);
  document = venule_document_new_from_store (source, venule_store_create (working, &error), &error);
  check (error);
  settings = venule_settings_copy (venule_document_get_settings (document));
  settings->calibration.pixel_size_um = 0.5;
  settings->calibration.frame_rate = 30;
  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  for (guint id = 1; id <= stage->n; id++)
    g_ptr_array_add (tracks, make_track (stage, id));
  venule_document_begin_run (document, settings);
  venule_document_set_run_facts (document, &facts);
  venule_document_finish_run (document, tracks);
  venule_document_save (document, stage->document, &error);
  check (error);
  g_object_unref (document);
  g_unlink (working);
}

/* ---- The window ---- */

static void
on_painted (Stage *stage)
{
  stage->painted = g_get_monotonic_time ();
  stage->work_at_paint = get_time (CLOCK_THREAD_CPUTIME_ID);
  g_array_append_val (stage->paints, stage->painted);
}

static gboolean
on_event (Stage    *stage,
          GdkEvent *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (stage->armed && (type == GDK_BUTTON_PRESS || type == GDK_KEY_PRESS || type == GDK_SCROLL))
    mark (stage);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
always (Stage *stage)
{
  return !stage->armed;
}

static gboolean
is_there (Stage *stage)
{
  return stage->window->document != NULL;
}

static gboolean
is_checked (Stage *stage)
{
  return stage->window->document && !venule_document_get_checking (stage->window->document) && stage->window->table_ready;
}

/* Until it is so, all that is due then has been done, and the frame after that is drawn; what moves for the eye alone (a message
 * that comes up) goes on. The time of that frame, and the work until then. */
static gint64
wait_until (Stage     *stage,
            gboolean (*ready) (Stage *stage),
            double    *work)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US, calm = 0, seen = stage->painted;

  while (calm == 0 || (stage->painted == seen && g_get_monotonic_time () - calm < REST_US))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (g_main_context_iteration (NULL, FALSE))
        continue;
      if (calm == 0 && !stage->armed && ready (stage))
        {
          calm = g_get_monotonic_time ();
          seen = stage->painted;
          *work = get_time (CLOCK_THREAD_CPUTIME_ID) - stage->worked;
        }
      g_usleep (200);
    }
  if (stage->painted == seen)
    return calm;

  *work = stage->work_at_paint - stage->worked;
  return stage->painted;
}

/* Until nothing moves any more. */
static void
wait_for_rest (Stage *stage)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US, rested = g_get_monotonic_time (), seen = stage->painted;
  double looked = get_time (CLOCK_THREAD_CPUTIME_ID);

  while (g_get_monotonic_time () - rested < REST_US && g_get_monotonic_time () < end)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (200);
      if (stage->painted == seen)
        continue;
      seen = stage->painted;
      if (stage->work_at_paint - looked > LITTLE)
        rested = g_get_monotonic_time ();
      looked = stage->work_at_paint;
    }
}

static void
measure (Stage      *stage,
         const char *what,
         gboolean  (*ready) (Stage *stage),
         double      budget)
{
  double work;
  gint64 end = wait_until (stage, ready, &work);

  report (stage, what, end, work, budget);
}

static void
on_exit_of_hand (GObject      *object,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  gboolean *over = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (object), result, &error);
  check (error);
  *over = TRUE;
}

/* Does what a hand would: words for xdotool. The window goes on meanwhile. */
static void
do_by_hand (Stage      *stage,
            const char *format,
            ...) G_GNUC_PRINTF (2, 3);

static void
do_by_hand (Stage      *stage,
            const char *format,
            ...)
{
  g_autofree char *words = NULL;
  g_autofree char *line = NULL;
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) hand = NULL;
  gboolean over = FALSE;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  line = g_strconcat ("xdotool ", words, NULL);
  arguments = g_strsplit (line, " ", -1);
  /* Without a copy of all this memory, whose pages would have to be made anew. */
  hand = g_subprocess_newv ((const char *const *) arguments, G_SUBPROCESS_FLAGS_INHERIT_FDS, &error);
  check (error);
  g_subprocess_wait_check_async (hand, NULL, on_exit_of_hand, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

/* Where a place of a widget is on the screen; without a window manager the window is at its corner. */
static void
find_on_screen (Stage     *stage,
                GtkWidget *widget,
                double     x,
                double     y,
                int       *left,
                int       *top)
{
  graphene_point_t point;
  double dx, dy;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (stage->window), &GRAPHENE_POINT_INIT ((float) x, (float) y),
                                           &point));
  gtk_native_get_surface_transform (GTK_NATIVE (stage->window), &dx, &dy);
  *left = (int) lround (point.x + dx);
  *top = (int) lround (point.y + dy);
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found)
        return found;
    }
  return NULL;
}

/* ---- What moves ---- */

static int
compare_gaps (gconstpointer a,
              gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
report_frames (Stage      *stage,
               const char *what,
               double      work)
{
  guint n = stage->paints->len;
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  double whole;

  if (n < 3)
    g_error ("%s: nothing has moved", what);
  for (guint i = 1; i < n; i++)
    {
      double gap = (double) (g_array_index (stage->paints, gint64, i) - g_array_index (stage->paints, gint64, i - 1)) / 1000;

      g_array_append_val (gaps, gap);
    }
  whole = (double) (g_array_index (stage->paints, gint64, n - 1) - g_array_index (stage->paints, gint64, 0)) / 1e6;
  g_array_sort (gaps, compare_gaps);
  g_print ("%-52s %5.1f frames/s on the wall, gaps: median %.1f, 99 %% %.1f, worst %.1f ms; work of the main thread %.1f ms a "
           "frame (%u frames)\n",
           what, (n - 1) / whole, g_array_index (gaps, double, gaps->len / 2),
           g_array_index (gaps, double, gaps->len * 99 / 100), g_array_index (gaps, double, gaps->len - 1), work / n, n);
  judge (stage, work / n, FRAME_BUDGET);
}

static void
begin_moving (Stage *stage)
{
  wait_for_rest (stage);
  g_array_set_size (stage->paints, 0);
  mark (stage);
}

static void
scroll (Stage      *stage,
        const char *what,
        GtkWidget  *widget)
{
  int x, y;

  find_on_screen (stage, widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0, &x, &y);
  do_by_hand (stage, "mousemove %d %d", x, y);
  begin_moving (stage);
  stage->armed = TRUE;
  /* Not so far that it comes to the end, where nothing moves. */
  do_by_hand (stage, "click --repeat 60 --delay 14 5 click --repeat 40 --delay 14 4 click --repeat 60 --delay 14 5");
  report_frames (stage, what, get_time (CLOCK_THREAD_CPUTIME_ID) - stage->worked);
}

static void
scrub (Stage *stage)
{
  VenuleTimeline *timeline = VENULE_TIMELINE (find_widget (GTK_WIDGET (stage->window->transport), VENULE_TYPE_TIMELINE));
  g_autoptr (GString) moves = g_string_new ("mousedown 1");
  int x, y;

  find_on_screen (stage, GTK_WIDGET (timeline), timeline->trough_x + timeline->trough_width / 4.0, VENULE_TIMELINE_TROUGH_Y + 2, &x,
                  &y);
  do_by_hand (stage, "mousemove %d %d", x, y);
  begin_moving (stage);
  stage->armed = TRUE;
  for (int i = 1; i <= 120; i++)
    g_string_append_printf (moves, " mousemove %d %d sleep 0.014", x + i, y);
  g_string_append (moves, " mouseup 1");
  do_by_hand (stage, "%s", moves->str);
  report_frames (stage, "scrub along the timeline", get_time (CLOCK_THREAD_CPUTIME_ID) - stage->worked);
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

static void
select_on_video (Stage *stage)
{
  gint64 frame = stage->n_frames / 2;
  g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (stage->window->document, frame);
  const VenulePlace *place;
  double at_x, at_y;
  int x, y;

  g_assert_cmpuint (tracks->len, >, 0);
  /* What was said while the document was checked goes, and the video moves up: a click before that would miss the cell. */
  wait_for_rest (stage);
  place = venule_track_get_place_at (g_ptr_array_index (tracks, tracks->len / 2), frame);
  venule_canvas_from_video (stage->window->canvas, place->x, place->y, &at_x, &at_y);
  find_on_screen (stage, GTK_WIDGET (stage->window->canvas), at_x, at_y, &x, &y);
  do_by_hand (stage, "mousemove %d %d", x, y);
  begin_moving (stage);
  stage->armed = TRUE;
  do_by_hand (stage, "click 1");
  measure (stage, "select a track by a click on the video", has_selected, SELECT_BUDGET);
}

static void
press (Stage      *stage,
       const char *key,
       const char *what,
       gboolean  (*ready) (Stage *stage),
       double      budget)
{
  begin_moving (stage);
  stage->armed = TRUE;
  do_by_hand (stage, "key %s", key);
  measure (stage, what, ready, budget);
}

static void
push (Stage      *stage,
      GtkWidget  *button,
      const char *what,
      gboolean  (*ready) (Stage *stage),
      double      budget)
{
  int x, y;

  find_on_screen (stage, button, gtk_widget_get_width (button) / 2.0, gtk_widget_get_height (button) / 2.0, &x, &y);
  do_by_hand (stage, "mousemove %d %d", x, y);
  begin_moving (stage);
  stage->armed = TRUE;
  do_by_hand (stage, "click 1");
  measure (stage, what, ready, budget);
}

static void
select_in_table (Stage *stage)
{
  GtkWidget *view = find_widget (GTK_WIDGET (stage->window->track_table), GTK_TYPE_COLUMN_VIEW);
  int x, y;

  find_on_screen (stage, view, 60, gtk_widget_get_height (view) / 2.0, &x, &y);
  do_by_hand (stage, "mousemove %d %d", x, y);
  venule_selection_clear (stage->window->selection);
  begin_moving (stage);
  stage->armed = TRUE;
  do_by_hand (stage, "click 1");
  measure (stage, "select a track by a click in the table", has_selected, SELECT_BUDGET);
}

static void
edit (Stage *stage)
{
  gtk_widget_grab_focus (GTK_WIDGET (stage->window->canvas));
  press (stage, "l", "lock the track, all follows", always, EDIT_BUDGET);
  press (stage, "l", "unlock it", always, EDIT_BUDGET);
  press (stage, "4", "say its class", always, EDIT_BUDGET);
  press (stage, "Delete", "delete it", has_deleted, EDIT_BUDGET);
  push (stage, stage->window->undo_button, "take that back", has_all, EDIT_BUDGET);
  push (stage, stage->window->redo_button, "do it again", has_deleted, EDIT_BUDGET);
}

/* ---- All of it ---- */

static void
print_memory (const char *when)
{
  g_autofree char *status = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return;
  lines = g_strsplit (status, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], "VmRSS:") || g_str_has_prefix (lines[i], "VmHWM:"))
      g_print ("memory %s: %s\n", when, lines[i]);
}

static void
open_it (Stage *stage)
{
  g_autoptr (GFile) file = g_file_new_for_path (stage->document);
  double work;
  gint64 begun, end;

  mark (stage);
  begun = stage->arrived;
  venule_window_open (stage->window, file);
  end = wait_until (stage, is_there, &work);
  report (stage, "open until it is drawn", end, work, OPEN_BUDGET);
  end = wait_until (stage, is_checked, &work);
  g_print ("%-52s %8.1f ms on the wall\n", "open until it is checked and its frames counted", (double) (end - begun) / 1000);
  print_memory ("when it is open");
}

static void
on_gone (gpointer  data,
         GObject  *window)
{
  ((Stage *) data)->gone = TRUE;
}

static void
close_it (Stage *stage)
{
  stage->window->close_anyway = TRUE;
  gtk_window_close (GTK_WINDOW (stage->window));
  while (!stage->gone)
    g_main_context_iteration (NULL, TRUE);
}

static void
work (Stage *stage)
{
  GtkEventController *controller = gtk_event_controller_legacy_new ();

  stage->window = venule_window_new (NULL);
  stage->paints = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_object_weak_ref (G_OBJECT (stage->window), on_gone, stage);
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (controller, "event", G_CALLBACK (on_event), stage);
  gtk_widget_add_controller (GTK_WIDGET (stage->window), controller);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1500, 940);
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (stage->window)), "after-paint", G_CALLBACK (on_painted),
                            stage);

  open_it (stage);
  venule_player_seek (stage->window->player, stage->n_frames / 2);
  while (venule_canvas_get_frame (stage->window->canvas) != stage->n_frames / 2)
    g_main_context_iteration (NULL, TRUE);
  select_on_video (stage);
  press (stage, "Escape", "select none", always, SELECT_BUDGET);
  select_in_table (stage);
  edit (stage);
  scroll (stage, "scroll the table of tracks", GTK_WIDGET (stage->window->track_table));
  venule_selection_clear (stage->window->selection);
  gtk_stack_set_visible_child (GTK_STACK (gtk_widget_get_ancestor (GTK_WIDGET (stage->window->spot_table), GTK_TYPE_STACK)),
                               GTK_WIDGET (stage->window->spot_table));
  scroll (stage, "scroll the table of spots", GTK_WIDGET (stage->window->spot_table));
  scrub (stage);
  print_memory ("in the end");
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
  make_video (&stage);
  make_document (&stage);
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
