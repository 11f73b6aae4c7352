/* venule-mov-index.c: how many pictures the index of an MP4 or QuickTime file tells of
 *
 * The index is several lists. FFmpeg counts the pictures by the list of their times, reads those in the list of their
 * sizes, and leaves out in silence those whose times the edit list does not cover: where the lists differ, pictures are
 * lost of which no count tells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-mov-index.h"

#include <string.h>

/* A good file has a few; noise may look like a chain of millions. */
#define MOST_BOXES 100000
#define CHUNK      1024

/* What is between two places of a file. */
typedef struct {
  gint64 start;
  gint64 end;
} Span;

static guint32
get_u32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_BE (value);
}

static gboolean
read_at (VenuleFile *file,
         const Span *span,
         gint64      offset,
         void       *buffer,
         gsize       size)
{
  if (span->end - span->start - offset < (gint64) size)
    return FALSE;
  venule_file_seek (file, span->start + offset);
  return venule_file_read (file, buffer, size) == (gssize) size;
}

/* Takes the box at the start of @rest off it. */
static gboolean
next_box (VenuleFile *file,
          Span       *rest,
          char        type[4],
          Span       *box)
{
  guint8 header[16];
  gint64 room = rest->end - rest->start;
  gint64 size;
  int length = 8;

  if (!read_at (file, rest, 0, header, 8))
    return FALSE;
  memcpy (type, header + 4, 4);
  size = get_u32 (header);
  if (size == 1)
    {
      length = 16;
      if (!read_at (file, rest, 0, header, 16))
        return FALSE;
      size = (gint64) ((guint64) get_u32 (header + 8) << 32 | get_u32 (header + 12));
    }
  else if (size == 0)
    size = room;
  if (size < length)
    return FALSE;

  size = MIN (size, room);
  *box = (Span) { rest->start + length, rest->start + size };
  rest->start += size;
  return TRUE;
}

static gboolean
find_box (VenuleFile *file,
          Span        within,
          const char *wanted,
          Span       *box)
{
  char type[4];

  for (int i = 0; i < MOST_BOXES && next_box (file, &within, type, box); i++)
    if (memcmp (type, wanted, 4) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
find_track (VenuleFile *file,
            Span        movie,
            guint32     number,
            Span       *track)
{
  while (find_box (file, movie, "trak", track))
    {
      guint8 bytes[24];
      Span header;

      if (find_box (file, *track, "tkhd", &header) && read_at (file, &header, 0, bytes, 24) &&
          get_u32 (bytes + (bytes[0] == 1 ? 20 : 12)) == number)
        return TRUE;
      movie.start = track->end;
    }
  return FALSE;
}

/* Runs of pictures that last as long as each other: how many, and how long. */
static gboolean
count_times (VenuleMovIndex *self,
             VenuleFile     *file,
             const Span     *box)
{
  guint8 bytes[8 * CHUNK];
  gint64 n_runs;

  if (!read_at (file, box, 0, bytes, 8))
    return FALSE;
  n_runs = MIN ((gint64) get_u32 (bytes + 4), (box->end - box->start - 8) / 8);
  for (gint64 i = 0; i < n_runs; i += CHUNK)
    {
      int n_read = (int) MIN (CHUNK, n_runs - i);

      if (!read_at (file, box, 8 + 8 * i, bytes, 8 * n_read))
        return FALSE;
      for (int k = 0; k < n_read; k++)
        {
          self->n_times += get_u32 (bytes + 8 * k);
          self->listed += (double) get_u32 (bytes + 8 * k) * get_u32 (bytes + 8 * k + 4);
        }
    }
  return TRUE;
}

/* One size for all pictures, or a list. */
static gboolean
count_sizes (VenuleFile *file,
             const Span *box,
             gint64     *n)
{
  guint8 bytes[12];
  gint64 most;
  guint32 size;

  if (!read_at (file, box, 0, bytes, 12))
    return FALSE;
  size = get_u32 (bytes + 4);
  most = size > 0 ? venule_file_get_stamp (file)->size / size : (box->end - box->start - 12) / 4;
  *n = MIN (get_u32 (bytes + 8), most);
  return TRUE;
}

/* All bits set: it is not known. */
static void
read_duration (VenuleMovIndex *self,
               VenuleFile     *file,
               const Span     *media)
{
  guint8 bytes[32];
  Span header;

  if (!find_box (file, *media, "mdhd", &header) || !read_at (file, &header, 0, bytes, 20))
    return;
  if (bytes[0] != 1)
    self->told = get_u32 (bytes + 16) != G_MAXUINT32 ? get_u32 (bytes + 16) : 0;
  else if (read_at (file, &header, 0, bytes, 32) && get_u32 (bytes + 24) != G_MAXUINT32)
    self->told = get_u32 (bytes + 24) * 4294967296.0 + get_u32 (bytes + 28);
}

static gboolean
read_lists (VenuleMovIndex *self,
            VenuleFile     *file,
            guint32         track)
{
  Span whole = { 0, venule_file_get_stamp (file)->size };
  Span box, times, sizes;

  if (!find_box (file, whole, "moov", &box) || !find_track (file, box, track, &box) ||
      !find_box (file, box, "mdia", &box))
    return FALSE;
  read_duration (self, file, &box);
  return find_box (file, box, "minf", &box) && find_box (file, box, "stbl", &box) &&
         find_box (file, box, "stts", &times) && find_box (file, box, "stsz", &sizes) &&
         count_times (self, file, &times) && count_sizes (file, &sizes, &self->n_sizes);
}

/**
 * venule_mov_index_read:
 * @self: (out caller-allocates): what is told; nothing when it cannot be read
 * @file: a file
 * @track: number of a track
 *
 * The position in @file stays where it is.
 *
 * Returns: whether @file has such a track with such lists
 */
gboolean
venule_mov_index_read (VenuleMovIndex *self,
                       VenuleFile     *file,
                       guint32         track)
{
  gint64 position = venule_file_tell (file);
  gboolean found;

  *self = (VenuleMovIndex) { 0 };
  found = read_lists (self, file, track);
  if (!found)
    *self = (VenuleMovIndex) { 0 };
  venule_file_seek (file, position);
  return found;
}
