/* vnk-numerics.h: the small numbers that are part of an operation's definition
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Every backend and the references use the same, so that they agree where rounding would otherwise decide. */

#pragma once

/* The variance of a circle's gradients is not taken below this share of their mean square. */
#define VNK_VARIANCE_FLOOR 1e-4

/* A window whose largest gradient is not above this is flat, gray levels per px. */
#define VNK_FLAT_GRADIENT 1e-4f

/* The gradient of the field is normalised by √(|∇V|² + (softness · largest |∇V|)²). With half of this a snake on a
 * sharp ridge leaps from one side to the other and never settles. */
#define VNK_SLOPE_SOFTNESS 0.2

/* The ellipse snake's radii do not shrink below, px. */
#define VNK_ELLIPSE_MIN_RADIUS 1.0

/* A patch of fewer pixels, or of a variance not above this (gray levels²), is flat: it correlates with nothing. */
#define VNK_NCC_MIN_PIXELS 9
#define VNK_FLAT_VARIANCE 1e-4

/* px about the edge of a patch, over which its pixels come to count: with a sharp edge the least rounding of its centre
 * would decide on one. */
#define VNK_NCC_EDGE 1e-3

/* Correlations that differ by no more are the same: a ramp correlates with itself at any shift. */
#define VNK_SAME_CORRELATION 1e-5f

/* An edge map is halved for SOR to start from as long as its shorter side has so many pixels. */
#define VNK_MGVF_MIN_SIDE 16

/* Radii of a disc's rings, as shares of its own. */
#define VNK_RING_RADII { 0.45, 0.8, 1.1 }

/* A step that is longer than a whole number by less than this takes as many samples as one of that number. */
#define VNK_RESAMPLE_SLACK 1e-3

/* Samples of the median spread of a picture, at most. */
#define VNK_ROBUST_WEIGHTS_SAMPLES 4096

/* Standard deviation of a normal distribution over its mean absolute deviation, rounded: √(π/2). */
#define VNK_SD_OF_DEVIATION 1.25

/* A picture's movement: pixels of a tile's side; tiles that hold texture, more than these; side of the smallest level,
 * px; samples of the residual's median, at most; standard deviations at which a residual has lost three quarters of its
 * weight, and the least standard deviation, gray levels. */
#define VNK_TRANSLATION_TILE 16
#define VNK_TRANSLATION_MIN_CLUSTERS 3.0
#define VNK_TRANSLATION_MIN_SIDE 20
#define VNK_TRANSLATION_SAMPLES 2048
#define VNK_TRANSLATION_TOLERANCE 3.0
#define VNK_TRANSLATION_MIN_SD 0.02

/* Steps at each level, at most; a step that is shorter is the last, px, that of all but the largest level (what is left
 * is a tenth of it, and the next level's); and how far a step goes at most, px. The scale of the residuals is measured
 * before the first step of a level, and of the largest one before the second, too, where the first was no shorter than
 * that. */
#define VNK_TRANSLATION_STEPS 8
#define VNK_TRANSLATION_SETTLED 1e-3
#define VNK_TRANSLATION_NEARLY_SETTLED 0.1
#define VNK_TRANSLATION_LONGEST_STEP 1.0

/* Mean square of the gradient in a direction, gray levels² per px², that is none. */
#define VNK_TRANSLATION_FLAT 1e-3

/* Vesselness: the variance of the differences' own smoothing, px²; the least variance of a Gaussian that is sampled
 * well enough for two to make one (their spectra do not overlap: exp (−2π²·⅔) is 2e-6), px²; and the least c that is
 * found by itself, gray levels. */
#define VNK_VESSELNESS_BLUR (1.0 / 3.0)
#define VNK_VESSELNESS_LEAST_VARIANCE (2.0 / 3.0)
#define VNK_VESSELNESS_LEAST_C 0.01
