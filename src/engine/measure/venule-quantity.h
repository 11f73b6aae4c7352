/* venule-quantity.h: what each number of a recording is called, what it means and where that comes from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-bootstrap.h"
#include "venule-calibration.h"

G_BEGIN_DECLS

/* The quantities, in the order of the tables. */
typedef enum {
  VENULE_QUANTITY_FIRST_FRAME,
  VENULE_QUANTITY_LAST_FRAME,
  VENULE_QUANTITY_DURATION,
  VENULE_QUANTITY_COMPLETE,
  VENULE_QUANTITY_PIXEL_SIZE,
  VENULE_QUANTITY_TRACKS,
  VENULE_QUANTITY_ROLLING_CELLS,
  VENULE_QUANTITY_STATIONARY_CELLS,
  VENULE_QUANTITY_ADHERENT_CELLS,
  VENULE_QUANTITY_FREE_CELLS,
  VENULE_QUANTITY_OTHER_CELLS,
  VENULE_QUANTITY_EDITED_TRACKS,
  VENULE_QUANTITY_VELOCITY_N,
  VENULE_QUANTITY_VELOCITY_MEAN,
  VENULE_QUANTITY_VELOCITY_SD,
  VENULE_QUANTITY_VELOCITY_SE,
  VENULE_QUANTITY_VELOCITY_MEDIAN,
  VENULE_QUANTITY_VELOCITY_WINDOW,
  VENULE_QUANTITY_CELL_DIAMETER_MEAN,
  VENULE_QUANTITY_CELL_DIAMETER_SD,
  VENULE_QUANTITY_MOVING_SHARE,
  VENULE_QUANTITY_PAUSE_MEAN,
  VENULE_QUANTITY_PAUSES_PER_CELL,
  VENULE_QUANTITY_MOVING_VELOCITY,
  VENULE_QUANTITY_VELOCITY_WITHIN,
  VENULE_QUANTITY_WALL_DISTANCE,
  VENULE_QUANTITY_ARRESTS,
  VENULE_QUANTITY_DETACHMENTS,
  VENULE_QUANTITY_ADHERENT_UNDECIDED,
  VENULE_QUANTITY_ADHERENT_PER_LENGTH,
  VENULE_QUANTITY_ADHERENT_PER_AREA,
  VENULE_QUANTITY_ROLLING_FLUX,
  VENULE_QUANTITY_TOTAL_FLUX,
  VENULE_QUANTITY_FLUX_SHARE,
  VENULE_QUANTITY_FLUX_POSITION,
  VENULE_QUANTITY_CELLS_PER_LENGTH,
  VENULE_QUANTITY_CELLS_PER_AREA,
  VENULE_QUANTITY_VESSEL_LENGTH,
  VENULE_QUANTITY_VESSEL_DIAMETER,
  VENULE_QUANTITY_VESSEL_DIAMETER_SD,
  VENULE_QUANTITY_VESSEL_VOLUME,
  VENULE_QUANTITY_WALL_AREA,
  VENULE_QUANTITY_CENTRELINE_VELOCITY,
  VENULE_QUANTITY_BLOOD_VELOCITY,
  VENULE_QUANTITY_WALL_SHEAR_RATE,
  VENULE_QUANTITY_CRITICAL_VELOCITY,
  VENULE_QUANTITY_FASTER_CELLS,
  VENULE_QUANTITY_ADHERENT_SECONDS,
  VENULE_QUANTITY_PAUSE_SECONDS,
  VENULE_QUANTITY_PAUSE_VELOCITY,
  VENULE_QUANTITY_PIXEL_SIZE_ERROR,
  VENULE_QUANTITY_LIGHT_FLICKER,
  VENULE_QUANTITY_LIGHT_DRIFT,
  VENULE_QUANTITY_ANIMAL,
  VENULE_QUANTITY_GROUP,
  VENULE_QUANTITY_TIME_POINT,
  VENULE_QUANTITY_RECORDING,
  VENULE_N_QUANTITIES,
} VenuleQuantityId;

/**
 * VenuleQuantityUnit:
 *
 * What kind of number it is. The values of lengths, velocities, areas and volumes are in µm with a calibration, else in
 * px.
 */
