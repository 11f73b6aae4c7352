/* venule-movie-writer.c: writes annotated movies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-movie-writer.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-frame.h"
#include "venule-temp-file.h"

struct _VenuleMovieWriter
{
  GObject             parent_instance;

  char               *path;
  VenuleMovieSpec     spec;
  VenuleMovieEncoder *encoder;
  int                 held; /* says that the file under the hidden name is being written */
};

G_DEFINE_FINAL_TYPE (VenuleMovieWriter, venule_movie_writer, G_TYPE_OBJECT)

static void
discard (VenuleMovieWriter *self)
{
  g_clear_pointer (&self->encoder, venule_movie_encoder_free);
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
  else if (!(spec->frame_rate > 0 && spec->frame_rate <= 1e6))
    problem = _("a movie needs a frame rate above 0");

  if (problem != NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” cannot be made: %s."), spec->name, problem);
  return problem == NULL;
}

/* The file grows under a hidden name of its own, in the folder where it will stay. */
static gboolean
make_temporary (VenuleMovieWriter  *self,
                GError            **error)
{
  self->held = venule_temp_file_make (self->path, 0666, &self->spec.path);
  return self->held >= 0 || venule_movie_set_error (&self->spec, g_strerror (errno), error);
}

/**
 * venule_movie_writer_new:
 * @path: the file to write; one of that name is replaced at the end
 * @format: kind of file
 * @width: px
 * @height: px
 * @frame_rate: frames/s
 * @error: return location
 *
 * Starts a movie. Odd sizes are allowed (MP4 adds a column or row). It is written under a temporary name beside @path
 * and renamed by venule_movie_writer_finish(): a failed or dropped writer leaves no file.
 *
 * Errors: %VENULE_ERROR_INVALID for what a movie cannot be, %VENULE_ERROR_WRITE.
 *
 * Returns: (transfer full): the writer, or %NULL
 */
VenuleMovieWriter *
venule_movie_writer_new (const char         *path,
                         VenuleMovieFormat   format,
                         int                 width,
                         int                 height,
                         double              frame_rate,
                         GError            **error)
{
  g_autoptr (VenuleMovieWriter) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (VENULE_TYPE_MOVIE_WRITER, NULL);
  self->path = g_strdup (path);
  self->spec.name = venule_display_name_dup_base (path);
  self->spec.format = format;
  self->spec.width = width;
  self->spec.height = height;
  self->spec.frame_rate = frame_rate;

  if (!check_spec (&self->spec, error) || !make_temporary (self, error))
    return NULL;

  self->encoder = venule_movie_encoder_new (&self->spec, error);
  return self->encoder != NULL ? g_steal_pointer (&self) : NULL;
}

static gboolean
check_input (VenuleMovieWriter  *self,
             gboolean            fits,
             GError            **error)
{
  if (self->encoder == NULL)
    return venule_movie_set_error (&self->spec, _("writing has failed or ended before"), error);
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
 * venule_movie_writer_add_surface:
 * @self: a writer
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
  fits = (format == CAIRO_FORMAT_RGB24 || format == CAIRO_FORMAT_ARGB32) &&
         cairo_image_surface_get_width (surface) == self->spec.width &&
         cairo_image_surface_get_height (surface) == self->spec.height;
  return check_input (self, fits, error) &&
         keep_if (self, venule_movie_encoder_add (self->encoder, cairo_image_surface_get_data (surface),
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

  if (!check_input (self, TRUE, error) || !keep_if (self, venule_movie_encoder_finish (self->encoder, error)))
    return FALSE;

  if (g_rename (self->spec.path, self->path) != 0)
    {
      venule_movie_set_error (&self->spec, g_strerror (errno), error);
      discard (self);
      return FALSE;
    }
  g_clear_pointer (&self->spec.path, g_free);
  discard (self);
  return TRUE;
}
