/* test-study-file.c: studies in files, and files that are none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "made-recording.h"
#include "venule-error.h"
#include "venule-study-report.h"
#include "venule-temp-file.h"

#define HEAD "{ \"format\": \"venule-study\", \"version\": 1, \"quantity\": \"rolling_velocity_mean\", "               \
  "\"group_by\": \"group\", "                                                                                          \
             "\"correction\": \"holm\", \"recordings\": "

static void
set_up (char         **folder,
        gconstpointer  data)
{
  *folder = g_dir_make_tmp ("venule-study-XXXXXX", NULL);
}

static void
tear_down (char         **folder,
           gconstpointer  data)
{
  made_folder_remove (*folder);
  g_free (*folder);
}

static void
test_all_of_it_comes_back (char         **folder,
                           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (*folder, "sub", "a study.venule-study", NULL);
  g_autofree char *sub = g_path_get_dirname (path);
  g_autofree char *beside = g_build_filename (*folder, "sub", "bé.venule", NULL);
  g_autofree char *above = g_build_filename (*folder, "other", "a.venule", NULL);
  g_autofree char *content = NULL;
  g_autoptr (VenuleStudy) study = venule_study_new (), back = NULL;
  g_autoptr (GError) error = NULL;

  g_mkdir (sub, 0777);
  venule_study_recording_set_animal (venule_study_add (study, beside), "mouse 1");
  venule_study_recording_set_group (venule_study_get (study, 0), "P-selectin−/−");
  venule_study_recording_set_time_point (venule_study_get (study, 0), "4 h");
  venule_study_recording_set_included (venule_study_add (study, above), FALSE);
  venule_study_set_quantity (study, "cell_diameter_mean");
  venule_study_set_grouping (study, VENULE_STUDY_BY_BOTH);
  venule_study_set_correction (study, VENULE_CORRECTION_BENJAMINI_HOCHBERG);
  g_assert_true (venule_study_get_modified (study));
  g_assert_true (venule_study_save (study, path, &error));
  g_assert_no_error (error);
  g_assert_false (venule_study_get_modified (study));

  back = venule_study_open (path, &error);
  g_assert_no_error (error);
  g_assert_false (venule_study_get_modified (back));
  g_assert_cmpuint (venule_study_get_n (back), ==, 2);
  g_assert_cmpstr (venule_study_recording_get_path (venule_study_get (back, 0)), ==, beside);
  g_assert_cmpstr (venule_study_recording_get_path (venule_study_get (back, 1)), ==, above);
  g_assert_cmpstr (venule_study_recording_get_animal (venule_study_get (back, 0)), ==, "mouse 1");
  g_assert_cmpstr (venule_study_recording_get_group (venule_study_get (back, 0)), ==, "P-selectin−/−");
  g_assert_cmpstr (venule_study_recording_get_time_point (venule_study_get (back, 0)), ==, "4 h");
  g_assert_true (venule_study_recording_get_included (venule_study_get (back, 0)));
  g_assert_false (venule_study_recording_get_included (venule_study_get (back, 1)));
  g_assert_cmpstr (venule_study_get_quantity (back)->id, ==, "cell_diameter_mean");
  g_assert_cmpint (venule_study_get_grouping (back), ==, VENULE_STUDY_BY_BOTH);
  g_assert_cmpint (venule_study_get_correction (back), ==, VENULE_CORRECTION_BENJAMINI_HOCHBERG);

  /* As seen from the study: the folder may move. */
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_null (strstr (content, *folder));
  g_assert_nonnull (strstr (content, "\"../other/a.venule\""));
  /* An older version opens it too. */
  g_assert_nonnull (strstr (content, "\"version\" : 1"));
}

static void
test_a_time_of_adherence_and_pairs_come_back (char         **folder,
                                     gconstpointer  data)
{
  g_autofree char *path = g_build_filename (*folder, "s.venule-study", NULL);
  g_autofree char *content = NULL;
  g_autoptr (VenuleStudy) study = venule_study_new (), back = NULL, odd = NULL;
  g_autoptr (GError) error = NULL;

  venule_study_set_adherent_seconds (study, 12.5);
  venule_study_set_paired (study, TRUE);
  g_assert_true (venule_study_save (study, path, NULL));
  back = venule_study_open (path, NULL);
  g_assert_cmpfloat (venule_study_get_adherent_seconds (back), ==, 12.5);
  g_assert_true (venule_study_get_paired (back));

  /* An older version, which would count otherwise, refuses it. */
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "\"version\" : 2"));
  {
    g_autoptr (GString) text = g_string_new (content);

    g_assert_cmpuint (g_string_replace (text, "12.5", "-1", 0), ==, 1);
    g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  }
  odd = venule_study_open (path, &error);
  g_assert_null (odd);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
}

