/* cpu.c: opens the CPU's backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void
vnk_cpu_close (vnk_backend *backend)
{
  if (backend == NULL)
    return;

  vnk_cpu *cpu = backend->self;

  if (cpu != NULL)
    {
      vnk_pool_free (cpu->pool);
      for (int i = 0; cpu->threads != NULL && i < cpu->n_threads; i++)
        {
          vnk_scratch_clear (&cpu->threads[i].window);
          vnk_scratch_clear (&cpu->threads[i].field);
          vnk_scratch_clear (&cpu->threads[i].slopes);
          vnk_scratch_clear (&cpu->threads[i].patch);
          vnk_scratch_clear (&cpu->threads[i].row);
        }
      free (cpu->threads);
      vnk_scratch_clear (&cpu->tables);
      vnk_scratch_clear (&cpu->planes);
      vnk_scratch_clear (&cpu->levels);
      free (cpu);
    }
  free (backend);
}

vnk_cpu_level
vnk_cpu_detect_level (void)
{
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return __builtin_cpu_supports ("avx512f") ? VNK_CPU_AVX512 : VNK_CPU_AVX2;
#endif
  return VNK_CPU_ANY;
}

const char *
vnk_cpu_level_name (vnk_cpu_level level)
{
  switch (level)
    {
    case VNK_CPU_AVX512:
      return "AVX-512";
    case VNK_CPU_AVX2:
      return "AVX2";
    case VNK_CPU_ANY:
      break;
    }

  /* What all processors of this kind have, which the compiler uses everywhere. */
#if defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "no vector extensions";
#endif
}

static vnk_status
vnk_cpu_plane_new (vnk_backend *backend, int width, int height, vnk_plane *plane)
{
  if (width < 1 || height < 1 || width > VNK_MAX_SIDE || height > VNK_MAX_SIDE || plane == NULL)
    return VNK_ERROR_INVALID;

  *plane = vnk_plane_new (width, height);
  return plane->data != NULL ? VNK_OK : VNK_ERROR_NO_MEMORY;
}

/* What it computes is where the host sees it. */
static vnk_status
vnk_cpu_share (vnk_backend *backend, const vnk_plane *plane)
{
  return vnk_plane_valid (plane) ? VNK_OK : VNK_ERROR_INVALID;
}

#define ONE(operation) +1
_Static_assert (offsetof (vnk_backend, convert) + (0 VNK_OPERATIONS (ONE)) * sizeof (void (*) (void)) ==
                sizeof (vnk_backend), "VNK_OPERATIONS names every operation");

static void
fill_table (vnk_backend *backend)
{
  backend->name = "cpu";
  backend->close = vnk_cpu_close;
  backend->plane_new = vnk_cpu_plane_new;
  backend->fetch = vnk_cpu_share;
  backend->store = vnk_cpu_share;
#define ADD(operation) backend->operation = vnk_cpu_##operation;
  VNK_OPERATIONS (ADD)
#undef ADD
}

vnk_status
vnk_cpu_open (int threads, vnk_backend **backend)
{
  if (backend == NULL)
    return VNK_ERROR_INVALID;
  *backend = NULL;

  if (threads <= 0)
    threads = (int) sysconf (_SC_NPROCESSORS_ONLN);
  threads = vnk_clamp_int (threads, 1, VNK_CPU_MAX_THREADS);

  vnk_backend *opened = calloc (1, sizeof *opened);
  vnk_cpu *cpu = calloc (1, sizeof *cpu);

  if (opened == NULL || cpu == NULL)
    {
      free (opened);
      free (cpu);
      return VNK_ERROR_NO_MEMORY;
    }

  fill_table (opened);
  opened->self = cpu;
  cpu->n_threads = threads;
  cpu->level = vnk_cpu_detect_level ();
  cpu->threads = calloc ((size_t) threads, sizeof cpu->threads[0]);
  cpu->pool = vnk_pool_new (threads);
  if (cpu->threads == NULL || cpu->pool == NULL)
    {
      vnk_cpu_close (opened);
      return VNK_ERROR_NO_MEMORY;
    }

  threads = vnk_pool_threads (cpu->pool);
  snprintf (opened->device, sizeof opened->device, "CPU, %d thread%s, %s", threads, threads == 1 ? "" : "s",
            vnk_cpu_level_name (cpu->level));
  *backend = opened;
  return VNK_OK;
}
