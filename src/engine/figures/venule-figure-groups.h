/* venule-figure-groups.h: groups of animals and their cells, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure-options.h"
#include "venule-histogram-plot.h"
#include "venule-table.h"

G_BEGIN_DECLS

/**
 * VenuleFigureGroup:
 * @name: label
 * @animals: (array length=n_animals): a value each
 * @n_animals: number of animals
 * @cells: (array length=n_cells): a value each; %NULL: cells have none
 * @n_cells: number of cells
 * @subjects: (nullable) (array length=n_animals): names of the animals, where they are the same in several groups
 * @joined: whether its animals are those of the group before it, in the same order, to which lines lead
 *
 * Borrowed.
 */
typedef struct {
  const char   *name;
  const double *animals;
  guint         n_animals;
  const double *cells;
  guint         n_cells;
  const char *const *subjects;
  gboolean      joined;
} VenuleFigureGroup;

/**
 * VenuleGroupsKind:
 * @VENULE_GROUPS_BOX: median, quartiles and whiskers to the farthest value within 1.5 times their distance (Tukey)
 * @VENULE_GROUPS_VIOLIN: how dense the values lie, by a Gaussian kernel (Silverman's rule)
 * @VENULE_GROUPS_STRIP: the points alone
 * @VENULE_GROUPS_HISTOGRAM: the groups' bars beside each other in each bin
 * @VENULE_GROUPS_PANELS: a histogram for each group, one above the other
 * @VENULE_GROUPS_CUMULATIVE: the share of values up to each
 * @VENULE_GROUPS_LINES: the animals alone, one above the other, with a line from group to group where they are the same
 *
 * Box, violin and histograms are of the cells, where cells have values, else of the animals. In the first three each
 * cell is a small point, each animal a large one, and a line is at the mean of the animals. Where the animals are the
 * same in several groups, thin lines join each animal's points.
 */
typedef enum {
  VENULE_GROUPS_BOX,
  VENULE_GROUPS_VIOLIN,
  VENULE_GROUPS_STRIP,
  VENULE_GROUPS_HISTOGRAM,
  VENULE_GROUPS_PANELS,
  VENULE_GROUPS_CUMULATIVE,
  VENULE_GROUPS_LINES,
} VenuleGroupsKind;

#define VENULE_GROUPS_N_KINDS 7

/**
 * VenuleGroupsMeasure:
 * @VENULE_GROUPS_PERCENT: of its group
 * @VENULE_GROUPS_COUNTS: how many
 * @VENULE_GROUPS_DENSITY: share of its group over width of the bin
 *
 * How high a bar of a histogram is.
 */
typedef enum {
  VENULE_GROUPS_PERCENT,
  VENULE_GROUPS_COUNTS,
  VENULE_GROUPS_DENSITY,
} VenuleGroupsMeasure;

/**
 * VenuleFigureGroups:
 * @kind: what to draw
 * @measure: of histograms
 * @options: (nullable): letters, colours, titles, ends of the axes and width of bins; size and resolution of files;
 *   %NULL: one column of a journal, 8 pt
 * @label: of the axis of values, with its unit
 * @groups: (array length=n_groups): from left to right
 * @n_groups: number of groups
 */
typedef struct {
  VenuleGroupsKind           kind;
  VenuleGroupsMeasure        measure;
  const VenuleFigureOptions *options;
  const char                *label;
  const VenuleFigureGroup   *groups;
  guint                      n_groups;
} VenuleFigureGroups;

/**
 * venule_figure_draw_groups:
 * @cr: where to; the background is left as it is
 * @width: pt
 * @height: pt
 * @groups: what
 * @style: (nullable): else light; its letters go before those of the options
 *
 * Draws groups into (0, 0, @width, @height), with the exact number of animals and cells of each. Where there is no
 * room, or nothing to show, nothing is drawn.
 */
void    venule_figure_draw_groups (cairo_t                   *cr,
                                   double                     width,
                                   double                     height,
                                   const VenuleFigureGroups  *groups,
                                   const VenuleFigureStyle   *style);

/**
 * venule_figure_make_groups:
 * @groups: what
 * @path: a name that ends in .pdf (embedded fonts), .svg or .png
 * @error: return location
 *
 * Of the size that the options say. The same groups give the same bytes.
 *
 * Returns: (transfer full): the content of the file
 */
GBytes *venule_figure_make_groups (const VenuleFigureGroups  *groups,
                                   const char                *path,
                                   GError                   **error);

/* (transfer full): the values that the figure is made of, one a row: group, of (animal or cell), value; and the
 * animal's name where the animals are the same in several groups. */
VenuleTable *venule_figure_groups_make_table (const VenuleFigureGroups *groups);

/* For files and the command line: "box", "violin", "strip", "histogram", "panels", "cumulative", "lines". */
const char *venule_groups_kind_to_string   (VenuleGroupsKind        kind);
gboolean    venule_groups_kind_from_string (const char             *text,
                                            VenuleGroupsKind       *kind);

G_END_DECLS
