/* venule-window-drawing.c: what is drawn next on the video, and how it is taken back
 *
 * The crop and the flow are settings, no steps of the document: with the other settings of a run they are taken back
 * here, as long as the tracks have not been edited after them, and before any step. What is taken back first is done
 * again last.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-window-action.h"
#include "venule-window-follow.h"

/* A flow that is drawn by hand is not more exact. */
#define ASKEW_DEGREES 10.0

/* Tools of the canvas, by the names that the action "tool" has for them. */
static const char *const mode_names[] = {
  [VENULE_MODE_SELECT] = "select",
  [VENULE_MODE_SCALE] = "scale",
  [VENULE_MODE_RECTANGLE] = "rectangle",
  [VENULE_MODE_POLYGON] = "polygon",
  [VENULE_MODE_FLOW] = "flow",
  [VENULE_MODE_CELL] = "cell",
  [VENULE_MODE_ADD] = "add",
  [VENULE_MODE_LINK] = "link",
  [VENULE_MODE_LINE] = "line",
  [VENULE_MODE_VESSEL] = "vessel",
};

struct _VenuleWindowDrawing
{
  VenuleSettings *settings; /* as they are */
  GPtrArray      *before;   /* VenuleSettings, the latest last */
  GPtrArray      *after;    /* VenuleSettings that were taken back, the latest last */
  gboolean        moving;   /* through these */
  guint           n_below;  /* steps of the document that were taken back after those in @after */
  gboolean        walking;  /* through steps of the document */
  gboolean        offering; /* a tool */
  gboolean        declined; /* the tool that was offered was put away */
  gboolean        complete; /* the last missing part has just been drawn */
  gboolean        outside;  /* the arrow was drawn beside the vessel */
};

/* What differs between settings. */
typedef enum {
  CHANGE_NONE,
  CHANGE_FLOW,
  CHANGE_VESSEL,
  CHANGE_SENSITIVITY,
  CHANGE_FRAMES,
  CHANGE_OTHER,
} Change;

static const VenuleVessel *
get_vessel (VenuleWindow *self)
{
  return venule_document_get_settings (self->document)->vessel;
}

/* ---- What is offered ---- */

/* What is still to be drawn; SELECT: nothing. */
static VenuleCanvasMode
get_missing (VenuleWindow *self)
{
  const VenuleVessel *vessel = get_vessel (self);

  if (venule_vessel_has_flow (vessel))
    return VENULE_MODE_SELECT;
  return vessel->kind == VENULE_CROP_WHOLE ? VENULE_MODE_RECTANGLE : VENULE_MODE_FLOW;
}

/**
 * venule_window_offer_drawing:
 * @self: a window
 *
 * Puts what is to be drawn next into the hand while the step of the vessel is open, and says so over the video; puts it
 * away when the step is closed.
 */
void
venule_window_offer_drawing (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;
  gboolean open = self->document && venule_workflow_step_get_expanded (self->steps.vessel) &&
                  !venule_window_is_running (self) &&
                  !venule_document_get_checking (self->document);
  VenuleCanvasMode mode = venule_canvas_get_mode (self->canvas);

  if (drawing->offering)
    return;
  drawing->offering = TRUE;
  if (!open)
    {
      drawing->declined = drawing->complete = FALSE;
      if (mode == VENULE_MODE_RECTANGLE || mode == VENULE_MODE_POLYGON || mode == VENULE_MODE_FLOW)
        venule_canvas_set_mode (self->canvas, VENULE_MODE_SELECT);
    }
  else if (!drawing->declined && (mode == VENULE_MODE_SELECT || venule_canvas_is_offered (self->canvas)))
    venule_canvas_offer_tool (self->canvas, get_missing (self));
  drawing->offering = FALSE;
  if (!venule_window_is_asking (self))
    venule_window_show_asking (self, NULL, -1);
}

