/* application.h: tests within an application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

int application_run_tests (void);

G_END_DECLS
