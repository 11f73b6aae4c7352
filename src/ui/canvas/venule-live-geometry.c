/* venule-live-geometry.c: the numbers of the vessel while it is dragged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-live-geometry.h"

#include <math.h>

#include "venule-task.h"

#define SECONDS_A_MINUTE 60.0

/* What is counted in a thread; then what came of it. */
typedef struct {
  VenuleMeasurementSnapshot *snapshot;
  VenuleMeasureSettings     *settings;
  char                      *key; /* of the centreline */
  VenuleFluxCounter         *counter;
  double                     seen; /* s that were recorded */
} Count;

struct _VenuleLiveGeometry
{
  GObject            parent_instance;

  VenuleDocument            *document;
  VenuleMeasurementSnapshot *snapshot;    /* the tracks as they are; NULL: to be taken */
  VenuleFluxCounter         *counter;     /* nullable */
  double                     seen;        /* s that it counts in */
  char                      *key;         /* of the centreline that it counts along */
  GCancellable              *cancellable; /* while a thread counts */
};

enum
{
  CHANGED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleLiveGeometry, venule_live_geometry, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void
count_free (gpointer data)
{
  Count *count = data;

  venule_measurement_snapshot_unref (count->snapshot);
  venule_measure_settings_free (count->settings);
  g_free (count->key);
  g_clear_pointer (&count->counter, venule_flux_counter_free);
  g_free (count);
}

static void
count_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  Count *count = task_data;

  count->counter = venule_measurement_snapshot_count (count->snapshot, count->settings, cancellable);
  count->seen = venule_measurement_snapshot_find_seen (count->snapshot);
  g_task_return_boolean (task, count->counter != NULL);
}

static void
on_counted (gpointer  owner,
            GTask    *task)
{
  VenuleLiveGeometry *self = owner;
  Count *count = g_task_get_task_data (task);

  /* Of tracks that have changed since. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->counter, venule_flux_counter_free);
  g_free (self->key);
  self->counter = g_steal_pointer (&count->counter);
  self->seen = count->seen;
  self->key = g_strdup (count->key);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
forget (VenuleLiveGeometry *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->snapshot, venule_measurement_snapshot_unref);
  g_clear_pointer (&self->counter, venule_flux_counter_free);
  g_clear_pointer (&self->key, g_free);
}

static void
on_tracks_changed (VenuleLiveGeometry *self)
{
  forget (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* One at a time: while the centreline is dragged, where it is when the last count has come is counted next. */
static void
begin_count (VenuleLiveGeometry         *self,
             const VenuleVesselGeometry *geometry,
             const char                 *key)
{
  Count *count;

  if (self->cancellable != NULL || self->document == NULL || venule_document_get_run_metadata (self->document) == NULL)
    return;

  if (self->snapshot == NULL)
    self->snapshot = venule_document_begin_measuring (self->document);
  count = g_new0 (Count, 1);
  count->snapshot = venule_measurement_snapshot_ref (self->snapshot);
  count->settings = venule_measure_settings_copy (geometry->settings);
  count->key = g_strdup (key);
  self->cancellable = g_cancellable_new ();
  venule_task_start (self, self->cancellable, begin_count, count_in_thread, count, count_free, on_counted);
}

void
venule_live_geometry_get (VenuleLiveGeometry         *self,
                          const VenuleVesselGeometry *geometry,
                          VenuleGeometryNumbers      *numbers)
{
  g_autofree char *key = NULL;
  double first, last;

  g_return_if_fail (VENULE_IS_LIVE_GEOMETRY (self));
  g_return_if_fail (geometry != NULL && numbers != NULL);

  *numbers = (VenuleGeometryNumbers) { .rolling = NAN, .total = NAN };
  numbers->length = venule_centreline_get_range (geometry->line, &first, &last);
  numbers->diameter = venule_centreline_get_diameter (geometry->line, &numbers->diameter_sd);
  numbers->no_walls = venule_centreline_find_walls_missing (geometry->line);
  numbers->flux = geometry->flux - first;
  numbers->outside = geometry->flux < first || geometry->flux > last;

  key = venule_centreline_dup_key (geometry->line);
  numbers->fresh = g_strcmp0 (key, self->key) == 0;
  if (!numbers->fresh)
    begin_count (self, geometry, key);
  if (!numbers->outside && self->counter != NULL && self->seen > 0)
    {
      double minutes = self->seen / SECONDS_A_MINUTE;
      int rolling, total;

      venule_flux_counter_count (self->counter, geometry->flux, &rolling, &total);
      numbers->rolling = rolling / minutes;
      numbers->total = total / minutes;
    }
}

static void
venule_live_geometry_dispose (GObject *object)
{
  venule_live_geometry_set_document (VENULE_LIVE_GEOMETRY (object), NULL);

  G_OBJECT_CLASS (venule_live_geometry_parent_class)->dispose (object);
}

static void
venule_live_geometry_class_init (VenuleLiveGeometryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_live_geometry_dispose;

  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
venule_live_geometry_init (VenuleLiveGeometry *self)
{
}

VenuleLiveGeometry *
venule_live_geometry_new (void)
{
  return g_object_new (VENULE_TYPE_LIVE_GEOMETRY, NULL);
}

void
venule_live_geometry_set_document (VenuleLiveGeometry *self,
                                   VenuleDocument     *document)
{
  g_return_if_fail (VENULE_IS_LIVE_GEOMETRY (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  forget (self);
  g_set_object (&self->document, document);
  if (document != NULL)
    g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
}