/* Edges that do not run along the vessel are no walls. */
static gboolean
is_askew (const VenuleVessel *vessel)
{
  double turn = remainder (atan2 (vessel->flow_y, vessel->flow_x) * 180 / G_PI - vessel->angle, 90);

  return vessel->kind == VENULE_CROP_RECTANGLE && fabs (turn) > ASKEW_DEGREES;
}

/**
 * venule_window_get_drawing_hint:
 * @self: a window
 * @ended: (out): whether there is nothing to be given up
 *
 * Returns: (nullable): what to do with the pointer on the video
 */
const char *
venule_window_get_drawing_hint (VenuleWindow *self,
                                gboolean     *ended)
{
  *ended = FALSE;
  switch (venule_canvas_get_mode (self->canvas))
    {
    case VENULE_MODE_SCALE:
      return _("Drag a line along the scale bar");
    case VENULE_MODE_CELL:
      return _("Drag across a cell, from edge to edge");
    case VENULE_MODE_RECTANGLE:
      return _("Drag a rectangle around the vessel");
    case VENULE_MODE_POLYGON:
      return _("Click the corners of the vessel; the first one again, or Enter, closes it");
    case VENULE_MODE_FLOW:
      return self->drawing->outside ? _("That arrow lies outside of the vessel. Drag it inside, along the flow")
                                    : _("Drag an arrow along the flow of the blood");
    case VENULE_MODE_SELECT:
      *ended = self->drawing->complete &&
               venule_workflow_step_get_state (self->steps.vessel) == VENULE_WORKFLOW_STEP_DONE;
      if (*ended && is_askew (get_vessel (self)))
        return _("The flow runs askew to the rectangle: turn that along the vessel, by its round handle");
      return *ended ? _("Vessel and flow are drawn. The handles change them") : NULL;
    case VENULE_MODE_ADD:
    case VENULE_MODE_LINK:
    case VENULE_MODE_LINE:
    case VENULE_MODE_VESSEL:
    default:
      return NULL;
    }
}

/* ---- Taking back ---- */

static void
forget (VenuleWindow *self)
{
  g_ptr_array_set_size (self->drawing->before, 0);
  g_ptr_array_set_size (self->drawing->after, 0);
  self->drawing->n_below = 0;
}

/* These are set elsewhere, and taken back there. */
static VenuleSettings *
copy_with_common (const VenuleSettings *settings,
                  const VenuleSettings *common)
{
  VenuleSettings *copy = venule_settings_copy (settings);

  copy->velocity_window = common->velocity_window;
  copy->device = common->device;
  copy->cuda_device = common->cuda_device;
  copy->threads = common->threads;
  return copy;
}

static Change
find_change (const VenuleSettings *before,
             const VenuleSettings *now)
{
  g_autoptr (VenuleSettings) like = copy_with_common (before, now);

  if (venule_settings_equal (like, now))
    return CHANGE_NONE;
  if (before->vessel->flow_x != now->vessel->flow_x || before->vessel->flow_y != now->vessel->flow_y)
    return CHANGE_FLOW;
  if (!venule_vessel_equal (before->vessel, now->vessel))
    return CHANGE_VESSEL;
  if (before->sensitivity != now->sensitivity)
    return CHANGE_SENSITIVITY;
  return before->first_frame != now->first_frame || before->last_frame != now->last_frame ? CHANGE_FRAMES
                                                                                          : CHANGE_OTHER;
}

static void
move (VenuleWindow *self,
      GPtrArray    *from,
      GPtrArray    *to)
{
  const VenuleSettings *now = venule_document_get_settings (self->document);
  g_autoptr (VenuleSettings) other = g_ptr_array_steal_index (from, from->len - 1);
  g_autoptr (VenuleSettings) settings = copy_with_common (other, now);

  g_ptr_array_add (to, venule_settings_copy (now));
  self->drawing->moving = TRUE;
  venule_document_set_settings (self->document, settings);
  self->drawing->moving = FALSE;
  venule_window_update_actions (self);
}

