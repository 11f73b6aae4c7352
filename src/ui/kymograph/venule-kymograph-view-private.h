/* venule-kymograph-view-private.h: what the files of the kymograph's view share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-kymograph-traces.h"
#include "venule-kymograph-view.h"

G_BEGIN_DECLS

/**
 * VenuleKymographDragState:
 * @VENULE_KYMOGRAPH_DRAG_NONE: no button is down
 * @VENULE_KYMOGRAPH_DRAG_CLICK: one is, and has not moved yet
 * @VENULE_KYMOGRAPH_DRAG_BAND: tracks are caught between where it went down and the pointer
 * @VENULE_KYMOGRAPH_DRAG_PAN: the picture is moved
 * @VENULE_KYMOGRAPH_DRAG_SCRUB: the video's frame follows the pointer
 * @VENULE_KYMOGRAPH_DRAG_END: an end of a track is brought to that of another one
 * @VENULE_KYMOGRAPH_DRAG_SPOT: the selected track's cell in one frame is moved along the line
 *
 * What the pointer is doing.
 */
typedef enum {
  VENULE_KYMOGRAPH_DRAG_NONE,
  VENULE_KYMOGRAPH_DRAG_CLICK,
  VENULE_KYMOGRAPH_DRAG_BAND,
  VENULE_KYMOGRAPH_DRAG_PAN,
  VENULE_KYMOGRAPH_DRAG_SCRUB,
  VENULE_KYMOGRAPH_DRAG_END,
  VENULE_KYMOGRAPH_DRAG_SPOT,
} VenuleKymographDragState;

/* What is drawn in a thread. */
typedef enum {
  VENULE_KYMOGRAPH_BASE,   /* the image, and all tracks */
  VENULE_KYMOGRAPH_CHOSEN, /* those that are selected */
  VENULE_KYMOGRAPH_N_LAYERS,
} VenuleKymographLayerKind;

/* It is shown where it belongs while the next one is being drawn. */
typedef struct {
  GdkTexture          *texture; /* nullable */
  VenuleKymographPlot  plot;    /* what the texture shows */
  gboolean             busy;
  gboolean             due;     /* something has changed since it was asked for */
} VenuleKymographLayer;

/* A track in the picture, and where. */
typedef struct {
  guint    id; /* 0: none */
  gint64   frame;
  double   along;
  gboolean end;  /* one of its ends */
  gboolean last; /* the later one */
} VenuleKymographHit;

struct _VenuleKymographView
{
  GtkWidget              parent_instance;

  VenuleDocument        *document;
  VenulePlayer          *player;
  VenuleSelection       *selection;
  VenuleKymographLine   *line;        /* as chosen */
  gboolean               color_by_velocity;

  /* Making */
  VenuleKymograph       *picture;     /* nullable */
  struct
  {
    gboolean      made;        /* whether the picture has its image */
    GCancellable *cancellable; /* while it is made */
    gpointer      job;         /* borrowed from that */
    guint         progress_timeout;
    char         *problem;     /* why it cannot be */
    gboolean      due;         /* to be made when it is seen */
  } making;

  /* Drawing */
  VenuleKymographTraces *traces;
  GArray                *curves;      /* (element-type VenuleKymographCurve); nullable: to be asked for */
  double                 velocity_max; /* px/s, at the top of the colour scale */
  VenuleKymographPlot    plot;        /* what is in sight; without curves */
  gboolean               whole;       /* all of it is */
  VenuleKymographLayer   layers[VENULE_KYMOGRAPH_N_LAYERS];
  GskRenderNode         *axes;

  /* Pointer */
  gboolean               drawing;     /* a track is drawn */
  GArray                *drawn;       /* of VenulePoint: along, time */
  struct
  {
    VenulePoint         at, press;   /* in the widget */
    gboolean            inside;
    gboolean            crosshair;   /* whether the keyboard moves it */
    GdkModifierType     press_state;
    VenuleKymographDragState drag;
    gboolean            by_keys;     /* what is grabbed is held by the keyboard */
    VenuleKymographHit  hovered, held, target;
    double              moved_along; /* of the cell that is moved */
  } hand;
  struct
  {
    GtkPopover *popover; /* nullable: made when first asked for */
    gint64      frame;   /* that it waits for; −1: it does not */
  } menu;
};

