/* venule-window-steps.c: the path of an analysis: what is done, what is next, what is not possible yet
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-document-proposed.h"
#include "venule-document-tracks.h"
#include "venule-number-row.h"
#include "venule-time.h"

/* What is said about a step. */
typedef struct {
  gboolean  done;
  gboolean  possible;
  char     *summary;
} Status;

VenuleWorkflowStep *
venule_window_get_step (VenuleWindow *self,
                        guint         step)
{
  VenuleWorkflowStep *steps[VENULE_N_STEPS] = {
    self->steps.calibration, self->steps.vessel,  self->steps.cells,
    self->steps.run,         self->steps.correct, self->steps.export,
  };

  g_assert (step < VENULE_N_STEPS);
  return steps[step];
}

static gboolean
lacks_rate (VenuleWindow         *self,
            const VenuleSettings *settings)
{
  VenuleSource *source = venule_document_get_source (self->document);

  return self->opening.table_ready && venule_source_get_n_frames (source) > 1 &&
         venule_time_get_frame_rate (source, &settings->calibration) <= 0;
}

static gboolean
has_valid_frames (VenuleWindow         *self,
                  const VenuleSettings *settings)
{
  VenuleSource *source = venule_document_get_source (self->document);

  return venule_settings_validate_frames (settings, venule_source_get_n_frames (source), NULL);
}

static gboolean
has_valid_vessel (VenuleWindow         *self,
                  const VenuleSettings *settings)
{
  VenuleSource *source = venule_document_get_source (self->document);

  return venule_vessel_validate (settings->vessel, venule_source_get_width (source), venule_source_get_height (source),
                                 settings->cell_diameter, NULL);
}

static void
look_at_calibration (VenuleWindow         *self,
                     const VenuleSettings *settings,
                     Status               *status)
{
  const VenuleCalibration *calibration = &settings->calibration;

  status->possible = TRUE;
  if (lacks_rate (self, settings))
    status->summary = g_strdup (_("The frame rate is missing"));
  else if (venule_calibration_is_calibrated (calibration))
    {
      g_autofree char *number = venule_number_format (calibration->pixel_size_um, 5);

      status->done = TRUE;
      status->summary = g_strdup_printf (_("%s µm/px"), number);
    }
  else
    {
      status->done = self->steps.passed[VENULE_WORKFLOW_STEP_CALIBRATION];
      status->summary = g_strdup (_("Not calibrated: results are in pixels"));
    }
}

static void
look_at_vessel (VenuleWindow         *self,
                const VenuleSettings *settings,
                Status               *status)
{
  gboolean valid = has_valid_vessel (self, settings);

  status->possible = TRUE;
  if (self->proposing.cancellable || venule_window_has_proposal (self))
    {
      status->summary = g_strdup (self->proposing.cancellable ? _("Looking for the vessel…") : _("Proposed"));
      return;
    }
  status->done = valid && has_valid_frames (self, settings) && venule_vessel_has_flow (settings->vessel);
  if (status->done && settings->proposed & (VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_FLOW))
    status->summary = g_strdup (_("Proposed, not confirmed"));
  else if (!valid)
    status->summary = g_strdup (_("This crop cannot be analysed"));
  else if (!has_valid_frames (self, settings))
    status->summary = g_strdup (_("These frames cannot be analysed"));
  else if (!venule_vessel_has_flow (settings->vessel))
    status->summary = g_strdup (settings->vessel->kind == VENULE_CROP_WHOLE ? _("Draw a rectangle, then the flow")
                                                                              : _("Draw the flow"));
  else if (settings->vessel->kind == VENULE_CROP_WHOLE)
    status->summary = g_strdup (_("Whole picture"));
  else if (settings->vessel->kind == VENULE_CROP_POLYGON)
    status->summary = g_strdup (_("Polygon"));
  else
    status->summary = g_strdup_printf (_("%.0f×%.0f px"), settings->vessel->width, settings->vessel->height);
}

