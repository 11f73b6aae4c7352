/* venule-parts.h: parts of the analysis that can be left out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleParts:
 * @VENULE_PART_CONTOUR: the score along a cell's contour is weighed against the network's
 * @VENULE_PART_REGISTER: the movement of the picture is measured and taken off
 * @VENULE_PART_LOOK: a cell is known again by its picture, its size and its look, and not by its place alone
 * @VENULE_PART_LINKING: tracks are joined across gaps, over the whole run
 * @VENULE_PART_SMOOTHING: a path is fitted to detections and movements together
 * @VENULE_PART_EVERY_FRAME: cells are searched for 30 times a second, and not every tenth of one
 * @VENULE_PART_FLOWING: cells that are too fast to be followed by their picture are chained
 *
 * An analysis has all of them. One is left out to see what it brings (tools/accuracy --ablation).
 */
typedef enum {
  VENULE_PART_CONTOUR     = 1 << 0,
  VENULE_PART_REGISTER    = 1 << 1,
  VENULE_PART_LOOK        = 1 << 2,
  VENULE_PART_LINKING     = 1 << 3,
  VENULE_PART_SMOOTHING   = 1 << 4,
  VENULE_PART_EVERY_FRAME = 1 << 5,
  VENULE_PART_FLOWING     = 1 << 6,
} VenuleParts;

/**
 * venule_parts_add:
 * @self: parts
 * @name: name of one part, for files and the command line: "contour", "every-frame"
 *
 * Returns: whether there is such a part, which is then one of @self
 */
gboolean venule_parts_add       (VenuleParts *self,
                                 const char  *name);

/**
 * venule_parts_dup_names:
 * @self: parts
 *
 * Returns: (transfer full) (array zero-terminated=1): their names
 */
char   **venule_parts_dup_names (VenuleParts  self);

G_END_DECLS
