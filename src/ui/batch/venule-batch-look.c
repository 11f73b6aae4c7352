/* venule-batch-look.c: what is seen of a video before it is analysed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-look.h"

#include "venule-source.h"
#include "venule-time.h"

/* Share of the pixels that may be black, or white, in a picture of more than 8 bits: those cameras fill a part of their
 * range only. */
#define CLIPPED 0.002

/* ---- The picture ---- */

static void
find_range (VenuleFrame *frame,
            guint       *low,
            guint       *high)
{
  guint n = 1u << frame->bit_depth;
  g_autofree guint *counts = g_new0 (guint, n);
  guint clipped = (guint) (CLIPPED * frame->width * frame->height), sum = 0;

  *low = 0;
  *high = n - 1;
  if (frame->bit_depth <= 8)
    return;
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      counts[MIN (venule_frame_get_sample (frame, x, y), n - 1)]++;
  while (*low < n - 1 && (sum += counts[*low]) <= clipped)
    (*low)++;
  for (sum = 0; *high > *low + 1 && (sum += counts[*high]) <= clipped;)
    (*high)--;
}

/* Mean of the samples that a pixel of the picture covers. */
static double
get_mean (VenuleFrame *frame,
          int          x0,
          int          x1,
          int          y0,
          int          y1)
{
  double sum = 0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      sum += venule_frame_get_sample (frame, x, y);
  return sum / ((x1 - x0) * (y1 - y0));
}

static GdkTexture *
make_texture (VenuleFrame *frame,
              int          side)
{
  double scale = MIN (1.0, (double) side / MAX (frame->width, frame->height));
  int width = MAX (1, (int) (frame->width * scale)), height = MAX (1, (int) (frame->height * scale));
  guint8 *pixels = g_malloc ((gsize) width * height * 3);
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize) width * height * 3);
  guint low, high;

  find_range (frame, &low, &high);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        int x0 = (int) ((gint64) x * frame->width / width), x1 = (int) ((gint64) (x + 1) * frame->width / width);
        int y0 = (int) ((gint64) y * frame->height / height), y1 = (int) ((gint64) (y + 1) * frame->height / height);
        double level = (get_mean (frame, x0, x1, y0, y1) - low) * 255 / MAX (1u, high - low);

        memset (pixels + ((gsize) y * width + x) * 3, (int) CLAMP (level + 0.5, 0, 255), 3);
      }
  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, (gsize) width * 3);
}

/* ---- The video ---- */

static gboolean
look_at (VenuleBatchLook  *self,
         VenuleSource     *source,
         int               side,
         GCancellable     *cancellable,
         GError          **error)
{
  const VenuleCalibration none = { 0 };
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;

  venule_source_use_cache (source, NULL);
  if (!venule_source_scan_packets (source, cancellable, error))
    return FALSE;
  self->width = venule_source_get_width (source);
  self->height = venule_source_get_height (source);
  self->n_frames = venule_source_get_n_frames (source);
  if (self->n_frames > 1)
    self->seconds = venule_time_of_frames (source, &none, 0, self->n_frames - 1);
  reader = venule_source_open_reader (source, error);
  frame = reader ? venule_reader_read (reader, 0, cancellable, error) : NULL;
  if (!frame)
    return FALSE;
  self->texture = make_texture (frame, side);
  return TRUE;
}

VenuleBatchLook *
venule_batch_look_new (const char               *path,
                       const VenuleInputOptions *input,
                       int                       side,
                       GCancellable             *cancellable)
{
  g_autoptr (VenuleBatchLook) self = g_new0 (VenuleBatchLook, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open_as (path, input, cancellable, &error);

  if (!source || !look_at (self, source, side, cancellable, &error))
    self->problem = g_strdup (error->message);
  return g_steal_pointer (&self);
}

void
venule_batch_look_free (VenuleBatchLook *self)
{
  if (!self)
    return;

  g_clear_object (&self->texture);
  g_free (self->problem);
  g_free (self);
}
