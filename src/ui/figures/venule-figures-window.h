/* venule-figures-window.h: the figures of a recording as a paper needs them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_TYPE_FIGURES_WINDOW (venule_figures_window_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFiguresWindow, venule_figures_window, VENULE, FIGURES_WINDOW, AdwWindow)

GtkWidget *venule_figures_window_new (GtkWindow       *parent,
                                      VenuleDocument  *document,
                                      GSettings       *settings);

G_END_DECLS
