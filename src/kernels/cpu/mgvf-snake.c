/* mgvf-snake.c: many cells, one frame on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>

typedef struct {
  vnk_cpu                     *cpu;
  const vnk_plane             *in;
  const vnk_mgvf_snake_params *params;
  vnk_cell                    *cells;
  vnk_status                  *status; /* of each cell */
} MgvfSnakeJob;

/* Sub-image, edges and field share one piece of memory. */
static bool
windows_init (vnk_scratch *scratch, const vnk_mgvf_snake_params *params, vnk_plane planes[3])
{
  ptrdiff_t stride = ((ptrdiff_t) params->window_length + 15) & ~(ptrdiff_t) 15;
  size_t size = (size_t) stride * (size_t) params->window_width;
  float *memory = vnk_scratch_get (scratch, 3 * size * sizeof (float));

  if (memory == NULL)
    return false;
  for (int i = 0; i < 3; i++)
    planes[i] = (vnk_plane) { memory + (size_t) i * size, params->window_length, params->window_width, stride };
  return true;
}

static vnk_status
mgvf_snake_cell (vnk_cpu_thread *thread, const vnk_plane *in, const vnk_mgvf_snake_params *params, vnk_cell *cell)
{
  vnk_plane planes[3];
  double flow_x = (double) params->flow_x;
  double flow_y = (double) params->flow_y;
  float middle_x = 0.5f * (float) (params->window_length - 1);
  float middle_y = 0.5f * (float) (params->window_width - 1);
  vnk_cpu_snake snake = { .x = middle_x, .y = middle_y, .expected_y = middle_y + cell->path_offset };
  vnk_status status;

  if (!windows_init (&thread->window, params, planes))
    return VNK_ERROR_NO_MEMORY;

  vnk_cpu_sub_image (in, (double) cell->x, (double) cell->y, flow_x, flow_y, &planes[0]);
  vnk_cpu_gradient_magnitude (&planes[0], &planes[1]);

  /* In the window the flow is along +x. */
  status = vnk_cpu_mgvf (thread, &planes[1], &params->mgvf, &planes[2], &cell->sweeps);
  if (status != VNK_OK)
    return status;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    snake.radii[i] = cell->radii[i];
  status = vnk_cpu_ellipse_snake (thread, &planes[2], &params->ellipse, &snake);
  if (status != VNK_OK)
    return status;

  double along = (double) snake.x - (double) middle_x;
  double across = (double) snake.y - (double) middle_y;

  cell->new_x = (float) ((double) cell->x + along * flow_x - across * flow_y);
  cell->new_y = (float) ((double) cell->y + along * flow_y + across * flow_x);
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    cell->new_radii[i] = snake.radii[i];
  cell->score = snake.score;
  cell->lost = snake.left;
  return VNK_OK;
}

static void
mgvf_snake_item (void *data, int item, int thread)
{
  const MgvfSnakeJob *job = data;

  job->status[item] = mgvf_snake_cell (&job->cpu->threads[thread], job->in, job->params, &job->cells[item]);
}

vnk_status
vnk_cpu_mgvf_snake (vnk_backend *backend, const vnk_plane *in, const vnk_mgvf_snake_params *params, vnk_cell *cells,
                    int n)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_mgvf_snake (in, params, cells, n))
    return VNK_ERROR_INVALID;

  vnk_status *status = vnk_scratch_get (&cpu->tables, (size_t) (n > 0 ? n : 1) * sizeof *status);

  if (status == NULL)
    return VNK_ERROR_NO_MEMORY;

  MgvfSnakeJob job = { cpu, in, params, cells, status };

  vnk_pool_run (cpu->pool, n, mgvf_snake_item, &job);
  for (int i = 0; i < n; i++)
    if (status[i] != VNK_OK)
      return status[i];
  return VNK_OK;
}
