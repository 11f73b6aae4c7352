/* venule-canvas.h: the video with everything that is drawn over it, and the tools that draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-frame-texture.h"
#include "venule-kymograph.h"
#include "venule-overlay.h"
#include "venule-player.h"
#include "venule-selection.h"
#include "venule-vessel-geometry.h"

G_BEGIN_DECLS

/**
 * VenuleCanvasMode:
 * @VENULE_MODE_SELECT: click selects a track; the crop's and flow's handles can be dragged when editing is on
 * @VENULE_MODE_SCALE: draw a line over a scale bar of known length
 * @VENULE_MODE_RECTANGLE: drag a new rectangle; then its handles (corners, edges, inside, turning)
 * @VENULE_MODE_POLYGON: click corner after corner; double click, Enter or a click on the first corner closes
 * @VENULE_MODE_FLOW: drag an arrow along the flow
 * @VENULE_MODE_CELL: drag across a cell to give its diameter
 * @VENULE_MODE_ADD: click cell after cell
 * @VENULE_MODE_LINK: click a cell, unless one is selected; then in another frame the cell that is the same
 * @VENULE_MODE_LINE: click point after point of the kymograph's line; double click or Enter ends
 * @VENULE_MODE_VESSEL: the handles of centreline, walls and flux line are shown and can be dragged
 */
typedef enum {
  VENULE_MODE_SELECT,
  VENULE_MODE_SCALE,
  VENULE_MODE_RECTANGLE,
  VENULE_MODE_POLYGON,
  VENULE_MODE_FLOW,
  VENULE_MODE_CELL,
  VENULE_MODE_ADD,
  VENULE_MODE_LINK,
  VENULE_MODE_LINE,
  VENULE_MODE_VESSEL,
  VENULE_N_MODES,
} VenuleCanvasMode;

/**
 * VenuleCanvas:
 *
 * The video with its overlays, tools and zoom.
 *
 * Properties with notify: document, player, selection, mode (int: #VenuleCanvasMode), zoom (double, device px per video
 * px; may be set), fit (boolean, read only), edit-vessel (boolean: handles of crop and flow are shown and can be
 * dragged; drawing a crop or a flow turns it on), frame (int64, read only: the one on show; −1: none).
 * Signals:
 *  - scale-drawn (double length_px)
 *  - cell-drawn (double diameter_px)
 *  - track-clicked (uint id, gboolean extend): id 0: the background. The canvas has changed its selection already.
 *  - cell-placed (double x, double y, uint state): a click with VENULE_MODE_ADD, px of the video; the modifiers of it
 *  - link-chosen (uint a, int64 frame_a, uint b, int64 frame_b): track a up to frame_a goes on as b from frame_b
 *  - spot-moved (uint id, int64 frame, double x, double y, boolean exactly): the cell of a track in that frame is to
 *    lie there; exactly: it is not to be fitted to the picture
 *  - spot-resized (uint id, int64 frame, double radius)
 *  - display-changed: venule_canvas_set_display_window() was called
 *  - line-drawn (GArray of VenulePoint): the kymograph's line, px where the picture has not moved
 *  - geometry-drawn (VenuleMeasureSettings): centreline, walls or flux line were changed
 *  - geometry-changed: they, or what of them is being changed (venule_canvas_get_geometry()), or which handle has the
 *    focus
 *  - flow-outside: the arrow was drawn beside the crop, and is not taken
 *  - tool-finished: the tool did its work; the canvas is back at VENULE_MODE_SELECT
 *
 * Crop, polygon and flow are written straight into the document's settings (venule_document_set_settings()) when the
 * button is let go; Esc while it is down leaves them as they were.
 *
 * Mouse: a click selects a cell, with Ctrl or Shift one more or one less; a drag on the background selects the cells in
 * a rubber band, with Ctrl or Shift beside those that are selected already. The other button shows a menu. The wheel
 * (with Ctrl too) zooms about the pointer, Shift and the wheel pans; the middle button, or the first one with the space
 * bar held, drags the video; without tracks, or by a finger, the first one alone too. Touchpad: two fingers pan,
 * pinching or Ctrl zooms.
 * Keyboard, when it has the focus: + − 0 zoom, Ctrl and arrows pan, Menu or Shift+F10 show the menu. A drawing tool
 * gets a cross with the first arrow key; arrows move it (Shift: by 10 px), Enter begins and ends the shape, Esc leaves.
 * With edit-vessel on, Tab goes through the handles, arrows move the handle or the whole crop by 1 px (Shift: 10), or
 * turn it by 1° (15°) at its turning handle; Delete removes a polygon's corner. With VENULE_MODE_VESSEL the same keys
 * go for its handles; Enter, another handle or a second without a key make an edit of what the arrows moved. All other
 * keys are left to the window.
 */
#define VENULE_TYPE_CANVAS (venule_canvas_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCanvas, venule_canvas, VENULE, CANVAS, GtkWidget)

