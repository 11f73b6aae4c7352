/* venule-cli-reading.h: the options that say what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * VenuleCliReading:
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
} VenuleCliReading;

/* Lets @context read them into @self. */
void     venule_cli_reading_add   (VenuleCliReading        *self,
                                   GOptionContext          *context);
/* FALSE with a sentence for wrong usage. */
gboolean venule_cli_reading_parse (const VenuleCliReading  *self,
                                   VenuleInputOptions      *reading,
                                   GError                 **error);
/* (nullable): the first of them that was given. */
const char *
         venule_cli_reading_get_given
                                  (const VenuleCliReading  *self);
void     venule_cli_reading_clear (VenuleCliReading        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliReading, venule_cli_reading_clear)

G_END_DECLS
