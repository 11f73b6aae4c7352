/* venule-tiff-page.c: how the samples of a TIFF page are stored
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-page.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-error.h"

/**
 * venule_tiff_page_clear:
 * @self: a page
 */
void
venule_tiff_page_clear (VenuleTiffPage *self)
{
  g_clear_pointer (&self->palette, g_free);
}

static gboolean
read_color_map (VenuleTiffPage *self,
                TIFF           *tiff)
{
  guint16 *map[3];

  if (self->bits > 8 || !TIFFGetField (tiff, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2]))
    return FALSE;

  self->palette = g_malloc0 (sizeof (guint8[3]) * 256);
  for (int i = 0; i < 1 << self->bits; i++)
    for (int c = 0; c < 3; c++)
      self->palette[i][c] = map[c][i] >> 8;
  return TRUE;
}

static gboolean
read_number_kind (VenuleTiffPage *self,
                  guint16         kind)
{
  switch (kind)
    {
    case SAMPLEFORMAT_UINT:
    case SAMPLEFORMAT_VOID:
      self->number = VENULE_TIFF_UNSIGNED;
      return (self->bits >= 1 && self->bits <= 16) || self->bits == 32;
    case SAMPLEFORMAT_INT:
      self->number = VENULE_TIFF_SIGNED;
      return self->bits == 8 || self->bits == 16 || self->bits == 32;
    case SAMPLEFORMAT_IEEEFP:
      self->number = VENULE_TIFF_FLOAT;
      return self->bits == 32 || self->bits == 64;
    default:
      return FALSE;
    }
}

static gboolean
read_color (VenuleTiffPage *self,
            TIFF           *tiff,
            guint16         photometric,
            guint16         compression)
{
  switch (photometric)
    {
    case PHOTOMETRIC_MINISWHITE:
      self->inverted = TRUE;
      return TRUE;
    case PHOTOMETRIC_MINISBLACK:
      return TRUE;
    case PHOTOMETRIC_PALETTE:
      self->color = VENULE_TIFF_PALETTE;
      return self->samples == 1 && self->number == VENULE_TIFF_UNSIGNED && read_color_map (self, tiff);
    case PHOTOMETRIC_YCBCR:
      /* libtiff gives red, green and blue of JPEG when it is asked to. */
      if (compression != COMPRESSION_JPEG || !TIFFSetField (tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB))
        return FALSE;
      self->color = VENULE_TIFF_RGB;
      return self->samples == 3 && self->bits == 8;
    case PHOTOMETRIC_RGB:
      self->color = VENULE_TIFF_RGB;
      return self->samples >= 3 && self->number == VENULE_TIFF_UNSIGNED && (self->bits == 8 || self->bits == 16);
    default:
      return FALSE;
    }
}

static gboolean
refuse (const VenuleTiffPage  *self,
        const char            *name,
        guint16                photometric,
        GError               **error)
{
  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
    _("The pages of “%s” are stored in a way that Venule does not read (%d bits a sample, %d samples a pixel, kind of "
      "colour %u). In ImageJ, choose Image ▸ Type ▸ 8-bit or 16-bit and save the stack again."),
    name, self->bits, self->samples, photometric);
  return FALSE;
}

/**
 * venule_tiff_page_read:
 * @self: (out caller-allocates): how the current page is stored; clear it with venule_tiff_page_clear()
 * @file: a file
 * @name: its name, for people
 * @error: return location
 *
 * Understands gray (black or white as 0) of 1 to 16 and 32 bits, with and without sign, and 32 and 64 bit floating
 * point; up to 8 bits with a colour map; RGB of 8 and 16 bits; JPEG.
 *
 * Errors: %VENULE_ERROR_NOT_A_VIDEO, %VENULE_ERROR_TOO_LARGE.
 *
 * Returns: whether the page can be read
 */
