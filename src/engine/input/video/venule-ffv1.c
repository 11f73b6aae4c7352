/* venule-ffv1.c: decodes what Venule and archives write as FFV1
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * FFV1 (RFC 9043) is what lossless copies of microscope videos are kept in, and to decode it took half of a whole analysis. FFmpeg's
 * decoder takes any kind of it, one sample after the other; this one takes one kind, four slices at a time, and whatever is odd about a
 * picture is left to FFmpeg's.
 */

#include "venule-config.h"

#include "venule-ffv1.h"

#include <libavutil/crc.h>
#include <string.h>

#include "venule-ffv1-slice.h"

#define N_STATES 32         /* of a number that is range coded */
#define FIRST_STATE 128     /* as likely as not */
#define LAST_STATE 129      /* of the bit that ends what is range coded of a slice */
#define MOST_SLICES 256
#define MOST_TABLES 8
#define MOST_CONTEXTS 16384
#define MOST_EXPONENT 30
#define MOST_BEHIND 2 /* what is taken in advance */
#define CRC_SIZE 4
#define AT_ONCE 4

typedef gint16 Tables[VENULE_FFV1_INPUTS][256];

struct _VenuleFfv1
{
  int              width, height;
  int              n_across, n_down;  /* slices */
  int              n_tables;
  Tables           tables[MOST_TABLES];
  int              n_contexts[MOST_TABLES];
  gboolean         five[MOST_TABLES]; /* whether it is more than the three nearest differences that tell the context */
  gboolean         checked;           /* whether slices have a checksum */
  VenuleFfv1State *states;            /* of the slices that are at work */
  guint8          *zeros;
};

/* ---- Numbers that are range coded (RFC 9043, 3.8.1) ---- */

/* What a state becomes when the bit was 1. */
static const guint8 transitions[256] = {
    0,   0,   0,   0,   0,   0,   0,   0,  20,  21,  22,  23,  24,  25,  26,  27,
   28,  29,  30,  31,  32,  33,  34,  35,  36,  37,  37,  38,  39,  40,  41,  42,
   43,  44,  45,  46,  47,  48,  49,  50,  51,  52,  53,  54,  55,  56,  56,  57,
   58,  59,  60,  61,  62,  63,  64,  65,  66,  67,  68,  69,  70,  71,  72,  73,
   74,  75,  75,  76,  77,  78,  79,  80,  81,  82,  83,  84,  85,  86,  87,  88,
   89,  90,  91,  92,  93,  94,  94,  95,  96,  97,  98,  99, 100, 101, 102, 103,
  104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 114, 115, 116, 117, 118,
  119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 133,
  134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149,
  150, 151, 152, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164,
  165, 166, 167, 168, 169, 170, 171, 171, 172, 173, 174, 175, 176, 177, 178, 179,
  180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 190, 191, 192, 194, 194,
  195, 196, 197, 198, 199, 200, 201, 202, 202, 204, 205, 206, 207, 208, 209, 209,
  210, 211, 212, 213, 215, 215, 216, 217, 218, 219, 220, 220, 222, 223, 224, 225,
  226, 227, 227, 229, 229, 230, 231, 232, 234, 234, 235, 236, 237, 238, 239, 240,
  241, 242, 243, 244, 245, 246, 247, 248, 248,   0,   0,   0,   0,   0,   0,   0,
};

typedef struct {
  const guint8 *next, *end;
  guint         range, low;
  int           behind; /* bytes that were wanted from behind the end */
  gboolean      bad;    /* too many of them, or a number is none */
} Ranged;

static void
ranged_init (Ranged       *self,
             const guint8 *data,
             gsize         size)
{
  *self = (Ranged){ .next = data, .end = data + size, .range = 0xff00, .bad = size < 2 };
  if (self->bad)
    return;
  self->low = (guint) data[0] << 8 | data[1];
  self->next += 2;
}

