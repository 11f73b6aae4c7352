/* venule-select-tool.c: choosing cells: by a rubber band, all of a frame, the others, the next one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-tools.h"

G_DECLARE_FINAL_TYPE (VenuleSelectTool, venule_select_tool, VENULE, SELECT_TOOL, GObject)

struct _VenuleSelectTool
{
  GObject         parent_instance;

  VenuleCanvas   *canvas;
  gboolean        band; /* the pointer draws one */
};

static void venule_select_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleSelectTool, venule_select_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_select_tool_tool_init))

static const GdkRGBA band_color = { 1, 1, 1, 1 };

/**
 * venule_canvas_dup_tracks:
 *
 * Returns: (transfer full) (element-type VenuleTrack): the tracks with a cell in the frame on show, in the order of
 *   ids, without the hidden ones
 */
GPtrArray *
venule_canvas_dup_tracks (VenuleCanvas *self)
{
  GPtrArray *tracks;

  if (self->document == NULL || self->frame == NULL)
    return g_ptr_array_new_with_free_func (g_object_unref);

  tracks = venule_document_dup_tracks_at (self->document, self->frame->index);
  for (guint i = tracks->len; i > 0; i--)
    if (venule_track_get_hidden (g_ptr_array_index (tracks, i - 1)))
      g_ptr_array_remove_index (tracks, i - 1);
  return tracks;
}

/* Selects the tracks, beside those that are selected already when @extend. */
static void
select_tracks (VenuleCanvas *self,
               GPtrArray    *tracks,
               gboolean      extend)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));

  if (self->selection == NULL)
    return;

  if (extend)
    {
      GArray *before = venule_selection_get_ids (self->selection);

      if (before->len > 0)
        g_array_append_vals (ids, before->data, before->len);
    }
  for (guint i = 0; i < tracks->len; i++)
    {
      guint id = venule_track_get_id (g_ptr_array_index (tracks, i));

      g_array_append_val (ids, id);
    }
  venule_selection_set (self->selection, (const guint *) (gpointer) ids->data, ids->len);
}

/**
 * venule_canvas_select_all:
 *
 * Selects the tracks of all cells in the frame on show.
 */
void
venule_canvas_select_all (VenuleCanvas *self)
{
  g_autoptr (GPtrArray) tracks = NULL;

  g_return_if_fail (VENULE_IS_CANVAS (self));

  tracks = venule_canvas_dup_tracks (self);
  select_tracks (self, tracks, FALSE);
}

/**
 * venule_canvas_select_others:
 *
 * Selects those cells of the frame on show that are not selected, and no others.
 */
void
venule_canvas_select_others (VenuleCanvas *self)
{
  g_autoptr (GPtrArray) tracks = NULL;

  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (self->selection == NULL)
    return;

  tracks = venule_canvas_dup_tracks (self);
  for (guint i = tracks->len; i > 0; i--)
    if (venule_selection_contains (self->selection, venule_track_get_id (g_ptr_array_index (tracks, i - 1))))
      g_ptr_array_remove_index (tracks, i - 1);
  select_tracks (self, tracks, FALSE);
}

/* From left to right; of two above each other, the upper one first. */
static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  gint64 frame = *(const gint64 *) user_data;
  VenuleTrack *left = *(VenuleTrack *const *) a, *right = *(VenuleTrack *const *) b;
  const VenulePlace *p = venule_track_get_place_at (left, frame), *q = venule_track_get_place_at (right, frame);
  guint id = venule_track_get_id (left), other = venule_track_get_id (right);

  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return (id > other) - (id < other);
}

/**
 * venule_canvas_select_next:
 * @direction: 1: the next cell to the right, −1: to the left
 *
 * Selects the next cell of the frame on show, round and round, and moves an enlarged video so that it is seen.
 *
 * Returns: whether there is a cell
 */
gboolean
venule_canvas_select_next (VenuleCanvas *self,
                           int           direction)
{
  g_autoptr (GPtrArray) tracks = NULL;
  const VenulePlace *spot;
  VenuleTrack *track;
  gint64 frame;
  int n, at = -1;
  guint id;

  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  tracks = venule_canvas_dup_tracks (self);
  if (tracks->len == 0 || self->selection == NULL)
    return FALSE;

  frame = self->frame->index;
  n = (int) tracks->len;
  g_ptr_array_sort_with_data (tracks, compare_places, &frame);
  for (int i = 0; i < n; i++)
    if (venule_selection_contains (self->selection, venule_track_get_id (g_ptr_array_index (tracks, i))))
      at = direction > 0 || at < 0 ? i : at;
  if (at < 0)
    at = direction > 0 ? -1 : n;

  track = g_ptr_array_index (tracks, (at + direction + n) % n);
  spot = venule_track_get_place_at (track, frame);
  venule_canvas_keep_in_sight (self, spot->x, spot->y);
  id = venule_track_get_id (track);
  venule_selection_set (self->selection, &id, 1);
  g_signal_emit_by_name (self, "track-clicked", id, FALSE);
  return TRUE;
}

/* The pointer */

/* Whether a drag on the background draws a band: where there is nothing to choose, it moves the video. */
gboolean
venule_canvas_can_band (VenuleCanvas *self)
{
  return !self->pointer.touch && self->selection != NULL && self->document != NULL &&
         g_list_model_get_n_items (G_LIST_MODEL (self->document)) > 0;
}

