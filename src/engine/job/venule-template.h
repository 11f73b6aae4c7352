/* venule-template.h: settings of one video for others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-measure-settings.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/* Of the files of venule_template_save(). */
#define VENULE_TEMPLATE_SUFFIX ".venule-template"

/**
 * VenuleTemplate:
 * @settings: those of a run, of all frames, on any device
 * @measures: what the numbers depend on beside it, without labels and without what was measured in a video
 */
typedef struct {
  VenuleSettings        *settings;
  VenuleMeasureSettings *measures;
} VenuleTemplate;

/* (transfer full): of copies of them, less what is of one video alone. */
VenuleTemplate *venule_template_new  (const VenuleSettings         *settings,
                                      const VenuleMeasureSettings  *measures);
VenuleTemplate *venule_template_copy (const VenuleTemplate         *self);
void            venule_template_free (VenuleTemplate               *self);

/**
 * venule_template_read:
 * @path: a document, or a file of venule_template_save()
 * @error: return location for a %VENULE_ERROR_NOT_FOUND or %VENULE_ERROR_DAMAGED
 *
 * Returns: (transfer full) (nullable): its settings
 */
VenuleTemplate *venule_template_read (const char                   *path,
                                      GError                      **error);

/**
 * venule_template_save:
 * @self: settings
 * @path: where to
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes JSON, atomically.
 *
 * Returns: whether it was written
 */
gboolean        venule_template_save (const VenuleTemplate         *self,
                                      const char                   *path,
                                      GError                      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTemplate, venule_template_free)

G_END_DECLS
