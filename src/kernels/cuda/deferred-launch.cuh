/* deferred-launch.cuh: launches that wait for the next one with a result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * With many streams the driver, which handles one call at a time, is the bottleneck. So an operation without results
 * for the host is then not launched by itself: it is queued, and launched with the stream's next one that has results,
 * together with what other streams have queued (batcher.cu). The launches of a stream keep their order.
 */

#pragma once

#include "cluster.cuh"

#define VNK_DEFERRED_PLANES 3     /* that a launch reads and writes */
#define VNK_DEFERRED_QUEUE_SIZE 8 /* of a stream; when it is full all are launched */
#define VNK_DEFERRED_BATCH 64     /* merged into one */

enum vnk_deferred_kind
{
  VNK_DEFERRED_CONVERT,
  VNK_DEFERRED_PYRAMID_DOWN,
  VNK_DEFERRED_RUNNING_MOMENTS,
};

/* A rectangle of a frame becomes a plane, see convert.cu. */
struct vnk_deferred_convert
{
  const unsigned char *data;          /* the part of the frame that is sent; rows may start anywhere */
  int                  width, height; /* px of it */
  int                  pitch;         /* bytes */
  int                  bytes;         /* of a sample */
  long long            x0, y0;        /* px: where the plane's first pixel lies */
  float                scale, offset;
  vnk_view             out;
};

struct vnk_deferred_pyramid_down
{
  vnk_view in, out;
};

struct vnk_deferred_running_moments
{
  vnk_view in;
  float    scale, offset;
  float    share, spread_share;
  vnk_view mean, spread;
};

struct vnk_deferred_launch
{
  vnk_deferred_kind kind;
  vnk_arena        *arenas[VNK_DEFERRED_PLANES]; /* of its planes, which may be given back before it is launched */
  union
  {
    vnk_deferred_convert         convert;
    vnk_deferred_pyramid_down    pyramid_down;
    vnk_deferred_running_moments running_moments;
  };
};

/* Those of a stream. */
struct vnk_deferred_queue
{
  vnk_deferred_launch steps[VNK_DEFERRED_QUEUE_SIZE];
  int                 n;
};

/* Those of a launch, as an argument of a kernel. */
template <typename Step, int N>
struct vnk_parts
{
  Step parts[N];
};

/* Launches, or queues where streams are many. `planes` are those that it uses, VNK_DEFERRED_PLANES of them, the others
 * NULL: where one is not the device's, or something was `copied` for this launch alone, it cannot wait. */
vnk_status vnk_cuda_launch_or_defer (vnk_cuda *cuda, vnk_deferred_launch *step, const vnk_plane *const *planes,
                                     bool copied);

/* convert.cu: copies the frame's columns left … right and rows top … bottom to where kernels can read them, and says in
 * `sent` where that is, up to `bytes`. */
vnk_status vnk_cuda_send_part (vnk_cuda *cuda, const vnk_image *frame, int left, int top, int right, int bottom,
                               vnk_deferred_convert *sent);

/* By the kinds: as one launch. */
vnk_status vnk_cuda_launch_convert         (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n);
vnk_status vnk_cuda_launch_pyramid_down    (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n);
vnk_status vnk_cuda_launch_running_moments (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n);

/* Their blocks: a thread takes a pixel of some rows. */
#define VNK_DEFERRED_BLOCK_X 32
#define VNK_DEFERRED_BLOCK_Y 8

/* Launches `kernel`, which may begin early, over the largest of the planes `plane` of the steps' `part`. */
template <int N, typename Step>
static inline vnk_status
vnk_cuda_launch_parts (vnk_cuda *cuda, void (*kernel) (vnk_parts<Step, N>), Step vnk_deferred_launch::*part,
                       vnk_view Step::*plane, const vnk_deferred_launch *const *steps, int n)
{
  vnk_parts<Step, N> all = {};
  unsigned int across = 0, down = 0;

  for (int i = 0; i < n; i++)
    {
      const vnk_view &view = (all.parts[i] = steps[i]->*part).*plane;

      across = max (across, vnk_cuda_blocks (view.width, VNK_DEFERRED_BLOCK_X));
      down = max (down, vnk_cuda_rows ((view.height + VNK_DEFERRED_BLOCK_Y - 1) / VNK_DEFERRED_BLOCK_Y));
    }
  return vnk_cuda_launch_with (cuda, kernel, dim3 (across, down, (unsigned int) n),
                               dim3 (VNK_DEFERRED_BLOCK_X, VNK_DEFERRED_BLOCK_Y), 0, 1, true, all);
}
