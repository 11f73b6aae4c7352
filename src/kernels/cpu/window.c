/* window.c: a sub-image along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>

/* Where a window lies: the plane's pixel next to its centre, and the centre relative to that. Far from the origin a
 * float would round positions; relative to a pixel nearby it does not. */
typedef struct {
  int   base_x, base_y;
  float start_x, start_y; /* of a row's first pixel, from the base */
  float step_x, step_y;   /* from a pixel to the next */
} WindowRow;

VNK_CLONES static void
sample_row (const vnk_plane *in, const WindowRow *window_row, float *restrict out, int width)
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

void
vnk_cpu_window_one (const vnk_plane *in, double x, double y, double flow_x, double flow_y, vnk_plane *out)
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

      sample_row (in, &row, vnk_plane_row (out, j), out->width);
    }
}

vnk_status
vnk_cpu_window (vnk_backend *backend, const vnk_plane *in, float x, float y, float flow_x, float flow_y,
                vnk_plane *out)
{
  if (!vnk_check_window (in, x, y, flow_x, flow_y, out))
    return VNK_ERROR_INVALID;

  vnk_cpu_window_one (in, x, y, flow_x, flow_y, out);
  return VNK_OK;
}