static void
look_at_cells (VenuleWindow         *self,
               const VenuleSettings *settings,
               Status               *status)
{
  const VenuleCalibration *calibration = &settings->calibration;
  g_autofree char *number = venule_number_format (venule_calibration_scale (calibration, settings->cell_diameter), 1);

  status->possible = TRUE;
  if (venule_window_has_proposed_diameter (self))
    {
      status->summary = g_strdup (_("Proposed"));
      return;
    }
  status->done = self->steps.passed[VENULE_WORKFLOW_STEP_CELLS] ||
                settings->cell_diameter != VENULE_DEFAULT_CELL_DIAMETER ||
                venule_document_get_run_settings (self->document);
  /* Translators: the first %s is a number, the second a unit */
  status->summary =
    settings->proposed & VENULE_PROPOSED_CELL_DIAMETER
      ? g_strdup (_("Proposed, not confirmed"))
      : g_strdup_printf (_("Diameter %s %s"), number, venule_calibration_length_unit (calibration));
}

/* One that was cancelled before its first frame is as if it had not been begun. */
static VenuleAnalysisState
get_run_state (VenuleWindow *self)
{
  VenuleAnalysisState state =
    self->run.analysis ? venule_analysis_get_state (self->run.analysis) : VENULE_ANALYSIS_IDLE;
  gint64 first, last;

  if (state != VENULE_ANALYSIS_CANCELLED)
    return state;
  venule_analysis_get_range (self->run.analysis, &first, &last);
  return last < first ? VENULE_ANALYSIS_IDLE : state;
}

static void
look_at_run (VenuleWindow *self,
             Status       *status)
{
  g_autofree char *obstacle = venule_window_dup_run_obstacle (self);
  VenuleAnalysisState state = get_run_state (self);
  const VenuleRunMetadata *saved = venule_document_get_run_metadata (self->document);

  if (state == VENULE_ANALYSIS_IDLE && saved)
    state = saved->complete ? VENULE_ANALYSIS_DONE : VENULE_ANALYSIS_CANCELLED;
  venule_window_forget_obstacle (self, obstacle);
  status->possible = !obstacle;
  status->done = state == VENULE_ANALYSIS_DONE && !venule_document_get_stale (self->document);

  if (state == VENULE_ANALYSIS_RUNNING || state == VENULE_ANALYSIS_PAUSED)
    {
      status->possible = TRUE;
      status->summary = g_strdup (state == VENULE_ANALYSIS_PAUSED ? _("Paused") : _("Running…"));
    }
  else if (obstacle)
    status->summary = g_steal_pointer (&obstacle);
  else if (venule_document_get_stale (self->document))
    status->summary = g_strdup (_("Settings changed since this run"));
  else if (state == VENULE_ANALYSIS_IDLE)
    status->summary = g_strdup (C_("run", "Ready"));
  else if (state == VENULE_ANALYSIS_DONE || state == VENULE_ANALYSIS_CANCELLED)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (self->document));

      if (saved && !saved->complete && saved->last_frame >= 0)
        status->summary = g_strdup_printf (ngettext ("%u track, not complete, to frame %lld",
                                                     "%u tracks, not complete, to frame %lld", n),
                                           n, (long long) saved->last_frame);
      else
        status->summary = g_strdup_printf (ngettext ("%u track", "%u tracks", n), n);
    }
  else
    status->summary = g_strdup (_("Stopped by an error"));
}

/* Why tracks cannot be worked with; NULL: they can. */
static const char *
tracks_obstacle (VenuleWindow *self)
{
  if (venule_document_get_running (self->document))
    return _("When the run has ended");
  if (!venule_document_get_run_settings (self->document))
    return _("After a run");
  if (venule_window_is_marking (self))
    return _("When the sample is marked");
  return NULL;
}

static void
look_at_correct (VenuleWindow *self,
                 Status       *status)
{
  const char *obstacle = tracks_obstacle (self);

  status->possible = !obstacle;
  status->done = !obstacle && venule_document_get_corrected (self->document);
  status->summary = g_strdup (obstacle       ? obstacle
                              : status->done ? _ ("Corrected by you")
                                             : _ ("Put right what is wrong"));
}

static void
look_at_export (VenuleWindow *self,
                Status       *status)
{
  const char *obstacle = tracks_obstacle (self);

  /* Zero cells are a result, cells that were drawn without a run are none. */
  if (!obstacle && !venule_window_has_results (self))
    obstacle = _("After a run");
  status->possible = !obstacle;
  status->done = !obstacle && self->steps.exported;
  status->summary = g_strdup (obstacle       ? obstacle
                              : status->done ? _ ("Files are written")
                                             : _ ("Tables, figures, movie"));
}

