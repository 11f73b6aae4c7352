/* variants.h: the processor's kernels with something about them that must not show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "vnk.h"

G_BEGIN_DECLS

/* Everything about a cell in a call of its own. */
vnk_backend *variant_new_single    (int       threads);

/* Results with errors of chance, @size times as large as these:
 * 1e-6 of a pixel of a picture, of a gradient or of the network's output, and of the smallest of these 1e-7 of the
 * largest; 1e-4 px of a movement or a contour's place; 1e-3 px of a snake's radii; 1e-5 of a correlation or a score. */
vnk_backend *variant_new_rounded   (double    size,
                                    guint32   seed);

/**
 * ConvergedField:
 * @n: windows
 * @n_lost: of these, windows that one snake left and the other did not
 * @n_sweeps: of the faster iteration, all together
 * @distances: (element-type double): largest distance of two points of the snakes on either field, px of the picture
 *   that they run in, both from the same start
 */
typedef struct {
  guint64 n;
  guint64 n_lost;
  guint64 n_sweeps;
  GArray *distances;
} ConvergedField;

void         converged_field_init  (ConvergedField *self);
void         converged_field_clear (ConvergedField *self);

/* Snakes on the field to which the published iteration converges, worked out in double precision. How far they lie from
 * the processor's own goes to @told. */
vnk_backend *variant_new_converged (ConvergedField *told);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ConvergedField, converged_field_clear)

G_END_DECLS
