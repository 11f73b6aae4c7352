/* venule-for-each-frame.c: the cells of a run, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-for-each-frame.h"

#include "venule-parallel.h"

#define MIN_PART 32 /* frames that a thread looks through at a time, or as many as make VENULE_FRAME_PARTS parts */

/* The frames of a path. */
typedef struct {
  gint64 first, last;
} Span;

typedef struct {
  GPtrArray       *paths;
  Span            *spans;    /* of each */
  gint64           first;
  gint64           n_frames; /* of a part */
  VenuleFrameFunc  func;
  gpointer         data;
} Frames;

/* A path, and its first spot that is not before the frame that is looked at. */
typedef struct {
  guint index;
  guint at;
} Walker;

/* Fills @here with the paths that have a spot in @frame, which is behind the one before. */
static guint
walk_to (const Frames *self,
         GArray       *walkers,
         gint64        frame,
         VenuleHere   *here)
{
  guint n = 0;

  for (guint k = 0; k < walkers->len; k++)
    {
      Walker *walker = &g_array_index (walkers, Walker, k);
      VenuleTissuePath *path = g_ptr_array_index (self->paths, walker->index);

      while (walker->at < path->spots->len && venule_tissue_path_spot (path, walker->at)->frame < frame)
        walker->at++;
      if (walker->at < path->spots->len && venule_tissue_path_spot (path, walker->at)->frame == frame)
        here[n++] = (VenuleHere){ walker->index, venule_tissue_path_spot (path, walker->at) };
    }
  return n;
}

static void
look_at_part (gpointer data,
              guint    part)
{
  const Frames *self = data;
  gint64 first = self->first + part * self->n_frames, end = first + self->n_frames, last = G_MININT64;
  g_autoptr (GArray) walkers = g_array_new (FALSE, FALSE, sizeof (Walker));
  g_autofree VenuleHere *here = NULL;

  for (guint i = 0; i < self->paths->len; i++)
    if (self->spans[i].first < end && self->spans[i].last >= first)
      {
        Walker walker = { i, venule_tissue_path_index_from (g_ptr_array_index (self->paths, i), first) };

        g_array_append_val (walkers, walker);
        last = MAX (last, self->spans[i].last);
      }
  here = g_new (VenuleHere, walkers->len);
  for (gint64 frame = first; frame < end && frame <= last; frame++)
    {
      guint n = walk_to (self, walkers, frame, here);

      if (n > 0)
        self->func (self->data, part, frame, here, n);
    }
}

/**
 * venule_for_each_frame:
 * @paths: (element-type VenuleTissuePath): of a whole run, each with a spot or more
 * @func: looks at one frame
 * @data: for @func
 *
 * Looks at all frames in which there is anything; several threads each take some of them.
 */
void
venule_for_each_frame (GPtrArray       *paths,
                       VenuleFrameFunc  func,
                       gpointer         data)
{
  g_autofree Span *spans = g_new (Span, paths->len);
  Frames self = { paths, spans, G_MAXINT64, 0, func, data };
  gint64 last = G_MININT64;

  for (guint i = 0; i < paths->len; i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);

      spans[i] = (Span){ venule_tissue_path_spot (path, 0)->frame, venule_tissue_path_last (path)->frame };
      self.first = MIN (self.first, spans[i].first);
      last = MAX (last, spans[i].last);
    }
  if (paths->len == 0)
    return;
  self.n_frames = MAX (MIN_PART, (last - self.first) / VENULE_FRAME_PARTS + 1);
  venule_parallel_for ((guint) ((last - self.first) / self.n_frames + 1), look_at_part, &self);
}
