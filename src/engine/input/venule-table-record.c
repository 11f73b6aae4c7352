/* venule-table-record.c: a frame table as bytes, to be kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-table-record.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <tiffio.h>

#include "venule-file.h"
#include "venule-source-private.h"
#include "venule-source-record.h"

/* Another number for another form. */
#define MAGIC "Venule frame table 4"
#define RECORD_TYPE "(sxxssv)"
/* What was seen of interlacing, the record of the source, and what its kind keeps beside that. */
#define CONTENT_TYPE "(yys@ayv)"

/* Of the file, which may be large and on a slow drive. */
#define END_BYTES (64 << 10)
#define PLACE_BYTES (4 << 10)
#define N_PLACES 16

static gboolean
add_place (GChecksum  *checksum,
           VenuleFile *file,
           gint64      offset,
           gsize       size)
{
  g_autofree guint8 *buffer = g_malloc (size);
  gssize n = venule_file_read_at (file, offset, buffer, size);

  if (n < 0)
    return FALSE;
  g_checksum_update (checksum, buffer, n);
  return TRUE;
}

static gboolean
add_file (GChecksum  *checksum,
          VenuleFile *file,
          gint64      size)
{
  if (!add_place (checksum, file, 0, END_BYTES) || !add_place (checksum, file, MAX (0, size - END_BYTES), END_BYTES))
    return FALSE;
  for (int i = 1; i <= N_PLACES; i++)
    if (!add_place (checksum, file, size / (N_PLACES + 1) * i, PLACE_BYTES))
      return FALSE;
  return TRUE;
}

/* Another decoder may make other pixels of the same file, and another choice other frames. */
static void
add_way_of_reading (GChecksum    *checksum,
                    VenuleSource *source)
{
  const VenuleInputOptions *options = venule_source_get_input_options (source);
  g_autofree char *text =
    g_strdup_printf ("%s %s %u %u %s %d×%d %d, %d %d %d %d %d %d", MAGIC, VENULE_VERSION, avcodec_version (),
                     avformat_version (), TIFFGetVersion (), venule_source_get_width (source),
                     venule_source_get_height (source), venule_source_get_bit_depth (source), options->gray,
                     options->fields, options->axis, options->channel, options->slice, options->series);

  g_checksum_update (checksum, (const guint8 *) text, -1);
}

/**
 * venule_table_key_init:
 * @self: (out caller-allocates): the key
 * @source: a source of one file
 *
 * Reads a few hundred kilobytes of the file, however large it is.
 *
 * Returns: whether the file can be read
 */
gboolean
venule_table_key_init (VenuleTableKey *self,
                       VenuleSource   *source)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (VenuleFile) file = venule_file_open (venule_source_get_path (source), NULL);
  const VenuleFileStamp *stamp;

  if (file == NULL)
    return FALSE;
  stamp = venule_file_get_stamp (file);
  if (!add_file (checksum, file, stamp->size))
    return FALSE;

  add_way_of_reading (checksum, source);
  self->size = stamp->size;
  self->mtime = stamp->changed / 1000;
  g_strlcpy (self->sample, g_checksum_get_string (checksum), sizeof self->sample);
  return TRUE;
}

gboolean
venule_table_key_equal (const VenuleTableKey *a,
                        const VenuleTableKey *b)
{
  return a->size == b->size && a->mtime == b->mtime && g_str_equal (a->sample, b->sample);
}

static char *
hash_content (GVariant *content)
{
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, g_variant_get_data (content), g_variant_get_size (content));
}

/**
 * venule_table_record_make:
 * @source: a source with a complete table
 * @key: of its file, from before the table was made
 *
 * Returns: (transfer full) (nullable): the table with its key, for a cache or a document; %NULL for a kind of source
 *   whose table cannot be kept
 */
GBytes *
venule_table_record_make (VenuleSource         *source,
                          const VenuleTableKey *key)
{
  const VenuleSourceTable *table = venule_source_get_table (source);
  g_autoptr (VenuleSourceRecord) known = NULL;
  g_autoptr (GVariant) content = NULL;
  g_autoptr (GVariant) record = NULL;
  g_autofree char *hash = NULL;
  GVariant *extra;

  g_return_val_if_fail (VENULE_IS_SOURCE (source) && venule_source_has_table (source), NULL);

  extra = VENULE_SOURCE_GET_CLASS (source)->store_extra != NULL ? VENULE_SOURCE_GET_CLASS (source)->store_extra (source)
                                                                : NULL;
  if (extra == NULL)
    return NULL;

  known = venule_source_dup_record (source, FALSE);
  content = g_variant_ref_sink (
    g_variant_new (CONTENT_TYPE, (guchar) table->interlacing, (guchar) table->order, known->facts,
                   g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, known->frames, TRUE), extra));
  hash = hash_content (content);
  record = g_variant_ref_sink (g_variant_new (RECORD_TYPE, MAGIC, key->size, key->mtime, key->sample, hash, content));
  return g_variant_get_data_as_bytes (record);
}

/**
 * venule_table_record_restore:
 * @source: a source without a table
 * @key: of its file
 * @record: bytes of venule_table_record_make(), which are not trusted
 *
 * Gives @source its table without a pass over the file. Frames are verified by the table's hashes whenever they are
 * read, so that a wrong table cannot pass a wrong frame for a right one.
 *
 * Returns: whether @record is whole and belongs to the file
 */
gboolean
venule_table_record_restore (VenuleSource         *source,
                             const VenuleTableKey *key,
                             GBytes               *record)
{
  g_autoptr (GVariant) variant =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (RECORD_TYPE), record, FALSE));
  g_autoptr (VenuleSourceRecord) known = venule_source_record_new ();
  g_autoptr (GVariant) content = NULL;
  g_autoptr (GVariant) frames = NULL;
  g_autoptr (GVariant) extra = NULL;
  VenuleSourceTable *table = venule_source_get_table (source);
  VenuleTableKey stored = { 0 };
  guchar interlacing, order;
  const char *magic, *sample, *hash;
  g_autofree char *found = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (source), FALSE);

  if (!g_variant_is_normal_form (variant))
    return FALSE;

  g_variant_get (variant, "(&sxx&s&sv)", &magic, &stored.size, &stored.mtime, &sample, &hash, &content);
  g_strlcpy (stored.sample, sample, sizeof stored.sample);
  found = hash_content (content);
  if (!g_str_equal (magic, MAGIC) || !venule_table_key_equal (&stored, key) || !g_str_equal (found, hash) ||
      !g_variant_is_of_type (content, G_VARIANT_TYPE ("(yysayv)")))
    return FALSE;

  g_variant_get (content, "(yys@ayv)", &interlacing, &order, &known->facts, &frames, &extra);
  known->frames = g_variant_get_data_as_bytes (frames);
  if (interlacing > VENULE_INTERLACING_UNSEEN || order > VENULE_FIELDS_BOTTOM_FIRST ||
      !VENULE_SOURCE_GET_CLASS (source)->restore_extra (
        source, extra, (gint64) (g_bytes_get_size (known->frames) / VENULE_SOURCE_ROW_SIZE)))
    return FALSE;

  table->interlacing = interlacing;
  table->order = order;
  return venule_source_restore_table (source, known);
}
