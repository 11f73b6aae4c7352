/* venule-canvas-private.h: what the files of the canvas share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas-view.h"
#include "venule-canvas.h"
#include "venule-frame-layer.h"
#include "venule-layer.h"
#include "venule-tool.h"
#include "venule-velocity-scale.h"

G_BEGIN_DECLS

/**
 * VenuleDragState:
 * @VENULE_DRAG_NONE: no button is down
 * @VENULE_DRAG_CLICK: a button went down where a click or the start of a drag are possible
 * @VENULE_DRAG_TOOL: a tool drags something
 * @VENULE_DRAG_PAN: the video is moved
 *
 * What the pointer is doing.
 */
typedef enum {
  VENULE_DRAG_NONE,
  VENULE_DRAG_CLICK,
  VENULE_DRAG_TOOL,
  VENULE_DRAG_PAN,
} VenuleDragState;

/**
 * VenulePointer:
 * @video: where it is, px of the video
 * @widget: where it is, logical px
 * @press_video: where the button went down
 * @press_widget: the same in the widget
 * @inside: whether it is over the canvas
 * @moved: whether it has left the place where the button went down
 * @snap: whether Shift is held
 * @touch: whether it is a finger
 * @crosshair: whether the keyboard moves it
 */
typedef struct {
  VenulePoint video, widget, press_video, press_widget;
  gboolean    inside, moved, snap, touch, crosshair;
} VenulePointer;

/* The tools, in the order in which they are drawn and asked. */
typedef enum {
  VENULE_CANVAS_TOOL_CROP,
  VENULE_CANVAS_TOOL_GEOMETRY,
  VENULE_CANVAS_TOOL_RULER,
  VENULE_CANVAS_TOOL_SPOT,
  VENULE_CANVAS_TOOL_LINE,
  VENULE_CANVAS_TOOL_ADD,
  VENULE_CANVAS_TOOL_LINK,
  VENULE_CANVAS_TOOL_SELECT,
  VENULE_CANVAS_N_TOOLS,
} VenuleCanvasToolIndex;

/* What is drawn once and kept until something in it changes. What stands in corners is apart, so that little of the
 * picture is drawn again for it. */
typedef enum {
  VENULE_LAYER_SELECTED,
  VENULE_LAYER_TRACKS,
  VENULE_LAYER_SCALE,
  VENULE_LAYER_COLORS,
  VENULE_LAYER_TIME,
  VENULE_N_LAYERS,
} VenuleLayerIndex;

#define VENULE_LAYER_BIT(layer) (1u << (layer))
#define VENULE_LAYERS_ALL ((1u << VENULE_N_LAYERS) - 1)
#define VENULE_LAYERS_OF_FRAME \
  (VENULE_LAYERS_ALL & ~(VENULE_LAYER_BIT (VENULE_LAYER_SCALE) | VENULE_LAYER_BIT (VENULE_LAYER_COLORS)))

/* Everything is drawn twice, dark below light, so that it is seen on bright and on dark tissue. Logical px. */
#define VENULE_CANVAS_LINE 1.5
#define VENULE_CANVAS_SHADE 2.0
struct _VenuleCanvas
{
  GtkWidget             parent_instance;

  VenuleDocument       *document;
  VenulePlayer         *player;
  VenuleSelection      *selection;
  VenuleOverlayOptions  overlay;    /* without selected and scale */
  struct
  {
    GArray *detections; /* VenuleDetection; nullable */
    gint64  frame;
  } preview;

  /* Drawing */
  VenuleCanvasView      view;
  VenuleFrame          *frame;
  VenuleFrameLayer     *frame_layer;
  VenuleFrame          *projection;      /* shown in place of the frame; nullable */
  char                 *projection_name; /* said over it; nullable */
  VenuleLayer           layers[VENULE_N_LAYERS];
  gboolean              crowded;      /* whether the cells that were drawn last were very many */
  VenuleVelocityScale  *velocity_scale;
  double                velocity_max; /* that was drawn last */
  guint                 describe_timeout;

  /* Tools */
  VenuleTool           *tools[VENULE_CANVAS_N_TOOLS];
  VenuleTool           *held;        /* that took hold of what the button went down on; borrowed */
  VenuleCanvasMode      mode;        /* the one that was chosen */
  gboolean              offered;     /* by the program, not chosen by the user */
  gboolean              edit_vessel;
  VenuleSettings       *proposed;    /* shown in place of the document's until they are confirmed; nullable */
  VenuleDragState       drag;
  VenulePointer         pointer;
  const char           *cursor;      /* name of the one that is shown; static */
  struct
  {
    gboolean held, used; /* used: the video was dragged meanwhile */
  } space;
  struct
  {
    GtkPopover *track, *video; /* nullable: made when first asked for */
  } menus;
  struct
  {
    guint       notify; /* source */
    double      told;
    gboolean    told_fit;
    double      pinch;
    VenulePoint pinch_at;
  } zoom;
};

/* venule-canvas.c */
gboolean     venule_canvas_has_video       (VenuleCanvas    *self);
void         venule_canvas_invalidate      (VenuleCanvas    *self,
                                            guint            layers);

const VenuleSettings *venule_canvas_get_settings     (VenuleCanvas             *self); /* nullable */
const VenuleSettings *venule_canvas_get_shown_settings
                                                     (VenuleCanvas             *self); /* nullable: of the tracks */
