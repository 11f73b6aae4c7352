/* rolling-document.h: a document with results, for windows that show them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

/* (transfer full): of a made video of 200×100 px and 100 frames, with cells 1 and 2 rolling through its first 20
 * frames. */
VenuleDocument *rolling_document_new (void);
