/* vnk.h: the one public header of the kernels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Arrays in, arrays out. Nothing here knows of files, videos, GLib or a screen, and nothing here keeps global
 * state. Every number that Venule reports is computed by one of the operations of #vnk_backend.
 *
 * Conventions, everywhere:
 *  - x to the right, y down, the centre of a pixel at whole numbers, lengths in pixels (px), angles in radians;
 *  - images are planes of float in gray levels of an 8-bit video (0 to 255), whatever the depth of the file;
 *    #vnk_backend.convert does the conversion;
 *  - outside a plane the nearest pixel of the border stands in (borders replicated), unless said otherwise;
 *  - operations return a status, never print, never exit, and give the same result, bit for bit, for any number of
 *    threads; on another kind of processor they give it within the bounds stated below;
 *  - a flow direction has length 1 to within 0.1 %, and positions lie within 2^20 px of the origin; what makes no
 *    sense, NaN included, is refused with VNK_ERROR_INVALID, and then nothing has been written;
 *  - an operation neither keeps nor frees the caller's arrays.
 */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  VNK_OK = 0,
  VNK_ERROR_INVALID,     /* an argument that makes no sense: a caller's mistake */
  VNK_ERROR_NO_MEMORY,   /* host or device memory ran out */
  VNK_ERROR_DEVICE,      /* the device failed or is lost */
  VNK_ERROR_UNSUPPORTED, /* this backend lacks the operation: use another for it */
} vnk_status;

#define VNK_MAX_SIDE (1 << 20) /* px, of a plane that Venule allocates, or fills with a turned copy */
#define VNK_MAX_RADIUS 512  /* px, of circles, dilation and snakes */
#define VNK_MAX_WINDOW 4096 /* px, along and across */
#define VNK_MAX_SEARCH 1024 /* px, of a match, both ways */
#define VNK_MIN_BINS 256    /* of a histogram */
#define VNK_MAX_BINS 65536

/* A plain English name, never NULL; static. */
const char *vnk_status_name (vnk_status status);

/* A frame as the video has it: one gray sample a pixel, 1 or 2 bytes (native byte order). */
typedef struct {
  const void *data;
  int         width;            /* px */
  int         height;           /* px */
  ptrdiff_t   stride;           /* bytes from a row to the next */
  int         bytes_per_sample; /* 1 or 2 */
} vnk_image;

/* A plane of float. The stride counts elements. `device` is what a backend knows of a plane of its own, which
 * #vnk_backend.plane_new made; NULL: `data` is all there is. */
typedef struct {
  float    *data;
  int       width;
  int       height;
  ptrdiff_t stride;
  void     *device;
} vnk_plane;

/* Allocates a zeroed plane whose rows start at multiples of 64 bytes; data is NULL when memory ran out.
 * vnk_plane_clear() frees it, or one of a backend that is still open, and sets everything to zero. */
vnk_plane vnk_plane_new   (int width, int height);
void      vnk_plane_clear (vnk_plane *plane);

/* ---- Detection (Dong, Ray, Acton 2005) ---- */

#define VNK_MAX_RADII 64
#define VNK_MAX_POINTS 256

/*
 * The score of a circle of radius r around a pixel. With p_n the gradient along the outward normal at point n of N:
 *   p(θ) ≈ m + a cos θ + b sin θ,  residual variance s² of p about that (N − 1 in the denominator; about the mean
 *   alone when harmonic_weight is 0),
 *   score = (m² + harmonic_weight·(a² + b²)/2) / (s² + noise).
 * harmonic_weight = 0, noise = 0, truncate = true and radii 8, 10 … 20 is the published GICOV. The harmonic stands
 * for a cell with one bright and one dark side.
 */
typedef struct {
  int   n_radii;               /* 1 … VNK_MAX_RADII */
  float radii[VNK_MAX_RADII];  /* px, rising */
  int   n_points;              /* points on a circle, 8 … VNK_MAX_POINTS; published: 150 */
  bool  truncate;              /* offsets cut to integers as published; else rounded to the nearest */
  float harmonic_weight;       /* w ≥ 0 */
  float noise;                 /* c ≥ 0, gray levels² per px² */
  float min_score;             /* ≥ 0: what does not score above it is not wanted, and may be left out */
} vnk_gicov_params;

/*
 * A circle, of gicov; or a place in the maps of the network, which says by `radius` and `mean_gradient` how far it is
 * from there to the cell's centre along x and y (px of the maps), and by `growth` how large the cell is.
 */
