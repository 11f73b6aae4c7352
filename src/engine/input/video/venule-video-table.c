/* venule-video-table.c: the frame table of a video file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-video-table.h"

#include <libavutil/avutil.h>
#include <math.h>

#include "venule-order.h"
#include "venule-remark.h"
#include "venule-source-private.h"

/* By what factor a steady clock differs from the header's rate with a word. By two it does where frames are told as
 * fields, as in an AVI whose frames last two times. */
#define CONTRADICTED 2.5

/**
 * venule_video_table_new:
 *
 * Returns: (transfer full): an empty table
 */
VenuleVideoTable *
venule_video_table_new (void)
{
  VenuleVideoTable *self = g_new0 (VenuleVideoTable, 1);

  self->rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  self->damaged = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

/**
 * venule_video_table_free:
 * @self: (transfer full): a table
 */
void
venule_video_table_free (VenuleVideoTable *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->clock, venule_timestamps_free);
  g_array_unref (self->damaged);
  g_free (self);
}

static VenuleFrameInfo *
row_at (VenuleVideoTable *self,
        guint             index)
{
  return &g_array_index (self->rows, VenuleFrameInfo, index);
}

/**
 * venule_video_table_add:
 * @self: a table
 * @row: the next frame; its time is set later
 */
void
venule_video_table_add (VenuleVideoTable      *self,
                        const VenuleFrameInfo *row)
{
  gint64 index = self->rows->len;

  if (row->corrupt)
    g_array_append_val (self->damaged, index);
  g_array_append_vals (self->rows, row, 1);
}

/**
 * venule_video_rate_explains:
 * @frame_rate: constant frames/s in the header, or 0
 * @time: timestamp of a frame, s since the first one
 * @index: number of that frame
 * @unit: what timestamps are rounded to, s
 *
 * Containers round: Matroska to milliseconds, so that 30 frames/s come 33, 33 and 34 ms apart. Where timestamps are
 * within one unit of the header's constant rate, that rate is the better clock.
 *
 * Returns: whether the rounded rate gives this timestamp
 */
gboolean
venule_video_rate_explains (double frame_rate,
                            double time,
                            gint64 index,
                            double unit)
{
  return frame_rate > 0 && fabs (time - index / frame_rate) <= unit * 1.001;
}

static gboolean
rate_explains_timestamps (VenuleVideoTable *self)
{
  double unit = av_q2d (self->time_base);
  gint64 first = g_array_index (self->clock->timed, gint64, 0);

  for (guint k = 0; k < self->clock->timed->len; k++)
    {
      gint64 i = g_array_index (self->clock->timed, gint64, k);

      double time = venule_timestamps_span (row_at (self, first)->pts, row_at (self, i)->pts) * unit;

      if (!venule_video_rate_explains (self->header_rate, time, i - first, unit))
        return FALSE;
    }
  return TRUE;
}

/* No camera is so fast or so slow. */
static gboolean
is_absurd (VenuleVideoTable *self)
{
  const GArray *timed = self->clock->timed;
  gint64 first, last;
  double span;

  if (timed->len < 2)
    return FALSE;
  first = g_array_index (timed, gint64, 0);
  last = g_array_index (timed, gint64, timed->len - 1);
  span = venule_timestamps_span (row_at (self, first)->pts, row_at (self, last)->pts) * av_q2d (self->time_base);

  return !(span >= (double) (last - first) / VENULE_SOURCE_HIGHEST_RATE &&
           span <= (double) (last - first) / VENULE_SOURCE_LOWEST_RATE);
}

static void
read_clock (VenuleVideoTable *self)
{
  if (self->clock != NULL)
    return;
  self->clock = venule_timestamps_new (row_at (self, 0), self->rows->len, self->header_rate);
  if (self->timeless || (self->clock->holds && is_absurd (self)))
    self->clock->holds = FALSE;
}

/* Returns the frame rate, or 0. */
static double
set_times (VenuleVideoTable *self)
{
  gboolean by_rate;
  double duration;

  read_clock (self);
  by_rate = !self->clock->holds || rate_explains_timestamps (self);
  for (guint i = 0; by_rate && i < self->rows->len; i++)
    row_at (self, i)->time = self->header_rate > 0 ? i / self->header_rate : 0;
  if (!by_rate)
    venule_timestamps_set_times (self->clock, row_at (self, 0), self->rows->len, av_q2d (self->time_base),
                                 self->header_rate);

  duration = row_at (self, self->rows->len - 1)->time;
  /* The rate itself, so that it does not depend, in its last digit, on the number of frames. */
  return by_rate || !(duration > 0) ? self->header_rate : (self->rows->len - 1) / duration;
}

