/* venule-vesselness.h: how much each place of a picture or stack looks like a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-source.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleVesselness:
 * @width: px
 * @height: px
 * @depth: pictures
 * @values: the vesselness of each place, 0 to 1: rows of @width, @height of each picture, picture after picture
 * @on_card: whether a graphics card has computed it
 */
typedef struct {
  int      width;
  int      height;
  int      depth;
  float   *values;
  gboolean on_card;
} VenuleVesselness;

gboolean venule_vesselness_parse_sigmas (const char             *text,
                                         vnk_vesselness_params  *params);
gboolean venule_vesselness_compute      (VenuleVesselness             *self,
                                         VenuleSource                 *source,
                                         const vnk_vesselness_params  *params,
                                         const VenuleSettings         *settings,
                                         GError                      **error);
float   *venule_vesselness_project      (const VenuleVesselness *self);
void     venule_vesselness_clear        (VenuleVesselness       *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleVesselness, venule_vesselness_clear)

G_END_DECLS
