/* venule-tiff-reader.c: frames of a TIFF stack in any order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-source-private.h"
#include "venule-tiff-source.h"

struct _VenuleTiffReader
{
  VenuleReader    parent_instance;

  VenuleTiffFile *file;
  /* Number of the frame whose page is the current one. */
  gint64          current;
};

G_DEFINE_FINAL_TYPE (VenuleTiffReader, venule_tiff_reader, VENULE_TYPE_READER)

static VenuleTiffSource *
get_source (VenuleTiffReader *self)
{
  return VENULE_TIFF_SOURCE (venule_reader_get_source (VENULE_READER (self)));
}

static gboolean
restart (VenuleTiffReader  *self,
         GError           **error)
{
  g_clear_pointer (&self->file, venule_tiff_file_free);
  self->file = venule_tiff_file_new (venule_source_get_path (VENULE_SOURCE (get_source (self))), error);
  self->current = 0;
  return self->file != NULL;
}

/* Follows the chain of pages, which is the only way before the table with their places is there. */
static gboolean
walk (VenuleTiffReader  *self,
      gint64             index,
      GCancellable      *cancellable,
      GError           **error)
{
  if ((self->file == NULL || index < self->current) && !restart (self, error))
    return FALSE;

  while (self->current < index)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!venule_tiff_file_next (self->file))
        {
          /* The handle's page is undefined now. */
          g_clear_pointer (&self->file, venule_tiff_file_free);
          return FALSE;
        }
      self->current++;
    }
  return TRUE;
}

static VenuleFrame *
read_known (VenuleTiffReader  *self,
            gint64             index,
            GError           **error)
{
  VenuleTiffSource *source = get_source (self);
  g_autoptr (VenuleFrame) frame = NULL;
  VenuleFrameInfo info;

  if (self->file == NULL && !restart (self, error))
    return NULL;

  if (TIFFSetSubDirectory (self->file->tiff, venule_tiff_source_get_offset (source, index)))
    {
      self->current = index;
      frame = venule_tiff_source_read_page (source, self->file, index, error);
      if (frame == NULL)
        return NULL;
      if (venule_source_get_frame_info (VENULE_SOURCE (source), index, &info) && venule_frame_hash (frame) == info.hash)
        return g_steal_pointer (&frame);
    }

  g_clear_pointer (&self->file, venule_tiff_file_free);
  venule_source_set_read_error (VENULE_SOURCE (source), index, error);
  return NULL;
}

static VenuleFrame *
venule_tiff_reader_read (VenuleReader  *reader,
                         gint64         index,
                         GCancellable  *cancellable,
                         GError       **error)
{
  VenuleTiffReader *self = VENULE_TIFF_READER (reader);
  VenuleTiffSource *source = get_source (self);
  gint64 n_frames;

  /* The table may have been completed since the caller asked for it. */
  if (venule_source_peek_table (VENULE_SOURCE (source), &n_frames) != NULL)
    return index < n_frames ? read_known (self, index, error) : NULL;
  if (walk (self, index, cancellable, error))
    return venule_tiff_source_read_page (source, self->file, index, error);
  return NULL;
}

static void
venule_tiff_reader_finalize (GObject *object)
{
  VenuleTiffReader *self = VENULE_TIFF_READER (object);

  g_clear_pointer (&self->file, venule_tiff_file_free);

  G_OBJECT_CLASS (venule_tiff_reader_parent_class)->finalize (object);
}

static void
venule_tiff_reader_class_init (VenuleTiffReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_tiff_reader_finalize;
  VENULE_READER_CLASS (klass)->read = venule_tiff_reader_read;
}

static void
venule_tiff_reader_init (VenuleTiffReader *self)
{
}

/**
 * venule_tiff_reader_new:
 * @source: a stack
 * @error: return location
 *
 * Returns: (transfer full): a reader at the first page, or %NULL with an error as of venule_source_open()
 */
VenuleReader *
venule_tiff_reader_new (VenuleTiffSource  *source,
                        GError           **error)
{
  g_autoptr (VenuleTiffReader) self = g_object_new (VENULE_TYPE_TIFF_READER, "source", source, NULL);

  if (!restart (self, error))
    return NULL;
  return VENULE_READER (g_steal_pointer (&self));
}
