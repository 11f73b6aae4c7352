/* refine.cu: closed B-spline snakes around candidates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the snake does is in cpu/refine.c. A block moves one of them. Of each step the CPU tries the whole, a half, a
 * quarter and an eighth, one after the other, and takes the first that is good; here each of them is a team's, so that
 * all are known at once. An iteration is a chain of short stages: all gradients of one are looked up at the same time, each
 * by a thread of its own, and what is summed up over the points is summed up by one warp.
 */

#include "warp.cuh"

#include <string.h>

#define CONTROLS VNK_SPLINE_CONTROLS
#define POINTS VNK_CONTOUR_POINTS
#define SAMPLES (POINTS / CONTROLS)
#define SPAN 4 /* controls that move a point */
#define HALVINGS 4
#define ROUNDS ((POINTS + VNK_WARP - 1) / VNK_WARP)
#define ACROSS 3       /* gradients that make up that of a point: there, outside and inside of it */
#define TEAM_WARPS 5   /* four look gradients up, the last one measures the shape meanwhile */
#define TEAM (TEAM_WARPS * VNK_WARP)

/* Of so many candidates the blocks fetch their own, and return contours. */
#define MOST_SHARED 256

#define PI 3.14159265358979323846

/* Shares of a contour's own: it may not shrink or grow, wander or crumple more than this. */
#define LEAST_RADIUS 0.6
#define LARGEST_RADIUS 1.6
#define LARGEST_SHIFT 0.75
#define LEAST_ROUNDNESS 0.6

/* What of a control goes to a point and to its tangent, by the point's place in its segment. */
struct Basis {
  double value[SAMPLES][SPAN];
  double tangent[SAMPLES][SPAN];
  double cosine[POINTS]; /* of 2πk/N */
  double sine[POINTS];
  double circle_x[CONTROLS]; /* controls of the circle of radius 1 */
  double circle_y[CONTROLS];
};

struct RefineJob {
  vnk_view             gx, gy;
  vnk_refine_params    params;
  const vnk_candidate *candidates;
  vnk_contour         *out;
  Basis                basis;
};

struct Contour {
  double control_x[CONTROLS], control_y[CONTROLS];
  double x[POINTS], y[POINTS];
  double normal_x[POINTS], normal_y[POINTS];
  double p[POINTS];
  double area, perimeter;
  double centre_x, centre_y;
  double mean, a, b;
  double score;
};

/* A team's own: two contours, of which one may be the current one, and what it found across the one at hand. */
struct Bench {
  Contour contours[2];
  double  across[ACROSS][POINTS];
};

struct Shared {
  Basis   basis;
  Contour start;
  Bench   benches[HALVINGS];
  double  sides[2][POINTS]; /* gradients on both sides of the current contour */
  double  force_x[POINTS], force_y[POINTS];
  double  growth, shift_x, shift_y;
  bool    good[HALVINGS];
};

static __device__ __forceinline__ int
lane_of (void)
{
  return (int) (threadIdx.x % VNK_WARP);
}

/* A thread's number in its team. */
static __device__ __forceinline__ int
place_in_team (void)
{
  return (int) (threadIdx.x % TEAM);
}

static __device__ __forceinline__ double
mix (const float *above, const float *below, int x0, int x1, const double (&weights)[4])
{
  return weights[0] * (double) above[x0] + weights[1] * (double) above[x1] + weights[2] * (double) below[x0] +
         weights[3] * (double) below[x1];
}

/* The gradient at a place between pixels along a direction. */
static __device__ __forceinline__ double
gradient_along (const RefineJob &job, double x, double y, double along_x, double along_y)
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
gradient_beside (const RefineJob &job, const Contour &self, int k, double distance)
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
measure_score (const RefineJob &job, const Basis &basis, const double (&across)[ACROSS][POINTS], Contour *self)
{
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
  self->score = rest > 0.0 ? (mean * mean + 0.5 * weight * amplitude) / rest : 0.0;
}

/* By all teams, each its own contour, whose controls are there, or none. */
static __device__ __forceinline__ void
measure (const RefineJob &job, const Basis &basis, Bench *bench, Contour *self)
{
  int place = place_in_team ();
  bool measures_shape = self != NULL && place >= TEAM - VNK_WARP;
  Shares shares = { 0.0, 0.0, 0.0, 0.0 };

  if (self != NULL && place < POINTS)
    place_point (basis, self, place);
  __syncthreads ();
  if (self != NULL && place < ACROSS * POINTS)
    bench->across[place / POINTS][place % POINTS] =
      gradient_beside (job, *self, place % POINTS, place < POINTS ? 0.0 : place < 2 * POINTS ? 1.0 : -1.0);
  else if (measures_shape)
    shares = share_shape (*self);
  __syncthreads ();
  if (self != NULL && place < VNK_WARP)
    measure_score (job, basis, bench->across, self);
  else if (measures_shape)
    measure_shape (shares, self);
  __syncthreads ();
}

