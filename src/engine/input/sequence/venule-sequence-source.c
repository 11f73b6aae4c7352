/* venule-sequence-source.c: a video of single pictures
 *
 * Each file is opened as a video of one frame, by the rules of its format.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-sequence-source.h"

#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-remark.h"
#include "venule-sequence-files.h"
#include "venule-source-file.h"
#include "venule-source-private.h"
#include "venule-tiff-source.h"

/* The number of damaged pictures that are described one by one; all are counted. */
#define MAX_REASONS 3

struct _VenuleSequenceSource
{
  VenuleSource   parent_instance;

  GPtrArray         *files;
  VenuleInputOptions options;
};

G_DEFINE_FINAL_TYPE (VenuleSequenceSource, venule_sequence_source, VENULE_TYPE_SOURCE)

struct _VenuleSequenceReader
{
  VenuleReader parent_instance;
};

G_DEFINE_FINAL_TYPE (VenuleSequenceReader, venule_sequence_reader, VENULE_TYPE_READER)

static gboolean
set_size_error (VenuleSequenceSource  *self,
                gint64                 index,
                VenuleSource          *picture,
                GError               **error)
{
  VenuleSource *source = VENULE_SOURCE (self);
  g_autofree char *name = venule_source_dup_display_name (picture);
  g_autofree char *first = venule_display_name_dup_base (g_ptr_array_index (self->files, 0));

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_INVALID,
    _("“%s” has %d × %d pixels of %d bits, and “%s”, the first picture, has %d × %d of %d bits. All frames of a "
      "video must be alike: move the other pictures out of the folder."),
    name, venule_source_get_width (picture), venule_source_get_height (picture), venule_source_get_bit_depth (picture),
    first, venule_source_get_width (source), venule_source_get_height (source), venule_source_get_bit_depth (source));
  return FALSE;
}

/* A stack among single pictures is another video, and its first image is no frame of this one. */
static gboolean
check_single (VenuleSource  *picture,
              VenuleReader  *reader,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autoptr (VenuleFrame) second = venule_reader_read (reader, 1, cancellable, NULL);
  g_autofree char *name = NULL;

  if (second == NULL)
    return TRUE;

  name = venule_source_dup_display_name (picture);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” holds several pictures. Open it by itself, not as one of many."), name);
  return FALSE;
}

/* (transfer full): frame @index; it must be like the first one. */
static VenuleFrame *
read_whole_picture (VenuleSequenceSource  *self,
                    gint64                 index,
                    GCancellable          *cancellable,
                    GError               **error)
{
  VenuleSource *source = VENULE_SOURCE (self);
  g_autoptr (VenuleSource) picture =
    venule_source_open_as (g_ptr_array_index (self->files, index), &self->options, cancellable, error);
  g_autoptr (VenuleReader) reader = picture != NULL ? venule_source_open_reader (picture, error) : NULL;
  g_autoptr (VenuleFrame) frame = NULL;
  GError *failure = NULL;

  if (reader == NULL)
    return NULL;
  if (venule_source_get_width (picture) != venule_source_get_width (source) ||
      venule_source_get_height (picture) != venule_source_get_height (source) ||
      venule_source_get_bit_depth (picture) != venule_source_get_bit_depth (source))
    {
      set_size_error (self, index, picture, error);
      return NULL;
    }

  frame = venule_reader_read (reader, 0, cancellable, &failure);
  if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_END))
    {
      g_error_free (failure);
      venule_source_set_read_error (source, index, error);
    }
  else if (failure != NULL)
    g_propagate_error (error, failure);
  if (frame == NULL || !check_single (picture, reader, cancellable, error))
    return NULL;
  /* Nobody else has it: its source and reader end here. */
  frame->index = index;
  frame->time = 0;
  return g_steal_pointer (&frame);
}

/* As damage in a video does, a picture that cannot be decoded leaves a black frame that is marked: the others are read.
 * @reasons (nullable) takes a remark about it. */
