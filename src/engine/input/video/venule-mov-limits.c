/* venule-mov-limits.c: bounds the memory that FFmpeg allocates for the index of an MP4 or QuickTime file
 *
 * FFmpeg keeps 24 to 80 bytes for each sample in an index. A table of sample sizes takes 4 bytes in the file for each
 * of them, but "n samples of equal size" takes none; and some tables are allocated before any entry has been read. So
 * the boxes are counted before FFmpeg sees the file, and samples that the file has no room for are charged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-mov-limits.h"

#include <libavutil/common.h>
#include <libavutil/intreadwrite.h>

#define FREE_SAMPLES (1 << 20)
#define BYTES_PER_SAMPLE 8
/* FFmpeg keeps one entry for many samples of uncompressed sound: at least 160, usually 1024. */
#define SOUND_SAMPLES 160
#define MAX_DEPTH 10
#define MAX_CHARGE 1e15

/* A range of bytes in a file. */
typedef struct {
  gint64 start;
  gint64 end;
} Span;

/* The tables of one track, or of all boxes outside tracks. */
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
  gint64      size;
  Lists       lists;
  double      charge;
  gboolean    packed;    /* the index is compressed */
} Charge;

static gboolean
read_at (Charge     *self,
         const Span *span,
         gint64      offset,
         void       *buffer,
         gsize       size)
{
  if (span->end - span->start - offset < (gint64) size)
    return FALSE;
  return venule_file_read_at (self->file, span->start + offset, buffer, size) == (gssize) size;
}

/* 0 where the box ends before. */
static gint64
number_at (Charge     *self,
           const Span *box,
           gint64      offset)
{
  guint8 bytes[4];

  return read_at (self, box, offset, bytes, 4) ? AV_RB32 (bytes) : 0;
}

