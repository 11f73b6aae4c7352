/* bspline-snake.cu: closed B-spline snakes around candidates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the snake does is in cpu/bspline-snake.c. A block moves one of them. An iteration is a chain of three short
 * stages: its points; all gradients around them, each by a thread of its own, while the last warp measures the shape;
 * and what is summed up over the points, with the step that follows from it, by the first warp.
 */

#include "warp.cuh"

#include <string.h>

#define CONTROLS VNK_SPLINE_CONTROLS
#define POINTS VNK_CONTOUR_POINTS
#define SAMPLES (POINTS / CONTROLS)
#define SPAN 4 /* controls that move a point */
#define ROUNDS ((POINTS + VNK_WARP - 1) / VNK_WARP)
#define ACROSS 5 /* gradients around a point: there, 1 px outside and inside, and at the reach */
#define THREADS ((ACROSS * POINTS + VNK_WARP - 1) / VNK_WARP * VNK_WARP + VNK_WARP)

/* Of so many candidates the blocks fetch their own, and return contours. */
#define MAX_SHARED 256

#define PI 3.14159265358979323846

/* Shares of a contour's own: it may not shrink or grow, wander or crumple more than this. */
#define MIN_RADIUS 0.6
#define LARGEST_RADIUS 1.6
#define LARGEST_SHIFT 0.75
#define MIN_ROUNDNESS 0.6

/* Explained in cpu/bspline-snake.c. */
#define WHOLE_STEPS 0.3
#define WHOLE_PACE 4.0
#define OWN_PACE 8.0
#define LAST_STEP 0.25
#define LAST_REACH 1.0
#define MIN_SCORE 0.1
#define CLEAR_GAIN 0.1

/* What of a control goes to a point and to its tangent, by the point's place in its segment. */
struct Basis {
  double value[SAMPLES][SPAN];
  double tangent[SAMPLES][SPAN];
  double cosine[POINTS]; /* of 2πk/N */
  double sine[POINTS];
  double circle_x[CONTROLS]; /* controls of the circle of radius 1 */
  double circle_y[CONTROLS];
};

struct BsplineSnakeJob {
  vnk_view                 gx, gy;
  vnk_bspline_snake_params params;
  const vnk_candidate     *candidates;
  vnk_contour             *out;
  double                   pace; /* of the time from 0 to 1, an iteration */
  Basis                    basis;
};

struct Contour {
  double control_x[CONTROLS], control_y[CONTROLS];
  double x[POINTS], y[POINTS];
  double normal_x[POINTS], normal_y[POINTS];
  double across[ACROSS][POINTS];
  double p[POINTS];
  double area, perimeter;
  double centre_x, centre_y;
  double mean, a, b;
  double numerator, denominator;
  double score;
};

struct Shared {
  Basis   basis;
  Contour contour;
  double  force_x[POINTS], force_y[POINTS];
  bool    again; /* the controls have changed since they were measured */
};

/* A lane's control, of those of the first warp, and what the contours before had of it. */
struct Way {
  double start_x, start_y, radius;
  double sum_x, sum_y, weight;
};

static __device__ __forceinline__ int
lane_of (void)
{
  return (int) (threadIdx.x % VNK_WARP);
}

static __device__ __forceinline__ double
mix (const float *above, const float *below, int x0, int x1, const double (&weights)[4])
{
  return weights[0] * (double) above[x0] + weights[1] * (double) above[x1] + weights[2] * (double) below[x0] +
         weights[3] * (double) below[x1];
}

