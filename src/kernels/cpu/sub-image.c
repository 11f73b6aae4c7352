/* sub-image.c: a sub-image along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define BLOCK 32 /* pixels of a row that are computed at once */

/* Where a window lies: the plane's pixel next to its centre, and the centre relative to that. Far from the origin a
 * float would round positions; relative to a pixel nearby it does not. */
typedef struct {
  int   base_x, base_y;
  float start_x, start_y; /* of a row's first pixel, from the base */
  float step_x, step_y;   /* from a pixel to the next */
} WindowRow;

VNK_CLONES static void
resample_row (const vnk_plane *in, const WindowRow *window_row, float *restrict out, int width)
{
  const float *restrict data = in->data;
  WindowRow row = *window_row;
  int stride = (int) in->stride;
  int last_x = in->width - 1;
  int last_y = in->height - 1;

  for (int i = 0; i < width; i++)
    {
      float x = row.start_x + (float) i * row.step_x;
      float y = row.start_y + (float) i * row.step_y;
      float floor_x = floorf (x);
      float floor_y = floorf (y);
      float fx = x - floor_x;
      float fy = y - floor_y;
      int x0 = row.base_x + (int) floor_x;
      int y0 = row.base_y + (int) floor_y;
      int x1 = x0 + 1;
      int y1 = y0 + 1;

      x0 = x0 < 0 ? 0 : x0 > last_x ? last_x : x0;
      x1 = x1 < 0 ? 0 : x1 > last_x ? last_x : x1;
      y0 = (y0 < 0 ? 0 : y0 > last_y ? last_y : y0) * stride;
      y1 = (y1 < 0 ? 0 : y1 > last_y ? last_y : y1) * stride;

      float above = data[y0 + x0] + fx * (data[y0 + x1] - data[y0 + x0]);
      float below = data[y1 + x0] + fx * (data[y1 + x1] - data[y1 + x0]);

      out[i] = above + fy * (below - above);
    }
}

/* The same where all pixels that count lie in the plane: two neighbours come with one access, which is faster than a
 * processor's own gather. */
VNK_CLONES static void
sample_inside (const vnk_plane *in, const WindowRow *window_row, float *restrict out, int width)
{
  WindowRow row = *window_row;
  int stride = (int) in->stride;

  for (int first = 0; first < width; first += BLOCK)
    {
      int n = width - first < BLOCK ? width - first : BLOCK;
      int place[BLOCK];
      float right[BLOCK], down[BLOCK], values[BLOCK], above[BLOCK][2], below[BLOCK][2];

      for (int i = 0; i < BLOCK; i++)
        {
          float k = (float) (i < n ? first + i : width - 1);
          float x = row.start_x + k * row.step_x;
          float y = row.start_y + k * row.step_y;
          float floor_x = floorf (x);
          float floor_y = floorf (y);

          right[i] = x - floor_x;
          down[i] = y - floor_y;
          place[i] = (row.base_y + (int) floor_y) * stride + row.base_x + (int) floor_x;
        }
      for (int i = 0; i < BLOCK; i++)
        {
          memcpy (above[i], in->data + place[i], sizeof above[i]);
          memcpy (below[i], in->data + place[i] + stride, sizeof below[i]);
        }
      for (int i = 0; i < BLOCK; i++)
        {
          float a = above[i][0] + right[i] * (above[i][1] - above[i][0]);
          float b = below[i][0] + right[i] * (below[i][1] - below[i][0]);

          values[i] = a + down[i] * (b - a);
        }
      memcpy (out + first, values, (size_t) n * sizeof (float));
    }
}

/* The same where the flow is along the rows: all pixels lie at one place between four others. */
VNK_CLONES static void
resample_straight (const vnk_plane *in, const WindowRow *row, float *restrict out, int width)
{
  int x = (int) floorf (row->start_x);
  int y = (int) floorf (row->start_y);
  float right = row->start_x - (float) x;
  float down = row->start_y - (float) y;
  const float *above = vnk_plane_row (in, row->base_y + y) + row->base_x + x;
  const float *below = above + in->stride;

  for (int i = 0; i < width; i++)
    {
      float a = above[i] + right * (above[i + 1] - above[i]);
      float b = below[i] + right * (below[i + 1] - below[i]);

      out[i] = a + down * (b - a);
    }
}

/* With a pixel to spare for what rounding does to places. */
static bool
lies_inside (const vnk_plane *in, const WindowRow *row, int width)
{
  float end_x = row->start_x + (float) (width - 1) * row->step_x;
  float end_y = row->start_y + (float) (width - 1) * row->step_y;
  float left = fminf (row->start_x, end_x), right = fmaxf (row->start_x, end_x);
  float top = fminf (row->start_y, end_y), bottom = fmaxf (row->start_y, end_y);

  return row->base_x + left >= 1.0f && row->base_x + right <= (float) (in->width - 3) &&
         row->base_y + top >= 1.0f && row->base_y + bottom <= (float) (in->height - 3);
}

void
vnk_cpu_sub_image (const vnk_plane *in, double x, double y, double flow_x, double flow_y, vnk_plane *out)
{
  int base_x = (int) floor (x);
  int base_y = (int) floor (y);
  double left = -0.5 * (out->width - 1);

  for (int j = 0; j < out->height; j++)
    {
      double across = j - 0.5 * (out->height - 1);
      WindowRow row = {
        base_x, base_y,
        (float) (x - base_x + left * flow_x - across * flow_y),
        (float) (y - base_y + left * flow_y + across * flow_x),
        (float) flow_x, (float) flow_y
      };

      if (!lies_inside (in, &row, out->width))
        resample_row (in, &row, vnk_plane_row (out, j), out->width);
      else if (row.step_x == 1.0f && row.step_y == 0.0f)
        resample_straight (in, &row, vnk_plane_row (out, j), out->width);
      else
        sample_inside (in, &row, vnk_plane_row (out, j), out->width);
    }
}
