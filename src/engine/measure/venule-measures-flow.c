/* venule-measures-flow.c: what follows from the blood's velocity
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-measures-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NOT_MEASURED N_("the blood's velocity was not measured in the video")
#define NO_DIAMETER N_("the walls of the vessel were not marked")
#define NO_CELLS N_("there are no cells of known size")

static const VenuleEstimate nothing = { NAN, NAN, NAN, NAN, 0 };

void
venule_flow_numbers_init (VenuleFlowNumbers           *self,
                          const VenuleFlowVelocity    *flow,
                          const VenuleMeasureSettings *measures,
                          double                       diameter,
                          double                       cell_diameter,
                          const GArray                *velocities)
{
  double share = cell_diameter / diameter;
  guint n_faster = 0;

  *self = (VenuleFlowNumbers){ nothing, nothing, nothing, nothing, nothing, NULL, NULL, NULL };
  if (flow == NULL || flow->reason != NULL)
    {
      /* The sentence outlives what it was read from. */
      self->reason = flow != NULL ? g_intern_string (flow->reason) : NOT_MEASURED;
      self->shear_reason = self->critical_reason = self->reason;
      return;
    }

  self->centreline = (VenuleEstimate){ flow->velocity, flow->se, flow->low, flow->high, flow->n_stretches };
  self->mean = self->centreline;
  venule_estimate_scale (&self->mean, 1 / measures->velocity_ratio);
  if (!(diameter > 0))
    self->shear_reason = self->critical_reason = NO_DIAMETER;
  else if (!isfinite (share))
    self->critical_reason = NO_CELLS;

  if (self->shear_reason == NULL)
    {
      self->shear = self->mean;
      venule_estimate_scale (&self->shear, measures->shear_factor * 8 / diameter);
    }
  if (self->critical_reason != NULL)
    return;

  self->critical = self->mean;
  venule_estimate_scale (&self->critical, share * (2 - share));
  for (guint i = 0; i < velocities->len; i++)
    n_faster += g_array_index (velocities, double, i) > self->critical.value;
  self->faster.value = n_faster;
}
