/* test-import-roi.c: selections of ImageJ, as it writes them, and as nobody should
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-import.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "fake-source.h"
#include "venule-error.h"

typedef struct {
  VenuleDocument *document; /* 640×480, 100 frames */
  char           *path;
} Desk;

static void
set_up (Desk          *desk,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (25, 100, TRUE);
  int fd = g_file_open_tmp ("venule-import-XXXXXX", &desk->path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  desk->document = venule_document_new (source);
}

static void
tear_down (Desk          *desk,
           gconstpointer  data)
{
  g_unlink (desk->path);
  g_free (desk->path);
  g_object_unref (desk->document);
}

/* ---- Files as ImageJ writes them ---- */

static void
put_short (GByteArray *bytes,
           gsize       at,
           int         value)
{
  guint16 big = GUINT16_TO_BE ((guint16) value);

  memcpy (bytes->data + at, &big, 2);
}

static void
put_int (GByteArray *bytes,
         gsize       at,
         gint64      value)
{
  guint32 big = GUINT32_TO_BE ((guint32) value);

  memcpy (bytes->data + at, &big, 4);
}

static void
put_float (GByteArray *bytes,
           gsize       at,
           float       value)
{
  guint32 bits;

  memcpy (&bits, &value, 4);
  put_int (bytes, at, bits);
}

/* (transfer full): zeros with the marks of a selection. */
static GByteArray *
roi_new (gsize size,
         int   type,
         int   position)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, (guint) size);
  memset (bytes->data, 0, size);
  memcpy (bytes->data, "Iout", 4);
  put_short (bytes, 4, 228);
  bytes->data[6] = (guint8) type;
  put_int (bytes, 56, position);

  return bytes;
}

typedef struct {
  float x, y;
  int   slice, counter;
} Mark;

/* (transfer full): points in whole px, as ImageJ did before it knew parts of them. */
static GByteArray *
whole_points_new (int position)
{
  GByteArray *bytes = roi_new (64 + 2 * 4, 10, position);

  put_short (bytes, 8, 200);
  put_short (bytes, 10, 100);
  put_short (bytes, 16, 2);
  put_short (bytes, 64, 0);
  put_short (bytes, 66, 30);
  put_short (bytes, 68, 5);
  put_short (bytes, 70, 0);

  return bytes;
}

/* (transfer full): a multi-point of a stack, with the second header and its counters. */
static GByteArray *
multi_point_new (const Mark *marks,
                 guint       n)
{
  gsize header2 = 64 + 12 * n, counters = header2 + 64;
  GByteArray *bytes = roi_new (counters + 4 * n, 10, 0);

  put_short (bytes, 16, (int) n);
  put_short (bytes, 50, 128);
  put_int (bytes, 60, (gint64) header2);
  put_int (bytes, header2 + 48, (gint64) counters);
  for (guint i = 0; i < n; i++)
    {
      put_float (bytes, 64 + 4 * n + 4 * i, marks[i].x);
      put_float (bytes, 64 + 8 * n + 4 * i, marks[i].y);
      put_int (bytes, counters + 4 * i, marks[i].slice << 8 | marks[i].counter);
    }

  return bytes;
}

/* (transfer full): one point of a hyperstack. */
static GByteArray *
point_new (float x,
           float y,
           int   slice,
           int   time,
           int   group)
{
  GByteArray *bytes = roi_new (64 + 12 + 64, 10, 0);

  put_short (bytes, 16, 1);
  put_short (bytes, 50, 128);
  put_int (bytes, 60, 76);
  put_float (bytes, 68, x);
  put_float (bytes, 72, y);
  put_int (bytes, 76 + 4, 1);
  put_int (bytes, 76 + 8, slice);
  put_int (bytes, 76 + 12, time);
  bytes->data[76 + 30] = (guint8) group;

  return bytes;
}

