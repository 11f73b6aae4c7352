/* venule-tiff-range.h: the range of the numbers of a whole stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-page-locator.h"
#include "venule-stack.h"
#include "venule-tiff-page.h"

G_BEGIN_DECLS

gboolean venule_tiff_range_measure (VenuleStack              *stack,
                                    const VenuleInputOptions *options,
                                    VenulePageLocator        *locator,
                                    const VenuleTiffPage     *first,
                                    int                       component,
                                    gint64                    n_promised,
                                    VenuleTiffExtremes       *extremes,
                                    GCancellable             *cancellable,
                                    GError                  **error);

G_END_DECLS
