/* venule-kymograph-make.c: the picture of a kymograph, from the frames of the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph.h"

#include <math.h>
#include <stdlib.h>

#include "venule-interpolate.h"
#include "venule-order.h"

/* Frames that tell the mean. */
#define MEAN_FRAMES 40
/* One byte says which of them. */
#define MAX_ACROSS 255
/* Values that tell from where to where the gray levels go, and the part of them beyond each end. */
#define MAX_SAMPLED 100000
#define TAIL 0.005
/* Cells stand out of the noise, whose median this is a multiple of; a picture without cells is not all black and
 * white. */
#define MIN_SPREAD 5.0

/* The places that are looked at: @across of them at each px of the line. */
typedef struct {
  VenuleKymograph *picture;
  VenuleReader    *reader;
  GCancellable    *cancellable;
  int              across;
  VenulePoint     *at;
  float           *mean;
  float           *value; /* of the picture, before it is spread */
} Grid;

static void
grid_init (Grid            *self,
           VenuleKymograph *picture)
{
  double width = picture->line->width;

  self->picture = picture;
  self->across = CLAMP ((int) rint (width) + 1, 1, MAX_ACROSS);
  self->at = g_new (VenulePoint, (gsize) picture->length * self->across);
  self->mean = g_new0 (float, (gsize) picture->length * self->across);
  self->value = g_new0 (float, (gsize) picture->length * picture->n_rows);
  for (int i = 0; i < picture->length; i++)
    {
      for (int j = 0; j < self->across; j++)
        {
          double beside = self->across > 1 ? width * ((double) j / (self->across - 1) - 0.5) : 0;

          self->at[(gsize) i * self->across + j] = venule_kymograph_line_at (picture->line, i, beside, NULL);
        }
    }
}

static void
grid_clear (Grid *self)
{
  g_free (self->at);
  g_free (self->mean);
  g_free (self->value);
  g_clear_object (&self->reader);
}

static float
sample (const Grid        *self,
        const VenuleFrame *frame,
        gsize              k,
        VenulePoint        shift)
{
  return venule_interpolate (frame, self->at[k].x + shift.x, self->at[k].y + shift.y);
}

static VenuleFrame *
read_row (Grid    *self,
          int      row,
          GError **error)
{
  return venule_reader_read (self->reader, self->picture->first_frame + row * self->picture->step, self->cancellable,
                             error);
}

static gboolean
find_mean (Grid    *self,
           GError **error)
{
  gsize n = (gsize) self->picture->length * self->across;
  int count = MIN (self->picture->n_rows, MEAN_FRAMES);
  g_autofree guint16 *seen = g_new0 (guint16, n);

  for (int i = 0; i < count; i++)
    {
      int row = (int) ((gint64) i * self->picture->n_rows / count);
      g_autoptr(VenuleFrame) frame = read_row (self, row, error);

      if (frame == NULL)
        return FALSE;
      for (gsize k = 0; k < n; k++)
        {
          float value = sample (self, frame, k, self->picture->shifts[row]);

          if (isnan (value))
            continue;
          self->mean[k] += value;
          seen[k]++;
        }
    }
  for (gsize k = 0; k < n; k++)
    self->mean[k] = seen[k] > 0 ? self->mean[k] / seen[k] : NAN;

  return TRUE;
}

/* All places across the line at one px of it. */
static void
fill_pixel (Grid              *self,
            const VenuleFrame *frame,
            int                row,
            int                column)
{
  VenulePoint shift = self->picture->shifts[row];
  gsize pixel = (gsize) row * self->picture->length + column;
  float change = 0, sum = 0, most = -INFINITY;
  int n = 0;

  self->picture->side[pixel] = (guint8) (self->across / 2);
  for (int j = 0; j < self->across; j++)
    {
      gsize k = (gsize) column * self->across + j;
      float value = sample (self, frame, k, shift);

      if (isnan (value))
        continue;
      n++;
      sum += value;
      most = fmaxf (most, value);
      if (fabsf (value - self->mean[k]) > fabsf (change))
        {
          change = value - self->mean[k];
          self->picture->side[pixel] = (guint8) j;
        }
    }
  if (self->picture->line->across == VENULE_KYMOGRAPH_CHANGE)
    self->value[pixel] = change;
  else
    self->value[pixel] = n == 0 ? NAN : self->picture->line->across == VENULE_KYMOGRAPH_MEAN ? sum / n : most;
}

