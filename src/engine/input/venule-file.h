/* venule-file.h: a file on a drive that may stall or fail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenuleFileStamp:
 * @size: bytes
 * @changed: modification time, ns since 1970
 *
 * Identifies a version of a file without reading it. The inode is not part of it: some network file systems make up
 * new ones.
 */
typedef struct {
  gint64 size;
  gint64 changed;
} VenuleFileStamp;

typedef struct _VenuleFile VenuleFile;

/* The cancellable that ends waiting for a drive that does not answer, until the end of the block:
 * g_autoptr (VenuleCurrent) current = venule_current_new (cancellable); */
typedef GCancellable VenuleCurrent;

static inline VenuleCurrent *
venule_current_new (GCancellable *cancellable)
{
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
  return cancellable;
}

static inline void
venule_current_free (VenuleCurrent *current)
{
  g_cancellable_pop_current (current);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCurrent, venule_current_free)

VenuleFile            *venule_file_open            (const char       *path,
                                                    GError          **error);
void                   venule_file_close           (VenuleFile       *self);
const VenuleFileStamp *venule_file_get_stamp       (VenuleFile       *self);
gint64                 venule_file_seek            (VenuleFile       *self,
                                                    gint64            offset,
                                                    int               whence);
gssize                 venule_file_read            (VenuleFile       *self,
                                                    void             *buffer,
                                                    gsize             size);
gssize                 venule_file_read_at         (VenuleFile       *self,
                                                    gint64            offset,
                                                    void             *buffer,
                                                    gsize             size);
gboolean               venule_file_check           (VenuleFile       *self,
                                                    GError          **error);
void                   venule_file_forgive         (VenuleFile       *self);
gboolean               venule_file_check_path      (const char             *path,
                                                    const VenuleFileStamp  *stamp,
                                                    GError                **error);
gboolean               venule_file_check_unchanged (VenuleFile             *self,
                                                    const VenuleFileStamp  *stamp,
                                                    GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFile, venule_file_close)

G_END_DECLS
