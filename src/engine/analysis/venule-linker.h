/* venule-linker.h: one cell, one track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/* (transfer full) (element-type VenuleTrack): the tracks of a whole run, by first frame, numbered from 1. */
GPtrArray *venule_link_tracklets (GPtrArray            *tracklets,
                                  const VenuleSettings *settings,
                                  int                   frame_width,
                                  int                   frame_height);

G_END_DECLS