/* The gradient at a place between pixels along a direction. */
static __device__ __forceinline__ double
gradient_along (const BsplineSnakeJob &job, double x, double y, double along_x, double along_y)
{
  x = fmin (fmax (x, 0.0), (double) (job.gx.width - 1));
  y = fmin (fmax (y, 0.0), (double) (job.gx.height - 1));

  int x0 = (int) x;
  int y0 = (int) y;
  int x1 = min (x0 + 1, job.gx.width - 1);
  int y1 = min (y0 + 1, job.gx.height - 1);
  double fx = x - x0;
  double fy = y - y0;
  double weights[4] = { (1.0 - fx) * (1.0 - fy), fx * (1.0 - fy), (1.0 - fx) * fy, fx * fy };

  return mix (job.gx.data + y0 * job.gx.stride, job.gx.data + y1 * job.gx.stride, x0, x1, weights) * along_x +
         mix (job.gy.data + y0 * job.gy.stride, job.gy.data + y1 * job.gy.stride, x0, x1, weights) * along_y;
}

/* The point that a lane works on in a round. Lanes without one do the last again: at once is faster than in turn. */
static __device__ __forceinline__ int
point_of (int round, bool *mine)
{
  int k = lane_of () + round * VNK_WARP;

  *mine = k < POINTS;
  return min (k, POINTS - 1);
}

/* Place and normal of a point. */
static __device__ __forceinline__ void
place_point (const Basis &basis, Contour *self, int k)
{
  double x = 0.0, y = 0.0, tangent_x = 0.0, tangent_y = 0.0;

#pragma unroll
  for (int i = 0; i < SPAN; i++)
    {
      int control = (k / SAMPLES + i + CONTROLS - 1) % CONTROLS;
      double value = basis.value[k % SAMPLES][i];
      double tangent = basis.tangent[k % SAMPLES][i];

      x += value * self->control_x[control];
      y += value * self->control_y[control];
      tangent_x += tangent * self->control_x[control];
      tangent_y += tangent * self->control_y[control];
    }

  double square = tangent_x * tangent_x + tangent_y * tangent_y;
  double scale = square > 0.0 ? rsqrt (square) : 0.0;

  self->x[k] = x;
  self->y[k] = y;
  self->normal_x[k] = tangent_y * scale;
  self->normal_y[k] = -tangent_x * scale;
}

/* The gradient along the normal of point k, so far outside of it. */
static __device__ __forceinline__ double
gradient_beside (const BsplineSnakeJob &job, const Contour &self, int k, double distance)
{
  double normal_x = self.normal_x[k];
  double normal_y = self.normal_y[k];

  return gradient_along (job, self.x[k] + distance * normal_x, self.y[k] + distance * normal_y, normal_x, normal_y);
}

/* A lane's share of the area, of the centroid and of the perimeter. */
struct Shares {
  double area, perimeter, x, y;
};

/* Relative to the first point: the cross products of far away positions would cancel. */
static __device__ __forceinline__ Shares
share_shape (const Contour &self)
{
  Shares shares = { 0.0, 0.0, 0.0, 0.0 };
  double origin_x = self.x[0];
  double origin_y = self.y[0];

#pragma unroll
  for (int round = 0; round < ROUNDS; round++)
    {
      bool mine;
      int k = point_of (round, &mine);
      int next = k < POINTS - 1 ? k + 1 : 0;
      double a_x = self.x[k] - origin_x;
      double a_y = self.y[k] - origin_y;
      double b_x = self.x[next] - origin_x;
      double b_y = self.y[next] - origin_y;
      double cross = mine ? a_x * b_y - b_x * a_y : 0.0;
      double length = sqrt ((b_x - a_x) * (b_x - a_x) + (b_y - a_y) * (b_y - a_y));

      shares.area += 0.5 * cross;
      shares.x += (a_x + b_x) * cross;
      shares.y += (a_y + b_y) * cross;
      shares.perimeter += mine ? length : 0.0;
    }
  return shares;
}

static __device__ __forceinline__ void
measure_shape (const Shares &shares, Contour *self)
{
  double area = vnk_warp_add (shares.area);
  double x = vnk_warp_add (shares.x);
  double y = vnk_warp_add (shares.y);
  double perimeter = vnk_warp_add (shares.perimeter);
  double scale = area > 0.0 ? 1.0 / (6.0 * area) : 0.0;

  if (lane_of () > 0)
    return;
  self->area = area;
  self->perimeter = perimeter;
  self->centre_x = self->x[0] + x * scale;
  self->centre_y = self->y[0] + y * scale;
}

