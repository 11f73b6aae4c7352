/* venule-window-vessel.c: the vessel is adjusted on the video, and measured in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-centreline-make.h"
#include "venule-flow-velocity.h"
#include "venule-measure-job.h"
#include "venule-measure-option.h"
#include "venule-window-action.h"

/* ---- Dragging ---- */

/* The numbers that belong to what is dragged, beside it. */
static char *
dup_text (VenuleWindow                *self,
          VenuleGeometryPart           part,
          const VenuleGeometryNumbers *numbers,
          const VenuleCalibration     *calibration)
{
  const char *unit = venule_calibration_length_unit (calibration);
  double place = venule_calibration_scale (calibration, numbers->flux);

  if (part == VENULE_GEOMETRY_POINT || part == VENULE_GEOMETRY_MIDDLE)
    {
      /* Translators: of the vessel, with its unit */
      return g_strdup_printf (_("Length %.1f %s"), venule_calibration_scale (calibration, numbers->length), unit);
    }
  if (part != VENULE_GEOMETRY_FLUX && numbers->no_walls)
    return g_strdup (_("Diameter not assessable"));
  if (part != VENULE_GEOMETRY_FLUX)
    {
      /* Translators: of the vessel, with its unit */
      return g_strdup_printf (_("Diameter %.1f %s"), venule_calibration_scale (calibration, numbers->diameter), unit);
    }
  if (numbers->outside)
    return g_strdup (_("Not assessable: the line lies outside of the analysed length"));
  if (!isfinite (numbers->rolling))
    return g_strdup_printf ("%.1f %s", place, unit);
  /* Translators: rolling flux through the line, and where the line is along the vessel */
  return g_strdup_printf (_("%.1f rolling cells/min at %.1f %s"), numbers->rolling, place, unit);
}

static void
on_geometry_changed (VenuleWindow *self)
{
  VenuleGeometryPanel *panel = venule_measures_view_get_geometry (self->views.measures);
  VenuleVesselGeometry *geometry = venule_canvas_get_geometry (self->canvas);
  const VenuleGeometryHandle *handle = venule_canvas_get_geometry_handle (self->canvas);
  const VenuleCalibration *calibration;
  VenuleGeometryNumbers numbers;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (panel), geometry != NULL);
  if (!geometry || !self->document)
    {
      venule_geometry_panel_show (panel, NULL, NULL, NULL, NULL);
      return;
    }

  calibration = &venule_document_get_shown_settings (self->document)->calibration;
  venule_live_geometry_get (self->measuring.vessel, geometry, &numbers);
  venule_geometry_panel_show (panel, geometry, handle, &numbers, calibration);
  text = dup_text (self, handle->part, &numbers, calibration);
  venule_canvas_set_geometry_text (self->canvas, text);
}

static void
on_geometry_drawn (VenuleWindow          *self,
                   VenuleMeasureSettings *settings)
{
  g_autoptr (GError) error = NULL;

  if (!self->document)
    return;
  if (!venule_document_set_measure_settings (self->document, settings, &error))
    venule_window_show_error (self, _("The vessel was not changed"), error->message);
}

/* The numbers are beside it. */
static void
on_tool (VenuleWindow *self)
{
  if (venule_canvas_get_mode (self->canvas) == VENULE_MODE_VESSEL)
    gtk_stack_set_visible_child_name (self->views.tables, "measures");
  on_geometry_changed (self);
}

/* ---- Measuring in the video ---- */

static const char *
job_title (VenuleMeasureJobKind kind)
{
  return kind == VENULE_MEASURE_JOB_FLOW ? _("Blood velocity") : _("Diameter");
}

static void
on_progress (VenuleWindow     *self,
             double            share,
             VenuleMeasureJob *job)
{
  if (self->measuring.cancellable)
    venule_measures_view_set_progress (self->views.measures, job_title (venule_measure_job_get_kind (job)), share);
}

static const VenuleCentreline *
get_line (VenuleWindow *self)
{
  return venule_document_get_shown_settings (self->document)->vessel->centreline;
}

/* (transfer full) (nullable): how wide the vessel is; %NULL: its walls are not those that were found in the video */
static char *
dup_diameter (VenuleWindow *self)
{
  const VenuleCalibration *calibration = &venule_document_get_shown_settings (self->document)->calibration;
  const VenuleCentreline *line = get_line (self);
  double value, sd;

  if (venule_centreline_get_walls_from (line) != VENULE_WALLS_MEASURED)
    return NULL;
  value = venule_centreline_get_diameter (line, &sd);
  /* Translators: mean and standard deviation of the diameter, and their unit */
  return g_strdup_printf (_("%.2f ± %.2f %s (mean and standard deviation along the vessel)"),
                          venule_calibration_scale (calibration, value), venule_calibration_scale (calibration, sd),
                          venule_calibration_length_unit (calibration));
}

