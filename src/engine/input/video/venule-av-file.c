/* venule-av-file.c: FFmpeg reads one file, and no other
 *
 * FFmpeg interprets names as URLs: "http:x.avi", "concat:a|b" and "clip%03d.png" have a meaning, and playlists refer to
 * other files. So it gets no name, reads through a #VenuleFile, and may open nothing else. The format is probed from
 * the content, and must be one that cameras and editors write: the demuxers of games and networks never see a file of
 * unknown origin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-av-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <libavutil/avstring.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <string.h>

#include "venule-av.h"
#include "venule-error.h"
#include "venule-frame.h"
#include "venule-mov-limits.h"
#include "venule-source-private.h"

#define BUFFER_SIZE (64 << 10)
/* Cameras write one or two; a header may declare thousands, each of which takes memory. */
#define MAX_STREAMS 100

static const char KINDS[] =
  "apng,asf,asf_o,av1,avi,cavsvideo,cine,dicom,dirac,dnxhd,dv,flv,gif,gxf,h261,h263,h264,hevc,image2pipe,ingenient,ivf,"
  "lxf,m4v,matroska,mjpeg,mjpeg_2000,mov,mpeg,mpegts,mpegvideo,mpjpeg,mtv,mxf,nut,nuv,obu,ogg,pva,rm,smjpeg,swf,vc1,"
  "vc1test,wtv,yuv4mpegpipe,"
  /* One picture in a file. */
  "bmp_pipe,dpx_pipe,exr_pipe,gif_pipe,j2k_pipe,jpeg_pipe,jpegls_pipe,jpegxl_pipe,pam_pipe,pbm_pipe,pcx_pipe,pgm_pipe,"
  "pgmyuv_pipe,png_pipe,ppm_pipe,psd_pipe,qoi_pipe,sgi_pipe,sunrast_pipe,tiff_pipe,webp_pipe,"
  /* Opened only to report that there is no video. */
  "aac,ac3,aiff,amr,au,flac,mp3,w64,wav";

static int
read_packet (void    *opaque,
             uint8_t *buffer,
             int      size)
{
  int code = errno;
  gssize n = venule_file_read (opaque, buffer, size);

  errno = code; /* for venule_av_check_memory() */
  if (n < 0)
    return g_cancellable_is_cancelled (g_cancellable_get_current ()) ? AVERROR_EXIT : AVERROR (EIO);
  return n > 0 ? (int) n : AVERROR_EOF;
}

static int64_t
seek (void    *opaque,
      int64_t  offset,
      int      whence)
{
  whence &= ~AVSEEK_FORCE;
  offset = whence == AVSEEK_SIZE ? venule_file_get_stamp (opaque)->size : venule_file_seek (opaque, offset, whence);
  return offset >= 0 ? offset : AVERROR (EINVAL);
}

/* Other files that a video refers to are not opened. */
static int
refuse (AVFormatContext  *format,
        AVIOContext     **io,
        const char       *url,
        int               flags,
        AVDictionary    **options)
{
  g_debug ("a video refers to another file, which is not opened");
  *io = NULL;
  return AVERROR (EPERM);
}

static AVIOContext *
new_io (VenuleFile *file)
{
  guint8 *buffer = av_malloc (BUFFER_SIZE);
  AVIOContext *io =
    buffer != NULL ? avio_alloc_context (buffer, BUFFER_SIZE, 0, file, read_packet, NULL, seek) : NULL;

  if (io == NULL)
    av_free (buffer);
  return io;
}

static void
free_io (AVIOContext **io)
{
  if (*io != NULL)
    av_freep (&(*io)->buffer);
  avio_context_free (io);
}

