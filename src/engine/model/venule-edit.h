/* venule-edit.h: one step of undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleEdit:
 *
 * A small command: it changes the list of tracks or a track, and can take that back exactly. Edits are applied and reverted
 * strictly in turn, as a stack, so that each finds what it left.
 */
typedef struct _VenuleEdit VenuleEdit;

/* @tracks: (element-type VenuleTrack): to take out, in the order of ids. */
VenuleEdit *venule_edit_new_delete   (GPtrArray      *tracks);
VenuleEdit *venule_edit_new_set_kind (VenuleTrack    *track,
                                      VenuleCellKind  kind);
void        venule_edit_free         (VenuleEdit     *self);

/* Translated, for a button: "Delete Track 12". */
const char *venule_edit_get_name     (VenuleEdit     *self);

/* The list of tracks (in the order of ids) after the edit or without it: (transfer full) (element-type VenuleTrack). */
GPtrArray  *venule_edit_apply        (VenuleEdit     *self,
                                      GPtrArray      *tracks);
GPtrArray  *venule_edit_revert       (VenuleEdit     *self,
                                      GPtrArray      *tracks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleEdit, venule_edit_free)

G_END_DECLS