/* Irregular timing: either a steady camera that lost frames, or no steady rate at all. */
static void
find_irregular_times (VenuleVideoTable *self,
                      GPtrArray        *warnings)
{
  g_autoptr (GArray) intervals = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gint64));
  double unit = av_q2d (self->time_base);
  double median;
  guint n_irregular = 0;

  for (guint i = 1; i < self->rows->len; i++)
    {
      double interval = row_at (self, i)->time - row_at (self, i - 1)->time;

      g_array_append_val (intervals, interval);
    }
  if (intervals->len < 2)
    return;

  g_array_sort (intervals, venule_compare_doubles);
  median = g_array_index (intervals, double, intervals->len / 2);
  for (guint i = 1; i < self->rows->len; i++)
    {
      double interval = row_at (self, i)->time - row_at (self, i - 1)->time;
      gint64 before = i - 1;

      /* Rounded timestamps; not those of an AVI, which count frames: one more is a frame that is missing. */
      if (fabs (interval - median) <= MAX (0.1 * median, MIN (1.5 * unit, 0.5 * median)))
        continue;
      n_irregular++;
      if (interval > 1.5 * median && fabs (interval / median - round (interval / median)) < 0.1 + unit / median)
        g_array_append_val (gaps, before);
    }

  if (n_irregular > 0 && n_irregular == gaps->len && n_irregular * 8 <= intervals->len)
    {
      g_autofree char *frames = venule_source_describe_frames (gaps);

      venule_remark_add (warnings, .kind = VENULE_REMARK_FRAMES_MISSING, .text = frames);
    }
  else if (n_irregular > 0)
    {
      venule_remark_add (warnings, VENULE_REMARK_RATE_VARIES,
                         { 1000 * g_array_index (intervals, double, 0),
                           1000 * g_array_index (intervals, double, intervals->len - 1) },
                         NULL);
      return;
    }
  self->contradicted = self->header_rate > 0 && median > 0 &&
                       (median * self->header_rate >= CONTRADICTED || median * self->header_rate <= 1 / CONTRADICTED);
  if (self->contradicted)
    venule_remark_add (warnings, VENULE_REMARK_RATE_CONTRADICTED, { 1 / median, self->header_rate }, NULL);
}

/* Some headers say when the last frame ends, on a clock that does not begin with 0. In an AVI that FFmpeg made of a
 * Matroska without compressing it again, each frame lasts two times. */
static double
count_times (VenuleVideoTable *self)
{
  gint64 n = self->rows->len;
  const VenuleFrameInfo *last = row_at (self, n - 1);
  double lasts = n > 1 ? (last->time - row_at (self, 0)->time) * self->header_rate / (double) (n - 1) : 1;
  double n_times = last->time * self->header_rate + MAX (lasts, 1);

  if (!self->header_counts && last->pts != AV_NOPTS_VALUE)
    n_times = MAX (n_times, (double) last->pts * av_q2d (self->time_base) * self->header_rate + 1);
  return n_times;
}

/* Frames that the camera dropped are counted in the header, and their time has passed: nothing was cut off. */
static gboolean
has_whole_time (VenuleVideoTable *self)
{
  return self->rows->len < self->header_frames && self->clock->holds && count_times (self) > self->header_frames - 0.5;
}

static gboolean
is_too_long (const VenuleVideoIndex *index)
{
  return index->duration > 0 && index->listed > 2 * index->duration;
}

/**
 * venule_video_index_is_sound:
 * @self: an index
 *
 * There may be fewer entries than times in a good file: an edit list leaves the others out.
 *
 * Returns: whether its lists do not contradict each other
 */
gboolean
venule_video_index_is_sound (const VenuleVideoIndex *self)
{
  return self->n_times > 0 ? self->n_entries <= self->n_times : !is_too_long (self);
}

/* An edit list leaves out what is beyond its time; in good files, too, but there the duration is right. */
static gboolean
lasts_too_long (VenuleVideoTable *self)
{
  return self->rows->len < self->header_frames && is_too_long (&self->index);
}

/* Else neither times nor edits can be believed. */
static gboolean
has_sound_index (VenuleVideoTable *self)
{
  return venule_video_index_is_sound (&self->index) && !lasts_too_long (self);
}

static gboolean
lacks_frames (VenuleVideoTable *self)
{
  gint64 n = self->rows->len;

  if (!has_sound_index (self))
    return n < self->header_frames;
  if (self->header_frames <= 0 || has_whole_time (self))
    return FALSE;
  return self->header_counts ? n + self->left_out < self->header_frames : n + 2 < self->header_frames * 0.95;
}

/* Also where there is no count, or only one that was worked out from what is left. */
static gboolean
is_cut_off (VenuleVideoTable *self)
{
  return self->end_missing || lacks_frames (self);
}

static void
find_count_differences (VenuleVideoTable *self,
                        GPtrArray        *warnings)
{
  gint64 n = self->rows->len;
  gboolean sound = has_sound_index (self);

  if (self->header_frames <= 0 || (sound && has_whole_time (self)))
    return;

  if (sound && self->header_counts && n < self->header_frames && n + self->left_out >= self->header_frames)
    venule_remark_add (warnings, VENULE_REMARK_LEFT_OUT, { self->header_frames - n }, NULL);
  else if (self->header_counts && n != self->header_frames)
    venule_remark_add (warnings, lacks_frames (self) ? VENULE_REMARK_CUT_OFF : VENULE_REMARK_OTHER_COUNT,
                       { self->header_frames, n }, NULL);
  else if (lacks_frames (self))
    venule_remark_add (warnings, VENULE_REMARK_CUT_OFF_ABOUT, { self->header_frames, n }, NULL);
}

