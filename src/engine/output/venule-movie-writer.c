/* venule-movie-writer.c: writes videos and image stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-movie-writer.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "venule-beside.h"
#include "venule-error.h"
#include "venule-movie-sink.h"
#include "venule-name.h"

struct _VenuleMovieWriter
{
  GObject          parent_instance;

  char            *path;
  VenuleMovieSpec  spec;
  VenuleMovieSink *sink;
  int              held; /* says that the file under the hidden name is being written */
};

G_DEFINE_FINAL_TYPE (VenuleMovieWriter, venule_movie_writer, G_TYPE_OBJECT)

static void
discard (VenuleMovieWriter *self)
{
  if (self->sink != NULL)
    self->sink->free (self->sink);
  self->sink = NULL;
  if (self->spec.path != NULL)
    g_unlink (self->spec.path);
  g_clear_pointer (&self->spec.path, g_free);
  if (self->held >= 0)
    close (self->held);
  self->held = -1;
}

static void
venule_movie_writer_finalize (GObject *object)
{
  VenuleMovieWriter *self = VENULE_MOVIE_WRITER (object);

  discard (self);
  g_free (self->path);
  g_free (self->spec.name);

  G_OBJECT_CLASS (venule_movie_writer_parent_class)->finalize (object);
}

static void
venule_movie_writer_class_init (VenuleMovieWriterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_movie_writer_finalize;
}

static void
venule_movie_writer_init (VenuleMovieWriter *self)
{
  self->held = -1;
}

static gboolean
check_spec (const VenuleMovieSpec  *spec,
            GError                **error)
{
  const char *problem = NULL;

  if (!venule_frame_size_is_sane (spec->width, spec->height))
    problem = _("its frames have no pixels or too many");
  else if (spec->format != VENULE_MOVIE_TIFF && !(spec->frame_rate > 0 && spec->frame_rate <= 1e6))
    problem = _("a movie needs a frame rate above 0");
  else if (!(spec->frame_rate >= 0 && isfinite (spec->frame_rate)))
    problem = _("its frame rate makes no sense");
  else if (spec->bit_depth != 0 && (spec->bit_depth < 8 || spec->bit_depth > 16))
    problem = _("its samples must have 8 to 16 bits");
  else if (spec->format == VENULE_MOVIE_AVI && spec->bit_depth != 8)
    problem = _("an AVI file holds 8-bit gray only; choose FFV1 or TIFF");
  else if (spec->format == VENULE_MOVIE_TIFF && spec->bit_depth == 0)
    problem = _("an image stack holds gray only; choose FFV1 or MP4");
  else if (spec->format == VENULE_MOVIE_MP4 && spec->bit_depth > 8)
    problem = _("an MP4 file holds 8 bits a sample only; choose FFV1 or TIFF");

  else if (spec->format == VENULE_MOVIE_GIF && spec->bit_depth != 0)
    problem = _("a GIF is made of colour pictures only; choose FFV1 or MP4");

  if (problem != NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” cannot be made: %s."), spec->name, problem);
  return problem == NULL;
}

/* The file grows under a hidden name of its own, in the folder where it will stay. */
static gboolean
make_temporary (VenuleMovieWriter  *self,
                GError            **error)
{
  self->held = venule_beside_make (self->path, 0666, &self->spec.path);
  return self->held >= 0 || venule_sink_set_error (&self->spec, g_strerror (errno), error);
}

/**
 * venule_movie_writer_new:
 * @path: the file to write; one of that name is replaced at the end
 * @format: kind of file
 * @width: px
 * @height: px
 * @bit_depth: 8 to 16 for gray samples (FFV1: 8, 10 and 12 stay so, others are kept in 16; TIFF: 8 or 16; AVI and MP4:
 *   8); 0 for colour from cairo surfaces (FFV1, MP4 and GIF)
 * @frame_rate: frames/s; 0 is allowed for TIFF and says that the rate is not known
 * @error: return location
 *
 * Starts a movie. Odd sizes are allowed (MP4 adds a column or row). It is written under a temporary name beside @path
 * and renamed by venule_movie_writer_finish(): a failed or dropped writer leaves no file.
 *
 * Errors: %VENULE_ERROR_INVALID for what the format cannot hold, %VENULE_ERROR_WRITE.
 *
 * Returns: (transfer full): the writer, or %NULL
 */
VenuleMovieWriter *
venule_movie_writer_new (const char         *path,
                         VenuleMovieFormat   format,
                         int                 width,
                         int                 height,
                         int                 bit_depth,
                         double              frame_rate,
                         GError            **error)
{
  g_autoptr (VenuleMovieWriter) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (VENULE_TYPE_MOVIE_WRITER, NULL);
  self->path = g_strdup (path);
  self->spec.name = venule_name_dup_base_shown (path);
  self->spec.format = format;
  self->spec.width = width;
  self->spec.height = height;
  self->spec.bit_depth = bit_depth;
  self->spec.frame_rate = frame_rate;

  if (!check_spec (&self->spec, error) || !make_temporary (self, error))
    return NULL;

  self->sink =
    format == VENULE_MOVIE_TIFF ? venule_tiff_sink_new (&self->spec, error) : venule_av_sink_new (&self->spec, error);
  return self->sink != NULL ? g_steal_pointer (&self) : NULL;
}

static gboolean
check_input (VenuleMovieWriter  *self,
             gboolean            fits,
             GError            **error)
{
  if (self->sink == NULL)
    return venule_sink_set_error (&self->spec, _("writing has failed or ended before"), error);
  if (fits)
    return TRUE;

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_INVALID,
    _("A frame of another size or kind cannot go into “%s”. This is a mistake in the program; please report it."),
    self->spec.name);
  return FALSE;
}