static const AVInputFormat *
find_kind (VenuleFile   *file,
           AVIOContext  *io,
           const char   *name,
           GError      **error)
{
  const AVInputFormat *kind = NULL;
  int result = av_probe_input_buffer2 (io, &kind, "", NULL, 0, 0);

  if (result >= 0 && av_match_list (kind->name, KINDS, ',') != 0)
    return kind;
  if (!venule_file_check (file, error))
    return NULL;

  if (result == AVERROR (ENOMEM))
    venule_source_set_no_memory (name, error);
  else if (result >= 0)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is not a video that Venule can read: by its content it is of the kind “%s”. Choose the file "
                   "with the video itself."),
                 name, kind->long_name);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                 _("“%s” is not a video that Venule can read, or its beginning is missing. Check that it plays in a "
                   "video player, and copy it again from the microscope if it does not."),
                 name);
  return NULL;
}

/* Bounds the index before FFmpeg reads it. */
static gboolean
check_index (VenuleFile           *file,
             const AVInputFormat  *kind,
             const char           *name,
             GError              **error)
{
  if (av_match_list (kind->name, "mov", ',') == 0 || venule_mov_is_bounded (file))
    return TRUE;
  if (venule_file_check (file, error))
    g_set_error (
      error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
      _("The index of “%s” tells of more frames than a file of its size can hold, or is packed. Copy the file "
        "again from the microscope, or convert it to uncompressed AVI and open that."),
      name);
  return FALSE;
}

/* A header of a few bytes may declare pictures that fill the memory, and avformat_find_stream_info() already runs the
 * decoders. */
static int
find_streams (AVFormatContext *format)
{
  guint n = format->nb_streams;
  g_autofree AVDictionary **options = g_new0 (AVDictionary *, MAX (n, 1));
  int result;

  for (guint i = 0; i < n; i++)
    av_dict_set_int (&options[i], "max_pixels", VENULE_FRAME_MAX_PIXELS, 0);
  result = avformat_find_stream_info (format, options);
  for (guint i = 0; i < n; i++)
    av_dict_free (&options[i]);
  return result;
}

/**
 * venule_av_file_check_size:
 * @width: px
 * @height: px
 * @name: of the file, for people
 * @error: return location
 *
 * Errors: %VENULE_ERROR_TOO_LARGE.
 *
 * Returns: whether frames of that size may be allocated
 */
gboolean
venule_av_file_check_size (int          width,
                           int          height,
                           const char  *name,
                           GError     **error)
{
  /* FFmpeg has a limit of its own, a little below that of all pixels. */
  if (venule_frame_size_is_sane (width, height) && av_image_check_size ((guint) width, (guint) height, 0, NULL) >= 0)
    return TRUE;

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
    _("The frames of “%s” have %d × %d pixels, and Venule takes up to %d a side and about %d million in all. Crop or "
      "bin the video first."), name, width, height, VENULE_FRAME_MAX_SIDE,
    (int) (VENULE_FRAME_MAX_PIXELS / 1000000));
  return FALSE;
}

typedef struct {
  int width;
  int height;
} Size;

/* FFmpeg leaves the header of a PNG to the decoder. */
static Size
read_png_size (VenuleFile *file)
{
  guint8 header[24];

  return venule_file_read_at (file, 0, header, sizeof header) == sizeof header && memcmp (header + 12, "IHDR", 4) == 0
                ? (Size) { (int) (AV_RB32 (header + 16) & G_MAXINT), (int) (AV_RB32 (header + 20) & G_MAXINT) }
                : (Size) { 0 };
}

/* The size in the header, by stream. */
static Size *
dup_sizes (AVFormatContext *format,
           VenuleFile      *file)
{
  Size *sizes = g_new0 (Size, MAX (format->nb_streams, 1));

  for (guint i = 0; i < format->nb_streams; i++)
    sizes[i] = (Size) { format->streams[i]->codecpar->width, format->streams[i]->codecpar->height };
  if (format->nb_streams == 1 && format->streams[0]->codecpar->codec_id == AV_CODEC_ID_PNG)
    sizes[0] = read_png_size (file);
  return sizes;
}

