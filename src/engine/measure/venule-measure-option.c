/* venule-measure-option.c: the settings of how results are measured, as people see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-measure-option.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-velocity.h"

#define LEAST 0.001      /* chosen of what is worked out otherwise */
#define SAME 1e-9        /* of two numbers of which one went through another unit */

static const VenuleMeasureOption options[] = {
  { "velocity_window_s", N_("Velocity window"),
    N_("Velocities within a track, their median and their spread are taken over windows of this length. Shorter "
       "windows resolve more of a cell’s motion, but also more localisation error. The mean velocity does not "
       "depend on it."),
    VENULE_MEASURE_UNIT_SECONDS, 3, 0.1, FALSE },
  { "pause_velocity_px_s", N_("Velocity of pauses"),
    N_("A slower cell stands still: such times are pauses, and long ones adherence. The classes of the tracks do "
       "not depend on it."),
    VENULE_MEASURE_UNIT_VELOCITY, 3, 0.1, TRUE },
  { "pause_seconds", N_("Shortest pause"), N_("A shorter stop is not a pause."),
    VENULE_MEASURE_UNIT_SECONDS, 3, 0.1, FALSE },
  { "adherent_seconds", N_("Time of adherence"),
    N_("Shortest time for which an adherent cell stands still; 30 s by convention. A shorter recording cannot show "
       "it."),
    VENULE_MEASURE_UNIT_SECONDS, 2, 1, FALSE },
  { "flux_seconds", N_("Bins of the flux"),
    N_("Bin width of the flux over time. If empty, it follows from the length of the recording."),
    VENULE_MEASURE_UNIT_SECONDS, 2, 1, TRUE },
  { "velocity_ratio", N_("Centreline / mean velocity"),
    N_("The blood is fastest in the middle of the vessel. Its mean velocity is the measured one divided by this: "
       "2 in a parabolic flow, 1 in a flat one, 1.6 in venules (Lipowsky and Zweifach 1978)."),
    VENULE_MEASURE_UNIT_NONE, 3, 0.1, FALSE },
  { "shear_factor", N_("Factor of the shear rate"),
    N_("The wall shear rate, 8 times the mean velocity of the blood by the diameter, is multiplied by this."),
    VENULE_MEASURE_UNIT_NONE, 3, 0.1, FALSE },
  { "pixel_size_error", N_("Error of the pixel size"),
    N_("Relative standard error of the pixel size. It widens the intervals of all values in µm. 0: not stated."),
    VENULE_MEASURE_UNIT_PERCENT, 3, 0.5, FALSE },
};

const VenuleMeasureOption *
venule_measure_options_get (guint *n)
{
  *n = G_N_ELEMENTS (options);

  return options;
}

/* What people see of 1 in the measure settings. */
static double
get_scale (const VenuleMeasureOption *self,
           const VenuleSettings      *settings)
{
  switch (self->unit)
    {
    case VENULE_MEASURE_UNIT_VELOCITY:
      return venule_calibration_scale (&settings->calibration, 1);
    case VENULE_MEASURE_UNIT_PERCENT:
      return 100;
    case VENULE_MEASURE_UNIT_SECONDS:
    case VENULE_MEASURE_UNIT_NONE:
    default:
      return 1;
    }
}

const char *
venule_measure_option_get_unit (const VenuleMeasureOption *self,
                                const VenuleSettings      *settings)
{
  switch (self->unit)
    {
    case VENULE_MEASURE_UNIT_SECONDS:
      return "s";
    case VENULE_MEASURE_UNIT_VELOCITY:
      return venule_calibration_velocity_unit (&settings->calibration);
    case VENULE_MEASURE_UNIT_PERCENT:
      return "%";
    case VENULE_MEASURE_UNIT_NONE:
    default:
      return "";
    }
}

