/* venule-workflow-step.h: one step of the path of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VenuleWorkflowStepState:
 * @VENULE_WORKFLOW_STEP_WAITING: not possible yet; the step says why
 * @VENULE_WORKFLOW_STEP_READY: can be done now
 * @VENULE_WORKFLOW_STEP_NEXT: can be done now, and is what to do next
 * @VENULE_WORKFLOW_STEP_DONE: done
 */
typedef enum {
  VENULE_WORKFLOW_STEP_WAITING,
  VENULE_WORKFLOW_STEP_READY,
  VENULE_WORKFLOW_STEP_NEXT,
  VENULE_WORKFLOW_STEP_DONE,
} VenuleWorkflowStepState;

/**
 * VenuleWorkflowStep:
 *
 * A heading that opens to the settings of a step. Properties: title, number (int), expanded (boolean, notify), child.
 */
#define VENULE_TYPE_WORKFLOW_STEP (venule_workflow_step_get_type ())
G_DECLARE_FINAL_TYPE (VenuleWorkflowStep, venule_workflow_step, VENULE, WORKFLOW_STEP, GtkWidget)

/* @summary: (nullable): one line under the title: what is set, or why it is not possible yet. */
void             venule_workflow_step_set_state (VenuleWorkflowStep      *self,
                                                 VenuleWorkflowStepState  state,
                                                 const char              *summary);
VenuleWorkflowStepState venule_workflow_step_get_state (VenuleWorkflowStep *self);
const char      *venule_workflow_step_get_summary (VenuleWorkflowStep *self);
gboolean         venule_workflow_step_get_expanded (VenuleWorkflowStep *self);
void             venule_workflow_step_set_expanded (VenuleWorkflowStep *self,
                                                    gboolean            expanded);
/* Whether it is open, or closed, all the way; ::settled tells. */
gboolean         venule_workflow_step_get_settled (VenuleWorkflowStep *self);

G_END_DECLS
