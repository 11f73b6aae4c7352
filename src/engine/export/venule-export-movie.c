/* venule-export-movie.c: the annotated movie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-movie-writer.h"
#include "venule-overlay.h"
#include "venule-time.h"

/* A small picture is enlarged by a whole number, so that lines and letters do not cover it. */
#define COMFORTABLE_WIDTH 800
#define LARGEST_SCALE 4
#define DEFAULT_RATE 25.0 /* frames/s, where the file tells no time: it must play somehow */

typedef struct {
  const VenuleResults  *results;
  VenuleReader         *reader;
  VenuleMovieWriter    *writer;
  VenuleOverlayOptions  options;
  int                   width, height; /* of the video, px */
  guint                 black, white;  /* samples, the same for all frames */
  cairo_surface_t      *gray;          /* the frame */
  cairo_surface_t      *drawn;         /* the movie's picture */
} Movie;

/* Raw levels of 8-bit video; of deeper ones, which seldom fill their range, the span of the first frame. */
static void
choose_levels (Movie       *movie,
               VenuleFrame *frame)
{
  movie->black = 0;
  movie->white = 255;
  if (frame->bit_depth == 8)
    return;

  movie->black = G_MAXUINT;
  movie->white = 0;
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      {
        guint sample = venule_frame_get_sample (frame, x, y);

        movie->black = MIN (movie->black, sample);
        movie->white = MAX (movie->white, sample);
      }
}

static void
fill_gray (Movie       *movie,
           VenuleFrame *frame)
{
  guint8 *data = cairo_image_surface_get_data (movie->gray);
  int stride = cairo_image_surface_get_stride (movie->gray);
  guint span = MAX (movie->white, movie->black + 1) - movie->black;

  cairo_surface_flush (movie->gray);
  for (int y = 0; y < movie->height; y++)
    {
      guint32 *row = (guint32 *) (void *) (data + (gsize) y * (gsize) stride);

      for (int x = 0; x < movie->width; x++)
        {
          guint sample = CLAMP (venule_frame_get_sample (frame, x, y), movie->black, movie->black + span);
          guint32 level = (sample - movie->black) * 255 / span;

          row[x] = level << 16 | level << 8 | level;
        }
    }
  cairo_surface_mark_dirty (movie->gray);
}

static void
draw_frame (Movie       *movie,
            VenuleFrame *frame)
{
  const VenuleSettings *settings = movie->results->settings;
  double scale = movie->options.scale;
  cairo_t *cr = cairo_create (movie->drawn);

  fill_gray (movie, frame);
  cairo_save (cr);
  cairo_scale (cr, scale, scale);
  cairo_set_source_surface (cr, movie->gray, 0, 0);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  venule_overlay_draw_vessel (cr, settings, movie->width, movie->height, &movie->options);
  venule_overlay_draw_tracks (cr, movie->results->tracks, settings, frame->index, &movie->options);
  cairo_restore (cr);
  venule_overlay_draw_legend (cr, movie->width * scale, movie->height * scale, scale, settings,
                              venule_time_of_frame (movie->results->source, &settings->calibration, frame->index),
                              &movie->options);
  cairo_destroy (cr);
  cairo_surface_flush (movie->drawn);
}

static gboolean
open_movie (Movie       *movie,
            const char  *path,
            GError     **error)
{
  const VenuleResults *results = movie->results;
  double rate = venule_time_get_frame_rate (results->source, &results->settings->calibration);
  int width, height;

  movie->width = venule_source_get_width (results->source);
  movie->height = venule_source_get_height (results->source);
  venule_overlay_options_init (&movie->options);
  movie->options.scale = CLAMP (COMFORTABLE_WIDTH / movie->width, 1, LARGEST_SCALE);
  movie->options.velocity_max = venule_overlay_velocity_max (results->tracks, results->settings);
  width = movie->width * (int) movie->options.scale;
  height = movie->height * (int) movie->options.scale;
  movie->gray = cairo_image_surface_create (CAIRO_FORMAT_RGB24, movie->width, movie->height);
  movie->drawn = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status (movie->gray) != CAIRO_STATUS_SUCCESS ||
      cairo_surface_status (movie->drawn) != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                   _("The annotated movie of %d × %d px could not be drawn: there is not enough memory."), width, height);
      return FALSE;
    }

  movie->reader = venule_source_open_reader (results->source, error);
  if (movie->reader == NULL)
    return FALSE;
  movie->writer = venule_movie_writer_new (path, VENULE_MOVIE_MP4, width, height, 0, rate > 0 ? rate : DEFAULT_RATE,
                                           error);

  return movie->writer != NULL;
}

static void
close_movie (Movie *movie)
{
  g_clear_object (&movie->writer);
  g_clear_object (&movie->reader);
  g_clear_pointer (&movie->gray, cairo_surface_destroy);
  g_clear_pointer (&movie->drawn, cairo_surface_destroy);
}

/* Returns: FALSE at the end of the video too, then without an error */
static gboolean
add_frame (Movie         *movie,
           gint64         index,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr(VenuleFrame) frame = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  frame = venule_reader_read (movie->reader, index, cancellable, error);
  if (frame == NULL)
    return FALSE;

  if (index == movie->results->first_frame)
    choose_levels (movie, frame);
  draw_frame (movie, frame);

  return venule_movie_writer_add_surface (movie->writer, movie->drawn, error);
}

gboolean
venule_export_movie (const VenuleResults   *results,
                     const char            *path,
                     VenuleExportProgress   progress,
                     gpointer               user_data,
                     GCancellable          *cancellable,
                     GError               **error)
{
  Movie movie = { .results = results };
  g_autoptr(GError) failure = NULL;
  gint64 n, done = 0;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  n = results->last_frame - results->first_frame + 1;
  if (!open_movie (&movie, path, error))
    {
      close_movie (&movie);
      return FALSE;
    }

  while (done < n && add_frame (&movie, results->first_frame + done, cancellable, &failure))
    {
      done++;
      if (progress != NULL)
        progress ((double) done / (double) n, user_data);
    }
  if (failure == NULL)
    venule_movie_writer_finish (movie.writer, &failure);
  close_movie (&movie);

  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}