static __device__ __forceinline__ bool
acceptable (const Contour &self, const vnk_candidate &candidate)
{
  double radius = (double) candidate.radius;
  double dx = self.centre_x - candidate.x;
  double dy = self.centre_y - candidate.y;

  return self.area > PI * (LEAST_RADIUS * radius) * (LEAST_RADIUS * radius) &&
         self.area <= PI * (LARGEST_RADIUS * radius) * (LARGEST_RADIUS * radius) &&
         dx * dx + dy * dy <= (LARGEST_SHIFT * radius) * (LARGEST_SHIFT * radius) &&
         4.0 * PI * self.area >= LEAST_ROUNDNESS * self.perimeter * self.perimeter;
}

/* ∂S/∂t of every point along its normal, but for a common factor, and what the whole moves by; by one warp. */
static __device__ __forceinline__ void
force_points (const RefineJob &job, const Contour &contour, bool whole, Shared *shared)
{
  const Basis &basis = shared->basis;
  double weight = (double) job.params.harmonic_weight;
  double growth = 0.0, shift_x = 0.0, shift_y = 0.0;

#pragma unroll
  for (int round = 0; round < ROUNDS; round++)
    {
      bool mine;
      int k = point_of (round, &mine);
      double normal_x = contour.normal_x[k];
      double normal_y = contour.normal_y[k];
      double signal = contour.mean + weight * (contour.a * basis.cosine[k] + contour.b * basis.sine[k]);
      double spread = contour.score * residual (basis, contour, k) * ((double) POINTS / (POINTS - 1));
      double slope = mine ? (shared->sides[0][k] - shared->sides[1][k]) * (signal - spread) : 0.0;

      growth += slope;
      shift_x += 2.0 * slope * normal_x;
      shift_y += 2.0 * slope * normal_y;
      if (mine)
        {
          shared->force_x[k] = slope * normal_x;
          shared->force_y[k] = slope * normal_y;
        }
    }
  if (!whole)
    return;
  growth = vnk_warp_add (growth);
  shift_x = vnk_warp_add (shift_x);
  shift_y = vnk_warp_add (shift_y);
  if (lane_of () == 0)
    {
      shared->growth = growth;
      shared->shift_x = shift_x;
      shared->shift_y = shift_y;
    }
}

/* The direction in which the controls climb, its longest movement 1: as a whole, by a shift and a growth, or each on
 * its own. By one warp, a control a lane. False on a summit. */
static __device__ __forceinline__ bool
ascend (const Contour &contour, bool whole, const Shared &shared, double *x, double *y)
{
  int lane = lane_of (), control = lane % (VNK_WARP / 2) < CONTROLS ? lane % (VNK_WARP / 2) : 0;

  *x = *y = 0.0;
  if (whole)
    {
      double outward_x = contour.control_x[control] - contour.centre_x;
      double outward_y = contour.control_y[control] - contour.centre_y;
      double square = outward_x * outward_x + outward_y * outward_y;
      double growth = square > 0.0 ? shared.growth * rsqrt (square) : 0.0;

      *x = square > 0.0 ? shared.shift_x + growth * outward_x : 0.0;
      *y = square > 0.0 ? shared.shift_y + growth * outward_y : 0.0;
    }
  else
    {
      /* Of the points of four segments, two of them each half of the warp's. */
#pragma unroll
      for (int half = 0; half < SPAN / 2; half++)
#pragma unroll
        for (int sample = 0; sample < SAMPLES; sample++)
          {
            int i = lane < VNK_WARP / 2 ? half : half + SPAN / 2;
            int k = (control + CONTROLS + 1 - i) % CONTROLS * SAMPLES + sample;

            *x += shared.basis.value[sample][i] * shared.force_x[k];
            *y += shared.basis.value[sample][i] * shared.force_y[k];
          }
      *x += __shfl_xor_sync (VNK_WHOLE_WARP, *x, VNK_WARP / 2);
      *y += __shfl_xor_sync (VNK_WHOLE_WARP, *y, VNK_WARP / 2);
    }

  /* The controls lie in the first lanes; those behind them do the first one's again. */
  double largest = *x * *x + *y * *y;

  for (int distance = VNK_WARP / 4; distance > 0; distance /= 2)
    largest = fmax (largest, __shfl_xor_sync (VNK_WHOLE_WARP, largest, distance));

  double scale = largest > 0.0 ? rsqrt (largest) : 0.0;

  *x *= scale;
  *y *= scale;
  return largest > 0.0;
}

