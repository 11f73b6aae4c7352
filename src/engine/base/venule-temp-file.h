/* venule-temp-file.h: files that grow under a hidden name beside the one whose place they take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <signal.h>

G_BEGIN_DECLS

/**
 * venule_temp_file_make:
 * @path: the file or folder that is to be written
 * @mode: permissions before the umask; with S_IFDIR a folder is made
 * @temp_path: (out) (transfer full): “.NAME.venule-XXXXXX” in the same folder
 *
 * What is returned holds a lock: as long as it is open, the file is not taken for a leftover of a killed program.
 *
 * Returns: a descriptor that is open for reading and writing (a folder: for reading); below 0, with errno, on failure,
 *   which is ENODEV where @path is a device, a pipe or a socket
 */
int        venule_temp_file_make          (const char *path,
                                           guint       mode,
                                           char      **temp_path);

/* What changes whenever a program writes the file: (transfer full) (nullable): %NULL: it is not there. */
char      *venule_temp_file_dup_stamp     (const char *path);

/**
 * venule_temp_file_take_place:
 * @temp_path: a file
 * @path: the name that it gets
 * @stamp: (nullable): what venule_temp_file_dup_stamp() said of the file that may be replaced; %NULL: none may
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Returns: %FALSE when another program has written @path meanwhile, or it cannot be replaced; nothing has changed then
 */
gboolean   venule_temp_file_take_place    (const char *temp_path,
                                           const char *path,
                                           const char *stamp,
                                           GError    **error);

/* (transfer full) (element-type filename): the paths of what killed programs left in @folder while they wrote files
 * there. */
GPtrArray *venule_temp_file_dup_leftovers (const char *folder);

/* Removes one of them, unless a program works on it: FALSE, with errno. */
gboolean   venule_temp_file_remove        (const char *leftover);

/* What this program is writing: before a signal ends it. May be called by a handler, in which all else stands still. */
void       venule_temp_file_remove_begun  (void);

/* A signal that ends the program waits until pthread_sigmask (SIG_SETMASK, @before, NULL): while files that belong
 * together take their places. */
void       venule_temp_file_hold_signals  (sigset_t   *before);

G_END_DECLS
