/* fuzz-source.c: whatever the bytes of a file, it gives frames or a sentence (libFuzzer's entry point)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fuzz-check.h"
#include "fuzz-file.h"
#include "venule-error.h"
#include "venule-source.h"

/* Small files can hold long videos of empty frames. */
#define MAX_SECONDS 2
#define N_READS 12

static void
stop_when_late (VenuleSource *source,
                gint64        frames_done,
                gpointer      data)
{
  GCancellable *cancellable = data;
  gint64 *deadline = g_object_get_data (G_OBJECT (cancellable), "deadline");

  if (g_get_monotonic_time () > *deadline)
    g_cancellable_cancel (cancellable);
}

static gboolean
build_table (VenuleSource *source)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gint64 deadline = g_get_monotonic_time () + MAX_SECONDS * G_USEC_PER_SEC;

  g_object_set_data (G_OBJECT (cancellable), "deadline", &deadline);
  if (venule_source_build_table (source, stop_when_late, cancellable, cancellable, &error))
    return TRUE;
  demand_sentence (error);
  return FALSE;
}

static void
check_warnings (VenuleSource *source)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);

  for (guint i = 0; warnings[i] != NULL; i++)
    demand (warnings[i][0] != '\0' && g_utf8_validate (warnings[i], -1, NULL), "a finding is a sentence in UTF-8");
}

static void
check_table (VenuleSource *source,
             gint64        n)
{
  VenuleFrameInfo info;
  double before = -1;

  demand (n > 0, "a table has frames");
  for (gint64 i = 0; i < n; i++)
    {
      demand (venule_source_get_frame_info (source, i, &info), "every frame has a row");
      demand (info.time >= 0 && info.time >= before, "times do not go backwards");
      before = info.time;
    }
  demand (!venule_source_get_frame_info (source, n, &info), "a table ends with its last frame");
}

/* Frames in an order that the bytes decide. */
static void
read_about (VenuleSource *source,
            guint32       state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, &error);
  gint64 n = venule_source_get_n_frames (source);

  if (reader == NULL)
    {
      demand_sentence (error);
      return;
    }
  for (int i = 0; i < N_READS; i++)
    {
      gint64 index = (state >> 8) % (guint64) MIN (n + 1, 64);
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, index, NULL, &error);
      VenuleFrameInfo info;

      state = state * 1664525u + 1013904223u;
      if (frame == NULL)
        {
          demand (error != NULL || index >= n, "a frame of the table is read, or it is said why not");
          g_clear_error (&error);
          continue;
        }
      demand (frame->index == index, "the frame that was asked for is given");
      demand (frame->width == venule_source_get_width (source) && frame->height == venule_source_get_height (source) &&
                frame->bit_depth == venule_source_get_bit_depth (source),
              "frames have the size of their video");
      if (venule_source_get_frame_info (source, index, &info) && !info.corrupt)
        demand (venule_frame_hash (frame) == info.hash, "a frame is the one that the sequential pass saw");
    }
}

/* Where there is something to choose, the bytes choose, too. */
static VenuleSource *
open_somehow (guint32 state)
{
  g_autoptr (GError) error = NULL;
  VenuleInputOptions options = {
    .gray = state % 4,
    .fields = (state >> 2) % 8 < 2 ? VENULE_FIELDS_TOP_FIRST + (state >> 2) % 8 : VENULE_FIELDS_WHOLE,
  };
  VenuleSource *source = venule_source_open_as (FUZZ_FILE_PATH, &options, NULL, &error);

  if (source != NULL)
    return source;
  demand_sentence (error);
  if (!g_error_matches (error, VENULE_ERROR, VENULE_ERROR_QUESTION))
    return NULL;

  g_clear_error (&error);
  options.axis = VENULE_AXIS_TIME + (state >> 8) % 3;
  options.series = 1 + (state >> 10) % 2;
  options.channel = options.axis != VENULE_AXIS_CHANNEL ? 1 + (state >> 11) % 2 : 0;
  options.slice = options.axis != VENULE_AXIS_SLICE ? 1 + (state >> 12) % 2 : 0;
  source = venule_source_open_as (FUZZ_FILE_PATH, &options, NULL, &error);
  if (source == NULL)
    demand_sentence (error);
  return source;
}

static void
try_file (guint32 state)
{
  g_autoptr (VenuleSource) source = open_somehow (state);

  if (source == NULL)
    return;
  demand (venule_frame_size_is_sane (venule_source_get_width (source), venule_source_get_height (source)),
          "the size of a video is sane");
  demand (venule_source_get_frame_rate (source) >= 0 && venule_source_get_frame_rate (source) < 1e12,
          "a frame rate is a number");
  if (!build_table (source))
    return;

  check_warnings (source);
  check_table (source, venule_source_get_n_frames (source));
  read_about (source, state);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  guint32 state = 2166136261u;

  fuzz_file_set (data, size);
  for (size_t i = 0; i < size; i++)
    state = (state ^ data[i]) * 16777619u;
  try_file (state);
  return 0;
}
