/* venule-assignment.c: who belongs to whom, at the least total cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-assignment.h"

#include <math.h>

/*
 * A row that is left alone weighs more than any sum of costs. One large number for it would eat the digits of the true
 * costs, so weights are pairs compared in order: first how many rows are left alone, then the cost. Being left alone is
 * a column of its own for each row, behind the true ones; so every row always finds a column.
 */
typedef struct {
  int    alone;
  double cost;
} Weight;

static inline Weight
weight_add (Weight a,
            Weight b)
{
  return (Weight){ a.alone + b.alone, a.cost + b.cost };
}

static inline Weight
weight_subtract (Weight a,
                 Weight b)
{
  return (Weight){ a.alone - b.alone, a.cost - b.cost };
}

static inline gboolean
weight_less (Weight a,
             Weight b)
{
  return a.alone < b.alone || (a.alone == b.alone && a.cost < b.cost);
}

/* A row may have a column. */
typedef struct {
  int    col;
  Weight weight;
} Edge;

/* A column that the search has met, and the length of the path to it. */
typedef struct {
  Weight distance;
  int    col;
} Met;

typedef struct {
  int       rows;
  int       cols;      /* with the rows' own ones behind */
  gsize    *first;     /* of each row's edges; one more for the end */
  Edge     *edges;
  Weight   *row_price;
  Weight   *col_price;
  int      *row_of;    /* of each column; −1 when free */
  /* The search from one row. */
  Weight   *distance;
  int      *from_row;  /* by which each met column was met */
  gboolean *met;
  gboolean *settled;
  GArray   *heap;      /* Met: the nearest at the root */
  GArray   *touched;   /* int: columns met */
  Met       nearest_free; /* of those that were met; none: col is that of no column */
  int       open;      /* columns before it that may still be met as near as it is; −1: not counted yet */
} Problem;

static inline gboolean
met_less (const Met *a,
          const Met *b)
{
  return weight_less (a->distance, b->distance) || (!weight_less (b->distance, a->distance) && a->col < b->col);
}

