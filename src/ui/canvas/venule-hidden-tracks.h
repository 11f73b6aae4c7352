/* venule-hidden-tracks.h: the tracks that are not drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

guint   venule_hidden_tracks_count (VenuleDocument *document);
GArray *venule_hidden_tracks_dup   (VenuleDocument *document);

G_END_DECLS
