/* venule-outlines.h: the outlines of the cells of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-roi-planes.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/**
 * VenuleOutlines:
 *
 * What is to be outlined in a frame, and then the outlines. The snake gives the outline of a cell, not its place, so
 * that the tracker goes on while another thread lays the snakes: venule_outlines_add() and venule_outlines_take() are
 * the tracker's, venule_outlines_run() may be another thread's, frame by frame in their order. Memory is kept from
 * frame to frame.
 */
typedef struct _VenuleOutlines VenuleOutlines;

VenuleOutlines *venule_outlines_new   (const VenuleSettings  *settings);
void            venule_outlines_free  (VenuleOutlines        *self);
/* Forgets what there was. */
void            venule_outlines_clear (VenuleOutlines        *self);
/* The newest spot of @tracklet; @wanted: a snake shall be laid around it. */
void            venule_outlines_add   (VenuleOutlines        *self,
                                       const VenuleRoiPlanes *roi,
                                       VenuleTracklet        *tracklet,
                                       gboolean               wanted);
gboolean        venule_outlines_run   (VenuleOutlines        *self,
                                       vnk_backend           *backend,
                                       const VenuleRoiPlanes *roi,
                                       GError               **error);
/* Gives the spots their outlines, and forgets them. */
void            venule_outlines_take  (VenuleOutlines        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleOutlines, venule_outlines_free)

G_END_DECLS
