/* venule-tiff-record.h: what the pass over a stack found, to be kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleTiffRecord:
 * @rows: (element-type VenuleFrameInfo): the frames, without their times
 * @places: (element-type VenuleTiffPlace): where each is, in the first file
 * @broken: whether the list of pages ends in something that is no page
 * @n_missing_numbers: pixels without a number
 */
typedef struct {
  GArray   *rows;
  GArray   *places;
  gboolean  broken;
  gint64    n_missing_numbers;
} VenuleTiffRecord;

GVariant *venule_tiff_record_store   (const VenuleFrameInfo *rows,
                                      const GArray          *places,
                                      gboolean               broken,
                                      gint64                 n_missing_numbers);
gboolean  venule_tiff_record_restore (VenuleTiffRecord      *self,
                                      GVariant              *content);
void      venule_tiff_record_clear   (VenuleTiffRecord      *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleTiffRecord, venule_tiff_record_clear)

G_END_DECLS
