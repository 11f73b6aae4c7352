/* venule-tool.h: what a tool of the canvas does with the pointer and the keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _VenuleCanvas VenuleCanvas;

/**
 * VenuleGrip:
 * @VENULE_GRIP_NONE: there is nothing of the tool under the pointer
 * @VENULE_GRIP_CLICK: a click; when the pointer moves, venule_tool_begin_drag() decides
 * @VENULE_GRIP_DRAG: something is dragged
 *
 * What the button has taken hold of.
 */
typedef enum {
  VENULE_GRIP_NONE,
  VENULE_GRIP_CLICK,
  VENULE_GRIP_DRAG,
} VenuleGrip;

/**
 * VenuleToolChange:
 * @VENULE_TOOL_CHANGE_MODE: another tool was chosen; the canvas has it already
 * @VENULE_TOOL_CHANGE_EDIT_VESSEL: the handles of crop and flow come or go
 * @VENULE_TOOL_CHANGE_SOURCE: another video
 * @VENULE_TOOL_CHANGE_SETTINGS: crop, flow, calibration, ...
 * @VENULE_TOOL_CHANGE_MEASURES: centreline, walls, flux line, or the run that they belong to
 * @VENULE_TOOL_CHANGE_TRACKS: the tracks
 * @VENULE_TOOL_CHANGE_SELECTION: which tracks are selected
 * @VENULE_TOOL_CHANGE_FRAME: another frame comes; the canvas still has the one before
 *
 * What has changed.
 */
typedef enum {
  VENULE_TOOL_CHANGE_MODE,
  VENULE_TOOL_CHANGE_EDIT_VESSEL,
  VENULE_TOOL_CHANGE_SOURCE,
  VENULE_TOOL_CHANGE_SETTINGS,
  VENULE_TOOL_CHANGE_MEASURES,
  VENULE_TOOL_CHANGE_TRACKS,
  VENULE_TOOL_CHANGE_SELECTION,
  VENULE_TOOL_CHANGE_FRAME,
} VenuleToolChange;

/**
 * VenuleToolInterface:
 * @press: the button went down
 * @begin_drag: a click has become a drag; returns whether the tool takes it
 * @drag: the pointer was moved with the button down
 * @release: the button went up, after a click or a drag
 * @hover: the pointer was moved without a button, or has left (@inside); returns whether that changes what is drawn
 * @get_cursor: (nullable): name of the cursor; %NULL: the next tool says
 * @remove: the other button: takes away the point under the pointer; returns whether there was one
 * @nudge: an arrow key
 * @key: another key; returns whether it meant something
 * @finish: Enter: ends what is drawn point by point
 * @take_back: takes back the last point of that
 * @cancel: gives up what it is in the middle of; returns whether that was something
 * @clear: takes away what stays on show after it was drawn, and the keyboard's focus on a handle
 * @settle: what arrow keys have moved until now becomes an edit
 * @changed: something else than the tool's own has changed
 * @draw: over the video, in the widget's coordinates
 *
 * Each may be %NULL. The pointer, the view and what is on show are the canvas's.
 */
#define VENULE_TYPE_TOOL (venule_tool_get_type ())
G_DECLARE_INTERFACE (VenuleTool, venule_tool, VENULE, TOOL, GObject)

struct _VenuleToolInterface
{
  GTypeInterface parent_interface;

  VenuleGrip  (*press)      (VenuleTool       *self,
                             GdkModifierType   state);
  gboolean    (*begin_drag) (VenuleTool       *self);
  void        (*drag)       (VenuleTool       *self);
  void        (*release)    (VenuleTool       *self,
                             GdkModifierType   state);
  gboolean    (*hover)      (VenuleTool       *self,
                             gboolean          inside);
  const char *(*get_cursor) (VenuleTool       *self);
  gboolean    (*remove)     (VenuleTool       *self);
  gboolean    (*nudge)      (VenuleTool       *self,
                             double            dx,
                             double            dy,
                             GdkModifierType   state);
  gboolean    (*key)        (VenuleTool       *self,
                             guint             keyval,
                             GdkModifierType   state);
  gboolean    (*finish)     (VenuleTool       *self);
  gboolean    (*take_back)  (VenuleTool       *self);
  gboolean    (*cancel)     (VenuleTool       *self);
  gboolean    (*clear)      (VenuleTool       *self);
  void        (*settle)     (VenuleTool       *self);
  void        (*changed)    (VenuleTool       *self,
                             VenuleToolChange  change);
  void        (*draw)       (VenuleTool       *self,
                             cairo_t          *cr);
};

VenuleGrip  venule_tool_press      (VenuleTool       *self,
                                    GdkModifierType   state);
gboolean    venule_tool_begin_drag (VenuleTool       *self);
void        venule_tool_drag       (VenuleTool       *self);
void        venule_tool_release    (VenuleTool       *self,
                                    GdkModifierType   state);
gboolean    venule_tool_hover      (VenuleTool       *self,
                                    gboolean          inside);
const char *venule_tool_get_cursor (VenuleTool       *self);
gboolean    venule_tool_remove     (VenuleTool       *self);
gboolean    venule_tool_nudge      (VenuleTool       *self,
                                    double            dx,
                                    double            dy,
                                    GdkModifierType   state);
gboolean    venule_tool_key        (VenuleTool       *self,
                                    guint             keyval,
                                    GdkModifierType   state);
gboolean    venule_tool_finish     (VenuleTool       *self);
gboolean    venule_tool_take_back  (VenuleTool       *self);
gboolean    venule_tool_cancel     (VenuleTool       *self);
gboolean    venule_tool_clear      (VenuleTool       *self);
void        venule_tool_settle     (VenuleTool       *self);
void        venule_tool_changed    (VenuleTool       *self,
                                    VenuleToolChange  change);
void        venule_tool_draw       (VenuleTool       *self,
                                    cairo_t          *cr);

G_END_DECLS
