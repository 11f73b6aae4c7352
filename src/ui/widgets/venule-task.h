/* venule-task.h: work in threads that neither keeps a widget alive nor outlives the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenuleTaskDone:
 * @owner: for whom the work was done
 * @task: what came of it
 *
 * Called on the main thread, unless the owner has gone.
 */
typedef void (*VenuleTaskDone) (gpointer  owner,
                                GTask    *task);

void venule_task_run   (GTask           *task,
                        GTaskThreadFunc  work);
void venule_task_start (gpointer         owner,
                        GCancellable    *cancellable,
                        gpointer         source_tag,
                        GTaskThreadFunc  work,
                        gpointer         data,
                        GDestroyNotify   free_data,
                        VenuleTaskDone   done);

G_END_DECLS