typedef struct {
  int   x, y;          /* px */
  float score;
  float radius;        /* px, of the best circle */
  float mean_gradient; /* outward, m of the best circle: < 0 for a bright cell, > 0 for a dark one */
  float growth;        /* logarithm of the radius over the expected one; else 0 */
} vnk_candidate;

#define VNK_RING_STATISTICS 5

/*
 * What a disc of a plane looks like: the means of the pixels within 0.45, from there to 0.8, and from there to 1.1
 * radii of its centre, and, of those within 0.8, twice the means of dx·value and dy·value, dx and dy the distance in
 * radii.
 */
typedef struct {
  double x, y;              /* centre, px */
  double radius;            /* px, above 0, to VNK_MAX_RADIUS */
  float  values[VNK_RING_STATISTICS];  /* out; 0 where there are no such pixels */
} vnk_ring_statistics;

#define VNK_SPLINE_CONTROLS 9
#define VNK_MAX_STEP 1.0f /* px */
#define VNK_CONTOUR_POINTS 36

/*
 * The snake climbs the score of vnk_gicov_params along its own contour. With harmonic_weight = noise = 0 that is the
 * published one; but then a contour that lies askew in a faint, even gradient may outdo the cell's edge, and one of a
 * cell with a bright and a dark side goes to one of them: with the detector's own weight and noise neither happens.
 */
typedef struct {
  int   iterations;       /* steps; as published: until it rests, at most 20, but these are others: 12 */
  float reach;            /* px along the normal, both ways, in which the gradient is sampled at first; published: 3 */
  float step;
  /* largest movement of a control point in the first iteration, up to VNK_MAX_STEP; in the last one a
                             quarter; published: 1 */
  float harmonic_weight;  /* as in vnk_gicov_params; published: 0 */
  float noise;            /* as in vnk_gicov_params; published: 0 */
} vnk_bspline_snake_params;

/* A closed contour: the refined B-spline snake sampled at VNK_CONTOUR_POINTS points, four a segment. */
typedef struct {
  float x, y;       /* centroid of the enclosed area, px */
  float radius;     /* of the circle of the same area, px */
  float score;      /* that of vnk_gicov_params, along the contour */
  float roundness;  /* 4π·area/perimeter², 1 for a circle */
  float points[VNK_CONTOUR_POINTS][2];
} vnk_contour;

/* ---- Tracking (Ray, Acton 2004; Boyer et al. 2009) ---- */

/* Four-colour SOR: the fixed point of the published iteration in a tenth of its sweeps. */
typedef struct {
  float mu;            /* published: 0.5; λ = 8·mu + 1 */
  float omega;         /* over-relaxation, above 0 and below 2; 1.7 takes the fewest sweeps, from smaller maps 1.55 */
  float tolerance;     /* stop when the mean |ΔV| of a sweep is not above it; published: 1e-5 */
  int   max_sweeps;    /* published: 500 */
  int   coarse_sweeps; /* on each smaller map that the field starts from; 0: it starts from the map itself */
} vnk_mgvf_params;

#define VNK_ELLIPSE_POINTS 20

typedef struct {
  float step;             /* 0.2 */
  float edge_weight;      /* 1 */
  float size_weight;      /* 0.2, towards expected_radius */
  float path_weight;      /* 0.05, towards expected_y */
  float expected_radius;  /* px */
  float tolerance;        /* 0.1: summed movement at which it has settled */
  int   max_iterations;   /* 1000 */
} vnk_ellipse_snake_params;

/* One cell of a track step. Positions in px of the plane. */
typedef struct {
  /* in */
  float x, y;         /* expected centre: the middle of the window */
  float path_offset;  /* mean of the last ten cross-flow positions, relative to (x, y), px */
  float radii[VNK_ELLIPSE_POINTS]; /* first contour; angles are measured from the flow direction */
  /* out */
  float new_x, new_y;
  float new_radii[VNK_ELLIPSE_POINTS];
  float score;        /* mean of the field V under the contour, 0 … 1 */
  int   sweeps;       /* of the MGVF */
  bool  lost;         /* the snake left the window */
} vnk_cell;

typedef struct {
  float                    flow_x, flow_y;  /* unit vector */
  int                      window_length;   /* px along the flow, odd; published: 8·R + 1 */
  int                      window_width;    /* px across, odd; published: 4·R + 1 */
  vnk_mgvf_params          mgvf;
  vnk_ellipse_snake_params ellipse;
} vnk_mgvf_snake_params;

