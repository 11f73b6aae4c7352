/* venule-contour-snakes.h: the snakes around the cells of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-roi-planes.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/**
 * VenuleContourSnakes:
 *
 * What is to be outlined in a frame, and then the outlines. The snake gives the outline of a cell, not its place, so
 * that the tracker goes on while another thread lays the snakes: venule_contour_snakes_add() and
 * venule_contour_snakes_take() are the tracker's, venule_contour_snakes_run() may be another thread's, frame by frame
 * in their order. Memory is kept from frame to frame.
 */
typedef struct _VenuleContourSnakes VenuleContourSnakes;

VenuleContourSnakes *venule_contour_snakes_new   (const VenuleSettings  *settings);
void                 venule_contour_snakes_free  (VenuleContourSnakes   *self);
/* Forgets what there was. */
void                 venule_contour_snakes_clear (VenuleContourSnakes   *self);
/* The newest spot of @tracklet; @wanted: a snake shall be laid around it. */
void                 venule_contour_snakes_add   (VenuleContourSnakes   *self,
                                                  const VenuleRoiPlanes *roi,
                                                  VenuleTracklet        *tracklet,
                                                  gboolean               wanted);
gboolean             venule_contour_snakes_run   (VenuleContourSnakes   *self,
                                                  vnk_backend           *backend,
                                                  const VenuleRoiPlanes *roi,
                                                  GError               **error);
/* Gives the spots their outlines, and forgets them. */
void                 venule_contour_snakes_take  (VenuleContourSnakes   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleContourSnakes, venule_contour_snakes_free)

G_END_DECLS
