/* venule-results.c: what the exporters read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export.h"

static GListModel *
copy_tracks (GListModel *tracks)
{
  GListStore *copies = g_list_store_new (VENULE_TYPE_TRACK);

  for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      g_autoptr(VenuleTrack) copy = venule_track_copy (track, venule_track_get_id (track));

      g_list_store_append (copies, copy);
    }

  return G_LIST_MODEL (copies);
}

VenuleResults *
venule_results_copy (const VenuleResults *self)
{
  VenuleResults *copy = g_memdup2 (self, sizeof *self);

  g_object_ref (copy->source);
  copy->settings = venule_settings_copy (self->settings);
  copy->tracks = copy_tracks (self->tracks);
  copy->device = g_strdup (self->device);
  copy->versions = g_strdup (self->versions);
  if (self->measure_settings != NULL)
    copy->measure_settings = venule_measure_settings_copy (self->measure_settings);
  copy->measures = NULL;
  copy->movie = self->movie != NULL ? g_memdup2 (self->movie, sizeof *self->movie) : NULL;

  return copy;
}

void
venule_results_free (VenuleResults *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->source);
  venule_settings_free ((VenuleSettings *) self->settings);
  g_object_unref (self->tracks);
  g_free ((char *) self->device);
  g_free ((char *) self->versions);
  venule_measure_settings_free ((VenuleMeasureSettings *) self->measure_settings);
  g_free ((gpointer) self->movie);
  g_free (self);
}