/* ρ_k: what mean and harmonic leave of p_k. */
static __device__ __forceinline__ double
residual (const Basis &basis, const Contour &self, int k)
{
  return self.p[k] - self.mean - self.a * basis.cosine[k] - self.b * basis.sine[k];
}

/* Mean and harmonic are at right angles to each other: Σρ² is what they leave of Σp². In double precision, and with the
 * floor of the variance, it does not matter that this cancels. */
static __device__ __forceinline__ void
measure_score (const BsplineSnakeJob &job, const Basis &basis, Contour *self)
{
  const double (&across)[ACROSS][POINTS] = self->across;
  double weight = (double) job.params.harmonic_weight;
  double sum = 0.0, square = 0.0, a = 0.0, b = 0.0;

#pragma unroll
  for (int round = 0; round < ROUNDS; round++)
    {
      bool mine;
      int k = point_of (round, &mine);
      /* p_k: over the width of an edge, so that the noise of a single pixel does not lead the way. */
      double p = 0.5 * across[0][k] + 0.25 * (across[1][k] + across[2][k]);
      double value = mine ? p : 0.0;

      if (mine)
        self->p[k] = p;

      sum += value;
      square += value * value;
      a += value * basis.cosine[k];
      b += value * basis.sine[k];
    }

  double mean = vnk_warp_add (sum) * (1.0 / POINTS);
  double harmonic = weight > 0.0 ? 2.0 / POINTS : 0.0;

  square = vnk_warp_add (square) * (1.0 / POINTS);
  a = vnk_warp_add (a) * harmonic;
  b = vnk_warp_add (b) * harmonic;

  double amplitude = a * a + b * b;
  double variance = (square - mean * mean - 0.5 * amplitude) * ((double) POINTS / (POINTS - 1));
  double rest = fmax (variance, VNK_VARIANCE_FLOOR * square) + (double) job.params.noise;

  if (lane_of () > 0)
    return;
  self->mean = mean;
  self->a = a;
  self->b = b;
  self->numerator = mean * mean + 0.5 * weight * amplitude;
  self->denominator = rest;
  self->score = rest > 0.0 ? self->numerator / rest : 0.0;
}

/* By the whole block, from the controls on; what is at the reach is looked up, too. */
static __device__ __forceinline__ void
measure (const BsplineSnakeJob &job, const Basis &basis, double reach, Contour *self)
{
  int k = (int) threadIdx.x % POINTS, row = (int) threadIdx.x / POINTS;
  const double distances[ACROSS] = { 0.0, 1.0, -1.0, reach, -reach };

  if (threadIdx.x < POINTS)
    place_point (basis, self, k);
  __syncthreads ();
  if (threadIdx.x < ACROSS * POINTS)
    self->across[row][k] = gradient_beside (job, *self, k, distances[row]);
  else if (threadIdx.x >= THREADS - VNK_WARP)
    measure_shape (share_shape (*self), self);
  __syncthreads ();
  if (threadIdx.x < VNK_WARP)
    measure_score (job, basis, self);
  __syncwarp ();
}

/* ∂S/∂t of every point along its normal, but for the factor 2/(N D), and what the whole moves by; by one warp.
 * Divisions take longest of all that it does: there is one for all points. */
