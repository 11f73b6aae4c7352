/* stacks.h: TIFF stacks of all kinds for the tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <tiffio.h>

#include "venule-frame.h"
#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * StackLayout:
 * @name: of the layout
 * @mode: for TIFFOpen()
 * @bits: bits a sample
 * @kind: SAMPLEFORMAT_…
 * @samples: samples a pixel; 0: 1
 * @separate: whether they are stored apart
 * @photometric: PHOTOMETRIC_…
 * @compression: COMPRESSION_…; 0: none
 * @predictor: PREDICTOR_… or 0
 * @tile: side of the tiles, px; 0: strips
 * @rows: rows of a strip; 0: all
 * @used_bits: bits of integers that are in use; 0: all
 * @whole: whether floating point numbers are whole and from 0 to 65535
 */
typedef struct {
  const char *name;
  const char *mode;
  int         bits;
  int         kind;
  int         samples;
  gboolean    separate;
  int         photometric;
  int         compression;
  int         predictor;
  int         tile;
  int         rows;
  int         used_bits;
  gboolean    whole;
} StackLayout;

/**
 * StackTags:
 * @description: (nullable): in the first page
 * @resolution: pixels per unit; 0: none
 * @resolution_unit: RESUNIT_…
 * @max_sample: MaxSampleValue; 0: none
 */
typedef struct {
  const char *description;
  double      resolution;
  int         resolution_unit;
  int         max_sample;
} StackTags;

/* The lowest and the highest number of all pages. */
typedef struct {
  double lowest;
  double highest;
} StackRange;

void    stacks_find_range (const StackLayout *layout,
                           int                width,
                           int                height,
                           int                n_pages,
                           StackRange        *range);
double  stacks_get_number (const StackLayout *layout,
                           gint64             page,
                           int                x,
                           int                y,
                           int                sample);
void    stacks_write      (const StackLayout *layout,
                           const StackTags   *tags,
                           const char        *path,
                           int                width,
                           int                height,
                           gint64             first_page,
                           int                n_pages);
/* What becomes of a pixel by the rules of docs/formats.md, worked out once more. */
guint   stacks_get_sample (const StackLayout *layout,
                           const StackRange  *range,
                           VenuleGray         gray,
                           int                bit_depth,
                           gint64             page,
                           int                x,
                           int                y);
/* The palette's red, green and blue of an entry. */
guint8  stacks_get_palette (int               entry,
                            int               color);

G_END_DECLS
