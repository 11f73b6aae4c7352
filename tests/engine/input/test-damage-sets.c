/* test-damage-sets.c: videos in several files, of which one is damaged, gone, or another
 *
 * Numbered pictures (PNG) and an OME-TIFF of three files. The pictures of the files that nothing happened to are read
 * as they were drawn, and a sentence tells of the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <cairo.h>
#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

#include "clips.h"
#include "damage.h"
#include "stacks.h"
#include "venule-error.h"

#define WIDTH 40
#define HEIGHT 28
#define N_PICTURES 12
#define N_FILES 3
#define PLANES (N_PICTURES / N_FILES)
#define MAX_TIME ((g_test_slow () ? 60 : 10) * CLOCKS_PER_SEC)

/* Where the pictures are. */
typedef struct {
  const char *name;
  int         pictures_a_file;
  void      (*write) (const char *folder);
  char     *(*dup_file) (const char *folder,
                         int         file);
  gboolean    is_folder; /* what is opened; else the first file */
  gboolean    has_checks;
} Set;

static VenuleFrame *
draw (int index)
{
  return clips_draw_frame (index, WIDTH, HEIGHT, 8);
}

static char *
dup_png (const char *folder,
         int         file)
{
  g_autofree char *name = g_strdup_printf ("picture_%d.png", file);

  return g_build_filename (folder, name, NULL);
}

static void
write_pngs (const char *folder)
{
  for (int i = 0; i < N_PICTURES; i++)
    {
      g_autoptr (VenuleFrame) frame = draw (i);
      g_autofree char *path = dup_png (folder, i);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
      guint8 *data = cairo_image_surface_get_data (surface);
      int stride = cairo_image_surface_get_stride (surface);

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            guint32 gray = frame->data[frame->stride * y + x];

            ((guint32 *) (data + (gsize) stride * y))[x] = gray << 16 | gray << 8 | gray;
          }
      cairo_surface_mark_dirty (surface);
      g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
      cairo_surface_destroy (surface);
    }
}

static char *
dup_part (const char *folder,
          int         file)
{
  g_autofree char *name = g_strdup_printf ("part%d.ome.tif", file);

  return g_build_filename (folder, name, NULL);
}

static void
write_parts (const char *folder)
{
  GString *xml = g_string_new ("<?xml version=\"1.0\"?><OME "
                               "xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image><Pixels "
                               "DimensionOrder=\"XYZCT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"12\" TimeIncrement=\"0.04\">");

  for (int file = 0; file < N_FILES; file++)
    g_string_append_printf (xml, "<TiffData IFD=\"0\" FirstT=\"%d\" PlaneCount=\"%d\"><UUID "
                                 "FileName=\"part%d.ome.tif\">u%d</UUID></TiffData>", file * PLANES, PLANES, file,
                                 file);
  g_string_append (xml, "</Pixels></Image></OME>");
  for (int file = 0; file < N_FILES; file++)
    {
      g_autofree char *path = dup_part (folder, file);
      TIFF *tiff = TIFFOpen (path, "w");

      for (int i = 0; i < PLANES; i++)
        {
          g_autoptr (VenuleFrame) frame = draw (file * PLANES + i);

          TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, WIDTH);
          TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, HEIGHT);
          TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 8);
          TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
          TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
          TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, HEIGHT);
          if (i == 0)
            TIFFSetField (tiff, TIFFTAG_IMAGEDESCRIPTION, xml->str);
          for (int y = 0; y < HEIGHT; y++)
            TIFFWriteScanline (tiff, frame->data + frame->stride * y, y, 0);
          g_assert_true (TIFFWriteDirectory (tiff));
        }
      TIFFClose (tiff);
    }
  g_string_free (xml, TRUE);
}

static const Set sets[] = {
  { "png", 1, write_pngs, dup_png, TRUE, TRUE },
  { "ome", PLANES, write_parts, dup_part, FALSE, FALSE },
};

