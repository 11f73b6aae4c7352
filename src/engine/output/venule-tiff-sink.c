/* venule-tiff-sink.c: writes multi-page gray TIFF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <tiffio.h>

#include "venule-movie-sink.h"

typedef struct {
  VenuleMovieSink        parent;
  const VenuleMovieSpec *spec;
  TIFF                  *tiff;
  char                  *message;
  gint64                 n_pages;
} TiffSink;

static int
keep_message (TIFF       *tiff,
              void       *data,
              const char *module,
              const char *format,
              va_list     arguments)
{
  TiffSink *self = data;

  g_free (self->message);
  self->message = g_strdup_vprintf (format, arguments);
  return 1;
}

static gboolean
fail (TiffSink  *self,
      int        code,
      GError   **error)
{
  const char *reason = code != 0 ? g_strerror (code) : self->message != NULL ? self->message : _("no reason given");

  return venule_sink_set_error (self->spec, reason, error);
}

/* ImageJ's way to say how much time lies between two pages. */
static char *
describe (const VenuleMovieSpec *spec)
{
  char rate[G_ASCII_DTOSTR_BUF_SIZE];
  char interval[G_ASCII_DTOSTR_BUF_SIZE];

  if (!(spec->frame_rate > 0))
    return NULL;
  return g_strdup_printf ("ImageJ=1.53t\nunit=pixel\nfinterval=%s\ntunit=sec\nfps=%s\nloop=false\n",
                          g_ascii_dtostr (interval, sizeof interval, 1 / spec->frame_rate),
                          g_ascii_dtostr (rate, sizeof rate, spec->frame_rate));
}

static void
write_tags (TiffSink *self)
{
  const VenuleMovieSpec *spec = self->spec;

  TIFFSetField (self->tiff, TIFFTAG_IMAGEWIDTH, (guint32) spec->width);
  TIFFSetField (self->tiff, TIFFTAG_IMAGELENGTH, (guint32) spec->height);
  TIFFSetField (self->tiff, TIFFTAG_BITSPERSAMPLE, spec->bit_depth > 8 ? 16 : 8);
  TIFFSetField (self->tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (self->tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  TIFFSetField (self->tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField (self->tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (self->tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  TIFFSetField (self->tiff, TIFFTAG_ROWSPERSTRIP, (guint32) spec->height);
  TIFFSetField (self->tiff, TIFFTAG_SOFTWARE, "Venule " VENULE_VERSION);
  if (self->n_pages == 0)
    {
      g_autofree char *description = describe (spec);

      if (description != NULL)
        TIFFSetField (self->tiff, TIFFTAG_IMAGEDESCRIPTION, description);
    }
}

static gboolean
tiff_sink_add_frame (VenuleMovieSink  *sink,
                     VenuleFrame      *frame,
                     GError          **error)
{
  TiffSink *self = (TiffSink *) sink;

  write_tags (self);
  for (int y = 0; y < frame->height; y++)
    {
      errno = 0;
      if (TIFFWriteScanline (self->tiff, frame->data + frame->stride * y, y, 0) < 0)
        return fail (self, errno, error);
    }

  errno = 0;
  if (!TIFFWriteDirectory (self->tiff))
    return fail (self, errno, error);
  self->n_pages++;
  return TRUE;
}

static gboolean
tiff_sink_finish (VenuleMovieSink  *sink,
                  GError          **error)
{
  TiffSink *self = (TiffSink *) sink;

  /* Everything was written with the last page; what could not be written has failed there. */
  g_clear_pointer (&self->tiff, TIFFClose);
  return TRUE;
}

static void
tiff_sink_free (VenuleMovieSink *sink)
{
  TiffSink *self = (TiffSink *) sink;

  g_clear_pointer (&self->tiff, TIFFClose);
  g_free (self->message);
  g_free (self);
}

/**
 * venule_tiff_sink_new:
 * @spec: what to write; must stay alive
 * @error: return location
 *
 * Writes uncompressed TIFF (up to 4 GB), one strip a page, which every program reads.
 *
 * Returns: (transfer full): the sink, or %NULL
 */
VenuleMovieSink *
venule_tiff_sink_new (const VenuleMovieSpec  *spec,
                      GError                **error)
{
  TiffSink *self = g_new0 (TiffSink, 1);
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();

  self->parent.add_frame = tiff_sink_add_frame;
  self->parent.finish = tiff_sink_finish;
  self->parent.free = tiff_sink_free;
  self->spec = spec;

  TIFFOpenOptionsSetErrorHandlerExtR (options, keep_message, self);
  errno = 0;
  self->tiff = TIFFOpenExt (spec->path, "w", options);
  TIFFOpenOptionsFree (options);
  if (self->tiff == NULL)
    {
      fail (self, errno, error);
      tiff_sink_free (&self->parent);
      return NULL;
    }
  return &self->parent;
}
