/* venule-error.c: the error domain of the engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-error.h"

/* G_DEFINE_QUARK() writes its number without an order that other threads see, and stages of a run ask for it at one
 * time. */
GQuark
venule_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, g_quark_from_static_string ("venule-error-quark"));
  return (GQuark) quark;
}
