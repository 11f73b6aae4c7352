/* venule-calibration.h: from pixels and frames to micrometres and seconds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleCalibration:
 * @pixel_size_um: micrometres a pixel; 0: nobody has confirmed one, and everything is said in px
 * @frame_rate: frames/s that replaces the file's timestamps; 0: the file's timestamps count
 *
 * A plain value. A pixel size is only ever stored here when a person confirmed it.
 */
typedef struct {
  double pixel_size_um;
  double frame_rate;
} VenuleCalibration;

gboolean    venule_calibration_is_calibrated    (const VenuleCalibration  *self);
/* Lengths and speeds for people and files: value times the pixel size when calibrated, else unchanged. */
double      venule_calibration_scale            (const VenuleCalibration  *self,
                                                 double                    px);
const char *venule_calibration_length_unit      (const VenuleCalibration  *self); /* "µm" or "px" */
const char *venule_calibration_velocity_unit    (const VenuleCalibration  *self); /* "µm/s" or "px/s" */
/* Negative, not finite or absurd values (a pixel of more than 100 µm or less than 0.001 µm, a rate above 1 000 000/s). */
gboolean    venule_calibration_validate         (const VenuleCalibration  *self,
                                                 GError                  **error);

G_END_DECLS
