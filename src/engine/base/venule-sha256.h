/* venule-sha256.h: SHA-256 of a long file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _VenuleSha256 VenuleSha256;

VenuleSha256 *venule_sha256_new      (void);
void          venule_sha256_free     (VenuleSha256 *self);

void          venule_sha256_update   (VenuleSha256 *self,
                                      const guint8 *data,
                                      gsize         size);
char         *venule_sha256_finish   (VenuleSha256 *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSha256, venule_sha256_free)

G_END_DECLS
