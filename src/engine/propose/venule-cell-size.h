/* venule-cell-size.h: how large the cells of a vessel are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-source.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleCellSize:
 * @n: cells that were seen, in several frames
 * @diameter: their median diameter, px
 * @low: the diameter that a tenth has at most, px
 * @high: that nine tenths have at most, px
 * @confidence: how sure it is that these are cells, and that their diameter is within a fifth, 0 to 1
 */
typedef struct {
  guint  n;
  double diameter, low, high;
  double confidence;
} VenuleCellSize;

/**
 * venule_cell_size_find:
 * @source: a video with its frame table
 * @vessel: crop and flow
 * @width: of the vessel, px: cells are smaller
 * @length: of the vessel, px: the more of it they take up, the more they are like red cells
 * @first_frame: first frame
 * @last_frame: last one
 * @size: (out): what was found; no cells: @n is 0
 * @cancellable: (nullable)
 * @error: return location
 *
 * Looks for cells in a few frames, as if they had one of several diameters, and takes the one with which the most of
 * the vessel is taken up by cells of that size side by side. For a thread.
 *
 * Returns: whether the frames could be read
 */
gboolean venule_cell_size_find (VenuleSource        *source,
                                const VenuleVessel  *vessel,
                                double               width,
                                double               length,
                                gint64               first_frame,
                                gint64               last_frame,
                                VenuleCellSize      *size,
                                GCancellable        *cancellable,
                                GError             **error);

G_END_DECLS