const VenuleSettings *venule_canvas_get_resting_settings
                                                     (VenuleCanvas             *self); /* nullable: of the vessel */

/* venule-canvas-signals.c */
void         venule_canvas_install_signals (GObjectClass    *object_class);
void         venule_canvas_emit_clicked    (VenuleCanvas    *self,
                                            guint            id,
                                            gboolean         extend);
void         venule_canvas_finish_tool     (VenuleCanvas    *self);

/* venule-canvas-drawing.c */
void         venule_canvas_snapshot        (GtkWidget       *widget,
                                            GtkSnapshot     *snapshot);

/* venule-canvas-draw-helpers.c */
VenulePoint  venule_canvas_in_widget       (VenuleCanvas    *self,
                                            VenulePoint      point);
void         venule_canvas_line_to         (VenuleCanvas    *self,
                                            cairo_t         *cr,
                                            VenulePoint      point);
void         venule_canvas_stroke          (cairo_t         *cr,
                                            const GdkRGBA   *color,
                                            double           width);
void         venule_canvas_draw_label      (VenuleCanvas    *self,
                                            cairo_t         *cr,
                                            VenulePoint      at,
                                            const char      *text);

/* The point of the video that is nearest. */
VenulePoint  venule_canvas_keep_inside     (VenuleCanvas    *self,
                                            VenulePoint      point);
char        *venule_canvas_format_length   (VenuleCanvas    *self,
                                            double           px);

/* layers/venule-selected-layer.c */
void         venule_canvas_draw_ring       (VenuleCanvas    *self,
                                            cairo_t         *cr,
                                            VenuleTrack     *track);
/* Of any number of tracks. */
void         venule_canvas_draw_rings      (VenuleCanvas    *self,
                                            cairo_t         *cr,
                                            GPtrArray       *tracks);

/* tools/venule-select-tool.c */
GPtrArray   *venule_canvas_dup_tracks      (VenuleCanvas    *self);
gboolean     venule_canvas_can_band        (VenuleCanvas    *self);

/* venule-canvas-menu.c */
void         venule_canvas_popup_at        (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y);
void         venule_canvas_popup_menu      (VenuleCanvas    *self);
gboolean     venule_canvas_is_menu_open    (VenuleCanvas    *self);
void         venule_canvas_present_menus   (VenuleCanvas    *self);
void         venule_canvas_drop_menus      (VenuleCanvas    *self);

/* venule-canvas-zoom.c */
void         venule_canvas_add_zoom        (VenuleCanvas    *self);
void         venule_canvas_view_changed    (VenuleCanvas    *self);
void         venule_canvas_pan             (VenuleCanvas    *self,
                                            double           dx,
                                            double           dy);
gboolean     venule_canvas_scroll          (VenuleCanvas    *self,
                                            double           dx,
                                            double           dy,
                                            GdkModifierType  state,
                                            gboolean         touchpad);
void         venule_canvas_pinch_begin     (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y);
void         venule_canvas_pinch           (VenuleCanvas    *self,
                                            double           scale,
                                            double           widget_x,
                                            double           widget_y);

/* venule-canvas-tools.c: the pointer, and the keyboard in its place */
void         venule_canvas_add_tools       (VenuleCanvas    *self);
void         venule_canvas_notify_tools    (VenuleCanvas    *self,
                                            VenuleToolChange change);
gboolean     venule_canvas_is_active       (VenuleCanvas    *self,
                                            VenuleTool      *tool);
/* Calls one function of the tools that are active, one after the other, until one returns TRUE. */
gboolean     venule_canvas_ask_tools       (VenuleCanvas    *self,
                                            gboolean (*ask) (VenuleTool *tool));
void         venule_canvas_press           (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y,
                                            GdkModifierType  state);
void         venule_canvas_drag            (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y,
                                            GdkModifierType  state);
void         venule_canvas_release         (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y,
                                            GdkModifierType  state);
gboolean     venule_canvas_press_secondary (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y);
void         venule_canvas_hover           (VenuleCanvas    *self,
                                            double           widget_x,
                                            double           widget_y);
gboolean     venule_canvas_cancel          (VenuleCanvas    *self);
void         venule_canvas_update_cursor   (VenuleCanvas    *self);

/* venule-canvas-track.c */
VenuleTrack *venule_canvas_find_track      (VenuleCanvas    *self,
                                            double           x,
                                            double           y);
/* (transfer full): number, class and velocity of a track with a cell in the frame on show. */
char        *venule_canvas_describe_track  (VenuleCanvas    *self,
                                            VenuleTrack     *track);
gboolean     venule_canvas_query_tooltip   (GtkWidget       *widget,
                                            int              x,
                                            int              y,
                                            gboolean         keyboard_tooltip,
                                            GtkTooltip      *tooltip);

/* venule-canvas-keys.c */
void         venule_canvas_keep_in_sight   (VenuleCanvas    *self,
                                            double           x,
                                            double           y);
void         venule_canvas_add_keys        (VenuleCanvas    *self);
gboolean     venule_canvas_key             (VenuleCanvas    *self,
                                            guint            keyval,
                                            GdkModifierType  state);

G_END_DECLS
