/* venule-export-private.h: the content of each file, before it is written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

#include "venule-export.h"

G_BEGIN_DECLS

/* All (transfer full); columns as in docs/csv.md. */
VenuleTable *venule_export_make_tracks  (const VenuleResults  *results);
VenuleTable *venule_export_make_summary (const VenuleResults  *results);
VenuleTable *venule_export_make_events  (const VenuleResults  *results);
VenuleTable *venule_export_make_flux    (const VenuleResults  *results);
VenuleTable *venule_export_make_vessel  (const VenuleResults  *results);
VenuleTable *venule_export_make_movement (const VenuleResults *results);

/* NULL when cancelled: the whole video is read, to say by its hash which it is (null when it can no longer be read). */
GBytes *venule_export_make_analysis (const VenuleResults  *results,
                                     GCancellable         *cancellable,
                                     GError              **error);
/* These take the name of the file, as all that are made from the table of files do. */
GBytes *venule_export_make_workbook    (const VenuleResults  *results,
                                        GCancellable         *cancellable,
                                        GError              **error);
GBytes *venule_export_make_tracks_json (const VenuleResults  *results,
                                        GCancellable         *cancellable,
                                        GError              **error);
GBytes *venule_export_make_trackmate   (const VenuleResults  *results,
                                        GCancellable         *cancellable,
                                        GError              **error);
GBytes *venule_export_make_mtrackj     (const VenuleResults  *results,
                                        GCancellable         *cancellable,
                                        GError              **error);
GBytes *venule_export_make_report      (const VenuleResults  *results,
                                        GCancellable         *cancellable,
                                        GError              **error);
GBytes *venule_export_make_methods     (const VenuleResults  *results,
                                        GCancellable         *cancellable,
                                        GError              **error);

/* Text of a JSON tree with the fewest digits that give the same number again (json-glib writes 0.363 as
 * 0.36299999999999999). */
/* Whether the analysis.json in @directory says the same video and the same part of the picture. */
gboolean venule_export_is_of        (const VenuleResults  *results,
                                     const char           *directory);
char   *venule_export_json_to_text  (JsonNode             *node);

G_END_DECLS
