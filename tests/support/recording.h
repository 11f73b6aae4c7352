/* recording.h: a small video in a folder of its own, and tracks whose numbers are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-export.h"

typedef struct {
  char           *folder; /* a temporary one, removed with what is in it */
  VenuleSource   *source; /* 64×48, 5 frames, 10 frames/s */
  VenuleSettings *settings;
  GListStore     *tracks; /* 1: rolling at 30 px/s along +x; 2: still; 5: one spot, edited */
  VenuleResults   results;
} Recording;

void   recording_set_up    (Recording     *self,
                            gconstpointer  pixel_size); /* a double, or NULL: no calibration */
void   recording_tear_down (Recording     *self,
                            gconstpointer  pixel_size);
/* Content of a file of the folder. */
char  *recording_read      (Recording     *self,
                            const char    *name,
                            gsize         *size);
/* Names of all that is in the folder besides the video, sorted, separated by spaces. */
char  *recording_list      (Recording     *self);
