/* fuzz-check.h: what the fuzzers demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

G_BEGIN_DECLS

int LLVMFuzzerTestOneInput (const uint8_t *data,
                            size_t         size);

static inline void
demand (gboolean    held,
        const char *what)
{
  if (held)
    return;
  fprintf (stderr, "broken promise: %s\n", what);
  abort ();
}

static inline void
demand_sentence (const GError *error)
{
  demand (error != NULL, "what fails says why");
  demand (error->message[0] != '\0' && g_utf8_validate (error->message, -1, NULL), "an error is a sentence in UTF-8");
}

G_END_DECLS
