/* venule-tiff-file.c: the pages of a TIFF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-error.h"
#include "venule-luma.h"

#define MAX_ALLOCATION (1 << 30)

static int
keep_message (TIFF       *tiff,
              void       *data,
              const char *module,
              const char *format,
              va_list     arguments)
{
  VenuleTiffFile *self = data;

  g_free (self->message);
  self->message = g_strdup_vprintf (format, arguments);
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

/**
 * venule_tiff_file_new:
 * @path: a file
 * @error: return location
 *
 * Opens a TIFF or BigTIFF file at its first page.
 *
 * Returns: (transfer full): the file, or %NULL with %VENULE_ERROR_NOT_A_VIDEO
 */
VenuleTiffFile *
venule_tiff_file_new (const char  *path,
                      GError     **error)
{
  g_autoptr (VenuleTiffFile) self = g_new0 (VenuleTiffFile, 1);
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();

  TIFFOpenOptionsSetMaxSingleMemAlloc (options, MAX_ALLOCATION);
  TIFFOpenOptionsSetErrorHandlerExtR (options, keep_message, self);
  TIFFOpenOptionsSetWarningHandlerExtR (options, log_warning, self);
  /* "m": no memory mapping, which would end the program when the file shrinks or the drive goes. */
  self->tiff = TIFFOpenExt (path, "rm", options);
  TIFFOpenOptionsFree (options);

  if (self->tiff == NULL)
    {
      g_autofree char *name = g_filename_display_basename (path);

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
  g_free (self->message);
  g_free (self);
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

/**
 * venule_tiff_file_next:
 * @self: a file
 *
 * Goes to the next page that is a frame.
 *
 * Returns: %FALSE when there is none, or the list of pages is broken: @broken of the struct tells which
 */
gboolean
venule_tiff_file_next (VenuleTiffFile *self)
{
  while (!self->broken && !TIFFLastDirectory (self->tiff))
    if (!TIFFReadDirectory (self->tiff))
      self->broken = TRUE;
    else if (venule_tiff_file_is_frame (self))
      return TRUE;
  return FALSE;
}

/**
 * venule_tiff_page_clear:
 * @page: a page
 */
void
venule_tiff_page_clear (VenuleTiffPage *page)
{
  g_clear_pointer (&page->gray, g_free);
}

static guint8 *
read_color_map (VenuleTiffFile *self)
{
  guint16 *red;
  guint16 *green;
  guint16 *blue;
  guint8 *gray;

  if (!TIFFGetField (self->tiff, TIFFTAG_COLORMAP, &red, &green, &blue))
    return NULL;

  gray = g_new (guint8, 256);
  for (int i = 0; i < 256; i++)
    gray[i] = venule_luma_of_rgb (red[i] >> 8, green[i] >> 8, blue[i] >> 8);
  return gray;
}

/**
 * venule_tiff_file_read_layout:
 * @self: a file
 * @name: its name for messages
 * @page: (out caller-allocates): how the current page is stored; clear it with venule_tiff_page_clear()
 * @error: return location
 *
 * Understands 8 and 16 bit gray (black or white as 0) and 8 bit with a colour map.
 *
 * Errors: %VENULE_ERROR_NOT_A_VIDEO, %VENULE_ERROR_TOO_LARGE.
 *
 * Returns: whether the page can be read
 */
gboolean
venule_tiff_file_read_layout (VenuleTiffFile  *self,
                              const char      *name,
                              VenuleTiffPage  *page,
                              GError         **error)
{
  guint32 width = 0;
  guint32 height = 0;
  guint16 bits = 1;
  guint16 samples = 1;
  guint16 kind = SAMPLEFORMAT_UINT;
  guint16 photometric = PHOTOMETRIC_MINISBLACK;

  memset (page, 0, sizeof *page);
  TIFFGetField (self->tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField (self->tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLEFORMAT, &kind);
  TIFFGetField (self->tiff, TIFFTAG_PHOTOMETRIC, &photometric);

  if (!venule_frame_size_is_sane (width, height))
    {
      g_set_error (
        error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
        _("The pages of “%s” have %u × %u pixels, and Venule takes 1 to %d a side. Crop or bin the stack first."),
        name, width, height, VENULE_FRAME_MAX_SIDE);
      return FALSE;
    }

  page->width = width;
  page->height = height;
  page->bits = bits;
  page->inverted = photometric == PHOTOMETRIC_MINISWHITE;
  if (photometric == PHOTOMETRIC_PALETTE && bits == 8)
    page->gray = read_color_map (self);

  if (samples == 1 && (bits == 8 || bits == 16) && (kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_VOID) &&
      (photometric == PHOTOMETRIC_MINISBLACK || page->inverted || page->gray != NULL))
    return TRUE;

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
    _("The pages of “%s” hold colour, or %u bits a sample; Venule reads gray stacks of 8 or 16 bits. In ImageJ, "
      "choose Image ▸ Type ▸ 8-bit or 16-bit and save the stack again."),
    name, bits);
  return FALSE;
}

/* Strips and tiles are both blocks of rows: a strip is as wide as the page. */
static gboolean
read_block (VenuleTiffFile *self,
            VenuleFrame    *frame,
            guint8         *block,
            gsize           block_size,
            guint32         x,
            guint32         y,
            guint32         block_width,
            guint32         block_height)
{
  int bytes = venule_frame_get_sample_bytes (frame);
  guint32 width = MIN (block_width, frame->width - x);
  guint32 height = MIN (block_height, frame->height - y);
  gboolean tiled = TIFFIsTiled (self->tiff);
  tmsize_t n;

  memset (block, 0, block_size);
  if (tiled)
    n = TIFFReadEncodedTile (self->tiff, TIFFComputeTile (self->tiff, x, y, 0, 0), block, block_size);
  else
    n = TIFFReadEncodedStrip (self->tiff, TIFFComputeStrip (self->tiff, y, 0), block, (gsize) height * width * bytes);

  for (guint32 row = 0; row < height; row++)
    memcpy (frame->data + frame->stride * (y + row) + (gsize) x * bytes, block + (gsize) row * block_width * bytes,
            (gsize) width * bytes);
  return n > 0;
}

static gboolean
read_blocks (VenuleTiffFile *self,
             VenuleFrame    *frame)
{
  gsize bytes = venule_frame_get_sample_bytes (frame);
  guint32 block_width = frame->width;
  guint32 block_height = frame->height;
  g_autofree guint8 *block = NULL;
  gboolean whole = TRUE;

  if (TIFFIsTiled (self->tiff))
    {
      TIFFGetField (self->tiff, TIFFTAG_TILEWIDTH, &block_width);
      TIFFGetField (self->tiff, TIFFTAG_TILELENGTH, &block_height);
    }
  else
    {
      TIFFGetFieldDefaulted (self->tiff, TIFFTAG_ROWSPERSTRIP, &block_height);
      block_height = MIN (block_height, (guint32) frame->height);
    }

  if (!venule_frame_size_is_sane (block_width, block_height))
    return FALSE;
  block = g_try_malloc (bytes * block_width * block_height);
  if (block == NULL)
    return FALSE;

  for (guint32 y = 0; y < (guint32) frame->height; y += block_height)
    for (guint32 x = 0; x < (guint32) frame->width; x += block_width)
      if (!read_block (self, frame, block, bytes * block_width * block_height, x, y, block_width, block_height))
        whole = FALSE;
  return whole;
}

static void
apply_layout (VenuleTiffPage *page,
              VenuleFrame    *frame)
{
  for (int y = 0; y < frame->height; y++)
    {
      guint8 *row = frame->data + frame->stride * y;

      for (int x = 0; x < frame->width; x++)
        if (frame->bit_depth > 8)
          ((guint16 *) row)[x] ^= 0xffff;
        else
          row[x] = page->gray != NULL ? page->gray[row[x]] : row[x] ^ 0xff;
    }
}

/**
 * venule_tiff_file_read_samples:
 * @self: a file
 * @page: how its current page is stored
 * @frame: a frame of the page's size and bits
 *
 * Reads the current page, in strips or tiles of any compression that libtiff knows. What cannot be read stays black.
 *
 * Returns: whether all of it could be read
 */
gboolean
venule_tiff_file_read_samples (VenuleTiffFile *self,
                               VenuleTiffPage *page,
                               VenuleFrame    *frame)
{
  gboolean whole = read_blocks (self, frame);

  if (page->inverted || page->gray != NULL)
    apply_layout (page, frame);
  return whole;
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