/* Where a patch of one plane is found again in another, by normalised cross-correlation (Lewis 1995), to a fraction
 * of a pixel (Gauss-Newton from the best whole shift, with cubic interpolation of the second plane). */
typedef struct {
  /* in */
  float x, y;          /* centre of the patch in the first plane, px */
  float guess_x, guess_y;  /* where it is expected in the second */
  float radius;        /* the patch is a disc of this radius, px; over 0.001 px both ways its edge is soft */
  int   along, across; /* the search reaches so many px both ways along and across the flow */
  /* out */
  float new_x, new_y;
  float correlation;   /* −1 … 1 at the peak; 0 when the patch is flat */
  float curvature;     /* −∂²/∂s² of the correlation along the flow at its peak, 1/px²: large is sharp */
  bool  at_border;     /* the correlation rises beyond the border of the search: the best whole shift stands */
} vnk_ncc_match;

/* ---- A small convolutional network ---- */

#define VNK_MAX_LAYERS 64
#define VNK_MAX_CHANNELS 256

/*
 * A convolution. With `in` the output of layer `from`, r = (kernel − 1)/2, and 0 outside of it:
 *   out(o, y, x) = bias[o] + Σ_{c, j, i} weights[((o·in_channels + c)·kernel + j)·kernel + i] ·
 *                  in(c, y·stride + (j − r)·dilation, x·stride + (i − r)·dilation),
 * as large as `in`, or with stride 2 half as large both ways, an odd size rounded up. To this the output of layer `add`
 * is added, and what is negative becomes 0 when `relu`.
 */
typedef struct {
  int          from;         /* an earlier layer, or −1: the input planes */
  int          add;          /* an earlier layer of as many channels, or −1: none. Of the same size, or of half the size
                              * (rounded up): then pixel (x, y) takes its (x/2, y/2) */
  int          kernel;       /* 1, 3, 5 or 7 */
  int          stride;       /* 1 or 2 */
  int          dilation;     /* 1 … 8 */
  int          in_channels;  /* those of `from` */
  int          out_channels; /* 1 … VNK_MAX_CHANNELS */
  bool         relu;
  const float *weights;
  const float *bias;
} vnk_layer;

typedef struct {
  int              n_inputs; /* planes that go in, 1 … VNK_MAX_CHANNELS */
  int              n_layers; /* 1 … VNK_MAX_LAYERS; the last one's output comes out */
  const vnk_layer *layers;
} vnk_network;

/* The size and the number of the planes that a network makes of planes of width x height px; VNK_ERROR_INVALID, and
 * nothing written, when its layers do not fit each other. */
vnk_status vnk_network_out_size (const vnk_network *network, int width, int height, int *out_width, int *out_height,
                                 int *out_channels);

/* ---- Camera movement ---- */

#define VNK_MAX_TRANSLATION 64 /* px, both ways */

/*
 * How far the whole picture has moved from a plane to another: second (p + d) ≈ gain · first (p) + offset, with gain
 * and offset for light that flickers. What moves by itself (cells, blood) may be left out by weights, and is given less
 * and less weight where it does not fit.
 */
typedef struct {
  /* in */
  float guess_x, guess_y;  /* where d is expected, px */
  float range;             /* d is sought within so many px of the guess, above 0, to VNK_MAX_TRANSLATION */
  /* out */
  float dx, dy;            /* d, px */
  float gain, offset;      /* gray levels */
  float variance_xx, variance_xy, variance_yy; /* of d, px²; range² in a direction in which nothing can be said */
} vnk_translation;

/* ---- Vessels (Frangi, Niessen, Vincken, Viergever 1998) ---- */

#define VNK_MAX_SIGMAS 16
#define VNK_MIN_SIGMA 1.0f  /* px: of what is finer, pixels say too little */
#define VNK_MAX_SIGMA 64.0f /* px */
#define VNK_MAX_SPACING 64.0f /* px, of pictures of a stack; its inverse is the least */

