/* venule-pieces.h: pieces of the path of one cell that flows freely
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tracklet.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/* Joins those of @tracklets (element-type VenuleTracklet) that are one. @slowest: px/s; @flow: of length 1. */
void venule_pieces_join (GPtrArray   *tracklets,
                         double       diameter,
                         double       slowest,
                         VenulePoint  flow);

G_END_DECLS
