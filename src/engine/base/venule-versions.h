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

#define VENULE_VERSIONS_LOST "lost_detections"

/**
 * venule_versions_dup_with_lost:
 * @text: of venule_versions_dup_text()
 * @n_lost: how many detections that surely are cells belong to no track
 *
 * What a run says of itself beyond its columns is kept with the versions: older programs keep it, and show only those.
 *
 * Returns: (transfer full): the same with that number
 */
char *venule_versions_dup_with_lost (const char *text,
                                     guint       n_lost);
/* Whether the same programs computed, however many detections each run lost. Either may be %NULL, and is not
 * trusted. */
gboolean venule_versions_are_same (const char *a,
                                   const char *b);
/* 0: there are none, or it is not known. @text: (nullable): not trusted */
guint venule_versions_get_lost (const char *text);

G_END_DECLS
