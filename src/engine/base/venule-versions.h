/* venule-versions.h: what the results were computed with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * venule_versions_dup_text:
 * @network: (nullable): the version of the network that found the cells; %NULL where it is not known or there was none
 *
 * Returns: (transfer full): the versions of Venule and of the libraries that decide a result, as a JSON object
 */
char *venule_versions_dup_text (const char *network);

G_END_DECLS
