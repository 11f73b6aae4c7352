/* stacks.c: TIFF stacks of all kinds for the tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "stacks.h"

#include <math.h>
#include <string.h>

#include "venule-gray-conversion.h"

/* A number that differs from its neighbours in every direction. */
double
stacks_get_number (const StackLayout *layout,
                   gint64             page,
                   int                x,
                   int                y,
                   int                sample)
{
  guint32 mixed = ((guint32) x * 2654435761u + (guint32) y * 40503u + (guint32) page * 69069u + (guint32) sample *
                   7919u);
  int bits = layout->used_bits > 0 ? layout->used_bits : layout->bits;

  mixed ^= mixed >> 13;
  /* What is compressed with loss is smooth. */
  if (layout->compression == COMPRESSION_JPEG)
    return 128 + 100 * sin ((x + 3 * page + 11 * sample) / 9.0) * cos ((y - page) / 7.0);
  if (layout->kind == SAMPLEFORMAT_IEEEFP)
    return layout->whole ? mixed % 65536 : (float) ((mixed % 100003) / 977.0 - 20);
  mixed = bits < 32 ? mixed & ((1u << bits) - 1) : mixed;
  if (layout->kind == SAMPLEFORMAT_INT)
    return (double) mixed - (double) (1u << (bits - 1));
  return mixed;
}

guint8
stacks_get_palette (int entry,
                    int color)
{
  return (guint8) (entry * (color == 0 ? 3 : color == 1 ? 5 : 251) + 17 * color);
}

guint
stacks_get_sample (const StackLayout *layout,
                   const StackRange  *range,
                   VenuleGray         gray,
                   int                bit_depth,
                   gint64             page,
                   int                x,
                   int                y)
{
  double number = stacks_get_number (layout, page, x, y, 0);
  guint most = (1u << bit_depth) - 1;

  if (layout->photometric == PHOTOMETRIC_PALETTE)
    return venule_gray_conversion_of_color (gray, stacks_get_palette ((int) number, 0),
                                            stacks_get_palette ((int) number, 1), stacks_get_palette ((int) number, 2));
  if (layout->photometric == PHOTOMETRIC_RGB)
    return venule_gray_conversion_of_color (gray, (guint) number, (guint) stacks_get_number (layout, page, x, y, 1),
                                            (guint) stacks_get_number (layout, page, x, y, 2));
  if (layout->bits < 8)
    number = number * 255 / ((1 << layout->bits) - 1);
  else if (layout->kind == SAMPLEFORMAT_INT && layout->bits <= 16)
    number += 1 << (layout->bits - 1);
  else if (layout->bits >= 32 && !(layout->whole || layout->used_bits == 16 || layout->used_bits == 8))
    number = (number - range->lowest) / (range->highest - range->lowest) * most;
  if (layout->photometric == PHOTOMETRIC_MINISWHITE)
    number = most - number;
  return (guint) lrint (number);
}

