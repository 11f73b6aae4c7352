/* venule-link-tool.c: saying that a cell of one frame is the same as that of another one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-tools.h"

G_DECLARE_FINAL_TYPE (VenuleLinkTool, venule_link_tool, VENULE, LINK_TOOL, GObject)

struct _VenuleLinkTool
{
  GObject         parent_instance;

  VenuleCanvas   *canvas;
  guint           id;   /* of the track that is to be linked; 0: to be clicked yet */
  gint64          from; /* its frame */
  gint64          run;  /* that it belongs to */
};

static void venule_link_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleLinkTool, venule_link_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_link_tool_tool_init))

static const GdkRGBA link_color = { 0.90f, 0.62f, 0, 1 };

/* The place of a track from which it is linked: that in the frame on show, else the last one before it, else its
 * first. */
static const VenulePlace *
find_place (VenuleTrack *track,
            gint64       frame)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  const VenulePlace *found = n > 0 ? &places[0] : NULL;

  for (guint i = 1; i < n && places[i].frame <= frame; i++)
    found = &places[i];
  return found;
}

static void
set_source (VenuleLinkTool *self,
            VenuleTrack    *track)
{
  const VenulePlace *place =
    track != NULL && self->canvas->frame != NULL ? find_place (track, self->canvas->frame->index) : NULL;

  self->id = place != NULL ? venule_track_get_id (track) : 0;
  self->from = place != NULL ? place->frame : 0;
  self->run = place != NULL ? venule_document_get_run (self->canvas->document) : 0;
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/* The only one that is selected. */
static VenuleTrack *
get_selected (VenuleLinkTool *self)
{
  GArray *ids = self->canvas->selection != NULL ? venule_selection_get_ids (self->canvas->selection) : NULL;

  if (ids == NULL || ids->len != 1 || self->canvas->document == NULL)
    return NULL;
  return venule_document_get_track (self->canvas->document, g_array_index (ids, guint, 0));
}

/* When the tool is taken: from what is selected, or from what is clicked first. */
static void
venule_link_tool_changed (VenuleTool       *tool,
                          VenuleToolChange  change)
{
  VenuleLinkTool *self = VENULE_LINK_TOOL (tool);
  VenuleDocument *document = self->canvas->document;

  if (change == VENULE_TOOL_CHANGE_MODE && self->canvas->mode == VENULE_MODE_LINK)
    set_source (self, get_selected (self));
  /* In another run its number is that of another cell. */
  if (self->id != 0 && (document == NULL || venule_document_get_run (document) != self->run))
    set_source (self, NULL);
}

static gboolean
take (VenuleLinkTool *self,
      VenuleTrack    *track)
{
  guint from = self->id, to;
  gint64 frame = self->canvas->frame->index, before = self->from;

  if (track == NULL || venule_track_get_place_at (track, frame) == NULL)
    return FALSE;
  if (from == 0 || venule_document_get_track (self->canvas->document, from) == NULL)
    {
      set_source (self, track);
      return TRUE;
    }
  if (frame == before)
    return FALSE;

  to = venule_track_get_id (track);
  venule_canvas_finish_tool (self->canvas);
  if (before < frame)
    g_signal_emit_by_name (self->canvas, "link-chosen", from, before, to, frame);
  else
    g_signal_emit_by_name (self->canvas, "link-chosen", to, frame, from, before);
  return TRUE;
}

static VenuleGrip
venule_link_tool_press (VenuleTool      *tool,
                        GdkModifierType  state)
{
  return VENULE_GRIP_CLICK;
}

/* Beside the cells nothing happens. */
static void
venule_link_tool_release (VenuleTool      *tool,
                          GdkModifierType  state)
{
  VenuleLinkTool *self = VENULE_LINK_TOOL (tool);
  VenulePoint at = self->canvas->pointer.video;

  take (self, venule_canvas_find_track (self->canvas, at.x, at.y));
}

/* With the keyboard the other cell is selected first. */
static gboolean
venule_link_tool_key (VenuleTool      *tool,
                      guint            keyval,
                      GdkModifierType  state)
{
  VenuleLinkTool *self = VENULE_LINK_TOOL (tool);

  return (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter) && self->canvas->frame != NULL &&
         take (self, get_selected (self));
}

static gboolean
venule_link_tool_hover (VenuleTool *tool,
                        gboolean    inside)
{
  return VENULE_LINK_TOOL (tool)->canvas->mode == VENULE_MODE_LINK;
}

static char *
describe (VenuleLinkTool *self)
{
  if (self->id == 0)
    return g_strdup (_("Click the cell that goes on elsewhere"));
  if (self->canvas->frame->index == self->from)
    return g_strdup_printf (_("Go to the frame in which track %u goes on, and click it there"), self->id);
  return g_strdup_printf (_("Click the cell of track %u in this frame"), self->id);
}

static void
venule_link_tool_draw (VenuleTool *tool,
                       cairo_t    *cr)
{
  VenuleLinkTool *self = VENULE_LINK_TOOL (tool);
  VenuleCanvas *canvas = self->canvas;
  const VenulePointer *pointer = &canvas->pointer;
  VenulePoint at = pointer->inside ? pointer->widget : (VenulePoint) { 0, 0 };
  VenuleTrack *source, *hovered;
  const VenulePlace *place;
  g_autofree char *text = NULL;

  if (canvas->mode != VENULE_MODE_LINK)
    return;

  source = self->id != 0 ? venule_document_get_track (canvas->document, self->id) : NULL;
  place = source != NULL ? venule_track_get_place_at (source, self->from) : NULL;
  hovered = pointer->inside ? venule_canvas_find_track (canvas, pointer->video.x, pointer->video.y) : NULL;
  text = describe (self);
  if (place != NULL)
    {
      VenulePoint from = venule_canvas_in_widget (canvas, (VenulePoint) { place->x, place->y });

      cairo_new_path (cr);
      if (pointer->inside && canvas->frame->index != self->from)
        {
          cairo_move_to (cr, from.x, from.y);
          cairo_line_to (cr, pointer->widget.x, pointer->widget.y);
        }
      cairo_new_sub_path (cr);
      cairo_arc (cr, from.x, from.y, place->radius * venule_canvas_view_get_scale (&canvas->view), 0, 2 * G_PI);
      venule_canvas_stroke (cr, &link_color, VENULE_CANVAS_LINE);
      if (!pointer->inside)
        at = from;
    }
  if (hovered != NULL)
    venule_canvas_draw_ring (canvas, cr, hovered);
  venule_canvas_draw_label (canvas, cr, at, text);
}

static void
venule_link_tool_class_init (VenuleLinkToolClass *klass)
{
}

static void
venule_link_tool_init (VenuleLinkTool *self)
{
}

static void
venule_link_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_link_tool_press;
  iface->release = venule_link_tool_release;
  iface->hover = venule_link_tool_hover;
  iface->key = venule_link_tool_key;
  iface->changed = venule_link_tool_changed;
  iface->draw = venule_link_tool_draw;
}

VenuleTool *
venule_link_tool_new (VenuleCanvas *canvas)
{
  VenuleLinkTool *self = g_object_new (venule_link_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
