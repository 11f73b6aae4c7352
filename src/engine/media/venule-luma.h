/* venule-luma.h: the gray samples of a decoded picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavutil/frame.h>

#include "venule-frame.h"

G_BEGIN_DECLS

int          venule_luma_bit_depth    (enum AVPixelFormat  format);
char        *venule_luma_dup_rule     (const AVFrame      *picture);
VenuleFrame *venule_luma_from_picture (const AVFrame      *picture);

/* ITU-R BT.601 luma in integers. The weights add up to 65536, so that equal red, green and blue give themselves. */
static inline guint
venule_luma_of_rgb (guint red,
                    guint green,
                    guint blue)
{
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

G_END_DECLS
