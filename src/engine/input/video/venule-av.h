/* venule-av.h: what all users of FFmpeg share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

G_BEGIN_DECLS

void  venule_av_init             (void);
void  venule_av_count_errors     (AVCodecContext  *codec,
                                  int             *counter);
void  venule_av_count_format_errors (AVFormatContext *format,
                                     int             *counter);
int   venule_av_check_memory     (int              result);
char *venule_av_dup_message      (int              code);

G_END_DECLS
