/* venule-xml.h: text in XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (transfer full): @text, which is UTF-8, with U+FFFD in place of each character that XML 1.0 knows no way to write:
 * control characters, of which file names and labels may hold any. A reader refuses the whole file for one of them,
 * "&#x1b;" too. */
char *venule_xml_dup_text    (const char *text);

/* (transfer full): the same, and what would be markup escaped. */
char *venule_xml_dup_escaped (const char *text);

G_END_DECLS
