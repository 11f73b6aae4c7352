/* histogram.c: how often each gray value stands in a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <string.h>

/* Neighbours are often of one bin, and a count that has just been written is not yet there to be read: so small tables
 * are four, which are written in turn. */
#define TABLES 4
#define MAX_SMALL 4096      /* bins */
#define MIN_PIXELS (1 << 15) /* of a part */

typedef struct {
  const vnk_image *frame;
  const vnk_plane *mask; /* NULL: none */
  int              shift, n_bins, tables;
  int              n_parts; /* of the frame's rows */
  vnk_cpu_thread  *threads; /* each part has its counts in one of them */
} HistogramJob;

/* Rows of 16-bit samples may start at odd addresses. */
VNK_INLINE unsigned int
sample_at (const uint8_t *row, int x, int bytes)
{
  uint16_t wide;

  if (bytes == 1)
    return row[x];
  memcpy (&wide, row + 2 * (ptrdiff_t) x, sizeof wide);
  return wide;
}

VNK_INLINE void
count_row (const HistogramJob *job, const uint8_t *row, const float *mask, uint32_t *counts, int bytes, int tables)
{
  ptrdiff_t n_bins = job->n_bins;
  unsigned int last = (unsigned int) n_bins - 1;

#pragma GCC unroll 4
  for (int x = 0; x < job->frame->width; x++)
    {
      unsigned int bin = sample_at (row, x, bytes) >> job->shift;

      /* A byte always has its bin: there are VNK_MIN_BINS and more. */
      bin = bytes == 1 || bin < last ? bin : last;
      counts[(x % tables) * n_bins + (ptrdiff_t) bin] += mask == NULL || mask[x] > 0.0f;
    }
}

static void
count_part (void *data, int item, int thread)
{
  const HistogramJob *job = data;
  const vnk_image *frame = job->frame;
  uint32_t *counts = job->threads[item].row.memory;
  int first = (int) ((int64_t) frame->height * item / job->n_parts);
  int last = (int) ((int64_t) frame->height * (item + 1) / job->n_parts);

  memset (counts, 0, (size_t) job->tables * (size_t) job->n_bins * sizeof *counts);
  for (int y = first; y < last; y++)
    {
      const uint8_t *row = (const uint8_t *) frame->data + (ptrdiff_t) y * frame->stride;
      const float *mask = job->mask != NULL ? vnk_plane_row (job->mask, y) : NULL;

      if (frame->bytes_per_sample == 1 && job->tables == TABLES)
        count_row (job, row, mask, counts, 1, TABLES);
      else if (frame->bytes_per_sample == 1)
        count_row (job, row, mask, counts, 1, 1);
      else if (job->tables == TABLES)
        count_row (job, row, mask, counts, 2, TABLES);
      else
        count_row (job, row, mask, counts, 2, 1);
    }
}

vnk_status
vnk_cpu_histogram (vnk_backend *backend, const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins,
                   uint64_t *counts)
{
  if (!vnk_check_histogram (frame, mask, shift, n_bins, counts))
    return VNK_ERROR_INVALID;

  vnk_cpu *cpu = vnk_cpu_self (backend);
  int tables = n_bins <= MAX_SMALL ? TABLES : 1;
  int parts = vnk_clamp_int (frame->width * frame->height / MIN_PIXELS, 1, cpu->n_threads);
  HistogramJob job = { frame, mask, shift, n_bins, tables, parts, cpu->threads };

  for (int i = 0; i < parts; i++)
    if (vnk_scratch_get (&cpu->threads[i].row, (size_t) tables * (size_t) n_bins * sizeof (uint32_t)) == NULL)
      return VNK_ERROR_NO_MEMORY;
  vnk_pool_run (cpu->pool, parts, count_part, &job);
  for (int i = 0; i < parts; i++)
    for (int table = 0; table < tables; table++)
      {
        const uint32_t *part = (const uint32_t *) cpu->threads[i].row.memory + (ptrdiff_t) table * n_bins;

        for (int bin = 0; bin < n_bins; bin++)
          counts[bin] += part[bin];
      }
  return VNK_OK;
}
