/* venule-measures.h: all numbers of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-cell-measures.h"
#include "venule-flux.h"
#include "venule-light.h"
#include "venule-quantity.h"

G_BEGIN_DECLS

/**
 * VenuleMeasureInput:
 * @settings: of the run
 * @measures: (nullable): what the numbers depend on beside it; %NULL: the defaults
 * @frame_width: px
 * @frame_height: px
 * @first_frame: first frame that was analysed
 * @last_frame: last one
 * @recorded: when they were taken; times in which nothing was recorded do not count for what is per time
 * @detect_interval: frames from a detection to the next
 * @complete: whether the run went to its end
 * @light: (nullable): the brightness of the frames
 */
typedef struct {
  const VenuleSettings        *settings;
  const VenuleMeasureSettings *measures;
  int                          frame_width, frame_height;
  gint64                       first_frame, last_frame;
  VenuleRecorded               recorded;
  int                          detect_interval;
  gboolean                     complete;
  const VenuleLight           *light;
} VenuleMeasureInput;

/**
 * VenuleMeasures:
 * @centreline: the way along the vessel
 * @cells: (element-type VenuleCellMeasures): one a track, in the order of the tracks
 * @events: (element-type VenuleEvent): by track and time
 * @flux: (element-type VenuleFluxBin): by time
 * @seen: s that were recorded: the duration without the gaps
 * @quantities: (array length=VENULE_N_QUANTITIES): the numbers of the recording, by #VenuleQuantityId
 * @calibrated: whether lengths are in µm there
 *
 * What is made of the tracks of a recording: summary.csv, the window, reports and workbooks take all numbers from here.
 *
 * Cells that come into view or leave it are only seen in part. Each rolling cell counts once with what was seen of it:
 * the mean velocity of a part is an estimate of that of the whole, with no bias of its own. Times that were not seen to
 * end are censored: a mean pause is all time in pauses over the pauses that were seen to end, which is the
 * maximum-likelihood estimate where a pause may end at any time with the same probability (B. Epstein, M. Sobel, J. Am.
 * Stat. Assoc. 48, 486, 1953); a cell is adherent when it was seen to stand still for long enough, and undecided when
 * the recording does not tell.
 */
typedef struct {
  VenuleCentreline *centreline;
  GArray           *cells;
  GArray           *events;
  GArray           *flux;
  double            seen;
  VenuleQuantity    quantities[VENULE_N_QUANTITIES];
  gboolean          calibrated;
} VenuleMeasures;

/**
 * venule_measures_new:
 * @tracks: (element-type VenuleTrack): all of the recording; from another thread than the main one, tracks that nobody
 * changes
 * @input: what they were found in
 * @cancellable: (nullable): when it is cancelled the result is %NULL
 *
 * Returns: (transfer full) (nullable): the numbers
 */
VenuleMeasures       *venule_measures_new  (GPtrArray                 *tracks,
                                            const VenuleMeasureInput  *input,
                                            GCancellable              *cancellable);
void                  venule_measures_free (VenuleMeasures            *self);
const VenuleQuantity *venule_measures_get  (const VenuleMeasures      *self,
                                            VenuleQuantityId           id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMeasures, venule_measures_free)

G_END_DECLS
