/* venule-interlace.c: whether frames are made of two fields that were taken one after the other
 *
 * Where something moves, the lines of an interlaced frame jump to and fro: the second difference over neighbouring
 * lines is larger than that over lines of the same field, which are twice as far apart. In a whole picture it is
 * smaller, and the same in one that is all noise. Flags in files are often missing, and often wrong: this looks at the
 * pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-interlace.h"

#include "venule-order.h"
#include "venule-remark.h"

/* The first pairs of frames are all looked at, then every so many. */
#define FIRST_PAIRS 48
#define PAIR_PERIOD 16

/* Combs from this ratio of the two second differences on, whole pictures up to that one. Between lie pictures of noise,
 * for which it is 1, and drawings with sharp edges. */
#define COMBED 1.25
#define WHOLE 0.8

/* Pixels that moved before anything is judged, and how much clearer one order of fields must be than the other. */
#define MIN_MOVING 400
#define CLEARER 1.05

#define MAX_COLUMNS 640
#define NOISE_GRID 48

struct _VenuleInterlaceMeter
{
  VenuleFrame *previous;
  gint64       n_pairs;
  gint64       n_moving;
  double       neighbours;   /* sums of second differences over moving pixels */
  double       same_field;
  double       top_first;    /* sums of differences between what would be consecutive fields */
  double       bottom_first;
};

/**
 * venule_interlace_meter_new:
 *
 * Returns: (transfer full): a meter that has seen nothing
 */
VenuleInterlaceMeter *
venule_interlace_meter_new (void)
{
  return g_new0 (VenuleInterlaceMeter, 1);
}

/**
 * venule_interlace_meter_free:
 * @self: (transfer full): a meter
 */
void
venule_interlace_meter_free (VenuleInterlaceMeter *self)
{
  g_clear_pointer (&self->previous, venule_frame_unref);
  g_free (self);
}

/* Some columns of all rows, as signed numbers. */
static int *
copy_columns (VenuleFrame *frame,
              int          step,
              int          columns)
{
  int *numbers = g_new (int, (gsize) columns * frame->height);

  for (int y = 0; y < frame->height; y++)
    {
      const guint8 *row = frame->data + frame->stride * y;
      int *out = numbers + (gsize) columns * y;

      for (int x = 0; x < columns; x++)
        out[x] = frame->bit_depth > 8 ? ((const guint16 *) row)[x * step] : row[x * step];
    }
  return numbers;
}

/* Differences in time that noise alone does not make. */
static int
find_threshold (const int *before,
                const int *now,
                int        columns,
                int        rows,
                int        bit_depth)
{
  int differences[NOISE_GRID * NOISE_GRID];

  for (int j = 0; j < NOISE_GRID; j++)
    for (int i = 0; i < NOISE_GRID; i++)
      {
        gsize at = (gsize) columns * (j * (rows - 1) / (NOISE_GRID - 1)) + i * (columns - 1) / (NOISE_GRID - 1);

        differences[j * NOISE_GRID + i] = ABS (now[at] - before[at]);
      }
  qsort (differences, G_N_ELEMENTS (differences), sizeof (int), venule_compare_ints);
  return 5 * differences[G_N_ELEMENTS (differences) / 2] + (4 << (bit_depth - 8));
}

static void
measure_row (VenuleInterlaceMeter *self,
             const int            *before,
             const int            *now,
             int                   columns,
             int                   y,
             int                   threshold)
{
  double *order = y % 2 == 0 ? &self->top_first : &self->bottom_first;
  double neighbours = 0;
  double same_field = 0;
  double apart = 0;
  gint64 n = 0;

  for (int x = 0; x < columns; x++)
    {
      int moved = now[x] - before[x];
      int above = now[x - columns];
      int below = now[x + columns];

      if (ABS (moved) <= threshold)
        continue;
      n++;
      neighbours += ABS (above - 2 * now[x] + below);
      same_field += ABS (now[x - 2 * columns] - 2 * now[x] + now[x + 2 * columns]);
      /* The other field of the frame before, at this line. */
      apart += ABS (2 * now[x] - before[x - columns] - before[x + columns]) / 2.0;
    }
  self->n_moving += n;
  self->neighbours += neighbours;
  self->same_field += same_field;
  *order += apart;
}

