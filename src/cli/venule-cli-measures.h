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
} VenuleCliMeasures;

/* Lets @context read them into @self, which must stay where it is. */
void     venule_cli_measures_add   (VenuleCliMeasures        *self,
                                    GOptionContext           *context);
/* Whether all of them make sense; FALSE with a sentence for wrong usage. */
gboolean venule_cli_measures_check (const VenuleCliMeasures  *self,
                                    GError                  **error);
/* Whether the places among them lie in the picture of @document and on the part of the vessel that @settings analyse. */
gboolean venule_cli_measures_check_places
                                   (const VenuleCliMeasures  *self,
                                    VenuleDocument           *document,
                                    const VenuleSettings     *settings,
                                    GError                  **error);
/* Sets them in a document. */
gboolean venule_cli_measures_apply (const VenuleCliMeasures  *self,
                                    VenuleDocument           *document,
                                    GError                  **error);
void     venule_cli_measures_clear (VenuleCliMeasures        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliMeasures, venule_cli_measures_clear)

G_END_DECLS