static void
test_a_moved_folder_still_works (char         **folder,
                                 gconstpointer  data)
{
  g_autofree char *before = g_build_filename (*folder, "before", NULL),
                  *after = g_build_filename (*folder, "after", NULL);
  g_autofree char *path = g_build_filename (before, "s.venule-study", NULL);
  g_autofree char *moved = g_build_filename (after, "s.venule-study", NULL);
  g_autofree char *document = NULL;
  g_autoptr (VenuleStudy) study = venule_study_new (), back = NULL;

  g_mkdir (before, 0777);
  document = made_recording_save (before, "a.venule", &(MadeRecording) { (const double[]) { 5, 6 }, 2, 0.5 });
  venule_study_add (study, document);
  g_assert_true (venule_study_save (study, path, NULL));
  g_assert_cmpint (g_rename (before, after), ==, 0);
  back = venule_study_open (moved, NULL);
  g_assert_true (venule_study_recording_load (venule_study_get (back, 0), 0, NULL));
  g_assert_nonnull (venule_study_recording_get_numbers (venule_study_get (back, 0)));
}

static void
test_what_is_no_study_is_said (char         **folder,
                               gconstpointer  data)
{
  g_autofree char *deep = g_strnfill (100000, '[');
  g_autofree char *very_deep = g_strconcat (HEAD, deep, NULL);
  g_autofree char *letters = g_strnfill (5000, 'a');
  g_autofree char *endless = g_strconcat (HEAD, "[ { \"document\": \"", letters, "\" } ] }", NULL);
  g_autofree char *long_label = g_strconcat (HEAD, "[ { \"document\": \"a.venule\", \"group\": \"", letters,
                                             "\" } ] }", NULL);
  const struct { const char *text; int code; const char *says; } files[] = {
    { long_label, VENULE_ERROR_DAMAGED, "is damaged" },
    { endless, VENULE_ERROR_DAMAGED, "is damaged" },
    { "", VENULE_ERROR_INVALID, "is not a study of Venule" },
    { "\xff\xfe\x00\x01", VENULE_ERROR_INVALID, "is not a study of Venule" },
    { "{ \"format\": \"other\" }", VENULE_ERROR_INVALID, "is not a study of Venule" },
    { "{ \"kind\": \"venule-study\" }", VENULE_ERROR_INVALID, "is not a study of Venule" },
    { "{ \"format\": \"venule-study\", \"version\": 3 }", VENULE_ERROR_INVALID, "newer version" },
    { "{ \"format\": \"venule-study\", \"version\": \"1\" }", VENULE_ERROR_DAMAGED, "is damaged" },
    { "{ \"format\": \"venule-study\", \"version\": 1 }", VENULE_ERROR_DAMAGED, "is damaged" },
    { "{ \"format\": \"venule-study\", \"version\": 1, \"quantity\": \"charm\", \"group_by\": \"group\" }",
      VENULE_ERROR_INVALID, "does not know" },
    { HEAD "[", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "7 }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[ 7 ] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[ { \"document\": 7 } ] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[ { \"document\": \"\" } ] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { very_deep, VENULE_ERROR_DAMAGED, "is damaged" },
    /* Labels and choices that would be lost without a word. */
    { HEAD "[ { \"document\": \"a.venule\", \"animal\": 7 } ] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[ { \"document\": \"a.venule\", \"group\": [ \"WT\" ] } ] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[ { \"document\": \"a.venule\", \"included\": \"no\" } ] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[], \"paired\": 1 }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[], \"adherent_seconds\": 1e7 }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[], \"adherent_seconds\": 0.001 }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[] }\n" HEAD "[] }", VENULE_ERROR_DAMAGED, "is damaged" },
    { HEAD "[ { \"document\": \"a.venule\", \"animal\": \"1\" }, { \"document\": \"./a.venule\", "
      "\"animal\": \"2\" } ] }", VENULE_ERROR_INVALID, "lists “a.venule” more than once" },
  };
  g_autofree char *path = g_build_filename (*folder, "it.venule-study", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
      g_assert_null (venule_study_open (path, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, VENULE_ERROR, files[i].code);
      g_assert_nonnull (strstr (error->message, "it.venule-study"));
      g_assert_nonnull (strstr (error->message, files[i].says));
    }

  g_autoptr (GError) missing = NULL, folder_error = NULL;
  g_unlink (path);
  g_assert_null (venule_study_open (path, &missing));
  g_assert_error (missing, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_null (venule_study_open (*folder, &folder_error));
  g_assert_nonnull (folder_error);
}

/* Labels may be missing. */
static void
test_odd_labels_do_no_harm (char         **folder,
                            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (*folder, "it.venule-study", NULL);
  g_autoptr (VenuleStudy) study = NULL;
  g_autoptr (GError) error = NULL;
  const char *text = HEAD "[ { \"document\": \"a.venule\", \"animal\": \"\", \"group\": null, \"included\": null } ], "
                     "\"more\": [] }";

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  study = venule_study_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (venule_study_get_n (study), ==, 1);
  g_assert_cmpstr (venule_study_recording_get_animal (venule_study_get (study, 0)), ==, "");
  g_assert_true (venule_study_recording_get_included (venule_study_get (study, 0)));
}

/* Without waiting for the disk. */
static gboolean
write_quickly (const char *path,
               const char *text,
               gssize      size)
{
  /* What is there is not always cut off. */
  g_unlink (path);
  return g_file_set_contents_full (path, text, size, G_FILE_SET_CONTENTS_NONE, 0666, NULL);
}

/* Every beginning of a good file, and every byte of it changed. */
static void
test_damage_never_harms (char         **folder,
                         gconstpointer  data)
{
  g_autofree char *path = g_build_filename (*folder, "it.venule-study", NULL);
  const char *good = HEAD "[ { \"document\": \"a.venule\", \"animal\": \"1\", \"group\": \"WT\" } ] }";

  for (gsize i = 0; i < strlen (good); i++)
    {
      g_autofree char *bad = g_strdup (good);
      g_autoptr (VenuleStudy) cut = NULL, changed = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (write_quickly (path, good, (gssize) i));
      cut = venule_study_open (path, &error);
      g_assert_null (cut);
      g_assert_nonnull (error);
      bad[i] = (char) g_test_rand_int_range (1, 127);
      g_assert_true (write_quickly (path, bad, -1));
      changed = venule_study_open (path, NULL);
    }
}

static void
test_documents_that_cannot_be_read_say_why (char         **folder,
                                            gconstpointer  data)
{
  g_autofree char *text = g_build_filename (*folder, "text.venule", NULL);
  g_autofree char *missing = g_build_filename (*folder, "missing.venule", NULL);
  const char *const paths[] = { text, missing };
  g_autoptr (VenuleStudy) study = venule_study_new ();

  g_assert_true (g_file_set_contents (text, "no document", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      VenuleStudyRecording *recording = venule_study_add (study, paths[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (venule_study_recording_get_problem (recording));
      g_assert_false (venule_study_recording_load (recording, 0, &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (venule_study_recording_get_problem (recording), ==, error->message);
      g_assert_null (venule_study_recording_get_numbers (recording));
    }
}

static void
test_pages_are_counted_and_given_up (char         **folder,
                                     gconstpointer  data)
{
  const double velocities[] = { 30, 40, 50 };
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) pages = NULL;
  int done = 0;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("r%u.venule", i);
      g_autofree char *path = made_recording_save (*folder, name, &(MadeRecording) { velocities, 3, 0.5 });

      venule_study_recording_set_included (venule_study_add (study, path), i > 0);
    }
  pages = venule_study_make_pages (study, &done, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done, ==, 2);

  g_clear_pointer (&pages, g_bytes_unref);
  g_cancellable_cancel (cancellable);
  pages = venule_study_make_pages (study, &done, NULL, NULL, cancellable, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (pages);
  g_assert_cmpint (done, ==, 2);
}

static GBytes *
make_recordings (VenuleStudy *study)
{
  g_autoptr (VenuleTable) table = venule_study_make_recordings (study);

  return venule_table_to_csv (table);
}

/* The window has read it and a program that compares need not: the table is the same. */
static void
test_what_does_not_count_has_no_numbers (char         **folder,
                                         gconstpointer  data)
{
  const double velocities[] = { 30, 40, 50 };
  g_autofree char *path = made_recording_save (*folder, "a.venule", &(MadeRecording) { velocities, 3, 0.5 });
  g_autoptr (VenuleStudy) study = venule_study_new ();
  VenuleStudyRecording *recording = venule_study_add (study, path);
  g_autoptr (GBytes) unread = NULL, read = NULL, counted = NULL;
  g_autoptr (GError) error = NULL;

  venule_study_recording_set_included (recording, FALSE);
  unread = make_recordings (study);
  venule_study_recording_load (recording, 0, &error);
  g_assert_no_error (error);
  read = make_recordings (study);
  g_assert_true (g_bytes_equal (read, unread));
  venule_study_recording_set_included (recording, TRUE);
  counted = make_recordings (study);
  g_assert_false (g_bytes_equal (counted, read));
}

/* One that cannot be read is named, and keeps none of the others from the report. */
static void
test_pages_of_the_others_are_made (char         **folder,
                                   gconstpointer  data)
{
  const double velocities[] = { 30, 40, 50 };
  g_autofree char *good = made_recording_save (*folder, "good.venule", &(MadeRecording) { velocities, 3, 0.5 });
  g_autofree char *bad = g_build_filename (*folder, "bad.venule", NULL);
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) pages = NULL;
  int done = 0;

  g_assert_true (g_file_set_contents (bad, "no document", -1, NULL));
  venule_study_add (study, bad);
  venule_study_add (study, good);
  g_assert_null (venule_study_make_pages (study, NULL, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "bad.venule"));
  g_clear_error (&error);

  pages = venule_study_make_pages (study, &done, NULL, left_out, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (pages);
  g_assert_cmpint (done, ==, 2);
  g_assert_cmpuint (left_out->len, ==, 1);
  g_assert_true (g_str_has_prefix (g_ptr_array_index (left_out, 0), "“bad.venule” is left out. "));

  /* There is no report of none. */
  g_clear_pointer (&pages, g_bytes_unref);
  venule_study_recording_set_included (venule_study_get (study, 1), FALSE);
  pages = venule_study_make_pages (study, NULL, NULL, left_out, NULL, &error);
  g_assert_null (pages);
  g_assert_nonnull (strstr (error->message, "bad.venule"));
}

/* Two programs that save at once: neither loses the labels of the other. */
static void
test_what_was_saved_meanwhile_stays (char         **folder,
                                     gconstpointer  data)
{
  g_autofree char *path = g_build_filename (*folder, "a.venule-study", NULL);
  g_autofree char *document = g_build_filename (*folder, "a.venule", NULL);
  g_autoptr (VenuleStudy) one = venule_study_new (), other = venule_study_new (), back = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *stamp = NULL;

  venule_study_recording_set_animal (venule_study_add (one, document), "one");
  venule_study_recording_set_animal (venule_study_add (other, document), "other");
  g_assert_true (venule_study_save_over (one, path, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (venule_study_save_over (other, path, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_true (venule_study_get_modified (other));
  back = venule_study_open (path, NULL);
  g_assert_cmpstr (venule_study_recording_get_animal (venule_study_get (back, 0)), ==, "one");

  stamp = venule_temp_file_dup_stamp (path);
  g_clear_error (&error);
  g_assert_true (venule_study_save_over (other, path, stamp, &error));
  g_assert_no_error (error);
}

/* As Excel and web pages paste them. */
static void
test_spaces_of_all_kinds_are_left_out (char          **folder,
                                       gconstpointer   data)
{
  g_autoptr(VenuleStudy) study = venule_study_new ();
  g_autofree char *path = g_build_filename (*folder, "a.venule", NULL);
  VenuleStudyRecording *recording = venule_study_add (study, path);

  venule_study_recording_set_group (recording, "\u200bWT\u00a0\u200b");
  g_assert_cmpstr (venule_study_recording_get_group (recording), ==, "WT");
  venule_study_recording_set_animal (recording, "mouse\u00a07 ");
  g_assert_cmpstr (venule_study_recording_get_animal (recording), ==, "mouse 7");
  venule_study_recording_set_time_point (recording, "\u00a0");
  g_assert_cmpstr (venule_study_recording_get_time_point (recording), ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define TEST(name, function) g_test_add ("/study-file/" name, char *, NULL, set_up, function, tear_down)
  TEST ("what-does-not-count-has-no-numbers", test_what_does_not_count_has_no_numbers);
  TEST ("all of it comes back", test_all_of_it_comes_back);
  TEST ("a time of adherence and pairs come back", test_a_time_of_adherence_and_pairs_come_back);
  TEST ("a moved folder still works", test_a_moved_folder_still_works);
  TEST ("what is no study is said", test_what_is_no_study_is_said);
  TEST ("what was saved meanwhile stays", test_what_was_saved_meanwhile_stays);
  TEST ("odd labels do no harm", test_odd_labels_do_no_harm);
  TEST ("spaces of all kinds are left out", test_spaces_of_all_kinds_are_left_out);
  TEST ("damage never harms", test_damage_never_harms);
  TEST ("pages are counted and given up", test_pages_are_counted_and_given_up);
  TEST ("pages of the others are made", test_pages_of_the_others_are_made);
  TEST ("documents that cannot be read say why", test_documents_that_cannot_be_read_say_why);

  return g_test_run ();
}
