/* venule-cell-montage.h: sub-images of a track, read in a thread as they are wanted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-frame-texture.h"
#include "venule-thumbnail.h"

G_BEGIN_DECLS

/**
 * VenuleCellMontage:
 *
 * Keeps the pictures of one track's cells, frame by frame. A thread with a decoder of its own makes those that are
 * wanted and not there yet, in the order of the frames; a bounded number is kept. Main thread only.
 *
 * Signal: changed: there are more pictures.
 */
#define VENULE_TYPE_CELL_MONTAGE (venule_cell_montage_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCellMontage, venule_cell_montage, VENULE, CELL_MONTAGE, GObject)

VenuleCellMontage *venule_cell_montage_new                (void);
void          venule_cell_montage_set_source (VenuleCellMontage         *self,
                                              VenuleSource              *source); /* nullable */
/* Which samples are black and white, as on the video. */
void               venule_cell_montage_set_display_window (VenuleCellMontage         *self,
                                                           const VenuleDisplayWindow *window);
/* The picture of a frame (transfer none) (nullable): one that shows another place is none. */
GdkTexture        *venule_cell_montage_get                (VenuleCellMontage         *self,
                                                           gint64                     frame,
                                                           const VenuleThumbnail     *thumbnail);

/**
 * venule_cell_montage_want:
 * @self: a montage
 * @frames: (array length=n): rising numbers of frames
 * @thumbnails: (array length=n): what is wanted of each
 * @n: how many; what was wanted before and is not among them is read no longer
 */
void               venule_cell_montage_want               (VenuleCellMontage         *self,
                                                           const gint64              *frames,
                                                           const VenuleThumbnail     *thumbnails,
                                                           guint                      n);

G_END_DECLS