double
venule_measure_option_get_usual (const VenuleMeasureOption *self,
                                 const VenuleSettings      *settings)
{
  double usual;

  if (self->automatic && self->unit == VENULE_MEASURE_UNIT_VELOCITY)
    return venule_velocity_of_rest (settings) * get_scale (self, settings);
  venule_measure_settings_get_limits (self->key, &usual, NULL, NULL);

  return self->automatic ? NAN : usual * get_scale (self, settings);
}

double
venule_measure_option_get_value (const VenuleMeasureOption   *self,
                                 const VenuleMeasureSettings *measures,
                                 const VenuleSettings        *settings)
{
  g_autofree char *text = venule_measure_settings_dup_value (measures, self->key);

  return text != NULL ? g_ascii_strtod (text, NULL) * get_scale (self, settings)
                      : venule_measure_option_get_usual (self, settings);
}

void
venule_measure_option_get_limits (const VenuleMeasureOption *self,
                                  const VenuleSettings      *settings,
                                  double                    *low,
                                  double                    *high)
{
  double scale = get_scale (self, settings);

  venule_measure_settings_get_limits (self->key, NULL, low, high);
  *low = self->automatic ? LEAST : *low * scale;
  *high *= scale;
}

/* A number in per cent, or µm/s, and back: the last bit is no choice of anybody's. */
static gboolean
is_same (double a,
         double b)
{
  return fabs (a - b) <= SAME * fmax (fabs (a), fabs (b));
}

gboolean
venule_measure_option_set_value (const VenuleMeasureOption  *self,
                                 VenuleMeasureSettings      *measures,
                                 const VenuleSettings       *settings,
                                 double                      value,
                                 GError                    **error)
{
  double usual = venule_measure_option_get_usual (self, settings);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value) || is_same (value, usual))
    return venule_measure_settings_set_value (measures, self->key, NULL, error);
  g_ascii_dtostr (text, sizeof text, value / get_scale (self, settings));

  return venule_measure_settings_set_value (measures, self->key, text, error);
}

gboolean
venule_measure_option_is_unusual (const VenuleMeasureOption   *self,
                                  const VenuleMeasureSettings *measures)
{
  g_autofree char *text = venule_measure_settings_dup_value (measures, self->key);

  return text != NULL;
}

/* As few decimals as tell it, and its unit. */
static char *
dup_number (const VenuleMeasureOption *self,
            const VenuleSettings      *settings,
            double                     number,
            VenuleMeasureReader        reader)
{
  const char *unit = venule_measure_option_get_unit (self, settings);
  char point[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *local = g_strdup_printf ("%.6g", number);

  g_ascii_formatd (point, sizeof point, "%.6g", number);

  return g_strconcat (reader == VENULE_MEASURE_READER_SCREEN ? local : point, *unit != '\0' ? " " : "", unit, NULL);
}

static void
append_unusual (GString                     *text,
                const VenuleMeasureOption   *self,
                const VenuleMeasureSettings *measures,
                const VenuleSettings        *settings,
                VenuleMeasureReader          reader)
{
  gboolean english = reader == VENULE_MEASURE_READER_PAPER;
  double usual = venule_measure_option_get_usual (self, settings);
  g_autofree char *number = dup_number (self, settings, venule_measure_option_get_value (self, measures, settings),
                                        reader);
  g_autofree char *other = dup_number (self, settings, usual, reader);

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? "; " : "", english ? self->name : _(self->name), number);
  if (!isnan (usual))
    /* Translators: the default of a setting, with its unit */
    g_string_append_printf (text, english ? " (default %s)" : _(" (default %s)"), other);
}

char *
venule_measure_options_dup_unusual (const VenuleMeasureSettings *measures,
                                    const VenuleSettings        *settings,
                                    VenuleMeasureReader          reader)
{
  g_autoptr(GString) text = g_string_new (NULL);

  g_return_val_if_fail (settings != NULL, NULL);

  for (guint i = 0; measures != NULL && i < G_N_ELEMENTS (options); i++)
    if (venule_measure_option_is_unusual (&options[i], measures))
      append_unusual (text, &options[i], measures, settings, reader);

  return text->len > 0 ? g_strdup (text->str) : NULL;
}