static void
measure_pair (VenuleInterlaceMeter *self,
              VenuleFrame          *previous,
              VenuleFrame          *frame)
{
  int step = (frame->width + MAX_COLUMNS - 1) / MAX_COLUMNS;
  int columns = frame->width / step;
  g_autofree int *before = copy_columns (previous, step, columns);
  g_autofree int *now = copy_columns (frame, step, columns);
  int threshold = find_threshold (before, now, columns, frame->height, frame->bit_depth);
  /* As many lines of either field, for the order. */
  int n_rows = (frame->height - 4) & ~1;

  for (int y = 2; y < 2 + n_rows; y++)
    measure_row (self, before + (gsize) columns * y, now + (gsize) columns * y, columns, y, threshold);
}

/**
 * venule_interlace_meter_add:
 * @self: a meter
 * @frame: the next frame; some milliseconds for some of them, nothing for the others
 */
void
venule_interlace_meter_add (VenuleInterlaceMeter *self,
                            VenuleFrame          *frame)
{
  VenuleFrame *previous = g_steal_pointer (&self->previous);

  if (previous != NULL && previous->width == frame->width && previous->height == frame->height && frame->height >= 8 &&
      frame->width >= 8 && !frame->corrupt && !previous->corrupt &&
      (self->n_pairs < FIRST_PAIRS || self->n_pairs % PAIR_PERIOD == 0))
    measure_pair (self, previous, frame);
  if (previous != NULL)
    {
      self->n_pairs++;
      venule_frame_unref (previous);
    }
  self->previous = venule_frame_ref (frame);
}

/**
 * venule_interlace_meter_get_combing:
 * @self: a meter
 *
 * Returns: the ratio of second differences over neighbouring lines to those over lines of one field where something
 *   moved: at most 1 in whole pictures, more where there are combs; 0: too little moved
 */
double
venule_interlace_meter_get_combing (VenuleInterlaceMeter *self)
{
  return self->n_moving >= MIN_MOVING && self->same_field > 0 ? self->neighbours / self->same_field : 0;
}

/**
 * venule_interlace_meter_judge:
 * @self: a meter
 * @said: whether the file says that the video is interlaced
 * @said_order: the order of fields that it says, or %VENULE_FIELDS_WHOLE when it does not
 * @order: (out): the order that was seen, else the one the file claims; upper lines first without either
 *
 * Returns: what to make of it
 */
VenuleInterlacing
venule_interlace_meter_judge (VenuleInterlaceMeter *self,
                              gboolean              said,
                              VenuleFields          said_order,
                              VenuleFields         *order)
{
  double combing = venule_interlace_meter_get_combing (self);

  *order = said_order != VENULE_FIELDS_WHOLE ? said_order : VENULE_FIELDS_TOP_FIRST;
  if (combing == 0)
    return said ? VENULE_INTERLACING_UNSEEN : VENULE_INTERLACING_NONE;
  if (combing < COMBED && said)
    return combing < WHOLE ? VENULE_INTERLACING_FALSE : VENULE_INTERLACING_UNSEEN;
  if (combing < COMBED)
    return VENULE_INTERLACING_NONE;

  if (self->bottom_first > CLEARER * self->top_first)
    *order = VENULE_FIELDS_TOP_FIRST;
  else if (self->top_first > CLEARER * self->bottom_first)
    *order = VENULE_FIELDS_BOTTOM_FIRST;
  return VENULE_INTERLACING_COMBED;
}

/**
 * venule_interlacing_to_string:
 * @interlacing: a verdict
 *
 * Returns: its name for files
 */
const char *
venule_interlacing_to_string (VenuleInterlacing interlacing)
{
  static const char *const names[] = { "none", "combed", "false", "unseen" };

  g_return_val_if_fail (interlacing < G_N_ELEMENTS (names), NULL);

  return names[interlacing];
}

/**
 * venule_interlacing_remark:
 * @interlacing: a verdict
 * @said: whether the file says that the video is interlaced
 * @order: which lines come first
 *
 * Returns: (transfer full) (nullable): it as a line (see venule_remark_new()), %NULL when there is nothing to say
 */
char *
venule_interlacing_remark (VenuleInterlacing interlacing,
                           gboolean          said,
                           VenuleFields      order)
{
  switch (interlacing)
    {
    case VENULE_INTERLACING_COMBED:
      return venule_remark_new (
        &(VenuleRemark){ VENULE_REMARK_COMBED, { order == VENULE_FIELDS_BOTTOM_FIRST, said != FALSE }, NULL });
    case VENULE_INTERLACING_FALSE:
      return venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_COMBS_NONE });
    case VENULE_INTERLACING_UNSEEN:
      return venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_COMBS_UNSEEN });
    case VENULE_INTERLACING_NONE:
    default:
      return NULL;
    }
}
