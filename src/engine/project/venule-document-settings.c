/* venule-document-settings.c: what the next run is made with, and what the one on show was
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-private.h"

#include <glib/gi18n-lib.h>

#include "venule-classify.h"
#include "venule-error.h"
#include "venule-time.h"

const VenuleSettings *
venule_document_get_settings (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->settings;
}

/* What is only read after a run holds for the present tracks at once; so does what the measure settings have. */
static gboolean
calibrate_run (VenuleDocument *self,
               double          pixel_size_um)
{
  VenuleSettings *run = self->run_settings;

  if (run == NULL || run->calibration.pixel_size_um == pixel_size_um)
    return FALSE;

  run->calibration.pixel_size_um = pixel_size_um;
  venule_classify_tracks (venule_track_list_get_tracks (self->tracks), run);
  g_object_notify (G_OBJECT (self), "run-settings");

  return TRUE;
}

static void
keep_settings (VenuleDocument *self,
               gboolean        run_too)
{
  g_autoptr(GError) error = NULL;

  if (!venule_project_db_set_settings (self->db, self->settings, &error) ||
      (run_too && self->run > 0 && !venule_document_write_classes (self, &error)))
    venule_document_fail (self, error);
}

static void
take_settings (VenuleDocument       *self,
               const VenuleSettings *settings,
               gboolean              by_person)
{
  double pixel_size = self->settings->calibration.pixel_size_um;
  VenuleSettings *copy;
  gboolean tracks_changed;

  if (venule_settings_equal (self->settings, settings))
    return;

  copy = venule_settings_copy (settings);
  if (by_person)
    venule_settings_confirm_changes (copy, self->settings);
  copy->velocity_window = self->measures->velocity_window;
  venule_vessel_set_centreline (copy->vessel, venule_vessel_equal (copy->vessel, self->settings->vessel)
                                                ? self->settings->vessel->centreline : NULL);
  venule_settings_free (self->settings);
  self->settings = copy;
  if (copy->vessel->centreline == NULL)
    venule_document_attach_measures (self, copy);

  /* A run that was shown with its own pixel size keeps that until another one is typed. */
  tracks_changed = by_person && copy->calibration.pixel_size_um != pixel_size &&
                   calibrate_run (self, copy->calibration.pixel_size_um);
  keep_settings (self, tracks_changed);
  venule_document_update_stale (self);
  venule_document_update_modified (self);
  g_signal_emit_by_name (self, "settings-changed");
  if (tracks_changed)
    venule_document_emit_changed (self);
}

void
venule_document_set_settings (VenuleDocument       *self,
                              const VenuleSettings *settings)
{
  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (settings != NULL);

  take_settings (self, settings, TRUE);
}

void
venule_document_set_next_settings (VenuleDocument       *self,
                                   const VenuleSettings *settings)
{
  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (settings != NULL);

  take_settings (self, settings, FALSE);
}

const VenuleSettings *
venule_document_get_run_settings (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run_settings;
}

const VenuleSettings *
venule_document_get_shown_settings (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run_settings != NULL ? self->run_settings : self->settings;
}

void
venule_document_set_run_pixel_size (VenuleDocument *self,
                                    double          pixel_size_um)
{
  g_autoptr(GError) error = NULL;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (!self->running);

  if (!calibrate_run (self, pixel_size_um))
    return;
  if (self->run > 0 && !venule_document_write_classes (self, &error))
    venule_document_fail (self, error);
  venule_document_set_modified (self, TRUE);
  venule_document_emit_changed (self);
}

double
venule_document_get_time (VenuleDocument *self,
                          gint64          frame)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return venule_time_of_frame (self->source, &venule_document_get_shown_settings (self)->calibration, frame);
}

gboolean
venule_document_validate (VenuleDocument  *self,
                          GError         **error)
{
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  /* What the header says of the number of frames is often wrong. */
  n_frames = venule_source_has_table (self->source) ? venule_source_get_n_frames (self->source) : 0;
  if (!venule_settings_validate (self->settings, venule_source_get_width (self->source),
                                 venule_source_get_height (self->source), n_frames, error))
    return FALSE;

  if (venule_time_get_frame_rate (self->source, &self->settings->calibration) <= 0 && n_frames != 1)
    {
      g_autofree char *name = venule_source_dup_display_name (self->source);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” does not say how many frames were taken in a second. Type the frame rate, so that "
                     "velocities can be worked out."),
                   name);
      return FALSE;
    }

  return TRUE;
}
