/* scene-truth.c: a made video as a source, and where its cells truly are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-truth.h"

#include <math.h>

#include "venule-source-private.h"

/* ---- The source ---- */

#define SCENE_TYPE_SOURCE (scene_source_get_type ())
G_DECLARE_FINAL_TYPE (SceneSource, scene_source, SCENE, SOURCE, VenuleSource)

struct _SceneSource
{
  VenuleSource parent_instance;
  GPtrArray   *frames;
};

G_DEFINE_FINAL_TYPE (SceneSource, scene_source, VENULE_TYPE_SOURCE)

#define SCENE_TYPE_READER (scene_reader_get_type ())
G_DECLARE_FINAL_TYPE (SceneReader, scene_reader, SCENE, READER, VenuleReader)

struct _SceneReader
{
  VenuleReader parent_instance;
  GPtrArray   *frames;
};

G_DEFINE_FINAL_TYPE (SceneReader, scene_reader, VENULE_TYPE_READER)

static VenuleFrame *
scene_reader_read (VenuleReader  *reader,
                   gint64         index,
                   GCancellable  *cancellable,
                   GError       **error)
{
  SceneReader *self = SCENE_READER (reader);

  if (g_cancellable_set_error_if_cancelled (cancellable, error) || index >= self->frames->len)
    return NULL;
  return venule_frame_ref (g_ptr_array_index (self->frames, index));
}

static void
scene_reader_finalize (GObject *object)
{
  g_ptr_array_unref (SCENE_READER (object)->frames);
  G_OBJECT_CLASS (scene_reader_parent_class)->finalize (object);
}

static void
scene_reader_class_init (SceneReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scene_reader_finalize;
  VENULE_READER_CLASS (klass)->read = scene_reader_read;
}

static void
scene_reader_init (SceneReader *self)
{
}

static VenuleReader *
scene_source_open_reader (VenuleSource  *source,
                          GError       **error)
{
  SceneReader *reader = g_object_new (SCENE_TYPE_READER, "source", source, NULL);

  reader->frames = g_ptr_array_ref (SCENE_SOURCE (source)->frames);
  return VENULE_READER (reader);
}

static void
scene_source_finalize (GObject *object)
{
  g_ptr_array_unref (SCENE_SOURCE (object)->frames);
  G_OBJECT_CLASS (scene_source_parent_class)->finalize (object);
}

static void
scene_source_class_init (SceneSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scene_source_finalize;
  VENULE_SOURCE_CLASS (klass)->open_reader = scene_source_open_reader;
}

static void
scene_source_init (SceneSource *self)
{
}

static VenuleSource *
source_new (const MadeVideo *video)
{
  /* Readers look whether the file is there still. */
  SceneSource *self = g_object_new (SCENE_TYPE_SOURCE, "path", "/proc/self/exe", NULL);
  const VenuleFrame *first = g_ptr_array_index (video->frames, 0);
  const VenuleSourceHeader header = {
    .width = first->width,
    .height = first->height,
    .bit_depth = first->bit_depth,
    .format = "made up",
    .frame_rate = video->frame_rate,
    .rate_origin = "made up",
    .n_frames = video->frames->len,
  };

  self->frames = g_ptr_array_ref (video->frames);
  venule_source_set_header (VENULE_SOURCE (self), &header);
  return VENULE_SOURCE (self);
}

/* ---- The truth ---- */

static void
cell_free (gpointer data)
{
  SceneCellTruth *cell = data;

  g_array_unref (cell->places);
  g_free (cell);
}

/* The cell, if it was in the crop in the frame before; one that comes back is another. */
static SceneCellTruth *
cell_going_on (const SceneRecording *self,
               int                   id,
               gint64                frame)
{
  for (guint i = self->cells->len; i-- > 0;)
    {
      SceneCellTruth *cell = g_ptr_array_index (self->cells, i);

      if (cell->id == id && cell->frame + cell->places->len == frame)
        return cell;
    }
  return NULL;
}

static void
note_frame (SceneRecording *self,
            Scene          *scene,
            gint64          frame)
{
  const VenuleFrame *first = g_ptr_array_index (self->video->frames, 0);
  g_autoptr (GArray) truths = scene_dup_truth (scene);

  for (guint i = 0; i < truths->len; i++)
    {
      const SceneTruth *truth = &g_array_index (truths, SceneTruth, i);
      SceneCellTruth *cell = cell_going_on (self, truth->id, frame);

      if (!venule_vessel_contains (self->video->settings->vessel, first->width, first->height, truth->x, truth->y))
        continue;
      if (cell == NULL)
        {
          cell = g_new0 (SceneCellTruth, 1);
          cell->id = truth->id;
          cell->kind = truth->kind;
          cell->frame = frame;
          cell->places = g_array_new (FALSE, FALSE, sizeof (SceneTruth));
          g_ptr_array_add (self->cells, cell);
        }
      g_array_append_vals (cell->places, truth, 1);
    }
}

SceneRecording *
scene_recording_new (const char         *path,
                     const char * const *keys,
                     guint64             seed,
                     GError            **error)
{
  g_autoptr (SceneRecording) self = g_new0 (SceneRecording, 1);
  SceneDescription description;

  self->cells = g_ptr_array_new_with_free_func (cell_free);
  self->video = made_video_new (path, keys, seed, error);
  if (self->video == NULL || !scene_description_load (&description, path, keys, error))
    return NULL;
  self->source = source_new (self->video);

  g_autoptr (Scene) scene = scene_new (&description, seed);
  for (int i = 0; i < description.frames; i++)
    {
      scene_advance (scene);
      note_frame (self, scene, i);
    }
  return g_steal_pointer (&self);
}

void
scene_recording_free (SceneRecording *self)
{
  if (self == NULL)
    return;

  g_clear_object (&self->source);
  g_clear_pointer (&self->video, made_video_free);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

int
scene_recording_get_n_frames (const SceneRecording *self)
{
  return (int) self->video->frames->len;
}

VenuleDocument *
scene_recording_new_document (const SceneRecording *self)
{
  VenuleDocument *document = venule_document_new (self->source);

  venule_document_set_settings (document, self->video->settings);
  return document;
}

const SceneTruth *
scene_cell_truth_at (const SceneCellTruth *cell,
                     gint64                frame)
{
  if (frame < cell->frame || frame >= cell->frame + cell->places->len)
    return NULL;
  return &g_array_index (cell->places, SceneTruth, frame - cell->frame);
}

const SceneCellTruth *
scene_recording_nearest (const SceneRecording *self,
                         gint64                frame,
                         double                x,
                         double                y,
                         double               *distance)
{
  const SceneCellTruth *nearest = NULL;

  *distance = INFINITY;
  for (guint i = 0; i < self->cells->len; i++)
    {
      const SceneCellTruth *cell = g_ptr_array_index (self->cells, i);
      const SceneTruth *truth = scene_cell_truth_at (cell, frame);

      if (truth == NULL || hypot (truth->x - x, truth->y - y) >= *distance)
        continue;
      *distance = hypot (truth->x - x, truth->y - y);
      nearest = cell;
    }
  return nearest;
}
