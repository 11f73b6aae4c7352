/* venule-cli-figure-size.h: sizes and ranges of figures on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure-options.h"

G_BEGIN_DECLS

/* Two numbers with @separator between them; one that is left out is left as it was. */
gboolean venule_cli_parse_pair (const char          *text,
                                const char          *separator,
                                double              *first,
                                double              *second);
/* "column", "one-and-a-half", "two-columns", or WIDTHxHEIGHT in mm. */
gboolean venule_cli_parse_size (const char          *text,
                                VenuleFigureOptions *figure);

G_END_DECLS
