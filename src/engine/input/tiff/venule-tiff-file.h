/* venule-tiff-file.h: the pages of a TIFF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <tiffio.h>

#include "venule-file.h"

G_BEGIN_DECLS

/**
 * VenuleTiffFile:
 * @tiff: the handle, at its current page
 * @file: what it reads from
 * @message: what libtiff complained about last, or %NULL
 * @broken: whether the list of pages ends in something that is no page
 * @out_of_memory: whether memory ran out while it was read, so that what is missing need not be damaged
 *
 * An open TIFF file. Belongs to one thread at a time.
 */
typedef struct {
  TIFF       *tiff;
  VenuleFile *file;
  char       *message;
  gboolean    broken;
  gboolean    out_of_memory;
} VenuleTiffFile;

VenuleTiffFile *venule_tiff_file_new              (const char      *path,
                                                   GError         **error);
void            venule_tiff_file_free             (VenuleTiffFile  *self);
gboolean        venule_tiff_file_check            (VenuleTiffFile  *self,
                                                   const char      *path,
                                                   GError         **error);
gboolean        venule_tiff_file_is_frame         (VenuleTiffFile  *self);
gboolean        venule_tiff_file_has_samples      (VenuleTiffFile  *self);
gboolean        venule_tiff_file_next             (VenuleTiffFile  *self,
                                                   gboolean         all_pages);
const char     *venule_tiff_file_get_description  (VenuleTiffFile  *self);
double          venule_tiff_file_get_resolution   (VenuleTiffFile  *self,
                                                   double          *x,
                                                   double          *y);
int             venule_tiff_file_get_significant_bits (VenuleTiffFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTiffFile, venule_tiff_file_free)

G_END_DECLS
