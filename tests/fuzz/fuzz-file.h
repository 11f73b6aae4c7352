/* fuzz-file.h: the bytes that the fuzzer made, as a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The only file that there is: neighbours in its folder that are called for are the same bytes once more. */
#define FUZZ_FILE_PATH "/nowhere/fuzz"

void fuzz_file_set (const guint8 *data,
                    gsize         size);

G_END_DECLS
