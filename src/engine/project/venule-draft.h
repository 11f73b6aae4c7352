/* venule-draft.h: edits while a run goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-edit.h"
#include "venule-replay.h"
#include "venule-store.h"

G_BEGIN_DECLS

/**
 * VenuleDraft:
 *
 * The tracks of a run in progress are not those that it will have in the end: what a person does with them lasts until then, and
 * is made in the linked tracks, step by step. Tracks that are edited go on growing: what the run finds of a cell goes to the
 * track that holds its latest spot, and to none when that was deleted.
 */
typedef struct _VenuleDraft VenuleDraft;

VenuleDraft       *venule_draft_new       (void);
void               venule_draft_free      (VenuleDraft        *self);

/* Whether nothing that the run finds is shown otherwise than it is. */
gboolean           venule_draft_is_empty  (VenuleDraft        *self);

/* An id that no track of the run will have. */
guint              venule_draft_next_id   (VenuleDraft        *self);

/* Makes an edit in what is shown, as a step or, @group, as a part of the latest one. */
void               venule_draft_do        (VenuleDraft        *self,
                                           VenuleDocument     *document,
                                           VenuleEdit         *edit,
                                           gboolean            group);

/* What is measured was set from @before to @after: a step. */
void               venule_draft_measure   (VenuleDraft        *self,
                                           const char         *name,
                                           const VenuleMeasureSettings *before,
                                           const VenuleMeasureSettings *after);

/* Takes the latest step back, or does the next one again. */
void               venule_draft_walk      (VenuleDraft        *self,
                                           VenuleDocument     *document,
                                           gboolean            back);

/* (transfer full) (element-type utf8): the names of all steps, and how many are done. */
GPtrArray         *venule_draft_dup_names (VenuleDraft        *self,
                                           guint              *n_done);

/* Notes what the run has found of a cell. Returns the id of the track that it is shown in; 0: of none. */
guint              venule_draft_route     (VenuleDraft        *self,
                                           guint               live_id,
                                           const VenuleSpot   *spot);

/* (transfer full) (element-type VenuleLiveStep): the steps that the store does not have as they are now, with what was found of
 * their cells since; how many there are in all, and how many are done. They are not kept beyond the next change of the draft. */
GPtrArray         *venule_draft_dup_news  (VenuleDraft        *self,
                                           guint              *n_steps,
                                           guint              *n_done);
/* Whether a person has done anything that the store does not have. */
gboolean           venule_draft_has_news  (VenuleDraft        *self);
/* The store has all of it. */
void               venule_draft_set_written
                                          (VenuleDraft        *self);

/* Whether a step that is done has changed a track. */
gboolean           venule_draft_has_corrections
                                          (VenuleDraft        *self);

/* (transfer full) (nullable): the steps that are done and, @undone, those that were taken back, with what they come to by now; NULL:
 * there are none. */
VenuleReplay      *venule_draft_collect   (VenuleDraft        *self,
                                           gboolean            undone);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDraft, venule_draft_free)

G_END_DECLS
