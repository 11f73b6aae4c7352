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

/* A neighbour is beside, neither up- nor downstream, when the cosine of its direction to the flow times its distance
 * is not above this in magnitude: a direction worked out in float is no more accurate. */
#define VNK_PERPENDICULAR 1e-6

/* The gradient of the field is normalised by √(|∇V|² + (softness · largest |∇V|)²). With half of this a snake on a
 * sharp ridge leaps from one side to the other and never settles. */
#define VNK_SLOPE_SOFTNESS 0.2

/* The ellipse snake's radii do not shrink below, px. */
#define VNK_ELLIPSE_MIN_RADIUS 1.0

/* A patch of fewer pixels, or of a variance not above this (gray levels²), is flat: it correlates with nothing. */
#define VNK_MATCH_LEAST_PIXELS 9
#define VNK_FLAT_VARIANCE 1e-4

/* Correlations that differ by no more are the same: a ramp correlates with itself at any shift. */
#define VNK_SAME_CORRELATION 1e-5f

/* A step that is longer than a whole number by less than this takes as many samples as one of that number. */
#define VNK_SAMPLE_SLACK 1e-3

/* Standard deviation of a normal distribution over its mean absolute deviation, rounded: √(π/2). */
#define VNK_SD_OF_DEVIATION 1.25
