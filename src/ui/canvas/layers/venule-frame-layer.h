/* venule-frame-layer.h: the frame of the video, as a texture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-canvas-view.h"
#include "venule-frame-texture.h"

G_BEGIN_DECLS

/**
 * VenuleFrameLayer:
 *
 * Makes a texture of a frame, and keeps it until the frame, the view or the gray levels change.
 */
typedef struct _VenuleFrameLayer VenuleFrameLayer;

VenuleFrameLayer          *venule_frame_layer_new         (void);
void                       venule_frame_layer_free        (VenuleFrameLayer          *self);
/* Which samples are shown black and white. */
void                       venule_frame_layer_set_window  (VenuleFrameLayer          *self,
                                                           const VenuleDisplayWindow *window);
const VenuleDisplayWindow *venule_frame_layer_get_window  (VenuleFrameLayer          *self);
/* From which sample on pixels are marked with stripes; 0: none are. */
void                       venule_frame_layer_set_ceiling (VenuleFrameLayer          *self,
                                                           guint                      level);
guint                      venule_frame_layer_get_ceiling (VenuleFrameLayer          *self);
/* The frame is another one. */
void                       venule_frame_layer_set_frame   (VenuleFrameLayer          *self,
                                                           VenuleFrame               *frame); /* nullable */
void                       venule_frame_layer_view_changed (VenuleFrameLayer         *self);
void                       venule_frame_layer_snapshot    (VenuleFrameLayer          *self,
                                                           const VenuleCanvasView    *view,
                                                           GtkSnapshot               *snapshot);

G_END_DECLS
