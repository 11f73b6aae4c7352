/* venule-error.c: the error domain of the engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-error.h"

G_DEFINE_QUARK (venule-error-quark, venule_error)
