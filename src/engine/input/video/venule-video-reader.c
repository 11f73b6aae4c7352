/* venule-video-reader.c: exact frames of a video file in any order
 *
 * Seeking in a container is a hint, never a promise: the index may be wrong, the key frame may come after the wanted
 * frame, and with open groups of pictures or intra refresh the first pictures after a seek may be wrong although
 * nothing reports damage. So a frame that was reached by a seek counts only when its timestamp and its samples are
 * those of the sequential pass; else the search starts one, two, three key frames earlier, and then at the start of
 * the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>

#include "venule-decoder.h"
#include "venule-order.h"
#include "venule-source-private.h"
#include "venule-video-source.h"

#define MAX_KEYS_BACK 3

/* Decoding on is cheaper than a seek when the next key frame is no further than this. */
#define MIN_FRAMES_TO_SEEK 8

struct _VenuleVideoReader
{
  VenuleReader   parent_instance;

  VenuleDecoder *decoder;
  /* Number of the picture that the decoder gives next; −1 when that is not known. */
  gint64         next;
  /* Whether the decoder has come from the start of the file without a seek. */
  gboolean       linear;
  /* How many key frames one had to go back last time; in some containers always one or more. */
  guint          keys_back;
  /* Whether pictures on the way, which no other picture needs, are left out; not once that has changed others. */
  gboolean       skips;
};

typedef struct {
  /* The frame table, or NULL before it is complete; its frames that are anchors are found by their timestamps. */
  const VenuleFrameInfo *rows;
  const gint64          *anchors;
  gint64                 n_anchors;
  gint64                 index;
  GCancellable          *cancellable;
} Request;

G_DEFINE_FINAL_TYPE (VenuleVideoReader, venule_video_reader, VENULE_TYPE_READER)

static VenuleVideoSource *
get_source (VenuleVideoReader *self)
{
  return VENULE_VIDEO_SOURCE (venule_reader_get_source (VENULE_READER (self)));
}

static VenuleFrame *
make_frame (VenuleVideoReader  *self,
            gint64              index,
            GError            **error)
{
  VenuleVideoSource *source = get_source (self);
  VenuleFrame *frame = venule_video_source_make_frame (source, self->decoder->picture, error);
  VenuleFrameInfo info;

  if (frame == NULL)
    return NULL;

  frame->index = index;
  frame->time = venule_video_source_time_of (source, index, venule_decoder_get_pts (self->decoder));
  frame->corrupt = frame->corrupt || venule_decoder_is_damaged (self->decoder);
  if (venule_source_get_frame_info (VENULE_SOURCE (source), index, &info))
    frame->corrupt = info.corrupt;
  return frame;
}

static gboolean
restart (VenuleVideoReader  *self,
         GCancellable       *cancellable,
         GError            **error)
{
  g_clear_pointer (&self->decoder, venule_decoder_free);
  self->next = -1;
  self->decoder = venule_decoder_new (venule_source_get_path (VENULE_SOURCE (get_source (self))), cancellable, error);
  if (self->decoder == NULL)
    return FALSE;

  self->next = 0;
  self->linear = TRUE;
  return TRUE;
}

/* The frame that has this timestamp alone; −1: none. */
static gint64
find_pts (const Request *request,
          gint64         pts)
{
  gint64 found = (gint64) venule_bisect (0, request->n_anchors, i, request->rows[request->anchors[i]].pts < pts);

  return found < request->n_anchors && request->rows[request->anchors[found]].pts == pts ? request->anchors[found] : -1;
}

/* The last anchor that is not after the wanted frame; −1: none. */
static gint64
find_anchor (const Request *request)
{
  gint64 after = (gint64) venule_bisect (0, request->n_anchors, i, request->anchors[i] <= request->index);

  return after > 0 ? request->anchors[after - 1] : -1;
}

/* Whether a frame is what the sequential pass saw. How damage is concealed may depend on the past, and need not be
 * repeatable: decoded from the start, a damaged frame is as good as it gets. */
static gboolean
is_verified (VenuleVideoReader *self,
             const Request     *request,
             VenuleFrame       *frame)
{
  const VenuleFrameInfo *row = &request->rows[frame->index];
  gint64 pts = venule_decoder_get_pts (self->decoder);

  g_assert (frame->index >= 0);

  /* What FFmpeg makes of bad timestamps depends on those that it has seen. */
  if (pts != row->pts && find_pts (request, row->pts) == frame->index)
    return FALSE;
  return venule_frame_hash (frame) == row->hash || (row->corrupt && self->linear);
}

