/* venule-review-verdicts.h: the user's verdicts on doubtful places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleReviewVerdict:
 * @track: id that the track had
 * @frame: where
 * @reason: why it was doubtful, as venule_review_reason_to_string() has it
 * @probability: that something was wrong there, as it was thought then
 * @wrong: whether something was
 *
 * An answer to the question whether a place of a track is right.
 */
typedef struct {
  guint     track;
  gint64    frame;
  char      reason[16];
  double    probability;
  gboolean  wrong;
} VenuleReviewVerdict;

/* ---- In the document: of the run that is shown ---- */

/**
 * venule_document_put_verdict:
 * @self: a document with a run
 * @verdict: is copied
 * @error: return location
 *
 * Lasts with the document. It is no undo step: what it led to is one.
 *
 * Returns: whether it was written
 */
gboolean venule_document_put_verdict  (VenuleDocument            *self,
                                       const VenuleReviewVerdict *verdict,
                                       GError                   **error);
/* (transfer full) (element-type VenuleReviewVerdict). */
GArray  *venule_document_dup_verdicts (VenuleDocument            *self,
                                       GError                   **error);

G_END_DECLS
