/* venule-working-copy-private.h: what the parts of a working copy share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-working-copy.h"

G_BEGIN_DECLS

/* Of the database. */
#define VENULE_WORKING_COPY_SUFFIX ".venule-work"

/* Bytes: a smaller document is copied and checked before anybody would notice. */
#define VENULE_WORKING_COPY_LARGE (48 * 1024 * 1024)

/* A copy that is being made and checked in a thread. */
typedef struct _VenuleCopying VenuleCopying;

struct _VenuleWorkingCopy
{
  char            *base;        /* path without an ending: the database, its note and its lock lie under it */
  char            *target;      /* NULL: never saved */
  int              lock;        /* of base */
  int              target_lock; /* of the file that a recovered or renamed copy belongs to; −1: the same, or none */
  char            *target_base;
  VenuleProjectDb *db;
  gint64           saved_revision; /* of the database when the user's file was the same */
  char            *stamp;          /* of the user's file at that time; NULL: it was not there */
  gboolean         read_only;
  gboolean         discard;
  gboolean         had_damaged;    /* another one was there, which could not be opened and was set aside */
  VenuleCopying   *copying; /* NULL: the database is in the working file */
};

/* Says that there is no room for working copies. */
void     venule_working_copy_set_full   (GError              **error);
/* Copies the user's file at @path under @base. */
gboolean venule_working_copy_make_file  (const char           *path,
                                         const char           *base,
                                         GCancellable         *cancellable,
                                         GFileProgressCallback progress,
                                         gpointer              data,
                                         GError              **error);
/* Opens the database on the user's file, to be looked at, and begins to copy and to check it. FALSE without an error:
 * it is of an older version, and has to be copied first. */
gboolean venule_working_copy_begin_copy (VenuleWorkingCopy    *self,
                                         GError              **error);
/* Ends that without waiting for all of it. */
void     venule_working_copy_stop_copy  (VenuleWorkingCopy    *self);

/* The path without an ending under which the working copy of the file at @path lies: one for each file, by whatever way
 * it is reached. */
char    *venule_working_copy_base       (const char           *path);

/* The note beside the database: which file it belongs to, and what was saved. */
gboolean venule_working_copy_write_note (VenuleWorkingCopy    *self,
                                         GError              **error);
void     venule_working_copy_read_note  (VenuleWorkingCopy    *self);
gboolean venule_working_copy_has_note   (VenuleWorkingCopy    *self);

/* No other program may use what is about to be replaced: takes over its lock. */
gboolean venule_working_copy_lock_other (VenuleWorkingCopy    *self,
                                         const char           *path,
                                         GError              **error);

G_END_DECLS
