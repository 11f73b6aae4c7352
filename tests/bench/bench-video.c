/* bench-video.c: frames in memory, made or from a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-video.h"

#include <math.h>
#include <unistd.h>

#include "scene.h"
#include "venule-job-options.h"
#include "venule-source.h"

#define SEED 1
#define FRAME_SHARE (480.0 / 219) /* of the crop's height, in the paper's video */

static BenchVideo *
video_new (void)
{
  BenchVideo *self = g_new0 (BenchVideo, 1);

  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);
  self->cells = g_array_new (FALSE, FALSE, sizeof (BenchCell));
  return self;
}

void
bench_video_free (BenchVideo *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->frames);
  g_array_unref (self->cells);
  g_clear_pointer (&self->settings, venule_settings_free);
  g_free (self->what);
  g_free (self);
}

/* Cells roll slowly at the walls and faster in the middle, some touch, some stand still, under a camera with noise. */
static void
describe (const BenchOptions *options,
          SceneDescription   *scene)
{
  scene_description_init (scene);
  scene->width = options->width;
  scene->height = (int) (options->height * FRAME_SHARE + 0.5);
  scene->lumen_width = options->height;
  scene->vessel_offset = -scene->height * 0.05;
  scene->radius_mean = options->radius;
  scene->radius_sd = options->radius / 10;
  scene->cells = options->cells;
  scene->touching = 0.1;
  scene->stop_rate = 0.2;
  /* Those that are cut by the frame's border are not among the number that is asked for. */
  scene->cells = MAX (1, scene->cells - 2);
}

/* Truth of the frame that the scene is at, of cells whose centre lies in the crop. */
static void
add_cells (BenchVideo *self,
           GArray     *now,
           GArray     *then)
{
  for (guint i = 0; i < now->len; i++)
    for (guint k = 0; k < then->len; k++)
      {
        const SceneTruth *a = &g_array_index (now, SceneTruth, i), *b = &g_array_index (then, SceneTruth, k);
        BenchCell cell = { a->x - self->crop_x, a->y - self->crop_y, b->x - a->x, b->y - a->y };

        if (a->id == b->id)
          g_array_append_val (self->cells, cell);
      }
}

static VenuleSettings *
made_settings (const BenchVideo   *self,
               const BenchOptions *options)
{
  VenuleSettings *settings = venule_settings_new ();

  venule_vessel_set_rectangle (settings->vessel, self->crop_x, self->crop_y, options->width, options->height, 0);
  settings->vessel->flow_x = 1;
  settings->vessel->flow_y = 0;
  settings->cell_diameter = 2 * options->radius;
  return settings;
}

/* All frames lie in memory, so that no disk is measured. */
static gboolean
check_memory (const SceneDescription  *scene,
              guint                    n_frames,
              GError                 **error)
{
  double needed = (double) scene->width * scene->height * n_frames;
  double there = (double) sysconf (_SC_PHYS_PAGES) * (double) sysconf (_SC_PAGESIZE);

  if (needed <= there / 2)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%u frames of %d×%d px take %.0f GB of memory, more than half of what there is. Choose fewer: --frames, "
               "--analyze-frames.", n_frames, scene->width, scene->height, ceil (needed / 1e9));
  return FALSE;
}

BenchVideo *
bench_video_new_made (const BenchOptions  *options,
                      guint                n_frames,
                      GError             **error)
{
  SceneDescription description;

  describe (options, &description);
  if (!check_memory (&description, n_frames, error))
    return NULL;

  g_autoptr (BenchVideo) self = video_new ();
  g_autoptr (Scene) scene = scene_new (&description, SEED);
  g_autoptr (GArray) first = NULL;

  self->frame_rate = description.frame_rate;
  self->crop_y = (int) (scene_get_vessel (scene)->centre.y - options->height * 0.5 + 0.5);
  self->settings = made_settings (self, options);
  self->what = g_strdup_printf ("made video, %d×%d px, crop %d×%d px, %d cells of %.3g px", description.width,
                                description.height, options->width, options->height, options->cells, options->radius);
  for (guint i = 0; i < n_frames; i++)
    {
      VenuleFrame *frame = venule_frame_new (description.width, description.height, description.bit_depth);

      frame->index = i;
      frame->time = i / description.frame_rate;
      scene_advance (scene);
      scene_paint (scene, 0, frame->data, frame->stride);
      g_ptr_array_add (self->frames, frame);

      g_autoptr (GArray) truth = i < 2 ? scene_dup_truth (scene) : NULL;

      if (i == 0)
        first = g_steal_pointer (&truth);
      else if (i == 1)
        add_cells (self, first, truth);
    }
  return g_steal_pointer (&self);
}

static gboolean
read_frames (BenchVideo    *self,
             VenuleSource  *source,
             guint          n_frames,
             GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);

  if (reader == NULL)
    return FALSE;
  for (guint i = 0; i < n_frames; i++)
    {
      GError *reason = NULL;
      VenuleFrame *frame = venule_reader_read (reader, i, NULL, &reason);

      if (reason != NULL)
        {
          g_propagate_error (error, reason);
          return FALSE;
        }
      if (frame == NULL)
        break;
      g_ptr_array_add (self->frames, frame);
    }
  return TRUE;
}

BenchVideo *
bench_video_new_file (const BenchOptions  *options,
                      guint                n_frames,
                      GError             **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (VenuleJobOptions) settings = { 0 };
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (BenchVideo) self = video_new ();

  g_ptr_array_add (words, (gpointer) "analyze");
  g_ptr_array_add (words, options->video);
  for (guint i = 0; options->video_options[i] != NULL; i++)
    g_ptr_array_add (words, options->video_options[i]);
  g_ptr_array_add (words, NULL);

  if (!venule_job_options_parse (&settings, (int) words->len - 1, (char **) words->pdata, error) ||
      (source = venule_source_open (options->video, NULL, error)) == NULL ||
      !read_frames (self, source, n_frames, error))
    return NULL;

  self->settings = venule_settings_copy (settings.settings);
  self->frame_rate = venule_source_get_frame_rate (source);
  self->what = venule_source_dup_display_name (source);
  return g_steal_pointer (&self);
}
