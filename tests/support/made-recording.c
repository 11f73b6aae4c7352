/* made-recording.c: documents whose numbers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "made-recording.h"

#include <glib/gstdio.h>

#include "fake-source.h"
#include "venule-document.h"

#define RATE 30.0
#define N_FRAMES 300
#define N_SPOTS 10

static VenuleTrack *
make_track (guint  id,
            double velocity)
{
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < N_SPOTS; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / RATE, .x = 50 + velocity * i / RATE, .y = 100, .radius = 10,
                          .score = 1 };

      venule_track_add_spot (track, &spot);
    }
  venule_track_set_kind (track, VENULE_CELL_ROLLING);
  venule_track_set_kind_is_manual (track, TRUE);
  return track;
}

/* It stays beside the document. */
static VenuleSource *
make_video (const char *folder,
            const char *name,
            const char *video)
{
  g_autofree char *path = video != NULL ? g_build_filename (folder, video, NULL)
                                        : g_strdup_printf ("%s/%s.avi", folder, name);
  VenuleSource *source = fake_source_new_at (path, RATE, N_FRAMES);

  if (video == NULL)
    return source;
  g_assert_true (g_file_set_contents (path, video, -1, NULL));
  g_free (venule_source_dup_hash (source, NULL, NULL));
  return source;
}

char *
made_recording_save (const char          *folder,
                     const char          *name,
                     const MadeRecording *made)
{
  g_autoptr (VenuleSource) source = make_video (folder, name, made->video);
  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  VenuleRunMetadata metadata = { .device = (char *) "test", .last_frame = N_FRAMES - 1, .detect_interval = 1,
                           .complete = !made->cut_short };
  char *path = g_build_filename (folder, name, NULL);

  settings->vessel->flow_x = 1;
  if (made->crop != NULL)
    g_assert_true (venule_vessel_parse_rectangle (settings->vessel, made->crop, NULL));
  settings->calibration = (VenuleCalibration) { made->pixel_size, RATE };
  if (made->sensitivity > 0)
    settings->sensitivity = made->sensitivity;
  for (guint i = 0; i < made->n; i++)
    g_ptr_array_add (tracks, make_track (i + 1, made->velocities[i] / (made->pixel_size > 0 ? made->pixel_size : 1)));
  venule_document_set_settings (document, settings);
  venule_document_begin_run (document, settings);
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
  if (made->window != NULL)
    g_assert_true (venule_document_set_measure (document, "velocity_window_s", made->window, NULL));
  if (made->adherent_seconds != NULL)
    g_assert_true (venule_document_set_measure (document, "adherent_seconds", made->adherent_seconds, NULL));
  g_assert_true (venule_document_save (document, path, &error));
  g_assert_no_error (error);
  return path;
}

void
made_folder_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        made_folder_remove (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}