/*
 * A stack of pictures is one below the other in planes of `depth` times their height. However far apart they are,
 * lengths and directions are those in px. λ1, λ2 (and λ3, in a stack) are the eigenvalues of the Hessian at a scale,
 * times sigma², by size: |λ1| ≤ |λ2| ≤ |λ3|. S² is the sum of their squares. The vesselness of a bright vessel is
 *   of a picture exp (−R²/(2 beta²)) (1 − exp (−S²/(2 c²))),  R = λ1/λ2, and 0 where λ2 > 0;
 *   of a stack (1 − exp (−A²/(2 alpha²))) exp (−B²/(2 beta²)) (1 − exp (−S²/(2 c²))),  A = λ2/λ3, B² = λ1²/(λ2 λ3),
 *   and 0 where λ2 or λ3 is above 0;
 * of a dark one that of the inverted picture. The paper's equations 13 and 15, as in VMTK and, but for its differences,
 * scikit-image 0.19.3. It is largest where sigma is the standard deviation of the vessel's profile (of a tube; of a
 * ridge in a picture √2 times that).
 */
typedef struct {
  int   depth;                  /* pictures of a stack; 1: a picture. Divides the planes' height */
  int   n_sigmas;               /* 1 … VNK_MAX_SIGMAS */
  float sigmas[VNK_MAX_SIGMAS]; /* px, VNK_MIN_SIGMA … VNK_MAX_SIGMA, rising */
  bool  dark;                   /* vessels darker than what is around them */
  float spacing;                /* px from a picture of a stack to the next, 1/VNK_MAX_SPACING … VNK_MAX_SPACING; no
                                   sigma over it above VNK_MAX_SIGMA. 0: 1, voxels are cubes */
  float alpha;                  /* above 0, plates from tubes, in stacks alone; published: 0.5 */
  float beta;                   /* above 0, blobs from tubes; published: 0.5 */
  float c;                      /* gray levels, ≥ 0; 0: as published, half of the largest S of all pixels and scales,
                                   but at least 0.01 */
} vnk_vesselness_params;

/* ---- The table ---- */

/*
 * Beside each operation stands its error bound: how far any backend's result may lie from that of the reference in
 * double precision (src/kernels/reference), which is the definition. The tests hold every backend to it.
 */

typedef struct vnk_backend vnk_backend;

#define VNK_FAILURE_SIZE 96 /* bytes */

/*
 * A backend that is open: a table of operations with whatever it needs of memory and threads behind `self`.
 * Use from one thread at a time (for several see stream_new). An operation that a backend lacks is NULL; the caller
 * then takes the CPU's.
 */
struct vnk_backend {
  const char *name;         /* "cpu", "cuda" */
  char        device[128];  /* for people: "CPU, 2 threads, AVX-512" */
  char        failure[VNK_FAILURE_SIZE]; /* what the device's driver said with VNK_ERROR_DEVICE, if anything */
  void       *self;

  void (*close) (vnk_backend *backend);

  /* Another stream of the same device, for a thread of its own: a backend that computes side by side with this one.
   * Planes of either are planes of both. The other one sees what this one has computed once an operation of this one
   * with results for the host, its fetch(), its store() or its wait() has returned. Each stream is closed, in any
   * order; any may clear a plane. NULL: the backend uses all processors by itself. */
  vnk_status (*stream_new) (vnk_backend *backend, vnk_backend **stream);
  /* How many streams there are now, this one and all that were opened from one another. Where they are more than the
   * machine has processors, they sleep while they wait for the device. */
  int        (*n_streams)  (vnk_backend *backend);
  /* Returns when all that was asked of this stream has happened. Where stream_new is there, so are these two. */
  vnk_status (*wait)       (vnk_backend *backend);

  /* A zeroed plane that stays where the backend computes, so that nothing is copied from one operation to the next. Its
   * `data` is the host's: fetch() makes it hold what operations have written since, and waits for them; store() says
   * that the host has written it, and copies it where the backend has it: then `data` may change again. Every operation
   * takes planes of both kinds, but none of another backend on a device (VNK_ERROR_INVALID); for the CPU's there is
   * no difference. A part of a plane's rows and columns is a plane, too: with the same `device`. */
  vnk_status (*plane_new) (vnk_backend *backend, int width, int height, vnk_plane *plane);
  vnk_status (*fetch)     (vnk_backend *backend, const vnk_plane *plane);
  vnk_status (*store)     (vnk_backend *backend, const vnk_plane *plane);

  /* Rectangle (x0, y0, out->width, out->height) of the frame times scale plus offset; it may reach outside.
   * Bound: VNK_BOUND_CONVERT times the largest possible |sample·scale| + |offset|. */
#define VNK_BOUND_CONVERT 2e-7
  vnk_status (*convert) (vnk_backend *backend, const vnk_image *frame, int x0, int y0, float scale, float offset,
                         vnk_plane *out);

