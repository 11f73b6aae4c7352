/* venule-stack.h: axes, sizes and times of an image stack by its description
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * VenuleStackRange:
 * @first: number of the first picture, in the stack's order
 * @count: number of pictures that follow each other
 * @file: number of the file that they are in
 * @page: number of the first one's page there
 *
 * Pictures that lie one after the other in a file.
 */
typedef struct {
  gint64 first;
  gint64 count;
  guint  file;
  gint64 page;
} VenuleStackRange;

/**
 * VenuleStackTime:
 * @plane: number of a picture, in the stack's order
 * @seconds: when it was taken
 */
typedef struct {
  gint64 plane;
  double seconds;
} VenuleStackTime;

/**
 * VenuleStack:
 * @kind: format of the description: "ImageJ", "OME-TIFF"; %NULL: none
 * @n_series: how many images there are, each with its own sizes; the rest is about one of them
 * @n_channels: number of channels
 * @n_slices: number of slices of depth
 * @n_times: number of times; 0: unknown, every page is one
 * @order: the axes from the fastest to the slowest: some order of 'C', 'Z' and 'T'
 * @channels_in_page: whether the channels are the samples of each page's pixels, rather than pages of their own
 * @channel_names: (element-type utf8): names of the first channels
 * @files: (element-type filename): names of the files, in the folder of the first; %NULL for the one that was opened
 * @ranges: (element-type VenuleStackRange): where the pictures are, rising
 * @times: (element-type VenuleStackTime): when pictures were taken, as far as it is known
 * @interval: s from a time to the next; 0: unknown
 * @significant_bits: bits of the samples that are in use; 0: unknown
 * @pixel_width_um: width of a pixel in µm; 0: unknown
 * @pixel_height_um: height of a pixel in µm; 0: unknown
 * @slice_spacing: from a slice of depth to the next, in widths of a pixel; 0: unknown
 * @scale_origin: (nullable): where the size of pixels is from, of venule_remark_new()
 * @doubts: (element-type utf8): what cannot be right, or has to be known, of venule_remark_new()
 *
 * The description of a stack. Everything here comes from the file and is not to be trusted.
 */
typedef struct {
  const char *kind;
  int         n_series;
  int         n_channels;
  int         n_slices;
  gint64      n_times;
  gint64      told_times; /* where they are more than are believed */
  char        order[4];
  gboolean    channels_in_page;
  GPtrArray  *channel_names;
  GPtrArray  *files;
  GArray     *ranges;
  GArray     *times;
  double      interval;
  int         significant_bits;
  double      pixel_width_um;
  double      pixel_height_um;
  double      slice_spacing;
  char       *scale_origin;
  GPtrArray  *doubts;
} VenuleStack;

/* Sizes along an axis that are believed. */
#define VENULE_STACK_MAX (1 << 24)

VenuleStack *venule_stack_new          (void);
void         venule_stack_free         (VenuleStack              *self);
void         venule_stack_add_range    (VenuleStack              *self,
                                        gint64                    first,
                                        gint64                    count,
                                        guint                     file,
                                        gint64                    page);
void         venule_stack_sort_ranges  (VenuleStack              *self);
gint64       venule_stack_get_n_planes (VenuleStack              *self);
gint64       venule_stack_get_n_frames (VenuleStack              *self,
                                        const VenuleInputOptions *options);
gint64       venule_stack_get_n_told   (VenuleStack              *self,
                                        const VenuleInputOptions *options);
gint64       venule_stack_get_plane    (VenuleStack              *self,
                                        int                       channel,
                                        int                       slice,
                                        gint64                    time);
gint64       venule_stack_get_frame    (VenuleStack              *self,
                                        const VenuleInputOptions *options,
                                        gint64                    index);
gboolean     venule_stack_find         (VenuleStack              *self,
                                        gint64                    plane,
                                        guint                    *file,
                                        gint64                   *page);
GArray      *venule_stack_dup_times    (VenuleStack              *self,
                                        const VenuleInputOptions *options);
double       venule_stack_find_contradiction
                                       (VenuleStack              *self,
                                        const GArray             *times);
gboolean     venule_stack_choose       (VenuleStack              *self,
                                        const char               *name,
                                        const VenuleInputOptions *wanted,
                                        VenuleInputOptions       *chosen,
                                        GError                  **error);
VenuleStack *venule_stack_probe        (const char               *path,
                                        int                       series,
                                        GError                  **error);
double       venule_stack_parse_length (double                    number,
                                        const char               *unit);
double       venule_stack_parse_time   (double                    number,
                                        const char               *unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleStack, venule_stack_free)

G_END_DECLS
