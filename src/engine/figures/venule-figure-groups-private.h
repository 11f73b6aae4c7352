/* venule-figure-groups-private.h: what the kinds of figures of groups share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure-groups.h"
#include "venule-histogram-plot-private.h"
#include "venule-text-layout.h"

G_BEGIN_DECLS

/* A figure that is being drawn. The axis of values goes up for points, and to the right for histograms. */
typedef struct {
  const VenuleFigureGroups *content;
  VenulePlot                plot;      /* letters, colours and box; without axes */
  const char               *label;
  double                    low, high; /* of the axis of values */
} VenuleGroupsSheet;

/* ---- venule-figure-groups.c ---- */

/* The values that distributions are of: those of the cells, or else of the animals. (transfer full), in rising
 * order. */
GArray     *venule_groups_dup_values  (const VenuleFigureGroups *groups,
                                       guint                     group);
/* Ticks and numbers at the left edge, from @low at @bottom to @high at @top. */
void        venule_groups_draw_scale  (VenuleGroupsSheet        *sheet,
                                       double                    low,
                                       double                    high,
                                       double                    top,
                                       double                    bottom);
/* A line across the box to its @right, without ticks. */
void        venule_groups_draw_base   (VenuleGroupsSheet        *sheet,
                                       double                    right,
                                       double                    y);
/* The widest number of such a scale. */
double      venule_groups_scale_width (VenuleGroupsSheet        *sheet,
                                       double                    low,
                                       double                    high,
                                       double                    length);
/* Title of an axis at the left edge of the figure, reading upwards. */
void        venule_groups_draw_title  (VenuleGroupsSheet        *sheet,
                                       const char               *title);
/* Ticks, numbers and title of the axis of values below the box. */
void        venule_groups_draw_floor  (VenuleGroupsSheet        *sheet);
/* (transfer full): "n = 5 animals, 269 cells" */
char       *venule_groups_dup_n       (const VenuleFigureGroup  *group);

/* ---- The kinds ---- */

/* Whether bins of the width that is asked for can be drawn; the sheet needs its axis alone. */
gboolean    venule_groups_check_bins  (const VenuleGroupsSheet  *sheet,
                                       GError                  **error);
void        venule_groups_draw_points (VenuleGroupsSheet        *sheet);
void        venule_groups_draw_bins   (VenuleGroupsSheet        *sheet);
void        venule_groups_draw_shares (VenuleGroupsSheet        *sheet);

G_END_DECLS
