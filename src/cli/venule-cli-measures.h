/* venule-cli-measures.h: the options that say what the numbers depend on beside the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_CLI_N_MEASURES 16

/**
 * VenuleCliMeasures:
 *
 * What was typed; %NULL where an option is missing.
 */
typedef struct {
  char     *texts[VENULE_CLI_N_MEASURES];
  gboolean  diameter;
  gboolean  flow;
  gboolean  unseen; /* what was to be measured in the video does not stand out there */
} VenuleCliMeasures;

/* Lets @context read them into @self, which must stay where it is. */
void     venule_cli_measures_add   (VenuleCliMeasures        *self,
                                    GOptionContext           *context);
/* Whether all of them make sense; FALSE with a sentence for wrong usage. */
gboolean venule_cli_measures_check (const VenuleCliMeasures  *self,
                                    GError                  **error);
/* Whether the places among them lie in the picture of @document and on the part of the vessel that @settings
 * analyse. */
gboolean venule_cli_measures_check_places
                                   (const VenuleCliMeasures  *self,
                                    VenuleDocument           *document,
                                    const VenuleSettings     *settings,
                                    GError                  **error);
/* Sets them in a document, and measures in its video what is asked for. What cannot be seen there is told, and the rest
 * goes on. */
gboolean venule_cli_measures_apply (VenuleCliMeasures        *self,
                                    VenuleDocument           *document,
                                    GError                  **error);
/* How a command ends then that would end with @code. */
int      venule_cli_measures_end   (const VenuleCliMeasures  *self,
                                    int                       code);
void     venule_cli_measures_clear (VenuleCliMeasures        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliMeasures, venule_cli_measures_clear)

G_END_DECLS