  /* Central differences, one-sided at the border; gray levels per px. All planes of one size.
   * Bound: VNK_BOUND_GRADIENTS times the result. */
#define VNK_BOUND_GRADIENTS 2e-7
  vnk_status (*gradients) (vnk_backend *backend, const vnk_plane *in, vnk_plane *gx, vnk_plane *gy);

  /* Best score over the radii at each pixel, of equals the smallest radius; only circles that lie in the plane as a
   * whole count. 0 in `score`, `radius` and `mean` where none does or where all score 0.
   * Where no circle scores above `min_score`, all three may be 0 or those of another of its circles; where one does,
   * they do not depend on it. s² is not taken below 1e-4 of q = Σp²/N, so that the score of an even circle is large and
   * not a chance number. Bound: VNK_BOUND_GICOV times score + (score + 1) q / (s² + noise); for the mean, times √q. */
#define VNK_BOUND_GICOV 5e-6
  vnk_status (*gicov) (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params,
                       vnk_plane *score, vnk_plane *radius, vnk_plane *mean);

  /* Largest value within `radius` px (a disc: dx² + dy² ≤ radius²), 0 … VNK_MAX_RADIUS. Exact. */
  vnk_status (*dilate) (vnk_backend *backend, const vnk_plane *in, float radius, vnk_plane *out);

  /* Pixels that equal their dilated value and lie above `threshold`, at least `border` px from the border, in
   * row order. A plateau (such pixels of one score, next to each other also across corners) gives one candidate, its
   * first pixel. What `radius`, `mean` and `growth` (or NULL: 0) hold there goes along. `n` is how many there are, also
   * beyond `capacity`. Exact. */
  vnk_status (*maxima) (vnk_backend *backend, const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean,
                        const vnk_plane *growth, const vnk_plane *dilated, float threshold, int border,
                        vnk_candidate *out, int capacity, int *n);

  /* Closed cubic B-spline snake from each candidate's circle: first shifted and grown as a whole, then control by
   * control, `iterations` steps up the slope of its score, each a smooth function of that slope, so that the least
   * change of the picture or of the circle moves the end by little, but for circles from which the ways to two ends
   * part. The contour is the mean of all that were on the way, weighed by (score + 0.1)⁸, and so far as its score is
   * not a tenth above that of the circle, drawn back to it. The gradient at a point is a mean over 2 px along the
   * normal, (1, 2, 1)/4. A contour keeps within 0.6 … 1.6 of the candidate's radius, its centre within 0.75 of it, and
   * its roundness above 0.6, each to a hundredth for steps up to half the radius in 24 iterations, or up to a quarter
   * of it in 100; from longer ones a few snakes in ten thousand come back further out. A step above VNK_MAX_STEP is
   * refused. The x and y of a candidate and its radius are read, nothing else. Bound of the points, and of what is
   * reported of a contour against what its points say: VNK_BOUND_BSPLINE_SNAKE px (and of the roundness),
   * VNK_BOUND_BSPLINE_SNAKE_SCORE times (score + 1) (1 + 1/√q), q as in gicov. */
#define VNK_BOUND_BSPLINE_SNAKE 1e-3
#define VNK_BOUND_BSPLINE_SNAKE_SCORE 1e-3
  vnk_status (*bspline_snake) (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy,
                               const vnk_bspline_snake_params *params,
                               const vnk_candidate *candidates, int n, vnk_contour *out);

