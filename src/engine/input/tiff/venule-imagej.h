/* venule-imagej.h: how ImageJ describes a stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-stack.h"

G_BEGIN_DECLS

gboolean venule_imagej_read (VenuleStack *stack,
                             const char  *description,
                             double       x_resolution,
                             double       y_resolution);

G_END_DECLS
