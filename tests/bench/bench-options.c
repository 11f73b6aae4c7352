/* bench-options.c: what is to be measured
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-options.h"

#include <stdio.h>

#define SUMMARY "measures Venule: each operation, whole steps and whole runs, on each device that computes here"
#define DESCRIPTION \
  "The video is made on the spot and is that of the paper (Boyer et al. 2009): 640×480 px, 8 bit, a crop of 640×219 px with\n" \
  "some 38 cells of 10 px. A VIDEO takes its place in the whole runs; what follows it are options of “venule-cli analyze”."

static gboolean
check (const BenchOptions  *self,
       GError             **error)
{
  if (self->width < 64 || self->height < 64 || self->width > 8192 || self->height > 7900)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--size must be from 64x64 to 8192x7900 px.");
  else if (!(self->radius >= 4 && self->radius <= 60))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--radius must be 4 to 60 px.");
  else if (self->cells < 1 || self->cells > 2000)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--cells must be 1 to 2000.");
  else if (self->runs < 1 || self->frames < 10 || self->analyze_frames < 10 || self->videos < 0 || self->threads < 0)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--runs, --frames, --videos or --threads is too small.");
  else
    return TRUE;
  return FALSE;
}

static void
set_defaults (BenchOptions *self)
{
  *self = (BenchOptions){
    .width = 640, .height = 219, .radius = 10, .cells = 38, .frames = 0, .analyze_frames = 600, .runs = 101, .budget = 1.5,
  };
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
    { "cells", 0, 0, G_OPTION_ARG_INT, &self->cells, "Number of cells (38)", "N" },
    { "frames", 0, 0, G_OPTION_ARG_INT, &self->frames, "Frames of the whole runs (200)", "N" },
    { "analyze-frames", 0, 0, G_OPTION_ARG_INT, &analyze_frames, "Frames for venule-cli (600)", "N" },
    { "videos", 0, 0, G_OPTION_ARG_INT, &self->videos, "Videos at once (64 on a GPU)", "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &self->threads, "Threads on the processor (all)", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &self->runs, "Runs of each measurement, at most (101)", "N" },
    { "budget", 0, 0, G_OPTION_ARG_DOUBLE, &self->budget, "Seconds for each, at most (1.5)", "S" },
    { "parts", 0, 0, G_OPTION_ARG_STRING, &parts, "Of operations,steps,growth,lanes,engine,analyze", "LIST" },
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
    sized = sscanf (size, "%dx%d", &self->width, &self->height) == 2;
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
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--size must be like 640x219.");
  return ok && sized && check (self, error);
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
