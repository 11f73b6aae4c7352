/* venule-window-drawing.c: what is drawn next on the video, and how it is taken back
 *
 * The crop and the flow are settings, no steps of the document: with the other settings of a run they are taken back
 * here, each after the steps that were made after it and before those that were made before it. They are the same
 * whichever run is on show; the pixel size that a run was measured with is its own.
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

/* A change of settings between two steps of the document. */
typedef struct {
  VenuleSettings *settings;   /* on its other side; NULL: only the pixel size of the run is another one there */
  gint64          run;        /* that was on show, */
  double          pixel_size; /* and that of the run there */
  gint64          after;      /* the last that was done before it */
} SettingsStep;

struct _VenuleWindowDrawing
{
  VenuleSettings *settings; /* as they are */
  GPtrArray      *before;   /* SettingsStep, the latest last */
  GPtrArray      *after;    /* SettingsStep that was taken back, the latest last */
  GPtrArray      *before_run, *after_run; /* SettingsStep: those when the last run began */
  gboolean        moving;   /* through these */
  gint64          run;      /* that is on show, */
  double          pixel_size; /* its own, */
  gint64          step;     /* and the last of its steps that is done */
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
  else if (venule_window_has_proposal (self))
    {
      if (venule_canvas_is_offered (self->canvas))
        venule_canvas_offer_tool (self->canvas, VENULE_MODE_SELECT);
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

static SettingsStep *
settings_step_new (VenuleWindow   *self,
                   VenuleSettings *settings, /* (nullable): taken */
                   gint64          after)
{
  SettingsStep *step = g_new (SettingsStep, 1);

  *step = (SettingsStep) { settings, self->drawing->run, self->drawing->pixel_size, after };
  return step;
}

static void
settings_step_free (SettingsStep *self)
{
  g_clear_pointer (&self->settings, venule_settings_free);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SettingsStep, settings_step_free)

/* (nullable): of those that concern the run on show */
static SettingsStep *
get_last (VenuleWindow *self,
          GPtrArray    *steps)
{
  for (guint i = steps->len; i > 0; i--)
    {
      SettingsStep *step = g_ptr_array_index (steps, i - 1);

      if (step->settings || step->run == self->drawing->run)
        return step;
    }
  return NULL;
}

/* (nullable): what is taken back before any step of the document */
static SettingsStep *
get_undo (VenuleWindow *self)
{
  SettingsStep *step = get_last (self, self->drawing->before);

  return step && step->after >= venule_document_get_undo_step (self->document) ? step : NULL;
}

/* (nullable): what is done again before any step of the document */
static SettingsStep *
get_redo (VenuleWindow *self)
{
  SettingsStep *step = get_last (self, self->drawing->after);
  gint64 next = step ? venule_document_get_redo_step (self->document) : 0;

  return step && (next == 0 || step->after < next) ? step : NULL;
}

static GPtrArray *
new_steps (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) settings_step_free);
}

static void
forget (VenuleWindow *self)
{
  g_ptr_array_set_size (self->drawing->before, 0);
  g_ptr_array_set_size (self->drawing->after, 0);
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
  if (before->vessel->kind != now->vessel->kind)
    return CHANGE_VESSEL;
  if (before->vessel->flow_x != now->vessel->flow_x || before->vessel->flow_y != now->vessel->flow_y)
    return CHANGE_FLOW;
  if (!venule_vessel_equal (before->vessel, now->vessel))
    return CHANGE_VESSEL;
  if (before->sensitivity != now->sensitivity)
    return CHANGE_SENSITIVITY;
  return before->first_frame != now->first_frame || before->last_frame != now->last_frame ? CHANGE_FRAMES
                                                                                          : CHANGE_OTHER;
}

/* What is on show, before the next change of it. */
static void
look_at_run (VenuleWindow *self)
{
  self->drawing->run = venule_document_get_run (self->document);
  self->drawing->step = venule_document_get_undo_step (self->document);
  self->drawing->pixel_size = venule_document_get_shown_settings (self->document)->calibration.pixel_size_um;
}

