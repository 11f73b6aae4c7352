/* edit-walk.h: edits drawn by lot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document-tracks.h"

G_BEGIN_DECLS

/* Makes an edit that is drawn with @seed: of two documents that are the same, both get the same. Whether it made a
 * step; one that was refused makes none. */
gboolean edit_walk_do (VenuleDocument *document,
                       guint32         seed);

G_END_DECLS
