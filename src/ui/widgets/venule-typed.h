/* venule-typed.h: what is typed and not yet taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void venule_typed_take (GtkWindow *window);

G_END_DECLS