/* Decodes on from a known position. %NULL without error: the end, or a place that is not where it should be. */
static VenuleFrame *
read_forward (VenuleVideoReader  *self,
              const Request      *request,
              GError            **error)
{
  gint64 first_kept = request->index - venule_reader_get_capacity (VENULE_READER (self));

  for (;;)
    {
      g_autoptr (VenuleFrame) frame = NULL;
      gint64 index = self->next;

      /* Cancelled between two frames, the position stays known. */
      if (g_cancellable_set_error_if_cancelled (request->cancellable, error))
        return NULL;
      if (!venule_decoder_next (self->decoder, request->cancellable, error))
        break;
      self->next++;

      if (index <= first_kept)
        continue;

      frame = make_frame (self, index, error);
      if (frame == NULL)
        break;
      if (request->rows != NULL && !is_verified (self, request, frame))
        break;
      if (index == request->index)
        return g_steal_pointer (&frame);
      venule_reader_keep (VENULE_READER (self), frame);
    }

  self->next = -1;
  return NULL;
}

/* The timestamp of the last anchor up to this frame; the earliest of all where there is none. */
static gint64
find_last_timed (const Request *request,
                  gint64         from)
{
  const Request at = { .anchors = request->anchors, .n_anchors = request->n_anchors, .index = from };
  gint64 anchor = from >= 0 ? find_anchor (&at) : -1;

  return anchor >= 0 ? request->rows[anchor].pts : G_MININT64;
}

static gint64
find_key (const Request *request,
          gint64         from)
{
  while (from > 0 && !request->rows[from].key)
    from--;
  return from;
}

/* Seeks so that decoding may start @keys_back key frames before the nearest one, and decodes up to frame @anchor, which
 * has a timestamp. %NULL without error: not reached so. */
static VenuleFrame *
read_from_key (VenuleVideoReader  *self,
               const Request      *request,
               gint64              anchor,
               guint               keys_back,
               GError            **error)
{
  gint64 first_kept = anchor - venule_reader_get_capacity (VENULE_READER (self));
  gint64 start = keys_back > 0 ? find_key (request, anchor) : anchor;

  for (guint i = 0; i < keys_back; i++)
    start = find_key (request, MAX (start - 1, 0));

  self->next = -1;
  self->linear = FALSE;
  if (!venule_decoder_seek (self->decoder, request->rows[start].pts, request->cancellable))
    return NULL;
  if (self->skips)
    self->decoder->skip_before = find_last_timed (request, first_kept + 1);

  while (venule_decoder_next (self->decoder, request->cancellable, error))
    {
      g_autoptr (VenuleFrame) frame = NULL;
      gint64 pts = venule_decoder_get_pts (self->decoder);
      gint64 index;

      if (pts == AV_NOPTS_VALUE)
        continue;
      index = find_pts (request, pts);
      if (index > anchor)
        return NULL;
      /* A timestamp that several frames have, or none, does not identify a frame. */
      if (index < 0 || index <= first_kept)
        continue;

      frame = make_frame (self, index, error);
      if (frame == NULL)
        return NULL;
      if (is_verified (self, request, frame))
        venule_reader_keep (VENULE_READER (self), frame);
      else if (index == anchor)
        return NULL;
      if (index == anchor)
        {
          self->next = index + 1;
          return g_steal_pointer (&frame);
        }
    }
  return NULL;
}

/* Leaving out pictures on the way saves a third of the time, but what a decoder makes of it is only known by trying. */
static VenuleFrame *
read_from_key_carefully (VenuleVideoReader  *self,
                         const Request      *request,
                         gint64              anchor,
                         guint               keys_back,
                         GError            **error)
{
  GError *local_error = NULL;
  VenuleFrame *frame = read_from_key (self, request, anchor, keys_back, &local_error);

  if (frame == NULL && local_error == NULL && self->skips)
    {
      self->skips = FALSE;
      frame = read_from_key (self, request, anchor, keys_back, &local_error);
      self->skips = frame == NULL;
    }
  if (local_error != NULL)
    g_propagate_error (error, local_error);
  return frame;
}

