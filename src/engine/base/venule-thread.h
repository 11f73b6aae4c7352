/* venule-thread.h: threads that may not be had
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GThread *venule_thread_new      (const char       *name,
                                 GThreadFunc       func,
                                 gpointer          data,
                                 GError          **error);
gboolean venule_thread_check    (GError          **error);
void     venule_thread_run_task (GTask            *task,
                                 GTaskThreadFunc   work);

G_END_DECLS
