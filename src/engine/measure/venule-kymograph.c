/* venule-kymograph.c: a video as one picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph.h"

#include <math.h>
#include <string.h>

/* Frames that tell the mean. */
#define MEAN_FRAMES 40
/* The picture is spread from black to white by this many standard deviations to both sides. */
#define SPREAD 3.0
#define MOST_ACROSS 401

/* The places that are looked at: @across of them at each px of the line. */
typedef struct {
  const VenuleKymograph *picture;
  int                    across;
  int                   *at;    /* x, y of each; −1: outside of the frame */
  float                 *mean;
  float                 *value; /* of the picture, before it is spread */
} Grid;

static void
grid_clear (Grid *self)
{
  g_free (self->at);
  g_free (self->mean);
  g_free (self->value);
}

static double
line_length (const VenulePoint *line,
             guint              n)
{
  double length = 0;

  for (guint i = 0; i + 1 < n; i++)
    length += hypot (line[i + 1].x - line[i].x, line[i + 1].y - line[i].y);

  return length;
}

/* The point @along px from the beginning, and the direction there. */
static void
walk (const VenuleKymograph *self,
      double                 along,
      VenulePoint           *point,
      VenulePoint           *direction)
{
  guint i = 0;
  double length;

  for (;; i++)
    {
      const VenulePoint *a = &self->line[i];

      length = hypot (a[1].x - a->x, a[1].y - a->y);
      if (along <= length || i + 2 >= self->n_points)
        break;
      along -= length;
    }
  length = fmax (length, 1e-9);
  direction->x = (self->line[i + 1].x - self->line[i].x) / length;
  direction->y = (self->line[i + 1].y - self->line[i].y) / length;
  point->x = self->line[i].x + along * direction->x;
  point->y = self->line[i].y + along * direction->y;
}

static void
grid_init (Grid            *self,
           VenuleKymograph *picture,
           int              frame_width,
           int              frame_height)
{
  self->picture = picture;
  self->across = CLAMP (2 * (int) rint (picture->half_width) + 1, 1, MOST_ACROSS);
  self->at = g_new (int, 2 * (gsize) picture->length * self->across);
  self->mean = g_new0 (float, (gsize) picture->length * self->across);
  self->value = g_new0 (float, (gsize) picture->length * picture->n_frames);
  for (int i = 0; i < picture->length; i++)
    {
      VenulePoint point, direction;

      walk (picture, i, &point, &direction);
      for (int j = 0; j < self->across; j++)
        {
          double beside = self->across > 1 ? picture->half_width * (2.0 * j / (self->across - 1) - 1) : 0;
          int x = (int) rint (point.x - beside * direction.y);
          int y = (int) rint (point.y + beside * direction.x);
          int *at = &self->at[2 * ((gsize) i * self->across + j)];
          gboolean inside = x >= 0 && y >= 0 && x < frame_width && y < frame_height;

          at[0] = inside ? x : -1;
          at[1] = inside ? y : -1;
        }
    }
}

static gboolean
add_to_mean (Grid          *self,
             VenuleReader  *reader,
             GCancellable  *cancellable,
             GError       **error)
{
  const VenuleKymograph *picture = self->picture;
  gsize n = (gsize) picture->length * self->across;
  gint64 count = MIN (picture->n_frames, MEAN_FRAMES);

  for (gint64 k = 0; k < count; k++)
    {
      gint64 index = picture->first_frame + k * picture->n_frames / count;
      g_autoptr(VenuleFrame) frame = venule_reader_read (reader, index, cancellable, error);

      if (frame == NULL)
        return FALSE;
      for (gsize i = 0; i < n; i++)
        {
          if (self->at[2 * i] >= 0)
            self->mean[i] += (float) venule_frame_get_sample (frame, self->at[2 * i], self->at[2 * i + 1]) / count;
        }
    }

  return TRUE;
}

/* The pixel across that differs most from its mean. */
static float
find_most (const Grid        *self,
           const VenuleFrame *frame,
           int                i)
{
  float most = 0;

  for (int j = 0; j < self->across; j++)
    {
      gsize k = (gsize) i * self->across + j;
      float difference;

      if (self->at[2 * k] < 0)
        continue;
      difference = (float) venule_frame_get_sample ((VenuleFrame *) frame, self->at[2 * k], self->at[2 * k + 1]) - self->mean[k];
      if (fabsf (difference) > fabsf (most))
        most = difference;
    }

  return most;
}

