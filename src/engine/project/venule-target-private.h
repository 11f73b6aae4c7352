/* venule-target-private.h: what the files of the target share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-target.h"

G_BEGIN_DECLS

/* What is to be there with an id; where there is none, what the run found stays. */
typedef struct {
  VenuleTrack *source; /* whose spots it has, or whose note, class and so on; NULL: it is no more */
  VenuleTrack *put;    /* as it is to be; NULL: as the run found it, but for what is said of it */
} VenuleTargetPlace;

/* (transfer full): of what the run found in @document, from what is to be there @before to what is @after; both id →
 * VenuleTargetPlace. */
VenuleEdit *venule_target_make_edit (VenuleDocument *document,
                                     GHashTable     *before,
                                     GHashTable     *after);

G_END_DECLS
