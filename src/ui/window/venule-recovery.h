/* venule-recovery.h: what an earlier program left is offered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-window.h"

G_BEGIN_DECLS

/**
 * venule_recovery_offer:
 * @window: the first window
 * @except: (nullable): file of a document that is being opened, which asks by itself
 *
 * Asks about each document with changes that were not saved when an earlier Venule was killed: they can be recovered,
 * discarded, or left for another time.
 */
void venule_recovery_offer (VenuleWindow *window,
                            const char   *except);

G_END_DECLS
