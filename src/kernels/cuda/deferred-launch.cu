/* deferred-launch.cu: launches that wait for the next one with a result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "deferred-launch.cuh"

#include <stdlib.h>

static vnk_status
launch_alike (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n)
{
  switch (steps[0]->kind)
    {
    case VNK_DEFERRED_CONVERT:
      return vnk_cuda_launch_convert (cuda, steps, n);
    case VNK_DEFERRED_PYRAMID_DOWN:
      return vnk_cuda_launch_pyramid_down (cuda, steps, n);
    default:
      return vnk_cuda_launch_running_moments (cuda, steps, n);
    }
}

static bool
are_apart (const vnk_view *a, const vnk_view *b)
{
  return a->data + (ptrdiff_t) a->stride * a->height <= b->data ||
         b->data + (ptrdiff_t) b->stride * b->height <= a->data;
}

/* How many of a stream's steps from `first` on can be done at the same time: rectangles of a frame; of anything else
 * one. */
static int
count_alike (const vnk_deferred_queue *stream, int first)
{
  int n = 1;

  for (; first + n < stream->n; n++)
    for (int i = 0; i < n; i++)
      {
        const vnk_deferred_launch *before = &stream->steps[first + i], *next = &stream->steps[first + n];

        if (before->kind != VNK_DEFERRED_CONVERT || next->kind != VNK_DEFERRED_CONVERT ||
            !are_apart (&before->convert.out, &next->convert.out))
          return n;
      }
  return n;
}

/* Adds what streams have to do next of what the first of them has to do next. */
static int
collect (vnk_cuda *const *streams, int n_streams, int *done, const vnk_deferred_launch **steps)
{
  vnk_deferred_kind kind = streams[0]->deferred->steps[done[0]].kind;
  int n = 0;

  for (int i = 0; i < n_streams; i++)
    {
      const vnk_deferred_queue *stream = streams[i]->deferred;

      if (stream == NULL || done[i] == stream->n || stream->steps[done[i]].kind != kind)
        continue;

      int alike = count_alike (stream, done[i]);

      if (n + alike > VNK_DEFERRED_BATCH)
        break;
      for (; alike > 0; alike--)
        steps[n++] = &stream->steps[done[i]++];
    }
  return n;
}

static void
forget (vnk_deferred_queue *stream)
{
  for (; stream->n > 0; stream->n--)
    for (int i = 0; i < VNK_DEFERRED_PLANES; i++)
      vnk_arena_unref (stream->steps[stream->n - 1].arenas[i]);
}

vnk_status
vnk_cuda_launch_deferred (vnk_cuda *cuda, vnk_cuda *const *streams, int n)
{
  const vnk_deferred_launch *steps[VNK_DEFERRED_BATCH];
  int done[VNK_MAX_BATCH] = { 0 };

  for (int first = 0; first < n;)
    {
      if (streams[first]->deferred == NULL || done[first] == streams[first]->deferred->n)
        first++;
      else
        VNK_TRY (launch_alike (cuda, steps, collect (streams + first, n - first, done + first, steps)));
    }
  for (int i = 0; i < n; i++)
    if (streams[i]->deferred != NULL)
      forget (streams[i]->deferred);
  return VNK_OK;
}

vnk_status
vnk_cuda_flush (vnk_cuda *cuda)
{
  if (!vnk_cuda_has_deferred (cuda))
    return VNK_OK;
  return vnk_cuda_launch_deferred (cuda, &cuda, 1);
}

void
vnk_cuda_deferred_clear (vnk_cuda *cuda)
{
  if (cuda->deferred != NULL)
    forget (cuda->deferred);
  free (cuda->deferred);
  cuda->deferred = NULL;
}

bool
vnk_cuda_has_deferred (const vnk_cuda *cuda)
{
  return cuda->deferred != NULL && cuda->deferred->n > 0;
}

static bool
can_wait (const vnk_cuda *cuda, const vnk_plane *const *planes)
{
  if (!vnk_cuda_batches (cuda))
    return false;
  for (int i = 0; i < VNK_DEFERRED_PLANES; i++)
    if (planes[i] != NULL && planes[i]->device == NULL)
      return false;
  return true;
}

vnk_status
vnk_cuda_launch_or_defer (vnk_cuda *cuda, vnk_deferred_launch *step, const vnk_plane *const *planes, bool copied)
{
  if (cuda->deferred == NULL && can_wait (cuda, planes))
    cuda->deferred = static_cast<vnk_deferred_queue *> (calloc (1, sizeof *cuda->deferred));
  if (cuda->deferred == NULL || copied || !can_wait (cuda, planes))
    {
      VNK_TRY (vnk_cuda_flush (cuda));
      return launch_alike (cuda, &step, 1);
    }

  if (cuda->deferred->n == VNK_DEFERRED_QUEUE_SIZE)
    VNK_TRY (vnk_cuda_flush (cuda));
  for (int i = 0; i < VNK_DEFERRED_PLANES; i++)
    step->arenas[i] = planes[i] != NULL ? vnk_cuda_plane_arena_ref (planes[i]) : NULL;
  cuda->deferred->steps[cuda->deferred->n++] = *step;
  cuda->busy = true;
  return VNK_OK;
}