/* After a failure there is nothing to go on with. */
static gboolean
keep_if (VenuleMovieWriter *self,
         gboolean           success)
{
  if (!success)
    discard (self);
  return success;
}

/**
 * venule_movie_writer_add_frame:
 * @self: a writer of gray
 * @frame: the next frame, of the movie's size and bit depth; its index and time are not looked at
 * @error: return location
 *
 * Errors: %VENULE_ERROR_INVALID, %VENULE_ERROR_WRITE (the movie is dropped then).
 *
 * Returns: whether it could be written
 */
gboolean
venule_movie_writer_add_frame (VenuleMovieWriter  *self,
                               VenuleFrame        *frame,
                               GError            **error)
{
  gboolean fits;

  g_return_val_if_fail (VENULE_IS_MOVIE_WRITER (self), FALSE);
  g_return_val_if_fail (frame != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  fits =
    frame->width == self->spec.width && frame->height == self->spec.height && frame->bit_depth == self->spec.bit_depth;
  return check_input (self, fits, error) && keep_if (self, self->sink->add_frame (self->sink, frame, error));
}

/**
 * venule_movie_writer_add_surface:
 * @self: a writer of colour (bit depth 0)
 * @surface: an image surface of CAIRO_FORMAT_RGB24 or ARGB32 (taken as opaque) of the movie's size
 * @error: return location
 *
 * Errors: %VENULE_ERROR_INVALID, %VENULE_ERROR_WRITE (the movie is dropped then).
 *
 * Returns: whether it could be written
 */
gboolean
venule_movie_writer_add_surface (VenuleMovieWriter  *self,
                                 cairo_surface_t    *surface,
                                 GError            **error)
{
  cairo_format_t format;
  gboolean fits;

  g_return_val_if_fail (VENULE_IS_MOVIE_WRITER (self), FALSE);
  g_return_val_if_fail (surface != NULL && cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_IMAGE, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  cairo_surface_flush (surface);
  format = cairo_image_surface_get_format (surface);
  fits = (format == CAIRO_FORMAT_RGB24 || format == CAIRO_FORMAT_ARGB32) && self->spec.bit_depth == 0 &&
         cairo_image_surface_get_width (surface) == self->spec.width &&
         cairo_image_surface_get_height (surface) == self->spec.height;
  return check_input (self, fits, error) &&
         keep_if (self, self->sink->add_pixels (self->sink, cairo_image_surface_get_data (surface),
                                                cairo_image_surface_get_stride (surface), error));
}

/**
 * venule_movie_writer_finish:
 * @self: a writer
 * @error: return location
 *
 * Writes what is left and gives the file its name. After that the writer takes nothing more.
 *
 * Errors: %VENULE_ERROR_WRITE: then neither the file nor the temporary one is left, and an older file of that name is
 * untouched.
 *
 * Returns: whether the movie is there
 */
gboolean
venule_movie_writer_finish (VenuleMovieWriter  *self,
                            GError            **error)
{
  g_return_val_if_fail (VENULE_IS_MOVIE_WRITER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_input (self, TRUE, error) || !keep_if (self, self->sink->finish (self->sink, error)))
    return FALSE;

  if (g_rename (self->spec.path, self->path) != 0)
    {
      venule_sink_set_error (&self->spec, g_strerror (errno), error);
      discard (self);
      return FALSE;
    }
  g_clear_pointer (&self->spec.path, g_free);
  discard (self);
  return TRUE;
}
