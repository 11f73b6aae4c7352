/* venule-png.c: a PNG that knows how large it is to be printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-png.h"

#include <math.h>
#include <string.h>

#define METRES_PER_INCH 0.0254
#define PHYS_DATA 9
/* The signature, then IHDR: length, type, 13 bytes, checksum. The chunk must come before the picture. */
#define PHYS_POSITION (8 + 4 + 4 + 13 + 4)

static cairo_status_t
append_to_array (void                *closure,
                 const unsigned char *data,
                 unsigned int         length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

/* CRC-32 of ISO 3309, as annex D of the PNG specification (ISO/IEC 15948) has it, bit by bit. */
static guint32
checksum (const guint8 *data,
          gsize         size)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < size; i++)
    {
      crc ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        crc = crc & 1 ? 0xedb88320 ^ (crc >> 1) : crc >> 1;
    }

  return ~crc;
}

static void
put_big_endian (guint8  *at,
                guint32  number)
{
  for (int i = 0; i < 4; i++)
    at[i] = (guint8) (number >> (24 - 8 * i));
}

static void
append_chunk (GByteArray *out,
              const char *type,
              gconstpointer data,
              gsize       size)
{
  g_autoptr(GByteArray) named = g_byte_array_new ();
  guint8 number[4];

  g_byte_array_append (named, (const guint8 *) type, 4);
  g_byte_array_append (named, data, (guint) size);
  put_big_endian (number, (guint32) size);
  g_byte_array_append (out, number, sizeof number);
  g_byte_array_append (out, named->data, named->len);
  put_big_endian (number, checksum (named->data, named->len));
  g_byte_array_append (out, number, sizeof number);
}

/* iTXt: keyword, no compression, no language, then the text in UTF-8. */
static void
append_text (GByteArray *out,
             const char *keyword,
             const char *text)
{
  g_autoptr(GByteArray) data = g_byte_array_new ();
  const guint8 zeros[5] = { 0 };

  g_byte_array_append (data, (const guint8 *) keyword, (guint) strlen (keyword));
  g_byte_array_append (data, zeros, sizeof zeros);
  g_byte_array_append (data, (const guint8 *) text, (guint) strlen (text));
  append_chunk (out, "iTXt", data->data, data->len);
}

cairo_status_t
venule_png_encode (cairo_surface_t *surface,
                   double           dpi,
                   const char      *description,
                   GByteArray      *out)
{
  g_autoptr(GByteArray) png = g_byte_array_new ();
  guint32 per_metre = (guint32) lround (dpi / METRES_PER_INCH);
  guint8 density[PHYS_DATA];
  cairo_status_t status = cairo_surface_write_to_png_stream (surface, append_to_array, png);

  if (status != CAIRO_STATUS_SUCCESS)
    return status;

  put_big_endian (density, per_metre);
  put_big_endian (density + 4, per_metre);
  density[8] = 1; /* the unit is the metre */

  g_byte_array_append (out, png->data, PHYS_POSITION);
  append_chunk (out, "pHYs", density, sizeof density);
  if (description != NULL)
    append_text (out, "Description", description);
  g_byte_array_append (out, png->data + PHYS_POSITION, png->len - PHYS_POSITION);

  return CAIRO_STATUS_SUCCESS;
}
