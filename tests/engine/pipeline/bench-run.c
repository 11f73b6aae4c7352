/* bench-run.c: how long a person waits: for the first frame, and for a run to stop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "venule-analysis.h"

#define OPENINGS 9
#define CANCELS 15

typedef struct {
  gint64 wanted; /* frames before somebody cancels */
  gint64 asked;  /* µs */
} Cancel;

static int
compare (const void *a,
         const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
first_frame_ms (const char *path)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (VenuleSource) source = venule_source_open (path, NULL, NULL);
  g_autoptr (VenuleReader) reader = source != NULL ? venule_source_open_reader (source, NULL) : NULL;
  g_autoptr (VenuleFrame) frame = reader != NULL ? venule_reader_read (reader, 0, NULL, NULL) : NULL;

  return frame != NULL ? (g_get_monotonic_time () - start) / 1000.0 : NAN;
}

static void
progress_cb (VenuleAnalysis *analysis,
             gpointer        data)
{
  Cancel *cancel = data;
  VenuleAnalysisProgress progress;

  venule_analysis_get_progress (analysis, &progress);
  if (cancel->asked == 0 && progress.frames_done >= cancel->wanted)
    {
      cancel->asked = g_get_monotonic_time ();
      venule_analysis_cancel (analysis);
    }
}

/* From the click to the linked tracks; NAN when the run was over before. */
static double
cancel_ms (VenuleSource *source,
           gint64        wanted)
{
  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  Cancel cancel = { .wanted = wanted };

  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  g_signal_connect (analysis, "progress", G_CALLBACK (progress_cb), &cancel);
  if (!venule_analysis_start (analysis, NULL) || !venule_analysis_wait (analysis, NULL) || cancel.asked == 0)
    return NAN;
  return (g_get_monotonic_time () - cancel.asked) / 1000.0;
}

static void
print_figures (const char *name,
               double     *values,
               guint       n)
{
  qsort (values, n, sizeof *values, compare);
  printf ("%s %.1f %.1f\n", name, values[n / 2], values[n - 1]);
}

int
main (int    argc,
      char **argv)
{
  double openings[OPENINGS], cancels[CANCELS];
  g_autoptr (VenuleSource) source = argc == 2 ? venule_source_open (argv[1], NULL, NULL) : NULL;

  if (source == NULL)
    {
      fprintf (stderr, "usage: bench-run VIDEO\n");
      return 2;
    }
  for (guint i = 0; i < OPENINGS; i++)
    openings[i] = first_frame_ms (argv[1]);
  for (guint i = 0; i < CANCELS; i++)
    cancels[i] = cancel_ms (source, 1 + i);
  print_figures ("first_frame_ms", openings, OPENINGS);
  print_figures ("cancel_ms", cancels, CANCELS);
  return 0;
}
