/* venule-file-end.c: whether a video file ends where it should
 *
 * Some containers have no count of frames, and FFmpeg takes their duration from what is left of a file that was cut
 * off. A few bytes tell: the size in the header, or a mark at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-file-end.h"

#include <libavutil/intreadwrite.h>
#include <string.h>

/* Objects before the one that is looked for; there are about ten in all. */
#define MAX_ASF_OBJECTS 100
/* An Ogg page has at most 27 + 255 + 255 × 255 bytes. */
#define MAX_OGG_PAGE 65307
/* Boxes at the top of an MP4 file: two for each fragment. */
#define MAX_MP4_BOXES 100000
#define OGG_HEADER 27
#define OGG_LAST 4

static gboolean
read_at (VenuleFile *file,
         gint64      offset,
         void       *buffer,
         gsize       size)
{
  venule_file_seek (file, offset);
  return venule_file_read (file, buffer, size) == (gssize) size;
}

/* The File Properties object holds the file's size. In a live broadcast the field is not valid. */
static gboolean
asf_is_cut_off (VenuleFile *file,
                gint64      size)
{
  static const guint8 properties[16] = { 0xa1, 0xdc, 0xab, 0x8c, 0x47, 0xa9, 0xcf, 0x11,
                                         0x8e, 0xe4, 0x00, 0xc0, 0x0c, 0x20, 0x53, 0x65 };
  gint64 at = 30;
  guint8 object[92];

  for (int i = 0; i < MAX_ASF_OBJECTS && read_at (file, at, object, 24); i++)
    {
      guint64 length = AV_RL64 (object + 16);

      if (memcmp (object, properties, sizeof properties) == 0)
        return read_at (file, at, object, sizeof object) && (AV_RL32 (object + 88) & 1) == 0 &&
               AV_RL64 (object + 40) > (guint64) size;
      if (length < 24 || length > (guint64) (size - at))
        return FALSE;
      at += (gint64) length;
    }
  return FALSE;
}

/* The last page has to be whole, and to be marked as the last of its stream. */
static gboolean
ogg_is_cut_off (VenuleFile *file,
                gint64      size)
{
  gsize n = (gsize) MIN (size, MAX_OGG_PAGE);
  g_autofree guint8 *tail = g_malloc (n);

  if (n < OGG_HEADER || !read_at (file, size - (gint64) n, tail, n))
    return FALSE;
  for (gsize at = n - OGG_HEADER + 1; at-- > 0;)
    {
      gsize header = OGG_HEADER + tail[at + 26], length = header;

      if (memcmp (tail + at, "OggS", 4) != 0 || tail[at + 4] != 0)
        continue;
      for (gsize i = OGG_HEADER; i < header && at + i < n; i++)
        length += tail[at + i];
      return (tail[at + 5] & OGG_LAST) == 0 || length > n - at;
    }
  return FALSE;
}

/* It ends with an empty chunk IEND. */
static gboolean
apng_is_cut_off (VenuleFile *file,
                 gint64      size)
{
  static const guint8 end[12] = { 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82 };
  guint8 tail[sizeof end];

  return size >= (gint64) sizeof tail && read_at (file, size - (gint64) sizeof tail, tail, sizeof tail) &&
         memcmp (tail, end, sizeof end) != 0;
}

/* A file that is written in fragments has no count: the last one must not be longer than the file. Other boxes are not
 * judged: some programs leave bytes without a meaning at the end. */
static gboolean
mp4_is_cut_off (VenuleFile *file,
                gint64      size)
{
  gint64 at = 0;
  guint8 box[16];

  for (int i = 0; i < MAX_MP4_BOXES && read_at (file, at, box, 8); i++)
    {
      guint64 length = AV_RB32 (box);

      if (length == 1)
        {
          if (!read_at (file, at, box, 16))
            return FALSE;
          length = AV_RB64 (box + 8);
        }
      if (length < 8)
        return FALSE;
      if (length > (guint64) (size - at))
        return memcmp (box + 4, "moof", 4) == 0 || memcmp (box + 4, "mdat", 4) == 0 || memcmp (box + 4, "mfra", 4) == 0;
      at += (gint64) length;
    }
  return FALSE;
}

/**
 * venule_file_end_is_missing:
 * @file: a video
 * @kind: FFmpeg's name of its container
 *
 * Where it cannot be told, as in a recording that was written live, nothing is said to be missing.
 *
 * Returns: whether the file was longer, by its header or because a mark at its end is missing
 */
gboolean
venule_file_end_is_missing (VenuleFile *file,
                            const char *kind)
{
  gint64 size = venule_file_get_stamp (file)->size;
  gint64 position = venule_file_tell (file);
  gboolean missing = FALSE;

  if (strcmp (kind, "asf") == 0)
    missing = asf_is_cut_off (file, size);
  else if (strcmp (kind, "ogg") == 0)
    missing = ogg_is_cut_off (file, size);
  else if (strcmp (kind, "apng") == 0)
    missing = apng_is_cut_off (file, size);
  else if (g_str_has_prefix (kind, "mov,"))
    missing = mp4_is_cut_off (file, size);
  venule_file_seek (file, position);
  return missing;
}
