/* venule-frame-budget.h: how much memory frames may take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/* Bytes of what may be in memory at once; the least that somebody can work with is always taken. An analysis takes of
 * each but the frames that are near. */
#define VENULE_BUDGET_DECODED (G_GUINT64_CONSTANT (512) << 20) /* pictures that threads decode, and that wait for it */
#define VENULE_BUDGET_AHEAD (G_GUINT64_CONSTANT (64) << 20)    /* frames before anybody asks for them */
#define VENULE_BUDGET_NEAR (G_GUINT64_CONSTANT (128) << 20)    /* frames about the one on view */
#define VENULE_BUDGET_PLANES (G_GUINT64_CONSTANT (512) << 20)  /* gray levels of frames that are being computed */

/**
 * venule_source_count_fitting:
 * @self: a source
 * @budget: bytes
 *
 * Returns: how many of its frames fit into so much memory; at least 1
 */
gint64 venule_source_count_fitting (VenuleSource *self,
                                    guint64       budget);

G_END_DECLS
