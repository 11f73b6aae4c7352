/* venule-joiner.h: pieces of the path of one cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/* Takes tracklets apart where they were not seen for long, and puts together what is most likely one cell. */
void venule_join (GPtrArray            *tracklets,
                  const VenuleSettings *settings,
                  int                   frame_width,
                  int                   frame_height);

G_END_DECLS
