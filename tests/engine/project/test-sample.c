/* test-sample.c: a random sample, its marks in the document, and what is compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-validation-sample.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fake-source.h"
#include "venule-agreement-report.h"
#include "venule-document-read.h"
#include "venule-document-tracks.h"
#include "venule-error.h"

#define N_FRAMES 100

/* Whatever is drawn lies within, does not overlap, and is the same for the same seed. */
static void
test_stretches_lie_apart (void)
{
  for (guint i = 0; i < 500; i++)
    {
      gint64 first = g_test_rand_int_range (0, 50), last = first + g_test_rand_int_range (0, 300);
      guint n = (guint) g_test_rand_int_range (1, 8), marks = (guint) g_test_rand_int_range (1, 8);
      gint64 step = g_test_rand_int_range (1, 9), length = (marks - 1) * step + 1, least = first;
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr(GError) error = NULL;
      g_autoptr (VenuleValidationSample) sample =
        venule_validation_sample_draw (first, last, n, marks, step, seed, &error);
      g_autoptr(VenuleValidationSample) again = NULL;

      if (n * length > last - first + 1)
        {
          g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
          g_assert_null (sample);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (sample->starts->len, ==, n);
      again = venule_validation_sample_draw (first, last, n, marks, step, seed, NULL);
      for (guint j = 0; j < n; j++)
        {
          guint stretch, mark;

          g_assert_cmpint (venule_validation_sample_get_frame (sample, j, 0), >=, least);
          g_assert_cmpint (venule_validation_sample_get_frame (sample, j, 0), ==,
                           venule_validation_sample_get_frame (again, j, 0));
          least = venule_validation_sample_get_frame (sample, j, marks - 1) + 1;
          g_assert_true (venule_validation_sample_find (sample, least - 1, &stretch, &mark));
          g_assert_cmpuint (stretch, ==, j);
          g_assert_cmpuint (mark, ==, marks - 1);
          if (step > 1 && marks > 1)
            g_assert_false (venule_validation_sample_find (sample,
                                                           venule_validation_sample_get_frame (sample, j, 0) + 1,
                                                           &stretch, &mark));
        }
      g_assert_cmpint (least - 1, <=, last);
    }
}

/* One stretch of one frame in a hundred: each frame about as often. */
static void
test_each_place_is_as_likely (void)
{
  guint counts[10] = { 0 };

  for (guint32 seed = 0; seed < 5000; seed++)
    {
      g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, 99, 1, 1, 1, seed, NULL);

      counts[venule_validation_sample_get_frame (sample, 0, 0) / 10]++;
    }
  /* 500 each; the standard deviation is 21. */
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_assert_cmpuint (counts[i], >, 500 - 5 * 21);
      g_assert_cmpuint (counts[i], <, 500 + 5 * 21);
    }
}

static void
test_text_is_read_again_and_checked (void)
{
  static const char *const senseless[] = {
    NULL, "", "{}", "[]", "{\"sample\":1}", "{\"venule\":\"0.1.0\"}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":1,\"done\":0,\"starts\":[]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":1,\"done\":0,\"starts\":[5,6]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":1,\"done\":0,\"starts\":[-5]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":1,\"done\":2,\"starts\":[5]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2000000000,\"step\":1,\"done\":0,\"starts\":[5]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":0,\"done\":0,\"starts\":[5]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":1,\"done\":0,\"starts\":[\"5\"]}}",
    "{\"sample\":{\"seed\":1,\"run\":1,\"marks\":2,\"step\":1,\"done\":0,\"starts\":[[5]]}}",
    "{\"sample\":{\"seed\":\"1\",\"run\":1,\"marks\":2,\"step\":1,\"done\":0,\"starts\":[5]}}",
  };
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, 99, 3, 4, 5, 7, NULL);
  g_autoptr(VenuleValidationSample) again = NULL;
  g_autofree char *text = NULL;

  sample->run = 12;
  sample->done = 2;
  text = venule_validation_sample_to_text (sample);
  again = venule_validation_sample_from_text (text);
  g_assert_nonnull (again);
  g_assert_cmpuint (again->seed, ==, 7);
  g_assert_cmpint (again->run, ==, 12);
  g_assert_cmpuint (again->done, ==, 2);
  g_assert_cmpuint (again->n_marks, ==, 4);
  g_assert_cmpint (again->step, ==, 5);
  g_assert_cmpmem (again->starts->data, 3 * sizeof (gint64), sample->starts->data, 3 * sizeof (gint64));
  for (guint i = 0; i < G_N_ELEMENTS (senseless); i++)
    g_assert_null (venule_validation_sample_from_text (senseless[i]));
}

/* ---- In a document ---- */

static void
add_track (VenuleDocument *document,
           GPtrArray      *tracks,
           guint           id,
           double          y)
{
  VenuleTrack *track = venule_track_new (id);

  for (int i = 0; i < N_FRAMES; i++)
    {
      VenuleSpot spot = { .frame = i, .time = venule_document_get_time (document, i), .x = 50 + 2 * i, .y = y,
                          .radius = 10, .score = 1 };

      venule_track_add_spot (track, &spot);
    }
  g_ptr_array_add (tracks, track);
}

