/* mgvf.c: motion gradient vector flow of an edge map
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mgvf.h"

#include <math.h>
#include <string.h>

void
vnk_mgvf_pairs_init (vnk_mgvf_pairs *pairs, float flow_x, float flow_y)
{
  static const int directions[VNK_MGVF_PAIRS][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 } };
  int n = 0;

  memset (pairs, 0, sizeof *pairs);
  for (int i = 0; i < VNK_MGVF_PAIRS; i++)
    {
      int dx = directions[i][0];
      int dy = directions[i][1];
      double along = dx * (double) flow_x + dy * (double) flow_y;
      bool perpendicular = fabs (along) <= VNK_PERPENDICULAR;
      int at = perpendicular ? VNK_MGVF_PAIRS - 1 : n++;

      pairs->perpendicular |= perpendicular;
      pairs->ahead_x[at] = along < 0.0 ? -dx : dx;
      pairs->ahead_y[at] = along < 0.0 ? -dy : dy;
    }
}

vnk_status
vnk_cpu_mgvf_one (vnk_cpu_thread *thread, const vnk_plane *edges, float flow_x, float flow_y,
                  const vnk_mgvf_params *params, bool warm, vnk_plane *field, int *sweeps)
{
  vnk_mgvf_pairs pairs;

  vnk_mgvf_pairs_init (&pairs, flow_x, flow_y);
  if (!warm && !(params->method == VNK_MGVF_SOR && params->coarse_sweeps > 0))
    for (int y = 0; y < edges->height; y++)
      memcpy (vnk_plane_row (field, y), vnk_plane_row (edges, y), (size_t) edges->width * sizeof (float));

  if (params->method == VNK_MGVF_SOR)
    return vnk_mgvf_sor (&thread->field, edges, &pairs, params, warm, field, sweeps);
  return vnk_mgvf_jacobi (&thread->field, edges, &pairs, params, field, sweeps);
}

vnk_status
vnk_cpu_mgvf (vnk_backend *backend, const vnk_plane *edges, float flow_x, float flow_y, const vnk_mgvf_params *params,
              bool warm, vnk_plane *field, int *sweeps)
{
  int done = 0;

  if (!vnk_check_mgvf (edges, flow_x, flow_y, params, field))
    return VNK_ERROR_INVALID;

  vnk_status status = vnk_cpu_mgvf_one (&vnk_cpu_self (backend)->threads[0], edges, flow_x, flow_y, params, warm,
                                        field, &done);

  if (sweeps != NULL)
    *sweeps = done;
  return status;
}
