/* venule-scale.h: whether a pixel size that a file claims can be right
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/* µm across: what a leukocyte is believed to have. */
#define VENULE_MIN_CELL_UM 3.0
#define VENULE_MAX_CELL_UM 30.0

/* Pixels whose sides differ by more than this share are not square. */
#define VENULE_SCALE_SQUARE 0.01

/**
 * VenuleScaleVerdict:
 * @VENULE_SCALE_NONE: the file claims nothing
 * @VENULE_SCALE_PLAUSIBLE: cells would be as large as cells are
 * @VENULE_SCALE_ABSURD: they would not, or pixels are not square
 */
typedef enum {
  VENULE_SCALE_NONE,
  VENULE_SCALE_PLAUSIBLE,
  VENULE_SCALE_ABSURD,
} VenuleScaleVerdict;

/**
 * venule_scale_judge:
 * @source: a video
 * @cell_diameter: of its cells, px
 * @pixel_size_um: (out): what the file claims, µm/px; 0 when it claims nothing
 * @sentence: (out) (transfer full) (nullable): what it claims, where, and what to think of it, for people
 *
 * A pixel size in a file may be a print resolution (72 to the inch), in the wrong unit, or another objective's. It is
 * compared with the one length that is known: leukocytes in a vessel are some 6 to 15 µm across (3 to 30 are believed).
 *
 * Returns: whether it may be proposed
 */
VenuleScaleVerdict venule_scale_judge (VenuleSource  *source,
                                       double         cell_diameter,
                                       double        *pixel_size_um,
                                       char         **sentence);

G_END_DECLS
