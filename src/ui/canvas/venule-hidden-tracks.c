/* venule-hidden-tracks.c: the tracks that are not drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-hidden-tracks.h"

/**
 * venule_hidden_tracks_count:
 * @document: (nullable): whose tracks
 *
 * Quick enough to be asked for each frame.
 *
 * Returns: how many of them are hidden
 */
guint
venule_hidden_tracks_count (VenuleDocument *document)
{
  guint n = document != NULL ? g_list_model_get_n_items (G_LIST_MODEL (document)) : 0, hidden = 0;
  VenuleTrack *const *tracks = document != NULL ? venule_document_get_tracks (document) : NULL;

  for (guint i = 0; i < n; i++)
    hidden += venule_track_get_hidden (tracks[i]);
  return hidden;
}

/**
 * venule_hidden_tracks_dup:
 * @document: (nullable): whose tracks
 *
 * Returns: (transfer full) (element-type guint): the ids of those that are hidden
 */
GArray *
venule_hidden_tracks_dup (VenuleDocument *document)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = document != NULL ? g_list_model_get_n_items (G_LIST_MODEL (document)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);
      guint id = venule_track_get_id (track);

      if (venule_track_get_hidden (track))
        g_array_append_val (ids, id);
    }
  return ids;
}
