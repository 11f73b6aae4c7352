/* reference.h: the operations in double precision, written for reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Each function here is the definition of an operation of vnk.h in as few and as plain steps as it takes, however
 * slow. Every backend is compared with it. Results are dense arrays of double, row by row; the caller owns them.
 */

#pragma once

#include "vnk.h"

void vnk_reference_convert (const vnk_image *frame, int x0, int y0, double scale, double offset, int width, int height,
                            double *out);

/* Adds to `counts`. */
void vnk_reference_histogram (const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins, uint64_t *counts);

void vnk_reference_gradients (const vnk_plane *in, double *gx, double *gy);

/* One circle around one pixel. */
typedef struct {
  bool   fits;        /* all of its points lie inside the plane; else all is 0 */
  double mean;        /* m */
  double mean_square; /* Σp² / N */
  double variance;    /* s² */
  double score;
} vnk_reference_circle;

vnk_reference_circle vnk_reference_gicov_circle (const vnk_plane *gx, const vnk_plane *gy,
                                                 const vnk_gicov_params *params, int radius_index, int x, int y);

void vnk_reference_gicov (const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params, double *score,
                          double *radius, double *mean);

void vnk_reference_dilate (const vnk_plane *in, double radius, double *out);

/* Marks the pixel of each maximum with 1, all others with 0. */
void vnk_reference_maxima (const vnk_plane *score, const vnk_plane *dilated, double threshold, int border,
                           uint8_t *marks);

/* What a contour's points say of it, without the way that led there. */
typedef struct {
  double x, y;
  double radius;
  double roundness;
  double score;
  double mean_square; /* Σp²/N of the outward gradient */
} vnk_reference_shape;

vnk_reference_shape vnk_reference_contour (const vnk_plane *gx, const vnk_plane *gy,
                                           const vnk_bspline_snake_params *params,
                                           const vnk_contour *contour);

/* Where the snake of a candidate ends: VNK_CONTOUR_POINTS points. */
void vnk_reference_bspline_snake (const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params,
                                  const vnk_candidate *candidate, double (*out)[2]);

/* The steps of a track. Windows, edge maps and fields are dense; in them the flow is along +x. */
void vnk_reference_sub_image (const vnk_plane *in, double x, double y, double flow_x, double flow_y, int width,
                              int height, double *out);

void vnk_reference_gradient_magnitude (const double *in, int width, int height, double *out);

/* One sweep of the published iteration, in place; returns the mean |ΔV|. With `arctan` the switch is H(z) = ½ + atan(z
 * / 1e-10) / π as published, else the step function that it stands for. */
double vnk_reference_mgvf_sweep (const double *edges, int width, int height, double mu, bool arctan, double *field);

/* Its fixed point. */
void vnk_reference_mgvf (const double *edges, int width, int height, double mu, double *field);

/* A snake of VNK_ELLIPSE_POINTS radii at equal angles, the first along +x, around a centre, px of the window. */
typedef struct {
  double x, y;
  double radii[VNK_ELLIPSE_POINTS];
  double expected_y;  /* in */
  double score;       /* out, as the next two */
  bool   left;
  int    iterations;
} vnk_reference_snake;

void vnk_reference_ellipse_snake (const double *field, int width, int height, const vnk_ellipse_snake_params *params,
                                  vnk_reference_snake *snake);

/* The field on which the snake of a track lies. */
typedef enum {
  VNK_REFERENCE_EDGES,       /* the edge map */
  VNK_REFERENCE_PUBLISHED,   /* that of the published iteration, until it changes by no more than the tolerance */
  VNK_REFERENCE_FIXED_POINT, /* that to which it converges */
} vnk_reference_field;

void vnk_reference_mgvf_snake (const vnk_plane *in, const vnk_mgvf_snake_params *params, vnk_reference_field kind,
                               vnk_cell *cell);

void vnk_reference_ncc_match (const vnk_plane *first, const vnk_plane *second, double flow_x, double flow_y,
                              vnk_ncc_match *match);

void vnk_reference_resample (const vnk_plane *in, double x, double y, double step_x, double step_y, int width,
                             int height, double *out);

/* Returns what it divided by, 1.25·a + noise. */
double vnk_reference_local_normalise (const vnk_plane *in, int radius, double noise, double limit, double *out);

void vnk_reference_ring_statistics (const vnk_plane *in, vnk_ring_statistics *look);

/* `mean` and `spread` hold what was, and then what is. */
void vnk_reference_running_moments (const vnk_plane *in, double scale, double offset, double share, double spread_share,
                                    double *mean, double *spread);

void vnk_reference_robust_weights (const vnk_plane *spread, const vnk_plane *mask, double cutoff, double min_spread,
                                   double *weight);

void vnk_reference_add_noise (const vnk_plane *in, double scale, uint32_t seed, double *out);

void vnk_reference_flip (const vnk_plane *in, bool upside_down, double *out);

/* `out` and `roundings`, e of vnk.h, hold the last layer's channels one after the other. */
void vnk_reference_network (const vnk_network *network, const vnk_plane *inputs, double *out, double *roundings);

void vnk_reference_pyramid_down (const vnk_plane *in, double *out);

/* `weight` may be NULL: all 1. */
void vnk_reference_translation (const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                                vnk_translation *shift);

/* Eigenvalues and unit eigenvectors of a symmetric matrix, the first n rising by size; with n = 2 the third row and
 * column have to be 0. */
void vnk_reference_eigen (const double matrix[3][3], int n, double values[3], double vectors[3][3]);

/* Of n eigenvalues that rise by size, those of a bright vessel. */
double vnk_reference_vesselness_of (const double values[3], int n, const vnk_vesselness_params *params, double c);

typedef struct {
  double vesselness;
  int    best;         /* which of the sigmas; of no meaning where the vesselness is 0 */
  double direction[3]; /* or its opposite */
  double values[VNK_MAX_SIGMAS]; /* the vesselness at each scale */
  double l[VNK_MAX_SIGMAS][2];   /* λ1 and λ2 */
} vnk_reference_vessel;

/* One of each pixel; returns c. */
double vnk_reference_vesselness (const vnk_plane *in, const vnk_vesselness_params *params, vnk_reference_vessel *out);
