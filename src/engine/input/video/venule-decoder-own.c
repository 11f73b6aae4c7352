/* venule-decoder-own.c: pictures that are not decoded by FFmpeg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Nobody who looks at the pictures shall see a difference. So FFmpeg decodes the first one of each decoder, and ours has to make the same
 * of it; what is odd goes to FFmpeg, which says what is wrong and conceals it, with the picture before where it wants that.
 */

#include "venule-config.h"

#include "venule-decoder.h"

#include <string.h>

#define MOST_LESSONS 3 /* the first picture may be damaged */

void
venule_decoder_own_open (VenuleDecoderOwn     *self,
                         const AVCodecContext *codec)
{
  memset (self, 0, sizeof *self);
  self->last_pts = self->last_dts = G_MININT64;
  if (codec->codec_id != AV_CODEC_ID_FFV1 || codec->extradata_size <= 0)
    return;

  self->ffv1 = venule_ffv1_new (codec->extradata, (gsize) codec->extradata_size, codec->width, codec->height);
  if (self->ffv1 == NULL)
    return;
  self->picture = av_frame_alloc ();
  self->like = av_frame_alloc ();
  self->ahead = av_frame_alloc ();
  for (int i = 0; i < VENULE_DECODER_BEFORE; i++)
    self->before[i] = av_packet_alloc ();
}

void
venule_decoder_own_close (VenuleDecoderOwn *self)
{
  g_clear_pointer (&self->ffv1, venule_ffv1_free);
  av_frame_free (&self->picture);
  av_frame_free (&self->like);
  av_frame_free (&self->ahead);
  for (int i = 0; i < VENULE_DECODER_BEFORE; i++)
    av_packet_free (&self->before[i]);
}

static gboolean
make_room (VenuleDecoderOwn *self)
{
  AVFrame *picture = self->picture;

  if (picture->buf[0] != NULL && av_frame_is_writable (picture))
    return TRUE;

  av_frame_unref (picture);
  picture->format = self->like->format;
  picture->width = self->like->width;
  picture->height = self->like->height;
  return av_frame_get_buffer (picture, 0) >= 0;
}

/* What somebody has made of it ahead is the same. */
static gboolean
decode_or_take (VenuleDecoderOwn *self,
                const AVPacket   *packet,
                VenuleFfv1Fields *fields)
{
  VenuleDecoderTry tried = self->tried;
  AVFrame *picture = self->picture;

  self->tried = VENULE_DECODER_TRY_NONE;
  if (tried == VENULE_DECODER_TRY_NONE)
    return make_room (self) && venule_ffv1_decode (self->ffv1, packet->data, (gsize) packet->size, picture->data[0],
                                                   (gsize) picture->linesize[0], fields);
  if (tried == VENULE_DECODER_TRY_ODD)
    return FALSE;

  self->picture = self->ahead;
  self->ahead = picture;
  *fields = self->fields;
  return TRUE;
}

static gboolean
decode (VenuleDecoderOwn *self,
        const AVPacket   *packet)
{
  AVFrame *picture;
  VenuleFfv1Fields fields;

  if (!decode_or_take (self, packet, &fields))
    return FALSE;

  picture = self->picture;
  av_frame_copy_props (picture, self->like);
  picture->pts = packet->pts;
  picture->pkt_dts = packet->dts;
  picture->interlaced_frame = fields == VENULE_FFV1_FIELDS_TOP_FIRST || fields == VENULE_FFV1_FIELDS_BOTTOM_FIRST;
  picture->top_field_first = fields == VENULE_FFV1_FIELDS_TOP_FIRST;
  return TRUE;
}

static gboolean
is_same (const AVFrame *a,
         const AVFrame *b)
{
  if (a->interlaced_frame != b->interlaced_frame || (a->interlaced_frame && a->top_field_first != b->top_field_first))
    return FALSE;
  for (int y = 0; y < a->height; y++)
    if (memcmp (a->data[0] + (gssize) y * a->linesize[0], b->data[0] + (gssize) y * b->linesize[0], (gsize) a->width) != 0)
      return FALSE;
  return TRUE;
}

