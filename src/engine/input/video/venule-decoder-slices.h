/* venule-decoder-slices.h: what the slices of a picture say of it before it is decoded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <libavcodec/avcodec.h>

G_BEGIN_DECLS

/**
 * VenuleDecoderSlices:
 * @VENULE_DECODER_SLICES_BROKEN: the packet does not fall into slices
 * @VENULE_DECODER_SLICES_DOUBTFUL: a checksum is wrong, or there are none
 * @VENULE_DECODER_SLICES_SOUND: each has the checksum that it should have
 */
typedef enum {
  VENULE_DECODER_SLICES_BROKEN,
  VENULE_DECODER_SLICES_DOUBTFUL,
  VENULE_DECODER_SLICES_SOUND,
} VenuleDecoderSlices;

VenuleDecoderSlices venule_decoder_slices_look (const AVPacket *packet);

G_END_DECLS