/* What leads from the settings that there are to the last of @others, or back. */
static const char *
get_name (VenuleWindow *self,
          GPtrArray    *others)
{
  if (others->len == 0)
    return NULL;

  switch (find_change (g_ptr_array_index (others, others->len - 1), venule_document_get_settings (self->document)))
    {
    case CHANGE_FLOW:
      return _("Draw Flow");
    case CHANGE_VESSEL:
      return _("Draw Vessel");
    case CHANGE_NONE:
    case CHANGE_SENSITIVITY:
    case CHANGE_FRAMES:
    case CHANGE_OTHER:
    default:
      return _("Change Settings");
    }
}

/* Of the drawing that is walked over before any step of the document, else of such a step. (transfer full)
 * (nullable) */
static char *
dup_step_name (VenuleWindow *self,
               GPtrArray    *drawings,
               const char   *property)
{
  const char *drawing = self->document && drawings ? get_name (self, drawings) : NULL;
  char *name = g_strdup (drawing);

  if (self->document && !name)
    g_object_get (self->document, property, &name, NULL);
  return name;
}

/**
 * venule_window_dup_undo_name:
 * @self: a window
 *
 * Returns: (transfer full) (nullable): name of what is taken back next, a drawing or a step of the document
 */
char *
venule_window_dup_undo_name (VenuleWindow *self)
{
  return dup_step_name (self, self->drawing->before, "undo-name");
}

char *
venule_window_dup_redo_name (VenuleWindow *self)
{
  return dup_step_name (self, self->drawing->n_below == 0 ? self->drawing->after : NULL, "redo-name");
}

/**
 * venule_window_undo:
 * @self: a window with a document
 *
 * Takes back what was done last, to the crop or the flow or to the document.
 */
void
venule_window_undo (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;
  g_autofree char *name = venule_window_dup_undo_name (self);

  if (drawing->before->len > 0)
    {
      move (self, drawing->before, drawing->after);
      venule_window_toast_walk (self, TRUE, name);
      return;
    }

  drawing->walking = drawing->after->len > 0;
  if (venule_document_undo (self->document) && drawing->walking)
    drawing->n_below++;
  drawing->walking = FALSE;
  venule_window_update_actions (self);
  venule_window_toast_walk (self, TRUE, name);
}

/**
 * venule_window_redo:
 * @self: a window with a document
 *
 * Does again what was taken back last.
 */
void
venule_window_redo (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;
  g_autofree char *name = venule_window_dup_redo_name (self);

  if (drawing->after->len > 0 && drawing->n_below == 0)
    {
      move (self, drawing->after, drawing->before);
      venule_window_toast_walk (self, FALSE, name);
      return;
    }

  drawing->walking = drawing->n_below > 0;
  if (venule_document_redo (self->document) && drawing->walking)
    drawing->n_below--;
  drawing->walking = FALSE;
  venule_window_update_actions (self);
  venule_window_toast_walk (self, FALSE, name);
}

/* ---- What happens ---- */

/* A number that is typed stands where it was typed; what the pointer has done may have slipped. */
static gboolean
is_typed (VenuleWindow *self)
{
  return GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (self)));
}

/* What is dragged changes with every move of the pointer, and is one step. */
static gboolean
goes_on (VenuleWindowDrawing *drawing,
         Change               change)
{
  return (change == CHANGE_SENSITIVITY || change == CHANGE_FRAMES) && drawing->before->len > 0 &&
         drawing->after->len == 0 &&
         find_change (g_ptr_array_index (drawing->before, drawing->before->len - 1), drawing->settings) == change;
}

static void
remember (VenuleWindowDrawing *drawing,
          Change               change)
{
  if (!goes_on (drawing, change))
    g_ptr_array_add (drawing->before, g_steal_pointer (&drawing->settings));
  g_ptr_array_set_size (drawing->after, 0);
  drawing->n_below = 0;
}

