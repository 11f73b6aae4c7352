/* venule-document-frames.h: what a spot takes from its frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/* A spot in a frame between two others: on the line in time from one place in the tissue to the other. */
void     venule_document_make_between (VenuleDocument    *self,
                                       const VenuleSpot  *before,
                                       const VenuleSpot  *after,
                                       gint64             frame,
                                       VenuleSpot        *spot);

/* Gives a spot the time of its frame, and how far the picture had moved there. */
void     venule_document_fill_frame   (VenuleDocument    *self,
                                       VenuleSpot        *spot);

G_END_DECLS
