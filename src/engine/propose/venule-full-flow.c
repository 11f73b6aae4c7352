/* venule-full-flow.c: whether all of the picture flows one way, as in a flow chamber or within a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-full-flow.h"

#include <math.h>

#include "venule-flow-vote.h"

#define N_LANES 5
#define LEAST_BREADTH 3 /* places of a lane: in narrower pictures there is no telling */
#define LEAST_AGREEMENT 0.75
#define LEAST_LEAD 0.1
#define LEAST_FIT 0.15 /* of tissue that breathes and was not quite held still: 0.04 to 0.07 */

/* Straight through the picture. */
static VenuleVesselTube *
make_lane (const VenuleGlimpse *glimpse,
           gboolean             down,
           int                  lane)
{
  VenuleVesselTube *tube = g_new0 (VenuleVesselTube, 1);
  double breadth = (double) (down ? glimpse->width : glimpse->height) / N_LANES;
  double middle = (lane + 0.5) * breadth - 0.5;

  tube->n = (guint) (down ? glimpse->height : glimpse->width);
  tube->middle = g_new (VenulePoint, tube->n);
  tube->width = breadth;
  for (guint i = 0; i < tube->n; i++)
    tube->middle[i] = down ? (VenulePoint) { middle, i } : (VenulePoint) { i, middle };
  return tube;
}

/* The least lead of all lanes; below 0: backwards; 0: they do not agree. */
static double
ask_lanes (const VenuleGlimpse *glimpse,
           gboolean             down)
{
  double least = 0;

  for (int lane = 0; lane < N_LANES; lane++)
    {
      g_autoptr (VenuleVesselTube) tube = make_lane (glimpse, down, lane);
      VenuleFlowVote vote;

      venule_flow_vote_find (glimpse, tube, &vote);
      g_debug ("lane %d %s: agreement %.2f, lead %.3f, fit %.3f", lane, down ? "down" : "across", vote.agreement,
               vote.lead, vote.fit);
      if (vote.fit < LEAST_FIT || fabs (vote.agreement) < LEAST_AGREEMENT || fabs (vote.lead) < LEAST_LEAD ||
          vote.lead * vote.agreement < 0 || vote.lead * least < 0)
        return 0;
      if (lane == 0 || fabs (vote.lead) < fabs (least))
        least = vote.lead;
    }
  return least;
}

gboolean
venule_full_flow_find (const VenuleGlimpse *glimpse,
                       VenuleFullFlow      *flow)
{
  double across, down;

  *flow = (VenuleFullFlow) { 0 };
  if (MIN (glimpse->width, glimpse->height) < N_LANES * LEAST_BREADTH)
    return FALSE;
  across = ask_lanes (glimpse, FALSE);
  down = ask_lanes (glimpse, TRUE);
  if (fabs (across) > fabs (down))
    *flow = (VenuleFullFlow) { across > 0 ? 1 : -1, 0, fabs (across) };
  else if (down != 0)
    *flow = (VenuleFullFlow) { 0, down > 0 ? 1 : -1, fabs (down) };
  return flow->lead > 0;
}
