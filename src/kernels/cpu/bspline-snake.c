/* bspline-snake.c: a closed B-spline snake around a candidate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Dong, Ray, Acton, IEEE TMI 24 (2005) 910: a closed uniform cubic B-spline that climbs the score
 *   S = (m² + w (a² + b²)/2) / D,  D = s² + c,
 * of the outward gradients p_k at its points, k = 0 … N − 1, θ_k = 2πk/N (vnk.h; published: w = c = 0). Moving point k
 * along its normal changes S by ∂S/∂p_k · ∂p_k/∂t. With the residual ρ_k = p_k − m − a cos θ_k − b sin θ_k
 *   ∂S/∂p_k = 2/(N D) · (m + w (a cos θ_k + b sin θ_k) − S ρ_k N/(N − 1)),
 * and the slope of p along the normal is taken over the reach both ways, so that an edge is felt from there; the reach
 * shrinks to the width of p, so that in the end it is the score's own slope. From there on not as published: a search
 * along the slope for a step after which the score is higher chooses between steps, and where two are worth the same,
 * the least rounding decides which way the snake goes. Here each step is a smooth function of the slope of ln (S +
 * MIN_SCORE), none is chosen, and the contour is the mean of all that there were on the way, weighed by their scores.
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define CONTROLS VNK_SPLINE_CONTROLS
#define POINTS VNK_CONTOUR_POINTS
#define SAMPLES (POINTS / CONTROLS)
#define SUPPORT 4  /* controls that reach a point */
#define PARTS 4    /* of a sum over the points, so that it is vector code */

/* Shares of a contour's own: it may not shrink or grow, wander or crumple more than this. */
#define MIN_RADIUS 0.6
#define LARGEST_RADIUS 1.6
#define LARGEST_SHIFT 0.75
#define MIN_ROUNDNESS 0.6

#define WHOLE_STEPS 0.3  /* of all: those in which the contour moves as a whole, which noise hardly leads astray */
#define WHOLE_PACE 4.0   /* px a step for each px⁻¹ of slope, before the step saturates */
#define OWN_PACE 8.0     /* the same when each control goes its own way */
#define LAST_STEP 0.25   /* times the first; they shrink evenly */
#define LAST_REACH 1.0   /* px, that of p itself */
#define MIN_SCORE 0.1  /* is added to a score, so that it has a logarithm */
#define CLEAR_GAIN 0.1   /* times the circle's score: a contour that gains less lies that much nearer to the circle */

typedef struct {
  double x, y;
} Point;

typedef struct {
  double x[CONTROLS], y[CONTROLS];
} Controls;

/* Contribution of the controls around a segment to its points and to their tangents, by sample and control. */
typedef struct {
  double value[SAMPLES][SUPPORT];
  double tangent[SAMPLES][SUPPORT];
  double cosine[POINTS], sine[POINTS]; /* of θ_k */
  double circle_x[CONTROLS], circle_y[CONTROLS]; /* controls of the circle of radius 1 */
} Basis;

typedef struct {
  double x[POINTS], y[POINTS];
  double normal_x[POINTS], normal_y[POINTS];
  double area, perimeter;
  Point  centre;
  double p[POINTS];
  double mean;
  Point  harmonic;     /* a, b */
  double numerator, denominator;
  double score;
} Contour;

/* A snake on its way: its controls, the contour that they make, and the sum of those before. */
typedef struct {
  Point    start;
  double   radius;
  Controls controls;
  Contour  contour;
  Controls sum; /* from the start on */
  double   weight;
} Snake;

typedef struct {
  const vnk_plane                *gx, *gy;
  const vnk_bspline_snake_params *params;
  const vnk_candidate            *candidates;
  vnk_contour                    *out;
  Basis                           basis;
} BsplineSnakeJob;

