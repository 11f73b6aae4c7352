/* venule-figure-options-box.h: how a figure is to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-figure.h"

G_BEGIN_DECLS

/**
 * VenuleFigureOptionsBox:
 *
 * Kind of figure, size, letters, axes, bins. What belongs to all figures is kept in settings; what belongs to one, such
 * as its limits, goes when another kind is chosen.
 * Signals: changed: a person changed something; kind-changed: another figure.
 */
#define VENULE_TYPE_FIGURE_OPTIONS_BOX (venule_figure_options_box_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFigureOptionsBox, venule_figure_options_box, VENULE, FIGURE_OPTIONS_BOX, GtkBox)

void                       venule_figure_options_box_bind        (VenuleFigureOptionsBox *self,
                                                                  GSettings              *settings);
void                       venule_figure_options_box_leave_kinds (VenuleFigureOptionsBox *self);
VenuleFigureKind           venule_figure_options_box_get_kind    (VenuleFigureOptionsBox *self);
/* (transfer none): valid until it changes. */
const VenuleFigureOptions *venule_figure_options_box_get_options (VenuleFigureOptionsBox *self);

G_END_DECLS
