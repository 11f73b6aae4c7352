/* venule-histogram-view.h: the velocity histogram, as it is exported
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"

G_BEGIN_DECLS

/* Follows the document's tracks, at most five times a second. */
#define VENULE_TYPE_HISTOGRAM_VIEW (venule_histogram_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleHistogramView, venule_histogram_view, VENULE, HISTOGRAM_VIEW, GtkWidget)

void venule_histogram_view_set_document (VenuleHistogramView *self,
                                         VenuleDocument      *document);

G_END_DECLS