/* Takes the box at the start of @rest off it. */
static gboolean
next_box (Charge  *self,
          Span    *rest,
          guint32 *type,
          Span    *box)
{
  guint8 header[16];
  gint64 room = rest->end - rest->start, size, length = 8;

  if (!read_at (self, rest, 0, header, 8))
    return FALSE;
  *type = AV_RL32 (header + 4);
  size = AV_RB32 (header);
  if (size == 1)
    {
      length = 16;
      if (!read_at (self, rest, 0, header, 16))
        return FALSE;
      size = (gint64) AV_RB64 (header + 8);
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

static void
charge (Charge *self,
        double  n)
{
  self->charge = MIN (self->charge + MAX (n, 0), MAX_CHARGE);
}

/* How many entries of sound there are in all chunks. */
static double
count_in_chunks (Charge *self)
{
  const Span *box = &self->lists.chunks;
  gint64 n = MIN (number_at (self, box, 4), (box->end - box->start - 8) / 12);
  double total = 0;

  for (gint64 i = 0; i < n; i++)
    {
      gint64 end = self->lists.n_chunks + 1;

      if (i + 1 < n)
        end = MIN (end, number_at (self, box, 8 + 12 * (i + 1)));
      total += (double) MAX (end - number_at (self, box, 8 + 12 * i), 0) *
               (double) (number_at (self, box, 12 + 12 * i) / SOUND_SAMPLES + 1);
    }
  return total;
}

/* Where each sample lasts one unit and the track is sound, FFmpeg makes entries by chunk. Whether a track is sound may
 * also follow from its format. */
static void
charge_track (Charge *self)
{
  const Lists *lists = &self->lists;
  gboolean sure = lists->sound && !lists->other && !lists->plural;
  double n_chunked = lists->single ? count_in_chunks (self) : 0;
  double n = lists->single && sure ? n_chunked : MAX ((double) lists->n_alike, n_chunked);

  charge (self, n);
  /* Each edit repeats the entries. */
  charge (self, (double) MAX (lists->n_edits - 1, 0) * MAX (n, (double) lists->n_listed));
}

static void
charge_sizes (Charge     *self,
              guint32     type,
              const Span *box)
{
  gint64 n = number_at (self, box, 8), most = 2 * self->size;

  if (type == MKTAG ('s', 't', 's', 'z') && number_at (self, box, 4) > 0)
    {
      self->lists.n_alike = MAX (self->lists.n_alike, n);
      return;
    }
  self->lists.n_listed = MAX (self->lists.n_listed, MIN (n, most));
  charge (self, (double) (n - most));
}

/* A run of samples in a fragment. FFmpeg trusts the count, and reads on past the end of the box. */
static void
charge_run (Charge     *self,
            const Span *box)
{
  int n_fields = av_popcount ((guint32) number_at (self, box, 0) >> 8 & 0xf);
  gint64 n_there = n_fields > 0 ? (box->end - box->start) / (4 * n_fields) : 0;

  charge (self, (double) (number_at (self, box, 4) - n_there));
}

/* QuickTime has a second handler, for the data reference. */
static void
read_handler (Charge     *self,
                 const Span *box)
{
  switch (av_bswap32 ((guint32) number_at (self, box, 8)))
    {
    case MKTAG ('s', 'o', 'u', 'n'):
      self->lists.sound = TRUE;
      break;
    case MKTAG ('v', 'i', 'd', 'e'):
    case MKTAG ('s', 'u', 'b', 'p'):
    case MKTAG ('c', 'l', 'c', 'p'):
      self->lists.other = TRUE;
      break;
    default:
      break;
    }
}

static void
charge_box (Charge     *self,
             guint32     type,
             const Span *box)
{
  Lists *lists = &self->lists;
  gint64 n;

  switch (type)
    {
    case MKTAG ('s', 't', 's', 'z'):
    case MKTAG ('s', 't', 'z', '2'):
      charge_sizes (self, type, box);
      break;
    /* Tables that FFmpeg allocates before it has read any entry. */
    case MKTAG ('s', 't', 'c', 'o'):
    case MKTAG ('c', 'o', '6', '4'):
      n = number_at (self, box, 4);
      lists->n_chunks = MAX (lists->n_chunks, MIN (n, self->size / 4));
      charge (self, (double) (n - self->size / (type == MKTAG ('s', 't', 'c', 'o') ? 4 : 8)));
      break;
    case MKTAG ('s', 't', 's', 's'):
    case MKTAG ('s', 't', 'p', 's'):
      charge (self, (double) (number_at (self, box, 4) - self->size / 4));
      break;
    case MKTAG ('c', 't', 't', 's'):
    case MKTAG ('k', 'e', 'y', 's'):
      charge (self, (double) (number_at (self, box, 4) - self->size / 8));
      break;
    case MKTAG ('s', 't', 's', 'c'):
      lists->chunks = *box;
      break;
    case MKTAG ('e', 'l', 's', 't'):
      /* FFmpeg trusts the size of the box, not the count. */
      lists->n_edits = MAX (lists->n_edits, (box->end - box->start - 8) / 12);
      break;
    case MKTAG ('s', 't', 't', 's'):
      if (number_at (self, box, 4) == 1 && number_at (self, box, 12) == 1)
        lists->single = TRUE;
      else
        lists->plural = TRUE;
      break;
    case MKTAG ('h', 'd', 'l', 'r'):
      read_handler (self, box);
      break;
    case MKTAG ('t', 'r', 'u', 'n'):
      charge_run (self, box);
      break;
    case MKTAG ('c', 'm', 'o', 'v'):
      self->packed = TRUE;
      break;
    default:
      break;
    }
}

static gboolean
is_one_of (guint32     type,
           const char *types)
{
  for (; *types != '\0'; types += 4)
    if (AV_RL32 (types) == type)
      return TRUE;
  return FALSE;
}

static gboolean
is_container (Charge     *self,
              guint32     type,
              const Span *box)
{
  guint8 bytes[8];

  /* FFmpeg also reads an abandoned index. */
  if (is_one_of (type, "free" "hoov"))
    return read_at (self, box, 0, bytes, 8) && is_one_of (AV_RL32 (bytes + 4), "mvhd" "cmov");
  return is_one_of (type, "moov" "trak" "mdia" "minf" "stbl" "edts" "moof" "traf" "mvex" "udta" "dinf" "gmhd" "wave"
                          "tref" "ilst");
}

/* Charges everything that looks like one of the tables. */
static void
search (Charge     *self,
        const Span *within)
{
  guint8 type[4];

  for (gint64 at = 4; read_at (self, within, at, type, 4); at++)
    charge_box (self, AV_RL32 (type), &(Span) { within->start + at + 4, within->end });
}

/* Order and nesting of the boxes do not matter: FFmpeg reads a table wherever it is. */
static void
walk (Charge *self,
      Span    within,
      int     depth)
{
  guint32 type;
  Span box;

  while (next_box (self, &within, &type, &box))
    {
      gboolean track = type == MKTAG ('t', 'r', 'a', 'k');

      if (track)
        self->lists = (Lists) { 0 };
      /* These have fields of their own before the boxes, of a length that is not known. */
      if (is_one_of (type, "stsd" "meta" "sinf" "schi"))
        search (self, &box);
      else if (!is_container (self, type, &box))
        charge_box (self, type, &box);
      else if (depth < MAX_DEPTH)
        walk (self, box, depth + 1);
      if (track)
        charge_track (self);
    }
}

/**
 * venule_mov_is_bounded:
 * @file: an MP4 or QuickTime file
 *
 * To be called before FFmpeg sees the file: a few bytes may declare a billion pictures.
 *
 * Returns: whether the index declares no more samples than a file of that size may hold
 */
gboolean
venule_mov_is_bounded (VenuleFile *file)
{
  Charge self = { .file = file, .size = venule_file_get_stamp (file)->size };

  walk (&self, (Span) { 0, self.size }, 0);
  charge_track (&self);
  return !self.packed && self.charge <= (double) (FREE_SAMPLES + self.size / BYTES_PER_SAMPLE);
}
