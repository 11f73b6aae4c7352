/* damage.h: what happens to files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *damage_do (GByteArray *file,
                       GRand      *rand);

G_END_DECLS
