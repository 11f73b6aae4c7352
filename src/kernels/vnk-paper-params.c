/* vnk-paper-params.c: the constants of the papers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "vnk.h"

#include <math.h>
#include <string.h>

void
vnk_gicov_paper_params (vnk_gicov_params *params, float radius)
{
  memset (params, 0, sizeof *params);
  params->n_radii = 7;
  for (int i = 0; i < params->n_radii; i++)
    params->radii[i] = radius * (float) (8 + 2 * i) / 10.0f;
  params->n_points = 150;
  params->truncate = true;
}

void
vnk_bspline_snake_paper_params (vnk_bspline_snake_params *params)
{
  memset (params, 0, sizeof *params);
  params->iterations = 12;
  params->reach = 3.0f;
  params->step = 1.0f;
}

void
vnk_mgvf_snake_paper_params (vnk_mgvf_snake_params *params, float radius, float flow_x, float flow_y)
{
  memset (params, 0, sizeof *params);
  params->flow_x = flow_x;
  params->flow_y = flow_y;
  params->window_length = 2 * (int) lroundf (4.0f * radius) + 1;
  params->window_width = 2 * (int) lroundf (2.0f * radius) + 1;

  params->mgvf.mu = 0.5f;
  params->mgvf.omega = 1.7f;
  params->mgvf.tolerance = 1e-5f;
  params->mgvf.max_sweeps = 500;

  params->ellipse.step = 0.2f;
  params->ellipse.edge_weight = 1.0f;
  params->ellipse.size_weight = 0.2f;
  params->ellipse.path_weight = 0.05f;
  params->ellipse.expected_radius = radius;
  params->ellipse.tolerance = 0.1f;
  params->ellipse.max_iterations = 1000;
}
