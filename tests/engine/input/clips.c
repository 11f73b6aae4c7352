/* clips.c: small videos for the tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "clips.h"

#include <glib/gstdio.h>

#include "venule-error.h"

char *
clips_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("venule-media-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

/* Takes @folder. A file that somebody left behind in it fails the test when it is a temporary one of the writer. */
void
clips_remove_folder (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_false (g_str_has_prefix (name, "."));
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

/* A picture in which every frame and every pixel differ from their neighbours, over the whole range of samples. */
VenuleFrame *
clips_draw_frame (gint64 index,
                  int    width,
                  int    height,
                  int    bit_depth)
{
  VenuleFrame *frame = venule_frame_new (width, height, bit_depth);
  guint limit = (1u << bit_depth) - 1;

  frame->index = index;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint sample = ((guint) x * 2654435761u + (guint) y * 40503u + (guint) index * 69069u) >> 7;
        guint8 *row = frame->data + frame->stride * y;

        if (bit_depth > 8)
          ((guint16 *) row)[x] = sample & limit;
        else
          row[x] = sample & limit;
      }
  return frame;
}

char *
clips_write (const char        *folder,
             const char        *name,
             GrayMovieFormat    format,
             int                width,
             int                height,
             int                bit_depth,
             double             frame_rate,
             int                n_frames)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GrayMovie) writer =
    gray_movie_new (path, format, width, height, bit_depth, frame_rate, &error);

  g_assert_no_error (error);
  for (int i = 0; i < n_frames; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i, width, height, bit_depth);

      gray_movie_add (writer, frame, &error);
      g_assert_no_error (error);
    }
  gray_movie_finish (writer, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

VenuleSource *
clips_open (const char *path)
{
  g_autoptr (GError) error = NULL;
  VenuleSource *source = venule_source_open (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (source);
  return source;
}

VenuleFrame *
clips_read (VenuleReader *reader,
            gint64        index)
{
  g_autoptr (GError) error = NULL;
  VenuleFrame *frame = venule_reader_read (reader, index, NULL, &error);

  if (frame == NULL)
    {
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_END);
      return NULL;
    }
  g_assert_no_error (error);
  g_assert_cmpint (frame->index, ==, index);
  return frame;
}

void
clips_build_table (VenuleSource *source)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (venule_source_has_table (source));
}

void
clips_assert_equal (VenuleFrame *a,
                    VenuleFrame *b)
{
  g_assert_cmpint (a->width, ==, b->width);
  g_assert_cmpint (a->height, ==, b->height);
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++)
      g_assert_cmpuint (venule_frame_get_sample (a, x, y), ==, venule_frame_get_sample (b, x, y));
}
