/* venule-frame-cache.c: frames near each other, forwards and backwards, none decoded more often than need be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-frame-cache.h"

#include "venule-frame-budget.h"

#define MAX_FRAMES 64
#define MIN_FRAMES 2

struct _VenuleFrameCache
{
  VenuleSource *source;
  VenuleReader *reader;
  int           n;      /* places */
  VenuleFrame **frames; /* (nullable): frame i, if it is there, is at i % n */
};

/**
 * venule_frame_cache_new:
 * @source: the video
 * @error: return location
 *
 * Returns: (transfer full) (nullable): an empty cache; %NULL with a #VenuleError where the file cannot be read
 */
VenuleFrameCache *
venule_frame_cache_new (VenuleSource  *source,
                        GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);

  if (reader == NULL)
    return NULL;

  VenuleFrameCache *self = g_new0 (VenuleFrameCache, 1);

  self->source = g_object_ref (source);
  self->reader = g_steal_pointer (&reader);
  self->n = (int) CLAMP (venule_source_count_fitting (source, VENULE_BUDGET_NEAR), MIN_FRAMES, MAX_FRAMES);
  self->frames = g_new0 (VenuleFrame *, self->n);
  return self;
}

void
venule_frame_cache_free (VenuleFrameCache *self)
{
  if (self == NULL)
    return;

  for (int i = 0; i < self->n; i++)
    g_clear_pointer (&self->frames[i], venule_frame_unref);
  g_free (self->frames);
  g_object_unref (self->reader);
  g_object_unref (self->source);
  g_free (self);
}

/* Where decoding is to begin, so that those before @index are there when they are wanted next. */
static gint64
first_of_piece (VenuleFrameCache *self,
                gint64            index)
{
  gint64 first = MAX (index - self->n + 1, 0);
  VenuleFrameInfo info;

  for (gint64 i = index; i > first; i--)
    if (venule_source_get_frame_info (self->source, i, &info) && info.key)
      return i;
  return first;
}

/* Whether it was there to be read. */
static gboolean
fetch (VenuleFrameCache  *self,
       gint64             index,
       GCancellable      *cancellable,
       GError           **error)
{
  VenuleFrame **place = &self->frames[index % self->n];
  VenuleFrame *frame;

  if (*place != NULL && (*place)->index == index)
    return TRUE;

  frame = venule_reader_read (self->reader, index, cancellable, error);
  if (frame == NULL)
    return FALSE;
  g_clear_pointer (place, venule_frame_unref);
  *place = frame;
  return TRUE;
}

VenuleFrame *
venule_frame_cache_get (VenuleFrameCache  *self,
                        gint64             index,
                        gboolean           backwards,
                        GCancellable      *cancellable,
                        GError           **error)
{
  VenuleFrame *wanted;
  gint64 from = index;

  g_return_val_if_fail (index >= 0, NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  wanted = self->frames[index % self->n];
  if (backwards && (wanted == NULL || wanted->index != index))
    from = first_of_piece (self, index);

  for (gint64 i = from; i <= index; i++)
    if (!fetch (self, i, cancellable, error))
      return NULL;
  return venule_frame_ref (self->frames[index % self->n]);
}
