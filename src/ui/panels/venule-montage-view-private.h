/* venule-montage-view-private.h: what the files of the montage share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-cell-montage.h"
#include "venule-montage-view.h"

G_BEGIN_DECLS

/* Logical px. */
#define VENULE_CELL_MONTAGE_TILE 84
#define VENULE_CELL_MONTAGE_GAP 6
#define VENULE_CELL_MONTAGE_CAPTION 18
#define VENULE_CELL_MONTAGE_ROW (VENULE_CELL_MONTAGE_TILE + VENULE_CELL_MONTAGE_CAPTION + VENULE_CELL_MONTAGE_GAP)

/* A cell, or the frames from @frame to @last in which there is none: @index of its place, −1 then. */
typedef struct {
  gint64 frame, last;
  int    index;
} VenuleCellMontageTile;

struct _VenuleMontageView
{
  GtkWidget       parent_instance;

  VenuleDocument    *document;
  VenulePlayer      *player;
  VenuleTrack       *track;
  VenuleCellMontage *montage;
  GArray            *tiles;      /* VenuleCellMontageTile */
  double             size;       /* of the part of the frame that a tile shows, px */
  int                current;    /* tile of the frame on show; −1: none */
  guint              show_idle;  /* a track was chosen, and its tiles have no places yet */
  GtkAdjustment     *adjustment; /* of the scrolled window; NULL: not seen yet */
  GskRenderNode     *node;       /* the rows in sight */
  GtkPopover        *menu;
};

int             venule_montage_view_get_columns   (VenuleMontageView *self);
void            venule_montage_view_get_rows      (VenuleMontageView *self,
                                                   int               *first,
                                                   int               *end);
VenuleThumbnail venule_montage_view_get_thumbnail (VenuleMontageView *self,
                                                   const VenulePlace *place);
void            venule_montage_view_go_to         (VenuleMontageView *self,
                                                   int                number);

/* venule-montage-view-drawing.c */
void            venule_montage_view_snapshot      (GtkWidget         *widget,
                                                   GtkSnapshot       *snapshot);

/* venule-montage-view-input.c */
void            venule_montage_view_bind_keys     (GtkWidgetClass    *widget_class);
void            venule_montage_view_add_pointer   (VenuleMontageView *self);
gboolean        venule_montage_view_query_tooltip (GtkWidget         *widget,
                                                   int                x,
                                                   int                y,
                                                   gboolean           keyboard_mode,
                                                   GtkTooltip        *tooltip);

G_END_DECLS
