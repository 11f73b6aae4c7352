/* venule-diameter-profile.h: a measured diameter as the document keeps it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"

G_BEGIN_DECLS

#define VENULE_DIAMETER_PLACES 20000u

/**
 * VenuleDiameterPlace:
 * @along: place on the centreline, px
 * @left: distance of the left wall, px
 * @right: that of the right wall
 * @error: standard error of their sum from the noise of the mean frame, px
 */
typedef struct {
  double along;
  double left, right;
  double error;
} VenuleDiameterPlace;

/* (transfer full): the places as a text for VenuleMeasureSettings.diameter_profile, with the line that they are on. */
char            *venule_diameter_to_text   (const GArray            *places,
                                            const VenuleCentreline  *centreline);

/**
 * venule_diameter_from_text:
 * @text: of venule_diameter_to_text()
 * @key: of venule_centreline_dup_key()
 *
 * Returns: (transfer full) (nullable) (element-type VenuleDiameterPlace): the places; %NULL when they are on another
 *   line, or make no sense
 */
GArray          *venule_diameter_from_text (const char              *text,
                                            const char              *key);

/* (transfer full) (nullable) (element-type VenuleWall): the same, as walls. */
GArray          *venule_diameter_dup_walls (const char              *text,
                                            const char              *key);

G_END_DECLS