/* One step uphill, each team with a step of its own: returns the first team whose one is good, or HALVINGS. */
static __device__ __forceinline__ int
climb (const RefineJob &job, Shared *shared, const vnk_candidate &candidate, const Contour &current, bool whole,
       Contour *trial)
{
  int team = (int) threadIdx.x / TEAM, place = place_in_team ();
  double reach = (double) job.params.reach;
  bool rises = true;

  if (threadIdx.x < 2 * POINTS)
    shared->sides[threadIdx.x / POINTS][threadIdx.x % POINTS] =
      gradient_beside (job, current, (int) (threadIdx.x % POINTS), threadIdx.x < POINTS ? reach : -reach);
  __syncthreads ();
  if (threadIdx.x < VNK_WARP)
    force_points (job, current, whole, shared);
  __syncthreads ();
  if (place < VNK_WARP)
    {
      double step = (double) job.params.step / (1 << team), x, y;

      rises = ascend (current, whole, *shared, &x, &y);
      if (place < CONTROLS)
        {
          trial->control_x[place] = current.control_x[place] + step * x;
          trial->control_y[place] = current.control_y[place] + step * y;
        }
    }
  __syncthreads ();
  measure (job, shared->basis, &shared->benches[team], trial);
  if (place == 0)
    shared->good[team] = rises && trial->score > current.score && acceptable (*trial, candidate);
  __syncthreads ();
  for (int i = 0; i < HALVINGS; i++)
    if (shared->good[i])
      return i;
  return HALVINGS;
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

static __global__ void __launch_bounds__ (HALVINGS * TEAM)
refine_kernel (const __grid_constant__ RefineJob job)
{
  __shared__ Shared shared;
  int team = (int) threadIdx.x / TEAM;
  const vnk_candidate candidate = job.candidates[blockIdx.x];
  const Contour *current = &shared.start;
  const double *from = reinterpret_cast<const double *> (&job.basis);
  double *to = reinterpret_cast<double *> (&shared.basis);
  unsigned int free_one = 0; /* of each team's two contours the one for the next trial, a bit a team */
  bool whole = true;

  for (int i = (int) threadIdx.x; i < (int) (sizeof job.basis / sizeof *from); i += (int) blockDim.x)
    to[i] = from[i];
  if (threadIdx.x < CONTROLS)
    {
      shared.start.control_x[threadIdx.x] = candidate.x + (double) candidate.radius * job.basis.circle_x[threadIdx.x];
      shared.start.control_y[threadIdx.x] = candidate.y + (double) candidate.radius * job.basis.circle_y[threadIdx.x];
    }
  __syncthreads ();
  measure (job, shared.basis, &shared.benches[team], team == 0 ? &shared.start : NULL);

  /* First as a whole, which noise hardly leads astray, then each control on its own. */
  for (int i = 0; i < job.params.iterations; i++)
    {
      int winner = HALVINGS;

      whole = whole && 2 * i < job.params.iterations;
      while (winner == HALVINGS)
        {
          winner = climb (job, &shared, candidate, *current, whole,
                          &shared.benches[team].contours[free_one >> team & 1]);
          if (winner == HALVINGS && !whole)
            break;
          whole = whole && winner < HALVINGS;
        }
      if (winner == HALVINGS)
        break;
      current = &shared.benches[winner].contours[free_one >> winner & 1];
      free_one ^= 1u << winner;
    }
  if (threadIdx.x < VNK_WARP)
    store (*current, &job.out[blockIdx.x]);
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
  for (int k = 0; k < POINTS; k++)
    {
      self->cosine[k] = cos (2.0 * PI * k / POINTS);
      self->sine[k] = sin (2.0 * PI * k / POINTS);
    }

  /* The spline runs inside its controls: at a knot at (4 + 2 cos 40°) / 6 of their distance, and as far in between to
   * within 0.1 %. */
  for (int j = 0; j < CONTROLS; j++)
    {
      self->circle_x[j] = distance * cos (2.0 * PI * j / CONTROLS);
      self->circle_y[j] = distance * sin (2.0 * PI * j / CONTROLS);
    }
}

vnk_status
vnk_cuda_refine (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy, const vnk_refine_params *params,
                 const vnk_candidate *candidates, int n, vnk_contour *out)
{
  vnk_cuda *cuda;
  RefineJob job;

  if (!vnk_check_refine (gx, gy, params, candidates, n, out))
    return VNK_ERROR_INVALID;
  if (n == 0)
    return VNK_OK;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, gx, &job.gx));
  VNK_TRY (vnk_cuda_read (cuda, gy, &job.gy));

  size_t bytes = (size_t) n * sizeof *candidates;
  bool shares = n <= MOST_SHARED;
  void *from, *to;

  if (shares)
    {
      VNK_TRY (vnk_cuda_room (cuda, bytes, &from));
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
  basis_init (&job.basis);

  VNK_LAUNCH (cuda, refine_kernel, (unsigned int) n, HALVINGS * TEAM, 0, job);
  if (!shares)
    VNK_TRY (vnk_cuda_download (cuda, out, job.out, (size_t) n * sizeof *out));
  return vnk_cuda_end (cuda);
}