static VenuleFrame *
read_by_seeking (VenuleVideoReader  *self,
                 const Request      *request,
                 GError            **error)
{
  gint64 anchor = find_anchor (request);
  GError *local_error = NULL;

  if (anchor < 0)
    return NULL;
  for (guint back = self->keys_back; back <= MAX_KEYS_BACK; back++)
    {
      g_autoptr (VenuleFrame) frame = read_from_key_carefully (self, request, anchor, back, &local_error);

      if (local_error != NULL)
        {
          g_propagate_error (error, local_error);
          return NULL;
        }
      if (frame != NULL)
        {
          self->keys_back = back;
          return anchor == request->index ? g_steal_pointer (&frame) : read_forward (self, request, error);
        }
    }
  return NULL;
}

/* Whether decoding on from where the reader is beats a seek. */
static gboolean
is_near (VenuleVideoReader *self,
         const Request     *request)
{
  if (self->next < 0 || request->index < self->next)
    return FALSE;
  if (request->n_anchors == 0)
    return TRUE;

  for (gint64 i = request->index; i >= self->next + MIN_FRAMES_TO_SEEK; i--)
    if (request->rows[i].key)
      return FALSE;
  return TRUE;
}

static VenuleFrame *
read_anywhere (VenuleVideoReader  *self,
               const Request      *request,
               GError            **error)
{
  GError *local_error = NULL;
  VenuleFrame *frame = NULL;
  gboolean read_on = self->decoder != NULL && is_near (self, request);

  if (read_on)
    frame = read_forward (self, request, &local_error);

  if (frame == NULL && local_error == NULL && self->decoder != NULL && request->n_anchors > 0)
    frame = read_by_seeking (self, request, &local_error);

  /* Without a table, reading on has met the end of the video, and there is nothing more to try. */
  if (frame == NULL && local_error == NULL && !(read_on && request->rows == NULL) &&
      restart (self, request->cancellable, &local_error))
    frame = read_forward (self, request, &local_error);

  if (local_error != NULL)
    g_propagate_error (error, local_error);
  return frame;
}

static VenuleFrame *
venule_video_reader_read (VenuleReader  *reader,
                          gint64         index,
                          GCancellable  *cancellable,
                          GError       **error)
{
  VenuleVideoReader *self = VENULE_VIDEO_READER (reader);
  VenuleSource *source = VENULE_SOURCE (get_source (self));
  GError *local_error = NULL;
  Request request = { .index = index, .cancellable = cancellable };
  gint64 n_frames;
  VenuleFrame *frame;

  /* The table may have been completed since the caller asked for it. */
  request.rows = venule_source_peek_table (source, &n_frames);
  if (request.rows != NULL && index >= n_frames)
    return NULL;
  if (request.rows != NULL)
    request.anchors = venule_video_source_get_anchors (get_source (self), &request.n_anchors);
  frame = read_anywhere (self, &request, &local_error);

  if (local_error != NULL)
    g_propagate_error (error, local_error);
  else if (frame == NULL && request.rows != NULL)
    venule_source_set_read_error (source, index, error);
  return frame;
}

static void
venule_video_reader_finalize (GObject *object)
{
  VenuleVideoReader *self = VENULE_VIDEO_READER (object);

  g_clear_pointer (&self->decoder, venule_decoder_free);

  G_OBJECT_CLASS (venule_video_reader_parent_class)->finalize (object);
}

static void
venule_video_reader_class_init (VenuleVideoReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_video_reader_finalize;
  VENULE_READER_CLASS (klass)->read = venule_video_reader_read;
}

static void
venule_video_reader_init (VenuleVideoReader *self)
{
  self->next = -1;
  self->skips = TRUE;
}

/**
 * venule_video_reader_new:
 * @source: a video
 * @error: return location
 *
 * Opens the file once more, for reading in any order.
 *
 * Returns: (transfer full): the reader, or %NULL with an error as of venule_source_open()
 */
VenuleReader *
venule_video_reader_new (VenuleVideoSource  *source,
                         GError            **error)
{
  g_autoptr (VenuleVideoReader) self = g_object_new (VENULE_TYPE_VIDEO_READER, "source", source, NULL);

  if (!restart (self, NULL, error))
    return NULL;
  return VENULE_READER (g_steal_pointer (&self));
}
