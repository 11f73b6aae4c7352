/* venule-decoder-slices.c: what the slices of a picture say of it before it is decoded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-decoder-slices.h"

#include <libavutil/crc.h>

#define TRAILER 3         /* bytes: the slice's size */
#define TRAILER_CHECKED 8 /* and what was wrong when it was written, and a checksum */

/* Each slice ends with its size, so that the chain is followed from the end of the packet on. */
static gboolean
has_whole_slices (const AVPacket *packet,
                  int             trailer)
{
  int end = packet->size;

  while (end > trailer)
    {
      int size = packet->data[end - trailer] << 16 | packet->data[end - trailer + 1] << 8 |
                 packet->data[end - trailer + 2];

      if (size == 0)
        return FALSE;
      end -= size + trailer;
    }
  return end == 0;
}

/* Of whole slices; the checksum of one with its checksum is 0. */
static gboolean
has_right_checksums (const AVPacket *packet)
{
  const AVCRC *table = av_crc_get_table (AV_CRC_32_IEEE);
  int end = packet->size;

  while (end > 0)
    {
      const guint8 *trailer = packet->data + end - TRAILER_CHECKED;
      int size = (trailer[0] << 16 | trailer[1] << 8 | trailer[2]) + TRAILER_CHECKED;

      end -= size;
      if (av_crc (table, 0, packet->data + end, (gsize) size) != 0)
        return FALSE;
    }
  return TRUE;
}

/**
 * venule_decoder_slices_look:
 * @packet: a picture of FFV1, version 3 (RFC 9043, 4.9)
 *
 * Looks at the chain of slices and at their checksums.
 *
 * Returns: what they say
 */
VenuleDecoderSlices
venule_decoder_slices_look (const AVPacket *packet)
{
  if (has_whole_slices (packet, TRAILER_CHECKED))
    return has_right_checksums (packet) ? VENULE_DECODER_SLICES_SOUND : VENULE_DECODER_SLICES_DOUBTFUL;
  return has_whole_slices (packet, TRAILER) ? VENULE_DECODER_SLICES_DOUBTFUL : VENULE_DECODER_SLICES_BROKEN;
}
