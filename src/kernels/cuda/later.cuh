/* later.cuh: what can wait until its lane asks for something with an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Where lanes are many the driver, which does one thing after the other, is what all of them wait for. So what brings
 * nothing back to the host is not launched by itself there: it is noted, and goes to the device with what its lane asks
 * for next, together with what other lanes have noted (gather.cu). The steps of a lane keep their order.
 */

#pragma once

#include "cluster.cuh"

#define VNK_STEP_PLANES 3      /* that a step reads and writes */
#define VNK_LANE_STEPS 8       /* that a lane notes; before the next one all are launched */
#define VNK_STEPS_TOGETHER 64  /* of a launch */

enum vnk_step_kind
{
  VNK_STEP_CONVERT,
  VNK_STEP_PYRAMID_DOWN,
  VNK_STEP_RUNNING_MOMENTS,
};

/* A rectangle of a frame becomes a plane, see convert.cu. */
struct vnk_convert_step
{
  const unsigned char *data;          /* the part of the frame that is sent; rows may start anywhere */
  int                  width, height; /* px of it */
  int                  pitch;         /* bytes */
  int                  bytes;         /* of a sample */
  long long            x0, y0;        /* px: where the plane's first pixel lies */
  float                scale, offset;
  vnk_view             out;
};

struct vnk_pyramid_down_step
{
  vnk_view in, out;
};

struct vnk_running_moments_step
{
  vnk_view in;
  float    scale, offset;
  float    share, spread_share;
  vnk_view mean, spread;
};

struct vnk_cuda_step
{
  vnk_step_kind kind;
  vnk_slab     *slabs[VNK_STEP_PLANES]; /* where its planes lie: they may be given back before it is launched */
  union
  {
    vnk_convert_step         convert;
    vnk_pyramid_down_step    pyramid_down;
    vnk_running_moments_step running_moments;
  };
};

/* What a lane has noted. */
struct vnk_cuda_steps
{
  vnk_cuda_step steps[VNK_LANE_STEPS];
  int           n;
};

/* Those of a launch, as an argument of a kernel. */
template <typename Step, int N>
struct vnk_parts
{
  Step parts[N];
};

/* Launches a step, or notes it where lanes are many. Its planes are `planes`, VNK_STEP_PLANES at most, the others NULL:
 * where one of them is not the device's, or `copied` something for this step alone, it cannot wait. */
vnk_status vnk_cuda_do (vnk_cuda *cuda, vnk_cuda_step *step, const vnk_plane *const *planes, bool copied);

/* By the kinds: as one launch. */
vnk_status vnk_cuda_launch_convert    (vnk_cuda *cuda, const vnk_cuda_step *const *steps, int n);
vnk_status vnk_cuda_launch_pyramid_down   (vnk_cuda *cuda, const vnk_cuda_step *const *steps, int n);
vnk_status vnk_cuda_launch_running_moments (vnk_cuda *cuda, const vnk_cuda_step *const *steps, int n);

/* Their blocks: a thread takes a pixel of some rows. */
#define VNK_STEP_X 32
#define VNK_STEP_Y 8

/* Launches `kernel`, which may begin early, over the largest of the planes `plane` of the steps' `part`. */
template <int N, typename Step>
static inline vnk_status
vnk_cuda_launch_parts (vnk_cuda *cuda, void (*kernel) (vnk_parts<Step, N>), Step vnk_cuda_step::*part,
                       vnk_view Step::*plane, const vnk_cuda_step *const *steps, int n)
{
  vnk_parts<Step, N> all = {};
  unsigned int across = 0, down = 0;

  for (int i = 0; i < n; i++)
    {
      const vnk_view &view = (all.parts[i] = steps[i]->*part).*plane;

      across = max (across, vnk_cuda_blocks (view.width, VNK_STEP_X));
      down = max (down, vnk_cuda_rows ((view.height + VNK_STEP_Y - 1) / VNK_STEP_Y));
    }
  return vnk_cuda_launch_with (cuda, kernel, dim3 (across, down, (unsigned int) n), dim3 (VNK_STEP_X, VNK_STEP_Y), 0, 1,
                               true, all);
}
