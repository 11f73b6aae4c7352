/* test-assignment.c: the assignment against every possible one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <time.h>

#include "venule-assignment.h"

typedef struct {
  int    pairs;
  double cost;
} Outcome;

static gboolean
outcome_better (Outcome a,
                Outcome b)
{
  return a.pairs > b.pairs || (a.pairs == b.pairs && a.cost < b.cost);
}

/* Tries every assignment of the rows from @row on: the definition, word for word. */
static Outcome
try_all (const double *cost,
         int           rows,
         int           cols,
         int           row,
         unsigned      taken)
{
  Outcome best;

  if (row == rows)
    return (Outcome){ 0, 0.0 };

  best = try_all (cost, rows, cols, row + 1, taken);
  for (int col = 0; col < cols; col++)
    {
      double c = cost[row * cols + col];
      Outcome rest;

      if ((taken & (1u << col)) || !isfinite (c))
        continue;
      rest = try_all (cost, rows, cols, row + 1, taken | (1u << col));
      rest.pairs++;
      rest.cost += c;
      if (outcome_better (rest, best))
        best = rest;
    }

  return best;
}

static Outcome
outcome_of (const double *cost,
            int           rows,
            int           cols,
            const int    *row_to_col)
{
  Outcome outcome = { 0, 0.0 };
  unsigned taken = 0;

  for (int row = 0; row < rows; row++)
    {
      int col = row_to_col[row];

      if (col < 0)
        continue;
      g_assert_cmpint (col, <, cols);
      g_assert_false (taken & (1u << col));
      taken |= 1u << col;
      outcome.pairs++;
      outcome.cost += cost[row * cols + col];
      g_assert_true (isfinite (cost[row * cols + col]));
    }

  return outcome;
}

static void
test_random (void)
{
  for (int trial = 0; trial < 3000; trial++)
    {
      double cost[36];
      int row_to_col[6];
      int rows = g_test_rand_int_range (0, 7);
      int cols = g_test_rand_int_range (0, 7);
      double forbidden = g_test_rand_double ();
      gboolean coarse = g_test_rand_bit (); /* many equal costs */
      Outcome found, best;

      for (int i = 0; i < rows * cols; i++)
        {
          if (g_test_rand_double () < forbidden)
            cost[i] = INFINITY;
          else
            cost[i] = coarse ? g_test_rand_int_range (-2, 3) : g_test_rand_double_range (-1e3, 1e6);
        }

      venule_assignment_solve (cost, rows, cols, row_to_col);
      found = outcome_of (cost, rows, cols, row_to_col);
      best = try_all (cost, rows, cols, 0, 0);
      g_assert_cmpint (found.pairs, ==, best.pairs);
      g_assert_cmpfloat_with_epsilon (found.cost, best.cost, 1e-6);
    }
}

/* The greedy choice (0, 0) costs 1 + 100; crossing over costs 2 + 3. */
static void
test_known (void)
{
  const double cost[] = { 1, 2, 3, 100 };
  int row_to_col[2];

  venule_assignment_solve (cost, 2, 2, row_to_col);
  g_assert_cmpint (row_to_col[0], ==, 1);
  g_assert_cmpint (row_to_col[1], ==, 0);
}

/* Two dear pairs are better than one cheap pair: both rows want column 0, and only row 0 can have column 1. */
static void
test_pairs_before_cost (void)
{
  const double cost[] = { 1, 1e9, 1, INFINITY };
  int row_to_col[2];

  venule_assignment_solve (cost, 2, 2, row_to_col);
  g_assert_cmpint (row_to_col[0], ==, 1);
  g_assert_cmpint (row_to_col[1], ==, 0);
}

static void
test_forbidden (void)
{
  const double cost[] = { INFINITY, NAN, INFINITY, 4, INFINITY, INFINITY };
  int row_to_col[3];

  venule_assignment_solve (cost, 2, 3, row_to_col);
  g_assert_cmpint (row_to_col[0], ==, -1);
  g_assert_cmpint (row_to_col[1], ==, 0);

  venule_assignment_solve (cost, 3, 2, row_to_col);
  g_assert_cmpint (row_to_col[0], ==, -1);
  g_assert_cmpint (row_to_col[1], ==, 1);
  g_assert_cmpint (row_to_col[2], ==, -1);

  venule_assignment_solve (NULL, 3, 0, row_to_col);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (row_to_col[i], ==, -1);
}