static __device__ __forceinline__ void
force_points (const BsplineSnakeJob &job, double reach, bool whole, Shared *shared, double *growth, double *shift_x,
              double *shift_y)
{
  const Basis &basis = shared->basis;
  const Contour &contour = shared->contour;
  double weight = (double) job.params.harmonic_weight;
  double inverse = 0.5 / reach, growths = 0.0, shifts_x = 0.0, shifts_y = 0.0;

#pragma unroll
  for (int round = 0; round < ROUNDS; round++)
    {
      bool mine;
      int k = point_of (round, &mine);
      double normal_x = contour.normal_x[k];
      double normal_y = contour.normal_y[k];
      double signal = contour.mean + weight * (contour.a * basis.cosine[k] + contour.b * basis.sine[k]);
      double spread = contour.score * residual (basis, contour, k) * ((double) POINTS / (POINTS - 1));
      double along = (contour.across[3][k] - contour.across[4][k]) * inverse;
      double slope = mine ? along * (signal - spread) : 0.0;

      growths += slope;
      shifts_x += slope * normal_x;
      shifts_y += slope * normal_y;
      if (mine)
        {
          shared->force_x[k] = slope * normal_x;
          shared->force_y[k] = slope * normal_y;
        }
    }
  __syncwarp ();
  if (!whole)
    return;
  *growth = vnk_warp_add (growths) * (1.0 / POINTS);
  *shift_x = vnk_warp_add (shifts_x) * (2.0 / POINTS);
  *shift_y = vnk_warp_add (shifts_y) * (2.0 / POINTS);
}

/* The control that a lane moves: the first ones lie in the first lanes, those behind them do the first one's again. */
static __device__ __forceinline__ int
control_of (void)
{
  return lane_of () % (VNK_WARP / 2) < CONTROLS ? lane_of () % (VNK_WARP / 2) : 0;
}

/* The movement of each control as the points would have it, their sum: half of them by each half of the warp. */
static __device__ __forceinline__ void
gather (const Shared &shared, double *x, double *y)
{
  int control = control_of ();

  *x = *y = 0.0;
#pragma unroll
  for (int half = 0; half < SPAN / 2; half++)
#pragma unroll
    for (int sample = 0; sample < SAMPLES; sample++)
      {
        int i = lane_of () < VNK_WARP / 2 ? half : half + SPAN / 2;
        int k = (control + CONTROLS + 1 - i) % CONTROLS * SAMPLES + sample;

        *x += shared.basis.value[sample][i] * shared.force_x[k];
        *y += shared.basis.value[sample][i] * shared.force_y[k];
      }
  *x += __shfl_xor_sync (VNK_WHOLE_WARP, *x, VNK_WARP / 2);
  *y += __shfl_xor_sync (VNK_WHOLE_WARP, *y, VNK_WARP / 2);
}

/* Moves the controls, which start at x and y, uphill, none of them further than `step`. By one warp. */
static __device__ __forceinline__ void
climb (const BsplineSnakeJob &job, bool whole, double step, double reach, Shared *shared, double *x, double *y)
{
  const Contour &contour = shared->contour;
  double growth = 0.0, shift_x = 0.0, shift_y = 0.0, along_x, along_y;

  force_points (job, reach, whole, shared, &growth, &shift_x, &shift_y);
  if (whole)
    {
      double outward_x = *x - contour.centre_x;
      double outward_y = *y - contour.centre_y;
      double square = outward_x * outward_x + outward_y * outward_y;
      double share = square > 0.0 ? growth * rsqrt (square) : 0.0;

      along_x = square > 0.0 ? shift_x + share * outward_x : 0.0;
      along_y = square > 0.0 ? shift_y + share * outward_y : 0.0;
    }
  else
    {
      gather (*shared, &along_x, &along_y);
    }

  double largest = along_x * along_x + along_y * along_y;

  for (int distance = VNK_WARP / 4; distance > 0; distance /= 2)
    largest = fmax (largest, __shfl_xor_sync (VNK_WHOLE_WARP, largest, distance));

  double base = contour.numerator + MIN_SCORE * contour.denominator;
  double scale = base > 0.0 ? 2.0 * (whole ? WHOLE_PACE : OWN_PACE / POINTS) / base : 0.0;

  scale *= step * rsqrt (1.0 + largest * scale * scale);
  *x += scale * along_x;
  *y += scale * along_y;
}