static gboolean
fill_rows (Grid                     *self,
           VenuleKymographProgress   progress,
           gpointer                  data,
           GError                  **error)
{
  VenuleKymograph *picture = self->picture;

  for (int row = 0; row < picture->n_rows; row++)
    {
      g_autoptr(VenuleFrame) frame = read_row (self, row, error);

      if (frame == NULL)
        return FALSE;
      for (int i = 0; i < picture->length; i++)
        fill_pixel (self, frame, row, i);
      if (progress != NULL)
        progress ((double) (row + 1) / picture->n_rows, data);
    }

  return TRUE;
}

/* ---- Gray levels ---- */

/* (element-type float): some of the values, sorted; for changes how large they are. */
static GArray *
sort_values (const Grid *self,
             gsize       n)
{
  GArray *sorted = g_array_new (FALSE, FALSE, sizeof (float));
  gsize step = n / MAX_SAMPLED + 1;
  gboolean change = self->picture->line->across == VENULE_KYMOGRAPH_CHANGE;

  for (gsize i = 0; i < n; i += step)
    {
      float value = change ? fabsf (self->value[i]) : self->value[i];

      if (!isnan (value))
        g_array_append_val (sorted, value);
    }
  g_array_sort (sorted, venule_compare_floats);

  return sorted;
}

static double
quantile (GArray *sorted,
          double  part)
{
  return sorted->len > 0 ? g_array_index (sorted, float, (guint) (part * (sorted->len - 1))) : 0;
}

/* From black to white by nearly all values. What does not change is in the middle. */
static void
spread (Grid *self)
{
  VenuleKymograph *picture = self->picture;
  gsize n = (gsize) picture->length * picture->n_rows;
  g_autoptr(GArray) sorted = sort_values (self, n);
  double low, high;

  if (picture->line->across == VENULE_KYMOGRAPH_CHANGE)
    {
      high = fmax (fmax (quantile (sorted, 1 - TAIL), MIN_SPREAD * quantile (sorted, 0.5)), 1e-6);
      low = -high;
    }
  else
    {
      low = quantile (sorted, TAIL);
      high = fmax (quantile (sorted, 1 - TAIL), low + 1e-6);
    }
  picture->black = low;
  picture->white = high;
  picture->gray = g_malloc (n);
  for (gsize i = 0; i < n; i++)
    {
      double level = isnan (self->value[i]) ? 0 : (self->value[i] - low) / (high - low);

      picture->gray[i] = (guint8) rint (255 * CLAMP (level, 0, 1));
    }
}

gboolean
venule_kymograph_make (VenuleKymograph          *self,
                       VenuleSource             *source,
                       VenuleKymographProgress   progress,
                       gpointer                  data,
                       GCancellable             *cancellable,
                       GError                  **error)
{
  Grid grid = { .cancellable = cancellable };
  gboolean made;

  g_return_val_if_fail (self != NULL && self->gray == NULL, FALSE);
  g_return_val_if_fail (VENULE_IS_SOURCE (source), FALSE);

  grid.reader = venule_source_open_reader (source, error);
  if (grid.reader == NULL)
    return FALSE;

  grid_init (&grid, self);
  self->n_across = grid.across;
  self->side = g_malloc0 ((gsize) self->length * self->n_rows);
  made = find_mean (&grid, error) && fill_rows (&grid, progress, data, error);
  if (made)
    spread (&grid);
  grid_clear (&grid);

  return made;
}
