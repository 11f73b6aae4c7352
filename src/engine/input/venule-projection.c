/* venule-projection.c: one picture of many frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-projection.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

static void
set_sample (VenuleFrame *frame,
            int          x,
            int          y,
            guint        sample)
{
  guint8 *row = frame->data + (gsize) y * frame->stride;

  if (venule_frame_get_sample_bytes (frame) == 1)
    row[x] = (guint8) sample;
  else
    ((guint16 *) (gpointer) row)[x] = (guint16) sample;
}

/* Black pictures like a frame, and sums for its pixels. */
static gboolean
begin (VenuleProjection  *self,
       VenuleFrame       *frame,
       guint32          **sums,
       GError           **error)
{
  gboolean enough;

  *sums = g_try_new0 (guint32, (gsize) frame->width * (gsize) frame->height);
  enough = *sums != NULL;
  for (guint kind = 0; enough && kind < VENULE_N_PROJECTIONS; kind++)
    {
      self->pictures[kind] = venule_frame_new (frame->width, frame->height, frame->bit_depth);
      enough = self->pictures[kind] != NULL;
    }
  if (!enough)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                 _("There is not enough memory for a projection of %d×%d px."), frame->width, frame->height);
  return enough;
}

/* @sums: of the samples of each pixel */
static void
add_frame (VenuleProjection *self,
           VenuleFrame      *frame,
           guint32          *sums)
{
  VenuleFrame *brightest = self->pictures[VENULE_PROJECTION_MAXIMUM];
  VenuleFrame *darkest = self->pictures[VENULE_PROJECTION_MINIMUM];

  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      {
        guint sample = venule_frame_get_sample (frame, x, y);

        if (self->n_frames == 0 || sample > venule_frame_get_sample (brightest, x, y))
          set_sample (brightest, x, y, sample);
        if (self->n_frames == 0 || sample < venule_frame_get_sample (darkest, x, y))
          set_sample (darkest, x, y, sample);
        sums[(gsize) y * (gsize) frame->width + (gsize) x] += sample;
      }
  self->n_frames++;
}

static void
finish (VenuleProjection *self,
        const guint32    *sums)
{
  VenuleFrame *mean = self->pictures[VENULE_PROJECTION_MEAN];

  for (int y = 0; y < mean->height; y++)
    for (int x = 0; x < mean->width; x++)
      {
        guint32 sum = sums[(gsize) y * (gsize) mean->width + (gsize) x];

        set_sample (mean, x, y, (sum + self->n_frames / 2) / self->n_frames);
        set_sample (self->pictures[VENULE_PROJECTION_RANGE], x, y,
                    venule_frame_get_sample (self->pictures[VENULE_PROJECTION_MAXIMUM], x, y) -
                      venule_frame_get_sample (self->pictures[VENULE_PROJECTION_MINIMUM], x, y));
      }
}

VenuleProjection *
venule_projection_new (VenuleSource  *source,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  g_autoptr (VenuleProjection) self = g_new0 (VenuleProjection, 1);
  g_autofree guint32 *sums = NULL;
  gint64 n = venule_source_get_n_frames (source), n_read = MIN (n, VENULE_PROJECTION_FRAMES);

  for (gint64 i = 0; reader != NULL && i < n_read; i++)
    {
      g_autoptr (VenuleFrame) frame =
        venule_reader_read (reader, n_read > 1 ? i * (n - 1) / (n_read - 1) : 0, cancellable, error);

      if (frame == NULL || (sums == NULL && !begin (self, frame, &sums, error)))
        return NULL;
      add_frame (self, frame, sums);
    }
  if (sums == NULL)
    return NULL;
  finish (self, sums);
  return g_steal_pointer (&self);
}

void
venule_projection_free (VenuleProjection *self)
{
  for (guint i = 0; i < VENULE_N_PROJECTIONS; i++)
    g_clear_pointer (&self->pictures[i], venule_frame_unref);
  g_free (self);
}
