/* venule-mean-frame.c: the mean of a video in which the picture stands still
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-diameter.h"

#include "venule-interpolate.h"
#include "venule-shifts.h"

/* (transfer full) (element-type gint64): those that are looked at: of the ones that a track tells the movement of;
 * where none does of all. */
static GArray *
choose_frames (const gboolean *known,
               gint64          first_frame,
               gint64          n_frames)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 n_known = 0, n, at = 0, taken = 0;

  for (gint64 i = 0; i < n_frames; i++)
    n_known += known[i];
  n = MIN (n_known > 0 ? n_known : n_frames, VENULE_MEAN_FRAMES);
  for (gint64 i = 0; i < n_frames && taken < n; i++)
    {
      if (n_known > 0 && !known[i])
        continue;
      if (at++ == taken * (n_known > 0 ? n_known : n_frames) / n)
        {
          gint64 frame = first_frame + i;

          g_array_append_val (chosen, frame);
          taken++;
        }
    }

  return chosen;
}

/* Beyond the edge the last pixel goes on. */
static float
sample (const VenuleFrame *frame,
        double             x,
        double             y)
{
  return venule_interpolate (frame, CLAMP (x, 0, frame->width - 1), CLAMP (y, 0, frame->height - 1));
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
  g_autoptr(GPtrArray) none = g_ptr_array_new ();
  g_autofree VenulePoint *shifts = NULL;
  g_autofree gboolean *known = NULL;
  g_autoptr(GArray) frames = NULL;

  if (reader == NULL)
    return NULL;

  self = g_new0 (VenuleMeanFrame, 1);
  self->width = venule_source_get_width (source);
  self->height = venule_source_get_height (source);
  self->samples = g_new0 (float, (gsize) self->width * self->height);
  shifts = venule_shifts_dup (tracks != NULL ? tracks : none, first_frame, MAX (last_frame - first_frame + 1, 0),
                              &known);
  frames = choose_frames (known, first_frame, MAX (last_frame - first_frame + 1, 0));
  self->n_frames = frames->len;
  for (guint i = 0; i < frames->len; i++)
    {
      gint64 number = g_array_index (frames, gint64, i);
      VenulePoint shift = shifts[number - first_frame];
      g_autoptr(VenuleFrame) frame = NULL;

      if (progress != NULL)
        progress ((double) i / frames->len, data);
      frame = venule_reader_read (reader, number, cancellable, error);

      if (frame == NULL)
        return NULL;
      for (int y = 0; y < self->height; y++)
        for (int x = 0; x < self->width; x++)
          self->samples[(gsize) y * self->width + x] += (float) sample (frame, x + shift.x, y + shift.y) / frames->len;
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
