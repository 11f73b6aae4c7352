/* made-video-source.c: a video made up on the spot: discs that move at known speeds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "made-video-source.h"

#include <math.h>

#include "venule-error.h"
#include "venule-source-private.h"

#define NEVER G_MAXINT64

const FakeCell fake_cells[FAKE_CELLS] = {
  { 20, 40, 2.0, 10, 70, NEVER, NEVER },   /* 60 px/s at 30 frames/s */
  { 60, 75, 0.0, 10, -45, NEVER, NEVER },  /* dark, stands still */
  { 30, 110, 4.0, 9, 60, NEVER, NEVER },   /* 120 px/s */
};

struct _FakeSource
{
  VenuleSource     parent_instance;
  const FakeVideo *video;
};

G_DEFINE_TYPE (FakeSource, fake_source, VENULE_TYPE_SOURCE)

#define FAKE_TYPE_READER (fake_reader_get_type ())
G_DECLARE_FINAL_TYPE (FakeReader, fake_reader, FAKE, READER, VenuleReader)

struct _FakeReader
{
  VenuleReader     parent_instance;
  const FakeVideo *video;
};

G_DEFINE_FINAL_TYPE (FakeReader, fake_reader, VENULE_TYPE_READER)

/* A hash of the place: texture that stands still, and noise that changes with the frame. */
static double
noise (guint32 x,
       guint32 y,
       guint32 frame)
{
  guint32 h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ frame * 0xc2b2ae3du;

  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return ((h ^ (h >> 15)) & 0xffff) / 65535.0 - 0.5;
}

static double
sample (const FakeVideo *video,
        gint64           frame,
        int              x,
        int              y)
{
  double value = 90 + 4 * noise (x / 3, y / 3, 0) + 6 * noise (x, y, frame + 1);

  for (guint i = 0; i < video->n_cells; i++)
    {
      const FakeCell *cell = &video->cells[i];

      if (frame >= cell->hidden_from && frame < cell->hidden_to)
        continue;

      gint64 since = cell->period > 0 ? frame % cell->period : frame;
      double dx = x - cell->x - cell->step * since, dy = y - cell->y;

      if (fabs (dx) > 2 * cell->radius || fabs (dy) > 2 * cell->radius)
        continue;

      double distance = hypot (dx, dy);
      /* A soft edge of about a pixel, and an inside that tells its place: brighter on one side. */
      value += cell->contrast * (1 + 0.4 * dx / cell->radius) / (1 + exp (2 * (distance - cell->radius)));
    }
  return CLAMP (value, 0, 255);
}

static double
time_of (const FakeVideo *video,
         gint64           index)
{
  return video->times != NULL ? video->times[index] : video->frame_rate > 0 ? index / video->frame_rate : 0;
}

static VenuleFrame *
fake_reader_read (VenuleReader  *reader,
                  gint64         index,
                  GCancellable  *cancellable,
                  GError       **error)
{
  const FakeVideo *video = FAKE_READER (reader)->video;

  if (index >= video->n_frames)
    return NULL;
  if (video->fails_at >= 0 && index >= video->fails_at)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, "The video is not there any more.");
      return NULL;
    }
  if (video->delay > 0)
    g_usleep (video->delay);

  int height = video->height + (video->grows_at > 0 && index >= video->grows_at);
  VenuleFrame *frame = venule_frame_new (video->width, height, 8);
  frame->index = index;
  frame->time = time_of (video, index);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < video->width; x++)
      frame->data[y * frame->stride + x] = (guint8) lround (sample (video, index, x, y));
  return frame;
}

static void
fake_reader_class_init (FakeReaderClass *klass)
{
  VENULE_READER_CLASS (klass)->read = fake_reader_read;
}

static void
fake_reader_init (FakeReader *self)
{
}

static VenuleReader *
fake_source_open_reader (VenuleSource  *source,
                         GError       **error)
{
  FakeReader *reader = g_object_new (FAKE_TYPE_READER, "source", source, NULL);

  reader->video = FAKE_SOURCE (source)->video;
  return VENULE_READER (reader);
}

