/* convert.c: a rectangle of a frame becomes a plane
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct {
  const vnk_image *frame;
  int              x0, y0;
  float            scale, offset;
  vnk_plane       *out;
} ConvertJob;

VNK_CLONES static void
convert_8 (const uint8_t *in, float *out, int n, float scale, float offset)
{
  for (int i = 0; i < n; i++)
    out[i] = (float) in[i] * scale + offset;
}

/* Rows of 16-bit samples may start at odd addresses. */
VNK_CLONES static void
convert_16 (const uint8_t *in, float *out, int n, float scale, float offset)
{
  for (int i = 0; i < n; i++)
    {
      uint16_t sample;

      memcpy (&sample, in + 2 * (ptrdiff_t) i, sizeof sample);
      out[i] = (float) sample * scale + offset;
    }
}

static void
convert_row (void *data, int j, int thread)
{
  const ConvertJob *job = data;
  const vnk_image *frame = job->frame;
  float *out = vnk_plane_row (job->out, j);
  int width = job->out->width;

  /* In 64 bits: a rectangle may lie anywhere. */
  int64_t y = (int64_t) job->y0 + j;
  y = y < 0 ? 0 : y >= frame->height ? frame->height - 1 : y;
  const uint8_t *row = (const uint8_t *) frame->data + (ptrdiff_t) y * frame->stride;

  /* out[first … last) lies inside the frame. */
  int64_t x_first = job->x0 < 0 ? -(int64_t) job->x0 : 0;
  int64_t x_last = (int64_t) frame->width - job->x0;
  int first = (int) (x_first > width ? width : x_first);
  int last = (int) (x_last > width ? width : x_last < first ? first : x_last);

  if (last > first)
    {
      const uint8_t *in = row + ((ptrdiff_t) job->x0 + first) * frame->bytes_per_sample;

      if (frame->bytes_per_sample == 1)
        convert_8 (in, out + first, last - first, job->scale, job->offset);
      else
        convert_16 (in, out + first, last - first, job->scale, job->offset);
    }

  /* Beside it the border's pixel is repeated. */
  float left, right;

  if (frame->bytes_per_sample == 1)
    {
      convert_8 (row, &left, 1, job->scale, job->offset);
      convert_8 (row + frame->width - 1, &right, 1, job->scale, job->offset);
    }
  else
    {
      convert_16 (row, &left, 1, job->scale, job->offset);
      convert_16 (row + 2 * ((ptrdiff_t) frame->width - 1), &right, 1, job->scale, job->offset);
    }
  for (int i = 0; i < first; i++)
    out[i] = left;
  for (int i = last; i < width; i++)
    out[i] = right;
}

vnk_status
vnk_cpu_convert (vnk_backend *backend, const vnk_image *frame, int x0, int y0, float scale, float offset,
                 vnk_plane *out)
{
  if (!vnk_check_convert (frame, scale, offset, out))
    return VNK_ERROR_INVALID;

  ConvertJob job = { frame, x0, y0, scale, offset, out };

  vnk_pool_run (vnk_cpu_self (backend)->pool, out->height, convert_row, &job);
  return VNK_OK;
}
