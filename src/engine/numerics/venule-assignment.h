/* venule-assignment.h: who belongs to whom, at the least total cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleAssignmentPair:
 * @row: from 0
 * @col: from 0
 * @cost: any finite number, negative ones too
 *
 * A pair that may be made.
 */
typedef struct {
  int    row;
  int    col;
  double cost;
} VenuleAssignmentPair;

/**
 * venule_assignment_solve_pairs:
 * @pairs: (array length=n_pairs): all pairs that may be made, in any order, each at most once
 * @n_pairs: number of pairs
 * @rows: number of rows, 0 or more
 * @cols: number of columns, 0 or more
 * @row_to_col: (array) (out caller-allocates): for each row its column, or −1 when it is left alone
 *
 * One-to-one assignment of rows to columns: as many allowed pairs as can be made, and among those the ones of least
 * total cost. The Hungarian method by shortest augmenting paths over the allowed pairs alone (R. Jonker, A. Volgenant,
 * Computing 38 (1987) 325): memory grows with @n_pairs, and time with the rows times the pairs among which a row's
 * choice has consequences, so that thousands of cells with a few neighbours each take milliseconds. The same pairs in
 * the same order always give the same assignment.
 */
void venule_assignment_solve_pairs (const VenuleAssignmentPair *pairs,
                                    gsize                       n_pairs,
                                    int                         rows,
                                    int                         cols,
                                    int                        *row_to_col);

/**
 * venule_assignment_solve:
 * @cost: (array): @rows × @cols costs, row after row; any finite number, negative ones too. %INFINITY (or NAN) marks
 *   a pair that must not be made
 * @rows: number of rows, 0 or more
 * @cols: number of columns, 0 or more
 * @row_to_col: (array) (out caller-allocates): for each row its column, or −1 when it is left alone
 *
 * venule_assignment_solve_pairs() for a whole matrix.
 */
void venule_assignment_solve       (const double *cost,
                                    int           rows,
                                    int           cols,
                                    int          *row_to_col);

G_END_DECLS
