/* venule-quality.h: how surely a track is one cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tissue-path.h"

G_BEGIN_DECLS

enum {
  VENULE_QUALITY_CLARITY,  /* mean log odds of its detections */
  VENULE_QUALITY_LENGTH,   /* logarithm of the number of detections */
  VENULE_QUALITY_CROWDED,  /* share of its spots at which another cell overlapped */
  VENULE_QUALITY_JOINED,   /* 1 where it was put together from pieces */
  VENULE_QUALITY_SMALL,    /* how much smaller than expected, as a logarithm; 0 where it is not */
  VENULE_QUALITY_LARGE,    /* and larger */
  VENULE_N_QUALITIES
};

void venule_quality_features (const VenuleTissuePath *path,
                              double                  diameter,
                              double                 *features);
void venule_quality_judge    (GPtrArray              *paths,
                              double                  diameter);

G_END_DECLS