static void
on_settings_changed (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;
  const VenuleSettings *settings = venule_document_get_settings (self->document);
  Change change = find_change (drawing->settings, settings);
  gboolean complete = venule_vessel_has_flow (drawing->settings->vessel);

  if (change == CHANGE_NONE)
    return;

  if (!drawing->moving)
    remember (drawing, change);
  g_clear_pointer (&drawing->settings, venule_settings_free);
  drawing->settings = venule_settings_copy (settings);
  venule_window_update_actions (self);
  if (change != CHANGE_FLOW && change != CHANGE_VESSEL)
    return;

  drawing->declined = FALSE;
  drawing->complete = !complete && venule_vessel_has_flow (settings->vessel);
  if (!drawing->moving && complete && !is_typed (self))
    venule_window_toast_edit (self, _("The vessel was changed"));
  venule_window_offer_drawing (self);
}

/* What was done to the tracks comes after it, and is taken back before it. */
static void
on_undo_name (VenuleWindow *self)
{
  if (!self->drawing->walking)
    forget (self);
}

static void
on_tool (VenuleWindow *self)
{
  VenuleCanvasMode mode = venule_canvas_get_mode (self->canvas);

  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "tool")),
                             g_variant_new_string (mode_names[mode]));
  self->drawing->outside = FALSE;
  if (!self->drawing->offering)
    self->drawing->declined = mode == VENULE_MODE_SELECT;
}

static void
on_tool_finished (VenuleWindow *self)
{
  self->drawing->declined = FALSE;
  venule_window_offer_drawing (self);
}

static void
on_flow_outside (VenuleWindow *self)
{
  self->drawing->outside = TRUE;
  venule_window_offer_drawing (self);
}

/* Choosing the tool in hand again puts it away, unless it came there by itself. */
static void
tool_changed (VenuleWindow *self,
              GVariant     *state)
{
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (mode_names); i++)
    if (g_str_equal (mode_names[i], name))
      {
        gboolean same =
          venule_canvas_get_mode (self->canvas) == (VenuleCanvasMode) i && !venule_canvas_is_offered (self->canvas);

        venule_canvas_set_mode (self->canvas, same ? VENULE_MODE_SELECT : (VenuleCanvasMode) i);
        gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
      }
}

/* The button of the panel may be out of sight. */
static void
drawn_action (VenuleWindow *self)
{
  g_signal_emit_by_name (self->panels.vessel, "continued");
}

static const VenuleWindowAction entries[] = {
  { "drawn", G_CALLBACK (drawn_action) },
  { "tool", NULL, "s", "'select'", G_CALLBACK (tool_changed) },
};

/**
 * venule_window_set_drawing_document:
 * @self: a window
 *
 * Its document is another one.
 */
void
venule_window_set_drawing_document (VenuleWindow *self)
{
  forget (self);
  g_clear_pointer (&self->drawing->settings, venule_settings_free);
  if (!self->document)
    return;

  self->drawing->settings = venule_settings_copy (venule_document_get_settings (self->document));
  g_signal_connect_object (self->document, "settings-changed", G_CALLBACK (on_settings_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::undo-name", G_CALLBACK (on_undo_name), self, G_CONNECT_SWAPPED);
}

void
venule_window_connect_drawing (VenuleWindow *self)
{
  self->drawing = g_new0 (VenuleWindowDrawing, 1);
  self->drawing->before = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_settings_free);
  self->drawing->after = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_settings_free);
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (self->canvas, "notify::mode", G_CALLBACK (on_tool), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "tool-finished", G_CALLBACK (on_tool_finished), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "flow-outside", G_CALLBACK (on_flow_outside), self, G_CONNECT_SWAPPED);
}

void
venule_window_free_drawing (VenuleWindow *self)
{
  if (!self->drawing)
    return;

  g_ptr_array_unref (self->drawing->before);
  g_ptr_array_unref (self->drawing->after);
  g_clear_pointer (&self->drawing->settings, venule_settings_free);
  g_clear_pointer (&self->drawing, g_free);
}
