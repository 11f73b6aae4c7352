/* venule-source-identity.c: whether a file is the video that a document was made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source-identity.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-source-private.h"

/* First, last, and between them. */
#define N_SAMPLES 8

#define VENULE_TYPE_IDENTICAL_READER (venule_identical_reader_get_type ())
G_DECLARE_FINAL_TYPE (VenuleIdenticalReader, venule_identical_reader, VENULE, IDENTICAL_READER, VenuleReader)

struct _VenuleIdenticalReader
{
  VenuleReader  parent_instance;

  VenuleSource *file;
  VenuleReader *reader;
  gboolean      proven; /* by its whole content: frames that differ come from another decoder */
};

G_DEFINE_FINAL_TYPE (VenuleIdenticalReader, venule_identical_reader, VENULE_TYPE_READER)

/* ---- The file ---- */

static gboolean
set_other (VenuleSource  *known,
           VenuleSource  *file,
           GError       **error)
{
  g_autofree char *path = g_canonicalize_filename (venule_source_get_path (file), NULL);
  g_autofree char *was = venule_display_name_dup (venule_source_get_path (known));
  g_autofree char *shown = venule_display_name_dup (path);

  if (g_str_equal (path, venule_source_get_path (known)))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO,
                 _("“%s” is not the video any more that was analysed: it was replaced, changed, or not copied "
                   "completely."), shown);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO,
                 _("“%s” is another video than “%s”, which was analysed, or was not copied completely."), shown, was);
  return FALSE;
}

static gboolean
has_other_pixels (VenuleSource *known,
                  VenuleSource *file)
{
  return venule_source_get_width (file) != venule_source_get_width (known) ||
         venule_source_get_height (file) != venule_source_get_height (known) ||
         venule_source_get_bit_depth (file) != venule_source_get_bit_depth (known);
}

/* Folders of pictures have no size of their own. */
static gboolean
has_other_size (VenuleSource *known,
                VenuleSource *file)
{
  gint64 size = venule_source_get_file_size (known);

  return size > 0 && size != venule_source_get_file_size (file) &&
         g_file_test (venule_source_get_path (file), G_FILE_TEST_IS_REGULAR);
}

/* Matroska rounds times. */
static gboolean
is_same_frame (const VenuleFrameInfo *a,
               const VenuleFrameInfo *b,
               double                 tolerance)
{
  return a->hash == b->hash && a->corrupt == b->corrupt && fabs (a->time - b->time) <= tolerance;
}

/* A video that was put into another file, without being compressed again, has the same frames: all of them are
 * compared. The first one tells most other videos. Who asks for the whole content is to know it from then on. */
static gboolean
check_frames (VenuleSource  *known,
              VenuleSource  *file,
              gboolean       thoroughly,
              GCancellable  *cancellable,
              GError       **error)
{
  double rate = venule_source_get_frame_rate (known), tolerance = rate > 0 ? 0.1 / rate : 0;
  gint64 n = 0, n_rows = 0;
  const VenuleFrameInfo *wanted = venule_source_peek_table (known, &n), *rows;
  g_autoptr (VenuleReader) reader = n > 0 ? venule_source_open_reader (file, NULL) : NULL;
  g_autoptr (VenuleFrame) first = reader != NULL ? venule_reader_read (reader, 0, cancellable, NULL) : NULL;
  gboolean same = first != NULL && venule_frame_hash (first) == wanted[0].hash;

  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      (same && !venule_source_build_table (file, NULL, NULL, cancellable, error)))
    return FALSE;

  rows = same ? venule_source_peek_table (file, &n_rows) : NULL;
  same = rows != NULL && n_rows == n;
  for (gint64 i = 0; same && i < n; i++)
    same = is_same_frame (&rows[i], &wanted[i], tolerance);

  if (!same)
    return set_other (known, file, error);
  if (thoroughly)
    g_free (venule_source_dup_hash (file, cancellable, NULL));
  return TRUE;
}

typedef enum {
  UNTOLD, /* without decoding all of the video */
  SAME,
  OTHER,
} Verdict;

