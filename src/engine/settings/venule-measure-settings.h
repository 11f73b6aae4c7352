/* venule-measure-settings.h: what the numbers depend on, and the run does not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleWall:
 * @along: place along the centreline, px from its beginning
 * @left: distance of the wall on the left of somebody who looks downstream on the screen, px; ≥ 0
 * @right: that of the other one, px; ≥ 0
 *
 * Where the walls are at one place of the centreline. Between two such places they run straight.
 */
typedef struct {
  double along;
  double left;
  double right;
} VenuleWall;

#define VENULE_TYPE_MEASURE_SETTINGS (venule_measure_settings_get_type ())

/**
 * VenuleMeasureSettings:
 * @adherent_seconds: a cell is adherent that does not move for so long, s
 * @flux_position: where the line lies through which cells are counted, px along the centreline; %NAN: in the middle
 * @flux_seconds: bins of the flux over time, s; 0: by the length of the recording
 * @pause_seconds: shortest pause, s
 * @pause_velocity: a cell that is slower stands still, px/s; 0: 1 µm/s, or an eighth of a cell's diameter a second
 *   where there is no calibration
 * @shear_factor: what the wall shear rate is multiplied by
 * @velocity_window: s over which the displacement for an instantaneous velocity is taken
 * @velocity_ratio: centreline velocity / mean blood velocity
 * @pixel_size_error: standard error of the pixel size as a share of it; 0: not stated
 * @seed: of the random numbers of bootstrap intervals
 * @centreline: (element-type VenulePoint): the vessel's centreline drawn by hand, downstream, in px of the first
 *   analysed frame; empty: from the crop
 * @walls: (element-type VenuleWall): walls drawn by hand, in the order of their places; empty: from the crop
 * @kymograph_line: (nullable): where a kymograph is taken, as venule_kymograph_line_to_text() has it; %NULL: along the
 *   vessel's axis
 * @animal: (nullable): which animal
 * @group: (nullable): treatment
 * @time_point: (nullable): when, for comparisons
 * @recording: (nullable): name of the recording
 * @diameter_profile: (nullable): what was measured of the diameter in the video, as venule_diameter_to_text() has it
 * @others: (element-type utf8 utf8): settings that this version does not know, which are kept
 *
 * A boxed value that the document holds beside the settings of a run. A change of it makes no tracks stale. Everywhere
 * it is written as rows of a name and a text; what is as in venule_measure_settings_new() has no row, so that a new
 * field needs no new version of the tables.
 */
typedef struct {
  double      adherent_seconds;
  double      flux_position;
  double      flux_seconds;
  double      pause_seconds;
  double      pause_velocity;
  double      shear_factor;
  double      velocity_window;
  double      velocity_ratio;
  double      pixel_size_error;
  double      seed;
  GArray     *centreline;
  GArray     *walls;
  char       *kymograph_line;
  char       *animal;
  char       *group;
  char       *time_point;
  char       *recording;
  char       *diameter_profile;
  GHashTable *others;
} VenuleMeasureSettings;

/* Under which name of @others the blood's velocity is kept (venule_flow_velocity_to_text()). */
#define VENULE_MEASURE_FLOW "flow_velocity"
/* And what a person confirmed of the proposals that runs were made with (venule_document_confirm_run()). */
#define VENULE_MEASURE_CONFIRMED "confirmed"

#define VENULE_DEFAULT_ADHERENT_SECONDS 30.0
#define VENULE_DEFAULT_PAUSE_SECONDS 0.5
#define VENULE_DEFAULT_VELOCITY_RATIO 1.6 /* Lipowsky & Zweifach, Microvasc. Res. 15, 93 (1978) */

GType                  venule_measure_settings_get_type   (void);

/**
 * venule_measure_settings_new:
 *
 * Returns: (transfer full): the defaults
 */
VenuleMeasureSettings *venule_measure_settings_new        (void);
VenuleMeasureSettings *venule_measure_settings_copy       (const VenuleMeasureSettings  *self);
void                   venule_measure_settings_free       (VenuleMeasureSettings        *self);
gboolean               venule_measure_settings_equal      (const VenuleMeasureSettings  *a,
                                                           const VenuleMeasureSettings  *b);

/**
 * venule_measure_settings_get_keys:
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of all settings that this version knows
 */
const char *const     *venule_measure_settings_get_keys   (void);

/**
 * venule_measure_settings_get_limits:
 * @key: name of a setting that is a number
 * @usual: (out) (optional): its default
 * @low: (out) (optional): the least that makes sense
 * @high: (out) (optional): the most
 */
void                   venule_measure_settings_get_limits (const char                   *key,
                                                           double                       *usual,
                                                           double                       *low,
                                                           double                       *high);

/**
 * venule_measure_settings_dup_value:
 * @self: settings
 * @key: name of a setting
 *
 * Returns: (transfer full) (nullable): its value as a text, with a point in every language; %NULL: it is the default
 */
char                  *venule_measure_settings_dup_value  (const VenuleMeasureSettings  *self,
                                                           const char                   *key);

/**
 * venule_measure_settings_set_value:
 * @self: settings; unchanged on failure
 * @key: name of a setting; one that is not known is kept as it is
 * @value: (nullable): as venule_measure_settings_dup_value() gives it; %NULL: the default
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Numbers are checked one by one: each has a range outside of which it makes no sense. Lines are texts “X,Y X,Y …”,
 * walls “ALONG,LEFT,RIGHT …”.
 *
 * Returns: whether it makes sense
 */
gboolean               venule_measure_settings_set_value  (VenuleMeasureSettings        *self,
                                                           const char                   *key,
                                                           const char                   *value,
                                                           GError                      **error);

/**
 * venule_measure_settings_dup_rows:
 * @self: settings
 *
 * Returns: (transfer full) (element-type utf8 utf8): name and text of all that is not the default
 */
GHashTable            *venule_measure_settings_dup_rows   (const VenuleMeasureSettings  *self);

/**
 * venule_measure_settings_validate:
 * @self: settings
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether all of them make sense
 */
gboolean               venule_measure_settings_validate   (const VenuleMeasureSettings  *self,
                                                           GError                      **error);

/**
 * venule_measure_settings_dup_step_name:
 * @from: settings
 * @to: others
 *
 * Returns: (transfer full) (nullable): name of the step from one to the other; %NULL: they do not differ in
 *   anything that is one
 */
char                  *venule_measure_settings_dup_step_name
                                                          (const VenuleMeasureSettings  *from,
                                                           const VenuleMeasureSettings  *to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMeasureSettings, venule_measure_settings_free)

G_END_DECLS