/* Where a stream was decoded, its size is that of the pictures, whatever the header says; it is 0 where the decoder
 * refused. */
static gboolean
check_sizes (AVFormatContext  *format,
             const Size       *declared,
             guint             n_declared,
             const char       *name,
             GError          **error)
{
  for (guint i = 0; i < format->nb_streams; i++)
    {
      const AVCodecParameters *par = format->streams[i]->codecpar;
      Size size = { par->width, par->height };

      if (par->codec_type != AVMEDIA_TYPE_VIDEO)
        continue;
      if (size.width <= 0 && i < n_declared)
        size = declared[i];
      if (size.width > 0 && size.height > 0 && !venule_av_file_check_size (size.width, size.height, name, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
open_format (AVFormatContext      **format,
             const AVInputFormat   *kind,
             VenuleFile            *file,
             VenuleAvErrorCounts    *error_counts,
             const char            *name,
             GError               **error)
{
  g_autofree char *message = NULL;
  g_autofree Size *declared = NULL;
  guint n_declared = 0;
  int result;

  errno = 0;
  result = avformat_open_input (format, "", kind, NULL);
  if (result >= 0)
    {
      declared = dup_sizes (*format, file);
      n_declared = (*format)->nb_streams;
      /* An error in the header may be harmless; from here on each one loses frames. */
      venule_av_count_format_errors (*format, &error_counts->n_reading);
      result = find_streams (*format);
    }
  result = venule_av_check_memory (result);
  if (result >= 0)
    return check_sizes (*format, declared, n_declared, name, error);
  if (!venule_file_check (file, error))
    return FALSE;
  if (result == AVERROR (ENOMEM))
    {
      venule_source_set_no_memory (name, error);
      return FALSE;
    }

  message = venule_av_dup_message (result);
  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
    _("“%s” is not a video that Venule can read, or its beginning or end is missing (%s). Check that it plays in "
      "a video player, and copy it again from the microscope if it does not."),
    name, message);
  return FALSE;
}

/**
 * venule_av_file_open:
 * @file: the file, which must live longer than what is returned
 * @interrupt: asked now and then whether to go on
 * @error_counts: counts up; must live as long as what is returned
 * @name: of the file, for people
 * @error: return location
 *
 * Opens a video, and finds its streams.
 *
 * Errors: %VENULE_ERROR_NOT_A_VIDEO, %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_DAMAGED, %VENULE_ERROR_TOO_LARGE,
 * %VENULE_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the opened video for venule_av_file_close(), or %NULL
 */
AVFormatContext *
venule_av_file_open (VenuleFile       *file,
                     AVIOInterruptCB  *interrupt,
                     VenuleAvErrorCounts *error_counts,
                     const char       *name,
                     GError          **error)
{
  AVIOContext *io = new_io (file);
  const AVInputFormat *kind;
  AVFormatContext *format = avformat_alloc_context ();

  if (io == NULL || format == NULL)
    venule_source_set_no_memory (name, error);
  kind = io != NULL && format != NULL ? find_kind (file, io, name, error) : NULL;
  if (kind == NULL || !check_index (file, kind, name, error))
    {
      avformat_free_context (format);
      free_io (&io);
      return NULL;
    }

  format->pb = io;
  format->io_open = refuse;
  format->interrupt_callback = *interrupt;
  format->max_streams = MAX_STREAMS;
  venule_av_count_format_errors (format, &error_counts->n_header);
  if (open_format (&format, kind, file, error_counts, name, error))
    return format;

  /* avformat_open_input() frees the context when it fails, but not the AVIOContext. */
  if (format != NULL)
    avformat_close_input (&format);
  free_io (&io);
  return NULL;
}

/**
 * venule_av_file_close:
 * @format: (inout): an opened video, or %NULL
 */
void
venule_av_file_close (AVFormatContext **format)
{
  AVIOContext *io = *format != NULL ? (*format)->pb : NULL;

  avformat_close_input (format);
  free_io (&io);
}
