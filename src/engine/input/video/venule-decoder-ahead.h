/* venule-decoder-ahead.h: packets that are decoded by several threads before they are asked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <libavcodec/avcodec.h>

#include "venule-ffv1.h"

G_BEGIN_DECLS

/**
 * VenuleDecoderAhead:
 *
 * What was read of a file, in its order: packets, and how reading ended. Those that stand by themselves are decoded meanwhile, each by
 * one of several threads. Who reads and who takes is one thread.
 */
typedef struct _VenuleDecoderAhead VenuleDecoderAhead;

/**
 * VenuleDecoderTry:
 * @VENULE_DECODER_TRY_NONE: nobody has tried to decode it
 * @VENULE_DECODER_TRY_ODD: it is damaged, or anything that is left to FFmpeg
 * @VENULE_DECODER_TRY_DONE: here is its picture
 */
typedef enum {
  VENULE_DECODER_TRY_NONE,
  VENULE_DECODER_TRY_ODD,
  VENULE_DECODER_TRY_DONE,
} VenuleDecoderTry;

/* NULL: it is no FFV1 that ours decodes. */
VenuleDecoderAhead *venule_decoder_ahead_new  (const AVCodecContext *codec,
                                               guint                 n_threads);
void                venule_decoder_ahead_free (VenuleDecoderAhead   *self);
/* Whether another packet should be read: there is room, reading has not ended, and the first picture is not there yet. So a slow drive is
 * not waited for longer than need be. */
gboolean            venule_decoder_ahead_asks (VenuleDecoderAhead   *self);
/* Moves @packet in, to be decoded where @alone; @result: of reading it, below 0: the last one. */
void                venule_decoder_ahead_put  (VenuleDecoderAhead   *self,
                                               AVPacket             *packet,
                                               int                   result,
                                               gboolean              alone);
/* Moves the first one out, waiting for its picture, which changes places with @picture. There has to be one. Returns its result. */
int                 venule_decoder_ahead_take (VenuleDecoderAhead   *self,
                                               AVPacket             *packet,
                                               VenuleDecoderTry     *tried,
                                               AVFrame             **picture,
                                               VenuleFfv1Fields     *fields);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDecoderAhead, venule_decoder_ahead_free)

G_END_DECLS
