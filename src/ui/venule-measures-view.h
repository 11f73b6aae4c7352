/* venule-measures-view.h: all numbers of the recording, each with what it means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_TYPE_MEASURES_VIEW (venule_measures_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMeasuresView, venule_measures_view, VENULE, MEASURES_VIEW, GtkWidget)

void venule_measures_view_set_document (VenuleMeasuresView *self,
                                        VenuleDocument     *document);

G_END_DECLS
