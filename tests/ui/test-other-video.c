/* test-other-video.c: a document and a video that has taken the place of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"
#include "gray-movie.h"
#include "window-stage.h"

static void
on_gone (gpointer  data,
         GObject  *window)
{
  ((Stage *) data)->gone = TRUE;
}

static GtkWidget *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        return window;
    }
  return NULL;
}

static gboolean
has_question (Stage *stage)
{
  return find_question () != NULL;
}

/* Frames @first to @first + 19 of the sample, uncompressed, but for the second, which is frame @second + 1: all such
 * videos have the same size. */
static void
write_raw (const char *path,
           int         first,
           int         second)
{
  g_autofree char *sample = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", "sample.mkv", NULL);
  g_autoptr (VenuleSource) source = venule_source_open (sample, NULL, NULL);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_AVI, 400, 240, 8, 30, NULL);

  for (int i = 0; i < 20; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i + (i == 1 ? second : first), NULL, NULL);

      g_assert_true (gray_movie_add (writer, frame, NULL));
    }
  g_assert_true (gray_movie_finish (writer, NULL));
}

/* The document of a video, in a new window after that video has been replaced by @replace. */
static void
open_again (Stage       *stage,
            const char  *video,
            void       (*replace) (const char *video))
{
  g_autofree char *path = g_build_filename (stage->folder, "mouse.venule", NULL);
  g_autoptr (GError) error = NULL;

  write_raw (video, 0, 0);
  open_path (stage, video);
  wait_for (stage, table_ready);
  g_free (venule_source_dup_hash (venule_document_get_source (stage->window->document), NULL, NULL));
  g_assert_true (venule_document_save (stage->window->document, path, &error));
  g_assert_no_error (error);
  replace (video);

  open_in_new_window (stage, path);
}

static void
replace_all (const char *video)
{
  write_raw (video, 40, 40);
}

static void
replace_one (const char *video)
{
  write_raw (video, 0, 40);
}

static void
test_it_is_asked_where_the_video_is (Stage         *stage,
                                     gconstpointer  data)
{
  g_autofree char *video = g_build_filename (stage->folder, "mouse.avi", NULL);
  AdwMessageDialog *dialog;

  open_again (stage, video, replace_all);
  wait_for (stage, has_question);
  g_assert_null (stage->window->document);
  dialog = ADW_MESSAGE_DIALOG (find_question ());
  g_assert_cmpstr (adw_message_dialog_get_heading (dialog), ==, "Where Is the Video?");
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "is not the video any more"));
  adw_message_dialog_response (dialog, "cancel");
  g_assert_null (stage->window->document);
}

static gboolean
is_told (Stage *stage)
{
  g_autofree char *text = venule_message_bar_dup_text (stage->window->message_bar);

  return text != NULL && strstr (text, "This is not the document’s video") != NULL;
}

/* The frames that are compared when a document is opened are the same, and one that is not is another. */
static void
test_a_frame_between_is_told_of (Stage         *stage,
                                 gconstpointer  data)
{
  g_autofree char *video = g_build_filename (stage->folder, "mouse.avi", NULL);

  open_again (stage, video, replace_one);
  wait_for (stage, is_told);
}

static gboolean
is_open_elsewhere (Stage *stage)
{
  GtkWindow *window = find_window (VENULE_TYPE_WINDOW);

  return stage->gone && window && has_question (stage);
}

/* Nothing is run in such a document, nor saved into it, and where its video is can be said. */
static void
test_a_frame_between_ends_the_work (Stage         *stage,
                                    gconstpointer  data)
{
  g_autofree char *video = g_build_filename (stage->folder, "mouse.avi", NULL);
  g_autofree char *path = g_build_filename (stage->folder, "mouse.venule", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;
  VenuleWindow *next;

  open_again (stage, video, replace_one);
  g_object_weak_ref (G_OBJECT (stage->window), on_gone, stage);
  wait_for (stage, is_told);
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
  set_sample_settings (stage);
  venule_message_bar_hide (stage->window->message_bar);
  activate (stage, "run");
  g_assert_false (venule_window_is_running (stage->window));
  g_assert_true (is_told (stage));
  venule_message_bar_hide (stage->window->message_bar);
  activate (stage, "save");
  g_assert_true (is_told (stage));
  g_assert_true (venule_document_get_modified (stage->window->document));
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);

  stage->gone = FALSE;
  activate (stage, "locate-video");
  wait_for (stage, is_open_elsewhere);
  g_assert_cmpstr (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (find_question ())), ==, "Where Is the Video?");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_question ()), "cancel");
  next = VENULE_WINDOW (find_window (VENULE_TYPE_WINDOW));
  g_assert_null (next->document);
  g_assert_true (venule_window_is_empty (next));
  gtk_window_close (GTK_WINDOW (next));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/other-video/it is asked where the video is", Stage, NULL, set_up, test_it_is_asked_where_the_video_is,
              tear_down);
  g_test_add ("/other-video/a frame between is told of", Stage, NULL, set_up, test_a_frame_between_is_told_of,
              tear_down);
  g_test_add ("/other-video/a frame between ends the work", Stage, NULL, set_up, test_a_frame_between_ends_the_work,
              tear_down);

  return application_run_tests ();
}