  /* Cells from one frame to the next, many at once. Of each:
   *  - a window: a bilinear sub-image, pixel (i, j) = `in` at (x, y) + (i − (w−1)/2)·v + (j − (h−1)/2)·n, v the unit
   *    flow, n = (−vy, vx);
   *  - its edge map: the gradient magnitude as a share of the largest one; all 0 for a flat window, whose largest is
   *    not above 1e-4 gray levels per px;
   *  - motion gradient vector flow of that map, the flow along +x; half of the difference to the neighbours across the
   *    flow counts. With coarse_sweeps > 0 it starts from maps of half, a quarter … of the size, as long as the one
   *    before has VNK_MGVF_MIN_SIDE pixels on its shorter side. A pixel of such a map has the mean edge A of those
   *    under it, and wants W, their mean squared edge over A; on map l it solves (1 − A/λ) μ/4^l S − A (V − W) = 0. The
   *    smallest starts from W, every other, and the field, from what the next smaller one comes to, interpolated;
   *  - the ellipse snake on that field V. With F = ∇V / √(|∇V|² + g²), g a fifth of the largest |∇V|, n_i the direction
   *    of radius r_i, R the expected radius and y_e the expected cross-flow position, an iteration adds
   *    step·(edge_weight F_i·n_i + size_weight (R − r_i)) to r_i, then hands the first harmonic of the radii over to
   *    the centre, and adds step·edge_weight·mean F and, to y, step·path_weight (y_e − y). It ends when the sum of all
   *    |Δr_i|, |Δx| and |Δy| is not above the tolerance, or, having left, with the first point outside the window.
   *    Radii do not fall below 1 px. Bounds: VNK_BOUND_GRADIENT_MAGNITUDE of the score on the edge map itself (no
   * sweeps, no
   *    iterations) times 1 + largest |in| over the window's largest gradient; VNK_BOUND_MGVF of it on the field at a
   *    tolerance of 1e-8; VNK_BOUND_ELLIPSE_SNAKE px, and of the score, after 20 iterations on the edge map of a
   * picture
   *    without noise. */
#define VNK_BOUND_GRADIENT_MAGNITUDE 4e-5
#define VNK_BOUND_MGVF 5e-4
#define VNK_BOUND_ELLIPSE_SNAKE 1e-3
  vnk_status (*mgvf_snake) (vnk_backend *backend, const vnk_plane *in, const vnk_mgvf_snake_params *params,
                            vnk_cell *cells, int n);

  /* Patches of `first` found again in `second`. Both are smoothed first (binomial 1 4 6 4 1, both ways). Pixels of a
   * patch outside `first` do not count; a patch of fewer than 9 pixels or a variance of 1e-4 is flat, and stays at the
   * guess. Where nothing correlates above 0 it stays there too. Of whole shifts that correlate equally, to 1e-5, the
   * one nearest to the guess is taken; without a summit there (a ramp) it stands.
   * Bound: VNK_BOUND_NCC_MATCH px, VNK_BOUND_CORRELATION; four times that for the curvature. */
#define VNK_BOUND_NCC_MATCH 5e-3
#define VNK_BOUND_CORRELATION 1e-4
  vnk_status (*ncc_match) (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, float flow_x,
                           float flow_y, vnk_ncc_match *matches, int n);

  /* A turned and scaled copy. A pixel of `out` covers a square of `in`: the one at (i, j) has its centre at
   * (x, y) + i·u + j·w, u = (step_x, step_y), w = (−step_y, step_x), and sides u and w of length s, 1/16 … 64 px. It is
   * the mean of n·n bilinear samples spread evenly over that square, n = max (1, ⌈s − 0.001⌉): (a, b) of 0 … n − 1 lies
   * ((a + ½)/n − ½)·u + ((b + ½)/n − ½)·w from the centre. Not in place; sides of `out` up to 2^20 px.
   * Bound: VNK_BOUND_RESAMPLE times the largest magnitude in `in`. */
#define VNK_BOUND_RESAMPLE 2e-5
  vnk_status (*resample) (vnk_backend *backend, const vnk_plane *in, float x, float y, float step_x, float step_y,
                          vnk_plane *out);

  /* out = (in − m) / (1.25·a + noise), not beyond ±limit, m the mean of `in` over the box of 2·radius + 1 px that lies
   * in the plane, a the mean of |in − m| over the whole plane; 1.25·a is the standard deviation of a normal
   * distribution. radius 1 … VNK_MAX_RADIUS, noise > 0 gray levels, limit > 0, infinity for none. Not in place. Bound:
   * VNK_BOUND_LOCAL_NORMALISE times (1 + |out|) (1 + largest |in| / (1.25·a + noise)). */
#define VNK_BOUND_LOCAL_NORMALISE 3e-7
  vnk_status (*local_normalise) (vnk_backend *backend, const vnk_plane *in, int radius, float noise, float limit,
                                 vnk_plane *out);

  /* Adds scale·(b − 510) to each pixel, b the sum of the four bytes of a hash of its place and the seed: nearly normal
   * noise with a standard deviation of scale·√(65535/3), the same for the same seed.
   * Bound: VNK_BOUND_ADD_NOISE times |in| + |scale·(b − 510)|. */
#define VNK_BOUND_ADD_NOISE 2e-7
  vnk_status (*add_noise) (vnk_backend *backend, vnk_plane *plane, float scale, uint32_t seed);

  /* Left becomes right, or, upside_down, top becomes bottom. Exact. */
  vnk_status (*flip) (vnk_backend *backend, vnk_plane *plane, bool upside_down);

