/* test-agreement-window.c: results against marks, on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "rolling-document.h"
#include "venule-agreement-window.h"
#include "venule-document-tracks.h"
#include "venule-validation-sample.h"

typedef struct {
  VenuleDocument *document;
  GtkWidget      *parent;
  char           *path;
} Stage;

static void
set_up (Stage         *stage,
        gconstpointer  data)
{
  int fd = g_file_open_tmp ("venule-marks-XXXXXX.csv", &stage->path, NULL);

  g_close (fd, NULL);
  stage->document = rolling_document_new ();
  stage->parent = gtk_window_new ();
}

static void
tear_down (Stage         *stage,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (stage->parent));
  g_assert_finalize_object (stage->document);
  g_unlink (stage->path);
  g_free (stage->path);
}

static gpointer
child_of (GtkWidget  *window,
          const char *name)
{
  return gtk_widget_get_template_child (window, VENULE_TYPE_AGREEMENT_WINDOW, name);
}

static void
write_marks (Stage      *stage,
             const char *text)
{
  g_assert_true (g_file_set_contents (stage->path, text, -1, NULL));
}

static void
assert_says (GtkWidget  *window,
             const char *text)
{
  const char *said = gtk_label_get_label (child_of (window, "paragraph_label"));

  if (strstr (said, text) == NULL)
    g_error ("“%s” says nothing of “%s”", said, text);
}

static void
test_options_count_at_once (Stage         *stage,
                            gconstpointer  data)
{
  GtkWidget *window;

  write_marks (stage, "cell,frame,x,y\na,1,21,40\na,11,31,40\n");
  window = venule_agreement_window_new (GTK_WINDOW (stage->parent), stage->document, stage->path, NULL);
  g_assert_nonnull (window);
  gtk_window_present (GTK_WINDOW (window));
  assert_says (window, "Of 1 cell marked by hand in the analysed part of the recording, Venule found 1");
  g_assert_null (strstr (gtk_label_get_label (child_of (window, "paragraph_label")), "precision"));

  gtk_switch_set_active (child_of (window, "complete_switch"), TRUE);
  assert_says (window, "Of 2 cells that Venule found in the frames with marks, 1 had not been marked");

  /* A correction counts, too. */
  venule_document_remove_tracks (stage->document, (guint[]) { 2 }, 1, NULL);
  assert_says (window, "Of 1 cell that Venule found in the frames with marks, 0 had not been marked");

  gtk_window_destroy (GTK_WINDOW (window));
}

/* What is on show then has nothing to do with what was found. */
static void
test_marks_of_a_sample_are_no_results (Stage         *stage,
                                       gconstpointer  data)
{
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleValidationSample) sample = venule_validation_sample_draw (0, 5, 2, 1, 2, 1, &error);
  GtkWidget *window;

  write_marks (stage, "cell,frame,x,y\na,1,21,40\na,11,31,40\n");
  window = venule_agreement_window_new (GTK_WINDOW (stage->parent), stage->document, stage->path, NULL);
  assert_says (window, "Venule found 1");
  g_assert_true (venule_document_begin_sample (stage->document, sample, &error));
  g_assert_false (gtk_widget_get_sensitive (child_of (window, "save_button")));
  assert_says (window, "The marks of the sample are shown");
  runs = venule_document_dup_runs (stage->document);
  venule_document_show_run (stage->document, g_array_index (runs, gint64, 0), &error);
  g_assert_no_error (error);
  assert_says (window, "Venule found 1");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_what_cannot_be_read_is_said (Stage         *stage,
                                  gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *window;

  write_marks (stage, "a,b\n1,2\n");
  g_assert_null (venule_agreement_window_new (GTK_WINDOW (stage->parent), stage->document, stage->path, &error));
  g_assert_nonnull (error);

  /* A frame 0 in a file that is said to count from 1. */
  write_marks (stage, "cell,frame,x,y\na,0,21,40\n");
  window = venule_agreement_window_new (GTK_WINDOW (stage->parent), stage->document, stage->path, NULL);
  adw_combo_row_set_selected (child_of (window, "first_row"), 1);
  assert_says (window, "mark in frame 0");
  g_assert_false (gtk_widget_get_sensitive (child_of (window, "save_button")));
  adw_combo_row_set_selected (child_of (window, "first_row"), 0);
  assert_says (window, "Venule found 1");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* As on the command line. */
static void
test_what_contradicts_the_video_is_told (Stage         *stage,
                                         gconstpointer  data)
{
  GtkWidget *window, *label;

  write_marks (stage, "track_id,frame,x_px,y_px,x_um,y_um\n1,1,121,40,242,80\n1,11,131,40,262,80\n");
  venule_document_set_run_pixel_size (stage->document, 0.5);
  window = venule_agreement_window_new (GTK_WINDOW (stage->parent), stage->document, stage->path, NULL);
  label = child_of (window, "notes_label");
  g_assert_true (gtk_widget_get_visible (label));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (label)), "By the file a pixel has 2 µm"));
  gtk_window_destroy (GTK_WINDOW (window));

  write_marks (stage, "cell,frame,x,y\na,1,21,40\na,11,31,40\n");
  window = venule_agreement_window_new (GTK_WINDOW (stage->parent), stage->document, stage->path, NULL);
  g_assert_false (gtk_widget_get_visible (child_of (window, "notes_label")));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/agreement-window/options count at once", Stage, NULL, set_up, test_options_count_at_once, tear_down);
  g_test_add ("/agreement-window/marks of a sample are no results", Stage, NULL, set_up,
              test_marks_of_a_sample_are_no_results, tear_down);
  g_test_add ("/agreement-window/what contradicts the video is told", Stage, NULL, set_up,
              test_what_contradicts_the_video_is_told, tear_down);
  g_test_add ("/agreement-window/what cannot be read is said", Stage, NULL, set_up, test_what_cannot_be_read_is_said,
              tear_down);

  return g_test_run ();
}
