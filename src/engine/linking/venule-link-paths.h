/* venule-link-paths.h: one cell, one track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-chance.h"

G_BEGIN_DECLS

void       venule_link_paths       (GPtrArray            *paths,
                                    const VenuleSettings *settings,
                                    int                   frame_width,
                                    int                   frame_height,
                                    const VenuleClutter  *clutter,
                                    GCancellable         *cancellable);
GPtrArray *venule_link_make_tracks (GPtrArray            *paths,
                                    double                diameter);

G_END_DECLS
