/* venule-work.h: work in threads that neither keeps a widget alive nor outlives the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenuleWorkDone:
 * @owner: for whom the work was done
 * @task: what came of it
 *
 * Called on the main thread, unless the owner has gone.
 */
typedef void (*VenuleWorkDone) (gpointer  owner,
                                GTask    *task);

void venule_work_run   (GTask           *task,
                        GTaskThreadFunc  work);
void venule_work_start (gpointer         owner,
                        GCancellable    *cancellable,
                        gpointer         source_tag,
                        GTaskThreadFunc  work,
                        gpointer         data,
                        GDestroyNotify   free_data,
                        VenuleWorkDone   done);

G_END_DECLS
