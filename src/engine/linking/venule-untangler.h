/* venule-untangler.h: whether two cells that met went on as themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tracklet.h"

G_BEGIN_DECLS

/* Exchanges the paths of tracklets where that is likelier. */
void venule_untangle (GPtrArray *tracklets,
                      double     radius,
                      double     flow_x,
                      double     flow_y);

G_END_DECLS