void
stacks_find_range (const StackLayout *layout,
                   int                width,
                   int                height,
                   int                n_pages,
                   StackRange        *range)
{
  *range = (StackRange) { INFINITY, -INFINITY };
  for (int page = 0; page < n_pages; page++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        {
          double number = stacks_get_number (layout, page, x, y, 0);

          range->lowest = MIN (range->lowest, number);
          range->highest = MAX (range->highest, number);
        }
}

/* Packed as in the file: the first number in the highest bits. */
static void
put_number (const StackLayout *layout,
            guint8            *row,
            gsize              index,
            double             number)
{
  union {
    gint8   i8;
    gint16  i16;
    guint16 u16;
    gint32  i32;
    guint32 u32;
    float   f;
  } value;

  if (layout->bits == 64)
    memcpy (row + index * 8, &number, 8);
  else if (layout->bits == 32)
    {
      if (layout->kind == SAMPLEFORMAT_IEEEFP)
        value.f = (float) number;
      else if (layout->kind == SAMPLEFORMAT_INT)
        value.i32 = (gint32) number;
      else
        value.u32 = (guint32) number;
      memcpy (row + index * 4, &value, 4);
    }
  else if (layout->bits == 16)
    {
      if (layout->kind == SAMPLEFORMAT_INT)
        value.i16 = (gint16) number;
      else
        value.u16 = (guint16) number;
      memcpy (row + index * 2, &value, 2);
    }
  else if (layout->bits == 8)
    row[index] = (guint8) (int) number;
  else
    for (int i = 0; i < layout->bits; i++)
      if (((guint) number >> (layout->bits - 1 - i)) & 1)
        row[(index * layout->bits + i) / 8] |= 0x80 >> ((index * layout->bits + i) % 8);
}

static void
set_tags (TIFF              *tiff,
          const StackLayout *layout,
          const StackTags   *tags,
          int                width,
          int                height,
          gboolean           first)
{
  guint16 map[3][256];

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, layout->bits);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, MAX (layout->samples, 1));
  TIFFSetField (tiff, TIFFTAG_SAMPLEFORMAT, layout->kind > 0 ? layout->kind : SAMPLEFORMAT_UINT);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, layout->separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, layout->photometric);
  TIFFSetField (tiff, TIFFTAG_COMPRESSION, layout->compression > 0 ? layout->compression : COMPRESSION_NONE);
  if (layout->compression == COMPRESSION_JPEG)
    {
      TIFFSetField (tiff, TIFFTAG_JPEGQUALITY, 95);
      TIFFSetField (tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    }
  if (layout->predictor > 0)
    TIFFSetField (tiff, TIFFTAG_PREDICTOR, layout->predictor);
  if (layout->photometric == PHOTOMETRIC_PALETTE)
    {
      for (int i = 0; i < 1 << layout->bits; i++)
        for (int c = 0; c < 3; c++)
          map[c][i] = stacks_get_palette (i, c) * 257;
      TIFFSetField (tiff, TIFFTAG_COLORMAP, map[0], map[1], map[2]);
    }
  if (tags != NULL && tags->max_sample > 0)
    TIFFSetField (tiff, TIFFTAG_MAXSAMPLEVALUE, tags->max_sample);
  if (tags != NULL && tags->resolution > 0)
    {
      TIFFSetField (tiff, TIFFTAG_XRESOLUTION, tags->resolution);
      TIFFSetField (tiff, TIFFTAG_YRESOLUTION, tags->resolution);
      TIFFSetField (tiff, TIFFTAG_RESOLUTIONUNIT, tags->resolution_unit);
    }
  if (tags != NULL && tags->description != NULL && first)
    TIFFSetField (tiff, TIFFTAG_IMAGEDESCRIPTION, tags->description);
  if (layout->tile > 0)
    {
      TIFFSetField (tiff, TIFFTAG_TILEWIDTH, layout->tile);
      TIFFSetField (tiff, TIFFTAG_TILELENGTH, layout->tile);
    }
  else
    TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, layout->rows > 0 ? layout->rows : height);
}

/* The samples of a rectangle, as they stand in a strip or a tile. */
static void
write_block (TIFF              *tiff,
             const StackLayout *layout,
             gint64             page,
             int                x0,
             int                y0,
             int                width,
             int                height,
             int                first,
             int                n_samples)
{
  gsize row_bytes = ((gsize) width * n_samples * layout->bits + 7) / 8;
  gsize size = row_bytes * height;
  g_autofree guint8 *block = g_malloc0 (size);
  tmsize_t written;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int s = 0; s < n_samples; s++)
        put_number (layout, block + row_bytes * y, (gsize) x * n_samples + s,
                    stacks_get_number (layout, page, x0 + x, y0 + y, first + s));

  if (layout->tile > 0)
    written = TIFFWriteEncodedTile (tiff, TIFFComputeTile (tiff, x0, y0, 0, first), block, size);
  else
    written = TIFFWriteEncodedStrip (tiff, TIFFComputeStrip (tiff, y0, first), block, size);
  g_assert_cmpint (written, ==, size);
}

void
stacks_write (const StackLayout *layout,
              const StackTags   *tags,
              const char        *path,
              int                width,
              int                height,
              gint64             first_page,
              int                n_pages)
{
  TIFF *tiff = TIFFOpen (path, layout->mode != NULL ? layout->mode : "w");
  int samples = MAX (layout->samples, 1);

  g_assert_nonnull (tiff);
  for (int i = 0; i < n_pages; i++)
    {
      int step_x = layout->tile > 0 ? layout->tile : width;
      int step_y = layout->tile > 0 ? layout->tile : layout->rows > 0 ? layout->rows : height;

      set_tags (tiff, layout, tags, width, height, i == 0);
      for (int s = 0; s < (layout->separate ? samples : 1); s++)
        for (int y = 0; y < height; y += step_y)
          for (int x = 0; x < width; x += step_x)
            write_block (tiff, layout, first_page + i, x, y, step_x,
                         layout->tile > 0 ? step_y : MIN (step_y, height - y), s, layout->separate ? 1 : samples);
      g_assert_cmpint (TIFFWriteDirectory (tiff), ==, 1);
    }
  TIFFClose (tiff);
}
