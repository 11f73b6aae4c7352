/* venule-tiff-record.c: what the pass over a stack found, to be kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-tiff-record.h"

#include "venule-tiff-cursor.h"

/* Of each frame: where its directory and its samples are, hash, and whether it is damaged. */
#define CONTENT_TYPE "(bxatatatay)"

/**
 * venule_tiff_record_store:
 * @rows: the frames
 * @places: (element-type VenuleTiffPlace): where each of them is, all in the first file
 * @broken: whether the list of pages ends in something that is no page
 * @n_missing_numbers: pixels without a number
 *
 * Returns: (transfer floating): what venule_tiff_record_restore() takes
 */
GVariant *
venule_tiff_record_store (const VenuleFrameInfo *rows,
                          const GArray          *places,
                          gboolean               broken,
                          gint64                 n_missing_numbers)
{
  guint n = places->len;
  g_autofree guint64 *offsets = g_new (guint64, n);
  g_autofree guint64 *data = g_new (guint64, n);
  g_autofree guint64 *hashes = g_new (guint64, n);
  g_autofree guint8 *corrupt = g_new (guint8, n);

  for (guint i = 0; i < n; i++)
    {
      const VenuleTiffPlace *place = &g_array_index (places, VenuleTiffPlace, i);

      offsets[i] = place->offset;
      data[i] = place->data;
      hashes[i] = rows[i].hash;
      corrupt[i] = rows[i].corrupt ? 1 : 0;
    }
  return g_variant_new ("(bx@at@at@at@ay)", broken, n_missing_numbers,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, offsets, n, sizeof *offsets),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, data, n, sizeof *data),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, hashes, n, sizeof *hashes),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, corrupt, n, sizeof *corrupt));
}

/**
 * venule_tiff_record_restore:
 * @self: (out caller-allocates): what was kept
 * @content: of venule_tiff_record_store(), but not to be trusted
 *
 * Returns: %FALSE when @content makes no sense
 */
gboolean
venule_tiff_record_restore (VenuleTiffRecord *self,
                            GVariant         *content)
{
  g_autoptr (GVariant) offset_array = NULL;
  g_autoptr (GVariant) data_array = NULL;
  g_autoptr (GVariant) hash_array = NULL;
  g_autoptr (GVariant) corrupt_array = NULL;
  const guint64 *offsets, *data, *hashes;
  const guint8 *corrupt;
  gsize n, n_data, n_hashes, n_corrupt;

  *self = (VenuleTiffRecord) { 0 };
  if (!g_variant_is_of_type (content, G_VARIANT_TYPE (CONTENT_TYPE)))
    return FALSE;
  g_variant_get (content, "(bx@at@at@at@ay)", &self->broken, &self->n_missing_numbers, &offset_array, &data_array,
                 &hash_array, &corrupt_array);
  offsets = g_variant_get_fixed_array (offset_array, &n, sizeof *offsets);
  data = g_variant_get_fixed_array (data_array, &n_data, sizeof *data);
  hashes = g_variant_get_fixed_array (hash_array, &n_hashes, sizeof *hashes);
  corrupt = g_variant_get_fixed_array (corrupt_array, &n_corrupt, sizeof *corrupt);
  if (n == 0 || n != n_data || n != n_hashes || n != n_corrupt || n > G_MAXINT32)
    return FALSE;

  self->rows = g_array_sized_new (FALSE, TRUE, sizeof (VenuleFrameInfo), (guint) n);
  self->places = g_array_sized_new (FALSE, TRUE, sizeof (VenuleTiffPlace), (guint) n);
  for (gsize i = 0; i < n; i++)
    {
      VenuleFrameInfo row = { .pts = G_MININT64, .key = TRUE, .hash = hashes[i], .corrupt = corrupt[i] != 0 };
      VenuleTiffPlace place = { .offset = offsets[i], .data = data[i] };

      g_array_append_val (self->rows, row);
      g_array_append_val (self->places, place);
    }
  return TRUE;
}

/**
 * venule_tiff_record_clear:
 * @self: a record
 */
void
venule_tiff_record_clear (VenuleTiffRecord *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
}