  /* Fills in what each of n discs looks like. Bound: VNK_BOUND_RING_STATISTICS times the largest magnitude in `in`. */
#define VNK_BOUND_RING_STATISTICS 1e-6
  vnk_status (*ring_statistics) (vnk_backend *backend, const vnk_plane *in, vnk_ring_statistics *looks, int n);

  /* The last layer's output from n_inputs planes of one size; `outputs` are as many planes of that size as
   * vnk_network_out_size() says. Weights and biases are finite.
   * Bound: VNK_BOUND_NETWORK times e, the roundings that can add up to a value: 0 in the inputs, and behind a layer
   * with n = in_channels·kernel² terms e = Σ |weight|·e_in + e_add + (n + 2) (|bias| + Σ |weight·in| + |add|). For a
   * kernel of 3 with stride 1, several rows of which may be computed together (Winograd 1980), the |in| of the last sum
   * is the largest one of its channel and column in the rows y − 4·dilation … y + 4·dilation. */
#define VNK_BOUND_NETWORK 7e-8
  vnk_status (*network) (vnk_backend *backend, const vnk_network *network, const vnk_plane *inputs,
                         vnk_plane *outputs);

  /* A plane of half the size: binomial 1 3 3 1, both ways, so that pixel (x, y) lies at (2x + ½, 2y + ½) of `in`. `out`
   * has (width + 1)/2 x (height + 1)/2 pixels. Bound: VNK_BOUND_PYRAMID_DOWN times the largest magnitude in `in`. */
#define VNK_BOUND_PYRAMID_DOWN 1e-6
  vnk_status (*pyramid_down) (vnk_backend *backend, const vnk_plane *in, vnk_plane *out);

  /* A running mean and spread. With d = (in − offset)·scale − mean: mean += share·d, spread += spread_share·(d² −
   * spread). All planes of one size; shares 0 to 1. Bound: with m = |mean| + (|in| + |offset|)·|scale|,
   * VNK_BOUND_RUNNING_MOMENTS times m for the mean, times m² + |spread| for the spread. */
#define VNK_BOUND_RUNNING_MOMENTS 1e-6
  vnk_status (*running_moments) (vnk_backend *backend, const vnk_plane *in, float scale, float offset, float share,
                                 float spread_share, vnk_plane *mean, vnk_plane *spread);

  /* How far pixels are to be trusted: mask/(1 + (spread/(cutoff·m))²), m the median of `spread` where `mask` is above
   * 0, but at least `min_spread`. It is taken over the points of vnk_sample_grid_new (width, height,
   * VNK_ROBUST_WEIGHTS_SAMPLES), of n such values the one with n/2 (rounded down) before it. All planes of one size;
   * `cutoff` and `min_spread` above 0. Bound: VNK_BOUND_ROBUST_WEIGHTS times |mask|. */
#define VNK_BOUND_ROBUST_WEIGHTS 1e-6
  vnk_status (*robust_weights) (vnk_backend *backend, const vnk_plane *spread, const vnk_plane *mask, float cutoff,
                                float min_spread, vnk_plane *weight);

  /* The movement of the picture. `weight` (or NULL: all 1) says how far each pixel of `first` is to be trusted, 0 to 1;
   * what is not above 0 counts as 0. `aligned` (or NULL) receives the second plane at p + d (polynomials through 6 x 6
   * px). All planes of one size. Both are smoothed (1 2 1) and halved until the range is 2 px; there all whole shifts
   * are tried, and the one that correlates best, or of those that do so equally, to 1e-5, the one nearest to the guess,
   * is made exact by Gauss-Newton steps on d, gain and offset, level by level down to the full size. A pixel of weight
   * w and residual r counts w/(1 + w r²/c²)², c three standard deviations (from the median of √w |r|). The variance is
   * that of d over tiles of 16 x 16 px as clusters, and its slope that between the gradients of one plane and the
   * other, so that texture which is noise says nothing. Along a direction in which nothing is known d is the guess;
   * where it leaves the range by more than 1 px, that is so of the direction in which it does. The gain is 1 when it is
   * unknown. Bound: VNK_BOUND_TRANSLATION px where the standard error is below 0.1 px. */
#define VNK_BOUND_TRANSLATION 2e-3
  vnk_status (*translation) (vnk_backend *backend, const vnk_plane *first, const vnk_plane *weight,
                             const vnk_plane *second, vnk_translation *shift, vnk_plane *aligned);

