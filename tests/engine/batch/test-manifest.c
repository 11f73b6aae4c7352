/* test-manifest.c: which videos are analysed together, and what is wrong with their list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gstdio.h>

#include "venule-manifest.h"

typedef struct {
  char *folder;
  char *path; /* of the manifest */
} Fixture;

static void
write_file (Fixture    *self,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  self->folder = g_dir_make_tmp ("venule-manifest-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "m.tsv", NULL);
  write_file (self, "a.avi", "a");
  write_file (self, "b.avi", "b");
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  GDir *dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_dir_close (dir);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static VenuleManifest *
read_text (Fixture    *self,
           const char *text)
{
  g_autoptr (GError) error = NULL;
  VenuleManifest *manifest;

  write_file (self, "m.tsv", text);
  manifest = venule_manifest_read (self->path, &error);
  g_assert_no_error (error);
  return manifest;
}

static void
assert_problem (GPtrArray  *problems,
                guint       i,
                const char *line)
{
  g_autofree char *found = NULL;

  g_assert_cmpuint (problems->len, >, i);
  found = venule_manifest_problem_dup_line (problems->pdata[i]);
  g_assert_cmpstr (found, ==, line);
}

/* Tabs, commas and semicolons, with a byte order mark, lines of Windows, hyphens or underscores. */
static void
test_reads (Fixture      *self,
            gconstpointer data)
{
  static const char *const texts[] = {
    "id\tvideo\tcell_diameter\tmovie\tpolygon\tgroup\nx\ta.avi\t12.5\tyes\t1,1 9,1 9,9\twild type\n\ny\tb.avi\n",
    "\xef\xbb\xbfID,Video,Cell-Diameter,movie,polygon,group\r\n"
    "x,a.avi,12.5,yes,\"1,1 9,1 9,9\",wild type\r\ny,b.avi\r\n",
    "id;video;cell diameter;movie;polygon;group\nx;a.avi;12.5;yes;1,1 9,1 9,9;wild type\ny;b.avi;;no\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (VenuleManifest) manifest = read_text (self, texts[i]);
      g_autoptr (GPtrArray) problems = venule_manifest_check (manifest);
      g_auto (VenuleJobOptions) options = { .unopened = TRUE }, other = { .unopened = TRUE };
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (problems->len, ==, 0);
      g_assert_cmpuint (venule_manifest_get_n_rows (manifest), ==, 2);
      g_assert_true (venule_manifest_parse_row (manifest, 0, &options, &error));
      g_assert_cmpfloat (options.settings->cell_diameter, ==, 12.5);
      g_assert_cmpuint (options.settings->vessel->corners->len, ==, 3);
      g_assert_true (options.parts & VENULE_EXPORT_MOVIE);
      g_assert_true (venule_manifest_parse_row (manifest, 1, &other, &error));
      g_assert_false (other.parts & VENULE_EXPORT_MOVIE);
      g_assert_cmpint (venule_manifest_find_id (manifest, "y"), ==, 1);
    }
}

/* All at once, each with its place. */
static void
test_problems (Fixture      *self,
               gconstpointer data)
{
  g_autoptr (VenuleManifest) manifest =
    read_text (self, "id\tvideo\tcrop\tcolour\tmovie\ttemplate\tfps\n"
                     "x\ta.avi\t1,2\t\t\t\t\n"
                     "X\tb.avi\t\tred\tmaybe\tnone.venule\t\n"
                     "../up\tc.avi\t\t\t\t\t\n"
                     "\ta.avi\t\t\t\t\t-3\n"
                     "status.tsv\ta.avi\t\t\t\t\t\tmore\n");
  g_autoptr (GPtrArray) problems = venule_manifest_check (manifest);
  g_autofree char *missing = g_build_filename (self->folder, "c.avi", NULL);
  g_autofree char *line = g_strdup_printf ("Row 4, video: “%s” was not found.", missing);
  g_autofree char *template = g_build_filename (self->folder, "none.venule", NULL);
  g_autofree char *other = g_strdup_printf ("Row 3, template: “%s” was not found.", template);

  assert_problem (problems, 0,
                  "There is no column “colour”. Columns are called as the options of “venule-cli analyze”.");
  g_assert_cmpstr (((VenuleManifestProblem *) problems->pdata[1])->column, ==, "crop");
  assert_problem (problems, 2, "Row 3, id: “X” is the id of row 2, too. Give each video one of its own.");
  assert_problem (problems, 3, "Row 3, movie: “maybe” is neither yes nor no.");
  assert_problem (problems, 4, other);
  assert_problem (problems, 5, "Row 4, id: “../up” cannot be the name of a folder. Give another id.");
  assert_problem (problems, 6, line);
  assert_problem (problems, 7, "Row 5, id: The id is missing. Give each video one of its own.");
  g_assert_cmpstr (((VenuleManifestProblem *) problems->pdata[8])->column, ==, "fps");
  assert_problem (problems, 9, "Row 6, id: “status.tsv” cannot be the name of a folder. Give another id.");
  assert_problem (problems, 10, "Row 6: 1 cell has no title above it.");
  g_assert_cmpuint (problems->len, ==, 11);
}

static void
test_no_manifest (Fixture      *self,
                  gconstpointer data)
{
  static const char *const texts[] = { "", "\n\n", "a,b\n1,2\n", "id,video,video\n", "id,video\nx,\"a", "\xff\xfe" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      write_file (self, "m.tsv", texts[i]);
      g_assert_null (venule_manifest_read (self->path, &error));
      g_assert_nonnull (error);
    }
}

/* What is written is read again, whatever stands in the cells. */
static void
test_saves (Fixture      *self,
            gconstpointer data)
{
  static const char *const values[] = { "plain", "a\tb", "two\nlines", "\"quoted\" word", "5\" high", "=1+1", "'=1",
                                        "-1,0", " spaces ", "@x", "'" };
  g_autoptr (VenuleManifest) manifest = venule_manifest_new (self->folder);
  g_autoptr (VenuleManifest) again = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    venule_manifest_set_value (manifest, venule_manifest_add_row (manifest, "a.avi"), "note", values[i]);
  g_assert_cmpstr (venule_manifest_get_value (manifest, 2, "id"), ==, "a-3");
  g_assert_true (venule_manifest_save (manifest, self->path, &error));
  again = venule_manifest_read (self->path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *stripped = g_strstrip (g_strdup (values[i]));

      g_assert_cmpstr (venule_manifest_get_value (again, i, "note"), ==, stripped);
      g_assert_cmpstr (venule_manifest_get_value (again, i, "video"), ==, "a.avi");
    }

  venule_manifest_move_row (again, 0, 2);
  venule_manifest_remove_row (again, 0);
  g_assert_cmpstr (venule_manifest_get_value (again, 1, "id"), ==, "a");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/manifest/reads", Fixture, NULL, set_up, test_reads, tear_down);
  g_test_add ("/manifest/problems", Fixture, NULL, set_up, test_problems, tear_down);
  g_test_add ("/manifest/no-manifest", Fixture, NULL, set_up, test_no_manifest, tear_down);
  g_test_add ("/manifest/saves", Fixture, NULL, set_up, test_saves, tear_down);
  return g_test_run ();
}
