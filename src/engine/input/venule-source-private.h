/* venule-source-private.h: what the kinds of sources share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleSourceHeader:
 * @width: px
 * @height: px
 * @bit_depth: significant bits a sample, 8 to 16
 * @interlaced: whether the first frame is said to be interlaced
 * @format: (transfer none): what the samples are made from, for people
 * @frame_rate: frames/s as the header says, or 0
 * @rate_origin: (transfer none): where that rate is from, of venule_remark_new()
 * @n_frames: number of frames as the header says, or 0
 * @pixel_width_um: width of a pixel in µm as the file says, or 0
 * @pixel_height_um: height of a pixel in µm as the file says, or 0
 * @scale_origin: (transfer none) (nullable): where it says so, of venule_remark_new()
 * @options: how the file is read
 * @has_color: whether there are colours of which one can be chosen
 * @file_size: bytes of the file as they are on record, −1 where that is not; 0: those of the file that is there
 *
 * What is known when the first frame has been decoded.
 */
typedef struct {
  int                width;
  int                height;
  int                bit_depth;
  gboolean           interlaced;
  const char        *format;
  double             frame_rate;
  const char        *rate_origin;
  gint64             n_frames;
  double             pixel_width_um;
  double             pixel_height_um;
  const char        *scale_origin;
  VenuleInputOptions options;
  gboolean           has_color;
  gint64             file_size;
} VenuleSourceHeader;

/**
 * VenuleTableKey:
 * @size: bytes of the file
 * @mtime: µs since 1970, when it was changed
 * @sample: SHA-256 of places all over the file, of how it is read, and of the programs that decode it; hexadecimal
 *
 * What must be the same for a frame table to be that of a file.
 */
typedef struct {
  gint64 size;
  gint64 mtime;
  char   sample[65];
} VenuleTableKey;

/**
 * VenuleSourceTable:
 * @scanning: held by the one thread that works out the forecast
 * @lock: guards what follows
 * @changed: of @building
 * @building: whether a thread makes the table
 * @rows: (element-type VenuleFrameInfo) (nullable): the frame index; before it is counted, times by the file's packets
 *   alone
 * @counted: whether @rows are from a pass over the whole video, and never change again
 * @interlaced: whether any frame is interlaced; the first one, before the table is complete
 * @meter: (nullable): looks at the frames of the pass; of the thread that makes the table
 * @interlacing: what it found
 * @order: which lines come first where there are combs
 * @frame_rate: frames/s, or 0
 * @rate_origin: where that is from, of venule_remark_new()
 * @n_frames: number of frames, by the header before the table is complete
 * @warnings: what is odd in the file, of venule_remark_new()
 * @cut_off: whether there are fewer frames than the file promises
 * @take: (nullable): who wants the frames of the pass; of the thread that makes the table
 * @take_data: for @take
 * @cache: (nullable): folder where tables are kept
 * @key: of the file as it was opened, for @cache
 *
 * What is known of a source from one sequential pass over it, and before that from its header.
 */
typedef struct {
  GMutex                scanning;
  GMutex                lock;
  GCond                 changed;
  gboolean              building;
  GArray               *rows;
  gboolean              counted;
  gboolean              interlaced;
  VenuleInterlaceMeter *meter;
  VenuleInterlacing     interlacing;
  VenuleFields          order;
  double                frame_rate;
  char                 *rate_origin;
  gint64                n_frames;
  GStrv                 warnings;
  gboolean              cut_off;
  VenuleSourceTake      take;
  gpointer              take_data;
  char                 *cache;
  VenuleTableKey        key;
} VenuleSourceTable;

gint64        venule_source_get_file_size    (VenuleSource             *self);
void          venule_source_table_init       (VenuleSourceTable        *self);
void          venule_source_table_clear      (VenuleSourceTable        *self);
VenuleSourceTable *
        venule_source_get_table       (VenuleSource             *self);

void          venule_source_set_header       (VenuleSource             *self,
                                              const VenuleSourceHeader *header);
void          venule_source_take_table       (VenuleSource             *self,
                                              GArray                   *table,
                                              double                    frame_rate,
                                              char                     *rate_origin,
                                              gboolean                  interlaced,
                                              GPtrArray                *warnings);
/* Where the frame rate is from, and what is odd in the file, as it is kept: see venule_remark_new(). */
char         *venule_source_dup_rate_remark  (VenuleSource             *self);
char        **venule_source_dup_remarks      (VenuleSource             *self);
/* There are fewer frames than the file promises: to be said before venule_source_take_table(). */
void          venule_source_set_cut_off      (VenuleSource             *self);
void          venule_source_take_packet_scan (VenuleSource             *self,
                                              GArray                   *rows,
                                              double                    frame_rate);
const VenuleFrameInfo *
        venule_source_peek_table      (VenuleSource             *self,
                                       gint64                   *n_frames);
/* What the table said was not found in the file: it is not to be kept any longer. */
void          venule_source_drop_cached      (VenuleSource             *self);
/* Called while a table is built for each of the frames, complete with index and time as far as that is known. */
void          venule_source_offer_frame      (VenuleSource             *self,
                                              VenuleFrame              *frame);
void          venule_source_set_read_error   (VenuleSource             *self,
                                              gint64                    index,
                                              GError                  **error);
void          venule_source_set_no_memory    (const char               *name,
                                              GError                  **error);
gboolean
        venule_source_check_no_stack  (const VenuleInputOptions *options,
                                       const char               *name,
                                       GError                  **error);
gboolean
        venule_source_check_gray      (const VenuleInputOptions *options,
                                       gboolean                  has_color,
                                       const char               *name,
                                       GError                  **error);

/* Called by the readers' subclasses for frames that they decode on the way to the one that was asked for. */
void          venule_reader_keep             (VenuleReader             *self,
                                              VenuleFrame              *frame);
VenuleSource *venule_reader_get_source       (VenuleReader             *self);
guint         venule_reader_get_capacity     (VenuleReader             *self);

G_END_DECLS
