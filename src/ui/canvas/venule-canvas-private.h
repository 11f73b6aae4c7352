/* venule-canvas-private.h: what the files of the canvas share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas-handles.h"
#include "venule-canvas-view.h"
#include "venule-canvas.h"
#include "venule-frame-texture.h"

G_BEGIN_DECLS

/**
 * VenuleGrab:
 * @VENULE_GRAB_NONE: no button is down
 * @VENULE_GRAB_CLICK: a button went down where a click or the start of a drag are possible
 * @VENULE_GRAB_PAN: the video is moved
 * @VENULE_GRAB_HANDLE: a handle is moved; the result is in the draft
 * @VENULE_GRAB_SHAPE: the tool's shape is drawn from where the button went down
 * @VENULE_GRAB_BAND: cells are caught between where the button went down and the pointer
 * @VENULE_GRAB_SPOT: the selected track's cell is moved or resized; the result is in the spot's draft
 * @VENULE_GRAB_LINE: a point of the kymograph's line is moved; the result is in the line's draft
 * @VENULE_GRAB_SHAPE_HANDLE: a handle of centreline, walls or flux line is moved; the result is in the shape's draft
 *
 * What the pointer is doing.
 */
typedef enum {
  VENULE_GRAB_NONE,
  VENULE_GRAB_CLICK,
  VENULE_GRAB_PAN,
  VENULE_GRAB_HANDLE,
  VENULE_GRAB_SHAPE,
  VENULE_GRAB_BAND,
  VENULE_GRAB_SPOT,
  VENULE_GRAB_LINE,
  VENULE_GRAB_SHAPE_HANDLE,
} VenuleGrab;

/**
 * VenuleSpotPart:
 * @VENULE_SPOT_PART_NONE: nothing
 * @VENULE_SPOT_PART_INSIDE: the whole cell, which is moved
 * @VENULE_SPOT_PART_SIZE: the handle that makes it larger and smaller
 *
 * By what the selected track's cell is taken hold of.
 */
typedef enum {
  VENULE_SPOT_PART_NONE,
  VENULE_SPOT_PART_INSIDE,
  VENULE_SPOT_PART_SIZE,
} VenuleSpotPart;

/* What is drawn once and kept until something in it changes. What stands in corners is apart, so that little of the
 * picture is drawn again for it. */
typedef enum {
  VENULE_LAYER_SELECTED,
  VENULE_LAYER_TRACKS,
  VENULE_LAYER_SCALE,
  VENULE_LAYER_COLORS,
  VENULE_LAYER_TIME,
  VENULE_N_LAYERS,
} VenuleLayer;

#define VENULE_LAYER_BIT(layer) (1u << (layer))
#define VENULE_LAYERS_ALL ((1u << VENULE_N_LAYERS) - 1)
#define VENULE_LAYERS_OF_FRAME \
  (VENULE_LAYERS_ALL & ~(VENULE_LAYER_BIT (VENULE_LAYER_SCALE) | VENULE_LAYER_BIT (VENULE_LAYER_COLORS)))

/* Everything is drawn twice, dark below light, so that it is seen on bright and on dark tissue. Logical px. */
#define VENULE_CANVAS_LINE 1.5
#define VENULE_CANVAS_SHADE 2.0
/* How far the flux line sticks out of the vessel. Logical px. */
#define VENULE_SHAPE_BEYOND 16.0

struct _VenuleCanvas
{
  GtkWidget             parent_instance;

  VenuleDocument       *document;
  VenulePlayer         *player;
  VenuleSelection      *selection;
  VenuleOverlayOptions  overlay;    /* without selected and scale */
  GArray               *detections; /* VenuleDetection; nullable */
  gint64                detections_frame;

