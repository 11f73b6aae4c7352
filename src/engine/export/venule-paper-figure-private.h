/* venule-paper-figure-private.h: what each kind of figure does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-csv.h"
#include "venule-paper-figure.h"

G_BEGIN_DECLS

/* One for each kind; @data is what make() gave. */
typedef struct {
  const char *id;
  const char *label; /* to be translated */
  gpointer  (*make)     (const VenuleResults        *results,
                         GCancellable               *cancellable,
                         GError                    **error);
  void      (*free)     (gpointer                    data);
  void      (*draw)     (gconstpointer               data,
                         cairo_t                    *cr,
                         double                      width,
                         double                      height,
                         const VenuleFigureOptions  *options,
                         gboolean                    dark);
  void      (*tabulate) (gconstpointer               data,
                         const VenuleFigureOptions  *options,
                         VenuleCsv                  *csv);
} VenuleFigureClass;

extern const VenuleFigureClass venule_figure_histogram;
extern const VenuleFigureClass venule_figure_velocity;
extern const VenuleFigureClass venule_figure_map;
extern const VenuleFigureClass venule_figure_flux;
extern const VenuleFigureClass venule_figure_diameter;

/* A row of titles, %NULL-terminated. */
void venule_figure_add_titles (VenuleCsv         *csv,
                               const char *const *titles);

G_END_DECLS
