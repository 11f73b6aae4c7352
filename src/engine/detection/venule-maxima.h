/* venule-maxima.h: the summits of a map of scores, however many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-roi-planes.h"

G_BEGIN_DECLS

gboolean venule_maxima_find (vnk_backend     *backend,
                             const vnk_plane *score,
                             const vnk_plane *radius,
                             const vnk_plane *mean,
                             const vnk_plane *growth,
                             const vnk_plane *dilated,
                             float            threshold,
                             int              border,
                             GArray          *candidates,
                             GError         **error);

G_END_DECLS
