/* venule-review-panel.h: the doubtful places of a result, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-player.h"
#include "venule-selection.h"

G_BEGIN_DECLS

typedef enum {
  VENULE_REVIEW_RIGHT,    /* it is as it should be */
  VENULE_REVIEW_DELETE,   /* no cell, or nothing that can be used */
  VENULE_REVIEW_JOIN,     /* with the track that may be its continuation */
  VENULE_REVIEW_EXCHANGE, /* with the track that it touches, from there on */
  VENULE_REVIEW_CUT,      /* at the frame that is on show */
  VENULE_REVIEW_LATER,    /* goes to the end of the queue */
} VenuleReviewAction;

/* Shows one doubtful place after the other: its track is selected, and the video plays around it, over and over. Each
 * answer is an edit that can be taken back, and is remembered in the document.
 * Properties with notify: active (boolean, whether a review is on).
 * Signal: failed (message). */
#define VENULE_TYPE_REVIEW_PANEL (venule_review_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleReviewPanel, venule_review_panel, VENULE, REVIEW_PANEL, GtkWidget)

void     venule_review_panel_set_document  (VenuleReviewPanel *self,
                                            VenuleDocument    *document);
void     venule_review_panel_set_player    (VenuleReviewPanel *self,
                                            VenulePlayer      *player);
void     venule_review_panel_set_selection (VenuleReviewPanel *self,
                                            VenuleSelection   *selection);
void     venule_review_panel_start         (VenuleReviewPanel *self);
void     venule_review_panel_stop          (VenuleReviewPanel *self);
gboolean venule_review_panel_get_active    (VenuleReviewPanel *self);
/* Whether the answer makes sense for the place that is shown. */
gboolean venule_review_panel_can_decide    (VenuleReviewPanel *self,
                                            VenuleReviewAction action);
void     venule_review_panel_decide        (VenuleReviewPanel *self,
                                            VenuleReviewAction action);

G_END_DECLS
