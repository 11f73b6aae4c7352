/* venule-working-copy.h: the working copy of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-project-db-rescue.h"
#include "venule-project-db.h"

G_BEGIN_DECLS

/**
 * VenuleWorkingCopy:
 *
 * A document as it is worked on: a database under the user's state directory, in which every change lasts at once,
 * beside the user's file, which is only read when it is opened and replaced when it is saved. A lock says who works
 * on it; it goes with the program, however that ends.
 *
 * When it is freed with changes that were neither saved nor discarded, as when the program is killed, the database
 * stays and is found by venule_working_copy_dup_leftovers().
 */
typedef struct _VenuleWorkingCopy VenuleWorkingCopy;

/**
 * VenuleWorkingCopyChoice:
 * @VENULE_WORKING_COPY_ASK: fails with %VENULE_ERROR_QUESTION when there are unsaved changes of an earlier time
 * @VENULE_WORKING_COPY_RECOVER: goes on with them
 * @VENULE_WORKING_COPY_FORGET: takes the file as it was saved; they are gone
 *
 * What to do with changes that were not saved.
 */
typedef enum {
  VENULE_WORKING_COPY_ASK,
  VENULE_WORKING_COPY_RECOVER,
  VENULE_WORKING_COPY_FORGET,
} VenuleWorkingCopyChoice;

/**
 * VenuleLeftover:
 * @working_copy: path of the working copy
 * @target: (nullable): path of the user's file; %NULL: it was never saved
 * @video: (nullable): path of its video; %NULL: none is known
 * @changed: when it was changed last, s since 1970
 *
 * A working copy that is not in use, with changes that were not saved.
 */
typedef struct {
  char  *working_copy;
  char  *target;
  char  *video;
  gint64 changed;
} VenuleLeftover;

void               venule_leftover_free              (VenuleLeftover         *self);

/**
 * venule_working_copy_new:
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Returns: (transfer full): an empty document that has no file yet
 */
VenuleWorkingCopy *venule_working_copy_new           (GError                **error);

/**
 * venule_working_copy_open:
 * @path: the user's file
 * @choice: what to do with changes that were not saved
 * @error: return location
 *
 * Copies the file. Where another window or program works on it, the copy is read-only: it can be looked at, and saved
 * under another name.
 *
 * Errors: as venule_project_db_open(), %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_QUESTION.
 *
 * Returns: (transfer full): the working copy, or %NULL
 */
VenuleWorkingCopy *venule_working_copy_open          (const char             *path,
                                                      VenuleWorkingCopyChoice choice,
                                                      GError                **error);

/**
 * venule_working_copy_open_at_once:
 * @path: the user's file
 * @choice: what to do with changes that were not saved
 * @error: return location
 *
 * As venule_working_copy_open(). A large document can be looked at as soon as its tables are found right: it is copied
 * and every page of it is checked in a thread meanwhile. venule_working_copy_get_settled() says when, and the main
 * thread calls venule_working_copy_settle() then. Whatever is written before waits for it.
 *
 * Returns: (transfer full): the working copy, or %NULL
 */
VenuleWorkingCopy *venule_working_copy_open_at_once  (const char             *path,
                                                      VenuleWorkingCopyChoice choice,
                                                      GError                **error);

/**
 * venule_working_copy_get_settled:
 * @self: a working copy
 * @progress: (out) (optional): about how much of the copy and the check is done, 0 to 1
 *
 * Returns: whether venule_working_copy_settle() would not wait
 */
gboolean           venule_working_copy_get_settled   (VenuleWorkingCopy      *self,
                                                      double                 *progress);

/**
 * venule_working_copy_settle:
 * @self: a working copy
 * @error: return location
 *
 * Waits until the copy is made and checked; from then on changes can be written. The same answer ever after.
 *
 * Errors: %VENULE_ERROR_DAMAGED, %VENULE_ERROR_WRITE: nothing can be written, and what is shown may be wrong or no
 * longer there.
 *
 * Returns: whether all is right
 */
gboolean           venule_working_copy_settle        (VenuleWorkingCopy      *self,
                                                      GError                **error);

/**
 * venule_working_copy_rescue:
 * @path: the user's file, which is damaged
 * @rescue: (out caller-allocates): what came of it
 * @error: return location
 *
 * A new document, which has no file yet, of what can still be read. The file itself is not touched.
 *
 * Errors: as venule_project_db_rescue().
 *
 * Returns: (transfer full): the document, or %NULL
 */
VenuleWorkingCopy *venule_working_copy_rescue        (const char             *path,
                                                      VenuleRescue           *rescue,
                                                      GCancellable           *cancellable,
                                                      GError                **error);

/**
 * venule_working_copy_recover:
 * @leftover: a working copy that was left
 * @error: return location
 *
 * Returns: (transfer full): the document as it was last, with its changes, or %NULL
 */