  /* Drawing */
  VenuleCanvasView      view;
  VenuleFrame          *frame;
  VenuleDisplayWindow   window;
  VenuleDisplayTable   *table;
  GdkTexture           *texture;      /* of the whole frame; NULL: to be made */
  GdkTexture           *enlarged;     /* of what is in sight; NULL: to be made */
  VenuleTextureView     enlarged_view;
  graphene_rect_t       enlarged_bounds;
  GskRenderNode        *layers[VENULE_N_LAYERS];
  gboolean              crowded;      /* whether the cells that were drawn last were very many */
  double                velocity_max;      /* px/s, of the tracks */
  gint64                velocity_max_next; /* µs, when it may be worked out again */
  gboolean              velocity_max_stale;
  guint                 velocity_max_timeout;
  guint                 zoom_notify;
  guint                 describe_timeout;
  double                told_zoom;
  gboolean              told_fit;

  /* Tools */
  VenuleTool            tool;
  gboolean              offered;     /* whether nobody has chosen it */
  gboolean              edit_vessel;
  VenuleGrab            grab;
  gboolean              moved;       /* whether the pointer left the place where the button went down */
  VenulePoint           press;       /* in the video */
  VenulePoint           press_at;    /* in the widget */
  VenulePoint           pointer;     /* in the video */
  VenulePoint           pointer_at;  /* in the widget */
  gboolean              pointer_in;
  const char           *cursor;      /* name of the one that is shown; static */
  gboolean              space_held;
  gboolean              space_used;  /* whether the video was dragged meanwhile */
  gboolean              snap;        /* Shift */
  gboolean              touch;       /* whether a finger is the pointer */
  VenuleHandle          held;
  VenuleHandle          hovered;
  VenuleHandle          active;      /* that the keyboard moves */
  VenuleVessel         *draft;       /* the vessel while it is changed; nullable */
  VenuleHandleFrame     draft_frame;
  VenuleVessel         *grab_start;  /* the vessel when the handle was taken hold of */
  VenuleHandleFrame     grab_frame;
  GArray               *corners;     /* VenulePoint, of the polygon or the line that is being drawn */
  VenuleKymograph      *kymograph;   /* whose line is shown; nullable */
  GArray               *line_draft;  /* VenulePoint, px of the frame: the line while it is changed; nullable */
  int                   line_held;   /* its point that is moved */
  gboolean              crosshair;   /* whether the keyboard moves the pointer */
  VenuleTool            mark_tool;   /* whose line stays on show after it was drawn; SELECT: none */
  VenulePoint           mark_from, mark_to;
  gboolean              arrow_known; /* whether the flow was drawn here, at a place that is remembered */
  VenulePoint           arrow;
  VenulePoint           arrow_flow;
  GArray               *trail;       /* VenulePoint, of a cell on its way */
  VenuleVesselShape    *shape;       /* of the document; NULL: to be made */
  VenuleVesselShape    *shape_draft; /* while it is changed; nullable */
  VenuleVesselShape    *shape_start; /* when a handle was taken hold of; nullable */
  VenuleShapeHandle     shape_held, shape_hovered, shape_active;
  VenulePoint           shape_shift; /* of the tissue, in the frame below */
  gint64                shape_shift_frame;
  guint                 shape_timeout; /* at which the draft becomes an edit; keys have made it */
  char                 *shape_text;
  gboolean              brush;       /* whether the pointer is shown as a cell */

  gboolean              held_spot;   /* the button went down on the selected track's cell */
  VenuleSpotPart        spot_part;   /* of the selected track's cell that is changed; the draft is below */
  guint                 spot_id;     /* of the track */
  VenulePlace           spot_start;
  double                spot_x, spot_y, spot_radius;
  guint                 spot_timeout; /* at which the draft becomes an edit; keys have made it */
  gboolean              spot_kept;   /* the draft stays on show until the document has changed */
  guint                 link_id;     /* of the track that is to be linked; 0: to be clicked yet */
  gint64                link_frame;
  GtkPopover           *track_menu;  /* nullable, as the next one: made when first asked for */
  GtkPopover           *video_menu;
  double                pinch_zoom;
  VenulePoint           pinch_at;
};

