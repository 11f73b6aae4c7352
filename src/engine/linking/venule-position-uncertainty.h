/* venule-position-uncertainty.h: which places of cells are less certain than the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-for-each-frame.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenulePositionUncertainty:
 *
 * What may be doubtful about the place of a cell.
 */
typedef struct _VenulePositionUncertainty VenulePositionUncertainty;

VenulePositionUncertainty *venule_position_uncertainty_new (const VenuleSettings *settings,
                                                            int                   frame_width,
                                                            int                   frame_height);
void          venule_position_uncertainty_free (VenulePositionUncertainty *self);
void          venule_position_uncertainty_fill (const VenulePositionUncertainty *self,
                                                const VenuleHere                *here,
                                                guint                            n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenulePositionUncertainty, venule_position_uncertainty_free)

G_END_DECLS
