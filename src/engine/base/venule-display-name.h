/* venule-display-name.h: names of files as people see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *venule_display_name_dup           (const char *path);
char *venule_display_name_dup_base      (const char *path);
/* (transfer full): what was typed, for a sentence: 40 characters of it at most. */
char *venule_display_name_dup_excerpt   (const char *text);
/* (transfer full): @text for a terminal, with its lines and tabs, and the “\r” at its end after which it is written
 * over. */
char *venule_display_name_dup_printable (const char *text);

G_END_DECLS