/* What was measured before stands when it could not be measured again. */
static void
show_no_flow (VenuleWindow *self,
              const char   *found,
              const char   *reason)
{
  const VenuleMeasureSettings *measures = venule_document_get_measure_settings (self->document);
  gboolean kept = g_strcmp0 (g_hash_table_lookup (measures->others, VENULE_MEASURE_FLOW), found) != 0;
  g_autofree char *text = kept ? g_strdup_printf ("%s %s", reason, _("The velocity that was measured before is kept."))
                               : g_strdup (reason);

  venule_measures_view_show_message (self->views.measures, TRUE, _("The blood’s velocity could not be measured"), text);
}

/* (transfer full) (nullable): what was measured along the present line */
static VenuleFlowVelocity *
read_flow (VenuleWindow *self)
{
  const VenuleMeasureSettings *measures = venule_document_get_measure_settings (self->document);
  g_autofree char *key = venule_centreline_dup_key (get_line (self));

  return venule_flow_velocity_from_text (g_hash_table_lookup (measures->others, VENULE_MEASURE_FLOW), key);
}

/* (transfer full) (nullable): how fast the blood is; %NULL: that is not known */
static char *
dup_velocity (VenuleWindow *self)
{
  const VenuleCalibration *calibration = &venule_document_get_shown_settings (self->document)->calibration;
  g_autoptr (VenuleFlowVelocity) flow = read_flow (self);

  if (!flow || flow->reason)
    return NULL;
  /* Translators: velocity in the middle of the vessel with its interval of confidence, and their unit */
  return g_strdup_printf (_("%.1f %s in the middle of the vessel (95 %%: %.1f – %.1f)"),
                          venule_calibration_scale (calibration, flow->velocity),
                          venule_calibration_velocity_unit (calibration),
                          venule_calibration_scale (calibration, flow->low),
                          venule_calibration_scale (calibration, flow->high));
}

static void
show_flow (VenuleWindow *self,
           const char   *found)
{
  g_auto (GStrv) lines = g_strsplit (found, "\n", 3);
  g_autoptr (VenuleFlowVelocity) flow = venule_flow_velocity_from_text (found, lines[1]);
  g_autofree char *text = NULL;

  if (!flow)
    return;
  if (flow->reason)
    {
      show_no_flow (self, found, _(flow->reason));
      return;
    }
  text = dup_velocity (self);
  venule_measures_view_show_message (self->views.measures, FALSE, _("The blood’s velocity was measured"), text);
}

static void
on_job_done (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (VenuleWindow) self = user_data;
  VenuleMeasureJob *job = VENULE_MEASURE_JOB (object);
  gboolean flow = venule_measure_job_get_kind (job) == VENULE_MEASURE_JOB_FLOW;
  g_autoptr (GError) error = NULL;
  g_autofree char *found = venule_measure_job_run_finish (job, result, &error);
  gboolean current = self->measuring.job == job;

  if (!current || !self->document)
    return;
  g_clear_object (&self->measuring.job);
  g_clear_object (&self->measuring.cancellable);
  venule_window_enable (self, TRUE, flow ? "measure-flow" : "measure-diameter", NULL); /* the focus goes back to it */
  venule_measures_view_set_progress (self->views.measures, NULL, 0);
  if (found && (flow ? venule_document_keep_flow (self->document, found, &error)
                     : venule_document_keep_diameter (self->document, found, &error)))
    {
      g_autofree char *diameter = flow ? NULL : dup_diameter (self);

      if (flow)
        show_flow (self, found);
      else
        venule_measures_view_show_message (self->views.measures, FALSE, _("The walls were found in the video"),
                                           diameter);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      venule_measures_view_show_message (self->views.measures, TRUE,
                                         flow ? _("The blood’s velocity could not be measured")
                                              : _("The diameter could not be measured"),
                                         error->message);
    }
  venule_window_update_actions (self);
}

static void
begin (VenuleWindow         *self,
       VenuleMeasureJobKind  kind)
{
  venule_measures_view_show_message (self->views.measures, FALSE, NULL, NULL);
  self->measuring.job = venule_measure_job_new (self->document, kind);
  self->measuring.cancellable = g_cancellable_new ();
  g_signal_connect_object (self->measuring.job, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  venule_window_enable (self, TRUE, "cancel-measuring", NULL); /* the focus goes on to its button */
  venule_measures_view_set_progress (self->views.measures, job_title (kind), 0);
  gtk_stack_set_visible_child_name (self->views.tables, "measures");
  venule_measure_job_run_async (self->measuring.job, self->measuring.cancellable, on_job_done, g_object_ref (self));
  venule_window_update_actions (self);
}

static void
diameter_action (VenuleWindow *self)
{
  begin (self, VENULE_MEASURE_JOB_DIAMETER);
}

static void
flow_action (VenuleWindow *self)
{
  begin (self, VENULE_MEASURE_JOB_FLOW);
}

static void
cancel_action (VenuleWindow *self)
{
  g_cancellable_cancel (self->measuring.cancellable);
}

static void
copy_action (VenuleWindow *self)
{
  g_autofree char *table = venule_measures_view_dup_table (self->views.measures);

  if (!table)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), table);
  venule_window_show_toast (self, _("All measures copied"), NULL, NULL);
}