VenuleWorkingCopy *venule_working_copy_recover       (const VenuleLeftover   *leftover,
                                                      GError                **error);

/**
 * venule_working_copy_dup_leftovers:
 * @but: (nullable): a user's file that is being opened, whose working copy is left alone
 *
 * Looks for working copies that are not in use. Those without changes are removed, and what else killed programs left.
 *
 * Returns: (transfer full) (element-type VenuleLeftover): those with changes that were not saved
 */
GPtrArray         *venule_working_copy_dup_leftovers (const char             *but);

/* (transfer full) (element-type VenuleLeftover): those that cannot be opened as documents; venule_project_db_rescue()
 * may read more. */
GPtrArray         *venule_working_copy_dup_damaged   (void);

/* Removes a leftover for good. */
void               venule_leftover_remove            (const VenuleLeftover   *self);

void               venule_working_copy_free          (VenuleWorkingCopy      *self);

/* (transfer none): the database; it lives as long as @self. */
VenuleProjectDb   *venule_working_copy_get_db        (VenuleWorkingCopy      *self);
/* (nullable): the user's file; NULL before it was saved. */
const char        *venule_working_copy_get_path      (VenuleWorkingCopy      *self);
gboolean           venule_working_copy_get_read_only (VenuleWorkingCopy      *self);
/* Whether changes that were not saved were found and cannot be read: they are kept. */
gboolean           venule_working_copy_had_damaged   (VenuleWorkingCopy      *self);
/* Whether there are changes that are not in the user's file. */
gboolean           venule_working_copy_get_unsaved   (VenuleWorkingCopy      *self);

/**
 * venule_working_copy_save:
 * @self: a working copy
 * @path: (nullable): another file; %NULL: its own
 * @replace: whether another file that is there may be replaced
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * As venule_project_db_save(). With another @path the working copy goes on as that of the new file. Refuses its own
 * when it is read-only, or was changed by another program since it was opened, and a file that another window works on.
 * What another program writes while it is saved is not replaced.
 *
 * Returns: whether it was saved
 */
gboolean           venule_working_copy_save          (VenuleWorkingCopy      *self,
                                                      const char             *path,
                                                      gboolean                replace,
                                                      GError                **error);

/**
 * venule_working_copy_claim:
 * @self: a working copy that has no file yet
 * @path: the file that it will be saved to
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Keeps other windows and programs from working on @path from now on. Refuses a file that is there.
 *
 * Returns: whether it is the file of @self now
 */
gboolean           venule_working_copy_claim         (VenuleWorkingCopy      *self,
                                                      const char             *path,
                                                      GError                **error);

/* Whether a document may be saved to @path now: it is not open, nor there, unless it may be replaced. Changes
 * nothing. */
gboolean           venule_working_copy_check_path    (const char             *path,
                                                      gboolean                replace,
                                                      GError                **error);

/* As venule_working_copy_save() for a document without a working copy. */
gboolean           venule_working_copy_save_db       (VenuleProjectDb        *db,
                                                      const char             *path,
                                                      gboolean                replace,
                                                      GError                **error);

/**
 * VenuleSaving:
 *
 * A saving that is under way: begun and ended by who works on the document, and written by any thread in between.
 * Changes that are made meanwhile are not in it, or are as a whole; they count as unsaved then.
 */
typedef struct _VenuleSaving VenuleSaving;

/**
 * venule_working_copy_begin_save:
 * @self: a working copy
 * @path: (nullable): as in venule_working_copy_save()
 * @replace: as well
 * @error: as well
 *
 * Returns: (transfer full) (nullable): what is to be written, before @self is freed; %NULL: it may not be
 */
VenuleSaving      *venule_working_copy_begin_save    (VenuleWorkingCopy      *self,
                                                      const char             *path,
                                                      gboolean                replace,
                                                      GError                **error);

/* In any thread: as venule_working_copy_save(). */
gboolean           venule_saving_write               (VenuleSaving           *self,
                                                      GError                **error);

/* About how much of it is written, 0 to 1; in any thread. */
double             venule_saving_get_progress        (const VenuleSaving     *self);

/* When it was written. */
void               venule_working_copy_end_save      (VenuleWorkingCopy      *self,
                                                      const VenuleSaving     *saving);
void               venule_saving_free                (VenuleSaving           *self);

/* What is in the working copy now counts as saved: it holds nothing yet that a person would miss. */
void               venule_working_copy_set_saved     (VenuleWorkingCopy      *self);

/* The changes are not wanted: nothing is left when it is freed. */
void               venule_working_copy_discard       (VenuleWorkingCopy      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleWorkingCopy, venule_working_copy_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLeftover, venule_leftover_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSaving, venule_saving_free)

G_END_DECLS
