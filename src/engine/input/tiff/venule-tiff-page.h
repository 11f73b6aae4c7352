/* venule-tiff-page.h: how the samples of a TIFF page are stored, and how gray levels are made of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"
#include "venule-gray-conversion.h"
#include "venule-tiff-file.h"

G_BEGIN_DECLS

typedef enum {
  VENULE_TIFF_GRAY,
  VENULE_TIFF_PALETTE,
  VENULE_TIFF_RGB,
} VenuleTiffColor;

typedef enum {
  VENULE_TIFF_UNSIGNED,
  VENULE_TIFF_SIGNED,
  VENULE_TIFF_FLOAT,
} VenuleTiffNumber;

/**
 * VenuleTiffPage:
 * @width: px
 * @height: px
 * @bits: bits a sample
 * @samples: samples a pixel
 * @number: what kind of numbers they are
 * @color: what they mean
 * @inverted: whether the lowest is white
 * @separate: whether each sample of the pixels has blocks of its own
 * @palette: (nullable): red, green and blue of each entry of the colour map, 0 to 255; %NULL without one
 *
 * How the samples of a page are stored.
 */
typedef struct {
  int              width;
  int              height;
  int              bits;
  int              samples;
  VenuleTiffNumber number;
  VenuleTiffColor  color;
  gboolean         inverted;
  gboolean         separate;
  guint8         (*palette)[3];
} VenuleTiffPage;

/**
 * VenuleTiffRule:
 * @gray: how gray levels are made of colours
 * @component: which sample of a pixel is taken where they are channels, from 0
 * @bit_depth: of the frames
 * @offset: subtracted from each number before it is scaled
 * @scale: factor
 * @limit: the highest sample of a frame
 *
 * How samples of a frame are made of those of a page, the same for all pages of a stack.
 */
typedef struct {
  VenuleGray gray;
  int        component;
  int        bit_depth;
  double     offset;
  double     scale;
  guint      limit;
} VenuleTiffRule;

gboolean venule_tiff_page_read    (VenuleTiffPage        *self,
                                   VenuleTiffFile        *file,
                                   const char            *name,
                                   GError               **error);
void     venule_tiff_page_clear   (VenuleTiffPage        *self);
gboolean venule_tiff_page_is_like (const VenuleTiffPage  *self,
                                   const VenuleTiffPage  *other);
void     venule_tiff_page_get_rule (const VenuleTiffPage *self,
                                    VenuleTiffRule       *rule);
gboolean venule_tiff_page_needs_range (const VenuleTiffPage *self);
char    *venule_tiff_page_dup_format (const VenuleTiffPage *self,
                                      VenuleGray            gray);

/* venule-tiff-samples.c */
gboolean venule_tiff_page_load    (const VenuleTiffPage  *self,
                                   const VenuleTiffRule  *rule,
                                   VenuleTiffFile        *file,
                                   VenuleFrame           *frame);
gboolean venule_tiff_page_load_at (const VenuleTiffPage  *self,
                                   const VenuleTiffRule  *rule,
                                   VenuleTiffFile        *file,
                                   guint64                offset,
                                   VenuleFrame           *frame);

/**
 * VenuleTiffExtremes:
 * @lowest: lowest finite number
 * @highest: highest finite number
 * @whole: whether all of them are whole numbers
 * @n_missing: how many are NaN or infinite
 */
typedef struct {
  double   lowest;
  double   highest;
  gboolean whole;
  gint64   n_missing;
} VenuleTiffExtremes;

gboolean venule_tiff_page_find_extremes (const VenuleTiffPage  *self,
                                         int                    component,
                                         VenuleTiffFile        *file,
                                         guint64                offset,
                                         VenuleTiffExtremes    *extremes);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleTiffPage, venule_tiff_page_clear)

G_END_DECLS
