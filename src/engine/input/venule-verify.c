/* venule-verify.c: whether any frame in any order is the frame of a sequential pass
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-verify.h"

#include "venule-error.h"
#include "venule-order.h"

#define PROGRESS_PERIOD (G_USEC_PER_SEC / 10)

typedef struct {
  VenuleVerification   *result;
  GArray               *seen; /* guint64, hashes of the frames in the first pass */
  GCancellable         *cancellable;
  VenuleVerifyProgress  progress;
  gpointer              user_data;
  gint64                reported;
} Check;

static void
report (Check  *self,
        double  fraction)
{
  gint64 now = g_get_monotonic_time ();

  if (self->progress == NULL || now - self->reported < PROGRESS_PERIOD)
    return;
  self->reported = now;
  self->progress (CLAMP (fraction, 0, 1), self->user_data);
}

/* Done with a reader that has no table: it can only decode from the start, one frame after the other. */
static gboolean
check_all (Check         *self,
             VenuleSource  *source,
             GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  gint64 expected = MAX (venule_source_get_n_frames (source), 1);
  GError *local_error = NULL;

  if (reader == NULL)
    return FALSE;
  for (gint64 i = 0;; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, self->cancellable, &local_error);
      guint64 hash;

      if (frame == NULL)
        break;
      hash = venule_frame_hash (frame);
      g_array_append_val (self->seen, hash);
      report (self, 0.4 * i / expected);
    }
  if (g_error_matches (local_error, VENULE_ERROR, VENULE_ERROR_END))
    {
      g_error_free (local_error);
      return TRUE;
    }
  g_propagate_error (error, local_error);
  return FALSE;
}

static void
on_table (VenuleSource *source,
          gint64        frames_done,
          gpointer      user_data)
{
  Check *self = user_data;

  report (self, 0.4 + 0.4 * frames_done / MAX (self->seen->len, 1));
}

/* The frame table is made by another pass, which must have seen the same. */
static gboolean
compare_table (Check         *self,
               VenuleSource  *source,
               GError       **error)
{
  gint64 n_frames;

  if (!venule_source_build_table (source, on_table, self, self->cancellable, error))
    return FALSE;

  n_frames = venule_source_get_n_frames (source);
  self->result->n_frames = n_frames;
  for (gint64 i = 0; i < MAX (n_frames, self->seen->len); i++)
    {
      VenuleFrameInfo info;

      if (!venule_source_get_frame_info (source, i, &info) || i >= self->seen->len ||
          info.hash != g_array_index (self->seen, guint64, i))
        g_array_append_val (self->result->unsteady, i);
    }
  return TRUE;
}

/* All frames once, or so many at random, in an order that has no order. */
static GArray *
choose_requests (gint64  n_frames,
                 gint64  n_requests,
                 guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GArray *requests = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 i = 0; i < MIN (n_frames, n_requests); i++)
    {
      gint64 index = n_frames <= n_requests ? i : (gint64) (g_rand_double (random) * n_frames);

      g_array_append_val (requests, index);
    }
  for (guint i = requests->len; i > 1; i--)
    {
      gint64 *a = &g_array_index (requests, gint64, i - 1);
      gint64 *b = &g_array_index (requests, gint64, g_rand_int_range (random, 0, i));
      gint64 index = *a;

      *a = *b;
      *b = index;
    }
  return requests;
}

static void
judge (Check       *self,
       VenuleFrame *frame,
       gint64       index)
{
  GArray *frames = frame == NULL ? self->result->unread : self->result->wrong;

  if (frame == NULL || frame->index != index || index >= self->seen->len ||
      venule_frame_hash (frame) != g_array_index (self->seen, guint64, index))
    g_array_append_val (frames, index);
}

static gboolean
make_requests (Check         *self,
               VenuleSource  *source,
               GArray        *requests,
               GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  g_autoptr (GArray) durations = g_array_new (FALSE, FALSE, sizeof (double));

  if (reader == NULL)
    return FALSE;
  for (guint i = 0; i < requests->len; i++)
    {
      gint64 index = g_array_index (requests, gint64, i);
      gint64 start = g_get_monotonic_time ();
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, index, self->cancellable, NULL);
      double duration = (g_get_monotonic_time () - start) / 1000.0;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      g_array_append_val (durations, duration);
      judge (self, frame, index);
      report (self, 0.8 + 0.2 * i / requests->len);
    }

  g_array_sort (durations, venule_compare_doubles);
  self->result->n_requests = requests->len;
  self->result->median_ms = g_array_index (durations, double, durations->len / 2);
  self->result->longest_ms = g_array_index (durations, double, durations->len - 1);
  return TRUE;
}

static void
sort_once (GArray *indices)
{
  guint n = 0;

  g_array_sort (indices, venule_compare_int64s);
  for (guint i = 0; i < indices->len; i++)
    {
      gint64 index = g_array_index (indices, gint64, i);

      if (n == 0 || g_array_index (indices, gint64, n - 1) != index)
        g_array_index (indices, gint64, n++) = index;
    }
  g_array_set_size (indices, n);
}

/**
 * venule_verify:
 * @path: a video file or image stack
 * @options: what was chosen of it
 * @n_requests: how many frames are asked for by their numbers; all, where the video has no more
 * @seed: for the order of the requests
 * @progress: (nullable) (scope call): called in this thread about ten times a second
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Reads a video from its start to its end twice, by two ways (with and without a frame table), and then frames in
 * disorder, and compares the pixels. Blocks for as long as that takes.
 *
 * Errors: as of venule_source_open() and venule_source_build_table(). That frames differ is no error.
 *
 * Returns: (transfer full) (nullable): what came out
 */
VenuleVerification *
venule_verify (const char               *path,
               const VenuleInputOptions *options,
               gint64                    n_requests,
               guint32                   seed,
               VenuleVerifyProgress      progress,
               gpointer                  user_data,
               GCancellable             *cancellable,
               GError                  **error)
{
  g_autoptr (VenuleVerification) result = g_new0 (VenuleVerification, 1);
  g_autoptr (VenuleSource) source = venule_source_open_as (path, options, cancellable, error);
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) requests = NULL;
  Check check = { result, seen, cancellable, progress, user_data, 0 };

  g_return_val_if_fail (n_requests > 0, NULL);

  result->unsteady = g_array_new (FALSE, FALSE, sizeof (gint64));
  result->wrong = g_array_new (FALSE, FALSE, sizeof (gint64));
  result->unread = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (source == NULL || !check_all (&check, source, error) || !compare_table (&check, source, error))
    return NULL;

  requests = choose_requests (result->n_frames, n_requests, seed);
  if (!make_requests (&check, source, requests, error))
    return NULL;
  sort_once (result->wrong);
  sort_once (result->unread);
  return g_steal_pointer (&result);
}

/**
 * venule_verification_free:
 * @self: (transfer full): a result
 */
void
venule_verification_free (VenuleVerification *self)
{
  g_clear_pointer (&self->unsteady, g_array_unref);
  g_clear_pointer (&self->wrong, g_array_unref);
  g_clear_pointer (&self->unread, g_array_unref);
  g_free (self);
}

/**
 * venule_verification_is_exact:
 * @self: a result
 *
 * Returns: whether nothing differed
 */
gboolean
venule_verification_is_exact (VenuleVerification *self)
{
  return self->unsteady->len + self->wrong->len + self->unread->len == 0;
}
