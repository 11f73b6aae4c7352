/* venule-assignment.c: who belongs to whom, at the least total cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-assignment.h"

#include <math.h>

/*
 * A forbidden pair weighs more than any sum of allowed ones. One large number in its place would eat the digits of the
 * true costs, so weights are pairs compared in order: first how many forbidden pairs, then the cost.
 */
typedef struct {
  int    forbidden;
  double cost;
} Weight;

static const Weight ZERO = { 0, 0.0 };
static const Weight ENDLESS = { G_MAXINT / 4, 0.0 };

static inline Weight
weight_add (Weight a,
            Weight b)
{
  return (Weight){ a.forbidden + b.forbidden, a.cost + b.cost };
}

static inline Weight
weight_subtract (Weight a,
                 Weight b)
{
  return (Weight){ a.forbidden - b.forbidden, a.cost - b.cost };
}

static inline gboolean
weight_less (Weight a,
             Weight b)
{
  return a.forbidden < b.forbidden || (a.forbidden == b.forbidden && a.cost < b.cost);
}

/* The problem turned so that there are at most as many workers as jobs; every worker gets a job, if need be a
 * forbidden one. Index 0 stands for "none", so workers and jobs count from 1. */
typedef struct {
  const double *cost;
  gboolean      transposed;
  int           cols;           /* of the caller's matrix */
  int           workers, jobs;
  Weight       *worker_price;
  Weight       *job_price;
  Weight       *slack;          /* least reduced weight from the tree to each job */
  int          *worker_of;      /* of each job */
  int          *previous;       /* job before each job on the shortest path */
  gboolean     *reached;
} Problem;

static Weight
problem_weight (const Problem *p,
                int            worker,
                int            job)
{
  double cost = p->transposed ? p->cost[(gsize) (job - 1) * p->cols + (worker - 1)]
                              : p->cost[(gsize) (worker - 1) * p->cols + (job - 1)];

  return isfinite (cost) ? (Weight){ 0, cost } : (Weight){ 1, 0.0 };
}

/* Grows the tree of shortest paths from job 0 (held by the new worker) to the nearest free job, and returns it. */
static int
problem_grow (Problem *p)
{
  int job = 0;

  for (int j = 0; j <= p->jobs; j++)
    {
      p->slack[j] = ENDLESS;
      p->reached[j] = FALSE;
    }

  while (p->worker_of[job] != 0)
    {
      int worker = p->worker_of[job];
      int nearest = 0;
      Weight step = ENDLESS;

      p->reached[job] = TRUE;
      for (int j = 1; j <= p->jobs; j++)
        {
          Weight reduced;

          if (p->reached[j])
            continue;
          reduced = weight_subtract (problem_weight (p, worker, j),
                                     weight_add (p->worker_price[worker], p->job_price[j]));
          if (weight_less (reduced, p->slack[j]))
            {
              p->slack[j] = reduced;
              p->previous[j] = job;
            }
          if (nearest == 0 || weight_less (p->slack[j], step))
            {
              step = p->slack[j];
              nearest = j;
            }
        }

      for (int j = 0; j <= p->jobs; j++)
        {
          if (p->reached[j])
            {
              p->worker_price[p->worker_of[j]] = weight_add (p->worker_price[p->worker_of[j]], step);
              p->job_price[j] = weight_subtract (p->job_price[j], step);
            }
          else
            {
              p->slack[j] = weight_subtract (p->slack[j], step);
            }
        }
      job = nearest;
    }

  return job;
}

static void
problem_assign (Problem *p,
                int      worker)
{
  int job;

  p->worker_of[0] = worker;
  job = problem_grow (p);
  while (job != 0)
    {
      int previous = p->previous[job];

      p->worker_of[job] = p->worker_of[previous];
      job = previous;
    }
}

void
venule_assignment_solve (const double *cost,
                         int           rows,
                         int           cols,
                         int          *row_to_col)
{
  g_autofree Weight *worker_price = NULL;
  g_autofree Weight *job_price = NULL;
  g_autofree Weight *slack = NULL;
  g_autofree int *worker_of = NULL;
  g_autofree int *previous = NULL;
  g_autofree gboolean *reached = NULL;
  Problem p = { cost, rows > cols, cols, MIN (rows, cols), MAX (rows, cols) };

  g_return_if_fail (rows >= 0 && cols >= 0);
  g_return_if_fail (rows == 0 || row_to_col != NULL);
  g_return_if_fail (rows == 0 || cols == 0 || cost != NULL);

  for (int i = 0; i < rows; i++)
    row_to_col[i] = -1;

  p.worker_price = worker_price = g_new (Weight, p.workers + 1);
  p.job_price = job_price = g_new (Weight, p.jobs + 1);
  p.slack = slack = g_new (Weight, p.jobs + 1);
  p.worker_of = worker_of = g_new0 (int, p.jobs + 1);
  p.previous = previous = g_new0 (int, p.jobs + 1);
  p.reached = reached = g_new (gboolean, p.jobs + 1);

  for (int i = 0; i <= p.workers; i++)
    worker_price[i] = ZERO;
  for (int j = 0; j <= p.jobs; j++)
    job_price[j] = ZERO;

  for (int worker = 1; worker <= p.workers; worker++)
    problem_assign (&p, worker);

  for (int job = 1; job <= p.jobs; job++)
    {
      int worker = worker_of[job];
      int row = p.transposed ? job - 1 : worker - 1;
      int col = p.transposed ? worker - 1 : job - 1;

      if (worker != 0 && isfinite (cost[(gsize) row * cols + col]))
        row_to_col[row] = col;
    }
}
