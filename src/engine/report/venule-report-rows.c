/* venule-report-rows.c: what the page of a recording says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-report-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-axis.h"
#include "venule-cell-measures.h"
#include "venule-measure-option.h"
#include "venule-time.h"
#include "venule-velocity.h"
#include "venule-warning.h"

#define FEW_CELLS 5

static void
clear_row (gpointer data)
{
  VenuleReportRow *row = data;

  g_free (row->name);
  g_free (row->value);
  g_free (row->unit);
  g_free (row->interval);
  g_free (row->n);
}

static GArray *
rows_new (void)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (VenuleReportRow));

  g_array_set_clear_func (rows, clear_row);

  return rows;
}

/* ---- Results ---- */

/* Settings and labels are among the parameters, and the frames in the title. */
static gboolean
is_shown (const VenuleQuantity *quantity)
{
  return venule_quantity_is_result (quantity->id) && isfinite (quantity->estimate.value);
}

GArray *
venule_report_list_results (const VenuleMeasures *measures)
{
  GArray *rows = rows_new ();

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      const VenuleQuantity *quantity = venule_measures_get (measures, id);
      VenuleReportRow row;

      if (!is_shown (quantity))
        continue;
      row = (VenuleReportRow) {
        .name = g_strdup (_(venule_quantity_get_name (id))), .value = venule_quantity_dup_plain_value (quantity),
        .unit = g_strdup (venule_quantity_get_shown_unit (quantity, measures->calibrated)),
        .interval = venule_quantity_dup_plain_interval (quantity),
        .n = quantity->has_n ? g_strdup_printf ("%u", quantity->estimate.n) : NULL,
      };
      g_array_append_val (rows, row);
    }

  return rows;
}

/* The quantities without a number for the same reason, by name. */
static void
name_alike (GString              *text,
            const VenuleMeasures *measures,
            guint                 first)
{
  const char *reason = venule_measures_get (measures, first)->reason;

  for (guint id = first; id < VENULE_N_QUANTITIES; id++)
    {
      const VenuleQuantity *quantity = venule_measures_get (measures, id);

      if (!venule_quantity_is_result (id) || is_shown (quantity) || g_strcmp0 (quantity->reason, reason) != 0)
        continue;
      g_string_append_printf (text, "%s%s", id > first ? "; " : "", _(venule_quantity_get_name (id)));
    }
}

static gboolean
was_named (const VenuleMeasures *measures,
           guint                 id)
{
  for (guint i = 0; i < id; i++)
    if (venule_quantity_is_result (i) && !is_shown (venule_measures_get (measures, i)) &&
        g_strcmp0 (venule_measures_get (measures, i)->reason, venule_measures_get (measures, id)->reason) == 0)
      return TRUE;

  return FALSE;
}

GPtrArray *
venule_report_list_gaps (const VenuleMeasures *measures)
{
  GPtrArray *gaps = g_ptr_array_new_with_free_func (g_free);

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      const VenuleQuantity *quantity = venule_measures_get (measures, id);
      g_autoptr(GString) names = g_string_new (NULL);

      if (!venule_quantity_is_result (id) || is_shown (quantity) || was_named (measures, id))
        continue;
      name_alike (names, measures, id);
      if (quantity->reason == NULL)
        /* Translators: %s are names of quantities */
        g_ptr_array_add (gaps, g_strdup_printf (_("No value: %s."), names->str));
      else
        /* Translators: why, and names of quantities */
        g_ptr_array_add (gaps, g_strdup_printf (_("Not assessable (%s): %s."), _(quantity->reason), names->str));
    }

  return gaps;
}

/* ---- Parameters ---- */

static void
add (GArray     *rows,
     const char *name,
     char       *value) /* (transfer full) */
{
  VenuleReportRow row = { .name = g_strdup (name), .value = value };

  g_array_append_val (rows, row);
}

static char *
dup_number (double      number,
            const char *unit)
{
  g_autofree char *digits = venule_axis_format_number (number, 6);
  gsize n = strlen (digits);

  while (digits[n - 1] == '0')
    n--;
  n -= digits[n - 1] == '.';

  return g_strdup_printf ("%.*s%s%s", (int) n, digits, *unit != '\0' ? " " : "", unit);
}

/* What was worked out and not typed: four digits tell enough. */
static char *
dup_rounded (double      number,
             const char *unit)
{
  double one = pow (10, venule_axis_significant (number) + 1);

  return dup_number (round (number * one) / one, unit);
}