/* (transfer full): three cells that move by 2 px a frame. */
static VenuleDocument *
make_document (void)
{
  g_autoptr(VenuleSource) source = fake_source_new (25, N_FRAMES, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  VenuleDocument *document = venule_document_new (source);

  settings->vessel->flow_x = 1;
  settings->cell_diameter = 20;
  venule_document_begin_run (document, settings);
  for (guint id = 1; id <= 3; id++)
    add_track (document, tracks, id, 80 * id);
  venule_document_set_run_metadata (document, &(VenuleRunMetadata){ .device = (char *) "test",
                                                                    .last_frame = N_FRAMES - 1,
                                                                    .complete = TRUE });
  venule_document_finish_run (document, tracks);
  return document;
}

static void
mark (VenuleDocument *document,
      gint64          frame,
      double          y,
      guint          *id)
{
  const VenuleSpot spot = { .frame = frame, .x = 50 + 2 * frame + 0.5, .y = y, .radius = 10,
                            .source = VENULE_SPOT_MANUAL };

  *id = venule_document_put_spots (document, *id, &spot, 1, "Mark a Cell", NULL);
  g_assert_cmpuint (*id, >, 0);
}

/* Marks the cells 1 and 2 in the first stretches, and one where none is. */
static void
mark_stretches (VenuleDocument               *document,
                const VenuleValidationSample *sample,
                guint                         n)
{
  for (guint i = 0; i < n; i++)
    {
      static const double rows[] = { 80, 160, 400 };

      for (guint j = 0; j < G_N_ELEMENTS (rows); j++)
        {
          guint id = 0;

          for (guint k = 0; k < sample->n_marks; k++)
            mark (document, venule_validation_sample_get_frame (sample, i, k), rows[j], &id);
        }
    }
}

static void
test_marks_are_a_run_of_their_own (void)
{
  g_autoptr(VenuleDocument) document = make_document ();
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, N_FRAMES - 1, 4, 5, 3, 11, NULL);
  g_autoptr(VenuleValidationSample) shown = NULL, found = NULL;
  g_autoptr(GPtrArray) marks = NULL;
  g_autoptr(GError) error = NULL;
  gint64 run;

  g_assert_null (venule_document_dup_sample (document));
  g_assert_cmpint (venule_document_find_sample (document, NULL), ==, 0);
  g_assert_true (venule_document_begin_sample (document, sample, &error));
  g_assert_no_error (error);
  run = venule_document_get_run (document);
  /* Nothing of the results is seen. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 0);
  mark_stretches (document, sample, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_redo (document));
  g_assert_true (venule_document_set_sample_done (document, 1, &error));

  /* Another time they are gone on with. */
  g_assert_true (venule_document_show_run (document, 1, &error));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  g_assert_null (venule_document_dup_sample (document));
  g_assert_cmpint (venule_document_find_sample (document, &found), ==, run);
  g_assert_cmpuint (found->done, ==, 1);
  g_assert_cmpint (found->run, ==, 1);
  marks = venule_document_dup_run_tracks (document, run, &error);
  g_assert_cmpuint (marks->len, ==, 3);
  g_assert_true (venule_document_show_run (document, run, &error));
  shown = venule_document_dup_sample (document);
  g_assert_cmpuint (shown->done, ==, 1);
}

/* Saved in the middle of marking, as Ctrl+S does: exports and studies read the results, the window the marks. */
static void
test_results_are_read_while_marks_are_shown (void)
{
  g_autoptr(VenuleDocument) document = make_document ();
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, N_FRAMES - 1, 4, 5, 3, 11, NULL);
  g_autofree char *folder = g_dir_make_tmp ("venule-sample-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "marked.venule", NULL);
  g_autoptr(VenuleDocument) read = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_document_begin_sample (document, sample, &error));
  mark_stretches (document, sample, 1);
  g_assert_true (venule_document_save (document, path, &error));
  g_assert_no_error (error);
  read = venule_document_read (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (venule_document_get_run (read), ==, 1);
  g_assert_null (venule_document_dup_sample (read));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (read)), ==, 3);
  g_remove (path);
  g_rmdir (folder);
}

/* Of three cells two were marked, and one that is none, in two of four stretches: each counts twice. What was marked
 * beyond the finished stretches, and found outside of the sample, counts nowhere. */
