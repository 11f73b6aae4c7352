/* venule-proposal.h: vessel, flow and cell size, proposed from the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-source.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleProposedVessel:
 * @outline: (element-type VenulePoint): a polygon around what flows, px
 * @centreline: (element-type VenulePoint): along its middle, downstream where the flow is known, px
 * @whole: all of the picture flows; no walls are in sight, and the outline is the picture's edge
 * @width: between the walls, px
 * @confidence: of outlines with as clear a movement, the share that overlaps the vessel by three quarters, as fitted on
 *   synthetic videos (tools/accuracy-propose, seeds 1 and 2)
 * @flow_x: of the direction of the flow, a unit vector in screen axes; 0, 0: it is not known
 * @flow_y: the same
 * @flow_confidence: the same of the direction; 0 where it is not known
 */
typedef struct {
  GArray   *outline, *centreline;
  gboolean  whole;
  double    width, confidence;
  double    flow_x, flow_y, flow_confidence;
} VenuleProposedVessel;

/**
 * VenuleProposal:
 * @vessels: (element-type VenuleProposedVessel): the most likely first
 * @cell_diameter: px; %NAN: it was not found
 * @cell_diameter_low: a tenth of the cells is smaller
 * @cell_diameter_high: a tenth is larger
 * @cell_confidence: how sure the diameter is, 0 to 1
 * @n_cells: cells that it rests on, in several frames; 0: the diameter was not found
 * @refused: (element-type utf8): what could not be proposed and why, sentences for people: of the vessel alone, or of
 *   the flow and then of the cells
 *
 * What a person may confirm or correct. It decides nothing.
 */
typedef struct {
  GPtrArray *vessels;
  double     cell_diameter, cell_diameter_low, cell_diameter_high, cell_confidence;
  guint      n_cells;
  GPtrArray *refused;
} VenuleProposal;

#define VENULE_PROPOSAL_CONFIDENT 0.4 /* what is less likely is not proposed */

/**
 * venule_proposal_new:
 * @source: a video with its frame table
 * @first_frame: first frame
 * @last_frame: last one
 * @cancellable: (nullable)
 * @error: return location; not for what is not found, which is among the refused
 *
 * Looks at up to 100 frames. A vessel is where the brightness changes over time, in tissue that is taken to stand
 * still; its walls follow the edges of that part. The flow goes the way in which lines along it fit those of later
 * frames. Cells are found with several expected diameters, of which the one is taken that the cells themselves have.
 * For a thread.
 *
 * Returns: (transfer full): what is proposed, or %NULL where the video cannot be read
 */
VenuleProposal *venule_proposal_new  (VenuleSource    *source,
                                      gint64           first_frame,
                                      gint64           last_frame,
                                      GCancellable    *cancellable,
                                      GError         **error);

/**
 * venule_proposal_new_within:
 * @source: a video with its frame table
 * @vessel: a crop that a person drew, and the flow where that is known
 * @first_frame: first frame
 * @last_frame: last one
 * @cancellable: (nullable)
 * @error: return location; not for what is not found
 *
 * The same within a vessel that is known: its flow, if that is not known, and its cells. Of the vessel nothing is
 * proposed: the only one of @vessels is what was drawn, with a confidence of 1. For a thread.
 *
 * Returns: (transfer full): what is proposed, or %NULL where the video cannot be read
 */
VenuleProposal *venule_proposal_new_within
                                     (VenuleSource        *source,
                                      const VenuleVessel  *vessel,
                                      gint64               first_frame,
                                      gint64               last_frame,
                                      GCancellable        *cancellable,
                                      GError             **error);
void            venule_proposal_free (VenuleProposal  *self);

/* (transfer full): a crop without a flow */
VenuleVessel   *venule_proposed_vessel_dup_crop (const VenuleProposedVessel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleProposal, venule_proposal_free)

G_END_DECLS