/* (transfer full): @rois packed, under their names; frees them. */
static GByteArray *
set_new (GByteArray        **rois,
         const char *const  *names,
         guint               n,
         const char         *options)
{
  gsize room = 65536, used = 0;
  GByteArray *bytes;
  struct archive *archive = archive_write_new ();

  for (guint i = 0; i < n; i++)
    room += rois[i]->len + 1024;
  bytes = g_byte_array_new ();
  g_byte_array_set_size (bytes, (guint) room);
  archive_write_set_format_zip (archive);
  archive_write_set_bytes_per_block (archive, 0);
  g_assert_cmpint (archive_write_set_options (archive, options), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_memory (archive, bytes->data, room, &used), ==, ARCHIVE_OK);
  for (guint i = 0; i < n; i++)
    {
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, names[i]);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_perm (entry, 0600);
      archive_entry_set_size (entry, rois[i]->len);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      g_assert_cmpint ((int) archive_write_data (archive, rois[i]->data, rois[i]->len), ==, (int) rois[i]->len);
      archive_entry_free (entry);
      g_byte_array_unref (rois[i]);
    }
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  g_byte_array_set_size (bytes, (guint) used);

  return bytes;
}

static VenuleImport *
read_bytes (Desk        *desk,
            GByteArray  *bytes,
            GError     **error)
{
  g_unlink (desk->path);
  g_assert_true (g_file_set_contents_full (desk->path, (const char *) bytes->data, bytes->len, G_FILE_SET_CONTENTS_NONE,
                                           0600, NULL));
  return venule_import_read (desk->path, desk->document, NULL, error);
}

static void
assert_at (VenuleImport *import,
           guint         track,
           gint64        frame,
           double        x,
           double        y)
{
  const VenuleSpot *spot = venule_track_get_spot_at (g_ptr_array_index (import->tracks, track), frame);

  g_assert_nonnull (spot);
  g_assert_cmpfloat_with_epsilon (spot->x, x, 1e-5);
  g_assert_cmpfloat_with_epsilon (spot->y, y, 1e-5);
}

/* ---- What is in them ---- */