gboolean
venule_tiff_page_read (VenuleTiffPage  *self,
                       VenuleTiffFile  *file,
                       const char      *name,
                       GError         **error)
{
  TIFF *tiff = file->tiff;
  guint32 width = 0;
  guint32 height = 0;
  guint16 bits = 1;
  guint16 samples = 1;
  guint16 kind = SAMPLEFORMAT_UINT;
  guint16 photometric = PHOTOMETRIC_MINISBLACK;
  guint16 compression = COMPRESSION_NONE;
  guint16 planar = PLANARCONFIG_CONTIG;

  memset (self, 0, sizeof *self);
  TIFFGetField (tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField (tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_SAMPLEFORMAT, &kind);
  TIFFGetField (tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_PLANARCONFIG, &planar);

  if (!venule_frame_size_is_sane (width, height))
    {
      g_set_error (
        error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
        _("The pages of “%s” have %u × %u pixels, and Venule takes 1 to %d a side and about %d million in all. Crop or "
          "bin the stack first."), name, width, height, VENULE_FRAME_MAX_SIDE,
        (int) (VENULE_FRAME_MAX_PIXELS / 1000000));
      return FALSE;
    }

  self->width = width;
  self->height = height;
  self->bits = bits;
  self->samples = samples;
  self->separate = planar == PLANARCONFIG_SEPARATE && samples > 1;
  if (samples >= 1 && read_number_kind (self, kind) && read_color (self, tiff, photometric, compression))
    return TRUE;
  return refuse (self, name, photometric, error);
}

/**
 * venule_tiff_page_is_like:
 * @self: a page
 * @other: a page
 *
 * Returns: whether both are of the same size and hold the same kind of numbers
 */
gboolean
venule_tiff_page_is_like (const VenuleTiffPage *self,
                          const VenuleTiffPage *other)
{
  return self->width == other->width && self->height == other->height && self->bits == other->bits &&
         self->samples == other->samples && self->number == other->number && self->color == other->color;
}

/**
 * venule_tiff_page_needs_range:
 * @self: a page
 *
 * Returns: whether its numbers have no range of their own that fits into 16 bits
 */
gboolean
venule_tiff_page_needs_range (const VenuleTiffPage *self)
{
  return self->bits > 16;
}

/**
 * venule_tiff_page_get_rule:
 * @self: a page whose numbers have a range that fits into 16 bits
 * @rule: (inout): its bit depth, offset, scale and limit are set
 *
 * Numbers are taken as they are stored; those with a sign are moved up by half their range, and those of fewer than 8
 * bits are spread over 8.
 */
void
venule_tiff_page_get_rule (const VenuleTiffPage *self,
                           VenuleTiffRule       *rule)
{
  int bits = MIN (self->bits, 16);

  rule->bit_depth = MAX (bits, 8);
  if (self->color == VENULE_TIFF_PALETTE)
    rule->bit_depth = 8;
  rule->limit = (1u << rule->bit_depth) - 1;
  rule->offset = self->number == VENULE_TIFF_SIGNED ? -(double) (1 << (bits - 1)) : 0;
  rule->scale = bits < 8 ? 255.0 / ((1 << bits) - 1) : 1;
}

/**
 * venule_tiff_page_dup_format:
 * @self: a page
 * @gray: how gray levels are made of colours
 *
 * Returns: (transfer full): how it is stored, for people: "16-bit gray, 0 is white"
 */
char *
venule_tiff_page_dup_format (const VenuleTiffPage *self,
                             VenuleGray            gray)
{
  static const char *const numbers[] = { "", " signed", " floating point" };
  static const char *const colors[] = { "gray", "palette", "RGB" };
  const char *rule = gray == VENULE_GRAY_LUMA ? "luma 0.299 R + 0.587 G + 0.114 B" : venule_gray_to_string (gray);

  return g_strdup_printf ("%d-bit%s %s%s%s%s", self->bits, numbers[self->number], colors[self->color],
                          self->inverted ? ", 0 is white" : "", self->color == VENULE_TIFF_GRAY ? "" : ", ",
                          self->color == VENULE_TIFF_GRAY ? "" : rule);
}
