/* venule-history.h: the steps that can be undone and done again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-edit.h"

G_BEGIN_DECLS

/* A row of edits: the first of them are done, the rest were taken back and can be done again. */
typedef struct _VenuleHistory VenuleHistory;

VenuleHistory *venule_history_new       (void);
void           venule_history_free      (VenuleHistory *self);
gboolean       venule_history_is_empty  (VenuleHistory *self);
void           venule_history_clear     (VenuleHistory *self);

/* Puts a step that is to be done next in the place of all that could have been done again. Consumes @edit. */
void           venule_history_add       (VenuleHistory *self,
                                         VenuleEdit    *edit);

/* The step that would be taken back or done again: (transfer none) (nullable). */
VenuleEdit    *venule_history_peek_undo (VenuleHistory *self);
VenuleEdit    *venule_history_peek_redo (VenuleHistory *self);

/* Counts it as taken back or as done: (transfer none) (nullable). */
VenuleEdit    *venule_history_undo      (VenuleHistory *self);
VenuleEdit    *venule_history_redo      (VenuleHistory *self);

G_END_DECLS