/* Whether it has left none of its limits: without a root or a division, for every step waits for it. */
static __device__ __forceinline__ bool
keeps_within (const Contour &contour, double off_x, double off_y, double radius)
{
  double square = radius * radius;
  double bulge = contour.perimeter * contour.perimeter * MIN_ROUNDNESS;

  return contour.area >= PI * MIN_RADIUS * MIN_RADIUS * square &&
         contour.area <= PI * LARGEST_RADIUS * LARGEST_RADIUS * square && bulge <= 4.0 * PI * contour.area &&
         off_x * off_x + off_y * off_y <= LARGEST_SHIFT * LARGEST_SHIFT * square;
}

/* Draws the controls back within the contour's limits as far as it has left them; false when it has not. By one
 * warp. */
static __device__ __forceinline__ bool
hold (const Basis &basis, const Contour &contour, const Way &way, double *x, double *y)
{
  double off_x = contour.centre_x - way.start_x;
  double off_y = contour.centre_y - way.start_y;

  if (keeps_within (contour, off_x, off_y, way.radius))
    return false;

  int control = control_of ();
  double distance = sqrt (off_x * off_x + off_y * off_y);
  double radius = sqrt (fmax (contour.area, 0.0) / PI);
  double bulge = contour.perimeter * contour.perimeter / (4.0 * PI * contour.area);
  double max_bulge = 1.0 / MIN_ROUNDNESS;
  double uneven = !(contour.area > 0.0) ? 0.0
                  : bulge > max_bulge  ? sqrt ((max_bulge - 1.0) / (bulge - 1.0))
                                        : 1.0;
  double size = fmin (fmax (radius, MIN_RADIUS * way.radius), LARGEST_RADIUS * way.radius);
  double near = distance > LARGEST_SHIFT * way.radius ? LARGEST_SHIFT * way.radius / distance : 1.0;

  if (uneven >= 1.0 && size == radius && near >= 1.0)
    return false;

  double own = radius > 0.0 ? uneven * size / radius : 0.0;

  *x = way.start_x + near * off_x + (1.0 - uneven) * size * basis.circle_x[control] + own * (*x - contour.centre_x);
  *y = way.start_y + near * off_y + (1.0 - uneven) * size * basis.circle_y[control] + own * (*y - contour.centre_y);
  return true;
}

/* What the contour has to say of the mean. */
static __device__ __forceinline__ void
count (const Contour &contour, double x, double y, Way *way)
{
  double square = (contour.score + MIN_SCORE) * (contour.score + MIN_SCORE);
  double weight = square * square * square * square;

  way->weight += weight;
  way->sum_x += weight * (x - way->start_x);
  way->sum_y += weight * (y - way->start_y);
}

static __device__ __forceinline__ void
set_control (double x, double y, Contour *self)
{
  int control = control_of ();

  if (lane_of () < CONTROLS)
    {
      self->control_x[control] = x;
      self->control_y[control] = y;
    }
}

/* A step of the snake, by the block. */
static __device__ __forceinline__ void
advance (const BsplineSnakeJob &job, int i, Shared *shared, Way *way)
{
  int n = job.params.iterations;
  double time = i * job.pace;
  double first_reach = (double) job.params.reach;
  double reach = first_reach + time * (fmin (first_reach, LAST_REACH) - first_reach);
  double step = (double) job.params.step * (1.0 - time * (1.0 - LAST_STEP));

  measure (job, shared->basis, reach, &shared->contour);
  if (threadIdx.x < VNK_WARP)
    {
      double x = shared->contour.control_x[control_of ()];
      double y = shared->contour.control_y[control_of ()];

      count (shared->contour, x, y, way);
      hold (shared->basis, shared->contour, *way, &x, &y);
      climb (job, i < WHOLE_STEPS * n, step, reach, shared, &x, &y);
      __syncwarp ();
      set_control (x, y, &shared->contour);
    }
  __syncthreads ();
}

