/* venule-working-copy-lock.h: who works on a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A descriptor that holds the lock of the file at @path until it is closed, however the program ends; −1 when another
 * window or program holds it, or with an error when the lock cannot be made. */
int  venule_working_copy_lock   (const char *path,
                                 GError    **error);

/* Gives it back, and removes its file. */
void venule_working_copy_unlock (int         descriptor,
                                 const char *path);

G_END_DECLS
