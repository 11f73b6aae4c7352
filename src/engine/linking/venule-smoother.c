/* venule-smoother.c: a cell's path from what was seen of it and how it was seen to move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-smoother.h"

#include <math.h>

#define PASSES 3        /* the first without doubts, then what lies far off counts less */
#define DOUBTFUL_SEEN 4.0 /* standard errors at which a detection counts half … */
#define DOUBTFUL_MOVE 2.0 /* … and a movement: the picture of a cell that touches another may move with that one */

/* Of x and y: both at once, as what takes the time is to wait for one division after the other. */
typedef double Both __attribute__ ((vector_size (2 * sizeof (double))));

/* One spot. */
typedef struct {
  Both   at;             /* the path, px */
  Both   seen;           /* px */
  Both   move;           /* from the spot before, px */
  double seen_weight;    /* 1/px²; 0: not seen */
  double move_weight;
  Both   diagonal, beside, right; /* of the normal equations */
} Node;

/* Measurements far from the path so far count less (Cauchy's weights). */
static Both
weight (double variance_inverse,
        Both   residual,
        double doubtful,
        int    pass)
{
  Both doubt = residual * residual * variance_inverse / (doubtful * doubtful);

  return pass == 0 ? (Both){ variance_inverse, variance_inverse } : variance_inverse / (1 + doubt);
}

/* The normal equations, a symmetric tridiagonal matrix, and the first half of Thomas' method, which goes after them. */
static void
fill_equations (Node  *nodes,
                guint  n,
                int    pass)
{
  for (guint i = 0; i < n; i++)
    {
      Node *node = &nodes[i], *before = &nodes[MAX (i, 1) - 1], *next = &nodes[i + 1];
      Both w = weight (node->seen_weight, node->at - node->seen, DOUBTFUL_SEEN, pass);

      node->diagonal = w;
      node->right = w * node->seen;
      if (i > 0)
        {
          node->diagonal -= node->beside;
          node->right -= node->beside * node->move;
        }
      if (i + 1 < n)
        {
          w = weight (next->move_weight, next->at - node->at - next->move, DOUBTFUL_MOVE, pass);
          node->diagonal += w;
          node->right -= w * next->move;
          next->beside = -w; /* between i and i + 1 */
        }
      if (i > 0)
        {
          Both factor = node->beside / before->diagonal;

          node->diagonal -= factor * node->beside;
          node->right -= factor * before->right;
        }
    }
}

static void
solve (Node  *nodes,
       guint  n)
{
  nodes[n - 1].at = nodes[n - 1].right / nodes[n - 1].diagonal;
  for (guint i = n - 1; i-- > 0;)
    nodes[i].at = (nodes[i].right - nodes[i + 1].beside * nodes[i + 1].at) / nodes[i].diagonal;
}

/* Returns: whether it was seen at all */
static gboolean
fill_nodes (Node                   *nodes,
            const VenuleTissuePath *path)
{
  gboolean seen = FALSE;

  for (guint i = 0; i < path->spots->len; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      nodes[i].at = (Both){ spot->x, spot->y };
      nodes[i].seen = (Both){ spot->seen_x, spot->seen_y };
      nodes[i].move = (Both){ spot->move_x, spot->move_y };
      nodes[i].seen_weight = spot->seen_sd > 0 ? 1 / ((double) spot->seen_sd * spot->seen_sd) : 0;
      nodes[i].move_weight = 1 / MAX ((double) spot->move_sd * spot->move_sd, 1e-6);
      seen = seen || nodes[i].seen_weight > 0;
    }
  return seen;
}

/**
 * venule_smooth_path:
 * @path: a whole path; its spots are moved
 *
 * The path that agrees best (least squares, each measurement weighted by its standard error, outliers less) with where
 * the detections saw the cell and with how far it was seen to move from frame to frame: as precise over short times as
 * the movements, as true over long ones as the detections.
 */
void
venule_smooth_path (VenuleTissuePath *path)
{
  guint n = path->spots->len;
  g_autofree Node *nodes = g_new (Node, n + 1);

  if (!fill_nodes (nodes, path))
    return;
  for (int pass = 0; pass < PASSES; pass++)
    {
      fill_equations (nodes, n, pass);
      solve (nodes, n);
    }
  for (guint i = 0; i < n; i++)
    {
      VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      spot->x = nodes[i].at[0];
      spot->y = nodes[i].at[1];
    }
}