static gboolean
ranged_bit (Ranged *self,
            guint8 *state)
{
  guint of_ones = self->range * *state >> 8;
  gboolean bit;

  self->range -= of_ones;
  bit = self->low >= self->range;
  if (bit)
    {
      self->low -= self->range;
      self->range = of_ones;
      *state = transitions[*state];
    }
  else
    {
      *state = (guint8) (256 - transitions[(guint8) (256 - *state)]);
    }
  if (self->range < 0x100)
    {
      self->range <<= 8;
      self->low <<= 8;
      if (self->next < self->end)
        self->low += *self->next++;
      else
        self->bad = self->bad || ++self->behind > MOST_BEHIND;
    }
  return bit;
}

static int
ranged_number (Ranged  *self,
               guint8   states[N_STATES],
               gboolean is_signed)
{
  int exponent = 0, number = 1;

  if (ranged_bit (self, &states[0]))
    return 0;
  while (exponent < MOST_EXPONENT && ranged_bit (self, &states[1 + MIN (exponent, 9)]))
    exponent++;
  if (exponent == MOST_EXPONENT)
    {
      self->bad = TRUE;
      return 0;
    }
  for (int i = exponent - 1; i >= 0; i--)
    number = 2 * number + ranged_bit (self, &states[22 + MIN (i, 9)]);
  return is_signed && ranged_bit (self, &states[11 + MIN (exponent, 10)]) ? -number : number;
}

/* ---- What all pictures have in common (RFC 9043, 4.2) ---- */

/* How many values there are; 0: it is no such table. */
static int
read_table (Ranged *coded,
            gint16  table[256],
            int     scale)
{
  guint8 states[N_STATES];
  int value = 0;

  memset (states, FIRST_STATE, sizeof states);
  for (int i = 0; i < 128; value++)
    {
      int length = ranged_number (coded, states, FALSE) + 1;

      if (coded->bad || length > 128 - i || scale * value > G_MAXINT16)
        return 0;
      for (int end = i + length; i < end; i++)
        table[i] = (gint16) (scale * value);
    }
  for (int i = 1; i < 128; i++)
    table[256 - i] = (gint16) -table[i];
  table[128] = (gint16) -table[127];
  return 2 * value - 1;
}

static gboolean
read_tables (VenuleFfv1 *self,
             Ranged     *coded,
             int         which)
{
  int scale = 1;

  for (int i = 0; i < VENULE_FFV1_INPUTS; i++)
    {
      int n_values = read_table (coded, self->tables[which][i], scale);

      if (n_values == 0 || n_values * scale > 2 * MOST_CONTEXTS - 1)
        return FALSE;
      scale *= n_values;
      self->five[which] = self->five[which] || (i > 2 && n_values > 1);
    }
  self->n_contexts[which] = (scale + 1) / 2;
  return TRUE;
}

static gboolean
read_record (VenuleFfv1 *self,
             Ranged     *coded)
{
  guint8 states[N_STATES], initial[N_STATES];
  gboolean version_3, stable, golomb, luma, eight, colour, transparent;

  memset (states, FIRST_STATE, sizeof states);
  memset (initial, FIRST_STATE, sizeof initial);
  version_3 = ranged_number (coded, states, FALSE) == 3;
  stable = ranged_number (coded, states, FALSE) >= 4;
  golomb = ranged_number (coded, states, FALSE) == 0;
  luma = ranged_number (coded, states, FALSE) == 0;
  eight = ranged_number (coded, states, FALSE) == 8;
  colour = ranged_bit (coded, &states[0]);
  ranged_number (coded, states, FALSE);
  ranged_number (coded, states, FALSE);
  transparent = ranged_bit (coded, &states[0]);
  if (!version_3 || !stable || !golomb || !luma || !eight || colour || transparent || coded->bad)
    return FALSE;

  self->n_across = ranged_number (coded, states, FALSE) + 1;
  self->n_down = ranged_number (coded, states, FALSE) + 1;
  self->n_tables = ranged_number (coded, states, FALSE);
  if (coded->bad || self->n_across > MIN (self->width, MOST_SLICES) || self->n_down > MIN (self->height, MOST_SLICES) ||
      self->n_across * self->n_down > MOST_SLICES || self->n_tables < 1 || self->n_tables > MOST_TABLES)
    return FALSE;
  for (int i = 0; i < self->n_tables; i++)
    if (!read_tables (self, coded, i))
      return FALSE;
  for (int i = 0; i < self->n_tables; i++)
    if (ranged_bit (coded, &states[0]))
      for (int j = 0; j < self->n_contexts[i] * N_STATES && !coded->bad; j++)
        ranged_number (coded, &initial[0], TRUE);

  int checksums = ranged_number (coded, states, FALSE);
  gboolean alone = ranged_number (coded, states, FALSE) == 1;

  self->checked = checksums == 1;
  return alone && (checksums == 0 || checksums == 1) && !coded->bad;
}

