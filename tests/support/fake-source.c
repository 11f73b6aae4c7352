/* fake-source.c: a video that has a frame table and no frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fake-source.h"

#include "venule-error.h"
#include "venule-source-private.h"

#define FAKE_TYPE_SOURCE (fake_source_get_type ())
G_DECLARE_FINAL_TYPE (FakeSource, fake_source, FAKE, SOURCE, VenuleSource)

struct _FakeSource
{
  VenuleSource parent_instance;
};

G_DEFINE_FINAL_TYPE (FakeSource, fake_source, VENULE_TYPE_SOURCE)

static VenuleReader *
fake_source_open_reader (VenuleSource  *source,
                         GError       **error)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, "This video has no frames.");
  return NULL;
}

static void
take_table (VenuleSource *source,
            double        frame_rate,
            gint64        n_frames,
            const double *times)
{
  GArray *table = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));

  for (gint64 i = 0; i < n_frames; i++)
    {
      VenuleFrameInfo info = { .pts = i, .time = frame_rate > 0 ? 1.5 * i / frame_rate : 0, .key = TRUE };

      if (times != NULL)
        info.time = times[i];
      g_array_append_val (table, info);
    }
  venule_source_take_table (source, table, frame_rate / 1.5, g_strdup ("a test"), FALSE, g_ptr_array_new ());
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

#define NOWHERE "/nowhere/fake.avi"

static VenuleSource *
make_source (const char *path,
             double      frame_rate,
             gint64      n_frames)
{
  const VenuleSourceHeader header = { .width = 640, .height = 480, .bit_depth = 8, .format = "none",
                                      .frame_rate = frame_rate, .rate_origin = "a test", .n_frames = n_frames };
  VenuleSource *self = g_object_new (FAKE_TYPE_SOURCE, "path", path, NULL);

  venule_source_set_header (self, &header);

  return self;
}

VenuleSource *
fake_source_new (double   frame_rate,
                 gint64   n_frames,
                 gboolean with_table)
{
  VenuleSource *self = make_source (NOWHERE, frame_rate, n_frames);

  if (with_table)
    take_table (self, frame_rate, n_frames, NULL);

  return self;
}

VenuleSource *
fake_source_new_at (const char *path,
                    double      frame_rate,
                    gint64      n_frames)
{
  VenuleSource *self = make_source (path, frame_rate, n_frames);

  take_table (self, frame_rate, n_frames, NULL);

  return self;
}

VenuleSource *
fake_source_new_timed (const double *times,
                       gint64        n_frames)
{
  VenuleSource *self = make_source (NOWHERE, 30, n_frames);

  take_table (self, 30, n_frames, times);

  return self;
}