/* The mean of all that have been counted, within the limits; and as near to the circle that it began with as it has
 * little more to say than that. By the block. */
static __device__ __forceinline__ void
settle (const BsplineSnakeJob &job, double first_score, Shared *shared, Way *way)
{
  Contour *contour = &shared->contour;
  int control = control_of ();
  double x = 0.0, y = 0.0;

  measure (job, shared->basis, LAST_REACH, contour);
  if (threadIdx.x < VNK_WARP)
    {
      count (*contour, contour->control_x[control], contour->control_y[control], way);
      x = way->start_x + way->sum_x / way->weight;
      y = way->start_y + way->sum_y / way->weight;
      __syncwarp ();
      set_control (x, y, contour);
    }
  __syncthreads ();
  measure (job, shared->basis, LAST_REACH, contour);
  if (threadIdx.x < VNK_WARP)
    {
      bool again = hold (shared->basis, *contour, *way, &x, &y);

      __syncwarp ();
      set_control (x, y, contour);
      if (lane_of () == 0)
        shared->again = again;
    }
  __syncthreads ();
  if (shared->again)
    measure (job, shared->basis, LAST_REACH, contour);
  __syncthreads ();
  if (threadIdx.x < VNK_WARP)
    {
      double gain = contour->score - first_score;
      double enough = CLEAR_GAIN * first_score;
      double share = gain >= enough ? 1.0 : fmax (gain / enough, 0.0);
      double from_x = way->start_x + way->radius * shared->basis.circle_x[control];
      double from_y = way->start_y + way->radius * shared->basis.circle_y[control];

      __syncwarp ();
      if (share < 1.0)
        set_control (from_x + share * (x - from_x), from_y + share * (y - from_y), contour);
      if (lane_of () == 0)
        shared->again = share < 1.0;
    }
  __syncthreads ();
  if (shared->again)
    measure (job, shared->basis, LAST_REACH, contour);
}

static __device__ __forceinline__ void
store (const Contour &contour, vnk_contour *out)
{
  for (int k = lane_of (); k < POINTS; k += VNK_WARP)
    {
      out->points[k][0] = (float) contour.x[k];
      out->points[k][1] = (float) contour.y[k];
    }
  if (lane_of () > 0)
    return;
  out->x = (float) contour.centre_x;
  out->y = (float) contour.centre_y;
  out->radius = (float) sqrt (fmax (contour.area, 0.0) / PI);
  out->score = (float) contour.score;
  out->roundness = contour.perimeter > 0.0
                       ? (float) (4.0 * PI * contour.area / (contour.perimeter * contour.perimeter)) : 0.0f;
}

static __global__ void __launch_bounds__ (THREADS)
bspline_snake_kernel (const __grid_constant__ BsplineSnakeJob job)
{
  __shared__ Shared shared;
  const vnk_candidate candidate = job.candidates[blockIdx.x];
  const double *from = reinterpret_cast<const double *> (&job.basis);
  double *to = reinterpret_cast<double *> (&shared.basis);
  Way way = { (double) candidate.x, (double) candidate.y, (double) candidate.radius, 0.0, 0.0, 0.0 };
  double first_score = 0.0;

  for (int i = (int) threadIdx.x; i < (int) (sizeof job.basis / sizeof *from); i += (int) blockDim.x)
    to[i] = from[i];
  if (threadIdx.x < CONTROLS)
    {
      shared.contour.control_x[threadIdx.x] = way.start_x + way.radius * job.basis.circle_x[threadIdx.x];
      shared.contour.control_y[threadIdx.x] = way.start_y + way.radius * job.basis.circle_y[threadIdx.x];
    }
  __syncthreads ();

  for (int i = 0; i < job.params.iterations; i++)
    {
      advance (job, i, &shared, &way);
      if (i == 0 && threadIdx.x < VNK_WARP)
        first_score = shared.contour.score;
    }
  if (job.params.iterations > 0)
    settle (job, first_score, &shared, &way);
  else
    measure (job, shared.basis, LAST_REACH, &shared.contour);
  if (threadIdx.x < VNK_WARP)
    store (shared.contour, &job.out[blockIdx.x]);
}

