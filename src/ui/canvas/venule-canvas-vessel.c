/* venule-canvas-vessel.c: the crop and the flow of the document, and what becomes of them while they are drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

const VenuleSettings *
venule_canvas_get_settings (VenuleCanvas *self)
{
  return self->document != NULL ? venule_document_get_settings (self->document) : NULL;
}

const VenuleVessel *
venule_canvas_get_vessel (VenuleCanvas *self)
{
  const VenuleSettings *settings = venule_canvas_get_settings (self);

  if (self->draft != NULL)
    return self->draft;
  return settings != NULL ? settings->vessel : NULL;
}

/* The arrow stays where it was drawn as long as the flow is the one that was drawn and that place is in the crop; else it is in the
 * crop's middle. */
VenuleHandleFrame
venule_canvas_get_handle_frame (VenuleCanvas *self)
{
  VenuleHandleFrame frame = { self->view.video_width, self->view.video_height, self->arrow.x, self->arrow.y };
  const VenuleVessel *vessel = venule_canvas_get_vessel (self);

  if (self->draft != NULL)
    return self->draft_frame;
  if (vessel == NULL)
    return frame;

  if (!self->arrow_known || self->arrow_flow.x != vessel->flow_x || self->arrow_flow.y != vessel->flow_y ||
      !venule_handles_has_arrow_inside (vessel, &frame))
    venule_handles_get_center (vessel, frame.width, frame.height, &frame.arrow_x, &frame.arrow_y);
  return frame;
}

void
venule_canvas_commit_vessel (VenuleCanvas            *self,
                             const VenuleVessel      *vessel,
                             const VenuleHandleFrame *frame)
{
  const VenuleSettings *before = venule_canvas_get_settings (self);
  g_autoptr (VenuleSettings) settings = NULL;

  if (before == NULL)
    return;

  if (vessel->flow_x != before->vessel->flow_x || vessel->flow_y != before->vessel->flow_y)
    {
      self->arrow_known = TRUE;
      self->arrow = (VenulePoint) { frame->arrow_x, frame->arrow_y };
      self->arrow_flow = (VenulePoint) { vessel->flow_x, vessel->flow_y };
    }
  settings = venule_settings_copy (before);
  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_copy (vessel);
  venule_document_set_settings (self->document, settings);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
