/* venule-batch-key.h: what tells that a row has been done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleBatchRecord:
 * @key: of the options, the template and the program (venule_batch_key_dup())
 * @device_class: "cpu" or "cuda": what it was given to
 * @stamp: what changes with the files of the video, without reading them
 * @hash: SHA-256 of the video
 * @failed: whether it failed, for a reason that stays
 * @message: (nullable)
 * @device: (nullable): for people
 * @document: stamp of the document
 * @replaced: (nullable): stamp of the document of the batch whose place it takes
 *
 * What a folder of results says of itself, written last of all.
 */
typedef struct {
  char    *key, *device_class, *stamp, *hash;
  gboolean failed;
  char    *message, *device;
  gint64   frames;
  guint    tracks;
  double   seconds;
  char    *document, *replaced;
} VenuleBatchRecord;

/* (transfer full) (nullable) */
VenuleBatchRecord *venule_batch_record_read  (const char               *folder);
gboolean           venule_batch_record_write (const VenuleBatchRecord  *self,
                                              const char               *folder,
                                              GError                  **error);
void               venule_batch_record_free  (VenuleBatchRecord        *self);

/* (transfer full) (nullable): of options as venule_manifest_dup_arguments() has them, in whatever order; %NULL: the
 * template cannot be read. */
char              *venule_batch_key_dup      (GStrv                     arguments,
                                              const char               *proposed);

/* (transfer full) (nullable): of a file, or of all pictures of a sequence; %NULL: it is not there. @size: (out)
 * (optional): their bytes. */
char              *venule_batch_stamp_dup    (const char               *path,
                                              gint64                   *size);

/* (transfer full) (nullable): the same of one file. */
char              *venule_batch_stamp_dup_file (const char            *path);

/* Removes what killed programs left in @folder while they wrote. */
void               venule_batch_clear_leftovers   (const char          *folder);

/* (transfer full): paths of a document, and of where it is written first. */
char              *venule_batch_dup_document     (const char           *folder,
                                                  const char           *id);
char              *venule_batch_dup_new_document (const char           *folder,
                                                  const char           *id);

/**
 * venule_batch_place_document:
 * @folder: of the row
 * @id: of the row
 * @record: what was written of it
 * @aside: (out) (optional) (transfer full) (nullable): name of the document that was there and that a person had
 *   changed; it gets that name
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * The new document takes the place of the old one, if it has not done so before.
 *
 * Returns: whether it is there
 */
gboolean           venule_batch_place_document   (const char               *folder,
                                                  const char               *id,
                                                  const VenuleBatchRecord  *record,
                                                  char                    **aside,
                                                  GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleBatchRecord, venule_batch_record_free)

G_END_DECLS
