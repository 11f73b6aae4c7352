/* venule-tiff-reader.c: frames of a TIFF stack in any order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-source-private.h"
#include "venule-tiff-source.h"

struct _VenuleTiffReader
{
  VenuleReader      parent_instance;

  VenulePageLocator *locator;
};

G_DEFINE_FINAL_TYPE (VenuleTiffReader, venule_tiff_reader, VENULE_TYPE_READER)

static VenuleTiffSource *
get_source (VenuleTiffReader *self)
{
  return VENULE_TIFF_SOURCE (venule_reader_get_source (VENULE_READER (self)));
}

/* Before the table is there, the pages are walked through. */
static VenuleFrame *
read_unknown (VenuleTiffReader  *self,
              gint64             index,
              GCancellable      *cancellable,
              GError           **error)
{
  VenuleTiffSource *source = get_source (self);
  g_autoptr (VenuleFrame) frame = NULL;
  GError *local_error = NULL;
  VenuleTiffPlace place;

  if (!venule_page_locator_find (self->locator, venule_tiff_source_get_plane (source, index), &place, cancellable,
                                 &local_error))
    {
      if (local_error != NULL)
        g_propagate_error (error, local_error);
      else
        venule_page_locator_check (self->locator, error);
      return NULL;
    }
  frame = venule_tiff_source_read (source, self->locator, &place, index, error);
  if (frame == NULL || !venule_page_locator_check (self->locator, error))
    return NULL;
  return g_steal_pointer (&frame);
}

static VenuleFrame *
read_known (VenuleTiffReader  *self,
            gint64             index,
            GError           **error)
{
  VenuleTiffSource *source = get_source (self);
  g_autoptr (VenuleFrame) frame = NULL;
  VenuleTiffPlace place;
  VenuleFrameInfo info;

  venule_tiff_source_get_place (source, index, &place);
  frame = venule_tiff_source_read (source, self->locator, &place, index, error);
  if (frame == NULL)
    return NULL;
  if (venule_source_get_frame_info (VENULE_SOURCE (source), index, &info) && venule_frame_hash (frame) == info.hash)
    return g_steal_pointer (&frame);

  if (venule_page_locator_check (self->locator, error))
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

  /* What ended the last request is no matter of this one. */
  venule_page_locator_check (self->locator, NULL);
  /* The table may have been completed since the caller asked for it. */
  if (venule_source_peek_table (VENULE_SOURCE (source), &n_frames) != NULL)
    return index < n_frames ? read_known (self, index, error) : NULL;
  return read_unknown (self, index, cancellable, error);
}

static void
venule_tiff_reader_finalize (GObject *object)
{
  VenuleTiffReader *self = VENULE_TIFF_READER (object);

  g_clear_pointer (&self->locator, venule_page_locator_free);

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

  self->locator = venule_tiff_source_open_locator (source, error);
  if (self->locator == NULL)
    return NULL;
  return VENULE_READER (g_steal_pointer (&self));
}
