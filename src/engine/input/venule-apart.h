/* venule-apart.h: questions to a drive that may not answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*VenuleApartFunc) (gpointer data);

gboolean venule_apart_run       (VenuleApartFunc func,
                                 gpointer        data,
                                 GDestroyNotify  free_data);
gboolean venule_apart_run_until (VenuleApartFunc func,
                                 gpointer        data,
                                 GDestroyNotify  free_data,
                                 gint64          deadline);

G_END_DECLS
