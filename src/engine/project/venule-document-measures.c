/* venule-document-measures.c: what the numbers of a document depend on beside its runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-measures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-centreline-make.h"
#include "venule-classify.h"
#include "venule-document-private.h"
#include "venule-document-proposed.h"
#include "venule-error.h"
#include "venule-flow-velocity.h"
#include "venule-time.h"
#include "venule-versions.h"

/* ---- What velocities follow from ---- */

static gboolean
attach_centreline (VenuleDocument *self,
                   VenuleSettings *settings)
{
  g_autoptr(VenuleCentreline) line = NULL;

  line = venule_centreline_new (settings->vessel, self->measures, venule_source_get_width (self->source),
                                venule_source_get_height (self->source));
  if (settings->vessel->centreline != NULL && venule_centreline_equal (line, settings->vessel->centreline))
    return FALSE;
  venule_vessel_set_centreline (settings->vessel, line);

  return TRUE;
}

static gboolean
attach_window (VenuleDocument *self,
               VenuleSettings *settings)
{
  if (settings->velocity_window == self->measures->velocity_window)
    return FALSE;
  settings->velocity_window = self->measures->velocity_window;

  return TRUE;
}

VenuleAttached
venule_document_attach_measures (VenuleDocument *self,
                                 VenuleSettings *settings)
{
  VenuleAttached attached = VENULE_ATTACHED_NOTHING;

  if (settings == NULL)
    return attached;
  if (attach_centreline (self, settings))
    attached |= VENULE_ATTACHED_CENTRELINE;
  if (attach_window (self, settings))
    attached |= VENULE_ATTACHED_WINDOW;

  return attached;
}

VenuleAttached
venule_document_update_attached (VenuleDocument *self)
{
  venule_document_attach_measures (self, self->settings);
  if (self->run_settings != NULL)
    self->run_settings->proposed =
      (VenuleProposed) (self->run_settings->proposed & ~(guint) venule_document_get_confirmed (self));

  return venule_document_attach_measures (self, self->run_settings);
}

/* Velocities are others along another line, and with them the classes; over other windows only those within tracks. */
static void
measure_again (VenuleDocument *self)
{
  GPtrArray *tracks = venule_track_list_get_tracks (self->tracks);
  VenuleAttached attached = venule_document_update_attached (self);
  g_autoptr(GError) error = NULL;

  if (attached == VENULE_ATTACHED_NOTHING)
    return;
  if (attached & VENULE_ATTACHED_CENTRELINE)
    venule_classify_tracks (tracks, self->run_settings);
  g_object_notify (G_OBJECT (self), "run-settings");
  if ((attached & VENULE_ATTACHED_CENTRELINE) && !self->running && self->run > 0 &&
      !venule_document_write_classes (self, &error))
    venule_document_fail (self, error);
  venule_document_emit_changed (self);
}

const VenuleMeasureSettings *
venule_document_get_measure_settings (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->measures;
}

/* Takes @settings. */
static void
take (VenuleDocument        *self,
      VenuleMeasureSettings *settings)
{
  VenuleProposed confirmed = venule_document_get_confirmed (self);

  venule_measure_settings_free (self->measures);
  self->measures = settings;
  venule_document_mark_proposed (self, confirmed);
  measure_again (self);
  venule_document_emit_measures (self);
}

void
venule_document_take_measures (VenuleDocument *self)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleMeasureSettings) stored = venule_project_db_dup_measures (self->db, &error);

  if (stored == NULL)
    venule_document_fail (self, error);
  else if (!venule_measure_settings_equal (stored, self->measures))
    take (self, g_steal_pointer (&stored));
}

/* What no step can take back. */
static gboolean
put_plainly (VenuleDocument               *self,
             const VenuleMeasureSettings  *settings,
             GError                      **error)
{
  if (!venule_project_db_begin (self->db, error))
    return FALSE;
  if (venule_project_db_put_measures (self->db, settings, error) && venule_project_db_commit (self->db, error))
    return TRUE;

  venule_project_db_rollback (self->db);

  return FALSE;
}

