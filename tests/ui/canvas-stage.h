/* canvas-stage.h: a window with a canvas that shows a video made up by the test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas-private.h"

G_BEGIN_DECLS

/**
 * CanvasStage:
 *
 * Everything around a canvas. The video has 640 × 480 px and 100 frames.
 */
typedef struct {
  GtkWidget       *window;
  VenuleCanvas    *canvas;
  VenuleDocument  *document;
  VenulePlayer    *player;
  VenuleSelection *selection;
} CanvasStage;

/**
 * CanvasHeard:
 *
 * What the signals of canvas and document said last, and how often.
 */
typedef struct {
  double   scale;
  double   cell;
  guint    id;
  gboolean extend;
  int      n_finished;
  int      n_settings;
} CanvasHeard;

void                canvas_stage_set_up       (CanvasStage       *stage,
                                               int                width,
                                               int                height);
void                canvas_stage_tear_down    (CanvasStage       *stage);
/* Until the window has been laid out and drawn, and the player shows its frame. */
void                canvas_stage_settle       (CanvasStage       *stage);
void                canvas_stage_show_frame   (CanvasStage       *stage,
                                               gint64             frame);
const VenuleVessel *canvas_stage_get_vessel   (CanvasStage       *stage);
void                canvas_stage_set_vessel   (CanvasStage       *stage,
                                               const VenuleVessel *vessel);
void                canvas_stage_listen       (CanvasStage       *stage,
                                               CanvasHeard       *heard);
/* Also makes the rectangle's handles show. */
void                canvas_stage_set_rectangle (CanvasStage      *stage,
                                               double             x,
                                               double             y,
                                               double             width,
                                               double             height,
                                               double             angle);
void                canvas_stage_assert_rectangle (CanvasStage   *stage,
                                               double             x,
                                               double             y,
                                               double             width,
                                               double             height,
                                               double             angle);
/* The pointer, at places of the video. */
void                canvas_stage_drag         (CanvasStage       *stage,
                                               double             x0,
                                               double             y0,
                                               double             x1,
                                               double             y1,
                                               GdkModifierType    state);
void                canvas_stage_click        (CanvasStage       *stage,
                                               double             x,
                                               double             y,
                                               GdkModifierType    state);
gboolean            canvas_stage_key          (CanvasStage       *stage,
                                               guint              keyval,
                                               GdkModifierType    state);
/* Track @id rolls from (x, y) to the right by 2 px a frame in frames 0 … 99. */
void                canvas_stage_add_track    (GPtrArray         *tracks,
                                               guint              id,
                                               double             x,
                                               double             y,
                                               double             radius);
void                canvas_stage_set_tracks   (CanvasStage       *stage,
                                               GPtrArray         *tracks);

G_END_DECLS
