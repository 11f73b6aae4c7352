/* venule-spot-list.h: the spots of tracks as one list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/* A spot as a row of the table; a copy of what the track held. */
#define VENULE_TYPE_SPOT_ROW (venule_spot_row_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSpotRow, venule_spot_row, VENULE, SPOT_ROW, GObject)

guint                    venule_spot_row_get_track_id    (VenuleSpotRow *self);
const VenulePlace       *venule_spot_row_get_spot        (VenuleSpotRow *self);
const VenuleCalibration *venule_spot_row_get_calibration (VenuleSpotRow *self);

/**
 * VenuleSpotList:
 *
 * A list model of #VenuleSpotRow that are made when they are asked for: of hundreds of thousands of spots a table shows
 * a few. It does not follow the document by itself: the table says when.
 */
#define VENULE_TYPE_SPOT_LIST (venule_spot_list_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSpotList, venule_spot_list, VENULE, SPOT_LIST, GObject)

VenuleSpotList *venule_spot_list_new  (void);
/* Lists the spots of the tracks @ids (element-type guint), in their order; NULL: of all tracks. */
void            venule_spot_list_fill (VenuleSpotList *self,
                                       VenuleDocument *document,
                                       GArray         *ids);

G_END_DECLS
