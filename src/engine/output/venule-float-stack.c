/* venule-float-stack.c: writes numbers as pictures: 32-bit TIFF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-float-stack.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <tiffio.h>
#include <unistd.h>

#include "venule-temp-file.h"
#include "venule-write-error.h"

#define LARGEST_CLASSIC (G_GUINT64_CONSTANT (0xf0000000)) /* bytes; the offsets of a BigTIFF are longer */

static int
ignore_message (TIFF       *tiff,
                void       *data,
                const char *module,
                const char *format,
                va_list     arguments)
{
  return 1;
}

static gboolean
write_picture (TIFF        *tiff,
               const float *values,
               int          width,
               int          height,
               const char  *description)
{
  gboolean written = TRUE;

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, (guint32) width);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, (guint32) height);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 32);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, (guint32) height);
  if (description != NULL)
    TIFFSetField (tiff, TIFFTAG_IMAGEDESCRIPTION, description);
  for (int y = 0; y < height && written; y++)
    written = TIFFWriteScanline (tiff, (float *) values + (gsize) y * (gsize) width, (guint32) y, 0) >= 0;
  return written && TIFFWriteDirectory (tiff);
}

/* ImageJ's description, by which it and Venule know slices of depth from times. */
static gboolean
write_all (const char  *path,
           const float *values,
           int          width,
           int          height,
           int          depth)
{
  guint64 size = (guint64) width * (guint64) height * (guint64) depth * sizeof (float);
  g_autofree char *description = g_strdup_printf ("ImageJ=1.53t\nimages=%d\nslices=%d\nmin=0.0\nmax=1.0\n", depth,
                                                  depth);
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();
  gboolean written;
  TIFF *tiff;

  TIFFOpenOptionsSetErrorHandlerExtR (options, ignore_message, NULL);
  tiff = TIFFOpenExt (path, size < LARGEST_CLASSIC ? "w" : "w8", options);
  written = tiff != NULL;
  for (int z = 0; z < depth && written; z++)
    written = write_picture (tiff, values + (gsize) z * (gsize) width * (gsize) height, width, height,
                             z == 0 ? description : NULL);
  if (tiff != NULL)
    TIFFClose (tiff);
  TIFFOpenOptionsFree (options);
  return written;
}

/**
 * venule_float_stack_save:
 * @path: the file to write; one of that name is replaced
 * @values: rows of @width numbers, @height of each picture, picture after picture
 * @width: px
 * @height: px
 * @depth: pictures
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes a TIFF of 32-bit floating-point numbers, a page for each picture; what is said to be black and white is 0 and
 * 1. It grows under another name beside @path.
 *
 * Returns: whether it was written; if not, nothing has changed
 */
gboolean
venule_float_stack_save (const char   *path,
                         const float  *values,
                         int           width,
                         int           height,
                         int           depth,
                         GError      **error)
{
  g_autofree char *growing = NULL;
  int held, code = 0;

  g_return_val_if_fail (path != NULL && values != NULL && width > 0 && height > 0 && depth > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  held = venule_temp_file_make (path, 0666, &growing);
  if (held < 0)
    {
      venule_write_error_set (path, errno, error);
      return FALSE;
    }
  errno = 0;
  if (!write_all (growing, values, width, height, depth) || fsync (held) != 0 || g_rename (growing, path) != 0)
    {
      code = errno != 0 ? errno : EIO;
      g_unlink (growing);
      venule_write_error_set (path, code, error);
    }
  close (held);
  return code == 0;
}
