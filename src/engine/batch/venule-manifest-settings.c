/* venule-manifest-settings.c: the cells of a row as settings, and settings as cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-manifest-settings.h"

#include <math.h>

static const struct
{
  const char *column;
  const char *key; /* of venule_measure_settings_dup_value() */
} measured[] = {
  { "velocity_window", "velocity_window_s" },
  { "adherent_seconds", "adherent_seconds" },
  { "pause_seconds", "pause_seconds" },
  { "pause_velocity", "pause_velocity_px_s" },
  { "flux_line", "flux_position_px" },
  { "flux_seconds", "flux_seconds" },
  { "centreline", "centreline_px" },
  { "walls", "walls_px" },
  { "shear_factor", "shear_factor" },
  { "velocity_ratio", "velocity_ratio" },
  { "pixel_size_error", "pixel_size_error" },
  { "seed", "seed" },
};

/* ---- Cells as settings ---- */

VenuleTemplate *
venule_manifest_dup_template (VenuleManifest  *self,
                              guint            row,
                              GError         **error)
{
  g_auto (VenuleJobOptions) options = { 0 };
  g_autoptr (VenuleMeasureSettings) measures = NULL;

  options.unopened = TRUE;
  if (!venule_manifest_parse_row (self, row, &options, error))
    return NULL;
  measures = options.template != NULL ? venule_measure_settings_copy (options.template->measures)
                                      : venule_measure_settings_new ();
  if (!venule_job_measures_put (&options.measures, measures, error))
    return NULL;
  /* Along the crop, the default. */
  if (!options.flow_given)
    options.settings->vessel->flow_x = options.settings->vessel->flow_y = 0;
  return venule_template_new (options.settings, measures);
}

/* ---- Settings as cells ---- */