/* Beside the numbers, which follow. */
static void
settings_action (VenuleWindow  *self,
                 GVariant      *state,
                 GSimpleAction *action)
{
  gboolean seen = gtk_widget_get_mapped (GTK_WIDGET (self->views.measures));
  gboolean shown = g_variant_get_boolean (state) || !seen;

  g_simple_action_set_state (action, g_variant_new_boolean (shown));
  if (shown)
    {
      adw_flap_set_reveal_flap (self->panes.results_flap, TRUE);
      gtk_stack_set_visible_child_name (self->views.tables, "measures");
    }
  venule_measures_view_show_settings (self->views.measures, shown);
}

/* Whoever exports is told what is not as usual. */
static void
show_unusual (VenuleWindow *self)
{
  const VenuleSettings *run = self->document ? venule_document_get_run_settings (self->document) : NULL;
  g_autofree char *unusual = NULL;
  g_autofree char *text = NULL;

  if (run)
    unusual = venule_measure_options_dup_unusual (venule_document_get_measure_settings (self->document), run,
                                                  VENULE_MEASURE_READER_SCREEN);
  if (unusual)
    text = g_strdup_printf (_("Measured with: %s"), unusual);
  venule_export_panel_set_unusual (self->panels.export, text);
}

/* After an undo, in another run, or with another pixel size it would say numbers that do not count. */
static void
settle_message (VenuleWindow *self)
{
  g_autofree char *diameter = dup_diameter (self);
  g_autofree char *velocity = dup_velocity (self);

  venule_measures_view_settle_message (self->views.measures, _("The walls were found in the video"), diameter);
  venule_measures_view_settle_message (self->views.measures, _("The blood’s velocity was measured"), velocity);
}

static void
on_document_changed (VenuleWindow *self)
{
  show_unusual (self);
  settle_message (self);
}

static const VenuleWindowAction entries[] = {
  { "measure-settings", NULL, NULL, "false", G_CALLBACK (settings_action) },
  { "measure-diameter", G_CALLBACK (diameter_action) },
  { "measure-flow", G_CALLBACK (flow_action) },
  { "cancel-measuring", G_CALLBACK (cancel_action) },
  { "copy-measures", G_CALLBACK (copy_action) },
};

void
venule_window_update_vessel (VenuleWindow *self)
{
  gboolean open = self->document && !venule_document_get_checking (self->document);
  gboolean still = open && !venule_window_is_running (self);
  gboolean results = still && venule_document_get_run_settings (self->document);
  gboolean counted = still && venule_source_get_n_frames (venule_document_get_source (self->document)) > 0;

  if (!still && venule_canvas_get_mode (self->canvas) == VENULE_MODE_VESSEL)
    venule_canvas_set_mode (self->canvas, VENULE_MODE_SELECT);
  venule_window_enable (self, counted && !self->measuring.job, "measure-diameter", NULL);
  /* While a sample is marked, the tracks are its marks. */
  results = results && !venule_window_is_marking (self);
  venule_window_enable (self, results && !self->measuring.job, "measure-flow", NULL);
  venule_window_enable (self, self->measuring.job != NULL, "cancel-measuring", NULL);
  venule_window_enable (self, results, "copy-measures", NULL);
  venule_window_enable (self, open, "measure-settings", NULL);
}

void
venule_window_set_vessel_document (VenuleWindow *self)
{
  g_cancellable_cancel (self->measuring.cancellable);
  g_clear_object (&self->measuring.cancellable);
  g_clear_object (&self->measuring.job);
  venule_live_geometry_set_document (self->measuring.vessel, self->document);
  venule_measures_view_set_progress (self->views.measures, NULL, 0);
  venule_measures_view_show_message (self->views.measures, FALSE, NULL, NULL);
  show_unusual (self);
  if (!self->document)
    return;
  g_signal_connect_object (self->document, "measures-changed", G_CALLBACK (on_document_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "settings-changed", G_CALLBACK (on_document_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::run-settings", G_CALLBACK (on_document_changed), self,
                           G_CONNECT_SWAPPED);
}

void
venule_window_connect_vessel (VenuleWindow *self)
{
  self->measuring.vessel = venule_live_geometry_new ();
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (self->canvas, "geometry-changed", G_CALLBACK (on_geometry_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "geometry-drawn", G_CALLBACK (on_geometry_drawn), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "notify::mode", G_CALLBACK (on_tool), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->measuring.vessel, "changed", G_CALLBACK (on_geometry_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (venule_measures_view_get_geometry (self->views.measures), "edited",
                           G_CALLBACK (on_geometry_drawn), self, G_CONNECT_SWAPPED);
}