static void
fake_source_class_init (FakeSourceClass *klass)
{
  VENULE_SOURCE_CLASS (klass)->open_reader = fake_source_open_reader;
}

static void
fake_source_init (FakeSource *self)
{
}

/* The same with a frame table, and a forecast of it that may be wrong. */

#define FAKE_TYPE_INDEXED_SOURCE (fake_indexed_source_get_type ())
G_DECLARE_FINAL_TYPE (FakeIndexedSource, fake_indexed_source, FAKE, INDEXED_SOURCE, FakeSource)

struct _FakeIndexedSource
{
  FakeSource parent_instance;
};

G_DEFINE_FINAL_TYPE (FakeIndexedSource, fake_indexed_source, FAKE_TYPE_SOURCE)

static gboolean
fake_indexed_source_scan_packets (VenuleSource  *source,
                                  GCancellable  *cancellable,
                                  GError       **error)
{
  const FakeVideo *video = FAKE_SOURCE (source)->video;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));

  for (gint64 i = 0; i < video->n_frames; i++)
    {
      VenuleFrameInfo row = { .time = i / video->forecast_rate };

      g_array_append_val (rows, row);
    }
  venule_source_take_packet_scan (source, rows, video->forecast_rate);
  return TRUE;
}

static gboolean
fake_indexed_source_build_table (VenuleSource          *source,
                                 VenuleSourceProgress   progress,
                                 gpointer               user_data,
                                 GCancellable          *cancellable,
                                 GError               **error)
{
  const FakeVideo *video = FAKE_SOURCE (source)->video;
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));

  for (gint64 i = 0; i < video->n_frames; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, cancellable, error);
      VenuleFrameInfo row = { .pts = i, .time = time_of (video, i), .key = TRUE };

      if (frame == NULL)
        {
          g_array_unref (rows);
          return FALSE;
        }
      venule_source_get_time (source, i, &frame->time);
      g_array_append_val (rows, row);
      venule_source_offer_frame (source, frame);
    }
  venule_source_take_table (source, rows, video->frame_rate, g_strdup ("made up"), FALSE, g_ptr_array_new ());
  return TRUE;
}

static void
fake_indexed_source_class_init (FakeIndexedSourceClass *klass)
{
  VENULE_SOURCE_CLASS (klass)->scan_packets = fake_indexed_source_scan_packets;
  VENULE_SOURCE_CLASS (klass)->build_table = fake_indexed_source_build_table;
}

static void
fake_indexed_source_init (FakeIndexedSource *self)
{
}

VenuleSource *
fake_source_new (const FakeVideo *video)
{
  /* Readers look whether the file is there still. */
  FakeSource *self = g_object_new (video->forecast_rate > 0 ? FAKE_TYPE_INDEXED_SOURCE : FAKE_TYPE_SOURCE, "path",
                                   "/proc/self/exe", NULL);
  const VenuleSourceHeader header = {
    .width = video->width,
    .height = video->height,
    .bit_depth = 8,
    .format = "made up",
    .frame_rate = video->frame_rate,
    .rate_origin = "made up",
    .n_frames = video->promised > 0 ? video->promised : video->n_frames,
  };

  self->video = video;
  venule_source_set_header (VENULE_SOURCE (self), &header);
  return VENULE_SOURCE (self);
}

FakeVideo
fake_video_new (gint64 n_frames)
{
  return (FakeVideo){ .width = 320, .height = 150, .n_frames = n_frames, .frame_rate = 30, .fails_at = -1,
                      .cells = fake_cells, .n_cells = FAKE_CELLS };
}

VenuleDocument *
fake_document_new (const FakeVideo *video)
{
  g_autoptr (VenuleSource) source = fake_source_new (video);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  VenuleDocument *document = venule_document_new (source);

  settings->vessel->flow_x = 1;
  settings->vessel->flow_y = 0;
  settings->cell_diameter = 20;
  venule_document_set_settings (document, settings);
  return document;
}
