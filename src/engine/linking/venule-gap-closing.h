/* venule-gap-closing.h: joins the segments of one cell's path
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"

G_BEGIN_DECLS

void venule_close_gaps (GPtrArray            *paths,
                        const VenuleSettings *settings,
                        int                   frame_width,
                        int                   frame_height,
                        GCancellable         *cancellable);

G_END_DECLS
