/* venule-step.h: one step of the path of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VenuleStepState:
 * @VENULE_STEP_WAITING: not possible yet; the step says why
 * @VENULE_STEP_READY: can be done now
 * @VENULE_STEP_NEXT: can be done now, and is what to do next
 * @VENULE_STEP_DONE: done
 */
typedef enum {
  VENULE_STEP_WAITING,
  VENULE_STEP_READY,
  VENULE_STEP_NEXT,
  VENULE_STEP_DONE,
} VenuleStepState;

/**
 * VenuleStep:
 *
 * A heading that opens to the settings of a step. Properties: title, number (int), expanded (boolean, notify), child.
 */
#define VENULE_TYPE_STEP (venule_step_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStep, venule_step, VENULE, STEP, GtkWidget)

/* @summary: (nullable): one line under the title: what is set, or why it is not possible yet. */
void             venule_step_set_state    (VenuleStep      *self,
                                           VenuleStepState  state,
                                           const char      *summary);
VenuleStepState  venule_step_get_state    (VenuleStep      *self);
const char      *venule_step_get_summary  (VenuleStep      *self);
gboolean         venule_step_get_expanded (VenuleStep      *self);
void             venule_step_set_expanded (VenuleStep      *self,
                                           gboolean         expanded);
/* Whether it is open, or closed, all the way; ::settled tells. */
gboolean         venule_step_get_settled  (VenuleStep      *self);

G_END_DECLS
