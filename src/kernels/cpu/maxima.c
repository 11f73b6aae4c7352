/* maxima.c: pixels that are the largest of their surroundings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define RUN 64 /* pixels that are looked at together: most have no maximum */

typedef struct {
  const vnk_plane *score;
  const vnk_plane *dilated;
  float            threshold;
  int              border;
  uint8_t         *seen;  /* pixels of a plateau that already gave its candidate */
  int             *stack; /* of pixels, for the walk over a plateau */
} MaximaJob;

static bool
is_maximum (const MaximaJob *job, int x, int y)
{
  float score = vnk_plane_row (job->score, y)[x];

  return score > job->threshold && score == vnk_plane_row (job->dilated, y)[x];
}

/* Whether is_maximum() holds for any of n pixels. */
VNK_CLONES static bool
has_maximum (const float *score, const float *dilated, float threshold, int n)
{
  int any = 0;

  for (int i = 0; i < n; i++)
    any |= (score[i] > threshold) & (score[i] == dilated[i]);
  return any != 0;
}

/* Puts the neighbours that belong to the same plateau on the stack. */
static int
push_neighbours (const MaximaJob *job, int x, int y, int depth)
{
  int width = job->score->width;
  float score = vnk_plane_row (job->score, y)[x];

  for (int v = y - 1; v <= y + 1; v++)
    for (int u = x - 1; u <= x + 1; u++)
      {
        if (u < job->border || u >= width - job->border || v < job->border ||
            v >= job->score->height - job->border)
          continue;

        uint8_t *seen = &job->seen[(size_t) v * (size_t) width + (size_t) u];

        if (*seen || vnk_plane_row (job->score, v)[u] != score || !is_maximum (job, u, v))
          continue;
        *seen = 1;
        job->stack[depth++] = v * width + u;
      }
  return depth;
}

static void
mark_plateau (const MaximaJob *job, int x, int y)
{
  int width = job->score->width;
  int depth = 1;

  job->seen[(size_t) y * (size_t) width + (size_t) x] = 1;
  job->stack[0] = y * width + x;
  while (depth > 0)
    {
      int at = job->stack[--depth];

      depth = push_neighbours (job, at % width, at / width, depth);
    }
}

/* Those in a run of pixels of a row. */
static void
list_maxima (const MaximaJob *job, const vnk_plane *radius, const vnk_plane *mean, const vnk_plane *growth, int y,
             int first, int end, vnk_candidate *out, int capacity, int *n)
{
  const float *scores = vnk_plane_row (job->score, y);

  for (int x = first; x < end; x++)
    {
      if (!is_maximum (job, x, y) || job->seen[(size_t) y * (size_t) job->score->width + (size_t) x])
        continue;

      if (*n < capacity)
        out[*n] = (vnk_candidate) { x, y, scores[x], vnk_plane_row (radius, y)[x], vnk_plane_row (mean, y)[x],
                                    growth != NULL ? vnk_plane_row (growth, y)[x] : 0.0f };
      (*n)++;
      mark_plateau (job, x, y);
    }
}

vnk_status
vnk_cpu_maxima (vnk_backend *backend, const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean,
                const vnk_plane *growth, const vnk_plane *dilated, float threshold, int border, vnk_candidate *out,
                int capacity, int *n)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_maxima (score, radius, mean, growth, dilated, threshold, border, out, capacity, n))
    return VNK_ERROR_INVALID;

  size_t pixels = (size_t) score->width * (size_t) score->height;
  int *stack = vnk_scratch_get (&cpu->tables, pixels * (sizeof (int) + 1));

  if (pixels > INT32_MAX || stack == NULL)
    return VNK_ERROR_NO_MEMORY;

  MaximaJob job = { score, dilated, threshold, border, (uint8_t *) (stack + pixels), stack };

  memset (job.seen, 0, pixels);
  *n = 0;
  for (int y = border; y < score->height - border; y++)
    for (int x = border; x < score->width - border; x += RUN)
      {
        int end = x + RUN < score->width - border ? x + RUN : score->width - border;

        if (has_maximum (vnk_plane_row (score, y) + x, vnk_plane_row (dilated, y) + x, threshold, end - x))
          list_maxima (&job, radius, mean, growth, y, x, end, out, capacity, n);
      }
  return VNK_OK;
}
