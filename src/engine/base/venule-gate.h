/* venule-gate.h: how far a thread has come, for others to wait for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleGate:
 *
 * A number that only grows. Whoever waits looks for some microseconds, then sleeps; whoever raises it pays for waking others only
 * where somebody sleeps. Any thread.
 */
typedef struct {
  gint   value;
  gint   sleepers;
  GMutex lock;
  GCond  raised;
} VenuleGate;

void venule_gate_init  (VenuleGate *self);
void venule_gate_clear (VenuleGate *self);
int  venule_gate_get   (VenuleGate *self);
void venule_gate_raise (VenuleGate *self,
                        int         value);
/* Returns when it is @value or more. */
void venule_gate_wait  (VenuleGate *self,
                        int         value);

G_END_DECLS
