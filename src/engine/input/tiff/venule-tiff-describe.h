/* venule-tiff-describe.h: the description of the stack in a TIFF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-stack.h"
#include "venule-tiff-page.h"

G_BEGIN_DECLS

VenuleStack *venule_tiff_describe   (VenuleTiffFile           *file,
                                     const VenuleTiffPage     *page,
                                     const char               *path,
                                     int                       series,
                                     GError                  **error);
char        *venule_tiff_dup_format (const VenuleStack        *stack,
                                     const VenuleInputOptions *options,
                                     const char               *samples,
                                     const char               *words);

G_END_DECLS
