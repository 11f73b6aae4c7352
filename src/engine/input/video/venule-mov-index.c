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

/* ---- What it may cost ---- */

/* FFmpeg keeps 24 to 80 bytes of memory for each picture that an index tells of. One that lists its pictures takes 4 bytes
 * for each; one that says "so many, all alike" takes none, and is not believed without bound. */
#define FREE_SAMPLES (1 << 20)
#define BYTES_A_SAMPLE 8
/* Of uncompressed sound FFmpeg keeps one entry for many samples: 160 at least, 1024 as a rule. */
#define SOUND_SAMPLES 160
#define DEEPEST 10

static const char CONTAINERS[][5] = { "moov", "trak", "mdia", "minf", "stbl", "edts", "moof", "traf",
                                      "mvex", "udta", "dinf", "gmhd", "wave", "tref", "ilst" };
/* With fields of their own before the boxes, or who knows where. */
static const char OTHERS[][5] = { "stsd", "meta", "sinf", "schi" };

/* The lists of one track, or of all that lie in no track. */
typedef struct {
  gint64   n_alike;      /* samples of one size, */
  gint64   n_listed;     /* and of sizes that are listed */
  gint64   n_chunks;
  gint64   n_edits;
  gboolean sound;        /* by a handler, … */
  gboolean other;        /* … and none says anything else */
  gboolean single;       /* by a list each sample lasts one unit, … */
  gboolean plural;       /* … and none says anything else */
  Span     chunks;       /* the list of how many samples chunks hold */
} Lists;

typedef struct {
  VenuleFile *file;
  Lists       lists;
  gint64      charge;
  gboolean    packed;
} Charge;

static gboolean
is_among (const char type[4],
          const char types[][5],
          guint      n)
{
  for (guint i = 0; i < n; i++)
    if (memcmp (type, types[i], 4) == 0)
      return TRUE;
  return FALSE;
}

/* Lists whose count of entries FFmpeg takes memory for before it has read any, and the bytes of an entry in the
 * file. */
static const struct {
  char type[5];
  int  bytes;
} LISTS[] = { { "stco", 4 }, { "co64", 8 }, { "stss", 4 }, { "stps", 4 }, { "ctts", 8 }, { "keys", 8 } };

static gint64
count_of (VenuleFile *file,
          const Span *box,
          int         offset)
{
  guint8 bytes[4];

  return read_at (file, box, offset, bytes, 4) ? get_u32 (bytes) : 0;
}

/* Saturating: what a file tells may be anything. */
static void
charge (Charge *self,
        double  n)
{
  self->charge = (gint64) MIN ((double) self->charge + MAX (n, 0), 1e15);
}

/* How many entries of sound there are in all chunks. */
static gint64
count_in_chunks (VenuleFile  *file,
                 const Lists *lists)
{
  gint64 n = MIN (count_of (file, &lists->chunks, 4), (lists->chunks.end - lists->chunks.start - 8) / 12);
  double total = 0;

  for (gint64 i = 0; i < n; i++)
    {
      guint8 bytes[16] = { 0 };
      gint64 end = lists->n_chunks + 1;

      if (!read_at (file, &lists->chunks, 8 + 12 * i, bytes, i + 1 < n ? 16 : 12))
        break;
      if (i + 1 < n)
        end = MIN (end, get_u32 (bytes + 12));
      total += (double) MAX (end - get_u32 (bytes), 0) * (get_u32 (bytes + 4) / SOUND_SAMPLES + 1);
    }
  return (gint64) MIN (total, 1e15);
}

/* Where each sample lasts one unit and the track is sound FFmpeg goes by chunks. What is sound the format may tell,
 * too. */
static void
charge_track (Charge *self)
{
  const Lists *lists = &self->lists;
  gboolean sure = lists->sound && !lists->other && !lists->plural;
  gint64 n_chunked = lists->single ? count_in_chunks (self->file, lists) : 0;
  gint64 n = lists->single && sure ? n_chunked : MAX (lists->n_alike, n_chunked);

  charge (self, (double) n);
  /* Each edit has entries of its own. */
  charge (self, (double) MAX (lists->n_edits - 1, 0) * (double) MAX (n, lists->n_listed));
}

/* A run of samples in a fragment. FFmpeg goes by the count, and reads on behind the end of the box. */
static void
charge_run (Charge     *self,
            const Span *box)
{
  guint32 flags = (guint32) count_of (self->file, box, 0);
  int n_fields = ((flags >> 8) & 1) + ((flags >> 9) & 1) + ((flags >> 10) & 1) + ((flags >> 11) & 1);
  gint64 n_there = n_fields > 0 ? (box->end - box->start) / (4 * n_fields) : 0;

  charge (self, (double) (count_of (self->file, box, 4) - n_there));
}

