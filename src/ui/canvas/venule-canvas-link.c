/* venule-canvas-link.c: saying that a cell of one frame is the same as that of another one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

static const GdkRGBA link_color = { 0.90f, 0.62f, 0, 1 };

/* The place of a track from which it is linked: that in the frame on show, else the last one before it, else its first. */
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
set_source (VenuleCanvas *self,
            VenuleTrack  *track)
{
  const VenulePlace *place = track != NULL && self->frame != NULL ? find_place (track, self->frame->index) : NULL;

  self->link_id = place != NULL ? venule_track_get_id (track) : 0;
  self->link_frame = place != NULL ? place->frame : 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The only one that is selected. */
static VenuleTrack *
get_selected (VenuleCanvas *self)
{
  GArray *ids = self->selection != NULL ? venule_selection_get_ids (self->selection) : NULL;

  if (ids == NULL || ids->len != 1 || self->document == NULL)
    return NULL;
  return venule_document_get_track (self->document, g_array_index (ids, guint, 0));
}

/* When the tool is taken: from what is selected, or from what is clicked first. */
void
venule_canvas_start_link (VenuleCanvas *self)
{
  set_source (self, get_selected (self));
}

static gboolean
take (VenuleCanvas *self,
      VenuleTrack  *track)
{
  guint from = self->link_id, to;
  gint64 frame = self->frame->index, before = self->link_frame;

  if (track == NULL || venule_track_get_place_at (track, frame) == NULL)
    return FALSE;
  if (from == 0 || venule_document_get_track (self->document, from) == NULL)
    {
      set_source (self, track);
      return TRUE;
    }
  if (frame == before)
    return FALSE;

  to = venule_track_get_id (track);
  venule_canvas_finish_tool (self);
  if (before < frame)
    venule_canvas_emit_link (self, from, before, to, frame);
  else
    venule_canvas_emit_link (self, to, frame, from, before);
  return TRUE;
}

/* A click on a cell with this tool; beside the cells nothing happens. */
void
venule_canvas_click_link (VenuleCanvas *self)
{
  take (self, venule_canvas_find_track (self, self->pointer.x, self->pointer.y));
}

/* With the keyboard the other cell is selected first. */
gboolean
venule_canvas_press_link (VenuleCanvas *self)
{
  return self->frame != NULL && take (self, get_selected (self));
}

static char *
describe (VenuleCanvas *self)
{
  if (self->link_id == 0)
    return g_strdup (_("Click the cell that goes on elsewhere"));
  if (self->frame->index == self->link_frame)
    return g_strdup_printf (_("Go to the frame in which cell %u goes on, and click it there"), self->link_id);
  return g_strdup_printf (_("Click the cell that is cell %u in this frame"), self->link_id);
}

void
venule_canvas_draw_link (VenuleCanvas *self,
                         cairo_t      *cr)
{
  VenuleTrack *source = self->link_id != 0 ? venule_document_get_track (self->document, self->link_id) : NULL;
  const VenulePlace *place = source != NULL ? venule_track_get_place_at (source, self->link_frame) : NULL;
  VenuleTrack *hovered = self->pointer_in ? venule_canvas_find_track (self, self->pointer.x, self->pointer.y) : NULL;
  g_autofree char *text = describe (self);
  VenulePoint at = self->pointer_in ? self->pointer_at : (VenulePoint) { 0, 0 };

  if (place != NULL)
    {
      VenulePoint from = venule_canvas_in_widget (self, (VenulePoint) { place->x, place->y });

      cairo_new_path (cr);
      if (self->pointer_in && self->frame->index != self->link_frame)
        {
          cairo_move_to (cr, from.x, from.y);
          cairo_line_to (cr, self->pointer_at.x, self->pointer_at.y);
        }
      cairo_new_sub_path (cr);
      cairo_arc (cr, from.x, from.y, place->radius * venule_canvas_view_get_scale (&self->view), 0, 2 * G_PI);
      venule_canvas_stroke (cr, &link_color, VENULE_CANVAS_LINE);
      if (!self->pointer_in)
        at = from;
    }
  if (hovered != NULL)
    venule_canvas_draw_ring (self, cr, hovered);
  venule_canvas_draw_label (self, cr, at, text);
}
