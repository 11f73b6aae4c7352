/* venule-gray-levels.h: the gray levels of the frame on show and of the video, counted in threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-gray-histogram.h"
#include "venule-player.h"

G_BEGIN_DECLS

/**
 * VenuleGrayLevels:
 *
 * Counts while it is active, one frame at a time: during playback, the next is the frame on show when the last count
 * ends. The video's frames are looked at again when the crop changes, and when more of them are known.
 *
 * Signal: changed.
 */
#define VENULE_TYPE_GRAY_LEVELS (venule_gray_levels_get_type ())
G_DECLARE_FINAL_TYPE (VenuleGrayLevels, venule_gray_levels, VENULE, GRAY_LEVELS, GObject)

VenuleGrayLevels          *venule_gray_levels_new          (void);
void                       venule_gray_levels_set_document (VenuleGrayLevels *self,
                                                            VenuleDocument   *document); /* nullable */
void                       venule_gray_levels_set_player   (VenuleGrayLevels *self,
                                                            VenulePlayer     *player);   /* nullable */
/* Whether the counts are on show. */
void                       venule_gray_levels_set_active   (VenuleGrayLevels *self,
                                                            gboolean          active);
/* (nullable): of a frame that was on show; it is that of the one on show once @current. */
const VenuleGrayHistogram *venule_gray_levels_get_frame    (VenuleGrayLevels *self,
                                                            gboolean         *current);
/* (nullable): of the video, as far as it is known. */
const VenuleExposure      *venule_gray_levels_get_exposure (VenuleGrayLevels *self);

G_END_DECLS
