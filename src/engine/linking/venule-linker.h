/* venule-linker.h: one cell, one track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

void       venule_link_tracklets   (GPtrArray            *tracklets,
                                    const VenuleSettings *settings,
                                    int                   frame_width,
                                    int                   frame_height);
GPtrArray *venule_link_make_tracks (GPtrArray            *tracklets);

G_END_DECLS
