/* venule-decoder.h: the pictures of a video file one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "venule-av-file.h"
#include "venule-decoder-ahead.h"
#include "venule-ffv1.h"
#include "venule-file.h"
#include "venule-mov-index.h"

G_BEGIN_DECLS

#define VENULE_DECODER_BEFORE 2

/**
 * VenuleDecoderOwn:
 * @ffv1: decodes what it can of the stream, instead of FFmpeg; %NULL: nothing
 * @trusted: whether it has made of a picture what FFmpeg made of it
 * @n_lessons: how many pictures of both were compared
 * @picture: its pictures
 * @like: what FFmpeg says of all of them
 * @before: the packets before, the newest one last, which FFmpeg has not seen: it fills holes with the picture before, or with the one
 *   before that, in whose memory it decodes
 * @n_before: how many there are
 * @is_ready: whether @picture is the next one
 * @tried: whether somebody has decoded the packet at hand before, with what is in the next two
 * @ahead: its picture
 * @fields: what that says of its fields
 * @last_pts: timestamps of the picture before, from which FFmpeg guesses which of the two can be believed; here as there
 * @last_dts: the same
 * @faulty_pts: how often one did not rise
 * @faulty_dts: the same
 */
typedef struct {
  VenuleFfv1 *ffv1;
  gboolean    trusted;
  int         n_lessons;
  AVFrame    *picture;
  AVFrame    *like;
  AVPacket   *before[VENULE_DECODER_BEFORE];
  int         n_before;
  gboolean    is_ready;
  VenuleDecoderTry tried;
  AVFrame    *ahead;
  VenuleFfv1Fields fields;
  gint64      last_pts, last_dts;
  gint64      faulty_pts, faulty_dts;
} VenuleDecoderOwn;

void           venule_decoder_own_open          (VenuleDecoderOwn     *self,
                                                 const AVCodecContext *codec);
void           venule_decoder_own_close         (VenuleDecoderOwn     *self);
/* FFmpeg has made @picture of the packet that was handed over. */
void           venule_decoder_own_learn         (VenuleDecoderOwn     *self,
                                                 const AVFrame        *picture);
/* Whether it tries to decode the packet. */
gboolean       venule_decoder_own_takes         (const VenuleDecoderOwn *self,
                                                 const AVPacket       *packet);
/* FALSE: the packet is FFmpeg's. */
gboolean       venule_decoder_own_decode        (VenuleDecoderOwn     *self,
                                                 AVPacket             *packet);
/* The packet is about to be FFmpeg's. */
void           venule_decoder_own_hand_over     (VenuleDecoderOwn     *self,
                                                 AVCodecContext       *codec,
                                                 AVFrame              *picture,
                                                 AVPacket             *packet);
void           venule_decoder_own_guess_time    (VenuleDecoderOwn     *self,
                                                 AVFrame              *picture);
void           venule_decoder_own_flush         (VenuleDecoderOwn     *self);

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
  gboolean         failed;
  VenuleAvComplaints complaints;
  AVCodecContext  *codec;
  int            (*execute) (AVCodecContext *, int (*) (AVCodecContext *, void *), void *, int *, int, int); /* the codec's threads */
  AVPacket        *packet;
  GCancellable    *cancellable;
  gboolean         draining;
  int              n_logged;
  int              n_logged_before;
  AVFrame         *theirs;   /* FFmpeg's pictures */
  VenuleDecoderOwn own;
  guint            n_ahead; /* threads that decode ahead, as soon as ours is trusted; 0: none */
  VenuleDecoderAhead *ahead;
} VenuleDecoder;

VenuleDecoder *venule_decoder_new               (const char    *path,
                                                 GCancellable  *cancellable,
                                                 GError       **error);
void           venule_decoder_free              (VenuleDecoder *self);
void           venule_decoder_use_threads       (VenuleDecoder *self);
void           venule_decoder_look_ahead        (VenuleDecoder *self,
                                                 guint          n_threads);
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
gboolean       venule_decoder_read_index        (VenuleDecoder *self,
                                                 VenuleMovIndex *index,
                                                 GCancellable  *cancellable);
gint64         venule_decoder_get_header_frames (VenuleDecoder *self,
                                                 gboolean      *exact);
gboolean       venule_decoder_knows_duration    (VenuleDecoder *self);
int            venule_decoder_count_videos      (VenuleDecoder *self);
int            venule_decoder_get_turn          (VenuleDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDecoder, venule_decoder_free)

G_END_DECLS
