/* venule-ffv1.h: decodes what Venule and archives write as FFV1
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleFfv1Fields:
 * @VENULE_FFV1_FIELDS_UNKNOWN: the picture does not say
 * @VENULE_FFV1_FIELDS_TOP_FIRST: interlaced, the upper field first
 * @VENULE_FFV1_FIELDS_BOTTOM_FIRST: interlaced, the lower field first
 * @VENULE_FFV1_FIELDS_NONE: not interlaced
 */
typedef enum {
  VENULE_FFV1_FIELDS_UNKNOWN,
  VENULE_FFV1_FIELDS_TOP_FIRST,
  VENULE_FFV1_FIELDS_BOTTOM_FIRST,
  VENULE_FFV1_FIELDS_NONE,
} VenuleFfv1Fields;

typedef struct _VenuleFfv1 VenuleFfv1;

/* NULL: a kind of FFV1 that is left to FFmpeg. This one is version 3, gray of 8 bits, Golomb-Rice coded, each picture by itself. */
VenuleFfv1 *venule_ffv1_new    (const guint8     *record,
                                gsize             size,
                                int               width,
                                int               height);
void        venule_ffv1_free   (VenuleFfv1       *self);
/* @packet has 64 bytes behind it that may be read. FALSE: anything is odd about it; what is in @samples then is of no use. */
gboolean    venule_ffv1_decode (VenuleFfv1       *self,
                                const guint8     *packet,
                                gsize             size,
                                guint8           *samples,
                                gsize             stride,
                                VenuleFfv1Fields *fields);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFfv1, venule_ffv1_free)

G_END_DECLS
