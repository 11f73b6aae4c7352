/* venule-canvas-signals.c: what the canvas tells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

static void
add_signal (GObjectClass *object_class,
            const char   *name,
            guint         n,
            ...)
{
  va_list types;

  va_start (types, n);
  g_signal_new_valist (name, G_TYPE_FROM_CLASS (object_class), G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL, G_TYPE_NONE,
                       n, types);
  va_end (types);
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
  add_signal (object_class, "scale-drawn", 1, G_TYPE_DOUBLE);

  /**
   * VenuleCanvas::cell-drawn:
   * @diameter: px
   *
   * A circle was drawn over a cell. It stays on show until the next tool is chosen.
   */
  add_signal (object_class, "cell-drawn", 1, G_TYPE_DOUBLE);

  /**
   * VenuleCanvas::track-clicked:
   * @id: of a track, or of the first one that was caught; 0: the background
   * @extend: whether Shift or Ctrl was held
   *
   * Cells of the video were chosen. The canvas has changed its selection already, where it has one.
   */
  add_signal (object_class, "track-clicked", 2, G_TYPE_UINT, G_TYPE_BOOLEAN);

  /**
   * VenuleCanvas::cell-placed:
   * @x: px of the video
   * @y: px
   * @state: #GdkModifierType of the click
   *
   * A cell is to be added there to the frame on show.
   */
  add_signal (object_class, "cell-placed", 3, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_UINT);

  /**
   * VenuleCanvas::link-chosen:
   * @a: id of a track
   * @frame_a: its last frame that stays
   * @b: id of a track
   * @frame_b: a later frame
   *
   * From @frame_b on, @a is to go on as @b.
   */
  add_signal (object_class, "link-chosen", 4, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_UINT, G_TYPE_INT64);

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
  add_signal (object_class, "spot-moved", 5, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);

  /**
   * VenuleCanvas::spot-resized:
   * @id: of a track
   * @frame: number of a frame
   * @radius: px
   *
   * The track's cell in that frame was made larger or smaller.
   */
  add_signal (object_class, "spot-resized", 3, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_DOUBLE);

  /**
   * VenuleCanvas::line-drawn:
   * @points: (element-type VenulePoint): px where the picture has not moved
   *
   * The line of the kymograph was drawn or changed.
   */
  add_signal (object_class, "line-drawn", 1, G_TYPE_ARRAY);

  /**
   * VenuleCanvas::geometry-drawn:
   * @settings: #VenuleMeasureSettings as they are to be
   *
   * Centreline, walls or flux line were changed.
   */
  add_signal (object_class, "geometry-drawn", 1, VENULE_TYPE_MEASURE_SETTINGS);

  /**
   * VenuleCanvas::geometry-changed:
   *
   * venule_canvas_get_geometry() or venule_canvas_get_geometry_handle() are others.
   */
  add_signal (object_class, "geometry-changed", 0);

  /**
   * VenuleCanvas::flow-outside:
   *
   * The arrow was drawn beside the crop: the flow is as it was, and the tool waits for another arrow.
   */
  add_signal (object_class, "flow-outside", 0);

  /**
   * VenuleCanvas::tool-finished:
   *
   * The tool did its work; the canvas is back at %VENULE_MODE_SELECT.
   */
  add_signal (object_class, "tool-finished", 0);

  /**
   * VenuleCanvas::display-changed:
   *
   * Other samples are black and white now.
   */
  add_signal (object_class, "display-changed", 0);
}

/* Changes the selection first. */
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
  g_signal_emit_by_name (self, "track-clicked", id, extend);
}

void
venule_canvas_finish_tool (VenuleCanvas *self)
{
  venule_canvas_set_mode (self, VENULE_MODE_SELECT);
  g_signal_emit_by_name (self, "tool-finished");
}
