/* mgvf-snake.c: one cell from a frame to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Ray, Acton, "Motion gradient vector flow", IEEE TMI 23 (2004) 1466; Boyer et al., IPDPS 2009; the details as
 * in vnk.h. A window is turned so that the flow is along +x.
 */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEEPNESS 1e-10 /* ε of the published switch */
#define SETTLED 1e-9    /* mean |ΔV| of the last sweep towards the fixed point */
#define MAX_SWEEPS 20000

static int
clamp (int x, int last)
{
  return x < 0 ? 0 : x > last ? last : x;
}

static double
at (const vnk_plane *plane, int x, int y)
{
  return (double) plane->data[clamp (y, plane->height - 1) * plane->stride + clamp (x, plane->width - 1)];
}

/* ---- Window and edge map ---- */

void
vnk_reference_sub_image (const vnk_plane *in, double x, double y, double flow_x, double flow_y, int width, int height,
                         double *out)
{
  for (int j = 0; j < height; j++)
    for (int i = 0; i < width; i++)
      {
        double along = i - 0.5 * (width - 1);
        double across = j - 0.5 * (height - 1);
        double u = x + along * flow_x - across * flow_y;
        double v = y + along * flow_y + across * flow_x;
        int u0 = (int) floor (u);
        int v0 = (int) floor (v);
        double fu = u - u0;
        double fv = v - v0;

        out[j * width + i] = (1.0 - fv) * ((1.0 - fu) * at (in, u0, v0) + fu * at (in, u0 + 1, v0)) +
                             fv * ((1.0 - fu) * at (in, u0, v0 + 1) + fu * at (in, u0 + 1, v0 + 1));
      }
}

/* Central differences, one-sided at the border. */
static double
difference (const double *data, int position, int last, ptrdiff_t step)
{
  if (last == 0)
    return 0.0;
  if (position == 0)
    return data[step] - data[0];
  if (position == last)
    return data[0] - data[-step];
  return (data[step] - data[-step]) / 2.0;
}

void
vnk_reference_gradient_magnitude (const double *in, int width, int height, double *out)
{
  double largest = 0.0;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        const double *here = &in[y * width + x];

        out[y * width + x] = hypot (difference (here, x, width - 1, 1), difference (here, y, height - 1, width));
        largest = fmax (largest, out[y * width + x]);
      }
  for (int i = 0; i < width * height; i++)
    out[i] = largest > (double) VNK_FLAT_GRADIENT ? out[i] / largest : 0.0;
}

/* ---- Motion gradient vector flow ---- */

/* H(z) = ½ + atan(z / ε) / π, or the step function that it stands for, of a neighbour downstream (dx 1), upstream (−1)
 * or across the flow (0), times its rise. */
static double
switched (double rise, int dx, bool arctan)
{
  if (arctan)
    return (0.5 + atan (rise * dx / STEEPNESS) / M_PI) * rise;
  if (dx == 0)
    return 0.5 * rise;
  return rise * dx > 0.0 ? rise : 0.0;
}

/* Σ over the eight neighbours d of H((V_d − V)(d·v)) (V_d − V), v = (1, 0). */
static double
switched_sum (const double *field, int width, int height, int x, int y, bool arctan)
{
  const double here = field[y * width + x];
  int left = clamp (x - 1, width - 1);
  int right = clamp (x + 1, width - 1);
  double sum = 0.0;

  for (int dy = -1; dy <= 1; dy++)
    {
      const double *row = &field[clamp (y + dy, height - 1) * width];

      sum += switched (row[left] - here, -1, arctan) + switched (row[x] - here, 0, arctan) +
             switched (row[right] - here, 1, arctan);
    }
  return sum;
}

double
vnk_reference_mgvf_sweep (const double *edges, int width, int height, double mu, bool arctan, double *field)
{
  size_t size = (size_t) width * (size_t) height * sizeof (double);
  double *old = malloc (size);
  double lambda = 8.0 * mu + 1.0;
  double change = 0.0;

  if (old == NULL)
    abort ();
  memcpy (old, field, size);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        double edge = edges[y * width + x];
        double *value = &field[y * width + x];

        *value += mu / lambda * switched_sum (old, width, height, x, y, arctan);
        *value -= edge * (*value - edge) / lambda;
        change += fabs (*value - old[y * width + x]);
      }
  free (old);
  return change / (width * height);
}