/* (transfer full): the tracks whose cells have their centre in it. */
static GPtrArray *
find_in_band (VenuleSelectTool *self)
{
  GPtrArray *tracks = venule_canvas_dup_tracks (self->canvas);
  double left = MIN (self->canvas->pointer.press_video.x, self->canvas->pointer.video.x),
         right = MAX (self->canvas->pointer.press_video.x, self->canvas->pointer.video.x);
  double top = MIN (self->canvas->pointer.press_video.y, self->canvas->pointer.video.y),
         bottom = MAX (self->canvas->pointer.press_video.y, self->canvas->pointer.video.y);

  for (guint i = tracks->len; i > 0; i--)
    {
      const VenulePlace *spot =
        venule_track_get_place_at (g_ptr_array_index (tracks, i - 1), self->canvas->frame->index);

      if (spot->x < left || spot->x > right || spot->y < top || spot->y > bottom)
        g_ptr_array_remove_index (tracks, i - 1);
    }
  return tracks;
}

static VenuleGrip
venule_select_tool_press (VenuleTool      *tool,
                          GdkModifierType  state)
{
  return VENULE_GRIP_CLICK;
}

static gboolean
venule_select_tool_begin_drag (VenuleTool *tool)
{
  VenuleSelectTool *self = VENULE_SELECT_TOOL (tool);

  self->band = venule_canvas_can_band (self->canvas);
  return self->band;
}

static void
catch (VenuleSelectTool *self,
       gboolean          extend)
{
  g_autoptr (GPtrArray) tracks = find_in_band (self);

  select_tracks (self->canvas, tracks, extend);
  g_signal_emit_by_name (self->canvas, "track-clicked",
                         tracks->len > 0 ? venule_track_get_id (g_ptr_array_index (tracks, 0)) : 0, extend);
}

static void
click (VenuleSelectTool *self,
       gboolean          extend)
{
  VenulePoint at = self->canvas->pointer.video;
  VenuleTrack *track = venule_canvas_find_track (self->canvas, at.x, at.y);

  venule_canvas_clear_mark (self->canvas);
  venule_canvas_emit_clicked (self->canvas, track != NULL ? venule_track_get_id (track) : 0, extend);
}

static void
venule_select_tool_release (VenuleTool      *tool,
                            GdkModifierType  state)
{
  VenuleSelectTool *self = VENULE_SELECT_TOOL (tool);
  gboolean extend = (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;

  if (self->band)
    catch (self, extend);
  else
    click (self, extend);
  self->band = FALSE;
}

static gboolean
venule_select_tool_cancel (VenuleTool *tool)
{
  VenuleSelectTool *self = VENULE_SELECT_TOOL (tool);
  gboolean band = self->band;

  self->band = FALSE;
  return band;
}

static const char *
venule_select_tool_get_cursor (VenuleTool *tool)
{
  VenuleCanvas *canvas = VENULE_SELECT_TOOL (tool)->canvas;

  if (venule_canvas_find_track (canvas, canvas->pointer.video.x, canvas->pointer.video.y) != NULL)
    return "pointer";
  return NULL;
}

/* The band, and rings around what it holds. */
static void
venule_select_tool_draw (VenuleTool *tool,
                         cairo_t    *cr)
{
  VenuleSelectTool *self = VENULE_SELECT_TOOL (tool);
  g_autoptr (GPtrArray) tracks = NULL;
  VenulePoint from = venule_canvas_in_widget (self->canvas, self->canvas->pointer.press_video);
  VenulePoint to = venule_canvas_in_widget (self->canvas, self->canvas->pointer.video);
  const double dashes[] = { 4, 4 };
  g_autofree char *text = NULL;

  if (!self->band)
    return;

  tracks = find_in_band (self);
  venule_canvas_draw_rings (self->canvas, cr, tracks);
  cairo_new_path (cr);
  cairo_rectangle (cr, MIN (from.x, to.x), MIN (from.y, to.y), fabs (to.x - from.x), fabs (to.y - from.y));
  cairo_set_source_rgba (cr, 1, 1, 1, 0.08);
  cairo_fill_preserve (cr);
  cairo_save (cr);
  cairo_set_line_width (cr, VENULE_CANVAS_LINE);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.7);
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  gdk_cairo_set_source_rgba (cr, &band_color);
  cairo_stroke (cr);
  cairo_restore (cr);

  text = g_strdup_printf (ngettext ("%u cell", "%u cells", tracks->len), tracks->len);
  venule_canvas_draw_label (self->canvas, cr, self->canvas->pointer.widget, text);
}

static void
venule_select_tool_class_init (VenuleSelectToolClass *klass)
{
}

static void
venule_select_tool_init (VenuleSelectTool *self)
{
}

static void
venule_select_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_select_tool_press;
  iface->begin_drag = venule_select_tool_begin_drag;
  iface->release = venule_select_tool_release;
  iface->cancel = venule_select_tool_cancel;
  iface->get_cursor = venule_select_tool_get_cursor;
  iface->draw = venule_select_tool_draw;
}

VenuleTool *
venule_select_tool_new (VenuleCanvas *canvas)
{
  VenuleSelectTool *self = g_object_new (venule_select_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
