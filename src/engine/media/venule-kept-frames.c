/* venule-kept-frames.c: decoded frames that are wanted again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kept-frames.h"

void
venule_kept_frames_init (VenuleKeptFrames *self)
{
  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);
  self->room = 0;
}

void
venule_kept_frames_clear (VenuleKeptFrames *self)
{
  g_clear_pointer (&self->frames, g_ptr_array_unref);
}

/**
 * venule_kept_frames_offer:
 * @self: the frames
 * @index: number of the frame; they come in order
 * @frame: the frame, which nobody has seen yet
 *
 * Keeps the frame, if those before it were kept and there is room.
 */
void
venule_kept_frames_offer (VenuleKeptFrames *self,
                          gint64            index,
                          VenuleFrame      *frame)
{
  gsize bytes = frame->stride * frame->height;

  /* A pass that was broken off begins again. */
  if (index == 0 && self->frames->len > 0)
    {
      self->room += bytes * self->frames->len;
      g_ptr_array_set_size (self->frames, 0);
    }
  if (index != self->frames->len || bytes > self->room)
    return;

  self->room -= bytes;
  g_ptr_array_add (self->frames, venule_frame_ref (frame));
}

void
venule_kept_frames_complete (VenuleKeptFrames      *self,
                             const VenuleFrameInfo *rows,
                             guint                  n_rows)
{
  g_ptr_array_set_size (self->frames, MIN (self->frames->len, n_rows));
  for (guint i = 0; i < self->frames->len; i++)
    {
      VenuleFrame *frame = g_ptr_array_index (self->frames, i);

      frame->index = i;
      frame->time = rows[i].time;
      frame->corrupt = rows[i].corrupt;
    }
}

VenuleFrame *
venule_kept_frames_find (VenuleKeptFrames *self,
                         gint64            index)
{
  if (index < 0 || index >= self->frames->len)
    return NULL;
  return venule_frame_ref (g_ptr_array_index (self->frames, index));
}