static void
move (VenuleWindow *self,
      SettingsStep *step,
      GPtrArray    *from,
      GPtrArray    *to)
{
  const VenuleSettings *now = venule_document_get_settings (self->document);
  g_autoptr (VenuleSettings) settings = step->settings ? copy_with_common (step->settings, now) : NULL;
  gboolean of_run = step->run == self->drawing->run && !venule_window_is_running (self);
  gboolean calibrates = !settings || settings->calibration.pixel_size_um != now->calibration.pixel_size_um;
  double pixel_size = step->pixel_size;

  g_ptr_array_add (to, settings_step_new (self, settings ? venule_settings_copy (now) : NULL, step->after));
  g_ptr_array_remove (from, step);
  self->drawing->moving = TRUE;
  if (settings && (of_run || venule_window_is_running (self)))
    venule_document_set_settings (self->document, settings);
  else if (settings)
    venule_document_set_next_settings (self->document, settings);
  if (of_run)
    venule_document_set_run_pixel_size (self->document, pixel_size);
  self->drawing->moving = FALSE;
  look_at_run (self);
  if (calibrates)
    venule_window_offer_pixel_size (self);
  venule_window_update_actions (self);
}

/* What leads from the settings that there are to the others, or back. */
static const char *
get_name (VenuleWindow       *self,
          const SettingsStep *step)
{
  if (!step->settings)
    return _("Change Pixel Size");
  switch (find_change (step->settings, venule_document_get_settings (self->document)))
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

/**
 * venule_window_dup_undo_name:
 * @self: a window
 *
 * Returns: (transfer full) (nullable): name of what is taken back next, a drawing or a step of the document
 */
char *
venule_window_dup_undo_name (VenuleWindow *self)
{
  const SettingsStep *step = self->document ? get_undo (self) : NULL;

  if (step)
    return g_strdup (get_name (self, step));
  return self->document ? venule_document_dup_undo_name (self->document) : NULL;
}

char *
venule_window_dup_redo_name (VenuleWindow *self)
{
  const SettingsStep *step = self->document ? get_redo (self) : NULL;

  if (step)
    return g_strdup (get_name (self, step));
  return self->document ? venule_document_dup_redo_name (self->document) : NULL;
}

static void
walk (VenuleWindow *self,
      gboolean    (*go) (VenuleDocument *document))
{
  self->drawing->walking = TRUE;
  go (self->document);
  self->drawing->walking = FALSE;
  venule_window_update_actions (self);
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
  g_autofree char *name = venule_window_dup_undo_name (self);
  SettingsStep *step = get_undo (self);

  if (step)
    move (self, step, self->drawing->before, self->drawing->after);
  else
    walk (self, venule_document_undo);
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
  g_autofree char *name = venule_window_dup_redo_name (self);
  SettingsStep *step = get_redo (self);

  if (step)
    move (self, step, self->drawing->after, self->drawing->before);
  else
    walk (self, venule_document_redo);
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
goes_on (VenuleWindow *self,
         Change        change)
{
  VenuleWindowDrawing *drawing = self->drawing;
  const SettingsStep *step = get_undo (self);

  return (change == CHANGE_SENSITIVITY || change == CHANGE_FRAMES) && step && step->settings &&
         step->run == drawing->run && drawing->after->len == 0 &&
         find_change (step->settings, drawing->settings) == change;
}

/* @settings: (nullable): taken; as they were. In another run it comes after what was changed before it. */
static void
remember (VenuleWindow   *self,
          VenuleSettings *settings)
{
  VenuleWindowDrawing *drawing = self->drawing;
  gint64 after = venule_document_get_undo_step (self->document);

  for (guint i = 0; i < drawing->before->len; i++)
    after = MAX (after, ((SettingsStep *) g_ptr_array_index (drawing->before, i))->after);
  g_ptr_array_add (drawing->before, settings_step_new (self, settings, after));
  g_ptr_array_set_size (drawing->after, 0);
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

  if (!drawing->moving && !goes_on (self, change))
    remember (self, g_steal_pointer (&drawing->settings));
  if (!drawing->moving)
    g_ptr_array_set_size (drawing->after, 0);
  g_clear_pointer (&drawing->settings, venule_settings_free);
  drawing->settings = venule_settings_copy (settings);
  look_at_run (self);
  venule_window_update_actions (self);
  if (change != CHANGE_FLOW && change != CHANGE_VESSEL)
    return;

  venule_window_settle_proposal (self);
  drawing->declined = FALSE;
  drawing->complete = !complete && venule_vessel_has_flow (settings->vessel);
  if (!drawing->moving && complete && !is_typed (self))
    venule_window_toast_edit (self, _("The vessel was changed"));
  venule_window_offer_drawing (self);
}

/* The steps of a run in progress are its own when it gets its number, too. */
static void
number_steps (GPtrArray *steps,
              gint64     run)
{
  for (guint i = 0; i < steps->len; i++)
    {
      SettingsStep *step = g_ptr_array_index (steps, i);

      step->run = step->run > 0 ? step->run : run;
    }
}

/* After a new step nothing can be done again. */
static void
on_undo_name (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;
  gint64 run = venule_document_get_run (self->document), step = venule_document_get_undo_step (self->document);

  number_steps (drawing->before, run);
  number_steps (drawing->after, run);
  if (run == drawing->run && !drawing->walking && step > drawing->step &&
      venule_document_get_redo_step (self->document) == 0)
    g_ptr_array_set_size (drawing->after, 0);
  look_at_run (self);
}

/* What was set before a run is what it was made with. */
static void
on_running (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;

  if (!venule_document_get_running (self->document))
    return;

  g_ptr_array_unref (drawing->before_run);
  g_ptr_array_unref (drawing->after_run);
  drawing->before_run = g_steal_pointer (&drawing->before);
  drawing->after_run = g_steal_pointer (&drawing->after);
  drawing->before = new_steps ();
  drawing->after = new_steps ();
}

/**
 * venule_window_restore_drawing:
 * @self: a window whose run has ended without a frame
 *
 * What was set before it can be taken back again.
 */
void
venule_window_restore_drawing (VenuleWindow *self)
{
  VenuleWindowDrawing *drawing = self->drawing;

  if (drawing->before->len + drawing->after->len == 0)
    g_ptr_array_extend_and_steal (drawing->after, g_steal_pointer (&drawing->after_run));
  else
    g_ptr_array_unref (drawing->after_run);
  g_ptr_array_extend_and_steal (drawing->before_run, drawing->before);
  drawing->before = drawing->before_run;
  drawing->before_run = new_steps ();
  drawing->after_run = new_steps ();
  look_at_run (self);
}

/**
 * venule_window_set_run_pixel_size:
 * @self: a window with a document, in which no run goes on
 * @pixel_size_um: µm/px, or 0: unknown
 *
 * The run on show is measured with another pixel size, which can be taken back.
 */
void
venule_window_set_run_pixel_size (VenuleWindow *self,
                                  double        pixel_size_um)
{
  if (self->drawing->pixel_size == pixel_size_um)
    return;

  remember (self, NULL);
  venule_document_set_run_pixel_size (self->document, pixel_size_um);
  look_at_run (self);
  venule_window_update_actions (self);
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
  look_at_run (self);
  g_signal_connect_object (self->document, "settings-changed", G_CALLBACK (on_settings_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::undo-name", G_CALLBACK (on_undo_name), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::running", G_CALLBACK (on_running), self, G_CONNECT_SWAPPED);
}

void
venule_window_connect_drawing (VenuleWindow *self)
{
  self->drawing = g_new0 (VenuleWindowDrawing, 1);
  self->drawing->before = new_steps ();
  self->drawing->after = new_steps ();
  self->drawing->before_run = new_steps ();
  self->drawing->after_run = new_steps ();
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
  g_ptr_array_unref (self->drawing->before_run);
  g_ptr_array_unref (self->drawing->after_run);
  g_clear_pointer (&self->drawing->settings, venule_settings_free);
  g_clear_pointer (&self->drawing, g_free);
}
