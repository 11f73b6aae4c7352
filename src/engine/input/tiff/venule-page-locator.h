/* venule-page-locator.h: a place in a stack of one or several TIFF files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-stack.h"
#include "venule-tiff-file.h"

G_BEGIN_DECLS

/**
 * VenuleTiffPlace:
 * @file: number of the file
 * @offset: where its directory lies in it; 0: the picture is in none of the files
 * @data: where its samples begin when it has no directory of its own; 0: it has one
 *
 * Where a picture is.
 */
typedef struct {
  guint   file;
  guint64 offset;
  guint64 data;
} VenuleTiffPlace;

/**
 * VenulePageLocator:
 * @stack: (unowned): what is known of the stack
 * @path: of the first file
 * @file: (nullable): the file that is open, at the page of the last place
 * @number: its number
 * @broken: whether the list of pages of a file ends in something that is no page
 * @giant: number of pictures that lie one after the other behind the only page of the first file; 0: each has a page
 * @giant_data: where they begin
 * @giant_bytes: size of each
 *
 * Finds pictures. Belongs to one thread at a time.
 */
typedef struct {
  VenuleStack    *stack;
  char           *path;
  VenuleTiffFile *file;
  guint           number;
  gboolean        broken;
  gint64          giant;
  guint64         giant_data;
  guint64         giant_bytes;

  /*< private >*/
  GError         *trouble;
  VenuleTiffPlace torn; /* in which the file breaks off; offset 0: none is known */
  GPtrArray      *pages;
  GByteArray     *ended;
  GHashTable     *seen;
} VenulePageLocator;

VenulePageLocator *venule_page_locator_new   (VenuleStack  *stack,
                                              const char   *path,
                                              GError      **error);
void               venule_page_locator_free  (VenulePageLocator  *self);
gboolean           venule_page_locator_find  (VenulePageLocator  *self,
                                              gint64              plane,
                                              VenuleTiffPlace    *place,
                                              GCancellable       *cancellable,
                                              GError            **error);
gboolean           venule_page_locator_has_more
                                             (VenulePageLocator  *self,
                                              GCancellable       *cancellable);
gboolean           venule_page_locator_go    (VenulePageLocator      *self,
                                              const VenuleTiffPlace  *place,
                                              GError                **error);
gboolean           venule_page_locator_has_samples
                                             (VenulePageLocator      *self,
                                              const VenuleTiffPlace  *place);
gboolean           venule_page_locator_check (VenulePageLocator  *self,
                                              GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenulePageLocator, venule_page_locator_free)

G_END_DECLS
