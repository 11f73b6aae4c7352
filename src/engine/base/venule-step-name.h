/* venule-step-name.h: what an undo step is called, in the language of whoever looks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A text domain without translations, for g_dngettext(): documents keep the names of steps in English. Names without
 * a plural are marked with N_(). */
#define VENULE_STEP_NAMES GETTEXT_PACKAGE "-english"

/**
 * venule_step_name_dup_shown:
 * @name: as a document has it, such as “Cut Track 12”
 *
 * Returns: (transfer full): the same in the language of the user; @name itself where it is not known, as from documents
 *   of earlier versions in another language
 */
char *venule_step_name_dup_shown (const char *name);

G_END_DECLS
