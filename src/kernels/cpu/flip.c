/* flip.c: a plane as in a mirror
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

static void
swap (float *a, float *b)
{
  float value = *a;

  *a = *b;
  *b = value;
}

static void
flip_row (void *data, int y, int thread)
{
  const vnk_plane *plane = data;
  float *row = vnk_plane_row (plane, y);

  for (int x = 0; x < plane->width / 2; x++)
    swap (&row[x], &row[plane->width - 1 - x]);
}

static void
swap_rows (void *data, int y, int thread)
{
  const vnk_plane *plane = data;
  float *row = vnk_plane_row (plane, y);
  float *other = vnk_plane_row (plane, plane->height - 1 - y);

  for (int x = 0; x < plane->width; x++)
    swap (&row[x], &other[x]);
}

vnk_status
vnk_cpu_flip (vnk_backend *backend, vnk_plane *plane, bool upside_down)
{
  if (!vnk_plane_valid (plane))
    return VNK_ERROR_INVALID;

  vnk_pool *pool = vnk_cpu_self (backend)->pool;

  if (upside_down)
    vnk_pool_run (pool, plane->height / 2, swap_rows, plane);
  else
    vnk_pool_run (pool, plane->height, flip_row, plane);
  return VNK_OK;
}