static VenuleFrame *
read_picture (VenuleSequenceSource  *self,
              gint64                 index,
              GPtrArray             *reasons,
              GCancellable          *cancellable,
              GError               **error)
{
  VenuleSource *source = VENULE_SOURCE (self);
  GError *local_error = NULL;
  VenuleFrame *frame = read_whole_picture (self, index, cancellable, &local_error);

  if (frame != NULL)
    return frame;
  if (g_error_matches (local_error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO) ||
      g_error_matches (local_error, VENULE_ERROR, VENULE_ERROR_DAMAGED))
    frame = venule_frame_new (venule_source_get_width (source), venule_source_get_height (source),
                              venule_source_get_bit_depth (source));
  if (frame == NULL)
    {
      g_propagate_error (error, local_error);
      return NULL;
    }

  if (reasons != NULL && reasons->len < MAX_REASONS)
    {
      g_autofree char *name = venule_display_name_dup_base (g_ptr_array_index (self->files, index));

      venule_remark_add (reasons, .kind = VENULE_REMARK_BAD_PICTURE, .text = name);
      g_info ("%s", local_error->message);
    }
  g_error_free (local_error);
  frame->index = index;
  frame->corrupt = TRUE;
  return frame;
}

static VenuleReader *
venule_sequence_source_open_reader (VenuleSource  *source,
                                    GError       **error)
{
  return g_object_new (VENULE_TYPE_SEQUENCE_READER, "source", source, NULL);
}

static VenuleReader *
venule_sequence_source_open_sampler (VenuleSource          *source,
                                     const VenuleFrameInfo *rows,
                                     gint64                 n_rows,
                                     GCancellable          *cancellable)
{
  VenuleSequenceSource *self = VENULE_SEQUENCE_SOURCE (source);

  return n_rows == self->files->len ? venule_sequence_source_open_reader (source, NULL) : NULL;
}

static GPtrArray *
find_oddities (VenuleSequenceSource *self,
               GArray               *damaged,
               GPtrArray            *reasons)
{
  GPtrArray *warnings = g_ptr_array_new ();
  g_autofree char *gaps = venule_sequence_find_gaps (self->files);

  if (damaged->len > 0)
    {
      g_autofree char *frames = venule_source_describe_frames (damaged);

      venule_remark_add (warnings, VENULE_REMARK_DAMAGED, { damaged->len }, frames);
    }
  for (guint i = 0; i < reasons->len; i++)
    g_ptr_array_add (warnings, g_strdup (g_ptr_array_index (reasons, i)));
  if (gaps != NULL)
    venule_remark_add (warnings, .kind = VENULE_REMARK_NUMBERS_MISSING, .text = gaps);
  venule_remark_add (warnings, .kind = VENULE_REMARK_TIMES_NONE_PICTURES);
  return warnings;
}

static gboolean
venule_sequence_source_build_table (VenuleSource          *source,
                                    VenuleSourceProgress   progress,
                                    gpointer               user_data,
                                    GCancellable          *cancellable,
                                    GError               **error)
{
  VenuleSequenceSource *self = VENULE_SEQUENCE_SOURCE (source);
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  g_autoptr (GArray) damaged = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
  gint64 reported = g_get_monotonic_time ();

  for (gint64 i = 0; i < self->files->len; i++)
    {
      g_autoptr (VenuleFrame) frame = NULL;
      VenuleFrameInfo row = { .pts = G_MININT64, .key = TRUE };

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      frame = read_picture (self, i, reasons, cancellable, error);
      if (frame == NULL)
        return FALSE;
      row.hash = venule_frame_hash (frame);
      row.corrupt = frame->corrupt;
      if (frame->corrupt)
        g_array_append_val (damaged, i);
      g_array_append_val (rows, row);
      venule_source_offer_frame (source, frame);
      if (progress != NULL && g_get_monotonic_time () - reported > G_USEC_PER_SEC / 10)
        {
          reported = g_get_monotonic_time ();
          progress (source, rows->len, user_data);
        }
    }

  venule_source_take_table (source, g_steal_pointer (&rows), 0,
                            venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_RATE_NONE }), FALSE,
                            find_oddities (self, damaged, reasons));
  return TRUE;
}

static gboolean
venule_sequence_source_check (VenuleSource  *source,
                              GError       **error)
{
  guint8 magic[4];

  return venule_source_file_check (g_ptr_array_index (VENULE_SEQUENCE_SOURCE (source)->files, 0), magic, error);
}

static char *
venule_sequence_source_make_hash (VenuleSource  *source,
                                  GCancellable  *cancellable,
                                  GError       **error)
{
  return venule_source_files_hash (VENULE_SEQUENCE_SOURCE (source)->files, cancellable, error);
}

