/* bench-crowd.c: what a frame with very many cells takes to be drawn: bench-crowd [TRACKS [SPOTS [FRAMES]]]
 *
 * Draws FRAMES frames of a document with TRACKS tracks of SPOTS spots, one after the other from its middle on, as the window
 * does. Says what a frame takes of the thread that asks for it and of all threads, and a number that tells whether the pictures
 * are the same as another time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "fake-source.h"
#include "venule-document.h"
#include "venule-overlay.h"

/* The window of bench-large. */
#define WIDTH 933
#define HEIGHT 700
#define SCALE (WIDTH / 640.0)

static double
get_time (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* All over the picture, of three speeds and several sizes, every other one not on a straight line. */
static VenuleTrack *
make_track (guint id,
            guint n_spots)
{
  double bend = id % 2 * 3;
  g_autoptr(GArray) spots = g_array_sized_new (FALSE, TRUE, sizeof (VenuleSpot), n_spots);
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < n_spots; i++)
    {
      VenuleSpot spot = { .frame = i, .time = (double) i / 30, .x = 10 + (id * 37 + i * (1 + id % 3)) % 620,
                          .y = 10 + (id * 53) % 460 + bend * sin (i * 0.05), .score = 0.9f,
                          .radius = 7 + (float) (id % 50 + i % 10) / 15, .source = VENULE_SPOT_TRACKED };

      g_array_append_val (spots, spot);
    }
  venule_track_add_spots (track, (const VenuleSpot *) (void *) spots->data, spots->len);

  return track;
}

static VenuleDocument *
make_document (guint n,
               guint n_spots)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, n_spots, TRUE);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleSettings) settings = NULL;
  VenuleDocument *document = venule_document_new (source);

  settings = venule_settings_copy (venule_document_get_settings (document));
  settings->calibration.pixel_size_um = 0.5;
  settings->calibration.frame_rate = 30;
  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  for (guint id = 1; id <= n; id++)
    g_ptr_array_add (tracks, make_track (id, n_spots));
  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);

  return document;
}

/* FNV-1a over the px. */
static guint32
add_to_sum (guint32          sum,
            cairo_surface_t *picture)
{
  const guint8 *row;

  cairo_surface_flush (picture);
  row = cairo_image_surface_get_data (picture);
  for (int y = 0; y < HEIGHT; y++, row += cairo_image_surface_get_stride (picture))
    for (int x = 0; x < WIDTH; x++)
      sum = (sum ^ ((const guint32 *) (const void *) row)[x]) * 16777619;

  return sum;
}

static void
draw (VenuleDocument             *document,
      gint64                      frame,
      const VenuleOverlayOptions *options,
      cairo_surface_t            *picture)
{
  cairo_t *cr = cairo_create (picture);

  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_scale (cr, options->scale, options->scale);
  venule_overlay_draw_tracks (cr, G_LIST_MODEL (document), venule_document_get_run_settings (document), frame, options);
  cairo_destroy (cr);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
report (const char     *name,
        VenuleDocument *document,
        gint64          first,
        guint           n_frames,
        gboolean        by_velocity)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr(VenuleStamps) stamps = venule_stamps_new ();
  VenuleOverlayOptions options;
  g_autofree double *own = g_new (double, n_frames), *all = g_new (double, n_frames);
  guint32 sum = 2166136261;

  venule_overlay_options_init (&options);
  options.ids = FALSE;
  options.color_by_velocity = by_velocity;
  options.velocity_max = 100;
  options.crowd = 120;
  options.stamps = stamps;
  options.scale = SCALE;
  for (guint i = 0; i < n_frames; i++)
    {
      own[i] = -get_time (CLOCK_THREAD_CPUTIME_ID);
      all[i] = -get_time (CLOCK_PROCESS_CPUTIME_ID);
      draw (document, first + i, &options, picture);
      own[i] += get_time (CLOCK_THREAD_CPUTIME_ID);
      all[i] += get_time (CLOCK_PROCESS_CPUTIME_ID);
      sum = add_to_sum (sum, picture);
    }
  cairo_surface_destroy (picture);
  qsort (own, n_frames, sizeof *own, compare_numbers);
  qsort (all, n_frames, sizeof *all, compare_numbers);
  g_print ("%-22s median (least): %6.2f (%.2f) ms of the thread that asks, %6.2f (%.2f) ms of all; sum %08x\n", name,
           own[n_frames / 2], own[0], all[n_frames / 2], all[0], sum);
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? (guint) atoi (argv[1]) : 10000, n_spots = argc > 2 ? (guint) atoi (argv[2]) : 1000;
  guint n_frames = argc > 3 ? (guint) atoi (argv[3]) : 100;
  g_autoptr(VenuleDocument) document = make_document (n, n_spots);
  gint64 first = (n_spots - MIN (n_frames, n_spots)) / 2;

  g_print ("%u tracks of %u spots, %u frames\n", n, n_spots, n_frames);
  report ("coloured by velocity", document, first, n_frames, TRUE);
  report ("coloured by class", document, first, n_frames, FALSE);

  return 0;
}
