/* venule-calibration.h: from pixels and frames to micrometres and seconds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleCalibration:
 * @pixel_size_um: micrometres a pixel; 0: not confirmed, everything is in px
 * @frame_rate: frames/s that replaces the file's timestamps; 0: the file's timestamps count
 *
 * A plain value. A pixel size is only ever stored here when a person confirmed it.
 */
typedef struct {
  double pixel_size_um;
  double frame_rate;
} VenuleCalibration;

/**
 * venule_calibration_is_calibrated:
 * @self: a calibration
 *
 * Returns: whether lengths may be said in µm
 */
gboolean    venule_calibration_is_calibrated    (const VenuleCalibration  *self);

/**
 * venule_calibration_scale:
 * @self: a calibration
 * @px: a length in px or a speed in px/s
 *
 * For people and files: @px times the pixel size when calibrated, else @px unchanged.
 *
 * Returns: the value in the unit of venule_calibration_length_unit() or venule_calibration_velocity_unit()
 */
double      venule_calibration_scale            (const VenuleCalibration  *self,
                                                 double                    px);

/**
 * venule_calibration_length_unit:
 * @self: a calibration
 *
 * Returns: "µm" or "px"
 */
const char *venule_calibration_length_unit      (const VenuleCalibration  *self);

/* The same in files: "um" or "px". */
const char *venule_calibration_file_unit        (const VenuleCalibration  *self);

/**
 * venule_calibration_velocity_unit:
 * @self: a calibration
 *
 * Returns: "µm/s" or "px/s"
 */
const char *venule_calibration_velocity_unit    (const VenuleCalibration  *self);

/**
 * venule_calibration_validate:
 * @self: a calibration
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Refuses negative, not finite and absurd values: a pixel of more than 100 µm or less than 0.001 µm, a rate above
 * 1 000 000 frames/s. Zeros are fine (see the fields).
 *
 * Returns: whether the calibration makes sense
 */
gboolean    venule_calibration_validate         (const VenuleCalibration  *self,
                                                 GError                  **error);

G_END_DECLS