static gboolean
put (VenuleDocument               *self,
     const char                   *name,
     const VenuleMeasureSettings  *settings,
     GError                      **error)
{
  gboolean made;

  if (name == NULL)
    return put_plainly (self, settings, error);
  made = venule_document_begin_edit (self, name, TRUE, error) &&
         venule_project_db_put_measures (self->db, settings, error);

  return venule_document_end_edit (self, NULL, made, error);
}

gboolean
venule_document_set_measure_settings (VenuleDocument               *self,
                                      const VenuleMeasureSettings  *settings,
                                      GError                      **error)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (settings != NULL, FALSE);

  if (venule_measure_settings_equal (self->measures, settings))
    return TRUE;
  if (!venule_measure_settings_validate (settings, error))
    return FALSE;

  name = venule_measure_settings_dup_step_name (self->measures, settings);
  if (!put (self, name, settings, error))
    return FALSE;
  take (self, venule_measure_settings_copy (settings));
  if (name != NULL)
    venule_document_update_modified (self);
  else
    venule_document_set_modified (self, TRUE);
  venule_document_notify_history (self);

  return TRUE;
}

gboolean
venule_document_set_measure (VenuleDocument  *self,
                             const char      *key,
                             const char      *value,
                             GError         **error)
{
  g_autoptr(VenuleMeasureSettings) settings = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  settings = venule_measure_settings_copy (self->measures);

  return venule_measure_settings_set_value (settings, key, value, error) &&
         venule_document_set_measure_settings (self, settings, error);
}

/* ---- Numbers ---- */

VenuleMeasurementSnapshot *
venule_document_begin_measuring (VenuleDocument *self)
{
  const VenuleRunMetadata *metadata;
  const VenuleSettings *settings;
  VenuleMeasureFrames frames = { 0 };

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  metadata = self->run_settings != NULL ? self->run_metadata : NULL;
  settings = metadata != NULL ? self->run_settings : self->settings;
  frames.last_frame = venule_source_get_n_frames (self->source) - 1;
  if (metadata != NULL && metadata->last_frame >= metadata->first_frame)
    frames = (VenuleMeasureFrames){
      .first_frame = metadata->first_frame, .last_frame = metadata->last_frame,
      .detect_interval = metadata->detect_interval, .complete = metadata->complete, .analysed = TRUE,
      .unregistered = metadata->unregistered_frames, .lost = venule_versions_get_lost (metadata->versions),
      .light = metadata->light,
    };

  return venule_measurement_snapshot_new (self->source, settings, self->measures,
                                          venule_track_list_get_tracks (self->tracks), &frames);
}

/* (transfer full): of the line that is measured along. */
static char *
dup_line_key (VenuleDocument *self)
{
  const VenuleSettings *settings = self->run_settings != NULL ? self->run_settings : self->settings;
  g_autoptr(VenuleCentreline) line = venule_centreline_new (settings->vessel, self->measures,
                                                            venule_source_get_width (self->source),
                                                            venule_source_get_height (self->source));

  return venule_centreline_dup_key (line);
}

/* Measured on another line than the present one it would be of no use. */
static gboolean
fits (VenuleDocument  *self,
      const char      *text,
      GError         **error)
{
  g_autofree char *key = dup_line_key (self);

  if (strstr (text, key) != NULL)
    return TRUE;
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The vessel was changed while it was measured. Measure it again."));

  return FALSE;
}

gboolean
venule_document_keep_diameter (VenuleDocument  *self,
                               const char      *profile,
                               GError         **error)
{
  g_autoptr(VenuleMeasureSettings) settings = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (profile != NULL, FALSE);

  settings = venule_measure_settings_copy (self->measures);
  g_array_set_size (settings->walls, 0);

  return fits (self, profile, error) &&
         venule_measure_settings_set_value (settings, "diameter_profile", profile, error) &&
         venule_document_set_measure_settings (self, settings, error);
}

