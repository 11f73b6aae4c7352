/* bench-large-document.c: the files of a large analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-large.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "gray-movie.h"

#define WIDTH 640
#define HEIGHT 480

static void
check (const GError *error)
{
  if (error)
    g_error ("%s", error->message);
}

void
large_make_video (Stage *stage)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GrayMovie) writer =
    gray_movie_new (stage->video, GRAY_MOVIE_FFV1, WIDTH, HEIGHT, 8, 30, &error);
  g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, 8);

  check (error);
  for (gint64 i = 0; i < stage->n_frames; i++)
    {
      for (int y = 0; y < HEIGHT; y++)
        memset ((guint8 *) frame->data + y * frame->stride, (int) (90 + (y / 4 + i) % 32), WIDTH);
      gray_movie_add (writer, frame, &error);
      check (error);
    }
  gray_movie_finish (writer, &error);
  check (error);
}

/* Rolls along a row of its own, as long as it has spots. */
static VenuleTrack *
make_track (Stage *stage,
            guint  id)
{
  gint64 first = (gint64) id * 7919 % (stage->n_frames - stage->n_spots + 1);
  g_autoptr (GArray) spots = g_array_new (FALSE, TRUE, sizeof (VenuleSpot));
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < stage->n_spots; i++)
    {
      VenuleSpot spot = { .frame = first + i,
                          .time = (double) (first + i) / 30,
                          .x = 10 + (id * 37 + i * (1 + id % 3)) % 620,
                          .y = 10 + (id * 53) % 460,
                          .radius = 9,
                          .score = 0.9f,
                          .source = VENULE_SPOT_TRACKED };

      for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
        spot.contour[k] = 9 + (float) sin (i + k);
      g_array_append_val (spots, spot);
    }
  venule_track_add_spots (track, (const VenuleSpot *) (void *) spots->data, spots->len);
  venule_track_set_quality (track, (id % 100) / 100.0);
  return track;
}

void
large_make_document (Stage *stage)
{
  g_autofree char *working_copy = g_build_filename (stage->folder, "working", NULL);
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (stage->video, NULL, &error);
  g_autoptr (VenuleSettings) settings = NULL;
  VenuleRunMetadata metadata = {
    .device = (char *) "CPU", .detect_interval = 1, .last_frame = stage->n_frames - 1, .complete = TRUE
  };
  VenuleDocument *document;

  check (error);
  venule_source_build_table (source, NULL, NULL, NULL, &error);
  check (error);
  document = venule_document_new_from_db (source, venule_project_db_create (working_copy, &error), &error);
  check (error);
  settings = venule_settings_copy (venule_document_get_settings (document));
  settings->calibration.pixel_size_um = 0.5;
  settings->calibration.frame_rate = 30;
  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  for (guint id = 1; id <= stage->n; id++)
    g_ptr_array_add (tracks, make_track (stage, id));
  venule_document_begin_run (document, settings);
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
  venule_document_save (document, stage->document, &error);
  check (error);
  g_object_unref (document);
  g_unlink (working_copy);
}