static gboolean
fill_rows (Grid          *self,
           VenuleReader  *reader,
           GCancellable  *cancellable,
           GError       **error)
{
  const VenuleKymograph *picture = self->picture;

  for (gint64 row = 0; row < picture->n_frames; row++)
    {
      g_autoptr(VenuleFrame) frame = venule_reader_read (reader, picture->first_frame + row, cancellable, error);

      if (frame == NULL)
        return FALSE;
      for (int i = 0; i < picture->length; i++)
        self->value[row * picture->length + i] = find_most (self, frame, i);
    }

  return TRUE;
}

/* From black to white by the spread of all values. */
static void
spread (Grid            *self,
        VenuleKymograph *picture)
{
  gsize n = (gsize) picture->length * picture->n_frames;
  double sum = 0, deviation;

  for (gsize i = 0; i < n; i++)
    sum += (double) self->value[i] * self->value[i];
  deviation = fmax (sqrt (sum / n), 1e-6);
  picture->gray = g_malloc (n);
  for (gsize i = 0; i < n; i++)
    picture->gray[i] = (guint8) rint (CLAMP (127.5 + 127.5 * self->value[i] / (SPREAD * deviation), 0, 255));
}

GArray *
venule_kymograph_dup_middle (const VenuleSettings *settings,
                             int                   frame_width,
                             int                   frame_height,
                             double               *half_width)
{
  g_autoptr(GArray) outline = venule_vessel_dup_outline (settings->vessel, frame_width, frame_height);
  GArray *line = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  double along[2] = { INFINITY, -INFINITY }, across[2] = { INFINITY, -INFINITY };
  double flow_x, flow_y;

  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *corner = &g_array_index (outline, VenulePoint, i);
      double a = corner->x * flow_x + corner->y * flow_y;
      double b = corner->y * flow_x - corner->x * flow_y;

      along[0] = fmin (along[0], a);
      along[1] = fmax (along[1], a);
      across[0] = fmin (across[0], b);
      across[1] = fmax (across[1], b);
    }
  for (guint i = 0; i < 2; i++)
    {
      double middle = (across[0] + across[1]) / 2;
      VenulePoint point = { along[i] * flow_x - middle * flow_y, along[i] * flow_y + middle * flow_x };

      g_array_append_val (line, point);
    }
  *half_width = (across[1] - across[0]) / 2;

  return line;
}

VenuleKymograph *
venule_kymograph_new (VenuleSource  *source,
                      GArray        *line,
                      double         half_width,
                      gint64         first_frame,
                      gint64         last_frame,
                      GCancellable  *cancellable,
                      GError       **error)
{
  g_autoptr(VenuleKymograph) self = NULL;
  g_autoptr(VenuleReader) reader = NULL;
  Grid grid = { 0 };
  gboolean filled;

  g_return_val_if_fail (line != NULL && line->len >= 2, NULL);
  g_return_val_if_fail (first_frame >= 0 && last_frame >= first_frame, NULL);

  reader = venule_source_open_reader (source, error);
  if (reader == NULL)
    return NULL;

  self = g_new0 (VenuleKymograph, 1);
  self->line = g_memdup2 (line->data, line->len * sizeof (VenulePoint));
  self->n_points = line->len;
  self->half_width = half_width;
  self->length = CLAMP ((int) ceil (line_length (self->line, self->n_points)), 1, 32768);
  self->first_frame = first_frame;
  self->n_frames = MIN (last_frame - first_frame + 1, VENULE_KYMOGRAPH_MOST_FRAMES);

  grid_init (&grid, self, venule_source_get_width (source), venule_source_get_height (source));
  filled = add_to_mean (&grid, reader, cancellable, error) && fill_rows (&grid, reader, cancellable, error);
  if (filled)
    spread (&grid, self);
  grid_clear (&grid);

  return filled ? g_steal_pointer (&self) : NULL;
}

void
venule_kymograph_free (VenuleKymograph *self)
{
  g_free (self->line);
  g_free (self->gray);
  g_free (self);
}

gboolean
venule_kymograph_project (const VenuleKymograph *self,
                          double                 x,
                          double                 y,
                          double                *along)
{
  double nearest = self->half_width + 1, before = 0;
  gboolean found = FALSE;

  for (guint i = 0; i + 1 < self->n_points; i++)
    {
      const VenulePoint *a = &self->line[i];
      double length = hypot (a[1].x - a->x, a[1].y - a->y);
      double ux = length > 0 ? (a[1].x - a->x) / length : 1, uy = length > 0 ? (a[1].y - a->y) / length : 0;
      double t = CLAMP ((x - a->x) * ux + (y - a->y) * uy, 0, length);
      double beside = hypot (x - a->x - t * ux, y - a->y - t * uy);

      if (beside < nearest)
        {
          nearest = beside;
          *along = before + t;
          found = TRUE;
        }
      before += length;
    }

  return found;
}