GtkWidget                  *venule_canvas_new                 (void);
void                        venule_canvas_set_document        (VenuleCanvas               *self,
                                                               VenuleDocument             *document);
void                        venule_canvas_set_player          (VenuleCanvas               *self,
                                                               VenulePlayer               *player);
void                        venule_canvas_set_selection       (VenuleCanvas               *self,
                                                               VenuleSelection            *selection);
void                        venule_canvas_set_mode            (VenuleCanvas               *self,
                                                               VenuleCanvasMode            tool);
VenuleCanvasMode            venule_canvas_get_mode            (VenuleCanvas               *self);
/* Whether a button is down on it, or a shape is being drawn. */
gboolean                    venule_canvas_is_held             (VenuleCanvas               *self);
void                        venule_canvas_offer_tool          (VenuleCanvas               *self,
                                                               VenuleCanvasMode            tool);
gboolean                    venule_canvas_is_offered          (VenuleCanvas               *self);
/* Number of the frame on show; −1: none. */
gint64                      venule_canvas_get_frame           (VenuleCanvas               *self);
void                        venule_canvas_clear_mark          (VenuleCanvas               *self);
/* Before anything is undone, or done again. */
gboolean                    venule_canvas_take_back           (VenuleCanvas               *self);
void                        venule_canvas_settle              (VenuleCanvas               *self);
void                        venule_canvas_set_edit_vessel     (VenuleCanvas               *self,
                                                               gboolean                    edit);
/* Overlay switches; copied. */
const VenuleOverlayOptions *venule_canvas_get_overlay         (VenuleCanvas               *self);
void                        venule_canvas_set_overlay         (VenuleCanvas               *self,
                                                               const VenuleOverlayOptions *options);
/* (nullable): a picture in place of the frames, and what it is. */
void                        venule_canvas_set_projection      (VenuleCanvas               *self,
                                                               VenuleFrame                *projection,
                                                               const char                 *name);
/* (nullable): a vessel to be confirmed, drawn dashed. */
void                        venule_canvas_set_proposed        (VenuleCanvas               *self,
                                                               const VenuleSettings       *settings);
/* Detections of the preview, drawn dashed (element-type VenuleDetection); NULL: none. Takes a reference. */
void                        venule_canvas_set_detections      (VenuleCanvas               *self,
                                                               GArray                     *detections);
/* (nullable): whose line is shown, with handles. Takes a reference. */
void                        venule_canvas_set_kymograph       (VenuleCanvas               *self,
                                                               VenuleKymograph            *kymograph);
/* (transfer none) (nullable): centreline, walls and flux line as they are drawn now; NULL: not with this tool. */
VenuleVesselGeometry       *venule_canvas_get_geometry        (VenuleCanvas               *self);
/* (transfer none): the handle that was taken hold of last. */
const VenuleGeometryHandle *venule_canvas_get_geometry_handle (VenuleCanvas               *self);
/* (nullable): numbers, shown beside what is dragged. */
void                        venule_canvas_set_geometry_text   (VenuleCanvas               *self,
                                                               const char                 *text);
/* Which samples are black and white; { 0, 0 } (the default): all of the bit depth. */
void                        venule_canvas_set_display_window  (VenuleCanvas               *self,
                                                               const VenuleDisplayWindow  *window);
const VenuleDisplayWindow  *venule_canvas_get_display_window  (VenuleCanvas               *self);
/* From which sample on pixels are marked with stripes, as saturated; 0 (the default): none are. */
void                        venule_canvas_set_ceiling         (VenuleCanvas               *self,
                                                               guint                       level);
/* The selected track's cell in the frame on show. */
gboolean                    venule_canvas_nudge_spot          (VenuleCanvas               *self,
                                                               double                      dx,
                                                               double                      dy,
                                                               double                      growth);
void                        venule_canvas_keep_spot           (VenuleCanvas               *self);
/* Cells of the frame on show. */
void                        venule_canvas_select_all          (VenuleCanvas               *self);
void                        venule_canvas_select_others       (VenuleCanvas               *self);
gboolean                    venule_canvas_select_next         (VenuleCanvas               *self,
                                                               int                         direction);
void                        venule_canvas_set_trail           (VenuleCanvas               *self,
                                                               const VenulePoint          *points,
                                                               guint                       n);
void                        venule_canvas_set_brush           (VenuleCanvas               *self,
                                                               gboolean                    shown);
gboolean                    venule_canvas_get_pointer         (VenuleCanvas               *self,
                                                               VenulePoint                *at);
double                      venule_canvas_get_zoom            (VenuleCanvas               *self);
void                        venule_canvas_set_zoom            (VenuleCanvas               *self,
                                                               double                      zoom);
void                        venule_canvas_zoom_in             (VenuleCanvas               *self);
void                        venule_canvas_zoom_out            (VenuleCanvas               *self);
void                        venule_canvas_zoom_fit            (VenuleCanvas               *self);
void                        venule_canvas_zoom_original       (VenuleCanvas               *self);

G_END_DECLS