/* venule-canvas.c */
gboolean              venule_canvas_has_video        (VenuleCanvas             *self);
void                  venule_canvas_invalidate       (VenuleCanvas             *self,
                                                      guint                     layers);

/* venule-canvas-signals.c */
void                  venule_canvas_install_signals  (GObjectClass             *object_class);
void                  venule_canvas_emit_display_changed (VenuleCanvas         *self);
void                  venule_canvas_emit_scale       (VenuleCanvas             *self,
                                                      double                    length);
void                  venule_canvas_emit_cell        (VenuleCanvas             *self,
                                                      double                    diameter);
void                  venule_canvas_emit_clicked     (VenuleCanvas             *self,
                                                      guint                     id,
                                                      gboolean                  extend);
/* Tells about it alone. */
void                  venule_canvas_tell_clicked     (VenuleCanvas             *self,
                                                      guint                     id,
                                                      gboolean                  extend);
void                  venule_canvas_emit_placed      (VenuleCanvas             *self,
                                                      double                    x,
                                                      double                    y,
                                                      GdkModifierType           state);

void                  venule_canvas_emit_link        (VenuleCanvas             *self,
                                                      guint                     a,
                                                      gint64                    frame_a,
                                                      guint                     b,
                                                      gint64                    frame_b);
void                  venule_canvas_emit_spot_moved  (VenuleCanvas             *self,
                                                      guint                     id,
                                                      gint64                    frame,
                                                      double                    x,
                                                      double                    y,
                                                      gboolean                  exactly);
void                  venule_canvas_emit_spot_resized (VenuleCanvas            *self,
                                                      guint                     id,
                                                      gint64                    frame,
                                                      double                    radius);
void                  venule_canvas_emit_flow_outside (VenuleCanvas            *self);
/* (element-type VenulePoint) */
void                  venule_canvas_emit_line        (VenuleCanvas             *self,
                                                      GArray                   *points);
void                  venule_canvas_finish_tool      (VenuleCanvas             *self);

/* venule-canvas-vessel.c */
const VenuleSettings *venule_canvas_get_settings     (VenuleCanvas             *self); /* nullable */
const VenuleVessel   *venule_canvas_get_vessel       (VenuleCanvas             *self); /* nullable; the draft if any */
VenuleHandleFrame     venule_canvas_get_handle_frame (VenuleCanvas             *self);
void                  venule_canvas_commit_vessel    (VenuleCanvas             *self,
                                                      const VenuleVessel       *vessel,
                                                      const VenuleHandleFrame  *frame);

/* venule-canvas-drawing.c */
void                  venule_canvas_snapshot         (GtkWidget                *widget,
                                                      GtkSnapshot              *snapshot);

/* venule-canvas-ink.c */
VenulePoint           venule_canvas_in_widget        (VenuleCanvas             *self,
                                                      VenulePoint               point);
void                  venule_canvas_line_to          (VenuleCanvas             *self,
                                                      cairo_t                  *cr,
                                                      VenulePoint               point);
void                  venule_canvas_stroke           (cairo_t                  *cr,
                                                      const GdkRGBA            *color,
                                                      double                    width);
void                  venule_canvas_draw_label       (VenuleCanvas             *self,
                                                      cairo_t                  *cr,
                                                      VenulePoint               at,
                                                      const char               *text);

/* venule-canvas-selected.c */
void                  venule_canvas_draw_selected    (VenuleCanvas             *self,
                                                      cairo_t                  *cr);
void                  venule_canvas_draw_ring        (VenuleCanvas             *self,
                                                      cairo_t                  *cr,
                                                      VenuleTrack              *track);
/* Of any number of tracks. */
void                  venule_canvas_draw_rings       (VenuleCanvas             *self,
                                                      cairo_t                  *cr,
                                                      GPtrArray                *tracks);