static void
test_points_of_one_slice (Desk          *desk,
                          gconstpointer  data)
{
  g_autoptr(GByteArray) bytes = whole_points_new (7);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_bytes (desk, bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  g_assert_cmpuint (import->n_alone, >, 0);
  g_assert_true (import->said_unit);
  g_assert_cmpint (import->first_frame, ==, 1);
  assert_at (import, 0, 6, 100, 205);
  assert_at (import, 1, 6, 130, 200);
}

/* Who counts each cell by a counter of its own has tracks. */
static void
test_counters_are_cells (Desk          *desk,
                         gconstpointer  data)
{
  static const Mark cells[] = { { 10.25f, 20, 1, 0 }, { 300, 40.5f, 1, 1 }, { 12.75f, 20, 4, 0 }, { 310, 41, 4, 1 } };
  static const Mark points[] = { { 10.25f, 20, 1, 0 }, { 300, 40.5f, 1, 0 }, { 12.75f, 20, 4, 0 } };
  g_autoptr(GByteArray) bytes = multi_point_new (cells, G_N_ELEMENTS (cells));
  g_autoptr(GByteArray) other = multi_point_new (points, G_N_ELEMENTS (points));
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_bytes (desk, bytes, &error);
  g_autoptr(VenuleImport) loose = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  g_assert_cmpuint (import->n_alone, ==, 0);
  assert_at (import, 0, 0, 10.25, 20);
  assert_at (import, 0, 3, 12.75, 20);
  assert_at (import, 1, 3, 310, 41);

  loose = read_bytes (desk, other, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (loose->tracks->len, ==, 3);
  g_assert_cmpuint (loose->n_alone, >, 0);
}

static void
test_set_of_multi_points (Desk          *desk,
                          gconstpointer  data)
{
  static const Mark first[] = { { 10, 20, 1, 0 }, { 12, 20, 2, 0 } };
  static const Mark second[] = { { 100, 20, 1, 0 }, { 105, 20, 2, 0 } };
  GByteArray *rois[] = { multi_point_new (first, 2), multi_point_new (second, 2) };
  g_autoptr(GByteArray) bytes = set_new (rois, (const char *[]) { "cell a.roi", "cell b.roi" }, 2,
                                         "zip:compression=deflate");
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_bytes (desk, bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  assert_at (import, 1, 1, 105, 20);
}

/* Time counts where it changes; a group is a cell. */
static void
test_set_of_a_hyperstack (Desk          *desk,
                          gconstpointer  data)
{
  GByteArray *rois[] = { point_new (5, 6, 1, 10, 3), point_new (7, 6, 1, 11, 3), point_new (50, 60, 1, 10, 4) };
  GByteArray *stack[] = { point_new (5, 6, 10, 1, 3), point_new (7, 6, 11, 1, 3) };
  static const char *const names[] = { "a.roi", "b.roi", "c.roi" };
  g_autoptr(GByteArray) bytes = set_new (rois, names, 3, "zip:compression=store");
  g_autoptr(GByteArray) other = set_new (stack, names, 2, "zip:compression=deflate");
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_bytes (desk, bytes, &error);
  g_autoptr(VenuleImport) slices = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  assert_at (import, 0, 9, 5, 6);
  assert_at (import, 0, 10, 7, 6);
  assert_at (import, 1, 9, 50, 60);

  slices = read_bytes (desk, other, &error);
  g_assert_no_error (error);
  assert_at (slices, 0, 10, 7, 6);
}

/* Old files tell the slice in their names alone; what else lies in the set is passed over. */
static void
test_slice_in_the_name (Desk          *desk,
                        gconstpointer  data)
{
  GByteArray *rois[] = { whole_points_new (0), whole_points_new (0), whole_points_new (0) };
  g_autoptr(GByteArray) bytes = set_new (rois, (const char *[]) { "0012-0200-0100.roi", "__MACOSX/._0012-0200-0100.roi",
                                                                  "notes.txt" },
                                         3, "zip:compression=deflate");
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_bytes (desk, bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  assert_at (import, 0, 11, 100, 205);
}

/* Its middle: the edges of areas lie between the px. */
static void
test_ovals_around_cells (Desk          *desk,
                         gconstpointer  data)
{
  g_autoptr(GByteArray) bytes = roi_new (64, 2, 5);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = NULL;

  put_short (bytes, 8, 10);
  put_short (bytes, 10, 30);
  put_short (bytes, 12, 30);
  put_short (bytes, 14, 54);
  import = read_bytes (desk, bytes, &error);
  g_assert_no_error (error);
  assert_at (import, 0, 4, 41.5, 19.5);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spot_at (g_ptr_array_index (import->tracks, 0), 4)->radius, 11,
                                  1e-6);
}

/* ---- What is wrong with them ---- */

static void
assert_refused (Desk       *desk,
                GByteArray *bytes,
                const char *why)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_bytes (desk, bytes, &error);

  g_assert_null (import);
  g_assert_true (error->domain == VENULE_ERROR);
  if (strstr (error->message, why) == NULL)
    g_error ("“%s” says nothing of “%s”", error->message, why);
}

static void
test_what_is_wrong_is_said (Desk          *desk,
                            gconstpointer  data)
{
  static const Mark marks[] = { { 10, 20, 1, 0 }, { 12, 20, 200, 0 } };
  g_autoptr(GByteArray) rectangle = roi_new (64, 1, 1);
  g_autoptr(GByteArray) nowhere = whole_points_new (0);
  g_autoptr(GByteArray) far = multi_point_new (marks, 2);
  g_autoptr(GByteArray) huge = multi_point_new (marks, 2);
  g_autoptr(GByteArray) many = whole_points_new (1);
  g_autoptr(GByteArray) outside = multi_point_new (marks, 2);
  g_autoptr(GByteArray) empty = set_new (NULL, NULL, 0, "zip:compression=store");

  assert_refused (desk, rectangle, "neither points nor an oval");
  assert_refused (desk, nowhere, "in which frames");
  assert_refused (desk, far, "the video has 100 frames");
  put_float (huge, 64 + 8, INFINITY);
  assert_refused (desk, huge, "damaged");
  put_short (many, 16, 0);
  put_int (many, 18, 0x7fffffff);
  assert_refused (desk, many, "damaged");
  put_int (outside, 64 + 24 + 48, 0xfffffff0);
  assert_refused (desk, outside, "damaged");
  assert_refused (desk, empty, "No cell is marked");
}

static void
test_what_is_cut_off_is_refused (Desk          *desk,
                                 gconstpointer  data)
{
  static const Mark marks[] = { { 10, 20, 1, 0 }, { 12, 20, 2, 0 } };
  GByteArray *roi[] = { multi_point_new (marks, 2) };
  g_autoptr(GByteArray) point = multi_point_new (marks, 2);
  g_autoptr(GByteArray) set = set_new (roi, (const char *[]) { "a.roi" }, 1, "zip:compression=deflate");

  /* The slice that was shown when it was saved. */
  put_int (point, 56, 1);
  for (guint length = 4; length < point->len; length++)
    {
      g_autoptr(GByteArray) part = g_byte_array_append (g_byte_array_new (), point->data, length);
      g_autoptr(GError) error = NULL;

      /* Without the second header nobody knows the slices. */
      g_assert_null (read_bytes (desk, part, &error));
      g_assert_nonnull (error);
    }
  for (guint length = 4; length < set->len; length += 3)
    {
      g_autoptr(GByteArray) part = g_byte_array_append (g_byte_array_new (), set->data, length);
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleImport) import = read_bytes (desk, part, &error);

      g_assert_true ((import == NULL) == (error != NULL));
    }
}

/* A kilobyte that unpacks to a hundred megabytes. */
static void
test_bomb_is_refused (Desk          *desk,
                      gconstpointer  data)
{
  GByteArray *rois[] = { roi_new (100 * 1024 * 1024, 10, 1) };
  g_autoptr(GByteArray) set = set_new (rois, (const char *[]) { "a.roi" }, 1, "zip:compression=deflate");

  g_assert_cmpuint (set->len, <, 1024 * 1024);
  assert_refused (desk, set, "too large");
}

/* Bytes of good files changed at random: read or refused, never more. */
static void
test_damaged_files (Desk          *desk,
                    gconstpointer  data)
{
  static const Mark marks[] = { { 10, 20, 1, 0 }, { 12, 20, 2, 0 }, { 300, 20, 1, 1 } };
  GByteArray *roi[] = { multi_point_new (marks, 3), point_new (5, 6, 1, 1, 0) };
  g_autoptr(GByteArray) point = multi_point_new (marks, 3);
  g_autoptr(GByteArray) set = set_new (roi, (const char *[]) { "a.roi", "b.roi" }, 2, "zip:compression=deflate");

  for (guint i = 0; i < 3000; i++)
    {
      const GByteArray *good = i % 2 ? point : set;
      g_autoptr(GByteArray) bytes = g_byte_array_append (g_byte_array_new (), good->data, good->len);
      g_autoptr(VenuleImport) import = NULL;
      g_autoptr(GError) error = NULL;

      for (guint j = 0; j < 2; j++)
        bytes->data[g_test_rand_int_range (4, (gint32) bytes->len)] = (guint8) g_test_rand_int_range (0, 256);
      import = read_bytes (desk, bytes, &error);
      g_assert_true ((import == NULL) == (error != NULL));
    }
}

#define ADD(name, function) g_test_add ("/import-roi/" name, Desk, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("points of one slice", test_points_of_one_slice);
  ADD ("counters are cells", test_counters_are_cells);
  ADD ("set of multi-points", test_set_of_multi_points);
  ADD ("set of a hyperstack", test_set_of_a_hyperstack);
  ADD ("slice in the name", test_slice_in_the_name);
  ADD ("ovals around cells", test_ovals_around_cells);
  ADD ("what is wrong is said", test_what_is_wrong_is_said);
  ADD ("what is cut off is refused", test_what_is_cut_off_is_refused);
  ADD ("bomb is refused", test_bomb_is_refused);
  ADD ("damaged files", test_damaged_files);

  return g_test_run ();
}
