/* venule-canvas-signals.c: what the canvas tells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

enum
{
  SCALE_DRAWN,
  CELL_DRAWN,
  TRACK_CLICKED,
  CELL_PLACED,
  LINK_CHOSEN,
  SPOT_MOVED,
  SPOT_RESIZED,
  LINE_DRAWN,
  SHAPE_DRAWN,
  SHAPE_CHANGED,
  FLOW_OUTSIDE,
  TOOL_FINISHED,
  DISPLAY_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static guint
add_signal (GObjectClass *object_class,
            const char   *name,
            guint         n,
            GType         first,
            GType         second)
{
  return g_signal_new (name, G_TYPE_FROM_CLASS (object_class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, n,
                       first, second);
}

void
venule_canvas_install_signals (GObjectClass *object_class)
{
  /**
   * VenuleCanvas::scale-drawn:
   * @length: px
   *
   * A line was drawn over a scale bar. It stays on show until the next tool is chosen.
   */
  signals[SCALE_DRAWN] = add_signal (object_class, "scale-drawn", 1, G_TYPE_DOUBLE, G_TYPE_NONE);

  /**
   * VenuleCanvas::cell-drawn:
   * @diameter: px
   *
   * A circle was drawn over a cell. It stays on show until the next tool is chosen.
   */
  signals[CELL_DRAWN] = add_signal (object_class, "cell-drawn", 1, G_TYPE_DOUBLE, G_TYPE_NONE);

  /**
   * VenuleCanvas::track-clicked:
   * @id: of a track, or of the first one that was caught; 0: the background
   * @extend: whether Shift or Ctrl was held
   *
   * Cells of the video were chosen. The canvas has changed its selection already, where it has one.
   */
  signals[TRACK_CLICKED] = add_signal (object_class, "track-clicked", 2, G_TYPE_UINT, G_TYPE_BOOLEAN);

  /**
   * VenuleCanvas::cell-placed:
   * @x: px of the video
   * @y: px
   * @state: #GdkModifierType of the click
   *
   * A cell is to be added there to the frame on show.
   */
  signals[CELL_PLACED] = g_signal_new ("cell-placed", G_TYPE_FROM_CLASS (object_class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 3, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_UINT);

  /**
   * VenuleCanvas::link-chosen:
   * @a: id of a track
   * @frame_a: its last frame that stays
   * @b: id of a track
   * @frame_b: a later frame
   *
   * From @frame_b on, @a is to go on as @b.
   */
  signals[LINK_CHOSEN] = g_signal_new ("link-chosen", G_TYPE_FROM_CLASS (object_class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 4, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_UINT, G_TYPE_INT64);

  /**
   * VenuleCanvas::spot-moved:
   * @id: of a track
   * @frame: number of a frame
   * @x: px
   * @y: px
   * @exactly: whether it is to lie right there, and is not fitted to the picture
   *
   * The track's cell in that frame was moved.
   */
  signals[SPOT_MOVED] = g_signal_new ("spot-moved", G_TYPE_FROM_CLASS (object_class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 5, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_DOUBLE, G_TYPE_DOUBLE,
                                      G_TYPE_BOOLEAN);

  /**
   * VenuleCanvas::spot-resized:
   * @id: of a track
   * @frame: number of a frame
   * @radius: px
   *
   * The track's cell in that frame was made larger or smaller.
   */
  signals[SPOT_RESIZED] = g_signal_new ("spot-resized", G_TYPE_FROM_CLASS (object_class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_DOUBLE);

  /**
   * VenuleCanvas::line-drawn:
   * @points: (element-type VenulePoint): px where the picture has not moved
   *
   * The line of the kymograph was drawn or changed.
   */
  signals[LINE_DRAWN] = add_signal (object_class, "line-drawn", 1, G_TYPE_ARRAY, G_TYPE_NONE);

  /**
   * VenuleCanvas::shape-drawn:
   * @settings: #VenuleMeasureSettings as they are to be
   *
   * Centreline, walls or flux line were changed.
   */
  signals[SHAPE_DRAWN] = add_signal (object_class, "shape-drawn", 1, VENULE_TYPE_MEASURE_SETTINGS, G_TYPE_NONE);

  /**
   * VenuleCanvas::shape-changed:
   *
   * venule_canvas_get_shape() or venule_canvas_get_shape_handle() are others.
   */
  signals[SHAPE_CHANGED] = add_signal (object_class, "shape-changed", 0, G_TYPE_NONE, G_TYPE_NONE);

  /**
   * VenuleCanvas::flow-outside:
   *
   * The arrow was drawn beside the crop: the flow is as it was, and the tool waits for another arrow.
   */
  signals[FLOW_OUTSIDE] = add_signal (object_class, "flow-outside", 0, G_TYPE_NONE, G_TYPE_NONE);

  /**
   * VenuleCanvas::tool-finished:
   *
   * The tool did its work; the canvas is back at %VENULE_TOOL_SELECT.
   */
  signals[TOOL_FINISHED] = add_signal (object_class, "tool-finished", 0, G_TYPE_NONE, G_TYPE_NONE);

  /**
   * VenuleCanvas::display-changed:
   *
   * Other samples are black and white now.
   */
  signals[DISPLAY_CHANGED] = add_signal (object_class, "display-changed", 0, G_TYPE_NONE, G_TYPE_NONE);
}

void
venule_canvas_emit_flow_outside (VenuleCanvas *self)
{
  g_signal_emit (self, signals[FLOW_OUTSIDE], 0);
}

void
venule_canvas_emit_line (VenuleCanvas *self,
                         GArray       *points)
{
  g_signal_emit (self, signals[LINE_DRAWN], 0, points);
}

void
venule_canvas_emit_shape (VenuleCanvas          *self,
                          VenuleMeasureSettings *settings)
{
  g_signal_emit (self, signals[SHAPE_DRAWN], 0, settings);
}

void
venule_canvas_emit_shape_changed (VenuleCanvas *self)
{
  g_signal_emit (self, signals[SHAPE_CHANGED], 0);
}

void
venule_canvas_emit_scale (VenuleCanvas *self,
                          double        length)
{
  g_signal_emit (self, signals[SCALE_DRAWN], 0, length);
}

void
venule_canvas_emit_cell (VenuleCanvas *self,
                         double        diameter)
{
  g_signal_emit (self, signals[CELL_DRAWN], 0, diameter);
}

void
venule_canvas_emit_clicked (VenuleCanvas *self,
                            guint         id,
                            gboolean      extend)
{
  if (self->selection != NULL)
    {
      if (id == 0 && !extend)
        venule_selection_clear (self->selection);
      else if (id != 0 && extend)
        venule_selection_toggle (self->selection, id);
      else if (id != 0)
        venule_selection_set (self->selection, &id, 1);
    }
  venule_canvas_tell_clicked (self, id, extend);
}

void
venule_canvas_tell_clicked (VenuleCanvas *self,
                            guint         id,
                            gboolean      extend)
{
  g_signal_emit (self, signals[TRACK_CLICKED], 0, id, extend);
}

void
venule_canvas_emit_placed (VenuleCanvas    *self,
                           double           x,
                           double           y,
                           GdkModifierType  state)
{
  g_signal_emit (self, signals[CELL_PLACED], 0, x, y, (guint) state);
}

void
venule_canvas_emit_link (VenuleCanvas *self,
                         guint         a,
                         gint64        frame_a,
                         guint         b,
                         gint64        frame_b)
{
  g_signal_emit (self, signals[LINK_CHOSEN], 0, a, frame_a, b, frame_b);
}

void
venule_canvas_emit_spot_moved (VenuleCanvas *self,
                               guint         id,
                               gint64        frame,
                               double        x,
                               double        y,
                               gboolean      exactly)
{
  g_signal_emit (self, signals[SPOT_MOVED], 0, id, frame, x, y, exactly);
}

void
venule_canvas_emit_spot_resized (VenuleCanvas *self,
                                 guint         id,
                                 gint64        frame,
                                 double        radius)
{
  g_signal_emit (self, signals[SPOT_RESIZED], 0, id, frame, radius);
}

void
venule_canvas_finish_tool (VenuleCanvas *self)
{
  VenuleTool mark = self->mark_tool;

  venule_canvas_set_tool (self, VENULE_TOOL_SELECT);
  self->mark_tool = mark;
  g_signal_emit (self, signals[TOOL_FINISHED], 0);
}

void
venule_canvas_emit_display_changed (VenuleCanvas *self)
{
  g_signal_emit (self, signals[DISPLAY_CHANGED], 0);
}
