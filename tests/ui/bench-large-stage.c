/* bench-large-stage.c: the window of a large document, watched while a hand works on it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-large.h"

#include <time.h>

#define PATIENCE_US (120 * G_USEC_PER_SEC)
/* After which a click is lost, µs; and how many may be. */
#define CLICK_US (10 * G_USEC_PER_SEC)
#define MAX_CLICKS 5
/* All is at rest when nothing was to be done for so long, µs. */
#define REST_US (200 * 1000)
/* A frame of the clock that takes less work is a cursor that blinks, ms. */
#define LITTLE 1.5

/* ---- Time ---- */

double
large_get_time (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

void
large_mark (Stage *stage)
{
  stage->arrived = g_get_monotonic_time ();
  stage->worked = large_get_time (CLOCK_THREAD_CPUTIME_ID);
  stage->all_worked = large_get_time (CLOCK_PROCESS_CPUTIME_ID);
  stage->armed = FALSE;
  g_array_set_size (stage->paints, 0);
}

void
large_judge (Stage  *stage,
             double  work,
             double  budget)
{
  if (stage->factor > 0 && work > stage->factor * budget)
    {
      g_print ("  too much: at most %.0f ms\n", stage->factor * budget);
      stage->missed = TRUE;
    }
}

void
large_report (Stage      *stage,
              const char *what,
              Cost        cost,
              double      budget)
{
  double all = large_get_time (CLOCK_PROCESS_CPUTIME_ID) - stage->all_worked;

  g_print (
    "%-44s shown after %7.1f ms, all done after %7.1f ms on the wall; work of the main thread %7.1f ms, "
    "of all %7.1f ms\n",
    what, cost.shown, cost.all, cost.work, all);
  large_judge (stage, cost.work, budget);
}

/* ---- The window ---- */

static void
on_painted (Stage *stage)
{
  stage->painted = g_get_monotonic_time ();
  stage->work_at_paint = large_get_time (CLOCK_THREAD_CPUTIME_ID);
  g_array_append_val (stage->paints, stage->painted);
  if (stage->shown == 0 && !stage->armed && stage->ready && stage->ready (stage))
    stage->shown = stage->painted;
}

/* Of a click that is when the button comes up again; what is done until then counts, too. */
static gboolean
on_event (Stage    *stage,
          GdkEvent *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (stage->armed && (type == GDK_BUTTON_PRESS || type == GDK_KEY_PRESS || type == GDK_SCROLL))
    large_mark (stage);
  else if (type == GDK_BUTTON_RELEASE)
    stage->arrived = g_get_monotonic_time ();
  return GDK_EVENT_PROPAGATE;
}

void
large_arm (Stage     *stage,
           gboolean (*ready) (Stage *stage))
{
  stage->ready = ready;
  stage->shown = 0;
  stage->armed = TRUE;
}

/* What moves for the eye alone (a message that comes up) goes on. */
Cost
large_wait_until (Stage *stage)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US, calm = 0, seen = stage->painted;
  double work = 0;

  while (calm == 0 || (stage->painted == seen && g_get_monotonic_time () - calm < REST_US))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (g_main_context_iteration (NULL, FALSE))
        continue;
      if (calm == 0 && !stage->armed && stage->ready (stage))
        {
          calm = g_get_monotonic_time ();
          seen = stage->painted;
          work = large_get_time (CLOCK_THREAD_CPUTIME_ID) - stage->worked;
        }
      g_usleep (200);
    }
  if (stage->painted != seen)
    {
      calm = stage->painted;
      work = stage->work_at_paint - stage->worked;
    }

  return (Cost) { (double) ((stage->shown > 0 ? stage->shown : calm) - stage->arrived) / 1000,
                  (double) (calm - stage->arrived) / 1000, work };
}

/* Until nothing moves any more. */
void
large_wait_for_rest (Stage *stage)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US, rested = g_get_monotonic_time (), seen = stage->painted;
  double looked = large_get_time (CLOCK_THREAD_CPUTIME_ID);

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
check (const GError *error)
{
  if (error)
    g_error ("%s", error->message);
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

void
large_do_by_hand (Stage      *stage,
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

void
large_click (Stage     *stage,
             gboolean (*ready) (Stage *stage))
{
  for (guint i = 0; i < MAX_CLICKS; i++)
    {
      gint64 end = g_get_monotonic_time () + CLICK_US;

      large_arm (stage, ready);
      large_do_by_hand (stage, "click 1");
      while (g_get_monotonic_time () < end && (stage->armed || !ready (stage)))
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (200);
      if (!stage->armed && ready (stage))
        return;
      g_print ("  a click was lost (%s): made again\n", stage->armed ? "it never came" : "it came");
    }
}

void
large_find_on_screen (Stage     *stage,
                      GtkWidget *widget,
                      double     x,
                      double     y,
                      int       *left,
                      int       *top)
{
  graphene_point_t point;
  double dx, dy;

  g_assert_true (
    gtk_widget_compute_point (widget, GTK_WIDGET (stage->window), &GRAPHENE_POINT_INIT ((float) x, (float) y), &point));
  gtk_native_get_surface_transform (GTK_NATIVE (stage->window), &dx, &dy);
  *left = (int) lround (point.x + dx);
  *top = (int) lround (point.y + dy);
}

GtkWidget *
large_find_widget (GtkWidget *widget,
                   GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = large_find_widget (child, type);

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

void
large_report_frames (Stage      *stage,
                     const char *what)
{
  double work = large_get_time (CLOCK_THREAD_CPUTIME_ID) - stage->worked;
  guint n = stage->paints->len;
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  double whole;

  if (n < 3)
    g_error ("%s: nothing has moved", what);
  for (guint i = 1; i < n; i++)
    {
      double gap =
        (double) (g_array_index (stage->paints, gint64, i) - g_array_index (stage->paints, gint64, i - 1)) / 1000;

      g_array_append_val (gaps, gap);
    }
  whole = (double) (g_array_index (stage->paints, gint64, n - 1) - g_array_index (stage->paints, gint64, 0)) / 1e6;
  g_array_sort (gaps, compare_gaps);
  g_print (
    "%-52s %5.1f frames/s on the wall, gaps: median %.1f, 99 %% %.1f, worst %.1f ms; work of the main thread %.1f ms a "
    "frame (%u frames)\n",
    what, (n - 1) / whole, g_array_index (gaps, double, gaps->len / 2),
    g_array_index (gaps, double, gaps->len * 99 / 100), g_array_index (gaps, double, gaps->len - 1), work / n, n);
  large_judge (stage, work / n, FRAME_BUDGET);
}

void
large_begin_moving (Stage *stage)
{
  large_wait_for_rest (stage);
  large_mark (stage);
}

/* ---- The window and the program ---- */

static void
on_gone (gpointer  data,
         GObject  *window)
{
  ((Stage *) data)->gone = TRUE;
}

/* As the program presents it, with its style. */
void
large_present (Stage *stage)
{
  GtkEventController *controller = gtk_event_controller_legacy_new ();
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (style, "/io/github/venule/Venule/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  stage->window = venule_window_new (NULL);
  g_settings_set_boolean (stage->window->settings, "propose-vessel", FALSE);
  stage->paints = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_object_weak_ref (G_OBJECT (stage->window), on_gone, stage);
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (controller, "event", G_CALLBACK (on_event), stage);
  gtk_widget_add_controller (GTK_WIDGET (stage->window), controller);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1500, 940);
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (stage->window)), "after-paint",
                            G_CALLBACK (on_painted), stage);
}

void
large_print_memory (const char *when)
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
