/* recording.c: a small video in a folder of its own, and tracks whose numbers are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "recording.h"

#include <glib/gstdio.h>

#include "gray-movie.h"

#define VIDEO "video, \"odd\".avi"
#define N_FRAMES 5

static VenuleSource *
make_video (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, VIDEO, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_AVI, 64, 48, 8, 10, &error);
  VenuleSource *source;

  g_assert_no_error (error);
  for (int i = 0; i < N_FRAMES; i++)
    {
      g_autoptr(VenuleFrame) frame = venule_frame_new (64, 48, 8);

      memset (frame->data, 60 + 20 * i, frame->stride * 48);
      g_assert_true (gray_movie_add (writer, frame, &error));
    }
  g_assert_true (gray_movie_finish (writer, &error));

  source = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, &error));
  g_assert_no_error (error);

  return source;
}

static void
add_track (Recording        *self,
           guint             id,
           VenuleCellKind    kind,
           guint             n,
           double            velocity,
           VenuleSpotSource  source)
{
  g_autoptr(VenuleTrack) track = venule_track_new (id);

  for (guint i = 0; i < n; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 10.0, .x = 10 + velocity * i / 10.0, .y = 20.25, .radius = 5.5f,
                          .score = 0.75f, .source = i == 0 ? source : VENULE_SPOT_TRACKED };

      venule_track_add_spot (track, &spot);
    }
  venule_track_set_kind (track, kind);
  venule_track_set_quality (track, 0.5);
  g_list_store_append (self->tracks, track);
}

void
recording_set_up (Recording     *self,
                  gconstpointer  pixel_size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleTrack) last = NULL;
  const float brightness[N_FRAMES] = { 100, 101, 99, 100, 100 };

  self->folder = g_dir_make_tmp ("venule-XXXXXX", &error);
  g_assert_no_error (error);
  self->source = make_video (self->folder);
  self->settings = venule_settings_new ();
  self->settings->vessel->flow_x = 1;
  self->settings->velocity_window = 0.2;
  if (pixel_size != NULL)
    self->settings->calibration.pixel_size_um = *(const double *) pixel_size;

  self->tracks = g_list_store_new (VENULE_TYPE_TRACK);
  add_track (self, 1, VENULE_CELL_ROLLING, N_FRAMES, 30, VENULE_SPOT_DETECTED);
  add_track (self, 2, VENULE_CELL_ADHERENT, N_FRAMES, 0, VENULE_SPOT_INTERPOLATED);
  add_track (self, 5, VENULE_CELL_OTHER, 1, 0, VENULE_SPOT_MANUAL);
  last = g_list_model_get_item (G_LIST_MODEL (self->tracks), 2);
  venule_track_set_edited (last, TRUE);
  venule_track_set_kind_is_manual (last, TRUE);
  venule_track_set_locked (last, TRUE);
  venule_track_set_note (last, "a pair, \"touching\"");

  self->results = (VenuleResults){ .source = self->source, .settings = self->settings,
                                   .tracks = G_LIST_MODEL (self->tracks), .device = "CPU, 1 thread",
                                   .detect_interval = 3, .unregistered_frames = 2, .first_frame = 0,
                                   .last_frame = N_FRAMES - 1, .complete = TRUE,
                                   .light = venule_light_new (brightness, N_FRAMES, 0.001, 180) };
}

static void
remove_folder (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

void
recording_tear_down (Recording     *self,
                     gconstpointer  pixel_size)
{
  g_object_unref (self->tracks);
  venule_settings_free (self->settings);
  venule_light_unref (self->results.light);
  g_object_unref (self->source);
  remove_folder (self->folder);
  g_free (self->folder);
}

char *
recording_read (Recording  *self,
                const char *name,
                gsize      *size)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr(GError) error = NULL;
  char *content;

  g_assert_true (g_file_get_contents (path, &content, size, &error));
  g_assert_no_error (error);

  return content;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
recording_list (Recording *self)
{
  g_autoptr(GDir) dir = g_dir_open (self->folder, 0, NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (strcmp (name, VIDEO) != 0)
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);

  return g_strjoinv (" ", (char **) names->pdata);
}
