/* venule-gate.c: how far a thread has come, for others to wait for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-gate.h"

#define LOOKS 400 /* some 10 µs: less than going to sleep and being woken takes */

void
venule_gate_init (VenuleGate *self)
{
  self->value = 0;
  self->sleepers = 0;
  g_mutex_init (&self->lock);
  g_cond_init (&self->raised);
}

void
venule_gate_clear (VenuleGate *self)
{
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->raised);
}

int
venule_gate_get (VenuleGate *self)
{
  return g_atomic_int_get (&self->value);
}

/**
 * venule_gate_raise:
 * @self: the gate
 * @value: what it shall be from now on; less than what it is: nothing happens
 *
 * Everything that this thread has written can be seen by those who then get through.
 */
void
venule_gate_raise (VenuleGate *self,
                   int         value)
{
  int before = g_atomic_int_get (&self->value);

  while (before < value && !g_atomic_int_compare_and_exchange (&self->value, before, value))
    before = g_atomic_int_get (&self->value);

  /* A sleeper says so before it looks for the last time. */
  if (g_atomic_int_get (&self->sleepers) == 0)
    return;
  g_mutex_lock (&self->lock);
  g_cond_broadcast (&self->raised);
  g_mutex_unlock (&self->lock);
}

static inline void
breathe (void)
{
#if defined (__x86_64__) || defined (__i386__)
  __builtin_ia32_pause ();
#endif
}

void
venule_gate_wait (VenuleGate *self,
                  int         value)
{
  for (int i = 0; i < LOOKS; i++)
    {
      if (g_atomic_int_get (&self->value) >= value)
        return;
      breathe ();
    }

  g_mutex_lock (&self->lock);
  g_atomic_int_inc (&self->sleepers);
  while (g_atomic_int_get (&self->value) < value)
    g_cond_wait (&self->raised, &self->lock);
  g_atomic_int_add (&self->sleepers, -1);
  g_mutex_unlock (&self->lock);
}
