/* venule-review-queue.h: which doubtful place comes next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-review.h"

G_BEGIN_DECLS

/**
 * VenuleReviewQueue:
 *
 * The doubtful places of a document's tracks, the most doubtful first, without those that were answered; after each few
 * of them a sample of the tracks that nothing speaks against, so that the error of the rest can be estimated. It does
 * not follow the document: venule_review_queue_fill() looks again.
 */
typedef struct _VenuleReviewQueue VenuleReviewQueue;

VenuleReviewQueue       *venule_review_queue_new            (void);
void                     venule_review_queue_free           (VenuleReviewQueue *self);
void                     venule_review_queue_fill           (VenuleReviewQueue *self,
                                                             VenuleDocument    *document);
/* (transfer none) (nullable): the next place whose tracks are still there; NULL: nothing is left. */
const VenuleReviewPlace *venule_review_queue_peek           (VenuleReviewQueue *self,
                                                             VenuleDocument    *document);
/* The place in front is answered, and written down in the document. */
gboolean                 venule_review_queue_give_verdict   (VenuleReviewQueue *self,
                                                             VenuleDocument    *document,
                                                             gboolean           wrong,
                                                             GError           **error);
/* The place in front goes to the end. */
void                     venule_review_queue_put_off        (VenuleReviewQueue *self);
/* Doubtful places that were answered, and those that are left; without samples. */
guint                    venule_review_queue_get_n_verdicts (VenuleReviewQueue *self);
guint                    venule_review_queue_get_left       (VenuleReviewQueue *self);
/* How large the share of wrong tracks still may be. */
VenuleInterval           venule_review_queue_estimate       (VenuleReviewQueue *self,
                                                             VenuleDocument    *document);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleReviewQueue, venule_review_queue_free)

G_END_DECLS
