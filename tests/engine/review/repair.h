/* repair.h: somebody who knows the truth, and repairs a result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-evaluate.h"
#include "venule-review-queue.h"

G_BEGIN_DECLS

typedef struct {
  char           *truth_path;
  VenuleDocument *document;
  GPtrArray      *truth;    /* VenuleTrack */
  gboolean        extends;  /* follows cells on to where they leave: what is there of them is then the truth's */
  char           *folder;
  guint           actions;
  GHashTable     *edits;    /* id → how often it was edited */
} Repair;

/* What is wrong with a track. */
typedef enum {
  REPAIR_FALSE = 1 << 0,     /* it is no cell */
  REPAIR_TWICE = 1 << 1,     /* another track has its cell, for longer */
  REPAIR_CHANGES = 1 << 2,   /* it goes over to another cell */
  REPAIR_BEGINS = 1 << 3,    /* its cell was there before */
  REPAIR_ENDS = 1 << 4,      /* its cell is there afterwards */
} RepairFaults;

/* All that is wrong with it. */
RepairFaults      repair_find_faults    (Repair                  *self,
                                         VenuleTrack             *track);
/* Whether what a doubtful place asks about is wrong. */
gboolean          repair_is_wrong       (Repair                  *self,
                                         const VenuleReviewPlace *place);
/* Until the queue is empty: what an answer makes doubtful comes up in the next round. Each place is an action. */
void              repair_by_queue       (Repair                  *self);
/* Each look is an action, and each edit another. */
void              repair_one_by_one     (Repair                  *self);
/* The result against the truth. */
VenuleEvaluation  repair_evaluate       (Repair                  *self);

G_END_DECLS
