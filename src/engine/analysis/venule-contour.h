/* venule-contour.h: outlines as cells have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @radii and @smooth (may be the same): @n radii at equal angles, px. */
void venule_contour_smooth (const float *radii,
                            float       *smooth,
                            int          n);

G_END_DECLS
