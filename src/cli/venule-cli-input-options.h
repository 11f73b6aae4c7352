/* venule-cli-input-options.h: the options that say what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * VenuleCliInputOptions:
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
} VenuleCliInputOptions;

/* Lets @context read them into @self. */
void     venule_cli_input_options_add   (VenuleCliInputOptions       *self,
                                         GOptionContext              *context);
/* FALSE with a sentence for wrong usage. */
gboolean venule_cli_input_options_parse (const VenuleCliInputOptions *self,
                                         VenuleInputOptions          *input,
                                         GError                     **error);
/* (nullable): the first of them that was given. */
const char *
         venule_cli_input_options_get_given
                                  (const VenuleCliInputOptions *self);
void     venule_cli_input_options_clear (VenuleCliInputOptions       *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliInputOptions, venule_cli_input_options_clear)

G_END_DECLS