/* With as few decimals as tell it from all other numbers. */
static char *
dup_number (double value)
{
  static const char *const formats[] = { "%.0f", "%.1f", "%.2f", "%.3f", "%.4f", "%.5f", "%.6f", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      /* A longer one would not fit. */
      if (fabs (value) >= 1e9 && i + 1 < G_N_ELEMENTS (formats))
        continue;
      g_ascii_formatd (text, sizeof text, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return g_strdup (text);
}

static void
put_number (VenuleManifest *self,
            guint           row,
            const char     *column,
            double          value,
            double          usual)
{
  g_autofree char *text = value != usual ? dup_number (value) : NULL;

  venule_manifest_set_value (self, row, column, text);
}

static void
put_word (VenuleManifest *self,
          guint           row,
          const char     *column,
          gboolean        usual,
          const char     *text)
{
  venule_manifest_set_value (self, row, column, usual ? NULL : text);
}

static double
round_place (double value)
{
  return round (value * 100) / 100 + 0.0; /* no −0 */
}

static void
append_place (GString    *text,
              const char *before,
              double      value)
{
  g_autofree char *number = dup_number (round_place (value));

  g_string_append_printf (text, "%s%s", before, number);
}

/* (transfer full): "X,Y X,Y" */
static char *
dup_places (const GArray *places)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < places->len; i++)
    {
      append_place (text, i > 0 ? " " : "", g_array_index (places, VenulePoint, i).x);
      append_place (text, ",", g_array_index (places, VenulePoint, i).y);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_rectangle (const VenuleVessel *vessel)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_place (text, "", vessel->x);
  append_place (text, ",", vessel->y);
  append_place (text, ",", vessel->width);
  append_place (text, ",", vessel->height);
  if (round_place (vessel->angle) != 0)
    append_place (text, ",", vessel->angle);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
put_vessel (VenuleManifest     *self,
            guint               row,
            const VenuleVessel *vessel)
{
  g_autofree char *polygon = vessel->kind == VENULE_CROP_POLYGON ? dup_places (vessel->corners) : NULL;
  g_autofree char *crop = vessel->kind == VENULE_CROP_RECTANGLE ? dup_rectangle (vessel) : NULL;
  g_autofree char *flow = NULL;
  double flow_x, flow_y;

  venule_vessel_get_flow (vessel, &flow_x, &flow_y);
  if (venule_vessel_has_flow (vessel))
    flow = venule_vessel_dup_flow (flow_x, flow_y);
  venule_manifest_set_value (self, row, "vessel", NULL);
  venule_manifest_set_value (self, row, "polygon", polygon);
  venule_manifest_set_value (self, row, "crop", crop);
  venule_manifest_set_value (self, row, "flow", flow);
}

static void
put_run (VenuleManifest       *self,
         guint                 row,
         const VenuleSettings *settings,
         const VenuleSettings *usual)
{
  double scale = settings->calibration.pixel_size_um > 0 ? settings->calibration.pixel_size_um : 1;

  put_vessel (self, row, settings->vessel);
  put_number (self, row, "pixel_size", settings->calibration.pixel_size_um, usual->calibration.pixel_size_um);
  put_number (self, row, "fps", settings->calibration.frame_rate, usual->calibration.frame_rate);
  put_number (self, row, "cell_diameter", settings->cell_diameter, usual->cell_diameter);
  put_number (self, row, "sensitivity", settings->sensitivity, usual->sensitivity);
  put_number (self, row, "max_velocity", settings->max_velocity * scale, usual->max_velocity * scale);
  put_number (self, row, "detect_every", settings->detect_interval, usual->detect_interval);
  put_word (self, row, "finder", settings->detector == usual->detector,
            venule_detector_kind_to_string (settings->detector));
  put_word (self, row, "registration", settings->registration == usual->registration,
            venule_registration_kind_to_string (settings->registration));
}

static void
put_measures (VenuleManifest              *self,
              guint                        row,
              const VenuleMeasureSettings *measures,
              const VenuleMeasureSettings *usual)
{
  for (guint i = 0; i < G_N_ELEMENTS (measured); i++)
    {
      g_autofree char *value = venule_measure_settings_dup_value (measures, measured[i].key);
      g_autofree char *other = venule_measure_settings_dup_value (usual, measured[i].key);

      put_word (self, row, measured[i].column, g_strcmp0 (value, other) == 0, value);
    }
}

static void
put_whole (VenuleManifest *self,
           guint           row,
           const char     *column,
           int             value)
{
  put_number (self, row, column, value, 0);
}

static void
put_input (VenuleManifest           *self,
           guint                     row,
           const VenuleInputOptions *input)
{
  put_word (self, row, "gray", input->gray == VENULE_GRAY_LUMA, venule_gray_to_string (input->gray));
  put_word (self, row, "fields", input->fields == VENULE_FIELDS_WHOLE, venule_fields_to_string (input->fields));
  put_word (self, row, "time_axis", input->axis == VENULE_AXIS_UNKNOWN, venule_axis_to_string (input->axis));
  put_whole (self, row, "channel", input->channel);
  put_whole (self, row, "slice", input->slice);
  put_whole (self, row, "series", input->series);
}

static gboolean
is_near (double a,
         double b)
{
  return fabs (a - b) <= 0.01 + 1e-9 * fabs (a);
}

static gboolean
same_outline (const VenuleVessel *a,
              const VenuleVessel *b)
{
  g_autoptr (GArray) first = venule_vessel_dup_outline (a, 1, 1);
  g_autoptr (GArray) second = venule_vessel_dup_outline (b, 1, 1);

  if (a->kind != b->kind || first->len != second->len || venule_vessel_has_flow (a) != venule_vessel_has_flow (b))
    return FALSE;
  for (guint i = 0; i < first->len; i++)
    if (hypot (g_array_index (first, VenulePoint, i).x - g_array_index (second, VenulePoint, i).x,
               g_array_index (first, VenulePoint, i).y - g_array_index (second, VenulePoint, i).y) > 1)
      return FALSE;
  return TRUE;
}

/* Whether the cells say it: what a template has and a video has not, cells cannot say. */
static gboolean
is_said (VenuleManifest              *self,
         guint                        row,
         const VenuleSettings        *settings,
         const VenuleMeasureSettings *measures)
{
  g_autoptr (VenuleTemplate) said = venule_manifest_dup_template (self, row, NULL);

  if (said == NULL || !same_outline (said->settings->vessel, settings->vessel) ||
      said->settings->calibration.pixel_size_um != settings->calibration.pixel_size_um ||
      said->settings->calibration.frame_rate != settings->calibration.frame_rate ||
      !is_near (said->settings->max_velocity, settings->max_velocity) ||
      said->settings->detect_interval != settings->detect_interval)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (measured); i++)
    {
      g_autofree char *value = venule_measure_settings_dup_value (measures, measured[i].key);
      g_autofree char *other = venule_measure_settings_dup_value (said->measures, measured[i].key);

      if (g_strcmp0 (value, other) != 0)
        return FALSE;
    }
  return TRUE;
}

void
venule_manifest_put_settings (VenuleManifest              *self,
                              guint                        row,
                              const VenuleSettings        *settings,
                              const VenuleMeasureSettings *measures,
                              const VenuleInputOptions    *input)
{
  g_autofree char *path = NULL;
  g_autoptr (VenuleTemplate) template = NULL;
  g_autoptr (VenuleSettings) usual = venule_settings_new ();
  g_autoptr (VenuleMeasureSettings) usual_measures = venule_measure_settings_new ();

  g_return_if_fail (VENULE_IS_MANIFEST (self));
  g_return_if_fail (settings != NULL && measures != NULL && input != NULL);

  path = venule_manifest_dup_path (self, row, "template");
  template = path != NULL ? venule_template_read (path, NULL) : NULL;
  put_input (self, row, input);
  venule_manifest_set_value (self, row, "proposed", NULL);
  put_run (self, row, settings, template != NULL ? template->settings : usual);
  put_measures (self, row, measures, template != NULL ? template->measures : usual_measures);
  if (path == NULL || is_said (self, row, settings, measures))
    return;
  venule_manifest_set_value (self, row, "template", NULL);
  put_run (self, row, settings, usual);
  put_measures (self, row, measures, usual_measures);
}
