/* made-video.c: the frames of a made scene in memory, with what an analysis is told of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "made-video.h"

#include "scene.h"
#include "venule-job-options.h"
#include "venule-pipeline.h"
#include "venule-track.h"

static VenuleSettings *
true_settings (Scene   *scene,
               GError **error)
{
  g_autoptr (GPtrArray) words = scene_vessel_options (scene_get_vessel (scene), scene_get_description (scene));
  g_auto (VenuleJobOptions) options = { 0 };

  g_ptr_array_insert (words, 0, g_strdup ("analyze"));
  g_ptr_array_insert (words, 1, g_strdup ("made.mkv"));
  g_ptr_array_add (words, NULL);
  if (!venule_job_options_parse (&options, (int) words->len - 1, (char **) words->pdata, error))
    return NULL;
  return venule_settings_copy (options.settings);
}

MadeVideo *
made_video_new (const char          *path,
                const char * const  *keys,
                guint64              seed,
                GError             **error)
{
  SceneDescription description;

  if (!scene_description_load (&description, path, keys, error))
    return NULL;

  g_autoptr (Scene) scene = scene_new (&description, seed);
  g_autoptr (MadeVideo) self = g_new0 (MadeVideo, 1);

  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);
  self->frame_rate = description.frame_rate;
  self->settings = true_settings (scene, error);
  if (self->settings == NULL)
    return NULL;

  for (int i = 0; i < description.frames; i++)
    {
      VenuleFrame *frame = venule_frame_new (description.width, description.height, description.bit_depth);

      frame->index = i;
      frame->time = i / description.frame_rate;
      scene_advance (scene);
      scene_paint (scene, 0, frame->data, frame->stride);
      g_ptr_array_add (self->frames, frame);
    }
  return g_steal_pointer (&self);
}

void
made_video_free (MadeVideo *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->frames);
  g_clear_pointer (&self->settings, venule_settings_free);
  g_free (self);
}

GPtrArray *
made_video_analyse (const MadeVideo  *self,
                    vnk_backend      *backend,
                    char            **device,
                    GError          **error)
{
  VenuleFrame *first = g_ptr_array_index (self->frames, 0);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_autoptr (VenulePipeline) run =
    venule_pipeline_new_on (self->settings, backend, first->width, first->height, self->frame_rate, error);

  if (run == NULL)
    return NULL;
  for (guint i = 0; i < self->frames->len; i++)
    {
      VenuleFrame *frame = g_ptr_array_index (self->frames, i);

      if (!venule_pipeline_step (run, frame, frame->time, ids, spots, error))
        return NULL;
    }
  if (!venule_pipeline_drain (run, ids, spots, error))
    return NULL;
  if (device != NULL)
    *device = g_strdup (venule_pipeline_get_device (run));
  return venule_pipeline_finish (run, NULL);
}
