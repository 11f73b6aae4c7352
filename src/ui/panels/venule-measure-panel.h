/* venule-measure-panel.h: how results are measured, to be seen and changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleMeasurePanel:
 *
 * A row for each option of venule_measure_options_get(), with its unit, what it means and its default. What is changed
 * is in the document at once, as a step; what Up and Down change without a rest is one.
 *
 * Signal: refused (const char *text): why a change was not kept.
 */
#define VENULE_TYPE_MEASURE_PANEL (venule_measure_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMeasurePanel, venule_measure_panel, VENULE, MEASURE_PANEL, GtkBox)

/* @document: (nullable). */
void venule_measure_panel_set_document (VenuleMeasurePanel *self,
                                        VenuleDocument     *document);

G_END_DECLS
