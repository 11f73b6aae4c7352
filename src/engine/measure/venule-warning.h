/* venule-warning.h: what must be known of a result before its numbers are believed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-light.h"
#include "venule-settings.h"

G_BEGIN_DECLS

#define VENULE_WARNING_NO_CELLS "no-cells"
#define VENULE_WARNING_AGAINST_FLOW "against-flow"
#define VENULE_WARNING_SURE_SCORE 0.6 /* of a detection that is a cell */
#define VENULE_WARNING_FIGURES 3 /* at most */

/* A figure of a warning: @name as in analysis.json, with its unit where it has one. */
typedef struct {
  const char *name;
  double      value;
} VenuleWarningFigure;

/**
 * VenuleWarning:
 * @id: what it is about, the same in all versions and languages (docs/csv.md)
 * @sentence: the same for people, in the user's language, without an end of line
 * @figures: (array length=n_figures): what it rests on
 * @flow: (nullable): the arrow of the flow that would put it right, as venule_vessel_parse_flow() reads it
 */
typedef struct {
  const char         *id;
  char               *sentence;
  VenuleWarningFigure figures[VENULE_WARNING_FIGURES];
  guint               n_figures;
  char               *flow;
} VenuleWarning;

/**
 * venule_warning_list:
 * @tracks: (element-type VenuleTrack): all of a run; from another thread than the main one, tracks that nobody changes
 * @settings: of the run
 * @detect_interval: frames from a search for cells to the next; 0: the tracks were read from a file
 * @unregistered_frames: how many of the frames have no known movement of the tissue
 * @n_frames: how many frames were analysed
 * @n_lost: how many detections of %VENULE_WARNING_SURE_SCORE belong to no track
 * @light: (nullable): the brightness of the frames; %NULL: not known
 * @frame_rate: frames/s; 0: not known
 *
 * Looks for results that came out by the rules and mislead all the same, because what the rules rest on does not hold
 * for this recording:
 *
 * - the tracks were read from a file, and their movement is that in the picture
 * - settings were proposed by the program, and no person has confirmed them
 * - there is no cell
 * - most cells move against the arrow of the flow
 * - the rolling cells share an axis that is askew to the arrow of the flow (by more than 10°), along which velocities
 *   are measured
 * - cells that were clearly seen belong to no track
 * - cells were searched for in the first frame alone
 * - the movement of the tissue is not known in some frames, as after a cut
 * - the light flickers, drifts or jumps; pixels are saturated; the crop has few gray levels
 * - the picture moves so far across the vessel that cells leave the crop with it
 * - a cell stays at its place in the picture while the tissue moves: a letter, a scale bar, dust on the camera
 * - the cells that were found are not of the size that was expected (by a third): larger ones are taken for several,
 *   smaller ones are missed
 * - by their quality, most tracks are no cells
 * - the cells are as wide as the vessel, by four fifths
 * - else, the network is so little sure of the cells that others are likely missed
 * - the calibration makes the cells larger or smaller than leukocytes can be
 * - the centreline crosses itself, or turns back on itself
 * - many cells were seen for so short a time that only the fast ones among them can be said to roll
 * - many rolling cells move further than %VENULE_LARGEST_STEP diameters from a frame to the next
 * - rolling and free-flowing cells are parted in the middle of one group of velocities, by the border for want of a
 *   better one
 *
 * Looks at all spots.
 *
 * Returns: (transfer full) (element-type VenuleWarning): none: all looks well
 */
GPtrArray *venule_warning_list (GPtrArray            *tracks,
                                const VenuleSettings *settings,
                                int                   detect_interval,
                                gint64                unregistered_frames,
                                gint64                n_frames,
                                guint                 n_lost,
                                const VenuleLight    *light,
                                double                frame_rate);

/**
 * venule_warning_dup_saturated:
 * @saturated: share of the crop's pixels
 *
 * Returns: (transfer full) (nullable): what is to be said of it; %NULL: nothing
 */
char      *venule_warning_dup_saturated (double               saturated);

/**
 * venule_warning_dup_few_grays:
 * @grays: gray levels that make up the crop; 0: not known
 *
 * Returns: (transfer full) (nullable): what is to be said of it; %NULL: nothing
 */
char      *venule_warning_dup_few_grays (guint                grays);

G_END_DECLS
