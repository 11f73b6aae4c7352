/* venule-tiff-file.h: the pages of a TIFF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <tiffio.h>

#include "venule-frame.h"

G_BEGIN_DECLS

/**
 * VenuleTiffPage:
 * @width: px
 * @height: px
 * @bits: bits a sample: 8 or 16
 * @inverted: whether 0 is white
 * @gray: (nullable): gray level of each entry of the colour map; %NULL without one
 *
 * How the samples of a page are stored.
 */
typedef struct {
  int      width;
  int      height;
  int      bits;
  gboolean inverted;
  guint8  *gray;
} VenuleTiffPage;

/**
 * VenuleTiffFile:
 * @tiff: the handle, at its current page
 * @message: what libtiff complained about last, or %NULL
 * @broken: whether the list of pages ends in something that is no page
 *
 * An open TIFF file. Belongs to one thread at a time.
 */
typedef struct {
  TIFF     *tiff;
  char     *message;
  gboolean broken;
} VenuleTiffFile;

VenuleTiffFile *venule_tiff_file_new              (const char      *path,
                                                   GError         **error);
void            venule_tiff_file_free             (VenuleTiffFile  *self);
gboolean        venule_tiff_file_is_frame         (VenuleTiffFile  *self);
gboolean        venule_tiff_file_next             (VenuleTiffFile  *self);
gboolean        venule_tiff_file_read_layout      (VenuleTiffFile  *self,
                                                   const char      *name,
                                                   VenuleTiffPage  *page,
                                                   GError         **error);
void            venule_tiff_page_clear            (VenuleTiffPage  *page);
gboolean        venule_tiff_file_read_samples     (VenuleTiffFile  *self,
                                                   VenuleTiffPage  *page,
                                                   VenuleFrame     *frame);
const char     *venule_tiff_file_get_description  (VenuleTiffFile  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTiffFile, venule_tiff_file_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleTiffPage, venule_tiff_page_clear)

G_END_DECLS
