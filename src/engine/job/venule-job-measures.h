/* venule-job-measures.h: the options that say what the numbers depend on beside the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_JOB_N_MEASURES 16

/**
 * VenuleJobMeasures:
 *
 * What was typed; %NULL where an option is missing.
 */
typedef struct {
  char     *texts[VENULE_JOB_N_MEASURES];
  gboolean  diameter;
  gboolean  flow;
  char     *unseen; /* why a part that was to be measured in the video has no value: it does not stand out there */
} VenuleJobMeasures;

/* Lets @context read them into @self, which must stay where it is. */
void     venule_job_measures_add   (VenuleJobMeasures        *self,
                                    GOptionContext           *context);
/* What was typed in place of what is set in @settings. */
gboolean venule_job_measures_put   (const VenuleJobMeasures  *self,
                                    VenuleMeasureSettings    *settings,
                                    GError                  **error);
/* Whether all of them make sense; FALSE with a sentence for wrong usage. */
gboolean venule_job_measures_check (const VenuleJobMeasures  *self,
                                    GError                  **error);
/* Whether the places among them lie in the picture of @document and on the part of the vessel that @settings
 * analyse. */
gboolean venule_job_measures_check_places
                                   (const VenuleJobMeasures  *self,
                                    VenuleDocument           *document,
                                    const VenuleSettings     *settings,
                                    GError                  **error);
/* Sets them in a document, and measures in its video what is asked for. Where that cannot be seen there, @unseen
 * says so, and the rest goes on. */
gboolean venule_job_measures_apply (VenuleJobMeasures        *self,
                                    VenuleDocument           *document,
                                    GError                  **error);
void     venule_job_measures_clear (VenuleJobMeasures        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleJobMeasures, venule_job_measures_clear)

G_END_DECLS
