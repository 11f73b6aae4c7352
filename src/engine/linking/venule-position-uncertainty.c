/* venule-position-uncertainty.c: which places of cells are less certain than the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-position-uncertainty.h"

#include <math.h>

#include "venule-spatial-index.h"

/* All in cell radii. Measured on made videos: so far off are places at the crop's edge and in a heap, one standard
 * deviation. */
#define CUT 0.12
#define CUT_WITHIN 1.2     /* of the edge, along the flow */
#define CROWDED 0.15
#define CROWDED_WITHIN 1.5 /* of another cell, along and across the frame */

struct _VenulePositionUncertainty
{
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  double                radius;  /* expected, px */
  double                flow_x, flow_y;
};

/**
 * venule_position_uncertainty_new:
 * @settings: those of the run; kept
 * @frame_width: px
 * @frame_height: px
 *
 * Returns: (transfer full): what is doubtful about their places
 */
VenulePositionUncertainty *
venule_position_uncertainty_new (const VenuleSettings *settings,
                                 int                   frame_width,
                                 int                   frame_height)
{
  VenulePositionUncertainty *self = g_new0 (VenulePositionUncertainty, 1);

  self->settings = settings;
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->radius = settings->cell_diameter / 2;
  venule_vessel_get_flow (settings->vessel, &self->flow_x, &self->flow_y);

  return self;
}

void
venule_position_uncertainty_free (VenulePositionUncertainty *self)
{
  g_free (self);
}

/* The place of the frame that lies @along px downstream of the spot. */
static gboolean
is_in_crop (const VenulePositionUncertainty *self,
            const VenuleTissueSpot          *spot,
            double                           along)
{
  return venule_vessel_contains (self->settings->vessel, self->frame_width, self->frame_height,
                                 spot->x + spot->shift_x + along * self->flow_x,
                                 spot->y + spot->shift_y + along * self->flow_y);
}

static gboolean
is_cut (const VenulePositionUncertainty *self,
        const VenuleTissueSpot          *spot)
{
  double reach = CUT_WITHIN * self->radius;

  return !is_in_crop (self, spot, reach) || !is_in_crop (self, spot, -reach);
}

/**
 * venule_position_uncertainty_fill:
 * @self: the uncertainty
 * @here: (array length=n): all cells of one frame, with the shift of the frame
 * @n: their number
 *
 * Notes in each spot the standard error of its place besides that of the others, px. Several threads may do so at one
 * time, each for another frame.
 */
void
venule_position_uncertainty_fill (const VenulePositionUncertainty *self,
                                  const VenuleHere                *here,
                                  guint                            n)
{
  g_autoptr (VenuleSpatialIndex) places = venule_spatial_index_new (n);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (VenuleIndexPair));
  g_autofree gboolean *crowded = g_new0 (gboolean, n);

  for (guint i = 0; i < n; i++)
    venule_spatial_index_add (places, here[i].spot->x, here[i].spot->y);
  venule_spatial_index_pair (places, CROWDED_WITHIN * self->radius, pairs);
  for (guint i = 0; i < pairs->len; i++)
    {
      const VenuleIndexPair *pair = &g_array_index (pairs, VenuleIndexPair, i);

      crowded[pair->a] = crowded[pair->b] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    here[i].spot->uncertainty = (float) (self->radius * hypot (is_cut (self, here[i].spot) ? CUT : 0,
                                                               crowded[i] ? CROWDED : 0));
}
