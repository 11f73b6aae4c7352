/* venule-job-input.h: the options that say what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * VenuleJobInput:
 *
 * What was typed; %NULL where an option is missing.
 */
typedef struct {
  char *gray;
  char *fields;
  char *time_axis;
  char *channel;
  char *slice;
  char *series;
} VenuleJobInput;

/* Lets @context read them into @self. */
void     venule_job_input_add   (VenuleJobInput       *self,
                                         GOptionContext              *context);
/* FALSE with a sentence for wrong usage. */
gboolean venule_job_input_parse (const VenuleJobInput *self,
                                 VenuleInputOptions          *input,
                                 GError                     **error);
/* (nullable): the first of them that was given. */
const char *
         venule_job_input_get_given
                                  (const VenuleJobInput *self);
void     venule_job_input_clear (VenuleJobInput       *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleJobInput, venule_job_input_clear)

G_END_DECLS