static gboolean
has_checksum (const guint8 *data,
              gsize         size)
{
  return av_crc (av_crc_get_table (AV_CRC_32_IEEE), 0, data, size) == 0;
}

/**
 * venule_ffv1_new:
 * @record: the configuration record of the container
 * @size: bytes of it
 * @width: of the pictures, px
 * @height: of the pictures, px
 *
 * Returns: (transfer full) (nullable): a decoder, or %NULL for a kind of FFV1 that it does not know
 */
VenuleFfv1 *
venule_ffv1_new (const guint8 *record,
                 gsize         size,
                 int           width,
                 int           height)
{
  g_autoptr (VenuleFfv1) self = g_new0 (VenuleFfv1, 1);
  Ranged coded;
  int most = 0;

  if (record == NULL || size < CRC_SIZE + 2 || size > G_MAXINT || width < 1 || height < 1 || !has_checksum (record, size))
    return NULL;

  self->width = width;
  self->height = height;
  ranged_init (&coded, record, size - CRC_SIZE);
  if (!read_record (self, &coded))
    return NULL;

  for (int i = 0; i < self->n_tables; i++)
    most = MAX (most, self->n_contexts[i]);
  self->states = g_new (VenuleFfv1State, (gsize) AT_ONCE * most);
  self->zeros = g_malloc0 ((gsize) width + 1);
  return g_steal_pointer (&self);
}

void
venule_ffv1_free (VenuleFfv1 *self)
{
  if (self == NULL)
    return;

  g_free (self->states);
  g_free (self->zeros);
  g_free (self);
}

/* ---- Pictures ---- */

typedef struct {
  const guint8 *data;
  gsize         size; /* without the footer */
} Part;

/* The slices' places are told from the end of the packet on (RFC 9043, 4.8). FALSE: that does not lead to its beginning. */
static gboolean
find_parts (const VenuleFfv1 *self,
            const guint8     *packet,
            gsize             size,
            Part             *parts)
{
  gsize footer = self->checked ? 8 : 3, end = size;

  for (int i = self->n_across * self->n_down - 1; i >= 0; i--)
    {
      const guint8 *told;
      gsize length;

      if (end <= footer)
        return FALSE;
      told = packet + end - footer;
      length = (gsize) told[0] << 16 | (gsize) told[1] << 8 | told[2];
      if (length < 2 || length > end - footer)
        return FALSE;
      end -= length + footer;
      if (self->checked && (told[3] != 0 || !has_checksum (packet + end, length + footer)))
        return FALSE;
      parts[i] = (Part){ packet + end, length };
    }
  return end == 0;
}

static int
corner (int place,
        int n,
        int side)
{
  return (int) ((gint64) place * side / n);
}

