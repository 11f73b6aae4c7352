/* test-closing.c: windows that are closed while a thread works for them
 *
 * `open` of the C library stands here once more, and the engine calls it. So a drive can stop answering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "application.h"
#include "venule-devices-page.h"
#include "venule-window-private.h"

#define PATIENCE_US (30 * G_USEC_PER_SEC)

static struct {
  GMutex      mutex;
  GCond       changed;
  const char *path;      /* of the file whose drive does not answer */
  int         n_waiting;
} drive;

int open (const char *path, int flags, ...);

int
open (const char *path,
      int         flags,
      ...)
{
  mode_t mode = 0;

  if (flags & (O_CREAT | O_TMPFILE))
    {
      va_list arguments;

      va_start (arguments, flags);
      mode = va_arg (arguments, mode_t);
      va_end (arguments);
    }
  g_mutex_lock (&drive.mutex);
  if (drive.path != NULL && g_strcmp0 (path, drive.path) == 0)
    {
      drive.n_waiting++;
      g_cond_broadcast (&drive.changed);
      while (drive.path != NULL)
        g_cond_wait (&drive.changed, &drive.mutex);
      drive.n_waiting--;
      g_cond_broadcast (&drive.changed);
    }
  g_mutex_unlock (&drive.mutex);
  return syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

static void
let_drive_stall (const char *path)
{
  g_mutex_lock (&drive.mutex);
  drive.path = path;
  g_mutex_unlock (&drive.mutex);
}

static gboolean
is_drive_asked (void)
{
  gboolean asked;

  g_mutex_lock (&drive.mutex);
  asked = drive.n_waiting > 0;
  g_mutex_unlock (&drive.mutex);
  return asked;
}

static void
wait_until_drive_is_asked (void)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (!is_drive_asked ())
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static void
let_drive_answer (void)
{
  g_mutex_lock (&drive.mutex);
  drive.path = NULL;
  g_cond_broadcast (&drive.changed);
  while (drive.n_waiting > 0)
    g_cond_wait (&drive.changed, &drive.mutex);
  g_mutex_unlock (&drive.mutex);
}

static void
wait_until_null (gpointer *weak)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (*weak != NULL || g_main_context_pending (NULL))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static void
close_and_wait (VenuleWindow *window)
{
  gpointer weak = window;

  g_object_add_weak_pointer (G_OBJECT (window), &weak);
  window->closing.anyway = TRUE;
  gtk_window_close (GTK_WINDOW (window));
  wait_until_null (&weak);
}

/* ---- Videos ---- */

typedef struct {
  char *folder;
  char *video;    /* a copy of the sample */
  char *document; /* a path */
} Files;

static void
set_up (Files         *files,
        gconstpointer  data)
{
  g_autofree char *sample = g_test_build_filename (G_TEST_BUILT, "ui", "sample.mkv", NULL);
  g_autofree char *contents = NULL;
  gsize length;

  files->folder = g_dir_make_tmp ("venule-closing-XXXXXX", NULL);
  files->video = g_build_filename (files->folder, "sample.mkv", NULL);
  files->document = g_build_filename (files->folder, "sample.venule", NULL);
  g_assert_true (g_file_get_contents (sample, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (files->video, contents, (gssize) length, NULL));
}

static void
tear_down (Files         *files,
           gconstpointer  data)
{
  g_unlink (files->video);
  g_unlink (files->document);
  g_rmdir (files->folder);
  g_free (files->video);
  g_free (files->document);
  g_free (files->folder);
}

static VenuleWindow *
open_in_window (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  VenuleWindow *window = venule_window_new (NULL);

  gtk_window_present (GTK_WINDOW (window));
  venule_window_open (window, file);
  return window;
}

static void
test_video_on_a_drive_that_does_not_answer (Files         *files,
                                            gconstpointer  data)
{
  VenuleWindow *window;

  let_drive_stall (files->video);
  window = open_in_window (files->video);
  wait_until_drive_is_asked ();
  close_and_wait (window);
  let_drive_answer ();
}

static void
test_document_whose_video_is_on_a_drive_that_does_not_answer (Files         *files,
                                                              gconstpointer  data)
{
  VenuleWindow *window = open_in_window (files->video);
  g_autoptr (GError) error = NULL;

  while (!window->opening.table_ready)
    g_main_context_iteration (NULL, TRUE);
  venule_document_save (window->document, files->document, &error);
  g_assert_no_error (error);
  close_and_wait (window);

  let_drive_stall (files->video);
  window = open_in_window (files->document);
  wait_until_drive_is_asked ();
  close_and_wait (window);
  let_drive_answer ();
}

/* ---- Speed ---- */

static VenuleDevicesPage *
new_devices (GtkWidget **button)
{
  GtkWidget *window = adw_preferences_window_new ();
  GtkWidget *page = g_object_new (VENULE_TYPE_DEVICES_PAGE, NULL);

  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  gtk_window_present (GTK_WINDOW (window));
  *button = GTK_WIDGET (gtk_widget_get_template_child (page, VENULE_TYPE_DEVICES_PAGE, "measure_button"));
  while (!gtk_widget_get_sensitive (*button))
    g_main_context_iteration (NULL, TRUE);
  return VENULE_DEVICES_PAGE (page);
}

static void
close_devices (VenuleDevicesPage *page)
{
  gpointer weak = page;

  g_object_add_weak_pointer (G_OBJECT (page), &weak);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))));
  wait_until_null (&weak);
}

static void
test_devices_while_they_are_measured (void)
{
  GtkWidget *button;
  VenuleDevicesPage *page = new_devices (&button);

  g_signal_emit_by_name (button, "clicked");
  close_devices (page);
}

/* The last window of a program: it may not tear down what a thread still works with. */
static void
test_program_ends_after_what_it_began (void)
{
  if (g_test_subprocess ())
    {
      test_devices_while_they_are_measured ();
      return;
    }
  for (int i = 0; i < 3; i++)
    {
      g_test_trap_subprocess (NULL, PATIENCE_US, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
    }
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/closing/video on a drive that does not answer", Files, NULL, set_up,
              test_video_on_a_drive_that_does_not_answer, tear_down);
  g_test_add ("/closing/document whose video is on a drive that does not answer", Files, NULL, set_up,
              test_document_whose_video_is_on_a_drive_that_does_not_answer, tear_down);
  g_test_add_func ("/closing/devices while they are measured", test_devices_while_they_are_measured);
  g_test_add_func ("/closing/program ends after what it began", test_program_ends_after_what_it_began);

  return application_run_tests ();
}
