/* venule-derived-settings.h: settings that follow from the video unless the user set them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"

G_BEGIN_DECLS

/* @frame_rate: frames/s, > 0. */
double venule_settings_get_max_velocity    (const VenuleSettings *settings,
                                            double                frame_rate);
int    venule_settings_get_detect_interval (const VenuleSettings *settings,
                                            double                frame_rate);

G_END_DECLS
