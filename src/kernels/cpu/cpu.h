/* cpu.h: what the operations of the CPU's backend share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "../vnk-check.h"
#include "../vnk-numerics.h"
#include "../vnk.h"
#include "pool.h"
#include "scratch.h"

/* A function over pixels, compiled for several instruction sets; the loader picks one when the program starts.
 * Sanitizers come too late for such functions, and clang has its own syntax: both go without. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define VNK_CLONES __attribute__ ((target_clones ("avx512f", "avx2", "default")))
#else
#define VNK_CLONES
#endif
#define VNK_INLINE static inline __attribute__ ((always_inline))

/* What one thread needs for one cell at a time. */
typedef struct {
  vnk_scratch window; /* sub-image.c, mgvf-snake.c: sub-image, edges and field of one cell */
  vnk_scratch field;  /* mgvf-*.c */
  vnk_scratch slopes; /* ellipse-snake.c: gradient of the field */
  vnk_scratch patch;  /* ncc-match.c */
  vnk_scratch row;    /* rows of gicov.c, dilate.c, network.c, translation-sums.c and vesselness.c */
} vnk_cpu_thread;

/* Instruction sets for which there is code of its own, each with all of those before it. */
typedef enum {
  VNK_CPU_ANY,
  VNK_CPU_AVX2, /* with FMA */
  VNK_CPU_AVX512,
} vnk_cpu_level;

typedef struct {
  vnk_cpu_level   level;
  vnk_pool       *pool;
  vnk_cpu_thread *threads;
  int             n_threads;
  vnk_scratch     tables; /* gicov.c: weights; dilate.c: running maxima; maxima.c: marks;
                           * local-normalise.c: sums; resample.c: a widened plane */
  vnk_scratch planes; /* network.c: what goes in and comes out of the layers */
  vnk_scratch levels; /* translation.c; vesselness.c: the smoothed stack */
} vnk_cpu;

#define VNK_CPU_MAX_THREADS 256

VNK_INLINE vnk_cpu *
vnk_cpu_self (vnk_backend *backend)
{
  return backend->self;
}

VNK_INLINE float *
vnk_plane_row (const vnk_plane *plane, int y)
{
  return plane->data + (ptrdiff_t) y * plane->stride;
}

/* The operations, as vnk.h describes them: vnk_cpu_convert() and so on. */
#define VNK_DECLARE(operation) __typeof__ (*((vnk_backend *) 0)->operation) vnk_cpu_##operation;
VNK_OPERATIONS (VNK_DECLARE)
#undef VNK_DECLARE

/* The best level of this machine's processor. An open backend uses it; the tests lower it to see the others. */
vnk_cpu_level vnk_cpu_detect_level (void);
const char   *vnk_cpu_level_name   (vnk_cpu_level level);

/* The snake: VNK_ELLIPSE_POINTS radii at equal angles (the first along +x) around a centre, px of the window. */
typedef struct {
  float x, y;
  float radii[VNK_ELLIPSE_POINTS];
  float expected_y;  /* in: mean of the last ten cross-flow positions */
  float score;       /* out: mean of the field V under the contour, 0 … 1 */
  bool  left;        /* out: it left the window */
} vnk_cpu_snake;

/* The steps of a track, on the thread that owns `thread`; arguments already checked. In the window the flow is along
 * +x. */
void       vnk_cpu_sub_image  (const vnk_plane *in, double x, double y, double flow_x, double flow_y, vnk_plane *out);
void       vnk_cpu_gradient_magnitude   (const vnk_plane *in, vnk_plane *out);
vnk_status vnk_cpu_mgvf    (vnk_cpu_thread *thread, const vnk_plane *edges, const vnk_mgvf_params *params,
                            vnk_plane *field, int *sweeps);
vnk_status vnk_cpu_ellipse_snake (vnk_cpu_thread *thread, const vnk_plane *field,
                                  const vnk_ellipse_snake_params *params, vnk_cpu_snake *snake);
