/* venule-source-record.h: what is known of a video, kept where the video itself may be missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/* What a document holds of a frame, bytes; 512 MiB is the most that it holds of anything. */
#define VENULE_SOURCE_ROW_SIZE 32
#define VENULE_SOURCE_MAX_FRAMES (16 * 1024 * 1024)

/**
 * VenuleSourceRecord:
 * @path: absolute path of the video
 * @size: of the file in bytes; −1: not known
 * @hash: (nullable): SHA-256 of the file, hexadecimal
 * @facts: JSON text: sizes, format, frame rate and where it is from, how the file is read, findings
 * @frames: the frame table, or the times alone where there is no table yet; 32 bytes a frame, little-endian
 *
 * A video as a document keeps it: what is said of it is in no language (see venule_remark_new()).
 */
typedef struct {
  char   *path;
  gint64  size;
  char   *hash;
  char   *facts;
  GBytes *frames;
} VenuleSourceRecord;

VenuleSourceRecord *venule_source_record_new          (void);
void                venule_source_record_free         (VenuleSourceRecord        *self);

/**
 * venule_source_dup_record:
 * @self: a source
 * @hash: whether the SHA-256 is wanted even if it is not known yet, so that the whole file must be read
 *
 * Returns: (transfer full): all that is known of it now
 */
VenuleSourceRecord *venule_source_dup_record          (VenuleSource              *self,
                                                       gboolean                   hash);

/**
 * venule_source_restore_table:
 * @self: a source without a table
 * @record: of the same video
 *
 * Returns: whether @self has its table now, by the record
 */
gboolean            venule_source_restore_table       (VenuleSource              *self,
                                                       const VenuleSourceRecord  *record);

/**
 * venule_source_record_get_extent:
 * @self: a record
 * @width: (out): of the picture, px
 * @height: (out): of the picture, px
 * @n_frames: (out): of the video
 * @counted: (out): whether they were counted, so that there is no other
 * @error: return location for a %VENULE_ERROR_DAMAGED
 *
 * Returns: whether the record makes sense
 */
gboolean            venule_source_record_get_extent   (const VenuleSourceRecord  *self,
                                                       int                       *width,
                                                       int                       *height,
                                                       gint64                    *n_frames,
                                                       gboolean                  *counted,
                                                       GError                   **error);

/**
 * venule_source_new_recorded:
 * @record: what is known of a video
 * @error: return location for a %VENULE_ERROR_DAMAGED when it makes no sense
 *
 * A source that answers as the video's own did, without the video: results are written from it again. Its readers are
 * those of the file at the record's path, where that is there and is still the same video
 * (venule_source_check_identity()).
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource       *venule_source_new_recorded        (const VenuleSourceRecord  *record,
                                                       GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSourceRecord, venule_source_record_free)

G_END_DECLS
