/* venule-figure-private.h: what each kind of figure does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure.h"

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
  /* (transfer full) */
  VenuleTable *(*tabulate) (gconstpointer               data,
                            const VenuleFigureOptions  *options);
  /* (nullable): (transfer full): what else the figure depends on, for its metadata */
  char     *(*describe) (gconstpointer               data);
  /* (nullable): whether the figure can be as the options ask */
  gboolean  (*check)    (gconstpointer               data,
                         const VenuleFigureOptions  *options,
                         GError                    **error);
} VenuleFigureClass;

extern const VenuleFigureClass venule_figure_histogram;
extern const VenuleFigureClass venule_figure_velocity;
extern const VenuleFigureClass venule_figure_map;
extern const VenuleFigureClass venule_figure_flux;
extern const VenuleFigureClass venule_figure_diameter;
extern const VenuleFigureClass venule_figure_kymograph;
extern const VenuleFigureClass venule_figure_movement;
extern const VenuleFigureClass venule_figure_light;
extern const VenuleFigureClass venule_figure_agreement;

/* (transfer full): the data of venule_figure_agreement. */
gpointer venule_figure_agreement_make (const VenuleAgreementReport *report);

/* (transfer full): "Velocity (µm/s)" */
char *venule_figure_dup_velocity_title
                                   (const VenuleCalibration *calibration);
/* What rows of tracks begin with. */
void  venule_figure_add_track      (VenuleTable             *table,
                                    guint                    id,
                                    VenuleCellKind           kind);

G_END_DECLS