  /* The largest vesselness over the scales, 0 to 1; its sigma, px (the first of equals; 0 where it is 0); and the
   * vessel's direction: a unit vector with x ≥ 0, the eigenvector of λ1 at that scale, 0 where the vesselness is 0.
   * `scale` may be NULL, and so may `direction`, which is two planes, x and y, of a picture, three of a stack. All
   * planes of one size, none in place. Magnitudes up to 1e15.
   * A scale is smoothed by a Gaussian, sampled up to four standard deviations and normalised, of variance sigma² − ⅓,
   * mirrored at the border (… b a | a b …) as in scikit-image; where it differs from the scale before by ⅔ px² or more
   * in variance (slices² along the depth, too), from that one on. Along the depth, variances are divided by spacing²; a
   * Gaussian's below ⅔ is that of three weights, and where it would be 0 or less there is none: then the differences
   * of slices smooth more than the scale. The differences add the ⅓: (1, 8, −18, 8, 1)/12 twice along an axis,
   * (−1, 0, 1)/2 along each of two, (1, 4, 1)/6 along the others. To second order that is a Gaussian's derivative, the
   * same in all directions: at sigma = 1 λ2 is right to 2 % of its largest value across a ridge; differences of
   * neighbours would have it right to 14 %. Bound, with h = sigma²/min (1, spacing²) · largest |in|, of the largest
   * sigma: VNK_BOUND_VESSELNESS times 1 + h/c, alpha and beta being 0.25 or more, where λ2 is of λ1's sign or differs
   * from it in size by VNK_BOUND_HESSIAN · h. */
#define VNK_BOUND_VESSELNESS 1e-6
#define VNK_BOUND_HESSIAN 1e-6
  vnk_status (*vesselness) (vnk_backend *backend, const vnk_plane *in, const vnk_vesselness_params *params,
                            vnk_plane *vesselness, vnk_plane *scale, vnk_plane *direction);

  /* How often each gray value stands in a frame: each pixel, or each where `mask` (or NULL; of the frame's size) is
   * above 0, adds 1 to counts[min (sample >> shift, n_bins − 1)]. What was in `counts` stays, so that many frames add
   * up; a part of a frame's rows and columns is a frame, too. VNK_MIN_BINS … VNK_MAX_BINS, shift 0 … 8, fewer than 2^31
   * px. Exact. */
  vnk_status (*histogram) (vnk_backend *backend, const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins,
                           uint64_t *counts);
};

/* The operations of the table, in its order: VNK_OPERATIONS (X) is X (convert) X (gradients) … */
#define VNK_OPERATIONS(X) \
  X (convert) X (gradients) X (gicov) X (dilate) X (maxima) X (bspline_snake) X (mgvf_snake) X (ncc_match) \
  X (resample) X (local_normalise) X (add_noise) X (flip) X (ring_statistics) X (network) X (pyramid_down) \
  X (running_moments) X (robust_weights) X (translation) X (vesselness) X (histogram)

/* Opens the CPU's backend, which has every operation. threads ≤ 0: as many as the machine has processors. */
vnk_status vnk_cpu_open (int threads, vnk_backend **backend);

/* How many devices CUDA could use; 0, with the reason in plain English, when there is none. `reason` (or NULL) has room
 * for `reason_size` characters. In a build without CUDA this says so. */
int vnk_cuda_count (char *reason, size_t reason_size);

/* Opens the backend of a device, 0 … vnk_cuda_count() − 1, and has it compute something to see that it does. It may
 * take seconds. When that fails, `reason` (or NULL) says why: VNK_ERROR_UNSUPPORTED without a device that could be
 * used, VNK_ERROR_DEVICE or VNK_ERROR_NO_MEMORY when it did not do what it should. An operation that returns
 * VNK_ERROR_DEVICE has lost the device: so does every other one from then on. */
vnk_status vnk_cuda_open (int device, vnk_backend **backend, char *reason, size_t reason_size);

/* Gives back all that this process has of a device, as its end would: a thread can do it while something else is still
 * to be done. No backend of the device may be open; one that is opened later begins anew. */
void vnk_cuda_leave (int device);

/* Fills with the published constants, scaled to the expected cell radius (10 px in the paper). */
void vnk_gicov_paper_params         (vnk_gicov_params *params, float radius);
void vnk_bspline_snake_paper_params (vnk_bspline_snake_params *params);
void vnk_mgvf_snake_paper_params    (vnk_mgvf_snake_params *params, float radius, float flow_x, float flow_y);

#ifdef __cplusplus
}
#endif
