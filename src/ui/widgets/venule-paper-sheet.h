/* venule-paper-sheet.h: the sheet of paper that a figure is shown on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-figure-options.h"

G_BEGIN_DECLS

gboolean venule_paper_sheet_begin (cairo_t                   *cr,
                                   int                        width,
                                   int                        height,
                                   const VenuleFigureOptions *options,
                                   double                    *paper_width,
                                   double                    *paper_height);

G_END_DECLS
