/* venule-pieces.c: pieces of the path of one cell that flows freely
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-pieces.h"

#include <math.h>

#define LONGEST_GAP 0.3   /* s */
#define ALIKE 0.15        /* by how much their velocities may differ, of their mean */
#define GATE 0.3          /* diameters, from where the velocity of either leads, … */
#define GATE_ALONG 0.08   /* … and of the way between besides */
#define GATE_ACROSS 0.03

typedef struct {
  VenuleTracklet *tracklet;
  double          along, across; /* velocity, px/s */
  gboolean        goes_on, taken;
} Piece;

typedef struct {
  guint  from, to;
  double cost;
} Joint;

static int
compare_pieces (const void *a,
                const void *b)
{
  const Piece *first = a, *second = b;
  const VenuleSpot *p = venule_tracklet_spot (first->tracklet, 0), *q = venule_tracklet_spot (second->tracklet, 0);

  if (p->frame != q->frame)
    return p->frame < q->frame ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

static int
compare_joints (const void *a,
                const void *b)
{
  const Joint *first = a, *second = b;

  if (first->cost != second->cost)
    return first->cost < second->cost ? -1 : 1;
  return (first->from > second->from) - (first->from < second->from);
}

/* All that is fast enough, by their beginning. (element-type Piece) */
static GArray *
find_pieces (GPtrArray   *tracklets,
             double       slowest,
             VenulePoint  flow)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);
      double since = last->time - first->time, dx = last->x - first->x, dy = last->y - first->y;
      Piece piece = { tracklet, (flow.x * dx + flow.y * dy) / since, (-flow.y * dx + flow.x * dy) / since, FALSE, FALSE };

      if (since > 0 && piece.along >= slowest)
        g_array_append_val (pieces, piece);
    }
  g_array_sort (pieces, compare_pieces);

  return pieces;
}

/* INFINITY when the one is not the other, later. */
static double
joint_cost (const Piece *from,
            const Piece *to,
            double       diameter,
            VenulePoint  flow)
{
  const VenuleSpot *end = venule_tracklet_last (from->tracklet), *start = venule_tracklet_spot (to->tracklet, 0);
  double gap = start->time - end->time, dx = start->x - end->x, dy = start->y - end->y;
  double velocity = (from->along + to->along) / 2, way = velocity * gap;
  double along = flow.x * dx + flow.y * dy - way;
  double across = -flow.y * dx + flow.x * dy - (from->across + to->across) / 2 * gap;
  double cost = hypot (along / (GATE * diameter + GATE_ALONG * way), across / (GATE * diameter + GATE_ACROSS * way));

  /* Those that were followed, both of them, are for the linker to judge. */
  if (!from->tracklet->flowing && !to->tracklet->flowing)
    return INFINITY;
  if (start->frame <= end->frame || gap <= 0 || gap > LONGEST_GAP || fabs (from->along - to->along) > ALIKE * velocity)
    return INFINITY;

  return cost <= 1 ? cost : INFINITY;
}

static GArray *
find_joints (const GArray *pieces,
             double        diameter,
             VenulePoint   flow)
{
  GArray *joints = g_array_new (FALSE, FALSE, sizeof (Joint));

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *from = &g_array_index (pieces, Piece, i);

      for (guint j = i + 1; j < pieces->len; j++)
        {
          const Piece *to = &g_array_index (pieces, Piece, j);
          Joint joint = { i, j, joint_cost (from, to, diameter, flow) };

          if (venule_tracklet_spot (to->tracklet, 0)->time - venule_tracklet_last (from->tracklet)->time > LONGEST_GAP)
            break;
          if (isfinite (joint.cost))
            g_array_append_val (joints, joint);
        }
    }
  g_array_sort (joints, compare_joints);

  return joints;
}

/**
 * venule_pieces_join:
 * @tracklets: (element-type VenuleTracklet): of a run; those that go on as another take that in
 * @diameter: of a cell, px
 * @slowest: px/s along the flow, of a cell that may flow freely
 * @flow: its direction
 *
 * A cell that flows freely is hidden while it passes others, and is then found again as a new one. But it keeps its velocity
 * and its line: pieces that begin where another leads, at the same velocity, are one cell.
 */
void
venule_pieces_join (GPtrArray   *tracklets,
                    double       diameter,
                    double       slowest,
                    VenulePoint  flow)
{
  g_autoptr (GArray) pieces = find_pieces (tracklets, slowest, flow);
  g_autoptr (GArray) joints = find_joints (pieces, diameter, flow);
  g_autofree int *next = g_new (int, pieces->len + 1);

  for (guint i = 0; i < pieces->len; i++)
    next[i] = -1;
  for (guint k = 0; k < joints->len; k++)
    {
      const Joint *joint = &g_array_index (joints, Joint, k);
      Piece *from = &g_array_index (pieces, Piece, joint->from), *to = &g_array_index (pieces, Piece, joint->to);

      if (from->goes_on || to->taken)
        continue;
      from->goes_on = to->taken = TRUE;
      next[joint->from] = (int) joint->to;
    }

  /* What goes on comes before what it goes on as: from the last to the first, each takes in its own. */
  for (guint i = pieces->len; i-- > 0;)
    if (next[i] >= 0)
      {
        VenuleTracklet *from = g_array_index (pieces, Piece, i).tracklet;
        VenuleTracklet *to = g_array_index (pieces, Piece, next[i]).tracklet;

        venule_tracklet_join (from, to, diameter);
        from->flowing = TRUE;
        g_ptr_array_remove (tracklets, to);
      }
}
