/* venule-av.c: what all users of FFmpeg share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-av.h"

#include <errno.h>
#include <libavutil/log.h>

/* Slices are decoded, and complain, in several threads. */
static void
count_error (void *context)
{
  const AVClass *class = context != NULL ? *(const AVClass **) context : NULL;
  int *counter = NULL;

  if (class != NULL && class == avcodec_get_class ())
    counter = ((AVCodecContext *) context)->opaque;
  else if (class != NULL && class == avformat_get_class ())
    counter = ((AVFormatContext *) context)->opaque;
  if (counter != NULL)
    g_atomic_int_inc (counter);
}

/* FFmpeg writes to stderr by itself. What it says is of use to us alone, so it goes where G_MESSAGES_DEBUG=Venule-Media
 * shows it. */
static void
log_to_glib (void       *context,
             int         level,
             const char *format,
             va_list     arguments)
{
  char line[1024];
  int prefix = 1;
  int code = errno;

  if (level > AV_LOG_WARNING)
    return;
  if (level <= AV_LOG_ERROR)
    count_error (context);

  av_log_format_line2 (context, level, format, arguments, line, sizeof line, &prefix);
  g_strchomp (line);
  if (line[0] != '\0')
    {
      /* It quotes the file, which may hold anything. */
      g_autofree char *valid = g_utf8_make_valid (line, -1);

      g_log ("Venule-Media", G_LOG_LEVEL_DEBUG, "%s", valid);
    }
  errno = code; /* for venule_av_check_memory() */
}

/**
 * venule_av_init:
 *
 * Sends FFmpeg's messages to GLib's log domain "Venule-Media" at debug level. Call it before anything else of FFmpeg;
 * calling it again does nothing.
 */
void
venule_av_init (void)
{
  static gsize done = 0;

  if (g_once_init_enter (&done))
    {
      av_log_set_callback (log_to_glib);
      g_once_init_leave (&done, 1);
    }
}

/**
 * venule_av_count_errors:
 * @codec: a decoder that is not open yet
 * @counter: counts up by one, atomically, with each error that the decoder logs; must outlive @codec
 *
 * Some decoders (FFV1 with a wrong checksum, Motion JPEG) report damage in their log alone.
 */
void
venule_av_count_errors (AVCodecContext *codec,
                        int            *counter)
{
  codec->opaque = counter;
}

/**
 * venule_av_count_format_errors:
 * @format: an opened video
 * @counter: counts up by one, atomically, with each error about the structure of the file that is logged from now on;
 *   must outlive @format
 *
 * Files that were cut off within a frame end like whole ones but for a line in the log.
 */
void
venule_av_count_format_errors (AVFormatContext *format,
                               int             *counter)
{
  format->opaque = counter;
}

/**
 * venule_av_check_memory:
 * @result: of a call of FFmpeg, before which errno was set to 0, and which started no threads
 *
 * FFmpeg says ENOMEM also of a size that is absurd, as damage makes it, without having asked the system for memory;
 * and where memory runs out the demultiplexer of Matroska and the decoder of H.264 pass to the next frame in silence.
 * So the system's word counts.
 *
 * Returns: AVERROR (ENOMEM) where the system had no memory, otherwise @result, AVERROR_INVALIDDATA instead of ENOMEM
 */
int
venule_av_check_memory (int result)
{
  if (errno == ENOMEM)
    return AVERROR (ENOMEM);
  return result == AVERROR (ENOMEM) ? AVERROR_INVALIDDATA : result;
}

/**
 * venule_av_dup_message:
 * @code: an AVERROR
 *
 * Returns: (transfer full): FFmpeg's short English text for it
 */
char *
venule_av_dup_message (int code)
{
  char text[AV_ERROR_MAX_STRING_SIZE];

  av_strerror (code, text, sizeof text);
  return g_strdup (text);
}
