/* venule-progress.h: how far something is that takes long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleProgress:
 * @share: 0 to 1
 * @data: what was given with the function
 *
 * Called now and then, in the thread that works.
 */
typedef void (*VenuleProgress) (double   share,
                                gpointer data);

G_END_DECLS
