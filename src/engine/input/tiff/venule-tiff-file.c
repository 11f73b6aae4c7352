/* venule-tiff-file.c: the pages of a TIFF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-source-private.h"

#define MAX_ALLOCATION (1 << 30)

/* libtiff has no other word for it. What it calls beyond a limit a damaged page asked for. */
static gboolean
says_out_of_memory (const char *message,
                    const char *message_before)
{
  static const char *const words[] = { "No space", "Out of memory", "Failed to allocate", "Cannot allocate",
                                       "Not enough memory", "insufficient memory", "malloc(" };

  if (message_before != NULL && strstr (message_before, "is beyond the") != NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (message, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static int
keep_message (TIFF       *tiff,
              void       *data,
              const char *module,
              const char *format,
              va_list     arguments)
{
  VenuleTiffFile *self = data;
  g_autofree char *before = g_steal_pointer (&self->message);

  self->message = g_strdup_vprintf (format, arguments);
  /* Of a file without a name, as it is opened here: ": Bad value". */
  if (g_str_has_prefix (self->message, ": "))
    memmove (self->message, self->message + 2, strlen (self->message) - 1);
  self->out_of_memory = self->out_of_memory || says_out_of_memory (self->message, before);
  g_log ("Venule-Media", G_LOG_LEVEL_DEBUG, "%s: %s", module != NULL ? module : "TIFF", self->message);
  return 1;
}

/* Cameras write private tags, about which libtiff warns at every page. */
static int
log_warning (TIFF       *tiff,
             void       *data,
             const char *module,
             const char *format,
             va_list     arguments)
{
  g_autofree char *message = g_strdup_vprintf (format, arguments);

  g_log ("Venule-Media", G_LOG_LEVEL_DEBUG, "%s: %s", module != NULL ? module : "TIFF", message);
  return 1;
}

static tmsize_t
read_file (thandle_t  handle,
           void      *buffer,
           tmsize_t   size)
{
  return size >= 0 ? venule_file_read (handle, buffer, size) : -1;
}

static tmsize_t
refuse_to_write (thandle_t  handle,
                 void      *buffer,
                 tmsize_t   size)
{
  return -1;
}

static toff_t
seek_file (thandle_t handle,
           toff_t    offset,
           int       whence)
{
  return (toff_t) venule_file_seek (handle, (gint64) offset, whence);
}

static toff_t
get_file_size (thandle_t handle)
{
  return venule_file_get_stamp (handle)->size;
}

/* Who opened it closes it. */
static int
leave_open (thandle_t handle)
{
  return 0;
}

/**
 * venule_tiff_file_new:
 * @path: a file
 * @error: return location
 *
 * Opens a TIFF or BigTIFF file at its first page.
 *
 * Returns: (transfer full): the file, or %NULL with %VENULE_ERROR_NOT_A_VIDEO or an error of venule_file_open()
 */
VenuleTiffFile *
venule_tiff_file_new (const char  *path,
                      GError     **error)
{
  g_autoptr (VenuleTiffFile) self = g_new0 (VenuleTiffFile, 1);
  TIFFOpenOptions *options;

  self->file = venule_file_open (path, error);
  if (self->file == NULL)
    return NULL;

  options = TIFFOpenOptionsAlloc ();
  TIFFOpenOptionsSetMaxSingleMemAlloc (options, MAX_ALLOCATION);
  TIFFOpenOptionsSetErrorHandlerExtR (options, keep_message, self);
  TIFFOpenOptionsSetWarningHandlerExtR (options, log_warning, self);
  /* "m": no memory mapping, which would end the program when the file shrinks or the drive goes. */
  self->tiff = TIFFClientOpenExt ("", "rm", self->file, read_file, refuse_to_write, seek_file, leave_open,
                                  get_file_size, NULL, NULL, options);
  TIFFOpenOptionsFree (options);

  if (self->tiff == NULL && !venule_tiff_file_check (self, path, error))
    return NULL;
  if (self->tiff == NULL)
    {
      g_autofree char *name = venule_display_name_dup_base (path);

      g_set_error (
        error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
        _("“%s” begins like a TIFF image stack but cannot be read (%s). It is probably damaged; copy it again from the "
          "microscope."),
        name, self->message != NULL ? self->message : _("no reason given"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * venule_tiff_file_free:
 * @self: (transfer full): a file
 */
void
venule_tiff_file_free (VenuleTiffFile *self)
{
  g_clear_pointer (&self->tiff, TIFFClose);
  g_clear_pointer (&self->file, venule_file_close);
  g_free (self->message);
  g_free (self);
}

/**
 * venule_tiff_file_check:
 * @self: a file
 * @path: its path
 * @error: return location
 *
 * Errors: %VENULE_ERROR_NO_MEMORY, and those of venule_file_check().
 *
 * Returns: whether what is missing of it is missing in the file
 */
gboolean
venule_tiff_file_check (VenuleTiffFile  *self,
                        const char      *path,
                        GError         **error)
{
  g_autofree char *name = NULL;

  if (!self->out_of_memory)
    return venule_file_check (self->file, error);

  name = venule_display_name_dup_base (path);
  venule_source_set_no_memory (name, error);
  return FALSE;
}

/**
 * venule_tiff_file_is_frame:
 * @self: a file
 *
 * Returns: whether the current page is a frame, rather than a small preview of one
 */
gboolean
venule_tiff_file_is_frame (VenuleTiffFile *self)
{
  guint32 kind = 0;

  return !TIFFGetField (self->tiff, TIFFTAG_SUBFILETYPE, &kind) || (kind & FILETYPE_REDUCEDIMAGE) == 0;
}

/* libtiff takes no more for a compressed block. */
#define MOST_COMPRESSED(n_bytes) (10 * (n_bytes) + 4096)

/**
 * venule_tiff_file_has_samples:
 * @self: a file
 *
 * Returns: whether half of the strips or tiles of the current page lie before the end of the file
 */
gboolean
venule_tiff_file_has_samples (VenuleTiffFile *self)
{
  TIFF *tiff = self->tiff;
  guint64 size = (guint64) venule_file_get_stamp (self->file)->size;
  gboolean tiled = TIFFIsTiled (tiff) != 0;
  guint64 block = tiled ? TIFFTileSize64 (tiff) : TIFFStripSize64 (tiff);
  guint32 n = tiled ? TIFFNumberOfTiles (tiff) : TIFFNumberOfStrips (tiff);
  guint32 n_there = 0;
  guint16 compression = COMPRESSION_NONE, planar = PLANARCONFIG_CONTIG, samples = 1;

  TIFFGetFieldDefaulted (tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  if (planar == PLANARCONFIG_SEPARATE)
    n /= MAX (samples, 1);
  for (guint32 i = 0; i < n; i++)
    {
      guint64 offset = TIFFGetStrileOffset (tiff, i);
      guint64 needed = compression == COMPRESSION_NONE
                         ? block : MIN (TIFFGetStrileByteCount (tiff, i), MOST_COMPRESSED (block));

      if (offset <= size && needed <= size - offset && ++n_there >= n - n / 2)
        return TRUE;
    }
  return FALSE;
}

/* After a page comes where the next one is, or 0. libtiff also reads 0 past the end of the file. */
static gboolean
says_that_it_ends (VenuleTiffFile *self)
{
  gboolean big = TIFFIsBigTIFF (self->tiff) != 0;
  guint64 at = TIFFCurrentDirOffset (self->tiff);
  guint64 size = (guint64) venule_file_get_stamp (self->file)->size;
  guint8 bytes[8];
  gsize n_bytes = big ? 8 : 2;
  guint64 n = 0;

  if (at > size || venule_file_read_at (self->file, (gint64) at, bytes, n_bytes) != (gssize) n_bytes)
    return FALSE;
  for (gsize i = 0; i < n_bytes; i++)
    n = n << 8 | bytes[TIFFIsBigEndian (self->tiff) ? i : n_bytes - 1 - i];

  size -= at;
  return n <= size / (big ? 20 : 12) && n_bytes + n * (big ? 20 : 12) + (big ? 8 : 4) <= size;
}

/**
 * venule_tiff_file_next:
 * @self: a file
 * @all_pages: whether previews count as frames
 *
 * Goes to the next page that is a frame.
 *
 * Returns: %FALSE when there is none, or the list of pages is broken: see @broken
 */
gboolean
venule_tiff_file_next (VenuleTiffFile *self,
                       gboolean        all_pages)
{
  while (!self->broken && !TIFFLastDirectory (self->tiff))
    if (!TIFFReadDirectory (self->tiff))
      self->broken = TRUE;
    else if (all_pages || venule_tiff_file_is_frame (self))
      return TRUE;
  /* Where the drive fails nothing is known of the page. */
  if (!self->broken && !says_that_it_ends (self))
    self->broken = TRUE;
  return FALSE;
}

/**
 * venule_tiff_file_get_description:
 * @self: a file
 *
 * Returns: (transfer none) (nullable): the description in the current page, good until another page is read
 */
const char *
venule_tiff_file_get_description (VenuleTiffFile *self)
{
  const char *text = NULL;

  return TIFFGetField (self->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) ? text : NULL;
}

/**
 * venule_tiff_file_get_resolution:
 * @self: a file
 * @x: (out): pixels per unit along x in the current page, 0 when it does not say
 * @y: (out): the same along y
 *
 * Returns: µm of the unit, if it is inch or cm; else 0
 */
double
venule_tiff_file_get_resolution (VenuleTiffFile *self,
                                 double         *x,
                                 double         *y)
{
  guint16 unit = RESUNIT_INCH;
  float x_resolution = 0;
  float y_resolution = 0;

  TIFFGetField (self->tiff, TIFFTAG_XRESOLUTION, &x_resolution);
  TIFFGetField (self->tiff, TIFFTAG_YRESOLUTION, &y_resolution);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  *x = x_resolution;
  *y = y_resolution > 0 ? y_resolution : x_resolution;
  return unit == RESUNIT_INCH ? 25400 : unit == RESUNIT_CENTIMETER ? 10000 : 0;
}

/**
 * venule_tiff_file_get_significant_bits:
 * @self: a file
 *
 * Returns: how many bits of a sample are in use by the highest sample that the current page names; 0: it does not say
 */
int
venule_tiff_file_get_significant_bits (VenuleTiffFile *self)
{
  guint16 most = 0;

  if (!TIFFGetField (self->tiff, TIFFTAG_MAXSAMPLEVALUE, &most))
    return 0;
  /* Many programs write the highest sample that there is; only 255, 1023, 4095 … tell a range. */
  return most >= 255 && (most & (most + 1u)) == 0 ? g_bit_storage (most) : 0;
}
