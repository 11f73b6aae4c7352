/* venule-project-db-rescue.h: what can still be read of a damaged document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-project-db.h"

G_BEGIN_DECLS

/**
 * VenuleRescue:
 * @n_tracks: tracks that were read
 * @n_lost: tracks of which it is known that they were there, and whose spots were not
 * @n_bare: tracks of @n_tracks of which the spots alone were there: what they were called and classified as is lost,
 *   and whether they had been deleted
 * @n_circles: tracks of @n_tracks whose outlines were there and are not whole: their cells are circles
 * @n_pages: pages of the file that nothing came of
 * @no_video: whether it is not known any more which video it is about
 * @no_settings: whether settings, or some of them, were replaced by those that a new document has
 * @unverified: whether the checksum of settings, classes and notes does not hold, so that they may be others than were
 *   saved
 * @differ: whether the run that is shown has other settings than the document, of which one or the other may be damaged
 * @no_history: whether there were edits that cannot be taken back any more; they stay as they are
 *
 * What came of a damaged document.
 */
typedef struct {
  guint    n_tracks;
  guint    n_lost;
  guint    n_bare;
  guint    n_circles;
  guint    n_pages;
  gboolean no_video;
  gboolean no_settings;
  gboolean unverified;
  gboolean differ;
  gboolean no_history;
} VenuleRescue;

/**
 * venule_project_db_rescue:
 * @path: the user's file, which is only read
 * @into: (nullable): of a file that is not there yet; %NULL: in memory
 * @rescue: (out caller-allocates): what came of it
 * @cancellable: (nullable): ends it within a row
 * @error: return location for a %VENULE_ERROR_DAMAGED when nothing did, a %VENULE_ERROR_NOT_FOUND or a
 * %VENULE_ERROR_WRITE
 *
 * Writes what can still be read of a damaged document into a new one: every row that is whole, wherever in the file it
 * lies.
 *
 * Returns: (transfer full) (nullable): the new document
 */
VenuleProjectDb *venule_project_db_rescue (const char         *path,
                                           const char         *into,
                                           VenuleRescue       *rescue,
                                           GCancellable       *cancellable,
                                           GError            **error);

/* What was rescued and what was not, in sentences: (transfer full). */
char            *venule_rescue_describe   (const VenuleRescue *self);

G_END_DECLS