static Verdict
compare_samples (VenuleSource *known,
                 VenuleSource *file,
                 GCancellable *cancellable)
{
  gint64 n_rows, last = -1;
  const VenuleFrameInfo *rows = venule_source_peek_table (known, &n_rows);
  g_autoptr (VenuleReader) reader = NULL;

  if (n_rows > 0 && VENULE_SOURCE_GET_CLASS (file)->open_sampler != NULL)
    reader = VENULE_SOURCE_GET_CLASS (file)->open_sampler (file, rows, n_rows, cancellable);
  if (reader == NULL)
    return UNTOLD;

  for (gint64 i = 0; i < N_SAMPLES; i++)
    {
      gint64 index = i * (n_rows - 1) / (N_SAMPLES - 1);
      g_autoptr (VenuleFrame) frame = NULL;

      /* A key frame is decoded alone; what becomes of a damaged one is left to the decoder. */
      while (index > last && (!rows[index].key || rows[index].corrupt))
        index--;
      if (index == last)
        continue;
      frame = venule_reader_read (reader, index, cancellable, NULL);
      if (frame == NULL || venule_frame_hash (frame) != rows[index].hash)
        return OTHER;
      last = index;
    }

  return last >= 0 ? SAME : UNTOLD;
}

gboolean
venule_source_has_other_samples (VenuleSource *known,
                                 VenuleSource *file,
                                 GCancellable *cancellable)
{
  g_return_val_if_fail (VENULE_IS_SOURCE (known) && VENULE_IS_SOURCE (file), FALSE);

  return has_other_pixels (known, file) || compare_samples (known, file, cancellable) == OTHER;
}

static gboolean
has_same_content (VenuleSource  *known,
                  VenuleSource  *file,
                  GCancellable  *cancellable,
                  GError       **error)
{
  g_autofree char *expected = venule_source_peek_hash (known);
  g_autofree char *hash = expected != NULL ? venule_source_dup_hash (file, cancellable, error) : NULL;

  if (expected != NULL && hash == NULL)
    return FALSE;

  return (hash != NULL && g_str_equal (hash, expected)) || set_other (known, file, error);
}

gboolean
venule_source_check_identity (VenuleSource  *known,
                              VenuleSource  *file,
                              gboolean       thoroughly,
                              GCancellable  *cancellable,
                              GError       **error)
{
  g_autofree char *hash = NULL;
  g_autofree char *name = NULL;
  Verdict verdict;

  g_return_val_if_fail (VENULE_IS_SOURCE (known), FALSE);
  g_return_val_if_fail (VENULE_IS_SOURCE (file), FALSE);

  if (has_other_pixels (known, file))
    return set_other (known, file, error);
  if (has_other_size (known, file))
    return check_frames (known, file, thoroughly, cancellable, error);
  hash = venule_source_peek_hash (known);
  verdict = thoroughly && hash != NULL ? UNTOLD : compare_samples (known, file, cancellable);
  /* A document that was never saved may know no more than the size. */
  if (verdict == SAME || (verdict == UNTOLD && hash == NULL))
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (thoroughly ||
      venule_input_options_equal (venule_source_get_input_options (known), venule_source_get_input_options (file)))
    return has_same_content (known, file, cancellable, error);

  name = venule_source_dup_display_name (file);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO,
               _("“%s” was read with another channel, slice, series, colour or order of fields when it was analysed."),
               name);
  return FALSE;
}

/* ---- Its frames ---- */

static VenuleFrame *
venule_identical_reader_read (VenuleReader  *reader,
                              gint64         index,
                              GCancellable  *cancellable,
                              GError       **error)
{
  VenuleIdenticalReader *self = VENULE_IDENTICAL_READER (reader);
  VenuleSource *known = venule_reader_get_source (reader);
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleFrame) frame = venule_reader_read (self->reader, index, cancellable, &failure);
  VenuleFrameInfo info;

  if (frame == NULL && !g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_END))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  if (self->proven || !venule_source_get_frame_info (known, index, &info) || info.corrupt ||
      (frame != NULL && venule_frame_hash (frame) == info.hash))
    return g_steal_pointer (&frame);

  self->proven = has_same_content (known, self->file, cancellable, error);

  return self->proven ? g_steal_pointer (&frame) : NULL;
}

static void
venule_identical_reader_finalize (GObject *object)
{
  VenuleIdenticalReader *self = VENULE_IDENTICAL_READER (object);

  g_clear_object (&self->reader);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (venule_identical_reader_parent_class)->finalize (object);
}

static void
venule_identical_reader_class_init (VenuleIdenticalReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_identical_reader_finalize;
  VENULE_READER_CLASS (klass)->read = venule_identical_reader_read;
}

static void
venule_identical_reader_init (VenuleIdenticalReader *self)
{
}

VenuleReader *
venule_source_open_identical_reader (VenuleSource  *known,
                                     VenuleSource  *file,
                                     GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (file, error);
  VenuleIdenticalReader *self;

  if (reader == NULL)
    return NULL;
  self = g_object_new (VENULE_TYPE_IDENTICAL_READER, "source", known, NULL);
  self->file = g_object_ref (file);
  self->reader = g_steal_pointer (&reader);

  return VENULE_READER (self);
}
