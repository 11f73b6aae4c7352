/* venule-figure.h: the figures of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-agreement-report.h"
#include "venule-figure-options.h"
#include "venule-results.h"
#include "venule-table.h"

G_BEGIN_DECLS

/**
 * VenuleFigureKind:
 * @VENULE_FIGURE_HISTOGRAM: rolling velocities, as bars or adding up
 * @VENULE_FIGURE_VELOCITY: velocity of each cell against time
 * @VENULE_FIGURE_MAP: the paths over the mean frame, coloured by velocity
 * @VENULE_FIGURE_FLUX: cells that pass the line across the vessel, over time
 * @VENULE_FIGURE_DIAMETER: the diameter along the vessel, where it was measured in the video
 * @VENULE_FIGURE_KYMOGRAPH: place along a line and time, with the tracks coloured by velocity
 * @VENULE_FIGURE_MOVEMENT: how far the picture had moved, against time
 * @VENULE_FIGURE_LIGHT: how bright the tissue was, against time
 * @VENULE_FIGURE_AGREEMENT: Bland and Altman: velocities against those of marks made by hand
 *
 * What can be shown of a recording.
 */
typedef enum {
  VENULE_FIGURE_HISTOGRAM,
  VENULE_FIGURE_VELOCITY,
  VENULE_FIGURE_MAP,
  VENULE_FIGURE_FLUX,
  VENULE_FIGURE_DIAMETER,
  VENULE_FIGURE_KYMOGRAPH,
  VENULE_FIGURE_MOVEMENT,
  VENULE_FIGURE_LIGHT,
  VENULE_FIGURE_AGREEMENT,
} VenuleFigureKind;

#define VENULE_N_FIGURE_KINDS 9

/* "histogram", "velocity", "map", "flux", "diameter", "kymograph", "movement", "light", "agreement": also the names
 * of the files. */
const char   *venule_figure_kind_to_string (VenuleFigureKind            kind);
gboolean      venule_figure_kind_from_string (const char               *text,
                                              VenuleFigureKind         *kind);
/* For people. */
const char   *venule_figure_kind_to_label  (VenuleFigureKind            kind);

/**
 * VenuleFigure:
 *
 * A figure with its data, drawn by the same code on the screen and into files. It does not change; may be used in any
 * one thread.
 */
typedef struct _VenuleFigure VenuleFigure;

/**
 * venule_figure_new:
 * @kind: what is to be shown
 * @results: of what; its tracks are read here and not kept
 * @cancellable: (nullable)
 * @error: return location
 *
 * Works out what is shown. The map reads up to 64 frames of the video, the kymograph all that were analysed: it is for
 * a thread, and tracks that no other thread changes. Agreement needs marks, which results do not have: see
 * venule_figure_new_for_agreement().
 *
 * Returns: (transfer full): the figure, or %NULL
 */
VenuleFigure *venule_figure_new            (VenuleFigureKind            kind,
                                            const VenuleResults        *results,
                                            GCancellable               *cancellable,
                                            GError                    **error);

/**
 * venule_figure_new_for_agreement:
 * @report: marks that were compared with a recording; it is read here and not kept
 *
 * Returns: (transfer full): the figure of Bland and Altman
 */
VenuleFigure *venule_figure_new_for_agreement
                                           (const VenuleAgreementReport *report);
void          venule_figure_free           (VenuleFigure               *self);

/**
 * venule_figure_draw:
 * @self: a figure
 * @cr: where to; the background is left as it is
 * @width: pt
 * @height: pt
 * @options: how it is to look; its width and height are not looked at
 * @dark: for a dark window; files are always light
 *
 * Draws the figure into (0, 0, @width, @height). Where there is no room for its letters nothing is drawn.
 */
void          venule_figure_draw           (const VenuleFigure         *self,
                                            cairo_t                    *cr,
                                            double                      width,
                                            double                      height,
                                            const VenuleFigureOptions  *options,
                                            gboolean                    dark);

/**
 * venule_figure_make_bytes:
 * @self: a figure
 * @options: how it is to look
 * @path: a name that ends in .pdf (embedded fonts), .svg (text as text) or .png
 * @error: return location
 *
 * The file says what it was made with in its metadata.
 *
 * Returns: (transfer full): the content of the file, or %NULL
 */
GBytes       *venule_figure_make_bytes     (const VenuleFigure         *self,
                                            const VenuleFigureOptions  *options,
                                            const char                 *path,
                                            GError                    **error);

/* (transfer full): the figure's data. */
VenuleTable  *venule_figure_make_table     (const VenuleFigure         *self,
                                            const VenuleFigureOptions  *options);

/**
 * venule_figure_check_others:
 * @self: a figure
 * @options: how it is to look
 * @path: where it is to be saved
 * @picture: whether another picture must not be lost, either
 * @error: return location for a %VENULE_ERROR_INVALID (its ending) or a %VENULE_ERROR_WRITE
 *
 * Returns: whether the table beside it would replace none but that of an earlier figure of the kind, and the picture
 *   that figure
 */
gboolean      venule_figure_check_others   (const VenuleFigure         *self,
                                            const VenuleFigureOptions  *options,
                                            const char                 *path,
                                            gboolean                    picture,
                                            GError                    **error);

/**
 * venule_figure_check_path:
 * @path: where a figure is to be saved
 * @error: return location for a %VENULE_ERROR_INVALID (its ending) or a %VENULE_ERROR_WRITE
 *
 * To be called before the figure is made, for which a whole video may have to be read.
 *
 * Returns: whether venule_figure_save() can write there
 */
gboolean      venule_figure_check_path     (const char                 *path,
                                            GError                    **error);

/**
 * venule_figure_save:
 * @self: a figure
 * @options: how it is to look
 * @path: where to, ending in .pdf, .svg or .png
 * @error: return location
 *
 * Saves the figure, and beside it its data under the same name with -data.csv: both or none.
 *
 * Returns: whether they were saved
 */
gboolean      venule_figure_save           (const VenuleFigure         *self,
                                            const VenuleFigureOptions  *options,
                                            const char                 *path,
                                            GError                    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFigure, venule_figure_free)

G_END_DECLS
