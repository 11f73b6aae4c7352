/* venule-decoder.h: decodes the pictures of a video file in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "venule-av-file.h"
#include "venule-file.h"

G_BEGIN_DECLS

/**
 * VenuleDecoder:
 * @format: the opened file
 * @stream: its video stream
 * @picture: the newest decoded picture; belongs to the decoder, good until the next call
 * @bad_packets: packets so far that gave an error instead of a picture
 * @empty_packets: packets so far without content (frames that the camera dropped)
 * @left_out: packets so far whose pictures the file wants left out (edit lists)
 * @skip_before: pictures before this timestamp may be left out where no other needs them; %G_MININT64: none
 *
 * Demultiplexer and decoder of one video stream. Belongs to one thread at a time.
 */
typedef struct {
  AVFormatContext *format;
  AVStream        *stream;
  AVFrame         *picture;
  gint64           bad_packets;
  gint64           empty_packets;
  gint64           left_out;
  gint64           skip_before;

  /*< private >*/
  VenuleFile      *file;
  char            *name;       /* of the file, for people */
  gboolean         failed;
  gboolean         out_of_memory; /* why it failed: else the drive did */
  VenuleAvErrorCounts error_counts;
  AVCodecContext  *codec;
  AVPacket        *packet;
  GCancellable    *cancellable;
  gboolean         draining;
  int              n_logged;
  int              n_logged_before;
  int              thread_type;
  int              n_threads;
  gboolean         can_start_over; /* once, with one thread */
  gint64           n_given;        /* pictures since the start of the file */
  gint64           n_skipped;      /* of those that are decoded once more, still to come */
} VenuleDecoder;

VenuleDecoder *venule_decoder_new               (const char    *path,
                                                 GCancellable  *cancellable,
                                                 GError       **error);
void           venule_decoder_free              (VenuleDecoder *self);
gboolean       venule_decoder_use_threads       (VenuleDecoder *self,
                                                 guint          n_threads,
                                                 GError       **error);
gboolean       venule_decoder_next              (VenuleDecoder *self,
                                                 GCancellable  *cancellable,
                                                 GError       **error);
gboolean       venule_decoder_next_timestamp    (VenuleDecoder *self,
                                                 GCancellable  *cancellable,
                                                 gint64        *pts);
gboolean       venule_decoder_seek              (VenuleDecoder *self,
                                                 gint64         pts,
                                                 GCancellable  *cancellable);
gboolean       venule_decoder_check_file        (VenuleDecoder *self,
                                                 const VenuleFileStamp *stamp,
                                                 GError       **error);
gint64         venule_decoder_get_pts           (VenuleDecoder *self);
gboolean       venule_decoder_is_damaged        (VenuleDecoder *self);
gint64         venule_decoder_count_bad_pieces  (VenuleDecoder *self,
                                                 gboolean       frames_are_missing);
double         venule_decoder_get_header_rate   (VenuleDecoder *self);
gint64         venule_decoder_get_header_frames (VenuleDecoder *self,
                                                 gboolean      *exact);
gboolean       venule_decoder_knows_duration    (VenuleDecoder *self);
int            venule_decoder_count_videos      (VenuleDecoder *self);
int            venule_decoder_get_turn          (VenuleDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDecoder, venule_decoder_free)

G_END_DECLS
