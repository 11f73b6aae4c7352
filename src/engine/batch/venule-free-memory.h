/* venule-free-memory.h: how much memory there is for more
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that this program may take, of the machine or of the share that a batch system gives it; a reserve stays. */
gsize venule_free_memory_get (void);

G_END_DECLS
