/* venule-doubts.h: which places of cells are less certain than the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frames.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenuleDoubts:
 *
 * What may be doubtful about the place of a cell.
 */
typedef struct _VenuleDoubts VenuleDoubts;

VenuleDoubts *venule_doubts_new   (const VenuleSettings *settings,
                                   int                   frame_width,
                                   int                   frame_height);
void          venule_doubts_free  (VenuleDoubts         *self);
void          venule_doubts_fill  (const VenuleDoubts   *self,
                                   const VenuleHere     *here,
                                   guint                 n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDoubts, venule_doubts_free)

G_END_DECLS
