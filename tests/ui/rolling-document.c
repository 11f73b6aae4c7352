/* rolling-document.c: a document with results, for windows that show them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "rolling-document.h"

#include "fake-source.h"

VenuleDocument *
rolling_document_new (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (200, 100, 100);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  VenuleRunMetadata metadata = { .device = (char *) "test", .last_frame = 99, .complete = TRUE };
  VenuleDocument *document;

  fake_source_build (source);
  for (guint i = 1; i <= 2; i++)
    {
      VenuleTrack *track = venule_track_new (i);

      for (guint j = 0; j < 20; j++)
        {
          VenuleSpot spot = { .frame = j, .time = j / 25.0, .x = 20 + i * j, .y = 40.0 * i, .radius = 4 };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  settings->vessel->flow_x = 1;
  document = venule_document_new (source);
  venule_document_set_settings (document, settings);
  venule_document_begin_run (document, settings);
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);

  return document;
}