/* Solves for one pixel, with its neighbours as they are; returns |ΔV|. As the published sweep pulls towards the edge
 * what it has just moved, the neighbours' share is 1 − edge/λ. Seven neighbours' worth is the most that can pull:
 * divided by that it never overshoots. */
static double
solve_pixel (const double *edges, int width, int height, double mu, int x, int y, double *field)
{
  double *value = &field[y * width + x];
  double before = *value;
  double edge = edges[y * width + x];
  double share = mu * (1.0 - edge / (8.0 * mu + 1.0));

  *value += (share * switched_sum (field, width, height, x, y, false) - edge * (before - edge)) / (7.0 * share + edge);
  return fabs (*value - before);
}

/* Gauss–Seidel sweeps from all four corners in turn. */
void
vnk_reference_mgvf (const double *edges, int width, int height, double mu, double *field)
{
  double change = INFINITY;

  memcpy (field, edges, (size_t) width * (size_t) height * sizeof (double));
  for (int sweep = 0; sweep < MAX_SWEEPS && change > SETTLED; sweep++)
    {
      change = 0.0;
      for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
          change += solve_pixel (edges, width, height, mu, sweep & 1 ? width - 1 - i : i,
                                 sweep & 2 ? height - 1 - j : j, field);
      change /= width * height;
    }
}

/* ---- The snake ---- */

#define N VNK_ELLIPSE_POINTS

typedef struct {
  double *gx, *gy;
  double  softness; /* of the normalisation */
  int     width, height;
} Slopes;

static double
interpolate (const double *data, int width, int height, double x, double y)
{
  int x0 = (int) floor (x);
  int y0 = (int) floor (y);
  int x1 = x0 + 1 < width ? x0 + 1 : x0;
  int y1 = y0 + 1 < height ? y0 + 1 : y0;
  double fx = x - x0;
  double fy = y - y0;

  return (1.0 - fy) * ((1.0 - fx) * data[y0 * width + x0] + fx * data[y0 * width + x1]) +
         fy * ((1.0 - fx) * data[y1 * width + x0] + fx * data[y1 * width + x1]);
}

static Slopes
slopes_new (const double *field, int width, int height)
{
  size_t size = (size_t) width * (size_t) height * sizeof (double);
  Slopes slopes = { malloc (size), malloc (size), 0.0, width, height };

  if (slopes.gx == NULL || slopes.gy == NULL)
    abort ();

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        int i = y * width + x;

        slopes.gx[i] = difference (&field[i], x, width - 1, 1);
        slopes.gy[i] = difference (&field[i], y, height - 1, width);
        slopes.softness = fmax (slopes.softness, VNK_SLOPE_SOFTNESS * hypot (slopes.gx[i], slopes.gy[i]));
      }
  return slopes;
}

/* One iteration; returns the summed movement, or −1 when a point lies outside. */
static double
iterate (const Slopes *slopes, const vnk_ellipse_snake_params *params, double expected_y, double *x, double *y,
         double *radii)
{
  double mean_x = 0.0, mean_y = 0.0, shift_x = 0.0, shift_y = 0.0, moved = 0.0;
  double radii_before[N], force_x[N], force_y[N];

  for (int i = 0; i < N; i++)
    {
      double u = *x + radii[i] * cos (2.0 * M_PI * i / N);
      double v = *y + radii[i] * sin (2.0 * M_PI * i / N);

      if (u < 0.0 || v < 0.0 || u > slopes->width - 1 || v > slopes->height - 1)
        return -1.0;

      double gx = interpolate (slopes->gx, slopes->width, slopes->height, u, v);
      double gy = interpolate (slopes->gy, slopes->width, slopes->height, u, v);
      double length = sqrt (gx * gx + gy * gy + slopes->softness * slopes->softness);

      force_x[i] = length > 0.0 ? gx / length : 0.0;
      force_y[i] = length > 0.0 ? gy / length : 0.0;
      mean_x += force_x[i] / N;
      mean_y += force_y[i] / N;
    }

  /* The radii follow the force, and the expected radius. */
  for (int i = 0; i < N; i++)
    {
      double outward = force_x[i] * cos (2.0 * M_PI * i / N) + force_y[i] * sin (2.0 * M_PI * i / N);

      radii_before[i] = radii[i];
      radii[i] += (double) params->step * ((double) params->edge_weight * outward +
                                           (double) params->size_weight *
                                               ((double) params->expected_radius - radii[i]));
      shift_x += 2.0 * radii[i] * cos (2.0 * M_PI * i / N) / N;
      shift_y += 2.0 * radii[i] * sin (2.0 * M_PI * i / N) / N;
    }

  /* What they have in common with a shift of the whole goes to the centre. */
  for (int i = 0; i < N; i++)
    {
      radii[i] -= shift_x * cos (2.0 * M_PI * i / N) + shift_y * sin (2.0 * M_PI * i / N);
      radii[i] = fmax (radii[i], VNK_ELLIPSE_MIN_RADIUS);
      moved += fabs (radii[i] - radii_before[i]);
    }

  /* So does the mean force, and the pull towards the path. */
  shift_x += (double) params->step * (double) params->edge_weight * mean_x;
  shift_y += (double) params->step * ((double) params->edge_weight * mean_y +
                                      (double) params->path_weight * (expected_y - *y));
  *x += shift_x;
  *y += shift_y;
  return moved + fabs (shift_x) + fabs (shift_y);
}

