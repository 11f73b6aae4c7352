/* venule-settings.c: everything a run depends on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-settings.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "venule-enum-names.h"
#include "venule-error.h"

#define LONGEST_DETECT_INTERVAL 10000
#define MAX_THREADS 4096
#define SLOWEST_MAXIMUM 0.01 /* px/s */
#define DOUBTFUL 0.2 /* quality at no sensitivity; half of it removes nearly all false tracks of synthetic videos, and
                        few right ones */

G_DEFINE_BOXED_TYPE (VenuleSettings, venule_settings, venule_settings_copy, venule_settings_free)

VenuleSettings *
venule_settings_new (void)
{
  VenuleSettings *self = g_new0 (VenuleSettings, 1);

  self->vessel = venule_vessel_new ();
  self->cell_diameter = VENULE_DEFAULT_CELL_DIAMETER;
  self->sensitivity = VENULE_DEFAULT_SENSITIVITY;
  self->last_frame = -1;
  self->velocity_window = VENULE_DEFAULT_VELOCITY_WINDOW;
  self->device = VENULE_DEVICE_AUTO;

  return self;
}

VenuleSettings *
venule_settings_copy (const VenuleSettings *self)
{
  VenuleSettings *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->vessel = venule_vessel_copy (self->vessel);

  return copy;
}

void
venule_settings_free (VenuleSettings *self)
{
  if (self == NULL)
    return;

  venule_vessel_free (self->vessel);
  g_free (self);
}

gboolean
venule_settings_same_tracks (const VenuleSettings *a,
                             const VenuleSettings *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->calibration.frame_rate == b->calibration.frame_rate && venule_vessel_equal (a->vessel, b->vessel) &&
         a->cell_diameter == b->cell_diameter && a->sensitivity == b->sensitivity && a->detector == b->detector &&
         a->registration == b->registration && a->ablation == b->ablation && a->max_velocity == b->max_velocity &&
         a->detect_interval == b->detect_interval &&
         a->first_frame == b->first_frame && a->last_frame == b->last_frame;
}

gboolean
venule_settings_equal (const VenuleSettings *a,
                       const VenuleSettings *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return venule_settings_same_tracks (a, b) && a->calibration.pixel_size_um == b->calibration.pixel_size_um &&
         a->velocity_window == b->velocity_window && a->device == b->device && a->cuda_device == b->cuda_device &&
         a->threads == b->threads && a->proposed == b->proposed;
}

void
venule_settings_confirm_changes (VenuleSettings       *self,
                                 const VenuleSettings *before)
{
  g_autoptr (VenuleVessel) vessel = NULL;
  guint changed = 0;

  g_return_if_fail (self != NULL && before != NULL);

  if (before->vessel->flow_x != self->vessel->flow_x || before->vessel->flow_y != self->vessel->flow_y)
    changed |= VENULE_PROPOSED_FLOW;
  vessel = venule_vessel_copy (before->vessel);
  vessel->flow_x = self->vessel->flow_x;
  vessel->flow_y = self->vessel->flow_y;
  if (!venule_vessel_equal (vessel, self->vessel))
    changed |= VENULE_PROPOSED_VESSEL;
  if (before->cell_diameter != self->cell_diameter)
    changed |= VENULE_PROPOSED_CELL_DIAMETER;
  self->proposed = (VenuleProposed) (self->proposed & ~(before->proposed & changed));
}

static gboolean
refuse (GError     **error,
        const char  *format,
        ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError     **error,
        const char  *format,
        ...)
{
  va_list args;
  GError *made;

  va_start (args, format);
  made = g_error_new_valist (VENULE_ERROR, VENULE_ERROR_INVALID, format, args);
  va_end (args);
  g_propagate_error (error, made);

  return FALSE;
}

static gboolean
validate_cells (const VenuleSettings  *self,
                GError               **error)
{
  if (!isfinite (self->cell_diameter) || self->cell_diameter <= 0)
    return refuse (error, _("A cell diameter of %g px makes no sense: it must be a number above zero."),
                   self->cell_diameter);

  if (self->cell_diameter < VENULE_SMALLEST_CELL_DIAMETER)
    return refuse (error,
                   _("A cell of %.1f px across is too small to be found: %g px is the least. Record at a higher "
                     "magnification, or check the cell diameter and the pixel size."),
                   self->cell_diameter, VENULE_SMALLEST_CELL_DIAMETER);

  if (self->cell_diameter > VENULE_LARGEST_CELL_DIAMETER)
    return refuse (error,
                   _("A cell of %.1f px across is too large: %g px is the most. Shrink the video, or check the cell "
                     "diameter and the pixel size."),
                   self->cell_diameter, VENULE_LARGEST_CELL_DIAMETER);

  if (!isfinite (self->sensitivity) || self->sensitivity < 0 || self->sensitivity > 1)
    return refuse (error, _("A sensitivity of %g makes no sense: it must lie between 0 and 1."), self->sensitivity);

  if (!isfinite (self->max_velocity) || (self->max_velocity != 0 && self->max_velocity < SLOWEST_MAXIMUM))
    return refuse (error, _("A maximum velocity of %g px/s makes no sense: it must be %g px/s or more, or 0 to have it "
                            "worked out."),
                   self->max_velocity, SLOWEST_MAXIMUM);

  return TRUE;
}

