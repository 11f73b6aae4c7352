/* venule-window-proposal.c: vessel, flow and size of the cells are looked for, and wait for a person to confirm them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-task.h"
#include "venule-window-action.h"

typedef struct {
  VenuleSource *source;
  gint64        first_frame, last_frame;
  gboolean      asked; /* by the user, who is told when nothing is found */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->source);
  g_free (search);
}

static void
search_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  const Search *search = task_data;
  GError *error = NULL;
  VenuleProposal *found =
    venule_proposal_new (search->source, search->first_frame, search->last_frame, cancellable, &error);

  if (found)
    g_task_return_pointer (task, found, (GDestroyNotify) venule_proposal_free);
  else
    g_task_return_error (task, error);
}

/* ---- What is proposed ---- */

gboolean
venule_window_has_proposal (VenuleWindow *self)
{
  return self->proposing.found != NULL;
}

static const VenuleProposedVessel *
get_vessel (VenuleWindow *self)
{
  return g_ptr_array_index (self->proposing.found->vessels, self->proposing.shown);
}

/* The cells were looked for in the first vessel. */
gboolean
venule_window_has_proposed_diameter (VenuleWindow *self)
{
  return venule_window_has_proposal (self) && self->proposing.shown == 0 && self->proposing.found->cell_diameter > 0;
}

/* (transfer full): the settings that there are, with what is proposed */
static VenuleSettings *
dup_settings (VenuleWindow *self)
{
  VenuleSettings *settings = venule_settings_copy (venule_document_get_settings (self->document));
  const VenuleProposedVessel *proposed = get_vessel (self);

  venule_vessel_free (settings->vessel);
  settings->vessel = venule_proposed_vessel_dup_crop (proposed);
  settings->vessel->flow_x = proposed->flow_x;
  settings->vessel->flow_y = proposed->flow_y;
  settings->proposed = VENULE_PROPOSED_NOTHING; /* a person looks at it */
  if (venule_window_has_proposed_diameter (self))
    settings->cell_diameter = self->proposing.found->cell_diameter;
  return settings;
}

static char *
dup_size (VenuleWindow *self)
{
  const VenuleCalibration *calibration = &venule_document_get_settings (self->document)->calibration;
  const char *unit = venule_calibration_length_unit (calibration);
  double width = venule_calibration_scale (calibration, get_vessel (self)->width);

  if (!venule_window_has_proposed_diameter (self))
    {
      /* Translators: diameter of a vessel, and its unit */
      return g_strdup_printf (_("%.0f %s wide"), width, unit);
    }
  /* Translators: diameter of a vessel, and of its cells, with their unit */
  return g_strdup_printf (_("%.0f %s wide, cells %.1f %s"), width, unit,
                          venule_calibration_scale (calibration, self->proposing.found->cell_diameter), unit);
}

static char *
dup_text (VenuleWindow *self)
{
  const VenuleProposedVessel *vessel = get_vessel (self);
  const char *title = vessel->whole                 ? _("Flow of the whole picture found")
                      : vessel->flow_confidence > 0 ? _("Vessel and flow found")
                                                    : _("Vessel found, but not the flow");
  guint n = self->proposing.found->vessels->len;
  g_autofree char *size = dup_size (self);

  if (n == 1)
    return g_strdup_printf ("%s\n%s", title, size);
  /* Translators: what was found; which of several vessels it is; its size */
  return g_strdup_printf (_("%s\n%u of %u: %s"), title, self->proposing.shown + 1, n, size);
}

/* Above the vessel or below it, whichever leaves it in sight. */
static void
place_box (VenuleWindow *self)
{
  const GArray *line = get_vessel (self)->centreline;
  int height = venule_source_get_height (venule_document_get_source (self->document));
  gboolean high = g_array_index (line, VenulePoint, line->len / 2).y < height / 2.0;

  gtk_widget_set_valign (self->proposing.box, high ? GTK_ALIGN_END : GTK_ALIGN_START);
}

