/* venule-evaluate-options.h: what of the truth counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "venule-track.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleEvaluateKinds:
 * @VENULE_EVALUATE_ROLLING: truth of kind "rolling"
 * @VENULE_EVALUATE_ADHERENT: "adherent"
 * @VENULE_EVALUATE_FREE: "free"
 *
 * Kinds of true cells.
 */
typedef enum {
  VENULE_EVALUATE_ROLLING = 1 << 0,
  VENULE_EVALUATE_ADHERENT = 1 << 1,
  VENULE_EVALUATE_FREE = 1 << 2,
} VenuleEvaluateKinds;

/**
 * VenuleEvaluateOptions:
 * @kinds: that must be found. The others are ignored: finding them is neither right nor wrong
 * @vessel: (nullable): the analysed crop; true cells whose centre lies outside it are ignored. Its flow, when it has
 *   one, is the direction of the velocities
 * @max_distance: px at which a found centre still matches a true one; 0: the true radius of each cell
 * @first_frame: first frame that counts
 * @last_frame: last frame that counts
 * @tracks_path: (nullable): tracks.csv of the analysis, for the classes, velocities and qualities of the tracks
 * @pixel_size: µm, by which velocities in µm/s of @tracks_path become px/s and a creeping cell is known; 0: unknown
 */
typedef struct {
  VenuleEvaluateKinds  kinds;
  const VenuleVessel  *vessel;
  double               max_distance;
  gint64               first_frame;
  gint64               last_frame;
  const char          *tracks_path;
  double               pixel_size;
} VenuleEvaluateOptions;

G_END_DECLS
