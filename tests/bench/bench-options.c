/* bench-options.c: what is to be measured
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-options.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "bench-parts.h"

#define SUMMARY "measures Venule: each operation, whole steps and whole runs, on each device that computes here"
#define DESCRIPTION                                                                                                    \
  "The video is made on the spot and is that of the paper (Boyer et al. 2009): 640×480 px, 8 bit, a crop of "          \
  "640×219 px with\n"                                                                                                  \
  "some 38 cells of 10 px. A VIDEO takes its place in the whole runs; what follows it are options of "                 \
  "“venule-cli analyze”."

static gboolean
refuse (GError     **error,
        const char  *format,
        ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError     **error,
        const char  *format,
        ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments));
  va_end (arguments);
  return FALSE;
}

/* A name that nobody knows would measure nothing, and say nothing of it. */
static gboolean
check_names (const char   *option,
             char        **names,
             gboolean    (*knows) (const char *name),
             GError      **error)
{
  if (names != NULL && names[0] == NULL)
    return refuse (error, "%s names nothing.", option);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!knows (names[i]))
      return refuse (error, "%s: there is no “%s”.", option, names[i]);
  return TRUE;
}

static gboolean
is_part (const char *name)
{
  static const char *const parts[] = { "operations", "steps", "growth", "streams", "vesselness", "engine", "analyze",
                                       NULL };

  return g_strv_contains (parts, name);
}

static gboolean
is_backend (const char *name)
{
  return g_str_equal (name, "cpu") || g_str_equal (name, "cuda");
}

static gboolean
is_operation (const char *name)
{
  return bench_operations_has (name) || bench_streams_has (name);
}

/* What is found to be wrong only when the figures are written has taken minutes by then. */
static gboolean
check_json (const char  *path,
            GError     **error)
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  if (path == NULL)
    return TRUE;
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return refuse (error, "--json: “%s” is a folder; name a file.", path);
  if (g_access (folder, W_OK | X_OK) != 0)
    return refuse (error, "--json: nothing can be written in the folder “%s”: %s.", folder, g_strerror (errno));
  return TRUE;
}

static gboolean
check (const BenchOptions  *self,
       GError             **error)
{
  const struct {
    const char *name;
    double      value, least, most;
    const char *unit;
  } numbers[] = {
    { "radius", self->radius, 4, 60, " px" },
    { "cells", self->cells, 1, 10000, "" },
    { "frames", self->frames, 10, 100000, "" },
    { "analyze-frames", self->analyze_frames, 10, 100000, "" },
    { "videos", self->videos, 0, 1024, "" },
    { "threads", self->threads, 0, 256, "" },
    { "runs", self->runs, 1, 1e6, "" },
    { "budget", self->budget, 0.001, 3600, " s" },
  };

  if (self->width < 64 || self->height < 64 || self->width > 8192 || self->height > 7900)
    return refuse (error, "--size must be from 64x64 to 8192x7900 px.");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!(numbers[i].value >= numbers[i].least && numbers[i].value <= numbers[i].most))
      return refuse (error, "--%s must be %g to %.6g%s.", numbers[i].name, numbers[i].least, numbers[i].most,
                     numbers[i].unit);
  if (4 * self->radius * self->radius * self->cells > (double) self->width * self->height)
    return refuse (error, "%d cells of %g px do not fit into %d×%d px. Choose a larger --size.", self->cells,
                   self->radius, self->width, self->height);
  return check_names ("--parts", self->parts, is_part, error) &&
         check_names ("--operations", self->operations, is_operation, error) &&
         check_names ("--backends", self->backends, is_backend, error) && check_json (self->json, error);
}

static void
set_defaults (BenchOptions *self)
{
  *self = (BenchOptions){
    .width = 640, .height = 219, .radius = 10, .cells = 38, .frames = 0, .analyze_frames = 600, .runs = 101,
    .budget = 1.5,
  };
}

