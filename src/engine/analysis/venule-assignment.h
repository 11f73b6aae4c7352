/* venule-assignment.h: who belongs to whom, at the least total cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * venule_assignment_solve:
 * @cost: (array): @rows × @cols costs, row after row; any finite number, negative ones too. %INFINITY (or NAN) marks
 *   a pair that must not be made
 * @rows: number of rows, 0 or more
 * @cols: number of columns, 0 or more
 * @row_to_col: (array) (out caller-allocates): for each row its column, or −1 when it is left alone
 *
 * One-to-one assignment of rows to columns: as many allowed pairs as can be made, and among those the ones of least
 * total cost. The Hungarian method by shortest augmenting paths (R. Jonker, A. Volgenant, Computing 38 (1987) 325),
 * O(n²·m) for the smaller side n and the larger m. Equal costs are settled in favour of the lower index, so that the
 * same matrix always gives the same pairs.
 */
void venule_assignment_solve (const double *cost,
                              int           rows,
                              int           cols,
                              int          *row_to_col);

G_END_DECLS
