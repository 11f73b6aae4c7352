/* venule-timestamps.c: which timestamps of a video can be believed
 *
 * Recorders and cutting programs leave timestamps that are missing, that come twice, or that go back. The largest
 * number of frames whose timestamps rise one after the other is believed (the longest increasing subsequence); a frame
 * that does not fit among them gets its time from its neighbours. When that is more than one frame in ten, nothing is
 * believed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-timestamps.h"

#include "venule-order.h"

/* Of all frames. */
#define MAX_ODD_SHARE 0.1
/* Codecs that reorder pictures may give the last ones without a timestamp: no more than they hold back. */
#define MAX_UNTIMED_AT_END 16

#define NO_PTS G_MININT64

/* The first of the ends that is not before @pts. */
static guint
find_end (const VenuleFrameInfo *rows,
          GArray                *ends,
          gint64                 pts)
{
  return (guint) venule_bisect (0, ends->len, i, rows[g_array_index (ends, gint64, i)].pts < pts);
}

/* ends[k] is the frame with the earliest timestamp at which a rising sequence of k + 1 frames ends. */
static GArray *
find_rising (const VenuleFrameInfo *rows,
             guint                  n_rows)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree gint64 *before = g_new (gint64, n_rows);
  GArray *rising = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 i = 0; i < n_rows; i++)
    {
      guint k;

      if (rows[i].pts == NO_PTS)
        continue;
      k = find_end (rows, ends, rows[i].pts);
      /* Of two that have the same, the first one had it rightly. */
      if (k < ends->len && rows[g_array_index (ends, gint64, k)].pts == rows[i].pts)
        continue;
      before[i] = k > 0 ? g_array_index (ends, gint64, k - 1) : -1;
      if (k == ends->len)
        g_array_append_val (ends, i);
      else
        g_array_index (ends, gint64, k) = i;
    }

  g_array_set_size (rising, ends->len);
  for (guint k = ends->len; k > 0; k--)
    g_array_index (rising, gint64, k - 1) =
      k == ends->len ? g_array_index (ends, gint64, k - 1) : before[g_array_index (rising, gint64, k)];
  return rising;
}

static GArray *
find_others (GArray *timed,
             guint   n_rows)
{
  GArray *odd = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint next = 0;

  for (gint64 i = 0; i < n_rows; i++)
    if (next < timed->len && g_array_index (timed, gint64, next) == i)
      next++;
    else
      g_array_append_val (odd, i);
  return odd;
}

static gboolean
is_end_untimed (const VenuleFrameInfo *rows,
                guint                  n_rows,
                gint64                 first)
{
  for (gint64 i = first; i < n_rows; i++)
    if (rows[i].pts != NO_PTS)
      return FALSE;
  return n_rows - first <= MAX_UNTIMED_AT_END;
}

static GArray *
find_unique (const VenuleFrameInfo *rows,
             GArray                *timed,
             GArray                *odd)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_int64_hash, g_int64_equal);
  GArray *anchors = g_array_sized_new (FALSE, FALSE, sizeof (gint64), timed->len);

  for (guint k = 0; k < odd->len; k++)
    g_hash_table_add (taken, (gpointer) &rows[g_array_index (odd, gint64, k)].pts);
  for (guint k = 0; k < timed->len; k++)
    {
      gint64 index = g_array_index (timed, gint64, k);

      if (!g_hash_table_contains (taken, &rows[index].pts))
        g_array_append_val (anchors, index);
    }
  return anchors;
}

/**
 * venule_timestamps_new:
 * @rows: frames, in the order in which they are shown
 * @n_rows: how many
 * @header_rate: frames/s by the header, or 0
 *
 * Returns: (transfer full): which of their timestamps are believed
 */
VenuleTimestamps *
venule_timestamps_new (const VenuleFrameInfo *rows,
                       guint                  n_rows,
                       double                 header_rate)
{
  VenuleTimestamps *self = g_new0 (VenuleTimestamps, 1);
  gint64 last;

  self->timed = find_rising (rows, n_rows);
  self->odd = find_others (self->timed, n_rows);
  self->anchors = find_unique (rows, self->timed, self->odd);
  self->holds = self->timed->len > 0 && self->odd->len <= MAX_ODD_SHARE * n_rows;

  last = self->timed->len > 0 ? g_array_index (self->timed, gint64, self->timed->len - 1) : -1;
  if (self->timed->len > 0 && header_rate > 0 && is_end_untimed (rows, n_rows, last + 1))
    {
      g_array_set_size (self->odd, self->odd->len - (n_rows - 1 - last));
      self->holds = self->odd->len <= MAX_ODD_SHARE * n_rows;
    }
  return self;
}

/**
 * venule_timestamps_free:
 * @self: (transfer full): a clock
 */
void
venule_timestamps_free (VenuleTimestamps *self)
{
  g_array_unref (self->timed);
  g_array_unref (self->anchors);
  g_array_unref (self->odd);
  g_free (self);
}

/**
 * venule_timestamps_span:
 * @from: a timestamp
 * @to: another one
 *
 * Returns: @to − @from, for any two timestamps that a file may hold
 */
double
venule_timestamps_span (gint64 from,
                        gint64 to)
{
  return to >= from ? (double) ((guint64) to - (guint64) from) : -(double) ((guint64) from - (guint64) to);
}

/* Between two frames whose timestamps are believed, in equal steps. */
static void
fill_between (VenuleFrameInfo *rows,
              gint64           a,
              gint64           b)
{
  for (gint64 i = a + 1; i < b; i++)
    rows[i].time = rows[a].time + (rows[b].time - rows[a].time) * (double) (i - a) / (double) (b - a);
}

/**
 * venule_timestamps_set_times:
 * @self: a clock that holds
 * @rows: the frames that it was made from
 * @n_rows: how many
 * @unit: unit of the timestamps, s
 * @header_rate: frames/s by the header, or 0
 *
 * Sets the times of all frames, in s since the first one: by their timestamps, or between those of their neighbours;
 * before the first and after the last timestamp in steps of the header's rate, else of the mean rate.
 */
void
venule_timestamps_set_times (VenuleTimestamps *self,
                             VenuleFrameInfo  *rows,
                             guint             n_rows,
                             double            unit,
                             double            header_rate)
{
  gint64 first = g_array_index (self->timed, gint64, 0);
  gint64 last = g_array_index (self->timed, gint64, self->timed->len - 1);
  double step = header_rate > 0 ? 1 / header_rate : 0;

  if (step == 0 && last > first)
    step = venule_timestamps_span (rows[first].pts, rows[last].pts) * unit / (double) (last - first);

  for (guint k = 0; k < self->timed->len; k++)
    {
      gint64 index = g_array_index (self->timed, gint64, k);

      rows[index].time = venule_timestamps_span (rows[first].pts, rows[index].pts) * unit + (double) first * step;
      if (k > 0)
        fill_between (rows, g_array_index (self->timed, gint64, k - 1), index);
    }
  for (gint64 i = 0; i < first; i++)
    rows[i].time = (double) i * step;
  for (gint64 i = last + 1; i < n_rows; i++)
    rows[i].time = rows[last].time + (double) (i - last) * step;
}
