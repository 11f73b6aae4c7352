/* venule-edit.h: what one edit puts in the place of what is there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleEdit:
 * @name: translated, of the step
 * @put: (element-type VenuleTrack): tracks that are new, or take the place of those of the same id
 * @marked: (element-type VenuleTrack): attributes of existing tracks: everything but their spots
 * @removed: (element-type guint): ids of tracks that are no more
 */
typedef struct {
  char      *name;
  GPtrArray *put;
  GPtrArray *marked;
  GArray    *removed;
} VenuleEdit;

/* Takes the name. */
VenuleEdit  *venule_edit_new              (char            *name);
void         venule_edit_free             (VenuleEdit      *self);

/* Takes the track. */
void         venule_edit_put              (VenuleEdit      *self,
                                           VenuleTrack     *track);
/* Returns: (transfer none): the attributes of @track, to be changed. */
VenuleTrack *venule_edit_mark             (VenuleEdit      *self,
                                           VenuleTrack     *track);
void         venule_edit_remove           (VenuleEdit      *self,
                                           guint            id);

/* Makes the edit as one step, or as a part of the group's: classes follow, it is written, then shown and told. Nothing
 * has changed on an error. */
gboolean     venule_document_do_edit      (VenuleDocument  *self,
                                           VenuleEdit      *edit,
                                           GError         **error);

/* (element-type guint): those of @ids that are there, each once. */
GArray      *venule_document_find_tracks  (VenuleDocument  *self,
                                           const guint     *ids,
                                           guint            n);

/* Whether none of @ids (element-type guint), which are there, is locked. */
gboolean     venule_document_check_locks  (VenuleDocument  *self,
                                           GArray          *ids,
                                           GError         **error);

/* (transfer none): a track that may be changed, or NULL. */
VenuleTrack *venule_document_find_track   (VenuleDocument  *self,
                                           guint            id,
                                           GError         **error);

/* An id that no track of the run has or had. */
guint        venule_document_next_id      (VenuleDocument  *self);

/* (nullable) (transfer full): two notes as one. */
char        *venule_edit_join_notes       (const char      *first,
                                           const char      *second);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleEdit, venule_edit_free)

G_END_DECLS