/**
 * venule_window_update_proposal:
 * @self: a window
 *
 * Shows what is proposed as long as no tool is in the hand.
 */
void
venule_window_update_proposal (VenuleWindow *self)
{
  gboolean waits = venule_window_has_proposal (self);
  guint n = waits ? self->proposing.found->vessels->len : 0;
  g_autoptr (VenuleSettings) settings = waits ? dup_settings (self) : NULL;
  g_autofree char *text = waits ? dup_text (self) : NULL;

  venule_canvas_set_proposed (self->canvas, settings);
  if (waits)
    {
      gtk_label_set_label (self->proposing.label, text);
      place_box (self);
    }
  gtk_widget_set_visible (self->proposing.next_button, n > 1);
  gtk_widget_set_visible (self->proposing.box, waits && !gtk_widget_get_visible (self->follow_box.box));
  venule_window_enable (self, waits, "use-proposal", "edit-proposal", "dismiss-proposal", NULL);
  venule_window_enable (self, n > 1, "next-proposal", NULL);
}

/**
 * venule_window_drop_proposal:
 * @self: a window
 *
 * Looks for nothing any more, and proposes nothing.
 */
void
venule_window_drop_proposal (VenuleWindow *self)
{
  g_cancellable_cancel (self->proposing.cancellable);
  g_clear_object (&self->proposing.cancellable);
  g_clear_pointer (&self->proposing.found, venule_proposal_free);
}

/**
 * venule_window_settle_proposal:
 * @self: a window whose vessel is another one now
 *
 * What was proposed, or changed by a handle of it, counts now; it can be changed further.
 */
void
venule_window_settle_proposal (VenuleWindow *self)
{
  gboolean used = venule_window_has_proposal (self);

  venule_window_drop_proposal (self);
  if (used)
    venule_window_open_step (self, VENULE_WORKFLOW_STEP_VESSEL);
}

static void
dismiss (VenuleWindow *self)
{
  venule_window_drop_proposal (self);
  venule_window_update_steps (self);
}

/* ---- Looking for it ---- */

/* A drawing that was begun meanwhile is not disturbed. */
static gboolean
is_drawing (VenuleWindow *self)
{
  VenuleCanvasMode mode = venule_canvas_get_mode (self->canvas);

  return (mode == VENULE_MODE_RECTANGLE || mode == VENULE_MODE_POLYGON || mode == VENULE_MODE_FLOW) &&
         (!venule_canvas_is_offered (self->canvas) || venule_canvas_is_held (self->canvas));
}

static void
on_found (gpointer  owner,
          GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  const Search *search = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleProposal) found = g_task_propagate_pointer (task, &error);

  if (g_task_get_cancellable (task) != self->proposing.cancellable || !self->document)
    return;

  g_clear_object (&self->proposing.cancellable);
  if (found && found->vessels->len > 0 && !is_drawing (self) && !venule_window_is_running (self))
    self->proposing.found = g_steal_pointer (&found);
  else if (found && found->vessels->len == 0)
    venule_window_show_toast (self, g_ptr_array_index (found->refused, 0), NULL, NULL);
  else if (error && search->asked)
    venule_window_show_error (self, _("The vessel cannot be looked for"), error->message);
  self->proposing.shown = 0;
  venule_window_update_steps (self);
}

static void
propose (VenuleWindow *self,
         gboolean      asked)
{
  const VenuleSettings *settings = venule_document_get_settings (self->document);
  VenuleSource *source = venule_document_get_source (self->document);
  gint64 last = venule_source_get_n_frames (source) - 1;
  Search *search = g_new (Search, 1);

  venule_window_drop_proposal (self);
  self->proposing.cancellable = g_cancellable_new ();
  *search = (Search) { g_object_ref (source), CLAMP (settings->first_frame, 0, last),
                       settings->last_frame >= 0 ? MIN (settings->last_frame, last) : last, asked };
  venule_task_start (self, self->proposing.cancellable, propose, search_in_thread, search, search_free, on_found);
  venule_window_update_steps (self);
}