gboolean
venule_settings_validate_frames (const VenuleSettings  *self,
                                 gint64                 n_frames,
                                 GError               **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->first_frame < 0 || self->last_frame < -1)
    return refuse (error, _("The range of frames starts or ends before the video does: frames count from 0."));

  if (self->last_frame != -1 && self->last_frame < self->first_frame)
    return refuse (error,
                   _("The range of frames ends (%lld) before it starts (%lld)."),
                   (long long) self->last_frame, (long long) self->first_frame);

  if (n_frames > 0 && MAX (self->first_frame, self->last_frame) >= n_frames)
    return refuse (error,
                   _("Frame %lld lies outside the video, whose last frame is %lld. Choose a range within it."),
                   (long long) MAX (self->first_frame, self->last_frame), (long long) n_frames - 1);

  return TRUE;
}

static gboolean
validate_computing (const VenuleSettings  *self,
                    GError               **error)
{
  if (self->detect_interval < 0 || self->detect_interval > LONGEST_DETECT_INTERVAL)
    return refuse (error, _("Detecting every %d frames makes no sense: choose 1 to %d, or 0 to have it worked out."),
                   self->detect_interval, LONGEST_DETECT_INTERVAL);

  if (!isfinite (self->velocity_window) || self->velocity_window < VENULE_SHORTEST_VELOCITY_WINDOW ||
      self->velocity_window > VENULE_LONGEST_VELOCITY_WINDOW)
    return refuse (error, _("A velocity window of %g s makes no sense: choose a time above 0 s, 0.5 s for example."),
                   self->velocity_window);

  if (self->threads < 0 || self->threads > MAX_THREADS)
    return refuse (error, _("%d threads make no sense: choose 1 to %d, or 0 for all processors."), self->threads,
                   MAX_THREADS);

  if (self->cuda_device < 0)
    return refuse (error, _("There is no CUDA device %d: they are counted from 0."), self->cuda_device);

  return TRUE;
}

gboolean
venule_settings_validate (const VenuleSettings  *self,
                          int                    frame_width,
                          int                    frame_height,
                          gint64                 n_frames,
                          GError               **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!venule_calibration_validate (&self->calibration, error) || !validate_cells (self, error) ||
      !venule_vessel_validate (self->vessel, frame_width, frame_height, self->cell_diameter, error))
    return FALSE;

  if (!venule_vessel_has_flow (self->vessel))
    return refuse (error, _("The direction of the flow is missing, or its arrow has no length. Draw it along the "
                            "vessel, the way the blood flows."));

  return venule_settings_validate_frames (self, n_frames, error) && validate_computing (self, error);
}

VENULE_DEFINE_ENUM_NAMES (VenuleDevice, venule_device, "auto", "cpu", "cuda")

VENULE_DEFINE_ENUM_NAMES (VenuleDetectorKind, venule_detector_kind, "learned", "circles")
VENULE_DEFINE_ENUM_NAMES (VenuleRegistrationKind, venule_registration_kind, "auto", "off")

double
venule_settings_get_least_quality (const VenuleSettings *self)
{
  return self->ablation & VENULE_ABLATE_DOUBT ? 0 : DOUBTFUL * (1 - self->sensitivity);
}

gboolean
venule_settings_get_registers (const VenuleSettings *self)
{
  return self->registration == VENULE_REGISTRATION_AUTO && !(self->ablation & VENULE_ABLATE_REGISTRATION);
}

char *
venule_device_dup_shown (const char *name)
{
  const char *cpu;
  g_autofree char *threads = NULL;
  int n, length = 0;

  g_return_val_if_fail (name != NULL, NULL);

  /* After the name of a card that has failed, too. */
  cpu = strstr (name, "CPU, ");
  if (cpu == NULL || sscanf (cpu, "CPU, %d thread%n", &n, &length) != 1 || length == 0)
    return g_strdup (name);

  if (cpu[length] == 's')
    length++;
  threads = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "CPU, %d thread", "CPU, %d threads", (gulong) n), n);
  return g_strdup_printf ("%.*s%s%s", (int) (cpu - name), name, threads, cpu + length);
}