/* venule-kymograph-view.c */
VenuleFigureStyle  venule_kymograph_view_get_style   (VenuleKymographView      *self);
VenuleKymographBox venule_kymograph_view_get_box     (VenuleKymographView      *self);
void               venule_kymograph_view_moved       (VenuleKymographView      *self);
GArray            *venule_kymograph_view_get_curves  (VenuleKymographView      *self);
VenuleTrack       *venule_kymograph_view_get_chosen (VenuleKymographView       *self); /* the only one; nullable */
gint64             venule_kymograph_view_frame_at    (VenuleKymographView      *self,
                                                      double                    y);
double             venule_kymograph_view_along_at    (VenuleKymographView      *self,
                                                      double                    x);
double             venule_kymograph_view_time_at     (VenuleKymographView      *self,
                                                      double                    y);
double             venule_kymograph_view_x_of        (VenuleKymographView      *self,
                                                      double                    along);
double             venule_kymograph_view_y_of_frame  (VenuleKymographView      *self,
                                                      gint64                    frame);
void               venule_kymograph_view_emit_join   (VenuleKymographView      *self,
                                                      guint                     a,
                                                      guint                     b);
void               venule_kymograph_view_emit_cut    (VenuleKymographView      *self,
                                                      guint                     id,
                                                      gint64                    frame);
void               venule_kymograph_view_emit_moved  (VenuleKymographView      *self,
                                                      guint                     id,
                                                      gint64                    frame,
                                                      VenulePoint               place,
                                                      gboolean                  exactly);
void               venule_kymograph_view_emit_drawn  (VenuleKymographView      *self,
                                                      GArray                   *spots);
int                venule_kymograph_view_get_percent (VenuleKymographView      *self);

/* venule-kymograph-snapshot.c */
void               venule_kymograph_view_snapshot    (GtkWidget                *widget,
                                                      GtkSnapshot              *snapshot);

/* venule-kymograph-layers.c */
void               venule_kymograph_view_renew       (VenuleKymographView      *self,
                                                      VenuleKymographLayerKind  kind);
void               venule_kymograph_view_append      (VenuleKymographView      *self,
                                                      GtkSnapshot              *snapshot,
                                                      VenuleKymographLayerKind  kind);
void               venule_kymograph_view_drop        (VenuleKymographView      *self);

/* venule-kymograph-hit.c */
VenuleKymographHit venule_kymograph_view_find        (VenuleKymographView      *self,
                                                      VenulePoint               at);
VenuleKymographHit venule_kymograph_view_find_end    (VenuleKymographView      *self,
                                                      VenulePoint               at,
                                                      const VenuleKymographHit *to);
GArray            *venule_kymograph_view_find_ends   (VenuleKymographView      *self,
                                                      const VenuleKymographHit *to,
                                                      gint64                    overlap);
GArray            *venule_kymograph_view_find_in     (VenuleKymographView      *self,
                                                      VenulePoint               from,
                                                      VenulePoint               to);

/* venule-kymograph-annotations.c */
void               venule_kymograph_view_draw_marks  (VenuleKymographView      *self,
                                                      cairo_t                  *cr);

/* venule-kymograph-zoom.c */
void               venule_kymograph_view_show_whole  (VenuleKymographView      *self);
void               venule_kymograph_view_zoom_at     (VenuleKymographView      *self,
                                                      VenulePoint               at,
                                                      double                    along_factor,
                                                      double                    time_factor);
void               venule_kymograph_view_pan         (VenuleKymographView      *self,
                                                      double                    dx,
                                                      double                    dy);
void               venule_kymograph_view_follow      (VenuleKymographView      *self);

/* venule-kymograph-pointer.c */
void               venule_kymograph_view_add_pointer (VenuleKymographView      *self);
gboolean           venule_kymograph_view_cancel      (VenuleKymographView      *self);
void               venule_kymograph_view_move_held   (VenuleKymographView      *self,
                                                      gboolean                  exactly);
void               venule_kymograph_view_join_held   (VenuleKymographView      *self);

/* venule-kymograph-edit-keys.c */
gboolean           venule_kymograph_view_edit_key    (VenuleKymographView      *self,
                                                      guint                     keyval,
                                                      double                    dx,
                                                      double                    dy,
                                                      GdkModifierType           state);

/* venule-kymograph-draw-track.c */
void               venule_kymograph_view_add_point   (VenuleKymographView      *self,
                                                      VenulePoint               at);
gboolean           venule_kymograph_view_end_drawing (VenuleKymographView      *self);

/* venule-kymograph-keys.c */
void               venule_kymograph_view_add_keys    (VenuleKymographView      *self);
void               venule_kymograph_view_popup       (VenuleKymographView      *self,
                                                      VenulePoint               at,
                                                      gint64                    frame);
void               venule_kymograph_view_popup_due   (VenuleKymographView      *self);

G_END_DECLS
