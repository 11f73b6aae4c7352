/* venule-analysis-private.h: what the two threads of an analysis share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-analysis.h"
#include "venule-frame-queue.h"
#include "venule-rate-meter.h"

G_BEGIN_DECLS

struct _VenuleAnalysis
{
  GObject                parent_instance;

  VenuleDocument        *document;
  VenuleSource          *source;    /* the document may get another while the worker reads this one */
  VenuleSettings        *settings;
  char                  *versions;  /* of the programs that compute, for the run */
  GMainContext          *context;
  GThread               *thread;
  VenuleFrameQueue      *queue;
  double                 frame_rate;
  VenuleBackendLoader   *loader;     /* NULL: the worker opens the kernels itself */
  GCancellable          *cancellable; /* of what the worker waits for */
  GCancellable          *stop_linking;
  VenuleEarlyWriter     *early_writer; /* nullable: by which it writes the tracks */
  GArray                *times;       /* double, of the frames of this attempt: worker only */

  /* Main thread only. */
  VenuleAnalysisState    state;
  VenuleAnalysisProgress shown;
  GError                *error;

  /* With the worker, under the lock. */
  struct
  {
    GMutex                 lock;
    GCond                  changed;
    gboolean               started; /* the worker has all that it needs */
    gboolean               paused;
    gboolean               cancelled;
    gboolean               linking; /* all frames were followed */
    gboolean               update_pending;
    gboolean               ended;
    gboolean               begins_anew; /* what was found so far does not count */
    GArray                *ids;         /* guint */
    GArray                *spots;       /* VenuleSpot */
    GPtrArray             *tracks;      /* at the end */
    VenuleLight           *light;       /* the same */
    GError                *failure;
    const char            *device;      /* interned: who asked may keep it */
    int                    detect_interval;
    gint64                 first_frame;
    VenuleAnalysisProgress progress;
    VenuleRateMeter        meter;
  } shared;
};

/* Main thread: the one pending update, everything since the last one. For an idle source; @data is the analysis. */
gboolean venule_analysis_update (gpointer data);
/* The worker thread; @data is the analysis, of which it takes a reference. */
gpointer venule_analysis_work   (gpointer data);

G_END_DECLS
