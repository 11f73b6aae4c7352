/* venule-source-open.c: which reader takes which file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-field-splitter.h"
#include "venule-file.h"
#include "venule-sequence-files.h"
#include "venule-sequence-source.h"
#include "venule-source-file.h"
#include "venule-source-private.h"
#include "venule-tiff-source.h"
#include "venule-video-source.h"

/**
 * venule_source_open:
 * @path: a video file or TIFF stack
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * venule_source_open_as() with nothing chosen.
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_source_open (const char    *path,
                    GCancellable  *cancellable,
                    GError       **error)
{
  const VenuleInputOptions nothing_chosen = { 0 };

  return venule_source_open_as (path, &nothing_chosen, cancellable, error);
}

/* The whole frames are opened first, and split then. */
static VenuleSource *
open_fields (const char               *path,
             const VenuleInputOptions *options,
             GCancellable             *cancellable,
             GError                  **error)
{
  VenuleInputOptions whole = *options;
  g_autoptr (VenuleSource) source = NULL;

  whole.fields = VENULE_FIELDS_WHOLE;
  source = venule_source_open_as (path, &whole, cancellable, error);
  return source != NULL ? venule_field_splitter_new (source, options->fields, error) : NULL;
}

/**
 * venule_source_open_as:
 * @path: a video file, a TIFF stack, a folder of numbered pictures, or a pattern of their names
 * @options: what was chosen of it
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Opens a file: reads its header and proves that a first frame can be decoded, so that it can be shown at once. Which
 * reader takes it is decided by the content, not by the name: TIFF by libtiff, all else by FFmpeg. Blocks for some
 * milliseconds, longer on a slow drive.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND (not there, not readable), %VENULE_ERROR_NOT_A_VIDEO (a folder, empty, text, sound,
 * unknown format), %VENULE_ERROR_TOO_LARGE, %VENULE_ERROR_NO_MEMORY, %VENULE_ERROR_QUESTION (the user has to choose
 * what of the file is the video), %VENULE_ERROR_INVALID (what was chosen is not in the file), %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_source_open_as (const char               *path,
                       const VenuleInputOptions *options,
                       GCancellable             *cancellable,
                       GError                  **error)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  guint8 magic[4];

  g_return_val_if_fail (path != NULL && options != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (options->fields != VENULE_FIELDS_WHOLE)
    return open_fields (path, options, cancellable, error);
  if (venule_sequence_is_one (path))
    return venule_sequence_source_new (path, options, cancellable, error);
  if (!venule_source_file_check (path, magic, error))
    return NULL;

  return venule_source_file_is_tiff (magic) ? venule_tiff_source_new (path, options, cancellable, error)
                                            : venule_video_source_new (path, options, cancellable, error);
}