/**
 * venule_window_update_steps:
 * @self: a #VenuleWindow
 *
 * Says of each step how far it is; the first that can be done and is not done is the next one.
 */
void
venule_window_update_steps (VenuleWindow *self)
{
  const VenuleSettings *settings;
  Status status[VENULE_N_STEPS] = { 0 };
  gboolean found_next = FALSE;

  venule_window_update_actions (self);
  if (!self->document)
    return;

  settings = venule_document_get_settings (self->document);
  look_at_calibration (self, settings, &status[VENULE_WORKFLOW_STEP_CALIBRATION]);
  look_at_vessel (self, settings, &status[VENULE_WORKFLOW_STEP_VESSEL]);
  look_at_cells (self, settings, &status[VENULE_WORKFLOW_STEP_CELLS]);
  look_at_run (self, &status[VENULE_WORKFLOW_STEP_RUN]);
  look_at_correct (self, &status[VENULE_WORKFLOW_STEP_CORRECT]);
  look_at_export (self, &status[VENULE_WORKFLOW_STEP_EXPORT]);
  venule_window_update_movie (self);

  for (guint i = 0; i < VENULE_N_STEPS; i++)
    {
      VenuleWorkflowStepState state = VENULE_WORKFLOW_STEP_WAITING;

      if (status[i].done)
        state = VENULE_WORKFLOW_STEP_DONE;
      else if (status[i].possible && !found_next)
        state = VENULE_WORKFLOW_STEP_NEXT;
      else if (status[i].possible)
        state = VENULE_WORKFLOW_STEP_READY;
      found_next = found_next || state == VENULE_WORKFLOW_STEP_NEXT;
      venule_workflow_step_set_state (venule_window_get_step (self, i), state, status[i].summary);
      g_free (status[i].summary);
    }
  venule_window_offer_drawing (self);
  venule_window_update_proposal (self);
}

/**
 * venule_window_open_step:
 * @self: a #VenuleWindow
 * @step: its number, from 0
 *
 * Opens the settings of a step, and closes those of the others.
 */
void
venule_window_open_step (VenuleWindow *self,
                         guint         step)
{
  venule_workflow_step_set_expanded (venule_window_get_step (self, step), TRUE);
}

/**
 * venule_window_show_step:
 * @self: a #VenuleWindow
 * @step: its number, from 0
 *
 * Opens the settings of a step, and the pane where they are.
 */
void
venule_window_show_step (VenuleWindow *self,
                         guint         step)
{
  adw_flap_set_reveal_flap (self->panes.steps_flap, TRUE);
  venule_window_open_step (self, step);
}

/**
 * venule_window_show_obstacle:
 * @self: a window whose run cannot start
 *
 * Opens the step in which something is missing, and goes to the row where a frame rate is typed.
 */
void
venule_window_show_obstacle (VenuleWindow *self)
{
  const VenuleSettings *settings = self->document ? venule_document_get_settings (self->document) : NULL;

  if (!settings)
    return;
  if (!venule_vessel_has_flow (settings->vessel) || !has_valid_vessel (self, settings) ||
      !has_valid_frames (self, settings))
    venule_window_show_step (self, VENULE_WORKFLOW_STEP_VESSEL);
  else if (lacks_rate (self, settings))
    {
      venule_window_show_step (self, VENULE_WORKFLOW_STEP_CALIBRATION);
      venule_calibration_panel_edit_rate (self->panels.calibration);
    }
}

/* When the others have been closed: as much of it as there is room for, from its title on. */
static void
on_step_settled (VenuleWindow *self)
{
  GtkAdjustment *place;
  double top = 0, height = 0;

  for (guint i = 0; i < VENULE_N_STEPS; i++)
    if (!venule_workflow_step_get_settled (venule_window_get_step (self, i)))
      return;
  if (self->steps.opened_step == NULL)
    return;

  for (guint i = 0; height == 0; i++)
    {
      GtkWidget *step = GTK_WIDGET (venule_window_get_step (self, i));
      int natural;

      gtk_widget_measure (step, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (step), NULL, &natural, NULL, NULL);
      if (step == GTK_WIDGET (self->steps.opened_step))
        height = natural;
      else
        top += natural;
    }
  self->steps.opened_step = NULL;
  place = gtk_scrolled_window_get_vadjustment (self->panes.steps);
  gtk_adjustment_clamp_page (place, top, top + MIN (height, gtk_adjustment_get_page_size (place)));
}