static void
find_lying_index (VenuleVideoTable *self,
                  GPtrArray        *warnings)
{
  if (!venule_video_index_is_sound (&self->index))
    venule_remark_add (warnings, VENULE_REMARK_INDEX_COUNTS, { self->index.n_times, self->index.n_entries }, NULL);
  else if (lasts_too_long (self))
    venule_remark_add (warnings, VENULE_REMARK_INDEX_TIMES,
                       { self->index.listed * av_q2d (self->time_base),
                         self->index.duration * av_q2d (self->time_base) },
                       NULL);
}

static void
find_damage (VenuleVideoTable *self,
             GPtrArray        *warnings)
{
  if (self->damaged->len > 0)
    {
      g_autofree char *frames = venule_source_describe_frames (self->damaged);

      venule_remark_add (warnings, VENULE_REMARK_DAMAGED, { self->damaged->len }, frames);
    }
  if (self->misfits > 0)
    venule_remark_add (warnings, VENULE_REMARK_MISFITS, { self->misfits }, NULL);
  if (self->bad_packets > 0)
    venule_remark_add (warnings, VENULE_REMARK_BAD_PACKETS, { self->bad_packets }, NULL);
  if (self->empty_packets > 0)
    venule_remark_add (warnings, VENULE_REMARK_EMPTY_PACKETS, { self->empty_packets }, NULL);
}

static void
find_odd_timestamps (VenuleVideoTable *self,
                     GPtrArray        *warnings)
{
  GArray *odd = self->clock->odd;
  g_autofree char *frames = venule_source_describe_frames (odd);

  if (odd->len == 0)
    return;
  venule_remark_add (warnings, VENULE_REMARK_ODD_TIMESTAMPS, { odd->len }, frames);
}

static GPtrArray *
find_oddities (VenuleVideoTable *self)
{
  GPtrArray *warnings = g_ptr_array_new ();

  find_lying_index (self, warnings);
  find_damage (self, warnings);
  find_count_differences (self, warnings);
  if (self->end_missing && !lacks_frames (self))
    venule_remark_add (warnings, .kind = VENULE_REMARK_END_MISSING);
  if (!self->clock->holds)
    venule_remark_add (warnings,
                       .kind = self->header_rate > 0 ? VENULE_REMARK_TIMES_BY_RATE : VENULE_REMARK_TIMES_NONE);
  else
    {
      find_odd_timestamps (self, warnings);
      find_irregular_times (self, warnings);
    }
  if (self->aspect.num > 0 && self->aspect.num != self->aspect.den)
    venule_remark_add (warnings, VENULE_REMARK_OBLONG, { self->aspect.num, self->aspect.den }, NULL);
  if (self->turn != 0)
    venule_remark_add (warnings, VENULE_REMARK_TURNED, { self->turn }, NULL);
  if (self->n_videos > 1)
    venule_remark_add (warnings, VENULE_REMARK_VIDEOS, { self->n_videos }, NULL);
  return warnings;
}

/**
 * venule_video_table_publish:
 * @self: a table with at least one row; its rows are taken
 * @source: the source that it describes
 *
 * Works out the times, the frame rate and what is odd in the file, and gives all of it to @source.
 */
void
venule_video_table_publish (VenuleVideoTable *self,
                            VenuleSource     *source)
{
  guint n = self->rows->len;
  gboolean interlaced = FALSE;
  double rate;
  char *origin;
  GPtrArray *warnings;

  rate = set_times (self);
  for (guint i = 0; i < n; i++)
    interlaced = interlaced || row_at (self, i)->interlaced;

  warnings = find_oddities (self);
  if (self->clock->holds && row_at (self, n - 1)->time > 0)
    origin = venule_remark_new (&(VenuleRemark){
      VENULE_REMARK_RATE_TIMESTAMPS, { n, self->contradicted ? self->header_rate : 0 }, NULL });
  else
    origin =
      venule_remark_new (&(VenuleRemark){ .kind = rate > 0 ? VENULE_REMARK_RATE_HEADER : VENULE_REMARK_RATE_NONE });

  if (is_cut_off (self))
    venule_source_set_cut_off (source);
  venule_source_take_table (source, g_steal_pointer (&self->rows), rate, origin, interlaced, warnings);
}

/**
 * venule_video_table_publish_scan:
 * @self: a table with at least one row, made from packets that were not decoded; its rows are taken
 * @source: the source that it describes
 *
 * Gives @source the times and the frame rate that the real table will most likely have.
 */
void
venule_video_table_publish_scan (VenuleVideoTable *self,
                                 VenuleSource     *source)
{
  double rate = set_times (self);

  /* The timestamps are those of packets. */
  for (guint i = 0; i < self->rows->len; i++)
    row_at (self, i)->pts = 0;
  venule_source_take_packet_scan (source, g_steal_pointer (&self->rows), rate);
}
