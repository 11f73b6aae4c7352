/* venule-tiff-check.c: the checksums of compressed TIFF pages
 *
 * Of the compressions of TIFF only Deflate always carries a checksum: Adler-32 of what was compressed (RFC 1950).
 * libtiff compares it only when the stream ends exactly where its strip does, and takes what a flipped bit made longer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-check.h"

#include <string.h>
#include <zlib.h>

#define CHECKSUM_BYTES 4
/* Some programs compress as many rows into the last strip as into the others. */
#define MAX_LENGTHENING 4
#define MIN_OUTPUT (64 << 10)

/* The bytes of a strip or tile as they are in the file. */
static guint8 *
read_raw (VenuleTiffFile *file,
          guint32         block,
          gsize          *size)
{
  TIFF *tiff = file->tiff;
  guint64 declared = TIFFGetStrileByteCount (tiff, block);
  g_autofree guint8 *raw = NULL;
  guint16 order = FILLORDER_MSB2LSB;
  tmsize_t n;

  if (declared > MIN (G_MAXINT32, (guint64) venule_file_get_stamp (file->file)->size))
    return NULL;
  raw = g_try_malloc (MAX (declared, 1));
  if (raw == NULL)
    {
      file->out_of_memory = TRUE;
      return NULL;
    }
  n = TIFFIsTiled (tiff) ? TIFFReadRawTile (tiff, block, raw, (tmsize_t) declared)
                         : TIFFReadRawStrip (tiff, block, raw, (tmsize_t) declared);
  if (n < CHECKSUM_BYTES)
    return NULL;

  TIFFGetFieldDefaulted (tiff, TIFFTAG_FILLORDER, &order);
  if (order == FILLORDER_LSB2MSB)
    TIFFReverseBits (raw, n);
  *size = (gsize) n;
  return g_steal_pointer (&raw);
}

#define SUBTRACT(type)                                                          \
  {                                                                             \
    type *values = (type *) row;                                                \
                                                                                \
    for (gsize i = n_bytes / sizeof *values; horizontal && i-- > stride;)       \
      values[i] = (type) (values[i] - values[i - stride]);                      \
  }

/* What libtiff made of a row's bytes, undone: differences, and the order of bytes. */
static void
undo_row (TIFF     *tiff,
          guint8   *row,
          gsize     n_bytes,
          guint16   bits,
          gsize     stride,
          gboolean  horizontal)
{
  if (bits == 16)
    SUBTRACT (guint16)
  else if (bits == 32)
    SUBTRACT (guint32)
  else if (bits == 64)
    SUBTRACT (guint64)
  else
    SUBTRACT (guint8)
  if (!TIFFIsByteSwapped (tiff))
    return;
  if (bits == 16)
    TIFFSwabArrayOfShort ((uint16_t *) row, (tmsize_t) (n_bytes / 2));
  else if (bits == 32)
    TIFFSwabArrayOfLong ((uint32_t *) row, (tmsize_t) (n_bytes / 4));
  else if (bits == 64)
    TIFFSwabArrayOfLong8 ((uint64_t *) row, (tmsize_t) (n_bytes / 8));
}

/* Adler-32 of what @rows were before libtiff worked on them. FALSE where that cannot be declared. */
static gboolean
sum_rows (TIFF         *tiff,
          const guint8 *rows,
          gsize         row_bytes,
          gsize         n_rows,
          uLong        *sum)
{
  guint16 predictor = PREDICTOR_NONE, bits = 1, samples = 1, planar = PLANARCONFIG_CONTIG;
  g_autofree guint8 *row = NULL;

  TIFFGetField (tiff, TIFFTAG_PREDICTOR, &predictor);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted (tiff, TIFFTAG_PLANARCONFIG, &planar);
  *sum = adler32 (0, NULL, 0);
  if (predictor == PREDICTOR_NONE && (bits <= 8 || !TIFFIsByteSwapped (tiff)))
    {
      *sum = adler32_z (*sum, rows, row_bytes * n_rows);
      return TRUE;
    }
  if ((predictor != PREDICTOR_NONE && predictor != PREDICTOR_HORIZONTAL) || samples == 0)
    return FALSE;

  row = g_malloc (row_bytes);
  for (gsize y = 0; y < n_rows; y++)
    {
      memcpy (row, rows + y * row_bytes, row_bytes);
      undo_row (tiff, row, row_bytes, bits, planar == PLANARCONFIG_SEPARATE ? 1 : samples,
                predictor == PREDICTOR_HORIZONTAL);
      *sum = adler32_z (*sum, row, row_bytes);
    }
  return TRUE;
}

/* zlib compares the checksum at the end of the stream, wherever that is. */
static gboolean
inflates (VenuleTiffFile *file,
          guint8         *raw,
          gsize           size,
          gsize           expected)
{
  g_autofree guint8 *output = g_malloc (MIN_OUTPUT);
  z_stream stream = { .next_in = raw, .avail_in = (uInt) size };
  int result = inflateInit (&stream);

  while (result == Z_OK && stream.total_out < MAX_LENGTHENING * expected + MIN_OUTPUT)
    {
      stream.next_out = output;
      stream.avail_out = MIN_OUTPUT;
      result = inflate (&stream, Z_NO_FLUSH);
    }
  inflateEnd (&stream);
  file->out_of_memory = file->out_of_memory || result == Z_MEM_ERROR;
  return result == Z_STREAM_END;
}

/**
 * venule_tiff_check_block:
 * @file: a file at a page
 * @block: number of a strip or tile that libtiff has decoded
 * @rows: what it gave
 * @row_bytes: bytes of a row
 * @n_rows: rows
 *
 * Compares the checksum of a block, where its compression has one.
 *
 * Returns: %FALSE when the block is damaged, or memory ran out: @out_of_memory of @file tells which
 */
gboolean
venule_tiff_check_block (VenuleTiffFile *file,
                         guint32         block,
                         const guint8   *rows,
                         gsize           row_bytes,
                         gsize           n_rows)
{
  TIFF *tiff = file->tiff;
  guint16 compression = COMPRESSION_NONE;
  g_autofree guint8 *raw = NULL;
  gsize size;
  uLong sum;

  TIFFGetFieldDefaulted (tiff, TIFFTAG_COMPRESSION, &compression);
  if (compression != COMPRESSION_ADOBE_DEFLATE && compression != COMPRESSION_DEFLATE)
    return TRUE;

  raw = read_raw (file, block, &size);
  if (raw == NULL)
    return FALSE;
  if (sum_rows (tiff, rows, row_bytes, n_rows, &sum))
    {
      guint32 declared;

      memcpy (&declared, raw + size - CHECKSUM_BYTES, CHECKSUM_BYTES);
      if (GUINT32_FROM_BE (declared) == sum)
        return TRUE;
    }
  return inflates (file, raw, size, row_bytes * n_rows);
}
