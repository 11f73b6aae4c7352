/* venule-ffv1-slice.c: the samples of slices of FFV1
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Golomb-Rice coded samples of 8 bits, by RFC 9043, 3.8.2. Each sample is told as the difference to what its neighbours foretell, with
 * a code that adapts itself to the differences that came between such neighbours before. The sample to the left has to be known
 * before anything of the next one is, so that a processor waits for most of the time: slices side by side fill that. Nothing in the
 * usual way depends on a guess of which way a branch goes.
 */

#include "venule-config.h"

#include "venule-ffv1-slice.h"

#include <string.h>

#define MOST_AT_ONCE 4
#define LONGEST_PREFIX 12 /* zeros: an escape */
#define ESCAPED_BITS 8
#define ESCAPED_FROM 11
#define MOST_COUNT 128
#define MOST_BITS 28      /* of a sample, of whatever is told */
#define MOST_RUN_INDEX 40

/* The instructions that shift by what is not known beforehand, and count zeros, are new. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#define ALWAYS inline __attribute__ ((always_inline))

static const guint8 log2_run[MOST_RUN_INDEX + 1] = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7,
                                                     8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 };

/* One slice on its way: what the usual way through a sample does not touch. */
typedef struct {
  const guint8 *data;
  gsize         position, limit; /* bits */
  int           width;
  int           run_index, run_count, run_mode;
  guint         codes;
} Cursor;

/* A row of one: as long as nobody takes their address these are kept in registers. */
typedef struct {
  const guint8    *data;
  gsize            position;
  VenuleFfv1State *states;
  const guint8    *above, *above_that;
  guint8          *row;
  int              left, left_above, here_above; /* samples next to the next one */
  int              no_run;  /* 0: in a run, else −1 */
  guint            codes;
} Row;

/* The next bits, 57 of them at least, from the highest on. */
static ALWAYS guint64
peek (const guint8 *data,
      gsize         position)
{
  guint64 word;

  memcpy (&word, data + (position >> 3), sizeof word);
  return GUINT64_FROM_BE (word) << (position & 7);
}

static guint
read_bits (Cursor *self,
           guint   n)
{
  guint64 word = peek (self->data, self->position);

  self->position += n;
  return n > 0 ? (guint) (word >> (64 - n)) : 0;
}

/* The least shift by which the count is not below the sum. */
static guint
find_shift (guint count,
            guint sum)
{
  guint shift = 0;

  while (count << shift < sum)
    shift++;
  return shift;
}

/* The difference was foretold too high or too low for long. */
static ALWAYS int
correct_bias (VenuleFfv1State *state,
              int              drift,
              int              count)
{
  if (drift > 0)
    {
      state->bias = (gint16) MIN (state->bias + 1, 127);
      return MIN (drift - count, 0);
    }
  state->bias = (gint16) MAX (state->bias - 1, -128);
  return MAX (drift + count, 1 - count);
}

/* What is told to be unlikely is so in pictures with noise, too, of which all are. */
static ALWAYS void
adapt (VenuleFfv1State *state,
       int              value)
{
  int count = state->count, drift = state->drift + value;
  guint sum = state->error_sum + (guint) ABS (value), shift = state->shift;

  if (G_UNLIKELY (count == MOST_COUNT))
    {
      count >>= 1;
      drift >>= 1;
      sum >>= 1;
    }
  count++;
  if (G_UNLIKELY ((guint) -drift >= (guint) count))
    drift = correct_bias (state, drift, count);
  if (G_UNLIKELY ((guint) (count << shift) - sum > (guint) ((count << shift) - 1) >> 1))
    state->shift = (guint8) find_shift ((guint) count, (guint16) sum);
  state->error_sum = (guint16) sum;
  state->drift = (gint16) drift;
  state->count = (guint8) count;
}

/* Goes on by the bits of it. All @codes are put together: those of an encoder have 8 bits. */
static ALWAYS int
read_difference (const guint8    *data,
                 gsize           *position,
                 VenuleFfv1State *state,
                 guint           *codes)
{
  guint64 word = peek (data, *position);
  guint shift = state->shift;
  guint prefix = (guint) __builtin_clzll (word | G_GUINT64_CONSTANT (1) << 32), code;
  int value, difference;

  code = (guint) ((word << prefix) >> (63 - shift)) + ((prefix - 1) << shift);
  if (G_UNLIKELY (prefix >= LONGEST_PREFIX))
    {
      code = (guint) ((word << LONGEST_PREFIX) >> (64 - ESCAPED_BITS)) + ESCAPED_FROM;
      prefix = LONGEST_PREFIX - 1;
      shift = ESCAPED_BITS;
    }
  *position += prefix + 1 + shift;
  *codes |= code;

  value = (int) (code >> 1) ^ -(int) (code & 1) ^ (2 * state->drift + state->count) >> 31;
  difference = (gint8) (value + state->bias);
  adapt (state, value);
  return difference;
}

/* Where the picture is flat it is told how long it stays as foretold. */
static G_GNUC_NO_INLINE int
read_in_run (Cursor          *self,
             VenuleFfv1State *state,
             int              x)
{
  int difference;

  if (self->run_mode == 0)
    self->run_mode = 1;
  if (self->run_count == 0 && self->run_mode == 1)
    {
      guint bits = log2_run[self->run_index];

      if (read_bits (self, 1) != 0)
        {
          self->run_count = 1 << bits;
          if (x + self->run_count <= self->width)
            self->run_index = MIN (self->run_index + 1, MOST_RUN_INDEX);
        }
      else
        {
          self->run_count = (int) read_bits (self, bits);
          if (self->run_index > 0)
            self->run_index--;
          self->run_mode = 2;
        }
    }

  self->run_count--;
  if (self->run_count >= 0)
    return 0;
  self->run_mode = 0;
  self->run_count = 0;
  difference = read_difference (self->data, &self->position, state, &self->codes);
  return difference >= 0 ? difference + 1 : difference;
}

