/* venule-test-probe.h: where the widgets are, for tests that have only a mouse and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* With VENULE_TEST_GEOMETRY in the environment prints, whenever something changes, one line of JSON on stdout: an
 * object of the mapped widgets that have an id: [x, y, width, height, sensitive, text]. After a SIGWINCH it prints
 * “at rest T” as soon as all that came before has been dealt with and nothing moves any more; T is when the signal was
 * seen, in the µs of g_get_monotonic_time(). Without it does nothing. */
void venule_test_probe_watch (GtkWindow *window);

G_END_DECLS
