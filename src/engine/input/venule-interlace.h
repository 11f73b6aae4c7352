/* venule-interlace.h: whether frames are made of two fields that were taken one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"
#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * VenuleInterlacing:
 * @VENULE_INTERLACING_NONE: whole pictures, and the file says nothing else
 * @VENULE_INTERLACING_COMBED: what moves looks like a comb: two times in each frame
 * @VENULE_INTERLACING_FALSE: the file says so, but what moves shows no combs
 * @VENULE_INTERLACING_UNSEEN: the file says so, and what moves does not show whether it is true
 */
typedef enum {
  VENULE_INTERLACING_NONE,
  VENULE_INTERLACING_COMBED,
  VENULE_INTERLACING_FALSE,
  VENULE_INTERLACING_UNSEEN,
} VenuleInterlacing;

/**
 * VenuleInterlaceMeter:
 *
 * Looks at the frames of one pass.
 */
typedef struct _VenuleInterlaceMeter VenuleInterlaceMeter;

VenuleInterlaceMeter *venule_interlace_meter_new   (void);
void                  venule_interlace_meter_free  (VenuleInterlaceMeter *self);
void                  venule_interlace_meter_add   (VenuleInterlaceMeter *self,
                                                    VenuleFrame          *frame);
VenuleInterlacing     venule_interlace_meter_judge (VenuleInterlaceMeter *self,
                                                    gboolean              said,
                                                    VenuleFields          said_order,
                                                    VenuleFields         *order);
double                venule_interlace_meter_get_combing (VenuleInterlaceMeter *self);

const char           *venule_interlacing_to_string (VenuleInterlacing     interlacing);
char                 *venule_interlacing_remark    (VenuleInterlacing     interlacing,
                                                    gboolean              said,
                                                    VenuleFields          order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleInterlaceMeter, venule_interlace_meter_free)

G_END_DECLS
