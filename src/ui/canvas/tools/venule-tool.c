/* venule-tool.c: what a tool of the canvas does with the pointer and the keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-tool.h"

G_DEFINE_INTERFACE (VenuleTool, venule_tool, G_TYPE_OBJECT)

static void
venule_tool_default_init (VenuleToolInterface *iface)
{
}

VenuleGrip
venule_tool_press (VenuleTool      *self,
                   GdkModifierType  state)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->press != NULL ? iface->press (self, state) : VENULE_GRIP_NONE;
}

gboolean
venule_tool_begin_drag (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->begin_drag != NULL ? iface->begin_drag (self) : FALSE;
}

void
venule_tool_drag (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  if (iface->drag != NULL)
    iface->drag (self);
}

void
venule_tool_release (VenuleTool      *self,
                     GdkModifierType  state)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  if (iface->release != NULL)
    iface->release (self, state);
}

gboolean
venule_tool_hover (VenuleTool *self,
                   gboolean    inside)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->hover != NULL ? iface->hover (self, inside) : FALSE;
}

const char *
venule_tool_get_cursor (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->get_cursor != NULL ? iface->get_cursor (self) : NULL;
}

gboolean
venule_tool_remove (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->remove != NULL ? iface->remove (self) : FALSE;
}

gboolean
venule_tool_nudge (VenuleTool      *self,
                   double           dx,
                   double           dy,
                   GdkModifierType  state)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->nudge != NULL ? iface->nudge (self, dx, dy, state) : FALSE;
}

gboolean
venule_tool_key (VenuleTool      *self,
                 guint            keyval,
                 GdkModifierType  state)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->key != NULL ? iface->key (self, keyval, state) : FALSE;
}

gboolean
venule_tool_finish (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->finish != NULL ? iface->finish (self) : FALSE;
}

gboolean
venule_tool_take_back (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->take_back != NULL ? iface->take_back (self) : FALSE;
}

gboolean
venule_tool_cancel (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->cancel != NULL ? iface->cancel (self) : FALSE;
}

gboolean
venule_tool_clear (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  return iface->clear != NULL ? iface->clear (self) : FALSE;
}

void
venule_tool_settle (VenuleTool *self)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  if (iface->settle != NULL)
    iface->settle (self);
}

void
venule_tool_changed (VenuleTool       *self,
                     VenuleToolChange  change)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  if (iface->changed != NULL)
    iface->changed (self, change);
}

void
venule_tool_draw (VenuleTool *self,
                  cairo_t    *cr)
{
  VenuleToolInterface *iface = VENULE_TOOL_GET_IFACE (self);

  if (iface->draw != NULL)
    iface->draw (self, cr);
}