/* Entries that the file has no room for. */
static void
charge_list (Charge     *self,
             const char  type[4],
             const Span *box)
{
  gint64 size = venule_file_get_stamp (self->file)->size;

  for (guint i = 0; i < G_N_ELEMENTS (LISTS); i++)
    if (memcmp (type, LISTS[i].type, 4) == 0)
      charge (self, (double) (count_of (self->file, box, 4) - size / LISTS[i].bytes));
}

/* QuickTime has another handler, of where the data are. */
static void
look_at_handler (Lists      *lists,
                 VenuleFile *file,
                 const Span *box)
{
  static const char others[][5] = { "vide", "subp", "clcp" };
  char kind[4];

  if (!read_at (file, box, 8, kind, 4))
    return;
  lists->sound = lists->sound || memcmp (kind, "soun", 4) == 0;
  lists->other = lists->other || is_among (kind, others, G_N_ELEMENTS (others));
}

static void
look_at_box (Charge     *self,
             const char  type[4],
             const Span *box)
{
  Lists *lists = &self->lists;
  VenuleFile *file = self->file;

  charge_list (self, type, box);
  if (memcmp (type, "stsz", 4) == 0 || memcmp (type, "stz2", 4) == 0)
    {
      gboolean alike = type[3] == 'z' && count_of (file, box, 4) > 0;
      gint64 n = count_of (file, box, 8), most = 2 * venule_file_get_stamp (file)->size;

      if (alike)
        lists->n_alike = MAX (lists->n_alike, n);
      else
        lists->n_listed = MAX (lists->n_listed, MIN (n, most));
      if (!alike)
        charge (self, (double) (n - most));
    }
  else if (memcmp (type, "stco", 4) == 0 || memcmp (type, "co64", 4) == 0)
    lists->n_chunks = MAX (lists->n_chunks, MIN (count_of (file, box, 4), venule_file_get_stamp (file)->size / 4));
  else if (memcmp (type, "stsc", 4) == 0)
    lists->chunks = *box;
  else if (memcmp (type, "elst", 4) == 0)
    /* FFmpeg goes by the size of the box where the count says otherwise. */
    lists->n_edits = MAX (lists->n_edits, (box->end - box->start - 8) / 12);
  else if (memcmp (type, "stts", 4) == 0 && count_of (file, box, 4) == 1 && count_of (file, box, 12) == 1)
    lists->single = TRUE;
  else if (memcmp (type, "stts", 4) == 0)
    lists->plural = TRUE;
  else if (memcmp (type, "hdlr", 4) == 0)
    look_at_handler (lists, file, box);
  else if (memcmp (type, "trun", 4) == 0)
    charge_run (self, box);
  else if (memcmp (type, "cmov", 4) == 0)
    self->packed = TRUE;
}

static gboolean
is_container (VenuleFile *file,
              const char  type[4],
              const Span *box)
{
  guint8 bytes[8];

  if (is_among (type, CONTAINERS, G_N_ELEMENTS (CONTAINERS)))
    return TRUE;
  /* FFmpeg finds an index that was given up, too. */
  return (memcmp (type, "free", 4) == 0 || memcmp (type, "hoov", 4) == 0) && read_at (file, box, 0, bytes, 8) &&
         (memcmp (bytes + 4, "mvhd", 4) == 0 || memcmp (bytes + 4, "cmov", 4) == 0);
}

/* Whatever looks like one of the lists. */
static void
search (Charge     *self,
        const Span *within)
{
  char type[4];

  for (gint64 at = 4; read_at (self->file, within, at, type, 4); at++)
    {
      Span box = { within->start + at + 4, within->end };

      look_at_box (self, type, &box);
    }
}

/* The order of the boxes, and which lies in which, is not believed: FFmpeg takes a list wherever it is. */
static void
walk (Charge *self,
      Span    within,
      int     depth)
{
  char type[4];
  Span box;

  while (next_box (self->file, &within, type, &box))
    {
      gboolean track = memcmp (type, "trak", 4) == 0;

      if (track)
        self->lists = (Lists) { 0 };
      if (is_among (type, OTHERS, G_N_ELEMENTS (OTHERS)))
        search (self, &box);
      else if (!is_container (self->file, type, &box))
        look_at_box (self, type, &box);
      else if (depth < DEEPEST)
        walk (self, box, depth + 1);
      if (track)
        charge_track (self);
    }
}

/**
 * venule_mov_index_is_bounded:
 * @file: an MP4 or QuickTime file
 *
 * Asked before FFmpeg sees the file, as it takes memory for all that an index tells of: some bytes may speak of a
 * thousand million pictures. The position in @file stays where it is.
 *
 * Returns: whether the index tells of no more than a file of that size may hold
 */
gboolean
venule_mov_index_is_bounded (VenuleFile *file)
{
  gint64 position = venule_file_tell (file);
  gint64 size = venule_file_get_stamp (file)->size;
  Charge self = { .file = file };

  walk (&self, (Span) { 0, size }, 0);
  charge_track (&self);
  venule_file_seek (file, position);
  return !self.packed && self.charge <= FREE_SAMPLES + size / BYTES_A_SAMPLE;
}
