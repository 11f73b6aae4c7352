/* venule-kymograph-traces.h: the tracks of a document along a line, kept up to date while they are edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-kymograph-plot.h"

G_BEGIN_DECLS

typedef struct _VenuleKymographTraces VenuleKymographTraces;

typedef void (*VenuleKymographTracesChanged) (gpointer owner);

/**
 * venule_kymograph_traces_new:
 * @document: whose tracks
 * @picture: the line that they are brought to
 * @changed: called whenever there is more or something else to be drawn
 * @owner: for @changed
 *
 * Millions of spots are looked at a few milliseconds at a time, when nothing else is to be done; then only what was
 * edited is.
 *
 * Returns: (transfer full): without any trace yet
 */
VenuleKymographTraces *venule_kymograph_traces_new        (VenuleDocument               *document,
                                                           VenuleKymograph              *picture,
                                                           VenuleKymographTracesChanged  changed,
                                                           gpointer                      owner);
void                   venule_kymograph_traces_free       (VenuleKymographTraces        *self);

/* (transfer full) (element-type VenuleKymographCurve): those that are known yet and not hidden. */
GArray                *venule_kymograph_traces_dup_curves (VenuleKymographTraces        *self);

/* Whether all tracks have been looked at. */
gboolean               venule_kymograph_traces_is_complete (VenuleKymographTraces       *self);

G_END_DECLS