static void
basis_init (Basis *self)
{
  double distance = 6.0 / (4.0 + 2.0 * cos (2.0 * PI / CONTROLS));

  for (int i = 0; i < SAMPLES; i++)
    {
      double t = (double) i / SAMPLES;
      double u = 1.0 - t;
      double value[SPAN] = { u * u * u / 6.0, (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
                             (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0, t * t * t / 6.0 };
      double tangent[SPAN] = { -0.5 * u * u, 1.5 * t * t - 2.0 * t, -1.5 * u * u + 2.0 * u, 0.5 * t * t };

      for (int j = 0; j < SPAN; j++)
        {
          self->value[i][j] = value[j];
          self->tangent[i][j] = tangent[j];
        }
    }
  /* Step by step round the circle: the device waits meanwhile, and so many cosines take a while. */
  double cosine = cos (2.0 * PI / POINTS);
  double sine = sin (2.0 * PI / POINTS);

  self->cosine[0] = 1.0;
  self->sine[0] = 0.0;
  for (int k = 1; k < POINTS; k++)
    {
      self->cosine[k] = self->cosine[k - 1] * cosine - self->sine[k - 1] * sine;
      self->sine[k] = self->sine[k - 1] * cosine + self->cosine[k - 1] * sine;
    }

  /* The spline runs inside its controls: at a knot at (4 + 2 cos 40°) / 6 of their distance, and as far in between to
   * within 0.1 %. */
  for (int j = 0; j < CONTROLS; j++)
    {
      self->circle_x[j] = distance * self->cosine[j * (POINTS / CONTROLS)];
      self->circle_y[j] = distance * self->sine[j * (POINTS / CONTROLS)];
    }
}

vnk_status
vnk_cuda_bspline_snake (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy,
                        const vnk_bspline_snake_params *params,
                        const vnk_candidate *candidates, int n, vnk_contour *out)
{
  vnk_cuda *cuda;
  BsplineSnakeJob job;

  if (!vnk_check_bspline_snake (gx, gy, params, candidates, n, out))
    return VNK_ERROR_INVALID;
  if (n == 0)
    return VNK_OK;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, gx, &job.gx));
  VNK_TRY (vnk_cuda_read (cuda, gy, &job.gy));

  size_t bytes = (size_t) n * sizeof *candidates;
  bool shares = n <= MAX_SHARED;
  void *from, *to;

  if (shares)
    {
      VNK_TRY (vnk_cuda_stage (cuda, bytes, &from));
      memcpy (from, candidates, bytes);
      VNK_TRY (vnk_cuda_share (cuda, out, (size_t) n * sizeof *out, &to));
    }
  else
    {
      from = vnk_cuda_scratch (cuda, bytes);
      to = vnk_cuda_scratch (cuda, (size_t) n * sizeof *out);
      if (from == NULL || to == NULL)
        return VNK_ERROR_NO_MEMORY;
      VNK_TRY (vnk_cuda_upload (cuda, from, candidates, bytes));
    }
  job.candidates = (const vnk_candidate *) from;
  job.out = (vnk_contour *) to;
  job.params = *params;
  job.pace = params->iterations > 1 ? 1.0 / (params->iterations - 1) : 0.0;
  basis_init (&job.basis);

  VNK_LAUNCH (cuda, bspline_snake_kernel, (unsigned int) n, THREADS, 0, job);
  if (!shares)
    VNK_TRY (vnk_cuda_download (cuda, out, job.out, (size_t) n * sizeof *out));
  return vnk_cuda_end (cuda);
}