/* Large enough that an error in the prices shows: moving along a diagonal hidden in the matrix costs nothing. */
static void
test_hidden_diagonal (void)
{
  enum { N = 200 };
  g_autofree double *cost = g_new (double, N * N);
  g_autofree int *hidden = g_new (int, N);
  g_autofree int *row_to_col = g_new (int, N);

  for (int i = 0; i < N; i++)
    hidden[i] = i;
  for (int i = N - 1; i > 0; i--)
    {
      int j = g_test_rand_int_range (0, i + 1);
      int swap = hidden[i];

      hidden[i] = hidden[j];
      hidden[j] = swap;
    }
  for (int i = 0; i < N * N; i++)
    cost[i] = g_test_rand_double_range (0.5, 10);
  for (int i = 0; i < N; i++)
    cost[i * N + hidden[i]] = 0.25;

  venule_assignment_solve (cost, N, N, row_to_col);
  for (int i = 0; i < N; i++)
    g_assert_cmpint (row_to_col[i], ==, hidden[i]);
}

/* Ten thousand cells that moved a little, each with a few neighbours in reach: what a matrix would need 800 MB and
 * hours for. */
static void
test_ten_thousand_neighbours (void)
{
  enum { N = 10000, REACH = 3 };
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));
  g_autofree double *moved = g_new (double, N);
  g_autofree int *row_to_col = g_new (int, N);

  for (int i = 0; i < N; i++)
    moved[i] = i + g_test_rand_double_range (-0.4, 0.4);
  for (int i = 0; i < N; i++)
    for (int j = MAX (0, i - REACH); j <= MIN (N - 1, i + REACH); j++)
      {
        VenuleAssignmentPair pair = { i, j, (moved[i] - j) * (moved[i] - j) };

        g_array_append_val (pairs, pair);
      }

  clock_t start = clock ();
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) pairs->data, pairs->len, N, N, row_to_col);
  double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;

  g_test_message ("%.3f s", seconds);
  g_assert_cmpfloat (seconds, <, 5);
  /* On a line, squared distances cost least when nobody overtakes. */
  for (int i = 0; i < N; i++)
    g_assert_cmpint (row_to_col[i], ==, i);
}

/* Cells that all lie on top of each other: each row is as near to all columns, and takes the first that is free. */
static void
test_two_thousand_on_top_of_each_other (void)
{
  enum { N = 2000 };
  g_autoptr (GArray) pairs = g_array_sized_new (FALSE, FALSE, sizeof (VenuleAssignmentPair), N * N);
  g_autofree int *row_to_col = g_new (int, N);

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        VenuleAssignmentPair pair = { i, j, -24 };

        g_array_append_val (pairs, pair);
      }

  clock_t start = clock ();
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) pairs->data, pairs->len, N, N, row_to_col);
  double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;

  g_test_message ("%.3f s", seconds);
  g_assert_cmpfloat (seconds, <, 3);
  for (int i = 0; i < N; i++)
    g_assert_cmpint (row_to_col[i], ==, i);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/assignment/equals-the-best-of-all", test_random);
  g_test_add_func ("/assignment/crosses-over-when-that-is-cheaper", test_known);
  g_test_add_func ("/assignment/makes-as-many-pairs-as-can-be", test_pairs_before_cost);
  g_test_add_func ("/assignment/never-makes-a-forbidden-pair", test_forbidden);
  g_test_add_func ("/assignment/finds-a-hidden-diagonal", test_hidden_diagonal);
  g_test_add_func ("/assignment/ten-thousand-with-few-neighbours", test_ten_thousand_neighbours);
  g_test_add_func ("/assignment/two-thousand-on-top-of-each-other", test_two_thousand_on_top_of_each_other);
  return g_test_run ();
}