static ALWAYS void
decode_sample (Row            *self,
               Cursor         *cursor,
               const gint16  (*tables)[256],
               int             x,
               int             right_above,
               gboolean        five)
{
  int left = self->left, left_above = self->left_above, above = self->here_above;
  int context = tables[0][(guint8) (left - left_above)] + tables[1][(guint8) (left_above - above)] +
                tables[2][(guint8) (above - right_above)];
  int sign, difference, slope = left + above - left_above;
  int low = MIN (left, above), high = MAX (left, above);

  if (five)
    {
      int left_of_left = x > 1 ? self->row[x - 2] : x == 1 ? self->above[0] : 0;

      context += tables[3][(guint8) (left_of_left - left)] + tables[4][(guint8) (self->above_that[x] - above)];
    }
  sign = context >> 31;
  context = (context ^ sign) - sign;
  if (G_UNLIKELY ((context & self->no_run) == 0))
    {
      cursor->position = self->position;
      difference = read_in_run (cursor, &self->states[context], x);
      self->position = cursor->position;
      self->no_run = cursor->run_mode != 0 ? 0 : -1;
    }
  else
    {
      difference = read_difference (self->data, &self->position, &self->states[context], &self->codes);
    }

  /* The median of the two neighbours and of what their slope leads to. */
  left = (guint8) (CLAMP (slope, low, high) + ((difference ^ sign) - sign));
  self->row[x] = (guint8) left;
  self->left = left;
  self->left_above = above;
  self->here_above = right_above;
}

static ALWAYS Row
begin_row (Cursor                *cursor,
           const VenuleFfv1Slice *slice,
           int                    y)
{
  Row row = { .data = cursor->data, .position = cursor->position, .states = slice->states, .no_run = -1 };

  row.row = slice->samples + (gsize) y * slice->stride;
  row.above = y > 0 ? row.row - slice->stride : slice->zeros;
  row.above_that = y > 1 ? row.above - slice->stride : slice->zeros;
  row.left = row.here_above = row.above[0];
  row.left_above = row.above_that[0];
  cursor->run_count = cursor->run_mode = 0;
  return row;
}

static ALWAYS void
end_row (Cursor        *cursor,
         const Row     *row,
         const gint16 (*tables)[256],
         int            x,
         gboolean       five)
{
  Row rest = *row;

  for (; x < cursor->width; x++)
    {
      decode_sample (&rest, cursor, tables, x, rest.above[MIN (x + 1, cursor->width - 1)], five);
      rest.position = MIN (rest.position, cursor->limit);
    }
  cursor->position = rest.position;
  cursor->codes |= rest.codes;
}

/* Whether the row cannot lead behind what may be read, whatever is told of it. */
static ALWAYS gboolean
has_room (const Cursor *cursor)
{
  return cursor->position + (gsize) cursor->width * MOST_BITS <= cursor->limit;
}

/* How many rows were decoded: near their ends slices go on one by one. */
static ALWAYS int
decode_rows (const VenuleFfv1Slice *slices,
             Cursor                *cursors,
             int                    n,
             int                    height,
             int                    width)
{
  for (int y = 0; y < height; y++)
    {
      Row rows[MOST_AT_ONCE];

      for (int i = 0; i < n; i++)
        if (!has_room (&cursors[i]))
          return y;
#pragma GCC unroll 4
      for (int i = 0; i < n; i++)
        rows[i] = begin_row (&cursors[i], &slices[i], y);
      for (int x = 0; x < width - 1; x++)
        {
#pragma GCC unroll 4
          for (int i = 0; i < n; i++)
            decode_sample (&rows[i], &cursors[i], slices[i].tables, x, rows[i].above[x + 1], FALSE);
        }
#pragma GCC unroll 4
      for (int i = 0; i < n; i++)
        end_row (&cursors[i], &rows[i], slices[i].tables, width - 1, FALSE);
    }
  return height;
}

CLONES static void
decode_one (const VenuleFfv1Slice *slice,
            Cursor                *cursor,
            int                    from,
            gboolean               five)
{
  for (int y = from; y < slice->height; y++)
    {
      Row row = begin_row (cursor, slice, y);

      end_row (cursor, &row, slice->tables, 0, five);
    }
}

CLONES static int
decode_two (const VenuleFfv1Slice *slices,
            Cursor                *cursors,
            int                    height,
            int                    width)
{
  return decode_rows (slices, cursors, 2, height, width);
}

CLONES static int
decode_four (const VenuleFfv1Slice *slices,
             Cursor                *cursors,
             int                    height,
             int                    width)
{
  return decode_rows (slices, cursors, 4, height, width);
}

gboolean
venule_ffv1_decode_slices (const VenuleFfv1Slice *slices,
                           guint                  n,
                           gboolean               five)
{
  Cursor cursors[MOST_AT_ONCE];
  int width = G_MAXINT, height = G_MAXINT, together = 0;
  gboolean good = TRUE;

  for (guint i = 0; i < n; i++)
    {
      cursors[i] = (Cursor){ .data = slices[i].data, .limit = 8 * slices[i].size + 1, .width = slices[i].width };
      width = MIN (width, slices[i].width);
      height = MIN (height, slices[i].height);
    }

  if (!five && (n == 2 || n == 4))
    together = (n == 4 ? decode_four : decode_two) (slices, cursors, height, width);
  for (guint i = 0; i < n; i++)
    {
      decode_one (&slices[i], &cursors[i], together, five);
      good = good && cursors[i].codes >> 8 == 0 && cursors[i].position <= 8 * slices[i].size;
    }
  return good;
}
