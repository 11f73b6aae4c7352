/* venule-analysis.h: a run: the worker that detects, tracks and links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-backend.h"
#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleAnalysisState:
 * @VENULE_ANALYSIS_IDLE: not started
 * @VENULE_ANALYSIS_RUNNING: at work
 * @VENULE_ANALYSIS_PAUSED: waiting for resume
 * @VENULE_ANALYSIS_DONE: all frames analysed; tracks are linked
 * @VENULE_ANALYSIS_CANCELLED: stopped by the user; tracks so far are linked
 * @VENULE_ANALYSIS_FAILED: an error; tracks so far are linked
 */
typedef enum {
  VENULE_ANALYSIS_IDLE,
  VENULE_ANALYSIS_RUNNING,
  VENULE_ANALYSIS_PAUSED,
  VENULE_ANALYSIS_DONE,
  VENULE_ANALYSIS_CANCELLED,
  VENULE_ANALYSIS_FAILED,
} VenuleAnalysisState;

/**
 * VenuleAnalysisProgress:
 * @frames_done: frames analysed
 * @frames_total: frames to analyse; 0: not known yet
 * @newest_frame: number of the newest analysed frame; −1: none
 * @frames_per_second: of the last seconds
 * @seconds_left: −1: not known yet
 * @n_tracks: tracks so far
 * @n_damaged: analysed frames in which the decoder reported damage
 * @n_unregistered: analysed frames in which the picture's own movement could not be measured
 * @n_lost: at the end, detections that surely are cells and belong to no track
 */
typedef struct {
  gint64 frames_done;
  gint64 frames_total;
  gint64 newest_frame;
  double frames_per_second;
  double seconds_left;
  guint  n_tracks;
  gint64 n_damaged;
  gint64 n_unregistered;
  guint  n_lost;
} VenuleAnalysisProgress;

/**
 * VenuleAnalysis:
 *
 * A run over a document: a worker thread that owns the kernels' backend, fed by a decoding thread through a bounded
 * queue. At most one update is pending on the main context at a time; in it the document gets the new spots and
 * VenuleAnalysis::progress is emitted. When it ends, the linked tracks replace the live ones and ::finished is emitted.
 *
 * Properties with notify: state.
 * Signals: progress, finished (with a nullable GError in venule_analysis_get_error()).
 */
#define VENULE_TYPE_ANALYSIS (venule_analysis_get_type ())
G_DECLARE_FINAL_TYPE (VenuleAnalysis, venule_analysis, VENULE, ANALYSIS, GObject)

VenuleAnalysis     *venule_analysis_new                (VenuleDocument          *document);
/* Before the start: kernels that are being opened for the document's settings. (transfer none): must stay until the
 * end */
void                venule_analysis_set_backend_loader (VenuleAnalysis          *self,
                                                        VenuleBackendLoader     *loader);
/* Validates the document's settings first; FALSE with a sentence when they make no sense. */
gboolean            venule_analysis_start              (VenuleAnalysis          *self,
                                                        GError                 **error);
void                venule_analysis_pause              (VenuleAnalysis          *self);
void                venule_analysis_resume             (VenuleAnalysis          *self);
/* Answers within one frame; ::finished follows on the main context. */
void                venule_analysis_cancel             (VenuleAnalysis          *self);
VenuleAnalysisState venule_analysis_get_state          (VenuleAnalysis          *self);
void                venule_analysis_get_progress       (VenuleAnalysis          *self,
                                                        VenuleAnalysisProgress  *progress);
const GError       *venule_analysis_get_error          (VenuleAnalysis          *self);
/* "CPU, 2 threads, AVX-512"; valid once it runs. */
const char         *venule_analysis_get_device         (VenuleAnalysis          *self);
/* First and last frame that were really analysed. */
void                venule_analysis_get_range          (VenuleAnalysis          *self,
                                                        gint64                  *first,
                                                        gint64                  *last);
/* Blocks (iterating the default main context) until it has ended: for programs without a main loop. */
gboolean            venule_analysis_wait               (VenuleAnalysis          *self,
                                                        GError                 **error);

G_END_DECLS