/**
 * venule_window_propose_at_first:
 * @self: a window whose frames have been counted
 *
 * Looks for a vessel in a new video, unless the user has begun to draw it.
 */
void
venule_window_propose_at_first (VenuleWindow *self)
{
  const VenuleVessel *vessel = venule_document_get_settings (self->document)->vessel;

  if (g_settings_get_boolean (self->settings, "propose-vessel") && vessel->kind == VENULE_CROP_WHOLE &&
      !venule_vessel_has_flow (vessel) && !is_drawing (self) &&
      !venule_document_get_run_settings (self->document) && !venule_window_is_running (self) &&
      venule_source_get_n_frames (venule_document_get_source (self->document)) > 1)
    propose (self, FALSE);
}

/* ---- Answers ---- */

static void
propose_action (VenuleWindow *self)
{
  venule_canvas_set_mode (self->canvas, VENULE_MODE_SELECT);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas)); /* for Enter, which would press the button again */
  propose (self, TRUE);
}

/* What is proposed becomes what counts, which settles the proposal. */
static void
use (VenuleWindow *self)
{
  g_autoptr (VenuleSettings) settings = dup_settings (self);
  guint parts = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_FLOW;

  if (venule_window_has_proposed_diameter (self))
    parts |= VENULE_PROPOSED_CELL_DIAMETER;
  self->steps.passed[VENULE_WORKFLOW_STEP_CELLS] |= venule_window_has_proposed_diameter (self);
  venule_document_set_settings (self->document, settings);
  venule_window_confirm_run (self, (VenuleProposed) parts);
  /* Without a signal, where these settings counted already. */
  venule_window_settle_proposal (self);
  venule_window_update_steps (self);
}

static guint
find_next_step (VenuleWindow *self)
{
  for (guint i = 0; i < VENULE_N_STEPS; i++)
    if (venule_workflow_step_get_state (venule_window_get_step (self, i)) == VENULE_WORKFLOW_STEP_NEXT)
      return i;
  return VENULE_WORKFLOW_STEP_RUN;
}

/* Enter accepts, and once more it runs; or the flow is still to be drawn. */
static void
use_action (VenuleWindow *self)
{
  use (self);
  if (!venule_vessel_has_flow (venule_document_get_settings (self->document)->vessel))
    {
      venule_window_show_step (self, VENULE_WORKFLOW_STEP_VESSEL);
      return;
    }
  venule_window_open_step (self, find_next_step (self));
  gtk_widget_grab_focus (self->header.run_button);
}

static void
edit_action (VenuleWindow *self)
{
  use (self);
  venule_window_show_step (self, VENULE_WORKFLOW_STEP_VESSEL);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
next_action (VenuleWindow *self)
{
  self->proposing.shown = (self->proposing.shown + 1) % self->proposing.found->vessels->len;
  venule_window_update_steps (self);
}

static void
dismiss_action (VenuleWindow *self)
{
  dismiss (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static const VenuleWindowAction actions[] = {
  { "propose", G_CALLBACK (propose_action) },
  { "use-proposal", G_CALLBACK (use_action) },
  { "edit-proposal", G_CALLBACK (edit_action) },
  { "next-proposal", G_CALLBACK (next_action) },
  { "dismiss-proposal", G_CALLBACK (dismiss_action) },
};

/* A drawing tool dismisses the proposal. */
static void
on_mode (VenuleWindow *self)
{
  if (self->document && is_drawing (self) && (venule_window_has_proposal (self) || self->proposing.cancellable))
    dismiss (self);
}

void
venule_window_connect_proposal (VenuleWindow *self)
{
  venule_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  g_signal_connect_object (self->canvas, "notify::mode", G_CALLBACK (on_mode), self, G_CONNECT_SWAPPED);
}
