/* lies.h: what a file that lies may cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Opens a file that lies and counts its frames, in bounded time and memory: −1 when it was refused, with @words in the
 * sentence. */
gint64  lies_count (const char *path,
                    const char *words);
/* Writes a file, and gives its path. */
char   *lies_put   (const char *folder,
                    const char *name,
                    GByteArray *content);
/* Adds the lowest bytes of a number, little-endian. */
void    lies_add   (GByteArray *file,
                    guint64     value,
                    int         n_bytes);

G_END_DECLS