static void
test_only_the_sample_is_compared (void)
{
  g_autoptr(VenuleDocument) document = make_document ();
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, N_FRAMES - 1, 4, 5, 3, 11, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleAgreementReport) report = NULL;
  g_autofree char *paragraph = NULL;
  const VenuleAgreement *agreement;

  g_assert_null (venule_agreement_report_new_for_sample (document, 0, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (venule_document_begin_sample (document, sample, &error));
  mark_stretches (document, sample, 3);
  g_assert_true (venule_document_set_sample_done (document, 2, &error));
  /* The marks are not compared with themselves. */
  g_assert_null (venule_agreement_report_new_for_sample (document, 0, &error));
  g_clear_error (&error);
  g_assert_true (venule_document_show_run (document, 1, &error));

  report = venule_agreement_report_new_for_sample (document, 0, &error);
  g_assert_no_error (error);
  agreement = report->agreement;
  g_assert_cmpuint (agreement->n_manual, ==, 2 * 3);
  g_assert_cmpuint (agreement->pairs->len, ==, 2 * 2);
  g_assert_cmpuint (agreement->missed->len, ==, 2);
  g_assert_cmpuint (agreement->n_judged, ==, 2 * 3);
  g_assert_cmpuint (agreement->false_tracks->len, ==, 2);
  g_assert_cmpuint (agreement->n_velocities, ==, 4);
  g_assert_cmpfloat_with_epsilon (agreement->bias.value, 0, 1e-6);
  paragraph = venule_agreement_report_dup_paragraph (report);
  g_assert_nonnull (strstr (paragraph, "in 2 stretches of the recording drawn at random (seed 11), in 5 frames of "
                                       "each, 3 frames apart"));
  g_assert_nonnull (strstr (paragraph, "2 further stretches"));
}

/* Marks are pixels in frames: another frame rate gives them and the results other times, and the same ones. */
static void
test_marks_have_the_times_of_the_run (void)
{
  g_autoptr(VenuleDocument) document = make_document ();
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_run_settings (document));
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, N_FRAMES - 1, 4, 5, 3, 11, NULL);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleAgreementReport) report = NULL;

  g_assert_true (venule_document_begin_sample (document, sample, &error));
  mark_stretches (document, sample, 3);
  g_assert_true (venule_document_set_sample_done (document, 2, &error));
  settings->calibration.frame_rate = 10;
  venule_document_begin_run (document, settings);
  for (guint id = 1; id <= 3; id++)
    add_track (document, tracks, id, 80 * id);
  venule_document_set_run_metadata (document, &(VenuleRunMetadata){ .device = (char *) "test",
                                                                    .last_frame = N_FRAMES - 1,
                                                                    .complete = TRUE });
  venule_document_finish_run (document, tracks);

  report = venule_agreement_report_new_for_sample (document, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->agreement->n_velocities, ==, 4);
  g_assert_cmpfloat_with_epsilon (report->agreement->bias.value, 0, 1e-6);
}

/* A frame in which a person saw no cell says that what was found there is wrong. */
static void
test_empty_frames_count (void)
{
  g_autoptr(VenuleDocument) document = make_document ();
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, N_FRAMES - 1, 2, 3, 1, 5, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleAgreementReport) report = NULL;
  g_autofree char *paragraph = NULL;

  g_assert_true (venule_document_begin_sample (document, sample, &error));
  g_assert_true (venule_document_set_sample_done (document, 2, &error));
  g_assert_true (venule_document_show_run (document, 1, &error));
  report = venule_agreement_report_new_for_sample (document, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->agreement->n_manual, ==, 0);
  g_assert_cmpuint (report->agreement->false_tracks->len, ==, 2 * 3);
  g_assert_cmpfloat (report->agreement->precision.value, ==, 0);
  paragraph = venule_agreement_report_dup_paragraph (report);
  g_assert_nonnull (strstr (paragraph, "No cells were marked by hand"));
  g_assert_null (strstr (paragraph, "nan"));
}

/* Nobody marks those that flow freely, and they are not judged; the paragraph says so. */
static void
test_free_cells_are_not_judged (void)
{
  g_autoptr(VenuleDocument) document = make_document ();
  g_autoptr(VenuleValidationSample) sample = venule_validation_sample_draw (0, N_FRAMES - 1, 2, 3, 1, 5, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleAgreementReport) report = NULL;
  g_autofree char *paragraph = NULL;
  const guint id = 1;

  g_assert_true (venule_document_set_kinds (document, &id, 1, VENULE_CELL_FREE, &error));
  g_assert_true (venule_document_begin_sample (document, sample, &error));
  g_assert_true (venule_document_set_sample_done (document, 2, &error));
  g_assert_true (venule_document_show_run (document, 1, &error));
  report = venule_agreement_report_new_for_sample (document, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->agreement->false_tracks->len, ==, 2 * 2);
  paragraph = venule_agreement_report_dup_paragraph (report);
  g_assert_nonnull (strstr (paragraph, "Free-flowing cells that had not been marked were not judged (2 cells)."));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sample/stretches lie apart", test_stretches_lie_apart);
  g_test_add_func ("/sample/each place is as likely", test_each_place_is_as_likely);
  g_test_add_func ("/sample/text is read again and checked", test_text_is_read_again_and_checked);
  g_test_add_func ("/sample/marks are a run of their own", test_marks_are_a_run_of_their_own);
  g_test_add_func ("/sample/results are read while marks are shown", test_results_are_read_while_marks_are_shown);
  g_test_add_func ("/sample/only the sample is compared", test_only_the_sample_is_compared);
  g_test_add_func ("/sample/marks have the times of the run", test_marks_have_the_times_of_the_run);
  g_test_add_func ("/sample/empty frames count", test_empty_frames_count);
  g_test_add_func ("/sample/free cells are not judged", test_free_cells_are_not_judged);

  return g_test_run ();
}