void
vnk_reference_ellipse_snake (const double *field, int width, int height, const vnk_ellipse_snake_params *params,
                             vnk_reference_snake *snake)
{
  Slopes slopes = slopes_new (field, width, height);
  double moved = INFINITY;
  double sum = 0.0;

  snake->left = false;
  snake->iterations = 0;
  while (snake->iterations < params->max_iterations && !snake->left && moved > (double) params->tolerance)
    {
      moved = iterate (&slopes, params, snake->expected_y, &snake->x, &snake->y, snake->radii);
      snake->left = moved < 0.0;
      snake->iterations += !snake->left;
    }

  for (int i = 0; i < N; i++)
    {
      double u = snake->x + snake->radii[i] * cos (2.0 * M_PI * i / N);
      double v = snake->y + snake->radii[i] * sin (2.0 * M_PI * i / N);

      if (u >= 0.0 && v >= 0.0 && u <= width - 1 && v <= height - 1)
        sum += interpolate (field, width, height, u, v);
    }
  snake->score = sum / N;
  free (slopes.gx);
  free (slopes.gy);
}

/* ---- All together ---- */

/* Returns the sweeps of the published iteration. */
static int
find_field (const double *edges, int width, int height, const vnk_mgvf_params *params, vnk_reference_field kind,
            double *field)
{
  int sweeps = 0;

  if (kind == VNK_REFERENCE_FIXED_POINT)
    {
      vnk_reference_mgvf (edges, width, height, (double) params->mu, field);
      return 0;
    }

  memcpy (field, edges, (size_t) width * (size_t) height * sizeof (double));
  while (kind == VNK_REFERENCE_PUBLISHED && sweeps++ < params->max_sweeps)
    if (vnk_reference_mgvf_sweep (edges, width, height, (double) params->mu, false,
                                  field) <= (double) params->tolerance)
      break;
  return sweeps;
}

void
vnk_reference_mgvf_snake (const vnk_plane *in, const vnk_mgvf_snake_params *params, vnk_reference_field kind,
                          vnk_cell *cell)
{
  int width = params->window_length;
  int height = params->window_width;
  size_t n = (size_t) width * (size_t) height;
  double *window = malloc (3 * n * sizeof (double));
  double flow_x = (double) params->flow_x;
  double flow_y = (double) params->flow_y;
  double middle_x = 0.5 * (width - 1);
  double middle_y = 0.5 * (height - 1);
  vnk_reference_snake snake = { .x = middle_x, .y = middle_y, .expected_y = middle_y + (double) cell->path_offset };

  if (window == NULL)
    abort ();

  double *edges = window + n;
  double *field = edges + n;

  vnk_reference_sub_image (in, (double) cell->x, (double) cell->y, flow_x, flow_y, width, height, window);
  vnk_reference_gradient_magnitude (window, width, height, edges);
  cell->sweeps = find_field (edges, width, height, &params->mgvf, kind, field);
  for (int i = 0; i < N; i++)
    snake.radii[i] = (double) cell->radii[i];
  vnk_reference_ellipse_snake (field, width, height, &params->ellipse, &snake);

  cell->new_x = (float) ((double) cell->x + (snake.x - middle_x) * flow_x - (snake.y - middle_y) * flow_y);
  cell->new_y = (float) ((double) cell->y + (snake.x - middle_x) * flow_y + (snake.y - middle_y) * flow_x);
  for (int i = 0; i < N; i++)
    cell->new_radii[i] = (float) snake.radii[i];
  cell->score = (float) snake.score;
  cell->lost = snake.left;
  free (window);
}
