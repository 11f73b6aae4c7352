/* venule-scene.c: writes a made video and its truth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "scene-vessel.h"
#include "scene.h"
#include "gray-movie.h"

typedef struct {
  char    *video, *truth, *args;
  gint64   seed;
  int      frames;
  gboolean print_options, keys;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->video);
  g_free (self->truth);
  g_free (self->args);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static void
append_decimal (GString *text,
                double   value,
                int      decimals)
{
  char format[8];
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_string_append_c (text, ',');
  g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, format, value));
}

static void
append_truth (GString *csv,
              Scene   *scene,
              int      frame)
{
  g_autoptr(GArray) truths = scene_dup_truth (scene);
  ScenePoint shift = scene_get_shift (scene);

  for (guint i = 0; i < truths->len; i++)
    {
      const SceneTruth *truth = &g_array_index (truths, SceneTruth, i);

      g_string_append_printf (csv, "%d,%d,%s", frame, truth->id, scene_kind_name (truth->kind));
      append_decimal (csv, truth->x, 3);
      append_decimal (csv, truth->y, 3);
      append_decimal (csv, truth->radius, 3);
      append_decimal (csv, truth->visible, 2);
      append_decimal (csv, shift.x, 3);
      append_decimal (csv, shift.y, 3);
      g_string_append_c (csv, '\n');
    }
}

static gboolean
movie_format (const char         *path,
              GrayMovieFormat  *format,
              GError            **error)
{
  static const struct {
    const char       *ending;
    GrayMovieFormat format;
  } endings[] = {
    { ".mkv", GRAY_MOVIE_FFV1 },
    { ".avi", GRAY_MOVIE_AVI },
    { ".tif", GRAY_MOVIE_TIFF },
    { ".tiff", GRAY_MOVIE_TIFF },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      if (g_str_has_suffix (path, endings[i].ending))
        {
          *format = endings[i].format;
          return TRUE;
        }
    }
  g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
               "“%s” does not end in .mkv, .avi or .tif, so what kind of video is it to be?", path);

  return FALSE;
}

static gboolean
write_frames (GrayMovie  *writer,
              Scene              *scene,
              GString            *truth,
              GError            **error)
{
  const SceneDescription *d = scene_get_description (scene);

  for (int i = 0; i < d->frames; i++)
    {
      g_autoptr(VenuleFrame) frame = venule_frame_new (d->width, d->height, d->bit_depth);

      frame->index = i;
      frame->time = i / d->frame_rate;
      scene_advance (scene);
      scene_paint (scene, 0, frame->data, frame->stride);
      if (!gray_movie_add (writer, frame, error))
        return FALSE;
      append_truth (truth, scene, i);
    }

  return gray_movie_finish (writer, error);
}

static gboolean
write_scene (const Request  *request,
             Scene          *scene,
             GError        **error)
{
  const SceneDescription *d = scene_get_description (scene);
  g_autoptr(GrayMovie) writer = NULL;
  g_autoptr(GString) truth = g_string_new ("frame,id,kind,x,y,radius,visible,shift_x,shift_y\n");
  GrayMovieFormat format;

  if (!movie_format (request->video, &format, error))
    return FALSE;

  writer = gray_movie_new (request->video, format, d->width, d->height, d->bit_depth, d->frame_rate, error);
  if (writer == NULL || !write_frames (writer, scene, truth, error))
    return FALSE;

  return request->truth == NULL || g_file_set_contents (request->truth, truth->str, truth->len, error);
}

static gboolean
give_options (const Request  *request,
              Scene          *scene,
              GError        **error)
{
  g_autoptr(GPtrArray) options = scene_vessel_options (scene_get_vessel (scene), scene_get_description (scene));
  g_autofree char *lines = NULL;
  g_autofree char *text = NULL;

  g_ptr_array_add (options, NULL);
  lines = g_strjoinv ("\n", (char **) options->pdata);
  text = g_strconcat (lines, "\n", NULL);
  if (request->print_options)
    fputs (text, stdout);

  return request->args == NULL || g_file_set_contents (request->args, text, -1, error);
}

static gboolean
parse (Request   *request,
       int       *argc,
       char    ***argv,
       GError   **error)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &request->video, "Write the video: .mkv, .avi or .tif", "FILE" },
    { "truth", 't', 0, G_OPTION_ARG_FILENAME, &request->truth, "Write the truth as CSV", "FILE" },
    { "args", 'a', 0, G_OPTION_ARG_FILENAME, &request->args, "Write venule-cli's options for the true vessel", "FILE" },
    { "seed", 's', 0, G_OPTION_ARG_INT64, &request->seed, "What the chance starts from (default 1)", "N" },
    { "frames", 'n', 0, G_OPTION_ARG_INT, &request->frames, "Number of frames", "N" },
    { "print-options", 0, 0, G_OPTION_ARG_NONE, &request->print_options,
      "Print venule-cli's options for the true vessel, one a line", NULL },
    { "keys", 0, 0, G_OPTION_ARG_NONE, &request->keys, "List what a scene description may hold, and end", NULL },
    { NULL },
  };
  g_autoptr(GOptionContext) context = NULL;

  context = g_option_context_new ("[SCENE.scene] [key=value ...] - make a video with known truth");
  g_option_context_add_main_entries (context, entries, NULL);
  return g_option_context_parse (context, argc, argv, error);
}

static Scene *
load_scene (const Request  *request,
            char          **arguments,
            GError        **error)
{
  g_autoptr(GStrvBuilder) overrides = g_strv_builder_new ();
  g_auto(GStrv) all = NULL;
  const char *path = NULL;
  SceneDescription description;

  if (*arguments != NULL && strchr (*arguments, '=') == NULL)
    path = *arguments++;
  g_strv_builder_addv (overrides, (const char **) arguments);
  if (request->frames != 0)
    {
      g_autofree char *frames = g_strdup_printf ("frames=%d", request->frames);

      g_strv_builder_add (overrides, frames);
    }
  all = g_strv_builder_end (overrides);

  if (!scene_description_load (&description, path, (const char * const *) all, error))
    return NULL;
  return scene_new (&description, request->seed);
}

int
main (int   argc,
      char *argv[])
{
  g_auto (Request) request = { .seed = 1 };
  g_autoptr(GError) error = NULL;
  g_autoptr(Scene) scene = NULL;
  gboolean usage;

  setlocale (LC_ALL, "");
  usage = !parse (&request, &argc, &argv, &error);
  if (!usage && request.keys)
    {
      g_autofree char *keys = scene_description_list_keys ();

      fputs (keys, stdout);
      return 0;
    }
  if (!usage && request.video == NULL && request.args == NULL && !request.print_options)
    {
      g_printerr ("venule-scene: Give -o FILE for the video, or --print-options.\n");
      return 2;
    }

  if (!usage)
    scene = load_scene (&request, argv + 1, &error);
  if (scene == NULL || !give_options (&request, scene, &error) ||
      (request.video != NULL && !write_scene (&request, scene, &error)))
    {
      g_printerr ("venule-scene: %s\n", error->message);
      return usage ? 2 : 1;
    }

  return 0;
}
