/* ffmpeg-copies.c: FFmpeg's copies of whole pictures, unseen by ThreadSanitizer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The encoder of raw video copies a picture in a thread of FFmpeg's and gives it back. Who holds a picture FFmpeg
 * counts with atomic operations of its own, which the sanitizer does not see as FFmpeg is not built with it: the copy
 * looks as if it still went on while the next frame is drawn. What libavcodec calls is found here first. A suppression
 * would do, but each of the racing words is looked for among all that were suppressed before, which takes for ever. */

#include <dlfcn.h>
#include <libavutil/imgutils.h>
#include <stdlib.h>

typedef int (*Copy) (uint8_t *dst, int dst_size, const uint8_t *const src_data[4], const int src_linesize[4],
                     enum AVPixelFormat pix_fmt, int width, int height, int align);

/* Of the sanitizer. */
void AnnotateIgnoreReadsBegin  (const char *file, int line);
void AnnotateIgnoreReadsEnd    (const char *file, int line);
void AnnotateIgnoreWritesBegin (const char *file, int line);
void AnnotateIgnoreWritesEnd   (const char *file, int line);

int
av_image_copy_to_buffer (uint8_t *dst, int dst_size, const uint8_t *const src_data[4], const int src_linesize[4],
                         enum AVPixelFormat pix_fmt, int width, int height, int align)
{
  Copy copy;

  *(void **) &copy = dlsym (RTLD_NEXT, "av_image_copy_to_buffer");
  if (copy == NULL)
    abort ();
  AnnotateIgnoreReadsBegin (__FILE__, __LINE__);
  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);

  int status = copy (dst, dst_size, src_data, src_linesize, pix_fmt, width, height, align);

  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  AnnotateIgnoreReadsEnd (__FILE__, __LINE__);
  return status;
}
