/* venule-document-proposed.h: a person confirms what the run on show was made with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * venule_document_confirm_run:
 * @self: a document
 * @parts: what a person confirmed in its settings
 * @error: return location
 *
 * Takes the mark “proposed, not confirmed” off those of @parts that the run on show was made with and that have still
 * the same value in the settings, as one undo step: nothing needs to be run again.
 *
 * Returns: whether it is kept, or there was nothing to confirm
 */
gboolean       venule_document_confirm_run   (VenuleDocument  *self,
                                              VenuleProposed   parts,
                                              GError         **error);

/* Of the run that is shown. */
VenuleProposed venule_document_get_confirmed (VenuleDocument  *self);
/* The marks of the run that is shown, and of settings with the same values, after the measure settings changed, by
 * which @before were confirmed. */
void           venule_document_mark_proposed (VenuleDocument  *self,
                                              VenuleProposed   before);

G_END_DECLS
