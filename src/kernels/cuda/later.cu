/* later.cu: what can wait until its lane asks for something with an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "later.cuh"

#include <stdlib.h>

static vnk_status
launch_alike (vnk_cuda *cuda, const vnk_cuda_step *const *steps, int n)
{
  switch (steps[0]->kind)
    {
    case VNK_STEP_CONVERT:
      return vnk_cuda_launch_convert (cuda, steps, n);
    case VNK_STEP_PYRAMID_DOWN:
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

/* How many of a lane's steps from `first` on can be done at the same time: rectangles of a frame; of anything else
 * one. */
static int
count_alike (const vnk_cuda_steps *lane, int first)
{
  int n = 1;

  for (; first + n < lane->n; n++)
    for (int i = 0; i < n; i++)
      {
        const vnk_cuda_step *before = &lane->steps[first + i], *next = &lane->steps[first + n];

        if (before->kind != VNK_STEP_CONVERT || next->kind != VNK_STEP_CONVERT ||
            !are_apart (&before->convert.out, &next->convert.out))
          return n;
      }
  return n;
}

/* Adds what lanes have to do next of what the first of them has to do next. */
static int
collect (vnk_cuda *const *lanes, int n_lanes, int *done, const vnk_cuda_step **steps)
{
  vnk_step_kind kind = lanes[0]->steps->steps[done[0]].kind;
  int n = 0;

  for (int i = 0; i < n_lanes; i++)
    {
      const vnk_cuda_steps *lane = lanes[i]->steps;

      if (lane == NULL || done[i] == lane->n || lane->steps[done[i]].kind != kind)
        continue;

      int alike = count_alike (lane, done[i]);

      if (n + alike > VNK_STEPS_TOGETHER)
        break;
      for (; alike > 0; alike--)
        steps[n++] = &lane->steps[done[i]++];
    }
  return n;
}

static void
forget (vnk_cuda_steps *lane)
{
  for (; lane->n > 0; lane->n--)
    for (int i = 0; i < VNK_STEP_PLANES; i++)
      vnk_slab_unref (lane->steps[lane->n - 1].slabs[i]);
}

vnk_status
vnk_cuda_launch_steps (vnk_cuda *cuda, vnk_cuda *const *lanes, int n)
{
  const vnk_cuda_step *steps[VNK_STEPS_TOGETHER];
  int done[VNK_MOST_GATHERED] = { 0 };

  for (int first = 0; first < n;)
    {
      if (lanes[first]->steps == NULL || done[first] == lanes[first]->steps->n)
        first++;
      else
        VNK_TRY (launch_alike (cuda, steps, collect (lanes + first, n - first, done + first, steps)));
    }
  for (int i = 0; i < n; i++)
    if (lanes[i]->steps != NULL)
      forget (lanes[i]->steps);
  return VNK_OK;
}

vnk_status
vnk_cuda_flush (vnk_cuda *cuda)
{
  if (!vnk_cuda_has_steps (cuda))
    return VNK_OK;
  return vnk_cuda_launch_steps (cuda, &cuda, 1);
}

void
vnk_cuda_steps_clear (vnk_cuda *cuda)
{
  if (cuda->steps != NULL)
    forget (cuda->steps);
  free (cuda->steps);
  cuda->steps = NULL;
}

bool
vnk_cuda_has_steps (const vnk_cuda *cuda)
{
  return cuda->steps != NULL && cuda->steps->n > 0;
}

static bool
can_wait (const vnk_cuda *cuda, const vnk_plane *const *planes)
{
  if (!vnk_cuda_gathers (cuda))
    return false;
  for (int i = 0; i < VNK_STEP_PLANES; i++)
    if (planes[i] != NULL && planes[i]->device == NULL)
      return false;
  return true;
}

vnk_status
vnk_cuda_do (vnk_cuda *cuda, vnk_cuda_step *step, const vnk_plane *const *planes, bool copied)
{
  if (cuda->steps == NULL && can_wait (cuda, planes))
    cuda->steps = static_cast<vnk_cuda_steps *> (calloc (1, sizeof *cuda->steps));
  if (cuda->steps == NULL || copied || !can_wait (cuda, planes))
    {
      VNK_TRY (vnk_cuda_flush (cuda));
      return launch_alike (cuda, &step, 1);
    }

  if (cuda->steps->n == VNK_LANE_STEPS)
    VNK_TRY (vnk_cuda_flush (cuda));
  for (int i = 0; i < VNK_STEP_PLANES; i++)
    step->slabs[i] = planes[i] != NULL ? vnk_cuda_plane_slab_ref (planes[i]) : NULL;
  cuda->steps->steps[cuda->steps->n++] = *step;
  cuda->busy = true;
  return VNK_OK;
}
