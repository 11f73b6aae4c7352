/* venule-tiff-source.h: TIFF image stacks through libtiff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-page-locator.h"
#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_TYPE_TIFF_SOURCE (venule_tiff_source_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTiffSource, venule_tiff_source, VENULE, TIFF_SOURCE, VenuleSource)

VenuleSource      *venule_tiff_source_new           (const char               *path,
                                                     const VenuleInputOptions *options,
                                                     GCancellable             *cancellable,
                                                     GError                  **error);
VenulePageLocator *venule_tiff_source_open_locator  (VenuleTiffSource         *self,
                                                     GError                  **error);
gboolean           venule_tiff_source_has_own_range (VenuleTiffSource         *self);
gint64             venule_tiff_source_get_plane     (VenuleTiffSource         *self,
                                                     gint64                    index);
void               venule_tiff_source_get_place     (VenuleTiffSource         *self,
                                                     gint64                    index,
                                                     VenuleTiffPlace          *place);
VenuleFrame       *venule_tiff_source_read          (VenuleTiffSource         *self,
                                                     VenulePageLocator        *locator,
                                                     const VenuleTiffPlace    *place,
                                                     gint64                    index,
                                                     GError                  **error);

#define VENULE_TYPE_TIFF_READER (venule_tiff_reader_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTiffReader, venule_tiff_reader, VENULE, TIFF_READER, VenuleReader)

VenuleReader      *venule_tiff_reader_new           (VenuleTiffSource         *source,
                                                     GError                  **error);

G_END_DECLS