/* In µm with the px behind it, or in px alone. */
static char *
dup_length (const VenuleCalibration *calibration,
            double                   px,
            const char              *per)
{
  g_autofree char *in_px = venule_axis_format_number (px, venule_axis_significant (px));
  double um = venule_calibration_scale (calibration, px);
  g_autofree char *in_um = venule_axis_format_number (um, venule_axis_significant (um));

  return venule_calibration_is_calibrated (calibration) ? g_strdup_printf ("%s µm%s (%s px%s)", in_um, per, in_px, per)
                                                        : g_strdup_printf ("%s px%s", in_px, per);
}

static char *
dup_region (const VenuleVessel *vessel)
{
  if (vessel->kind == VENULE_CROP_RECTANGLE)
    return g_strdup_printf (_("rectangle of %.0f × %.0f px, turned by %.0f°"), vessel->width, vessel->height,
                            vessel->angle);
  if (vessel->kind == VENULE_CROP_POLYGON)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "polygon with %u corner", "polygon with %u corners",
                                         vessel->corners->len), vessel->corners->len);
  return g_strdup (_("the whole image"));
}

static void
add_search (GArray              *rows,
            const VenuleResults *results)
{
  const VenuleSettings *settings = results->settings;

  add (rows, _("Cells found by"),
       g_strdup (settings->detector == VENULE_DETECTOR_NETWORK ? _("network") : _("circles (GICOV)")));
  add (rows, _("Expected cell diameter"), dup_length (&settings->calibration, settings->cell_diameter, ""));
  add (rows, _("Sensitivity"), dup_number (settings->sensitivity, ""));
  add (rows, _("Search for cells"), results->detect_interval > 1
       ? g_strdup_printf (_("every %d frames"), results->detect_interval)
                                                                 : g_strdup (_("every frame")));
  add (rows, _("Movement of the picture"),
       g_strdup (settings->registration == VENULE_REGISTRATION_AUTO ? _("measured and taken off") : _("not measured")));
}

static void
add_warning (GArray              *rows,
             const VenuleResults *results)
{
  const VenuleSettings *settings = results->settings;
  double rate = venule_time_get_frame_rate (results->source, &settings->calibration);

  if (results->detect_interval > 0)
    add_search (rows, results);
  else
    add (rows, _("Tracks read from"), g_strdup (results->device));
  if (rate > 0)
    add (rows, _("Maximum velocity"),
         dup_length (&settings->calibration, venule_velocity_fastest_rolling (settings, rate), "/s"));
}

static void
add_measuring (GArray               *rows,
               const VenuleResults  *results,
               const VenuleMeasures *measures)
{
  static const char *const walls[] = { N_("unknown"), N_("edges of the crop"), N_("measured in the video"),
                                       N_("drawn") };
  static const VenuleQuantityId own[] = {
    VENULE_QUANTITY_VELOCITY_WINDOW, VENULE_QUANTITY_ADHERENT_SECONDS, VENULE_QUANTITY_PAUSE_SECONDS,
    VENULE_QUANTITY_PAUSE_VELOCITY, VENULE_QUANTITY_FLUX_POSITION,
  };
  const VenuleMeasureSettings *wanted = results->measure_settings;

  add (rows, _("Walls"), g_strdup (_(walls[venule_centreline_get_walls_from (measures->centreline)])));
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    {
      const VenuleQuantity *quantity = venule_measures_get (measures, own[i]);

      if (isfinite (quantity->estimate.value))
        add (rows, _(venule_quantity_get_name (own[i])),
             dup_rounded (quantity->estimate.value,
                          venule_quantity_unit_for_people (quantity->unit, measures->calibrated)));
    }
  if (isfinite (venule_measures_get (measures, VENULE_QUANTITY_BLOOD_VELOCITY)->estimate.value))
    {
      add (rows, _("Centreline / mean velocity"),
           dup_number (wanted != NULL ? wanted->velocity_ratio : VENULE_DEFAULT_VELOCITY_RATIO, ""));
      add (rows, _("Factor of the shear rate"), dup_number (wanted != NULL ? wanted->shear_factor : 1, ""));
    }
}

/* Which of them a person has chosen. */
static void
add_unusual (GArray              *rows,
             const VenuleResults *results)
{
  g_autofree char *unusual = venule_measure_options_dup_unusual (results->measure_settings, results->settings,
                                                                 VENULE_MEASURE_READER_REPORT);

  if (unusual != NULL)
    add (rows, _("Other than the default"), g_strdup (unusual));
}