static void
basis_init (Basis *self)
{
  for (int i = 0; i < SAMPLES; i++)
    {
      double t = (double) i / SAMPLES;
      double u = 1.0 - t;
      double value[SUPPORT] = { u * u * u / 6.0, (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
                                (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0, t * t * t / 6.0 };
      double tangent[SUPPORT] = { -0.5 * u * u, 1.5 * t * t - 2.0 * t, -1.5 * u * u + 2.0 * u, 0.5 * t * t };

      memcpy (self->value[i], value, sizeof value);
      memcpy (self->tangent[i], tangent, sizeof tangent);
    }
  for (int k = 0; k < POINTS; k++)
    {
      self->cosine[k] = cos (2.0 * M_PI * k / POINTS);
      self->sine[k] = sin (2.0 * M_PI * k / POINTS);
    }

  /* The spline runs inside its controls: at a knot at (4 + 2 cos 40°) / 6 of their distance, and as far in between to
   * within 0.1 %. */
  double distance = 6.0 / (4.0 + 2.0 * cos (2.0 * M_PI / CONTROLS));

  for (int j = 0; j < CONTROLS; j++)
    {
      self->circle_x[j] = distance * cos (2.0 * M_PI * j / CONTROLS);
      self->circle_y[j] = distance * sin (2.0 * M_PI * j / CONTROLS);
    }
}

VNK_INLINE double
sum_up (const double *parts)
{
  return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

/* The gradient along the normals, at the points moved along them by so many px: between four pixels of the planes, two
 * of which come with one access. At the right border those are the last two, and the point is all the way to their
 * right. */
VNK_INLINE void
gradients_along (const BsplineSnakeJob *job, const Contour *contour, double reach, double *restrict out)
{
  const vnk_plane *planes[2] = { job->gx, job->gy };
  int last_x = job->gx->width - 1, last_y = job->gx->height - 1;
  int wide = last_x > 0 ? 1 : 0;
  int left[POINTS], top[POINTS];
  double right[POINTS], down[POINTS];
  float above[2][POINTS][2], below[2][POINTS][2];

  for (int k = 0; k < POINTS; k++)
    {
      double x = contour->x[k] + reach * contour->normal_x[k];
      double y = contour->y[k] + reach * contour->normal_y[k];

      x = x > 0.0 ? x : 0.0;
      x = x < last_x ? x : last_x;
      y = y > 0.0 ? y : 0.0;
      y = y < last_y ? y : last_y;
      left[k] = (int) x;
      left[k] = left[k] < last_x ? left[k] : last_x - wide;
      top[k] = (int) y;
      right[k] = x - left[k];
      down[k] = y - top[k];
    }

  for (int i = 0; i < 2; i++)
    for (int k = 0; k < POINTS; k++)
      {
        const float *at = planes[i]->data + top[k] * planes[i]->stride + left[k];
        const float *under = at + (top[k] < last_y ? planes[i]->stride : 0);

        if (wide)
          {
            memcpy (above[i][k], at, sizeof above[i][k]);
            memcpy (below[i][k], under, sizeof below[i][k]);
          }
        else
          {
            above[i][k][0] = above[i][k][1] = *at;
            below[i][k][0] = below[i][k][1] = *under;
          }
      }

  for (int k = 0; k < POINTS; k++)
    {
      double sums[2];

      for (int i = 0; i < 2; i++)
        {
          double a = (double) above[i][k][0] * (1.0 - right[k]) + (double) above[i][k][1] * right[k];
          double b = (double) below[i][k][0] * (1.0 - right[k]) + (double) below[i][k][1] * right[k];

          sums[i] = a * (1.0 - down[k]) + b * down[k];
        }
      out[k] = sums[0] * contour->normal_x[k] + sums[1] * contour->normal_y[k];
    }
}

VNK_INLINE void
measure_shape (Contour *self)
{
  /* Relative to the first point: the cross products of far away positions would cancel. */
  Point origin = { self->x[0], self->y[0] };
  double x[POINTS + 1], y[POINTS + 1];
  double area[PARTS] = { 0 }, perimeter[PARTS] = { 0 }, sum_x[PARTS] = { 0 }, sum_y[PARTS] = { 0 };

  for (int k = 0; k < POINTS; k++)
    {
      x[k] = self->x[k] - origin.x;
      y[k] = self->y[k] - origin.y;
    }
  x[POINTS] = y[POINTS] = 0.0;

  for (int k = 0; k < POINTS; k += PARTS)
    for (int i = 0; i < PARTS; i++)
      {
        double ax = x[k + i], ay = y[k + i], bx = x[k + i + 1], by = y[k + i + 1];
        double cross = ax * by - bx * ay;

        area[i] += cross;
        sum_x[i] += (ax + bx) * cross;
        sum_y[i] += (ay + by) * cross;
        perimeter[i] += __builtin_sqrt ((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
      }

  self->area = 0.5 * sum_up (area);
  self->perimeter = sum_up (perimeter);
  self->centre = self->area > 0.0 ? (Point) { origin.x + sum_up (sum_x) / (6.0 * self->area),
                                              origin.y + sum_up (sum_y) / (6.0 * self->area) }
                                  : origin;
}

/* ρ_k: what mean and harmonic leave of p_k. */
VNK_INLINE double
residual (const Contour *self, const Basis *basis, int k)
{
  return self->p[k] - self->mean - self->harmonic.x * basis->cosine[k] - self->harmonic.y * basis->sine[k];
}

/* p_k is a mean over the width of an edge, so that the noise of a single pixel does not lead the way. */
VNK_INLINE void
measure_score (Contour *self, const BsplineSnakeJob *job)
{
  const Basis *basis = &job->basis;
  double weight = (double) job->params->harmonic_weight;
  double sum[PARTS] = { 0 }, square[PARTS] = { 0 }, rest[PARTS] = { 0 }, wave_x[PARTS] = { 0 }, wave_y[PARTS] = { 0 };
  double ahead[POINTS], behind[POINTS];

  gradients_along (job, self, 0.0, self->p);
  gradients_along (job, self, 1.0, ahead);
  gradients_along (job, self, -1.0, behind);
  for (int k = 0; k < POINTS; k++)
    self->p[k] = 0.5 * self->p[k] + 0.25 * (ahead[k] + behind[k]);

  for (int k = 0; k < POINTS; k += PARTS)
    for (int i = 0; i < PARTS; i++)
      {
        double p = self->p[k + i];

        sum[i] += p;
        square[i] += p * p;
        wave_x[i] += p * basis->cosine[k + i];
        wave_y[i] += p * basis->sine[k + i];
      }

  self->mean = sum_up (sum) / POINTS;
  self->harmonic = weight > 0.0 ? (Point) { 2.0 * sum_up (wave_x) / POINTS, 2.0 * sum_up (wave_y) / POINTS }
                                : (Point) { 0.0, 0.0 };
  for (int k = 0; k < POINTS; k += PARTS)
    for (int i = 0; i < PARTS; i++)
      {
        double difference = residual (self, basis, k + i);

        rest[i] += difference * difference;
      }

  double amplitude = self->harmonic.x * self->harmonic.x + self->harmonic.y * self->harmonic.y;

  self->denominator = fmax (sum_up (rest) / (POINTS - 1), VNK_VARIANCE_FLOOR * sum_up (square) / POINTS) +
                      (double) job->params->noise;
  self->numerator = self->mean * self->mean + 0.5 * weight * amplitude;
  self->score = self->denominator > 0.0 ? self->numerator / self->denominator : 0.0;
}

/* The spline's points, sample by sample, and the normals on it. */
VNK_INLINE void
place_points (Contour *self, const Basis *basis, const Controls *controls)
{
  double x[CONTROLS + SUPPORT], y[CONTROLS + SUPPORT], tangent_x[POINTS], tangent_y[POINTS];

  /* The first of the controls around segment 0 is the last one. */
  for (int j = 0; j < CONTROLS + SUPPORT; j++)
    {
      x[j] = controls->x[(j + CONTROLS - 1) % CONTROLS];
      y[j] = controls->y[(j + CONTROLS - 1) % CONTROLS];
    }
  for (int segment = 0; segment < CONTROLS; segment++)
    for (int i = 0; i < SAMPLES; i++)
      {
        int k = segment * SAMPLES + i;
        Point at = { 0.0, 0.0 }, tangent = { 0.0, 0.0 };

        for (int j = 0; j < SUPPORT; j++)
          {
            at.x += basis->value[i][j] * x[segment + j];
            at.y += basis->value[i][j] * y[segment + j];
            tangent.x += basis->tangent[i][j] * x[segment + j];
            tangent.y += basis->tangent[i][j] * y[segment + j];
          }
        self->x[k] = at.x;
        self->y[k] = at.y;
        tangent_x[k] = tangent.x;
        tangent_y[k] = tangent.y;
      }

  for (int k = 0; k < POINTS; k++)
    {
      double length = __builtin_sqrt (tangent_x[k] * tangent_x[k] + tangent_y[k] * tangent_y[k]);
      double scale = length > 0.0 ? 1.0 / length : 0.0;

      self->normal_x[k] = tangent_y[k] * scale;
      self->normal_y[k] = -tangent_x[k] * scale;
    }
}

VNK_CLONES static void
measure (Contour *self, const BsplineSnakeJob *job, const Controls *controls)
{
  place_points (self, &job->basis, controls);
  measure_shape (self);
  measure_score (self, job);
}

/* ∂S/∂t of every point, but for the factor 2/(N D). */
VNK_CLONES static void
point_slopes (const Contour *contour, const BsplineSnakeJob *job, double reach, double *restrict slopes)
{
  const Basis *basis = &job->basis;
  double weight = (double) job->params->harmonic_weight;
  double ahead[POINTS], behind[POINTS];

  gradients_along (job, contour, reach, ahead);
  gradients_along (job, contour, -reach, behind);
  for (int k = 0; k < POINTS; k++)
    {
      double slope = (ahead[k] - behind[k]) / (2.0 * reach);
      double signal = contour->mean + weight * (contour->harmonic.x * basis->cosine[k] +
                                                contour->harmonic.y * basis->sine[k]);
      double spread = contour->score * residual (contour, basis, k) * POINTS / (POINTS - 1);

      slopes[k] = (signal - spread) * slope;
    }
}

/* The movement of each control as the points would have it, their sum. */
static void
gather_slopes (const Contour *contour, const Basis *basis, const double *slopes, Controls *direction)
{
  memset (direction, 0, sizeof *direction);
  for (int segment = 0; segment < CONTROLS; segment++)
    for (int j = 0; j < SUPPORT; j++)
      {
        int control = (segment + j + CONTROLS - 1) % CONTROLS;

        for (int i = 0; i < SAMPLES; i++)
          {
            int k = segment * SAMPLES + i;

            direction->x[control] += basis->value[i][j] * slopes[k] * contour->normal_x[k];
            direction->y[control] += basis->value[i][j] * slopes[k] * contour->normal_y[k];
          }
      }
}

/* The same as a whole: a shift and a growth, a mean over the points. */
static void
gather_whole (const Contour *contour, const double *slopes, const Controls *controls, Controls *direction)
{
  double growth = 0.0;
  Point shift = { 0.0, 0.0 };

  for (int k = 0; k < POINTS; k++)
    {
      growth += slopes[k] / POINTS;
      shift.x += 2.0 * slopes[k] * contour->normal_x[k] / POINTS;
      shift.y += 2.0 * slopes[k] * contour->normal_y[k] / POINTS;
    }
  for (int j = 0; j < CONTROLS; j++)
    {
      Point outward = { controls->x[j] - contour->centre.x, controls->y[j] - contour->centre.y };
      double length = sqrt (outward.x * outward.x + outward.y * outward.y);
      double share = length > 0.0 ? growth / length : 0.0;

      direction->x[j] = length > 0.0 ? shift.x + share * outward.x : 0.0;
      direction->y[j] = length > 0.0 ? shift.y + share * outward.y : 0.0;
    }
}

/* Moves the controls uphill, none of them further than so many px. */
static void
climb (Snake *self, const BsplineSnakeJob *job, bool whole, double step, double reach)
{
  const Contour *contour = &self->contour;
  double slopes[POINTS];
  double base = contour->numerator + MIN_SCORE * contour->denominator;
  double scale = base > 0.0 ? 2.0 * (whole ? WHOLE_PACE : OWN_PACE / POINTS) / base : 0.0;
  double largest = 0.0;
  Controls direction;

  point_slopes (contour, job, reach, slopes);
  if (whole)
    gather_whole (contour, slopes, &self->controls, &direction);
  else
    gather_slopes (contour, &job->basis, slopes, &direction);

  for (int j = 0; j < CONTROLS; j++)
    largest = fmax (largest, direction.x[j] * direction.x[j] + direction.y[j] * direction.y[j]);
  scale *= step / sqrt (1.0 + largest * scale * scale);
  for (int j = 0; j < CONTROLS; j++)
    {
      self->controls.x[j] += scale * direction.x[j];
      self->controls.y[j] += scale * direction.y[j];
    }
}

/* Draws the contour, whose shape has been measured, back within its limits as far as it has left them: rounder, larger
 * or smaller, nearer. Returns whether it had to. */
static bool
hold (Snake *self, const Basis *basis)
{
  const Contour *contour = &self->contour;
  Point off = { contour->centre.x - self->start.x, contour->centre.y - self->start.y };
  double distance = sqrt (off.x * off.x + off.y * off.y);
  double radius = sqrt (fmax (contour->area, 0.0) / M_PI);
  double bulge = contour->area > 0.0 ? contour->perimeter * contour->perimeter / (4.0 * M_PI * contour->area) :
                 INFINITY;
  double max_bulge = 1.0 / MIN_ROUNDNESS;

  /* By how much it is longer than a circle grows with the square of what makes it so. */
  double uneven = bulge > max_bulge ? sqrt ((max_bulge - 1.0) / (bulge - 1.0)) : 1.0;
  double size = fmin (fmax (radius, MIN_RADIUS * self->radius), LARGEST_RADIUS * self->radius);
  double near = distance > LARGEST_SHIFT * self->radius ? LARGEST_SHIFT * self->radius / distance : 1.0;

  if (uneven >= 1.0 && size == radius && near >= 1.0)
    return false;

  double own = radius > 0.0 ? uneven * size / radius : 0.0;

  for (int j = 0; j < CONTROLS; j++)
    {
      Controls *controls = &self->controls;

      controls->x[j] = self->start.x + near * off.x + (1.0 - uneven) * size * basis->circle_x[j] +
                       own * (controls->x[j] - contour->centre.x);
      controls->y[j] = self->start.y + near * off.y + (1.0 - uneven) * size * basis->circle_y[j] +
                       own * (controls->y[j] - contour->centre.y);
    }
  return true;
}

/* What the contour has to say of the mean. */
static void
count (Snake *self)
{
  double square = (self->contour.score + MIN_SCORE) * (self->contour.score + MIN_SCORE);
  double weight = square * square * square * square;

  self->weight += weight;
  for (int j = 0; j < CONTROLS; j++)
    {
      self->sum.x[j] += weight * (self->controls.x[j] - self->start.x);
      self->sum.y[j] += weight * (self->controls.y[j] - self->start.y);
    }
}

/* The mean of all that have been counted, within the limits; and as near to the circle that it began with as it has
 * little more to say than that. */
static void
settle (Snake *self, const BsplineSnakeJob *job, double first_score)
{
  for (int j = 0; j < CONTROLS; j++)
    {
      self->controls.x[j] = self->start.x + self->sum.x[j] / self->weight;
      self->controls.y[j] = self->start.y + self->sum.y[j] / self->weight;
    }
  measure (&self->contour, job, &self->controls);
  if (hold (self, &job->basis))
    measure (&self->contour, job, &self->controls);

  double gain = self->contour.score - first_score;
  double enough = CLEAR_GAIN * first_score;

  if (gain >= enough)
    return;
  gain = fmax (gain / enough, 0.0);
  for (int j = 0; j < CONTROLS; j++)
    {
      double x = self->start.x + self->radius * job->basis.circle_x[j];
      double y = self->start.y + self->radius * job->basis.circle_y[j];

      self->controls.x[j] = x + gain * (self->controls.x[j] - x);
      self->controls.y[j] = y + gain * (self->controls.y[j] - y);
    }
  measure (&self->contour, job, &self->controls);
}

static void
store (const Contour *contour, vnk_contour *out)
{
  out->x = (float) contour->centre.x;
  out->y = (float) contour->centre.y;
  out->radius = (float) sqrt (fmax (contour->area, 0.0) / M_PI);
  out->score = (float) contour->score;
  out->roundness = contour->perimeter > 0.0
                       ? (float) (4.0 * M_PI * contour->area / (contour->perimeter * contour->perimeter)) : 0.0f;
  for (int k = 0; k < POINTS; k++)
    {
      out->points[k][0] = (float) contour->x[k];
      out->points[k][1] = (float) contour->y[k];
    }
}

static void
bspline_snake_item (void *data, int item, int thread)
{
  const BsplineSnakeJob *job = data;
  const vnk_candidate *candidate = &job->candidates[item];
  int n = job->params->iterations;
  double first_step = (double) job->params->step, first_reach = (double) job->params->reach;
  double min_reach = fmin (first_reach, LAST_REACH);
  Snake snake = { .start = { candidate->x, candidate->y }, .radius = (double) candidate->radius };

  for (int j = 0; j < CONTROLS; j++)
    {
      snake.controls.x[j] = snake.start.x + snake.radius * job->basis.circle_x[j];
      snake.controls.y[j] = snake.start.y + snake.radius * job->basis.circle_y[j];
    }
  measure (&snake.contour, job, &snake.controls);

  double first_score = snake.contour.score;

  for (int i = 0; i < n; i++)
    {
      double time = n > 1 ? (double) i / (n - 1) : 0.0;

      count (&snake);
      hold (&snake, &job->basis);
      climb (&snake, job, i < WHOLE_STEPS * n, first_step * (1.0 - time * (1.0 - LAST_STEP)),
             first_reach + time * (min_reach - first_reach));
      measure (&snake.contour, job, &snake.controls);
    }
  if (n > 0)
    {
      count (&snake);
      settle (&snake, job, first_score);
    }
  store (&snake.contour, &job->out[item]);
}

vnk_status
vnk_cpu_bspline_snake (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy,
                       const vnk_bspline_snake_params *params, const vnk_candidate *candidates, int n, vnk_contour *out)
{
  if (!vnk_check_bspline_snake (gx, gy, params, candidates, n, out))
    return VNK_ERROR_INVALID;

  BsplineSnakeJob job = { gx, gy, params, candidates, out };

  basis_init (&job.basis);
  vnk_pool_run (vnk_cpu_self (backend)->pool, n, bspline_snake_item, &job);
  return VNK_OK;
}