typedef enum {
  VENULE_UNIT_COUNT,
  VENULE_UNIT_FRAME,
  VENULE_UNIT_SECONDS,
  VENULE_UNIT_LENGTH,
  VENULE_UNIT_VELOCITY,
  VENULE_UNIT_AREA,
  VENULE_UNIT_VOLUME,
  VENULE_UNIT_SHARE,
  VENULE_UNIT_PER_MINUTE,
  VENULE_UNIT_PER_SECOND,
  VENULE_UNIT_PER_CELL,
  VENULE_UNIT_PER_LENGTH, /* per 100 µm or 100 px */
  VENULE_UNIT_PER_AREA,   /* per mm² */
  VENULE_UNIT_PIXEL_SIZE,
  VENULE_UNIT_TEXT,
} VenuleQuantityUnit;

/**
 * VenuleQuantity:
 * @id: which one
 * @key: its name in files
 * @unit: what kind of number
 * @estimate: the number in its unit, with standard error, 95 % interval and n; an interval that is %NAN does not apply
 * @has_n: whether it has an n
 * @text: (nullable): what stands in the place of a number: a label, "true"
 * @reason: (nullable): untranslated: why there is no number
 * @power: to which power the pixel size is in it: what is made of lengths has the error of the calibration
 *
 * One number of a recording. Its name, definition and source are in a table, in English for files and translated for
 * people.
 */
typedef struct {
  VenuleQuantityId    id;
  const char         *key;
  VenuleQuantityUnit  unit;
  VenuleEstimate      estimate;
  gboolean            has_n;
  char               *text;
  const char         *reason;
  int                 power;
} VenuleQuantity;

/* All (transfer none). */
const char *venule_quantity_get_key        (VenuleQuantityId         id);
/* Untranslated; for people _() of it. */
const char *venule_quantity_get_name       (VenuleQuantityId         id);
const char *venule_quantity_get_definition (VenuleQuantityId         id);
/* Where the definition or the method is from; "" where it is plain. */
const char *venule_quantity_get_source     (VenuleQuantityId         id);
VenuleQuantityUnit
            venule_quantity_get_unit       (VenuleQuantityId         id);
int         venule_quantity_get_power      (VenuleQuantityId         id);
/* Whether it is a result, and no setting or label. */
gboolean    venule_quantity_is_result      (VenuleQuantityId         id);
/* What a value in px is multiplied by; @pixel_size: µm a px, or 1 for values that stay in px. */
double      venule_quantity_unit_factor    (VenuleQuantityUnit       unit,
                                            double                   pixel_size);

/* "um/s", "px", "1/min": in ASCII for files. */
const char *venule_quantity_unit_for_files (VenuleQuantityUnit       unit,
                                            gboolean                 calibrated);
/* "µm/s", "px", "cells/min": translated. */
const char *venule_quantity_unit_for_people
                                           (VenuleQuantityUnit       unit,
                                            gboolean                 calibrated);
/* The same behind its value: "cell" where that is one. */
const char *venule_quantity_get_shown_unit (const VenuleQuantity    *self,
                                            gboolean                 calibrated);
/* (transfer full): "rolling_velocity_mean_um_s": its name with its unit, for a table that has a column for each
 * quantity. */
char       *venule_quantity_dup_column     (VenuleQuantityId         id,
                                            gboolean                 calibrated);
/* Digits behind the point in files. */
int         venule_quantity_get_decimals   (VenuleQuantityUnit       unit);

/* (transfer full): the value for people, in the language's own numbers, or what stands in its place. */
char       *venule_quantity_dup_value      (const VenuleQuantity    *self);
/* (transfer full) (nullable): "12.3 – 14.5", the 95 % interval; NULL: there is none. */
char       *venule_quantity_dup_interval   (const VenuleQuantity    *self);
/* The same for what goes into a paper: with '.' and a true minus sign, whatever the language. */
char       *venule_quantity_dup_plain_value
                                           (const VenuleQuantity    *self);
char       *venule_quantity_dup_plain_interval
                                           (const VenuleQuantity    *self);

G_END_DECLS