GArray *
venule_report_list_settings (const VenuleResults  *results,
                             const VenuleMeasures *measures)
{
  GArray *rows = rows_new ();
  const VenuleCalibration *calibration = &results->settings->calibration;
  const VenuleQuantity *error = venule_measures_get (measures, VENULE_QUANTITY_PIXEL_SIZE_ERROR);
  double x, y;

  if (venule_calibration_is_calibrated (calibration))
    add (rows, _("Pixel size"), dup_number (calibration->pixel_size_um, "µm"));
  else
    add (rows, _("Pixel size"), g_strdup (_("not stated")));
  if (error->estimate.value > 0)
    add (rows, _("Error of the pixel size"), dup_number (100 * error->estimate.value, "%"));
  add (rows, _("Frame rate"), g_strdup (calibration->frame_rate > 0 ? _("as typed") : _("timestamps of the file")));
  add (rows, _("Region"), dup_region (results->settings->vessel));
  if (venule_vessel_has_flow (results->settings->vessel))
    {
      venule_vessel_get_flow (results->settings->vessel, &x, &y);
      /* Translators: 0° is to the right on the screen, 90° down */
      add (rows, _("Flow direction"), g_strdup_printf (_("%.0f° clockwise from the right"),
                                                       fmod (atan2 (y, x) * 180 / G_PI + 360, 360)));
    }
  add_warning (rows, results);
  add_measuring (rows, results, measures);
  add_unusual (rows, results);

  return rows;
}

/* ---- Warnings ---- */

static void warn (GPtrArray  *warnings,
                  const char *format,
                  ...) G_GNUC_PRINTF (2, 3);

static void
warn (GPtrArray  *warnings,
      const char *format,
      ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

GPtrArray *
venule_report_list_warnings (const VenuleResults  *results,
                             const VenuleMeasures *measures)
{
  GPtrArray *warnings = g_ptr_array_new_with_free_func (g_free);
  g_auto(GStrv) of_video = venule_source_dup_warnings (results->source);
  const VenuleQuantity *velocity = venule_measures_get (measures, VENULE_QUANTITY_VELOCITY_N);
  g_autoptr(GPtrArray) of_results = venule_results_list_warnings (results);

  if (!results->complete)
    warn (warnings, _("The run is not complete: it was stopped before its end, or a part of it was lost."));
  if (!measures->calibrated)
    warn (warnings, _("No pixel size was confirmed: lengths are in px, velocities in px/s."));
  if (velocity->estimate.value < FEW_CELLS)
    warn (warnings, _("There are fewer than %d rolling cells with a velocity: their mean is uncertain."), FEW_CELLS);
  for (guint i = 0; i < of_results->len; i++)
    warn (warnings, "%s", ((const VenuleWarning *) g_ptr_array_index (of_results, i))->sentence);
  for (guint i = 0; of_video != NULL && of_video[i] != NULL; i++)
    warn (warnings, _("The video: %s"), of_video[i]);

  return warnings;
}

/* ---- Title ---- */

char *
venule_report_dup_facts (const VenuleResults *results)
{
  VenuleSource *source = results->source;
  const VenuleCalibration *calibration = &results->settings->calibration;
  double rate = venule_time_get_recorded_rate (source, calibration, results->first_frame, results->last_frame);
  g_auto(VenuleRecorded) recorded = { 0 };
  g_autofree char *rate_text = venule_axis_format_number (rate, 2);
  g_autofree char *duration_text = NULL;

  venule_time_find_recorded (source, calibration, results->first_frame, results->last_frame, &recorded);
  duration_text = venule_axis_format_number (recorded.duration, 2);

  /* Translators: size of the picture, bits of a pixel, frames a second, frames that were analysed, and how long they
   * last */
  return g_strdup_printf (_("%d × %d px, %d bit, %s frames/s; frames %d to %d analysed (%s s)"),
                          venule_source_get_width (source), venule_source_get_height (source),
                          venule_source_get_bit_depth (source), rate_text, (int) results->first_frame,
                          (int) results->last_frame, duration_text);
}

char *
venule_report_dup_labels (const VenuleResults *results)
{
  const VenuleMeasureSettings *measures = results->measure_settings;
  GString *text = g_string_new (NULL);
  const struct
  {
    VenuleQuantityId  id;
    const char       *label;
  } labels[] = {
    { VENULE_QUANTITY_ANIMAL, measures != NULL ? measures->animal : NULL },
    { VENULE_QUANTITY_GROUP, measures != NULL ? measures->group : NULL },
    { VENULE_QUANTITY_TIME_POINT, measures != NULL ? measures->time_point : NULL },
    { VENULE_QUANTITY_RECORDING, measures != NULL ? measures->recording : NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (labels[i].label != NULL && *labels[i].label != '\0')
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "  ·  " : "",
                              _(venule_quantity_get_name (labels[i].id)), labels[i].label);

  return g_string_free (text, FALSE);
}
