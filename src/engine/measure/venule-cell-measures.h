/* venule-cell-measures.h: what each cell does along its way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-measure-settings.h"
#include "venule-settings.h"
#include "venule-time.h"
#include "venule-track.h"
#include "venule-velocity.h"

G_BEGIN_DECLS

/**
 * VenulePause:
 * @first: index of the spot in which it begins
 * @last: of that in which it ends
 * @start: s
 * @end: s
 * @begun: whether the cell was seen to move before it
 * @ended: whether the cell was seen to move after it
 *
 * A time in which a cell stands still. What was not seen to begin or to end lasted at least as long.
 */
typedef struct {
  guint    first, last;
  double   start, end;
  gboolean begun, ended;
} VenulePause;

/**
 * VenuleEventKind:
 *
 * Names for files: venule_event_kind_to_string().
 */
typedef enum {
  VENULE_EVENT_ENTERS,   /* first seen at the edge of the crop, or at an end of the centreline in it */
  VENULE_EVENT_APPEARS,  /* first seen elsewhere */
  VENULE_EVENT_LEAVES,   /* last seen there */
  VENULE_EVENT_VANISHES, /* last seen elsewhere */
  VENULE_EVENT_STOPS,    /* a pause begins */
  VENULE_EVENT_GOES_ON,  /* a pause ends */
  VENULE_EVENT_ARRESTS,  /* a pause begins that lasts for the time of adherence */
  VENULE_EVENT_DETACHES, /* such a pause ends */
  VENULE_EVENT_CROSSES,  /* passes the flux line downstream */
  VENULE_EVENT_RETURNS,  /* passes it upstream */
} VenuleEventKind;

/**
 * VenuleEvent:
 * @track: number of the track
 * @kind: what happened
 * @frame: the frame that is nearest
 * @time: s
 * @along: where on the centreline, px
 * @x: px of that frame
 * @y: px
 * @lasted: s from the beginning to the end of the pause that begins or ends, as in @still; %NAN for others
 * @censored: whether it may have lasted longer, as its beginning or its end was not seen
 */
typedef struct {
  guint           track;
  VenuleEventKind kind;
  gint64          frame;
  double          time;
  double          along;
  double          x, y;
  double          lasted;
  gboolean        censored;
} VenuleEvent;

/**
 * VenuleCellMeasures:
 * @track: number of the track
 * @kind: what the cell is
 * @edited: whether a person changed the track
 * @basic: what venule_track_measure() says
 * @seen: s that it was seen, without the gaps of the recording; its last frame lasts as long as the others
 * @n_pauses: pauses
 * @n_ends: pauses that were seen to end
 * @still: s in pauses
 * @longest: longest pause, s, with its last frame; for a cell of class adherent the whole track. Who stands at the same
 *   place before and after a gap of the recording is taken to have stood there meanwhile
 * @moving: share of the time in which it moves, 0 to 1; %NAN for a track that is shorter than the shortest pause
 * @moving_velocity: way along the vessel between the pauses / time between them, px/s
 * @wall_distance: mean distance of its centre from the nearer wall, px; %NAN where the walls are not known
 * @adherent: whether it stood still for the time of adherence
 * @undecided: not @adherent, and stood still when the recording began or ended
 * @at_start: whether it was there when the recording began
 * @at_end: whether it was there when the recording ended
 * @crossings: times that it passed the flux line downstream less those that it passed it upstream
 * @passings: times that it passed it at all
 */
typedef struct {
  guint               track;
  VenuleCellKind      kind;
  gboolean            edited;
  VenuleTrackMeasures basic;
  double              seen;
  guint               n_pauses, n_ends;
  double              still;
  double              longest;
  double              moving;
  double              moving_velocity;
  double              wall_distance;
  gboolean            adherent, undecided;
  gboolean            at_start, at_end;
  int                 crossings;
  guint               passings;
} VenuleCellMeasures;

/**
 * VenuleCellContext:
 * @settings: of the run, with the centreline in its vessel
 * @line: the centreline
 * @measures: what the numbers depend on
 * @outline: (element-type VenulePoint): of the crop
 * @first_frame: of the recording
 * @last_frame: of the recording
 * @recorded: when that was
 * @detect_interval: frames from a detection to the next
 * @pause_velocity: px/s
 * @flux_position: px along the centreline
 *
 * What is the same for all cells.
 */
typedef struct {
  const VenuleSettings        *settings;
  const VenuleCentreline      *line;
  const VenuleMeasureSettings *measures;
  GArray                      *outline;
  gint64                       first_frame, last_frame;
  const VenuleRecorded        *recorded;
  int                          detect_interval;
  double                       pause_velocity;
  double                       flux_position;
} VenuleCellContext;

/* The slowest that moves: as it was set, else 1 µm/s, or an eighth of a cell's diameter a second without a calibration:
 * px/s. */
double      venule_cell_pause_velocity     (const VenuleSettings         *settings,
                                            const VenuleMeasureSettings  *measures);
/* Where cells are counted: as it was set, else the middle of the analysed length, px along the centreline. */
double      venule_cell_flux_position      (const VenuleCentreline       *line,
                                            const VenuleMeasureSettings  *measures);

/* What a cell must be beyond the flux line to have passed it: a tenth of the expected diameter, 1.3 px at least: px. */
double      venule_cell_flux_noise         (double                        cell_diameter);

/* @n places without those at either end that lie outside of the analysed frames, of the crop by more than the expected
 * radius, or beyond an end of the centreline; their number goes to @n. They belong to the cell and its velocity, but
 * not to the time and the vessel that rates are of. */
const VenulePlace *
            venule_cell_find_analysed      (const VenulePlace            *places,
                                            guint                        *n,
                                            const VenuleCellContext      *context);

/**
 * venule_cell_measure:
 * @track: a track
 * @context: what is the same for all
 * @cell: (out caller-allocates): the numbers
 * @events: (nullable) (element-type VenuleEvent): what it did is added here
 *
 * It passes the flux line when it comes from one side of it to the other by more than what noise makes (a tenth of the
 * expected cell diameter, 1.3 px at least); to and fro within that is no passing.
 */
void        venule_cell_measure            (VenuleTrack                  *track,
                                            const VenuleCellContext      *context,
                                            VenuleCellMeasures           *cell,
                                            GArray                       *events);

/* For files: "enters", "crosses", … */
const char *venule_event_kind_to_string    (VenuleEventKind               kind);

G_END_DECLS
