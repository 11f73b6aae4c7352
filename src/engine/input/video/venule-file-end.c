/* venule-file-end.c: whether a video file ends where it should
 *
 * Some containers have no count of frames, and FFmpeg takes their duration from what is left of a file that was cut
 * off. A few bytes tell: the size in the header, or a mark at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-file-end.h"

#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <string.h>

/* Objects before the one that is looked for; there are about ten in all. */
#define MAX_ASF_OBJECTS 100
/* An Ogg page has at most 27 + 255 + 255 × 255 bytes. */
#define MAX_OGG_PAGE 65307
/* Boxes at the top of an MP4 file: two for each fragment. */
#define MAX_MP4_BOXES 100000
/* Elements of a Matroska file: a cluster holds some seconds. */
#define MAX_ELEMENTS 1000000
#define MAX_FLV_TAGS 10000000
#define MAX_Y4M_HEADER 256
#define OGG_HEADER 27
#define OGG_LAST 4

static gboolean
read_at (VenuleFile *file,
         gint64      offset,
         void       *buffer,
         gsize       size)
{
  return venule_file_read_at (file, offset, buffer, size) == (gssize) size;
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

#define MATROSKA_SEGMENT 0x18538067
#define MATROSKA_CLUSTER 0x1f43b675

/* What an element is, how long, and where its content begins. A length that the writer did not know, as in a live
 * recording, is G_MAXINT64. */
static gboolean
read_element (VenuleFile *file,
              gint64     *at,
              guint32    *id,
              gint64     *length)
{
  guint8 bytes[12];
  guint id_bytes, n_bytes;
  guint64 value = 0;
  gssize n;

  n = venule_file_read_at (file, *at, bytes, sizeof bytes);
  if (n < 2 || bytes[0] < 0x10)
    return FALSE;
  for (id_bytes = 1; (bytes[0] & (0x100 >> id_bytes)) == 0;)
    id_bytes++;
  if (n <= id_bytes || bytes[id_bytes] == 0)
    return FALSE;
  for (n_bytes = 1; (bytes[id_bytes] & (0x100 >> n_bytes)) == 0;)
    n_bytes++;
  if (n < id_bytes + n_bytes)
    return FALSE;

  *id = 0;
  for (guint i = 0; i < id_bytes; i++)
    *id = *id << 8 | bytes[i];
  for (guint i = 0; i < n_bytes; i++)
    value = value << 8 | bytes[id_bytes + i];
  value &= (G_GUINT64_CONSTANT (1) << 7 * n_bytes) - 1;
  *length = value == (G_GUINT64_CONSTANT (1) << 7 * n_bytes) - 1 ? G_MAXINT64 : (gint64) value;
  *at += id_bytes + n_bytes;
  return TRUE;
}

/* The segment is longer than the file, and it is not only the index behind the frames that is missing. */
static gboolean
matroska_is_cut_off (VenuleFile *file,
                     gint64      size)
{
  gboolean has_frames = FALSE;
  guint32 id = 0;
  gint64 at = 0, length;

  for (int i = 0; i < MAX_ELEMENTS && id != MATROSKA_SEGMENT; i++)
    {
      if (!read_element (file, &at, &id, &length) || (id != MATROSKA_SEGMENT && length > size - at))
        return FALSE;
      at += id != MATROSKA_SEGMENT ? length : 0;
    }
  if (id != MATROSKA_SEGMENT || length == G_MAXINT64 || length <= size - at)
    return FALSE;

  for (int i = 0; i < MAX_ELEMENTS && read_element (file, &at, &id, &length); i++)
    {
      if (length > size - at)
        return id == MATROSKA_CLUSTER || !has_frames;
      has_frames = has_frames || id == MATROSKA_CLUSTER;
      at += length;
    }
  return TRUE;
}

#define FLV_TAG 11

/* Behind each tag stands how long it was, by which the last one is found; else the tags are counted through. */
static gboolean
flv_is_cut_off (VenuleFile *file,
                gint64      size)
{
  guint8 bytes[FLV_TAG];
  gint64 at;

  if (read_at (file, size - 4, bytes, 4))
    {
      guint32 length = AV_RB32 (bytes);

      if (length > FLV_TAG && length <= size - 4 && read_at (file, size - 4 - length, bytes, FLV_TAG) &&
          AV_RB24 (bytes + 1) + FLV_TAG == length)
        return FALSE;
    }
  if (!read_at (file, 0, bytes, 9))
    return FALSE;
  at = (gint64) AV_RB32 (bytes + 5) + 4;
  for (int i = 0; i < MAX_FLV_TAGS && read_at (file, at, bytes, FLV_TAG); i++)
    {
      int type = bytes[0] & 0x1f;

      if (type != 8 && type != 9 && type != 18)
        return FALSE;
      at += FLV_TAG + AV_RB24 (bytes + 1) + 4;
    }
  /* Some programs leave out the last length. */
  return at - 4 > size || (at < size && size - at < FLV_TAG);
}

/* All frames are of one size, but for those with words of their own. */
static gboolean
y4m_is_cut_off (VenuleFile              *file,
                gint64                   size,
                const AVCodecParameters *video)
{
  gsize n = (gsize) MIN (size, MAX_Y4M_HEADER);
  char header[MAX_Y4M_HEADER];
  int bytes = av_image_get_buffer_size (video->format, video->width, video->height, 1);
  const char *end = read_at (file, 0, header, n) ? memchr (header, '\n', n) : NULL;
  gint64 start = end != NULL ? end + 1 - header : 0;

  return bytes > 0 && end != NULL && start + 6 <= (gint64) n && memcmp (end + 1, "FRAME\n", 6) == 0 &&
         (size - start) % (6 + bytes) != 0;
}

/* It ends in an index, whose last bytes say where it begins. */
static gboolean
nut_is_cut_off (VenuleFile *file,
                gint64      size)
{
  static const guint8 index[8] = { 'N', 'X', 0xdd, 0x67, 0x2f, 0x23, 0xe6, 0x4e };
  guint8 bytes[8];
  guint64 back;

  if (!read_at (file, size - 12, bytes, 8))
    return FALSE;
  back = AV_RB64 (bytes);
  return back > (guint64) size || !read_at (file, size - (gint64) back, bytes, 8) || memcmp (bytes, index, 8) != 0;
}

/**
 * venule_file_end_is_missing:
 * @file: a video
 * @kind: FFmpeg's name of its container
 * @video: of its frames
 *
 * Where it cannot be told, as in a recording that was written live, nothing is said to be missing.
 *
 * Returns: whether the file was longer, by its header or because a mark at its end is missing
 */
gboolean
venule_file_end_is_missing (VenuleFile              *file,
                            const char              *kind,
                            const AVCodecParameters *video)
{
  gint64 size = venule_file_get_stamp (file)->size;
  gboolean missing = FALSE;

  if (strcmp (kind, "asf") == 0)
    missing = asf_is_cut_off (file, size);
  else if (strcmp (kind, "ogg") == 0)
    missing = ogg_is_cut_off (file, size);
  else if (strcmp (kind, "apng") == 0)
    missing = apng_is_cut_off (file, size);
  else if (g_str_has_prefix (kind, "mov,"))
    missing = mp4_is_cut_off (file, size);
  else if (g_str_has_prefix (kind, "matroska"))
    missing = matroska_is_cut_off (file, size);
  else if (strcmp (kind, "flv") == 0)
    missing = flv_is_cut_off (file, size);
  else if (strcmp (kind, "yuv4mpegpipe") == 0)
    missing = y4m_is_cut_off (file, size, video);
  else if (strcmp (kind, "nut") == 0)
    missing = nut_is_cut_off (file, size);
  return missing;
}
