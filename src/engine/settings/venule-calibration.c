/* venule-calibration.c: from pixels and frames to micrometres and seconds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-calibration.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-source.h"

#define SMALLEST_PIXEL_UM 0.001
#define LARGEST_PIXEL_UM 100.0

gboolean
venule_calibration_is_calibrated (const VenuleCalibration *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->pixel_size_um > 0;
}

double
venule_calibration_scale (const VenuleCalibration *self,
                          double                   px)
{
  return venule_calibration_is_calibrated (self) ? px * self->pixel_size_um : px;
}

const char *
venule_calibration_length_unit (const VenuleCalibration *self)
{
  return venule_calibration_is_calibrated (self) ? "µm" : "px";
}

const char *
venule_calibration_file_unit (const VenuleCalibration *self)
{
  return venule_calibration_is_calibrated (self) ? "um" : "px";
}

const char *
venule_calibration_velocity_unit (const VenuleCalibration *self)
{
  return venule_calibration_is_calibrated (self) ? "µm/s" : "px/s";
}

static gboolean
validate_pixel_size (double   pixel_size_um,
                     GError **error)
{
  if (pixel_size_um == 0)
    return TRUE;

  if (!isfinite (pixel_size_um) || pixel_size_um < 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The pixel size of %g µm/px makes no sense: it must be a number above zero."), pixel_size_um);
      return FALSE;
    }

  if (pixel_size_um < SMALLEST_PIXEL_UM || pixel_size_um > LARGEST_PIXEL_UM)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The pixel size of %g µm/px cannot be right: it must lie between %g and %g µm/px (0.2 to 0.7 is "
                     "usual). Check the unit."),
                   pixel_size_um, SMALLEST_PIXEL_UM, LARGEST_PIXEL_UM);
      return FALSE;
    }

  return TRUE;
}

gboolean
venule_calibration_validate (const VenuleCalibration  *self,
                             GError                  **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!validate_pixel_size (self->pixel_size_um, error))
    return FALSE;

  if (!isfinite (self->frame_rate) || self->frame_rate < 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The frame rate of %g frames/s makes no sense: it must be a number above zero."),
                   self->frame_rate);
      return FALSE;
    }

  if (self->frame_rate > VENULE_SOURCE_HIGHEST_RATE)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The frame rate of %g frames/s cannot be right: no camera is faster than %.0f frames/s."),
                   self->frame_rate, VENULE_SOURCE_HIGHEST_RATE);
      return FALSE;
    }

  if (self->frame_rate > 0 && self->frame_rate < VENULE_SOURCE_LOWEST_RATE)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The frame rate of %g frames/s cannot be right: there would be more than eleven days between two "
                     "frames."),
                   self->frame_rate);
      return FALSE;
    }

  return TRUE;
}
