/* venule-measure-option.h: the settings of how results are measured, as people see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-measure-settings.h"
#include "venule-settings.h"

G_BEGIN_DECLS

typedef enum {
  VENULE_MEASURE_UNIT_SECONDS,
  VENULE_MEASURE_UNIT_VELOCITY, /* µm/s, px/s without a calibration; px/s in the measure settings */
  VENULE_MEASURE_UNIT_PERCENT,  /* a share in the measure settings */
  VENULE_MEASURE_UNIT_NONE,
} VenuleMeasureUnit;

/**
 * VenuleMeasureOption:
 * @key: of venule_measure_settings_set_value()
 * @name: what it is called; to be translated
 * @meaning: what it is, and what follows from it, in plain words; to be translated
 * @unit: of what people see
 * @digits: most decimals that are shown
 * @step: a little more or less, in that unit
 * @automatic: whether the default is worked out; 0 in the measure settings
 *
 * A number that results depend on and that a person may choose. Its limits and its default are those of
 * venule_measure_settings_get_limits(): the window, the command line and the documents have the same.
 */
typedef struct {
  const char       *key;
  const char       *name;
  const char       *meaning;
  VenuleMeasureUnit unit;
  int               digits;
  double            step;
  gboolean          automatic;
} VenuleMeasureOption;

/**
 * VenuleMeasureReader:
 * @VENULE_MEASURE_READER_PAPER: English
 * @VENULE_MEASURE_READER_REPORT: the language of the desktop, with a point in numbers
 * @VENULE_MEASURE_READER_SCREEN: the language and the numbers of the desktop
 */
typedef enum {
  VENULE_MEASURE_READER_PAPER,
  VENULE_MEASURE_READER_REPORT,
  VENULE_MEASURE_READER_SCREEN,
} VenuleMeasureReader;

/* All of them, in the order in which they are shown. */
const VenuleMeasureOption *venule_measure_options_get        (guint                        *n);

/* "s", "µm/s", "%" …; "" for none. */
const char                *venule_measure_option_get_unit    (const VenuleMeasureOption    *self,
                                                              const VenuleSettings         *settings);

/* The value that counts, in that unit; %NAN: it is worked out when it is measured. */
double                     venule_measure_option_get_value   (const VenuleMeasureOption    *self,
                                                              const VenuleMeasureSettings  *measures,
                                                              const VenuleSettings         *settings);

/* The default, in that unit; %NAN: it is worked out when it is measured. */
double                     venule_measure_option_get_usual   (const VenuleMeasureOption    *self,
                                                              const VenuleSettings         *settings);

/* What may be chosen, in that unit. */
void                       venule_measure_option_get_limits  (const VenuleMeasureOption    *self,
                                                              const VenuleSettings         *settings,
                                                              double                       *low,
                                                              double                       *high);

/**
 * venule_measure_option_set_value:
 * @self: an option
 * @measures: settings; unchanged on failure
 * @settings: of the run, which say the unit
 * @value: in that unit; the default, or %NAN, is none
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether it makes sense
 */
gboolean                   venule_measure_option_set_value   (const VenuleMeasureOption    *self,
                                                              VenuleMeasureSettings        *measures,
                                                              const VenuleSettings         *settings,
                                                              double                        value,
                                                              GError                      **error);

/* Whether a person has chosen another value than the default. */
gboolean                   venule_measure_option_is_unusual  (const VenuleMeasureOption    *self,
                                                              const VenuleMeasureSettings  *measures);

/**
 * venule_measure_options_dup_unusual:
 * @measures: (nullable): settings
 * @settings: of the run
 * @reader: who reads it
 *
 * Returns: (transfer full) (nullable): "Velocity window 1 s (default 0.5 s); …": all that are not the default; %NULL:
 * all are
 */
char                      *venule_measure_options_dup_unusual
                                                             (const VenuleMeasureSettings  *measures,
                                                              const VenuleSettings         *settings,
                                                              VenuleMeasureReader           reader);

G_END_DECLS
