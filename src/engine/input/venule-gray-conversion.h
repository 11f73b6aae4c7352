/* venule-gray-conversion.h: the gray samples of a decoded picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavutil/frame.h>

#include "venule-frame.h"
#include "venule-input-options.h"

G_BEGIN_DECLS

int          venule_gray_conversion_bit_depth (enum AVPixelFormat  format);
gboolean     venule_gray_conversion_has_color (enum AVPixelFormat  format);
char        *venule_gray_conversion_dup_rule (const AVFrame      *picture,
                                              VenuleGray          gray);
VenuleFrame *venule_gray_conversion_from_picture (const AVFrame      *picture,
                                                  VenuleGray          gray);

/* ITU-R BT.601 luma in integers. The weights add up to 65536, so that equal red, green and blue give themselves. */
static inline guint
venule_gray_conversion_of_rgb (guint red,
                               guint green,
                               guint blue)
{
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

/* The gray level of a colour by one of the rules. */
static inline guint
venule_gray_conversion_of_color (VenuleGray gray,
                                 guint      red,
                                 guint      green,
                                 guint      blue)
{
  switch (gray)
    {
    case VENULE_GRAY_RED:
      return red;
    case VENULE_GRAY_GREEN:
      return green;
    case VENULE_GRAY_BLUE:
      return blue;
    case VENULE_GRAY_LUMA:
    default:
      return venule_gray_conversion_of_rgb (red, green, blue);
    }
}

G_END_DECLS
