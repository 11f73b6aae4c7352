/* venule-manifest-settings.h: the cells of a row as settings, and settings as cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-manifest.h"

G_BEGIN_DECLS

/**
 * venule_manifest_dup_template:
 * @self: a manifest
 * @row: number of a row
 * @error: return location
 *
 * Returns: (transfer full) (nullable): what the row says, its own template included; %NULL: it makes no sense
 */
VenuleTemplate *venule_manifest_dup_template (VenuleManifest            *self,
                                              guint                      row,
                                              GError                   **error);

/**
 * venule_manifest_put_settings:
 * @self: a manifest
 * @row: number of a row
 * @settings: of a run; a person has seen them
 * @measures: what the numbers depend on beside it; its labels do not count
 * @input: what of the file is the video
 *
 * The cells say what these are, places to 0.01 px. Its template stays as long as cells can say what differs from it;
 * otherwise the cells alone say all. Range of frames, device and threads are left as they are.
 */
void            venule_manifest_put_settings (VenuleManifest              *self,
                                              guint                        row,
                                              const VenuleSettings        *settings,
                                              const VenuleMeasureSettings *measures,
                                              const VenuleInputOptions    *input);

G_END_DECLS