/* venule-canvas-select.c */
GPtrArray            *venule_canvas_dup_tracks       (VenuleCanvas             *self);
gboolean              venule_canvas_can_band         (VenuleCanvas             *self);
void                  venule_canvas_commit_band      (VenuleCanvas             *self,
                                                      gboolean                  extend);
void                  venule_canvas_draw_band        (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

/* venule-canvas-brush.c */
void                  venule_canvas_click_add        (VenuleCanvas             *self,
                                                      GdkModifierType           state);
void                  venule_canvas_draw_brush       (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

/* venule-canvas-link.c */
void                  venule_canvas_start_link       (VenuleCanvas             *self);
void                  venule_canvas_click_link       (VenuleCanvas             *self);
gboolean              venule_canvas_press_link       (VenuleCanvas             *self);
void                  venule_canvas_draw_link        (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

/* venule-canvas-line.c */
int                   venule_canvas_find_line        (VenuleCanvas             *self);
void                  venule_canvas_begin_line       (VenuleCanvas             *self,
                                                      int                       handle);
void                  venule_canvas_drag_line        (VenuleCanvas             *self);
void                  venule_canvas_commit_line      (VenuleCanvas             *self);
gboolean              venule_canvas_remove_line_point (VenuleCanvas            *self);
void                  venule_canvas_click_line       (VenuleCanvas             *self);
gboolean              venule_canvas_end_line         (VenuleCanvas             *self);
void                  venule_canvas_draw_line        (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

void                  venule_canvas_emit_shape       (VenuleCanvas             *self,
                                                      VenuleMeasureSettings    *settings);
void                  venule_canvas_emit_shape_changed (VenuleCanvas           *self);

/* venule-canvas-shape.c */
gboolean              venule_canvas_has_shape        (VenuleCanvas             *self);
VenulePoint           venule_canvas_get_shape_shift  (VenuleCanvas             *self);
GArray               *venule_canvas_list_shape       (VenuleCanvas             *self);
gboolean              venule_canvas_is_same_shape_handle (const VenuleShapeHandle *a,
                                                      const VenuleShapeHandle  *b);
gboolean              venule_canvas_drop_shape       (VenuleCanvas             *self);
void                  venule_canvas_forget_shape     (VenuleCanvas             *self);
void                  venule_canvas_settle_shape     (VenuleCanvas             *self);
gboolean              venule_canvas_press_shape      (VenuleCanvas             *self);
void                  venule_canvas_drag_shape       (VenuleCanvas             *self);
void                  venule_canvas_release_shape    (VenuleCanvas             *self);
gboolean              venule_canvas_hover_shape      (VenuleCanvas             *self);
const char           *venule_canvas_get_shape_cursor (VenuleCanvas             *self);
gboolean              venule_canvas_remove_shape_point (VenuleCanvas           *self);
gboolean              venule_canvas_nudge_shape      (VenuleCanvas             *self,
                                                      double                    dx,
                                                      double                    dy,
                                                      GdkModifierType           state);
gboolean              venule_canvas_key_shape        (VenuleCanvas             *self,
                                                      guint                     keyval,
                                                      GdkModifierType           state);

/* venule-canvas-shape-drawing.c */
void                  venule_canvas_draw_shape       (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

/* venule-canvas-spot.c */
VenuleSpotPart        venule_canvas_find_spot        (VenuleCanvas             *self);
void                  venule_canvas_begin_spot       (VenuleCanvas             *self,
                                                      VenuleSpotPart            part);
void                  venule_canvas_drag_spot        (VenuleCanvas             *self);
void                  venule_canvas_release_spot     (VenuleCanvas             *self,
                                                      gboolean                  exactly);
void                  venule_canvas_settle_spot      (VenuleCanvas             *self);
void                  venule_canvas_check_spot       (VenuleCanvas             *self);
void                  venule_canvas_draw_spot        (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

/* venule-canvas-menu.c */
void                  venule_canvas_popup_at         (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y);
void                  venule_canvas_popup_menu       (VenuleCanvas             *self);
gboolean              venule_canvas_is_menu_open     (VenuleCanvas             *self);
void                  venule_canvas_present_menus    (VenuleCanvas             *self);
void                  venule_canvas_drop_menus       (VenuleCanvas             *self);

/* venule-canvas-marks.c: crop, arrow, handles and what the tools show while they draw. In the widget's coordinates. */
void                  venule_canvas_draw_detections  (VenuleCanvas             *self,
                                                      cairo_t                  *cr);
void                  venule_canvas_draw_vessel      (VenuleCanvas             *self,
                                                      cairo_t                  *cr);
void                  venule_canvas_draw_tool        (VenuleCanvas             *self,
                                                      cairo_t                  *cr);

/* venule-canvas-zoom.c */
void                  venule_canvas_add_zoom         (VenuleCanvas             *self);
void                  venule_canvas_view_changed     (VenuleCanvas             *self);
void                  venule_canvas_pan              (VenuleCanvas             *self,
                                                      double                    dx,
                                                      double                    dy);
gboolean              venule_canvas_scroll           (VenuleCanvas             *self,
                                                      double                    dx,
                                                      double                    dy,
                                                      GdkModifierType           state,
                                                      gboolean                  touchpad);
void                  venule_canvas_pinch_begin      (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y);
void                  venule_canvas_pinch            (VenuleCanvas             *self,
                                                      double                    scale,
                                                      double                    widget_x,
                                                      double                    widget_y);

/* venule-canvas-draft.c: crop and flow while they are drawn or changed */
void                  venule_canvas_begin_handle     (VenuleCanvas             *self);
void                  venule_canvas_drag_handle      (VenuleCanvas             *self);
void                  venule_canvas_commit_draft     (VenuleCanvas             *self);
void                  venule_canvas_drop_draft       (VenuleCanvas             *self);
/* What the tool draws: a rectangle, the flow, a line. */
void                  venule_canvas_begin_drawing    (VenuleCanvas             *self);
void                  venule_canvas_drag_drawing     (VenuleCanvas             *self);
void                  venule_canvas_release_drawing  (VenuleCanvas             *self);
void                  venule_canvas_click_polygon    (VenuleCanvas             *self);
/* The polygon becomes the crop. */
gboolean              venule_canvas_close_polygon    (VenuleCanvas             *self);
gboolean              venule_canvas_delete_corner    (VenuleCanvas             *self);

/* venule-canvas-tools.c: the pointer, and the keyboard in its place */
void                  venule_canvas_add_tools        (VenuleCanvas             *self);
void                  venule_canvas_press            (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y,
                                                      GdkModifierType           state);
void                  venule_canvas_drag             (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y,
                                                      GdkModifierType           state);
void                  venule_canvas_release          (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y,
                                                      GdkModifierType           state);
gboolean              venule_canvas_press_secondary  (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y);
void                  venule_canvas_hover            (VenuleCanvas             *self,
                                                      double                    widget_x,
                                                      double                    widget_y);
gboolean              venule_canvas_cancel           (VenuleCanvas             *self);
void                  venule_canvas_update_cursor    (VenuleCanvas             *self);

/* venule-canvas-track.c */
VenuleTrack          *venule_canvas_find_track       (VenuleCanvas             *self,
                                                      double                    x,
                                                      double                    y);
gboolean              venule_canvas_query_tooltip    (GtkWidget                *widget,
                                                      int                       x,
                                                      int                       y,
                                                      gboolean                  keyboard_tooltip,
                                                      GtkTooltip               *tooltip);

/* venule-canvas-keys.c */
void                  venule_canvas_keep_in_sight    (VenuleCanvas             *self,
                                                      double                    x,
                                                      double                    y);
void                  venule_canvas_add_keys         (VenuleCanvas             *self);
gboolean              venule_canvas_key              (VenuleCanvas             *self,
                                                      guint                     keyval,
                                                      GdkModifierType           state);

G_END_DECLS
