/* venule-mean-frame.c: the mean of a video in which the picture stands still
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-diameter.h"

#include <math.h>

#include "venule-track.h"

typedef struct {
  gint64 frame;
  float  x, y;
} Shift;

static int
compare_shifts (gconstpointer a,
                gconstpointer b)
{
  const Shift *first = a, *second = b;

  return (first->frame > second->frame) - (first->frame < second->frame);
}

/* (transfer full) (element-type Shift): of the frames that are looked at. */
static GArray *
choose_frames (GPtrArray *tracks,
               gint64     first_frame,
               gint64     last_frame)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (Shift));
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (Shift));
  guint n;

  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    {
      guint n_spots;
      const VenulePlace *spots = venule_track_get_places (g_ptr_array_index (tracks, i), &n_spots);

      for (guint k = 0; k < n_spots; k++)
        if (spots[k].frame >= first_frame && spots[k].frame <= last_frame &&
            !g_hash_table_contains (seen, &spots[k].frame))
          {
            Shift shift = { spots[k].frame, spots[k].shift_x, spots[k].shift_y };

            g_hash_table_add (seen, g_memdup2 (&shift.frame, sizeof shift.frame));
            g_array_append_val (all, shift);
          }
    }
  for (gint64 frame = first_frame; all->len == 0 && frame <= last_frame; frame++)
    {
      Shift shift = { .frame = frame };

      g_array_append_val (chosen, shift);
    }
  if (chosen->len > 0)
    {
      g_array_append_vals (all, chosen->data, chosen->len);
      g_array_set_size (chosen, 0);
    }

  g_array_sort (all, compare_shifts);
  n = MIN (all->len, VENULE_MEAN_FRAMES);
  for (guint i = 0; i < n; i++)
    g_array_append_val (chosen, g_array_index (all, Shift, (guint64) i * all->len / n));

  return chosen;
}

/* Between four pixels; beyond the edge the last pixel goes on. */
static double
sample (VenuleFrame *frame,
        double       x,
        double       y)
{
  int left = (int) floor (x), top = (int) floor (y);
  double tx = x - left, ty = y - top;
  int x0 = CLAMP (left, 0, frame->width - 1), x1 = CLAMP (left + 1, 0, frame->width - 1);
  int y0 = CLAMP (top, 0, frame->height - 1), y1 = CLAMP (top + 1, 0, frame->height - 1);

  return (1 - ty) * ((1 - tx) * venule_frame_get_sample (frame, x0, y0) + tx * venule_frame_get_sample (frame, x1, y0)) +
         ty * ((1 - tx) * venule_frame_get_sample (frame, x0, y1) + tx * venule_frame_get_sample (frame, x1, y1));
}

VenuleMeanFrame *
venule_mean_frame_new (VenuleSource    *source,
                       GPtrArray       *tracks,
                       gint64           first_frame,
                       gint64           last_frame,
                       VenuleProgress   progress,
                       gpointer         data,
                       GCancellable    *cancellable,
                       GError         **error)
{
  g_autoptr(VenuleReader) reader = venule_source_open_reader (source, error);
  g_autoptr(VenuleMeanFrame) self = NULL;
  g_autoptr(GArray) frames = NULL;

  if (reader == NULL)
    return NULL;

  self = g_new0 (VenuleMeanFrame, 1);
  self->width = venule_source_get_width (source);
  self->height = venule_source_get_height (source);
  self->samples = g_new0 (float, (gsize) self->width * self->height);
  frames = choose_frames (tracks, first_frame, last_frame);
  self->n_frames = frames->len;
  for (guint i = 0; i < frames->len; i++)
    {
      const Shift *shift = &g_array_index (frames, Shift, i);
      g_autoptr(VenuleFrame) frame = NULL;

      if (progress != NULL)
        progress ((double) i / frames->len, data);
      frame = venule_reader_read (reader, shift->frame, cancellable, error);

      if (frame == NULL)
        return NULL;
      for (int y = 0; y < self->height; y++)
        for (int x = 0; x < self->width; x++)
          self->samples[(gsize) y * self->width + x] += (float) sample (frame, x + shift->x, y + shift->y) / frames->len;
    }

  return g_steal_pointer (&self);
}

void
venule_mean_frame_free (VenuleMeanFrame *self)
{
  if (self == NULL)
    return;

  g_free (self->samples);
  g_free (self);
}