/* The slice's header. The first one follows the bit that says whether the picture stands by itself. */
static gboolean
read_header (VenuleFfv1       *self,
             const Part       *part,
             gboolean          first,
             guint8           *taken,
             int              *table,
             VenuleFfv1Slice  *slice,
             VenuleFfv1Fields *fields)
{
  guint8 states[N_STATES], key = FIRST_STATE, last = LAST_STATE;
  Ranged coded;
  int x, y, n_wide, n_high, structure;

  memset (states, FIRST_STATE, sizeof states);
  ranged_init (&coded, part->data, part->size);
  if (coded.bad || (first && !ranged_bit (&coded, &key)))
    return FALSE;
  x = ranged_number (&coded, states, FALSE);
  y = ranged_number (&coded, states, FALSE);
  n_wide = ranged_number (&coded, states, FALSE);
  n_high = ranged_number (&coded, states, FALSE);
  *table = ranged_number (&coded, states, FALSE);
  ranged_number (&coded, states, FALSE);
  structure = ranged_number (&coded, states, FALSE);
  ranged_number (&coded, states, FALSE);
  ranged_number (&coded, states, FALSE);
  ranged_bit (&coded, &last);
  if (coded.bad || x >= self->n_across || y >= self->n_down || n_wide != 0 || n_high != 0 || *table >= self->n_tables ||
      structure > VENULE_FFV1_FIELDS_NONE || taken[y * self->n_across + x] != 0)
    return FALSE;

  taken[y * self->n_across + x] = 1;
  *fields = (VenuleFfv1Fields) structure;
  slice->width = corner (x + 1, self->n_across, self->width) - corner (x, self->n_across, self->width);
  slice->height = corner (y + 1, self->n_down, self->height) - corner (y, self->n_down, self->height);
  slice->samples += (gsize) corner (y, self->n_down, self->height) * slice->stride + corner (x, self->n_across, self->width);
  /* One byte was taken in advance. */
  slice->data = coded.next - 1;
  slice->size = part->size - (gsize) (slice->data - part->data);
  slice->tables = (const gint16 (*)[256]) self->tables[*table];
  slice->zeros = self->zeros;
  return TRUE;
}

static void
begin_states (VenuleFfv1State *states,
              int              n)
{
  for (int i = 0; i < n; i++)
    states[i] = (VenuleFfv1State){ .error_sum = 4, .count = 1, .shift = 2 };
}

/**
 * venule_ffv1_decode:
 * @self: a decoder; one thread at a time
 * @packet: a picture, with 64 bytes behind it that may be read
 * @size: bytes of it
 * @samples: (out caller-allocates): the picture
 * @stride: bytes from row to row
 * @fields: (out): what it says of its fields
 *
 * Returns: %FALSE when the picture is damaged, or is anything that this decoder leaves to FFmpeg
 */
gboolean
venule_ffv1_decode (VenuleFfv1       *self,
                    const guint8     *packet,
                    gsize             size,
                    guint8           *samples,
                    gsize             stride,
                    VenuleFfv1Fields *fields)
{
  Part parts[MOST_SLICES];
  guint8 taken[MOST_SLICES] = { 0 };
  int n = self->n_across * self->n_down, most = 0;

  if (!find_parts (self, packet, size, parts))
    return FALSE;
  for (int i = 0; i < self->n_tables; i++)
    most = MAX (most, self->n_contexts[i]);

  for (int i = 0; i < n; i += AT_ONCE)
    {
      VenuleFfv1Slice slices[AT_ONCE];
      int n_slices = MIN (n - i, AT_ONCE);
      gboolean five = FALSE;

      for (int j = 0; j < n_slices; j++)
        {
          int table;

          slices[j] = (VenuleFfv1Slice){ .samples = samples, .stride = stride,
                                         .states = self->states + (gsize) j * most };
          if (!read_header (self, &parts[i + j], i + j == 0, taken, &table, &slices[j], fields))
            return FALSE;
          begin_states (slices[j].states, self->n_contexts[table]);
          five = five || self->five[table];
        }
      if (!venule_ffv1_decode_slices (slices, (guint) n_slices, five))
        return FALSE;
    }
  return TRUE;
}