/* Something happens to a file. Returns what, for people. */
static const char *
happen (const Set  *set,
        const char *folder,
        int         file,
        GRand      *rand)
{
  g_autofree char *path = set->dup_file (folder, file);
  g_autofree char *other = set->dup_file (folder, (file + 1) % (N_PICTURES / set->pictures_a_file));
  g_autofree char *content = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize length;
  const char *manner;

  switch (g_rand_int_range (rand, 0, 10))
    {
    case 0:
      g_assert_cmpint (g_unlink (path), ==, 0);
      return "gone";
    case 1:
      g_assert_true (g_file_set_contents (path, "", 0, NULL));
      return "empty";
    case 2:
      g_assert_true (g_file_get_contents (other, &content, &length, NULL));
      g_assert_true (g_file_set_contents (path, content, (gssize) length, NULL));
      return "the next one twice";
    default:
      break;
    }
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  g_byte_array_append (bytes, (const guint8 *) content, (guint) length);
  manner = damage_do (bytes, rand);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, (gssize) bytes->len, NULL));
  return manner;
}

static gboolean
is_any_picture (guint64 hash)
{
  for (int i = 0; i < N_PICTURES; i++)
    {
      g_autoptr (VenuleFrame) frame = draw (i);

      if (venule_frame_hash (frame) == hash)
        return TRUE;
    }
  return FALSE;
}

static void
judge_frames (const Set    *set,
              VenuleSource *source,
              int           file,
              gboolean      gone)
{
  gint64 n = venule_source_get_n_frames (source);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

  g_assert_nonnull (reader);
  if (!gone && set->is_folder)
    g_assert_cmpint (n, ==, N_PICTURES);
  for (gint64 i = n - 1; i >= 0; i--)
    {
      gint64 picture = gone && set->is_folder && i >= file ? i + 1 : i;
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, NULL, &error);
      g_autoptr (VenuleFrame) drawn = draw ((int) picture);
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_no_error (error);
      /* What is opened of an OME-TIFF tells where all pictures are: changed, it may put them elsewhere. */
      if (picture / set->pictures_a_file != file && (set->is_folder || file > 0))
        {
          g_assert_false (info.corrupt);
          g_assert_cmpuint (info.hash, ==, venule_frame_hash (drawn));
        }
      else if (set->has_checks && !info.corrupt)
        g_assert_true (is_any_picture (info.hash));
      if (!info.corrupt)
        g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
    }
}

/* Returns whether it could be opened and counted. */
static gboolean
judge (const Set  *set,
       const char *folder,
       int         file,
       gboolean    gone)
{
  clock_t start = clock ();
  g_autofree char *first = set->dup_file (folder, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (set->is_folder ? folder : first, NULL, &error);
  gboolean done = source != NULL && venule_source_build_table (source, NULL, NULL, NULL, &error);

  if (done)
    judge_frames (set, source, file, gone);
  else
    {
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == VENULE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
  g_assert_cmpint (clock () - start, <, MAX_TIME);
  return done;
}

static void
damage_some (const Set *set,
             GRand     *rand,
             int        n_times)
{
  int n_done = 0;

  for (int i = 0; i < n_times; i++)
    {
      char *folder = clips_make_folder ();
      int file = g_rand_int_range (rand, 0, N_PICTURES / set->pictures_a_file);
      const char *manner;

      set->write (folder);
      manner = happen (set, folder, file, rand);
      g_test_message ("%d: file %d of %s: %s", i, file, folder, manner);
      n_done += judge (set, folder, file, g_str_equal (manner, "gone"));
      clips_remove_folder (folder);
    }
  g_test_message ("%d of %d could be read", n_done, n_times);
  g_assert_cmpint (n_done, >=, n_times / 5);
}

static void
thirty_damaged_sets (gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);

  damage_some (data, rand, 30);
}

static void
others_each_time (gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  damage_some (data, rand, g_test_slow () ? 1000 : 10);
}

/* What helps in finding errors would fill the report. */
static void
drop (const char     *domain,
      GLogLevelFlags  level,
      const char     *message,
      gpointer        data)
{
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TIFFSetErrorHandler (NULL);
  TIFFSetWarningHandler (NULL);
  g_log_set_handler ("Venule-Engine", G_LOG_LEVEL_DEBUG | G_LOG_LEVEL_INFO, drop, NULL);
  g_log_set_handler ("Venule-Media", G_LOG_LEVEL_DEBUG, drop, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *same = g_strdup_printf ("/damage-sets/thirty-damaged-sets/%s", sets[i].name);
      g_autofree char *other = g_strdup_printf ("/damage-sets/others-each-time/%s", sets[i].name);

      g_test_add_data_func (same, &sets[i], thirty_damaged_sets);
      g_test_add_data_func (other, &sets[i], others_each_time);
    }
  return g_test_run ();
}
