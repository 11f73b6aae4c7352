/* venule-export-movie.c: the annotated movie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-movie-writer.h"
#include "venule-display-name.h"
#include "venule-save.h"
#include "venule-overlay.h"
#include "venule-thread.h"
#include "venule-time.h"
#include "venule-write-error.h"

/* A small picture is enlarged by a whole number, so that lines and letters do not cover it. */
#define COMFORTABLE_WIDTH 800
#define LARGEST_SCALE 4
#define DEFAULT_RATE 25.0 /* frames/s, where the file tells no time: it must play somehow */
#define GIF_RATE 50.0     /* pictures/s: programs play faster ones slowly */

typedef struct {
  const VenuleResults  *results;
  VenuleReader         *reader;
  VenuleMovieWriter    *writer;
  VenuleOverlayOptions  options;
  VenuleMovieFormat     format;
  gint64                first, last; /* frames */
  gint64                step;        /* from a frame to the next that is shown */
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

/* What is asked for, as far as it was analysed. */
static gboolean
take_options (Movie   *movie,
              double   rate,
              GError **error)
{
  const VenuleResults *results = movie->results;
  VenuleMovieOptions options;

  venule_movie_options_init (&options);
  if (results->movie != NULL)
    options = *results->movie;
  movie->options = options.overlay;
  movie->options.selected = NULL;
  movie->format = options.format;
  movie->first = MAX (options.first_frame, results->first_frame);
  movie->last = options.last_frame >= 0 ? MIN (options.last_frame, results->last_frame) : results->last_frame;
  movie->step = options.format == VENULE_MOVIE_GIF && rate > GIF_RATE ? (gint64) ceil (rate / GIF_RATE - 1e-6) : 1;
  if (movie->first <= movie->last)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The movie would have no frames: frames %lld to %lld were analysed. Choose some of them."),
               (long long) results->first_frame, (long long) results->last_frame);
  return FALSE;
}

/* An annotated movie can be analysed, too; what comes of that must not take its place. */
static gboolean
check_path (const Movie  *movie,
            const char   *path,
            GError      **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);

  if (!venule_save_is_same (path, venule_source_get_path (movie->results->source)))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” is the video itself, which is never changed. Choose another folder."), name);
  return FALSE;
}

static void
close_movie (Movie *movie)
{
  g_clear_object (&movie->writer);
  g_clear_object (&movie->reader);
  g_clear_pointer (&movie->gray, cairo_surface_destroy);
  g_clear_pointer (&movie->drawn, cairo_surface_destroy);
}

static gboolean
begin_movie (Movie       *movie,
             const char  *path,
             GError     **error)
{
  const VenuleResults *results = movie->results;
  double rate = venule_time_get_frame_rate (results->source, &results->settings->calibration);
  int width, height;

  if (rate <= 0)
    rate = DEFAULT_RATE;
  if (!check_path (movie, path, error) || !take_options (movie, rate, error) || !venule_thread_check (error))
    return FALSE;
  movie->width = venule_source_get_width (results->source);
  movie->height = venule_source_get_height (results->source);
  movie->options.scale = CLAMP (COMFORTABLE_WIDTH / movie->width, 1, LARGEST_SCALE);
  width = movie->width * (int) movie->options.scale;
  height = movie->height * (int) movie->options.scale;
  movie->gray = cairo_image_surface_create (CAIRO_FORMAT_RGB24, movie->width, movie->height);
  movie->drawn = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status (movie->gray) != CAIRO_STATUS_SUCCESS ||
      cairo_surface_status (movie->drawn) != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                   _("The annotated movie of %d × %d px could not be drawn: there is not enough memory."), width,
                   height);
      return FALSE;
    }

  movie->writer = venule_movie_writer_new (path, movie->format, width, height, rate / (double) movie->step, error);
  return movie->writer != NULL;
}

static gboolean
open_movie (Movie       *movie,
            const char  *path,
            GError     **error)
{
  const VenuleResults *results = movie->results;

  movie->reader = venule_source_open_reader (results->source, error);
  if (movie->reader == NULL || !begin_movie (movie, path, error))
    return FALSE;
  movie->options.velocity_max = venule_overlay_velocity_max (results->tracks, results->settings);
  return TRUE;
}

gboolean
venule_export_check_movie (const VenuleResults  *results,
                           const char           *directory,
                           GError              **error)
{
  Movie movie = { .results = results };
  VenuleMovieOptions options;
  g_autofree char *path = NULL;
  gboolean possible;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (directory != NULL, FALSE);

  venule_movie_options_init (&options);
  path = g_build_filename (directory,
                           venule_movie_options_get_name (results->movie != NULL ? results->movie : &options), NULL);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      venule_write_error_set (path, EISDIR, error);
      return FALSE;
    }
  possible = begin_movie (&movie, path, error);
  close_movie (&movie);
  return possible;
}

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

  if (index == movie->first)
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
  gint64 frame;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (!open_movie (&movie, path, error))
    {
      close_movie (&movie);
      return FALSE;
    }

  for (frame = movie.first; frame <= movie.last && add_frame (&movie, frame, cancellable, &failure);
       frame += movie.step)
    {
      if (progress != NULL)
        progress ((double) (MIN (frame + movie.step, movie.last + 1) - movie.first) /
                  (double) (movie.last + 1 - movie.first), user_data);
    }
  if (failure == NULL)
    venule_movie_writer_finish (movie.writer, &failure);
  close_movie (&movie);

  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}