/* A packet that asks for nothing but that it is decoded. */
static gboolean
is_plain (const AVPacket *packet)
{
  return packet->flags == AV_PKT_FLAG_KEY && packet->side_data_elems == 0;
}

void
venule_decoder_own_learn (VenuleDecoderOwn *self,
                          const AVFrame    *picture)
{
  if (self->ffv1 == NULL || self->trusted || self->n_before == 0)
    return;

  self->n_before = 0;
  if (picture->format != AV_PIX_FMT_GRAY8 || picture->decode_error_flags != 0 || !picture->key_frame)
    return;
  av_frame_unref (self->like);
  av_frame_copy_props (self->like, picture);
  self->like->format = picture->format;
  self->like->width = picture->width;
  self->like->height = picture->height;
  self->trusted = decode (self, self->before[0]) && is_same (self->picture, picture);
  self->n_lessons++;
  if (!self->trusted && self->n_lessons == MOST_LESSONS)
    g_clear_pointer (&self->ffv1, venule_ffv1_free);
}

static void
forget_oldest (VenuleDecoderOwn *self)
{
  AVPacket *oldest = self->before[0];

  for (int i = 1; i < self->n_before; i++)
    self->before[i - 1] = self->before[i];
  self->before[--self->n_before] = oldest;
}

gboolean
venule_decoder_own_takes (const VenuleDecoderOwn *self,
                          const AVPacket         *packet)
{
  return self->trusted && is_plain (packet);
}

gboolean
venule_decoder_own_decode (VenuleDecoderOwn *self,
                           AVPacket         *packet)
{
  if (!venule_decoder_own_takes (self, packet) || !decode (self, packet))
    return FALSE;

  if (self->n_before == VENULE_DECODER_BEFORE)
    forget_oldest (self);
  av_packet_unref (self->before[self->n_before]);
  av_packet_move_ref (self->before[self->n_before++], packet);
  self->is_ready = TRUE;
  return TRUE;
}

void
venule_decoder_own_hand_over (VenuleDecoderOwn *self,
                              AVCodecContext   *codec,
                              AVFrame          *picture,
                              AVPacket         *packet)
{
  if (self->ffv1 == NULL)
    return;

  for (int i = 0; i < self->n_before && self->trusted; i++)
    if (avcodec_send_packet (codec, self->before[i]) >= 0)
      avcodec_receive_frame (codec, picture);
  self->n_before = 0;
  if (self->trusted || !is_plain (packet))
    return;

  /* To learn from. */
  av_packet_unref (self->before[0]);
  self->n_before = av_packet_ref (self->before[0], packet) >= 0 ? 1 : 0;
}

/* As libavcodec does it for all pictures, in the order in which they come. */
void
venule_decoder_own_guess_time (VenuleDecoderOwn *self,
                               AVFrame          *picture)
{
  gint64 pts = picture->pts, dts = picture->pkt_dts;

  if (self->ffv1 == NULL)
    return;

  if (dts != AV_NOPTS_VALUE)
    {
      self->faulty_dts += dts <= self->last_dts;
      self->last_dts = dts;
    }
  else if (pts != AV_NOPTS_VALUE)
    {
      self->last_dts = pts;
    }
  if (pts != AV_NOPTS_VALUE)
    {
      self->faulty_pts += pts <= self->last_pts;
      self->last_pts = pts;
    }
  else if (dts != AV_NOPTS_VALUE)
    {
      self->last_pts = dts;
    }
  picture->best_effort_timestamp =
    (self->faulty_pts <= self->faulty_dts || dts == AV_NOPTS_VALUE) && pts != AV_NOPTS_VALUE ? pts : dts;
}

void
venule_decoder_own_flush (VenuleDecoderOwn *self)
{
  self->last_pts = self->last_dts = G_MININT64;
  self->is_ready = FALSE;
}
