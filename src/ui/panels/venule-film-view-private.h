/* venule-film-view-private.h: what the files of the film share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-film-view.h"
#include "venule-film.h"

G_BEGIN_DECLS

/* Logical px. */
#define VENULE_FILM_TILE 84
#define VENULE_FILM_GAP 6
#define VENULE_FILM_CAPTION 18
#define VENULE_FILM_ROW (VENULE_FILM_TILE + VENULE_FILM_CAPTION + VENULE_FILM_GAP)

/* A cell, or the frames from @frame to @last in which there is none: @index of its place, −1 then. */
typedef struct {
  gint64 frame, last;
  int    index;
} VenuleFilmTile;

struct _VenuleFilmView
{
  GtkWidget       parent_instance;

  VenuleDocument *document;
  VenulePlayer   *player;
  VenuleTrack    *track;
  VenuleFilm     *film;
  GArray         *tiles;      /* VenuleFilmTile */
  double          size;       /* of the part of the frame that a tile shows, px */
  int             current;    /* tile of the frame on show; −1: none */
  guint           show_idle;  /* a track was chosen, and its tiles have no places yet */
  GtkAdjustment  *adjustment; /* of the scrolled window; NULL: not seen yet */
  GskRenderNode  *node;       /* the rows in sight */
  GtkPopover     *menu;
};

int          venule_film_view_get_columns   (VenuleFilmView    *self);
void         venule_film_view_get_rows      (VenuleFilmView    *self,
                                             int               *first,
                                             int               *end);
VenuleCutout venule_film_view_get_cutout    (VenuleFilmView    *self,
                                             const VenulePlace *place);
int          venule_film_view_find_tile     (VenuleFilmView    *self,
                                             gint64             frame);
void         venule_film_view_go_to         (VenuleFilmView    *self,
                                             int                number);

/* venule-film-view-drawing.c */
void         venule_film_view_snapshot      (GtkWidget         *widget,
                                             GtkSnapshot       *snapshot);

/* venule-film-view-input.c */
void         venule_film_view_bind_keys     (GtkWidgetClass    *widget_class);
void         venule_film_view_add_pointer   (VenuleFilmView    *self);
gboolean     venule_film_view_query_tooltip (GtkWidget         *widget,
                                             int                x,
                                             int                y,
                                             gboolean           keyboard_mode,
                                             GtkTooltip        *tooltip);

G_END_DECLS
