/* venule-save.h: files that are there as a whole or not at all
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * venule_save_file:
 * @path: where to
 * @content: what
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes under another name beside @path, brings it to the disk, and only then takes the place of what was there.
 *
 * Returns: whether it was written; if not, nothing has changed
 */
gboolean venule_save_file        (const char  *path,
                                  GBytes      *content,
                                  GError     **error);

/* The same, but only where the file is as venule_temp_file_dup_stamp() said; with %NULL where it is not there. */
gboolean venule_save_over (const char  *path,
                           GBytes      *content,
                           const char  *stamp,
                           GError     **error);

/**
 * venule_save_all:
 * @directory: a folder that is there
 * @names: (array length=n): of files in it
 * @contents: (array length=n): what they hold
 * @n: number of files
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * As venule_save_file() for files that belong together: none takes its place before all are on the disk.
 *
 * Returns: whether all were written
 */
gboolean venule_save_all         (const char         *directory,
                                  const char *const  *names,
                                  GBytes *const      *contents,
                                  guint               n,
                                  GError            **error);

/**
 * venule_save_check_others:
 * @directory: a folder, which need not be there
 * @names: (array length=n): of files in it; the first one is a table
 * @contents: (array length=n): what they are to hold
 * @n: number of files
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Earlier results of the same kind may be replaced by venule_save_all(): the first table is there, and it and the
 * others begin with the same column as the new ones. Other files of these names must not be lost.
 *
 * Returns: whether no other file would be replaced
 */
gboolean venule_save_check_others (const char         *directory,
                                   const char *const  *names,
                                   GBytes *const      *contents,
                                   guint               n,
                                   GError            **error);

/* Whether the file at @path is a table with the columns of @table (the first ones, where there are many). */
gboolean venule_save_has_columns_of (const char  *path,
                                     GBytes      *table);

/**
 * venule_save_check:
 * @path: a file that is to be written later
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Proves that a file can be written beside @path, so that nothing is lost for want of that after a long run.
 *
 * Returns: whether it can; nothing has changed
 */
gboolean venule_save_check       (const char         *path,
                                  GError            **error);

/* FALSE with a %VENULE_ERROR_WRITE when there is a file that may not be written to. */
gboolean venule_save_check_protection (const char  *path,
                                       GError     **error);

/* Whether both are there and the same file, by whatever names. */
gboolean venule_save_is_same     (const char         *path,
                                  const char         *other);

/**
 * venule_save_lock:
 * @directory: a folder that is there
 * @lock: (out): what holds it, to be closed; below 0 where the drive knows no locks
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Two that write into one folder at once would leave files of which some are of the one and some of the other.
 *
 * Returns: %FALSE when another program has locked it
 */
gboolean venule_save_lock        (const char  *directory,
                                  int         *lock,
                                  GError     **error);

/**
 * venule_save_check_directory:
 * @directory: where results are to go
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Makes the directory and proves that a file can be written there: to be called before a run, so that nothing is lost
 * after it.
 *
 * Returns: whether results can be kept there
 */
gboolean venule_save_check_directory (const char            *directory,
                                      GError               **error);

G_END_DECLS