/* 640x219, and nothing behind it. */
static gboolean
parse_size (const char *text,
            int        *width,
            int        *height)
{
  int end = 0;

  return sscanf (text, "%dx%d%n", width, height, &end) == 2 && text[end] == '\0';
}

/* Lists with commas between the words. */
static void
split (char  **text,
       char ***list)
{
  if (*text != NULL)
    *list = g_strsplit (*text, ",", -1);
  g_clear_pointer (text, g_free);
}

gboolean
bench_options_parse (BenchOptions   *self,
                     int            *argc,
                     char         ***argv,
                     GError        **error)
{
  char *size = NULL, *parts = NULL, *operations = NULL, *backends = NULL;
  int analyze_frames = 0;
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_STRING, &size, "The crop (640x219)", "WxH" },
    { "radius", 0, 0, G_OPTION_ARG_DOUBLE, &self->radius, "Radius of the cells, px (10)", "R" },
    { "cells", 0, 0, G_OPTION_ARG_INT, &self->cells, "Number of cells, to 10000 (38)", "N" },
    { "frames", 0, 0, G_OPTION_ARG_INT, &self->frames, "Frames of the whole runs (200)", "N" },
    { "analyze-frames", 0, 0, G_OPTION_ARG_INT, &analyze_frames, "Frames for venule-cli (600)", "N" },
    { "videos", 0, 0, G_OPTION_ARG_INT, &self->videos, "Videos at once (64 on a GPU)", "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &self->threads, "Threads on the processor (all)", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &self->runs, "Runs of each measurement, at most (101)", "N" },
    { "budget", 0, 0, G_OPTION_ARG_DOUBLE, &self->budget, "Seconds for each, at most (1.5)", "S" },
    { "parts", 0, 0, G_OPTION_ARG_STRING, &parts,
      "Of operations,steps,growth,streams,vesselness,engine,analyze", "LIST" },
    { "operations", 0, 0, G_OPTION_ARG_STRING, &operations, "Of the operations those", "LIST" },
    { "backends", 0, 0, G_OPTION_ARG_STRING, &backends, "Of cpu,cuda", "LIST" },
    { "quick", 0, 0, G_OPTION_ARG_NONE, &self->quick, "A few runs of little work: whether it works at all", NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &self->json, "Write the figures there too", "FILE" },
    { "cli", 0, 0, G_OPTION_ARG_FILENAME, &self->cli, "Where venule-cli is", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[VIDEO [OPTION …]] - " SUMMARY);
  gboolean ok, sized = TRUE;

  set_defaults (self);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (context, DESCRIPTION);
  g_option_context_set_strict_posix (context, TRUE);
  ok = g_option_context_parse (context, argc, argv, error);

  if (size != NULL)
    sized = parse_size (size, &self->width, &self->height);
  g_free (size);
  split (&parts, &self->parts);
  split (&operations, &self->operations);
  split (&backends, &self->backends);
  if (self->quick)
    {
      self->runs = MIN (self->runs, 3);
      self->budget = 0.01;
    }
  self->frames = self->frames != 0 ? self->frames : self->quick ? 21 : 200;
  self->analyze_frames = analyze_frames != 0 ? analyze_frames : self->quick ? 21 : 600;
  if (*argc > 1)
    {
      self->video = g_strdup ((*argv)[1]);
      self->video_options = g_strdupv (*argv + 2);
    }
  if (ok && !sized)
    return refuse (error, "--size must be like 640x219.");
  return ok && check (self, error);
}

void
bench_options_clear (BenchOptions *self)
{
  g_strfreev (self->parts);
  g_strfreev (self->operations);
  g_strfreev (self->backends);
  g_free (self->json);
  g_free (self->cli);
  g_free (self->video);
  g_strfreev (self->video_options);
}

gboolean
bench_options_wants (char       **wanted,
                     const char  *name)
{
  return wanted == NULL || g_strv_contains ((const char *const *) wanted, name);
}