static void
on_step_expanded (VenuleWindow       *self,
                  GParamSpec         *pspec,
                  VenuleWorkflowStep *step)
{
  if (venule_workflow_step_get_expanded (step))
    {
      self->steps.opened_step = step;
      for (guint i = 0; i < VENULE_N_STEPS; i++)
        if (venule_window_get_step (self, i) != step)
          venule_workflow_step_set_expanded (venule_window_get_step (self, i), FALSE);
      venule_canvas_clear_mark (self->canvas);
    }

  /* Of now: it has been closed by another one. */
  venule_canvas_set_edit_vessel (self->canvas,
                                 venule_workflow_step_get_expanded (self->steps.vessel) &&
                                 !venule_window_is_running (self));
  venule_window_offer_drawing (self);
  if (!venule_workflow_step_get_expanded (self->steps.cells))
    venule_window_set_preview_on (self, FALSE);
}

/**
 * venule_window_confirm_run:
 * @self: a window with a document
 * @parts: what the user has confirmed in its settings
 *
 * A run that was made with the same need not be made again to be confirmed.
 */
void
venule_window_confirm_run (VenuleWindow   *self,
                           VenuleProposed  parts)
{
  g_autoptr (GError) error = NULL;

  if (!venule_document_confirm_run (self->document, parts, &error))
    venule_window_show_error (self, _("What was proposed cannot be confirmed"), error->message);
}

/* In a document that venule-cli made from proposals: pressing Continue confirms what the step shows. */
static void
confirm (VenuleWindow   *self,
         VenuleProposed  parts)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (self->document));

  settings->proposed = (VenuleProposed) (settings->proposed & ~parts);
  venule_document_set_settings (self->document, settings);
  venule_window_confirm_run (self, parts);
}

static void
go_on_from (VenuleWindow *self,
            guint         step)
{
  VenuleWorkflowStep *next = venule_window_get_step (self, step + 1);

  self->steps.passed[step] = TRUE;
  venule_window_update_steps (self);
  venule_window_open_step (self, step + 1);
  gtk_widget_child_focus (GTK_WIDGET (next), GTK_DIR_TAB_FORWARD);
}

static void
on_calibration_continued (VenuleWindow *self)
{
  go_on_from (self, VENULE_WORKFLOW_STEP_CALIBRATION);
}

static void
on_vessel_continued (VenuleWindow *self)
{
  confirm (self, VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_FLOW);
  go_on_from (self, VENULE_WORKFLOW_STEP_VESSEL);
}

static void
on_cells_continued (VenuleWindow *self)
{
  confirm (self, VENULE_PROPOSED_CELL_DIAMETER);
  go_on_from (self, VENULE_WORKFLOW_STEP_CELLS);
}

static void
on_scale_drawn (VenuleWindow *self,
                double        length)
{
  venule_window_open_step (self, VENULE_WORKFLOW_STEP_CALIBRATION);
  venule_calibration_panel_set_scale_bar (self->panels.calibration, length);
}

static void
on_cell_drawn (VenuleWindow *self,
               double        diameter)
{
  venule_window_open_step (self, VENULE_WORKFLOW_STEP_CELLS);
  venule_cells_panel_set_diameter (self->panels.cells, diameter);
}

void
venule_window_connect_steps (VenuleWindow *self)
{
  for (guint i = 0; i < VENULE_N_STEPS; i++)
    {
      VenuleWorkflowStep *step = venule_window_get_step (self, i);

      g_signal_connect_object (step, "notify::expanded", G_CALLBACK (on_step_expanded), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (step, "settled", G_CALLBACK (on_step_settled), self, G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (self->panels.calibration, "continued", G_CALLBACK (on_calibration_continued), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panels.vessel, "continued", G_CALLBACK (on_vessel_continued), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panels.cells, "continued", G_CALLBACK (on_cells_continued), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "scale-drawn", G_CALLBACK (on_scale_drawn), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "cell-drawn", G_CALLBACK (on_cell_drawn), self, G_CONNECT_SWAPPED);
}
