/* venule-source-identity.h: whether a file is the video that a document was made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * venule_source_check_identity:
 * @known: what a document knows of its video (venule_source_new_recorded())
 * @file: the file that is taken for it
 * @thoroughly: whether the whole content must be the same, as of a file that was chosen by hand
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Everything that reads pixels for a document asks this first: raw videos of one camera have the same size, to the
 * byte. Compares sizes, and the hashes of a few frames spread over the video, which takes some milliseconds. Where the
 * hashes differ, or cannot be had without decoding all of the video, the whole file is read for its SHA-256: another
 * decoder may make other pixels of the same file. A file of another size is the video if it has the same frames at the
 * same times, all of them: it was put into another container then. That takes a pass over the file.
 *
 * Errors: %VENULE_ERROR_OTHER_VIDEO; those of venule_source_dup_hash().
 *
 * Returns: whether @file is the video of the document
 */
gboolean      venule_source_check_identity        (VenuleSource  *known,
                                                   VenuleSource  *file,
                                                   gboolean       thoroughly,
                                                   GCancellable  *cancellable,
                                                   GError       **error);

/**
 * venule_source_has_other_samples:
 * @known: a source with a frame table
 * @file: the same file, opened anew
 * @cancellable: (nullable): a cancellable
 *
 * Returns: whether some of a few frames spread over the video are not those of the table; %FALSE also where that cannot
 *   be told without decoding all of it
 */
gboolean      venule_source_has_other_samples     (VenuleSource  *known,
                                                   VenuleSource  *file,
                                                   GCancellable  *cancellable);

/**
 * venule_source_open_identical_reader:
 * @known: what a document knows of its video
 * @file: the video, by venule_source_check_identity()
 * @error: return location
 *
 * A reader of @file that compares each frame with the frame table of @known: a few frames do not tell what lies
 * between. A frame that differs is an error of venule_source_check_identity().
 *
 * Returns: (transfer full): the reader, or %NULL with an error of venule_source_open_reader()
 */
VenuleReader *venule_source_open_identical_reader (VenuleSource  *known,
                                                   VenuleSource  *file,
                                                   GError       **error);

G_END_DECLS