static void
heap_push (GArray *heap,
           Met     met)
{
  guint at = heap->len;

  g_array_append_val (heap, met);
  while (at > 0 && met_less (&met, &g_array_index (heap, Met, (at - 1) / 2)))
    {
      g_array_index (heap, Met, at) = g_array_index (heap, Met, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  g_array_index (heap, Met, at) = met;
}

static Met
heap_pop (GArray *heap)
{
  Met *items = (Met *) heap->data;
  Met root = items[0], last = items[heap->len - 1];
  guint n = heap->len - 1, at = 0;

  for (guint child = 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && met_less (&items[child + 1], &items[child]))
        child++;
      if (!met_less (&items[child], &last))
        break;
      items[at] = items[child];
      at = child;
    }
  items[at] = last;
  g_array_set_size (heap, n);
  return root;
}

static inline gboolean
is_as_near (const Problem *self,
            Weight         distance)
{
  return self->nearest_free.col < self->cols && !weight_less (distance, self->nearest_free.distance);
}

/* Takes in what is reached from @row, to which the path is @distance long, and comes before the nearest free column. */
static void
problem_look_around (Problem *self,
                     int      row,
                     Weight   distance)
{
  for (gsize i = self->first[row]; i < self->first[row + 1]; i++)
    {
      const Edge *edge = &self->edges[i];
      int col = edge->col;
      Weight reduced = weight_subtract (edge->weight, weight_add (self->row_price[row], self->col_price[col]));
      Weight length = weight_add (distance, reduced);

      if (self->settled[col] || (self->met[col] && !weight_less (length, self->distance[col])) ||
          (self->nearest_free.col < self->cols && !met_less (&(Met){ length, col }, &self->nearest_free)))
        continue;
      if (self->row_of[col] < 0)
        {
          self->nearest_free = (Met){ length, col };
          self->open = -1;
        }
      else if (self->open > 0)
        self->open--;
      if (!self->met[col])
        g_array_append_val (self->touched, col);
      self->met[col] = TRUE;
      self->distance[col] = length;
      self->from_row[col] = row;
      heap_push (self->heap, (Met){ length, col });
    }
}

static void
problem_count_open (Problem *self)
{
  self->open = self->nearest_free.col;
  for (guint i = 0; i < self->touched->len; i++)
    {
      int col = g_array_index (self->touched, int, i);

      if (col < self->nearest_free.col && !weight_less (self->nearest_free.distance, self->distance[col]))
        self->open--;
    }
}

/* The nearest free column from @row over changes of who has which, the first of several; the row's own one at the
 * latest. Where all cells lie on top of each other all columns are as near, and nothing but another free one before it
 * is of interest then. */
static int
problem_search (Problem *self,
                int      row)
{
  self->nearest_free.col = self->cols;
  self->open = -1;
  problem_look_around (self, row, (Weight){ 0, 0.0 });
  for (;;)
    {
      Met nearest = heap_pop (self->heap);

      if (self->settled[nearest.col])
        continue;
      if (is_as_near (self, nearest.distance) && self->open < 0)
        problem_count_open (self);
      if (is_as_near (self, nearest.distance) && self->open == 0)
        return self->nearest_free.col;
      if (self->row_of[nearest.col] < 0)
        return nearest.col;
      self->settled[nearest.col] = TRUE;
      problem_look_around (self, self->row_of[nearest.col], nearest.distance);
    }
}

/* After it no reduced weight is negative, and those of the pairs made are 0. */
static void
problem_update_prices (Problem *self,
                       int      row,
                       Weight   distance)
{
  self->row_price[row] = weight_add (self->row_price[row], distance);
  for (guint i = 0; i < self->touched->len; i++)
    {
      int col = g_array_index (self->touched, int, i);

      if (self->settled[col])
        {
          Weight gain = weight_subtract (distance, self->distance[col]);
          int owner = self->row_of[col];

          self->col_price[col] = weight_subtract (self->col_price[col], gain);
          self->row_price[owner] = weight_add (self->row_price[owner], gain);
        }
      self->met[col] = self->settled[col] = FALSE;
    }
}

static void
problem_assign (Problem *self,
                int     *row_to_col,
                int      row)
{
  int col;

  g_array_set_size (self->heap, 0);
  g_array_set_size (self->touched, 0);
  col = problem_search (self, row);
  problem_update_prices (self, row, self->distance[col]);

  for (int owner = -1; owner != row;)
    {
      int given_up;

      owner = self->from_row[col];
      given_up = row_to_col[owner];
      self->row_of[col] = owner;
      row_to_col[owner] = col;
      col = given_up;
    }
}

/* Edges row by row, the row's own column last. */
static void
problem_fill (Problem                    *self,
              const VenuleAssignmentPair *pairs,
              gsize                       n_pairs,
              int                         cols)
{
  g_autofree gsize *next = g_new0 (gsize, self->rows + 1);

  for (gsize i = 0; i < n_pairs; i++)
    next[pairs[i].row]++;
  self->first[0] = 0;
  for (int row = 0; row < self->rows; row++)
    {
      self->first[row + 1] = self->first[row] + next[row] + 1;
      next[row] = self->first[row];
    }
  for (gsize i = 0; i < n_pairs; i++)
    self->edges[next[pairs[i].row]++] = (Edge){ pairs[i].col, { 0, pairs[i].cost } };

  for (int row = 0; row < self->rows; row++)
    {
      Weight least = { 1, 0.0 };

      self->edges[next[row]] = (Edge){ cols + row, least };
      for (gsize i = self->first[row]; i < next[row]; i++)
        if (weight_less (self->edges[i].weight, least))
          least = self->edges[i].weight;
      self->row_price[row] = least;
    }
  for (int col = 0; col < self->cols; col++)
    self->row_of[col] = -1;
}

void
venule_assignment_solve_pairs (const VenuleAssignmentPair *pairs,
                               gsize                       n_pairs,
                               int                         rows,
                               int                         cols,
                               int                        *row_to_col)
{
  g_return_if_fail (rows >= 0 && cols >= 0 && cols <= G_MAXINT - rows);
  g_return_if_fail (rows == 0 || row_to_col != NULL);
  g_return_if_fail (n_pairs == 0 || pairs != NULL);

  int all = cols + rows;
  g_autofree gsize *first = g_new (gsize, rows + 1);
  g_autofree Edge *edges = g_new (Edge, n_pairs + rows);
  g_autofree Weight *row_price = g_new (Weight, rows);
  g_autofree Weight *col_price = g_new0 (Weight, all);
  g_autofree Weight *distance = g_new (Weight, all);
  g_autofree int *row_of = g_new (int, all);
  g_autofree int *from_row = g_new (int, all);
  g_autofree gboolean *met = g_new0 (gboolean, all);
  g_autofree gboolean *settled = g_new0 (gboolean, all);
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Met));
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (int));
  Problem self = { rows,     all,      first, edges,   row_price, col_price, row_of,
                   distance, from_row, met,   settled, heap,      touched };

  problem_fill (&self, pairs, n_pairs, cols);
  for (int row = 0; row < rows; row++)
    row_to_col[row] = -1;
  for (int row = 0; row < rows; row++)
    problem_assign (&self, row_to_col, row);
  for (int row = 0; row < rows; row++)
    if (row_to_col[row] >= cols)
      row_to_col[row] = -1;
}

void
venule_assignment_solve (const double *cost,
                         int           rows,
                         int           cols,
                         int          *row_to_col)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));

  g_return_if_fail (rows >= 0 && cols >= 0);
  g_return_if_fail (rows == 0 || cols == 0 || cost != NULL);

  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++)
      {
        VenuleAssignmentPair pair = { row, col, cost[(gsize) row * cols + col] };

        if (isfinite (pair.cost))
          g_array_append_val (pairs, pair);
      }
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) pairs->data, pairs->len, rows, cols, row_to_col);
}