/* (transfer full) (nullable): what @text says of the blood along the present line. */
static VenuleFlowVelocity *
read_flow (VenuleDocument *self,
           const char     *text)
{
  g_autofree char *key = dup_line_key (self);

  return venule_flow_velocity_from_text (text, key);
}

/* Whether @text (nullable) says how fast the blood is, along whichever line. */
static gboolean
has_velocity (const char *text)
{
  g_auto(GStrv) lines = text != NULL ? g_strsplit (text, "\n", 3) : NULL;
  g_autoptr(VenuleFlowVelocity) flow =
    lines != NULL && g_strv_length (lines) == 3 ? venule_flow_velocity_from_text (text, lines[1]) : NULL;

  return flow != NULL && flow->reason == NULL;
}

/* Why there is no velocity is no number of anybody's: it is kept without a step, and never in the place of a velocity.
 * One along another line counts again when that comes back, by undoing, say, which then has to bring it back too. */
static gboolean
keep_reason (VenuleDocument  *self,
             const char      *flow,
             GError         **error)
{
  const char *kept = g_hash_table_lookup (self->measures->others, VENULE_MEASURE_FLOW);
  g_autoptr(VenuleFlowVelocity) before = read_flow (self, kept);
  g_autoptr(VenuleMeasureSettings) settings = NULL;

  if ((before != NULL && before->reason == NULL) || g_strcmp0 (kept, flow) == 0)
    return TRUE;
  if (has_velocity (kept))
    return venule_document_set_measure (self, VENULE_MEASURE_FLOW, flow, error);

  settings = venule_measure_settings_copy (self->measures);
  if (!venule_measure_settings_set_value (settings, VENULE_MEASURE_FLOW, flow, error) ||
      !venule_document_check_writable (self, error) || !put_plainly (self, settings, error))
    return FALSE;
  take (self, g_steal_pointer (&settings));
  venule_document_set_modified (self, TRUE);

  return TRUE;
}

gboolean
venule_document_keep_flow (VenuleDocument  *self,
                           const char      *flow,
                           GError         **error)
{
  g_autoptr(VenuleFlowVelocity) found = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (flow != NULL, FALSE);

  if (!fits (self, flow, error))
    return FALSE;
  found = read_flow (self, flow);
  if (found != NULL && found->reason != NULL)
    return keep_reason (self, flow, error);

  return venule_document_set_measure (self, VENULE_MEASURE_FLOW, flow, error);
}

gboolean
venule_document_measure_diameter (VenuleDocument  *self,
                                  GCancellable    *cancellable,
                                  GError         **error)
{
  g_autoptr(VenuleMeasurementSnapshot) snapshot = venule_document_begin_measuring (self);
  g_autofree char *profile = venule_measurement_snapshot_find_diameter (snapshot, NULL, NULL, cancellable, error);

  return profile != NULL && venule_document_keep_diameter (self, profile, error);
}

gboolean
venule_document_measure_flow (VenuleDocument  *self,
                              GCancellable    *cancellable,
                              GError         **error)
{
  g_autoptr(VenuleMeasurementSnapshot) snapshot = NULL;
  g_autofree char *flow = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (self->run_settings != NULL && self->run_metadata != NULL, FALSE);

  snapshot = venule_document_begin_measuring (self);
  flow = venule_measurement_snapshot_find_flow (snapshot, NULL, NULL, cancellable, error);

  return flow != NULL && venule_document_keep_flow (self, flow, error);
}

VenuleMeasures *
venule_document_measure_as (VenuleDocument              *self,
                            const VenuleMeasureSettings *measures)
{
  g_autoptr(VenuleMeasurementSnapshot) snapshot = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  if (self->run_metadata == NULL || self->run_settings == NULL)
    return NULL;
  snapshot = venule_document_begin_measuring (self);

  return venule_measurement_snapshot_measure (snapshot, measures, NULL);
}
