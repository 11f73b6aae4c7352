/* test-temp-file.c: files that grow beside others, and what of them killed programs leave
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-temp-file.h"

typedef struct {
  char *folder, *path;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->folder = g_dir_make_tmp ("venule-temp-file-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "table.csv", NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static guint
count_leftovers (Fixture *self)
{
  g_autoptr(GPtrArray) leftovers = venule_temp_file_dup_leftovers (self->folder);

  return leftovers->len;
}

/* Begins a file, or a folder with two files in it, and is killed. */
static char *
be_killed (Fixture *self,
           guint    mode)
{
  char *temp_path = NULL;
  int status;
  pid_t child = fork ();

  if (child == 0)
    {
      if (venule_temp_file_make (self->path, mode, &temp_path) < 0)
        _exit (1);
      for (int i = 0; S_ISDIR (mode) && i < 2; i++)
        {
          g_autofree char *inner = g_strdup_printf ("%s/%d", temp_path, i);

          if (!g_file_set_contents (inner, "half", -1, NULL))
            _exit (1);
        }
      raise (SIGKILL);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  {
    g_autoptr(GPtrArray) leftovers = venule_temp_file_dup_leftovers (self->folder);

    g_assert_cmpuint (leftovers->len, ==, 1);
    return g_strdup (g_ptr_array_index (leftovers, 0));
  }
}

static void
test_what_a_killed_program_left_is_found (Fixture       *self,
                                          gconstpointer  data)
{
  const guint modes[] = { 0666, S_IFDIR | 0777 };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *leftover = be_killed (self, modes[i]);

      g_assert_true (venule_temp_file_remove (leftover));
      g_assert_false (g_file_test (leftover, G_FILE_TEST_EXISTS));
    }
}

/* Nor does anybody take away what is being written, or is not ours: rsync calls its files “.NAME.XXXXXX”. */
static void
test_what_is_being_written_is_no_leftover (Fixture       *self,
                                           gconstpointer  data)
{
  const char *const others[] = { ".table.csv.a1b2c3", ".table.csv.venule-a1b2", ".table.csv.venule-a1b2c3.txt",
                                 "table.venule-a1b2c3" };
  g_autofree char *temp_path = NULL, *folder = NULL;
  int file = venule_temp_file_make (self->path, 0666, &temp_path);
  int held = venule_temp_file_make (self->path, S_IFDIR | 0777, &folder);

  g_assert_cmpint (MIN (file, held), >=, 0);
  g_assert_cmpuint (count_leftovers (self), ==, 0);
  g_assert_false (venule_temp_file_remove (temp_path));
  g_assert_false (venule_temp_file_remove (folder));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, others[i], NULL);

      g_assert_true (g_file_set_contents (path, "theirs", -1, NULL));
      g_assert_cmpuint (count_leftovers (self), ==, 0);
      g_assert_false (venule_temp_file_remove (path));
      g_assert_cmpint (g_unlink (path), ==, 0);
    }

  close (file);
  close (held);
  g_assert_cmpuint (count_leftovers (self), ==, 2);
  g_assert_true (venule_temp_file_remove (temp_path));
  g_assert_true (venule_temp_file_remove (folder));
}

static void
test_what_appeared_meanwhile_stays (Fixture       *self,
                                    gconstpointer  data)
{
  g_autofree char *temp_path = NULL, *stamp = NULL, *content = NULL;
  g_autoptr(GError) error = NULL;
  int file = venule_temp_file_make (self->path, 0666, &temp_path);

  g_assert_true (g_file_set_contents (self->path, "first", -1, NULL));
  g_assert_false (venule_temp_file_take_place (temp_path, self->path, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&error);
  stamp = venule_temp_file_dup_stamp (self->path);
  g_assert_true (g_file_set_contents (self->path, "second", -1, NULL));
  g_assert_false (venule_temp_file_take_place (temp_path, self->path, stamp, NULL));
  g_assert_true (g_file_get_contents (self->path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "second");

  g_free (stamp);
  stamp = venule_temp_file_dup_stamp (self->path);
  g_assert_true (venule_temp_file_take_place (temp_path, self->path, stamp, &error));
  g_assert_no_error (error);
  close (file);
}

/* Before a signal ends the program. */
static void
test_what_was_begun_is_removed (Fixture       *self,
                                gconstpointer  data)
{
  g_autofree char *killed = be_killed (self, 0666);
  g_autofree char *temp_path = NULL, *folder = NULL;
  int file = venule_temp_file_make (self->path, 0666, &temp_path);
  int held = venule_temp_file_make (self->path, S_IFDIR | 0777, &folder);
  g_autofree char *inner = g_build_filename (folder, "01_RES", NULL);
  g_autofree char *journal = g_strconcat (temp_path, "-journal", NULL);

  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *mask = g_strdup_printf ("%s/mask%03u.tif", inner, i);

      g_assert_true (g_file_set_contents (mask, "half", -1, NULL));
    }
  g_assert_true (g_file_set_contents (journal, "half", -1, NULL));
  g_assert_true (g_file_set_contents (self->path, "whole", -1, NULL));
  venule_temp_file_remove_begun ();
  g_assert_false (g_file_test (temp_path, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (self->path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (killed, G_FILE_TEST_EXISTS));
  g_assert_true (venule_temp_file_remove (killed));
  close (file);
  close (held);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) g_test_add ("/temp-file/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("what-a-killed-program-left-is-found", test_what_a_killed_program_left_is_found);
  ADD ("what-is-being-written-is-no-leftover", test_what_is_being_written_is_no_leftover);
  ADD ("what-was-begun-is-removed", test_what_was_begun_is_removed);
  ADD ("what-appeared-meanwhile-stays", test_what_appeared_meanwhile_stays);
#undef ADD

  return g_test_run ();
}
