/* venule-figure-options.h: how a figure is to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * VenuleBars:
 * @VENULE_BARS_COUNTS: number of cells in each bin
 * @VENULE_BARS_PER_CENT: share of all cells
 * @VENULE_BARS_DENSITY: share of all cells divided by the width of the bin, so that the area is 1
 *
 * What the bars of a histogram are as high as.
 */
typedef enum {
  VENULE_BARS_COUNTS,
  VENULE_BARS_PER_CENT,
  VENULE_BARS_DENSITY,
} VenuleBars;

/**
 * VenulePalette:
 * @VENULE_PALETTE_COLORS: colours that keep apart for every kind of colour vision (Okabe and Ito 2008; Wong 2011)
 * @VENULE_PALETTE_GRAYS: grays, for journals that print without colour
 */
typedef enum {
  VENULE_PALETTE_COLORS,
  VENULE_PALETTE_GRAYS,
} VenulePalette;

/**
 * VenuleFigurePreset:
 * @VENULE_PRESET_ONE_COLUMN: 85 mm
 * @VENULE_PRESET_ONE_AND_A_HALF: 114 mm
 * @VENULE_PRESET_TWO_COLUMNS: 180 mm
 *
 * Widths that journals ask for.
 */
typedef enum {
  VENULE_PRESET_ONE_COLUMN,
  VENULE_PRESET_ONE_AND_A_HALF,
  VENULE_PRESET_TWO_COLUMNS,
} VenuleFigurePreset;

#define VENULE_FIGURE_NARROWEST_BIN 1e-6 /* in its unit */
#define VENULE_FIGURE_WIDEST_BIN 1e6
#define VENULE_FIGURE_FARTHEST 1e9 /* end of an axis */

/**
 * VenuleFigureOptions:
 * @width: mm
 * @height: mm
 * @font_size: pt, in the figure as it is printed
 * @font_family: (nullable): %NULL: Arial or what is like it
 * @palette: colours
 * @dpi: dots an inch, of a PNG
 * @x_title: (nullable): what stands along the axis; %NULL: what the figure says
 * @y_title: (nullable): the same
 * @x_low: lower end of the axis, in its unit; %NAN: as the values need it
 * @x_high: upper end
 * @y_low: lower end
 * @y_high: upper end
 * @bin_width: of a histogram, in its unit; 0: by the rule of Freedman and Diaconis
 * @bars: what its bars show
 * @cumulative: whether it adds up
 * @bare: of pictures: whether they are shown without the tracks
 * @vessel: of paths: whether crop, flow, centreline and the line of the flux are drawn, too
 * @local_numbers: see #VenuleFigureStyle; not saved
 *
 * How a figure is to look. The same options give the same figure on the screen and in a file.
 */
typedef struct {
  double         width, height;
  double         font_size;
  char          *font_family;
  VenulePalette  palette;
  double         dpi;
  char          *x_title, *y_title;
  double         x_low, x_high, y_low, y_high;
  double         bin_width;
  VenuleBars     bars;
  gboolean       cumulative;
  gboolean       bare;
  gboolean       vessel;
  gboolean       local_numbers;
} VenuleFigureOptions;

/* One column of a journal, 8 pt. */
VenuleFigureOptions *venule_figure_options_new          (void);
VenuleFigureOptions *venule_figure_options_copy         (const VenuleFigureOptions  *self);
void                 venule_figure_options_free         (VenuleFigureOptions        *self);
/* The width of the preset, and a height of 60, 80 or 100 mm. */
void                 venule_figure_options_set_preset   (VenuleFigureOptions        *self,
                                                         VenuleFigurePreset          preset);

/**
 * venule_figure_options_validate:
 * @self: options
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether a figure can be made with them
 */
gboolean             venule_figure_options_validate     (const VenuleFigureOptions  *self,
                                                         GError                    **error);

/* Refuses bins of @asked, of which there would be more than @most; of @least there are not. */
gboolean             venule_figure_refuse_bins          (double                      asked,
                                                         double                      least,
                                                         guint                       most,
                                                         GError                    **error);
/* (transfer full) (nullable): a sentence about a font that was asked for and is not installed. */
char                *venule_figure_options_dup_font_note (const VenuleFigureOptions  *self);
/* (transfer full): all options in a line, "width 85 mm; height 60 mm; …", for the files' metadata. */
char                *venule_figure_options_dup_text     (const VenuleFigureOptions  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFigureOptions, venule_figure_options_free)

G_END_DECLS