static void
venule_sequence_source_finalize (GObject *object)
{
  g_clear_pointer (&VENULE_SEQUENCE_SOURCE (object)->files, g_ptr_array_unref);

  G_OBJECT_CLASS (venule_sequence_source_parent_class)->finalize (object);
}

static void
venule_sequence_source_class_init (VenuleSequenceSourceClass *klass)
{
  VenuleSourceClass *source_class = VENULE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_sequence_source_finalize;
  source_class->open_reader = venule_sequence_source_open_reader;
  source_class->open_sampler = venule_sequence_source_open_sampler;
  source_class->build_table = venule_sequence_source_build_table;
  source_class->check = venule_sequence_source_check;
  source_class->make_hash = venule_sequence_source_make_hash;
}

static void
venule_sequence_source_init (VenuleSequenceSource *self)
{
}

/* One picture a file, whose numbers mean the same in each. */
static gboolean
check_first (VenuleSource  *first,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autofree char *name = venule_source_dup_display_name (first);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (first, error);

  if (reader == NULL || !check_single (first, reader, cancellable, error))
    return FALSE;
  if (VENULE_IS_TIFF_SOURCE (first) && venule_tiff_source_has_own_range (VENULE_TIFF_SOURCE (first)))
    {
      g_set_error (
        error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
        _("“%s” has 32 bits a pixel, or floating point, whose range can only be told of a whole stack. In ImageJ, "
          "choose File ▸ Import ▸ Image Sequence, and save it as one TIFF."),
        name);
      return FALSE;
    }
  return TRUE;
}

/**
 * venule_sequence_source_new:
 * @path: a folder of pictures, or a pattern of their names
 * @options: what was chosen of them
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Opens numbered pictures (PNG, TIFF, JPEG, BMP …) as a video, in the order of their numbers.
 *
 * Errors: as venule_source_open_as().
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_sequence_source_new (const char               *path,
                            const VenuleInputOptions *options,
                            GCancellable             *cancellable,
                            GError                  **error)
{
  g_autoptr (VenuleSequenceSource) self = NULL;
  g_autoptr (GPtrArray) files = venule_sequence_find_files (path, error);
  g_autoptr (VenuleSource) first = NULL;
  g_autofree char *format = NULL;
  g_autofree char *rate_origin = venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_RATE_NONE });
  VenuleSourceHeader header = { 0 };

  if (files == NULL)
    return NULL;
  first = venule_source_open_as (g_ptr_array_index (files, 0), options, cancellable, error);
  if (first == NULL || !check_first (first, cancellable, error))
    return NULL;

  self = g_object_new (VENULE_TYPE_SEQUENCE_SOURCE, "path", path, NULL);
  self->options = *options;
  format = g_strdup_printf ("%u × %s", files->len, venule_source_get_format (first));
  header.width = venule_source_get_width (first);
  header.height = venule_source_get_height (first);
  header.bit_depth = venule_source_get_bit_depth (first);
  header.format = format;
  header.rate_origin = rate_origin;
  header.n_frames = files->len;
  header.scale_origin = venule_source_get_scale (first, &header.pixel_width_um, &header.pixel_height_um);
  header.options = *venule_source_get_input_options (first);
  header.has_color = venule_source_get_has_color (first);
  self->files = g_steal_pointer (&files);
  venule_source_set_header (VENULE_SOURCE (self), &header);
  return VENULE_SOURCE (g_steal_pointer (&self));
}

static VenuleFrame *
venule_sequence_reader_read (VenuleReader  *reader,
                             gint64         index,
                             GCancellable  *cancellable,
                             GError       **error)
{
  VenuleSource *source = venule_reader_get_source (reader);
  VenuleSequenceSource *self = VENULE_SEQUENCE_SOURCE (source);
  g_autoptr (VenuleFrame) frame = NULL;
  VenuleFrameInfo info;

  if (index >= self->files->len)
    return NULL;
  frame = read_picture (self, index, NULL, cancellable, error);
  if (frame != NULL && venule_source_get_frame_info (source, index, &info) && venule_frame_hash (frame) != info.hash)
    {
      venule_source_set_read_error (source, index, error);
      return NULL;
    }
  return g_steal_pointer (&frame);
}

static void
venule_sequence_reader_class_init (VenuleSequenceReaderClass *klass)
{
  VENULE_READER_CLASS (klass)->read = venule_sequence_reader_read;
}

static void
venule_sequence_reader_init (VenuleSequenceReader *self)
{
}
