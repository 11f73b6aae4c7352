/* venule-doubts.h: which places of cells are less certain than the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleDoubts:
 *
 * Where all cells of a run are, and what is doubtful about a place.
 */
typedef struct _VenuleDoubts VenuleDoubts;

VenuleDoubts *venule_doubts_new   (GPtrArray            *tracks,
                                   const VenuleSettings *settings,
                                   int                   frame_width,
                                   int                   frame_height);
void          venule_doubts_free  (VenuleDoubts         *self);
void          venule_doubts_fill  (const VenuleDoubts   *self,
                                   VenuleSpot           *spots,
                                   guint                 n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDoubts, venule_doubts_free)

G_END_DECLS
