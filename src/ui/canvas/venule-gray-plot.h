/* venule-gray-plot.h: the histogram of gray levels behind the limits of the display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-frame-texture.h"
#include "venule-gray-histogram.h"

G_BEGIN_DECLS

/* Bins of the plot, from 0 to the next power of two above what is used. */
#define VENULE_GRAY_PLOT_BINS 256

/* The frame on show in front of the video, each as high as its largest bin, and the curve from gray levels to the
 * screen's. */
#define VENULE_TYPE_GRAY_PLOT (venule_gray_plot_get_type ())
G_DECLARE_FINAL_TYPE (VenuleGrayPlot, venule_gray_plot, VENULE, GRAY_PLOT, GtkWidget)

void          venule_gray_plot_set_histograms  (VenuleGrayPlot            *self,
                                                const VenuleGrayHistogram *frame,   /* nullable; copied */
                                                const VenuleGrayHistogram *video);  /* nullable; copied */
void          venule_gray_plot_set_window      (VenuleGrayPlot            *self,
                                                const VenuleDisplayWindow *window);
void          venule_gray_plot_set_logarithmic (VenuleGrayPlot            *self,
                                                gboolean                   logarithmic);
/* Heights of the bins as they are drawn, 0 to 1, for tests; NULL: there is no histogram. */
const double *venule_gray_plot_get_heights     (VenuleGrayPlot            *self,
                                                gboolean                   of_video);
/* Gray levels that the plot goes through. */
guint         venule_gray_plot_get_n_levels    (VenuleGrayPlot            *self);

G_END_DECLS
