/* venule-gray-histogram.h: how often each gray level stands in frames, and what that says of the recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleGrayHistogram:
 * @bit_depth: of the frames
 * @n_levels: 2 to the power of @bit_depth
 * @n_pixels: that were counted
 * @counts: (array length=n_levels): how many of them have each gray level
 *
 * Of the samples as the file has them. What exceeds the bit depth, in a damaged file, is in the last level.
 */
typedef struct {
  int      bit_depth;
  guint    n_levels;
  guint64  n_pixels;
  guint64 *counts;
} VenuleGrayHistogram;

/**
 * VenuleExposure:
 * @video: of whole frames that are spread over the video
 * @crop: of the same frames within the crop
 * @ceiling: the gray level at which the camera saturates: what has it, or more, is saturated
 * @saturated: share of the crop's pixels that are, 0 to 1
 * @n_used: gray levels of the crop that make up its darkest to its brightest pixels, but for a thousandth at both ends
 * @few: whether they are so few that cells are drawn in steps
 *
 * How the camera was set, by the video.
 */
typedef struct {
  VenuleGrayHistogram *video, *crop;
  guint                ceiling;
  double               saturated;
  guint                n_used;
  gboolean             few;
} VenuleExposure;

/**
 * VenuleExposureMeter:
 *
 * Finds a #VenuleExposure by frames that it is given.
 */
typedef struct _VenuleExposureMeter VenuleExposureMeter;

VenuleGrayHistogram *venule_gray_histogram_new         (int                        bit_depth);
void                 venule_gray_histogram_free        (VenuleGrayHistogram       *self);
gboolean             venule_gray_histogram_add         (VenuleGrayHistogram       *self,
                                                        VenuleFrame               *frame,
                                                        GError                   **error);
guint                venule_gray_histogram_get_ceiling (const VenuleGrayHistogram *self);
gboolean             venule_gray_histogram_get_limits  (const VenuleGrayHistogram *self,
                                                        guint                     *strength,
                                                        guint                     *black,
                                                        guint                     *white);

VenuleExposureMeter *venule_exposure_meter_new         (const VenuleVessel        *vessel,
                                                        int                        width,
                                                        int                        height,
                                                        int                        bit_depth,
                                                        GError                   **error);
void                 venule_exposure_meter_free        (VenuleExposureMeter       *self);
gboolean             venule_exposure_meter_add         (VenuleExposureMeter       *self,
                                                        VenuleFrame               *frame,
                                                        GError                   **error);
VenuleExposure      *venule_exposure_meter_end         (VenuleExposureMeter       *self);

VenuleExposure      *venule_exposure_measure           (VenuleSource              *source,
                                                        const VenuleVessel        *vessel,
                                                        GCancellable              *cancellable,
                                                        GError                   **error);
void                 venule_exposure_free              (VenuleExposure            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleGrayHistogram, venule_gray_histogram_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleExposureMeter, venule_exposure_meter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleExposure, venule_exposure_free)

G_END_DECLS
