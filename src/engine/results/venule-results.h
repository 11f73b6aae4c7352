/* venule-results.h: a run with all that is known of it, for figures, reports and files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-document.h"
#include "venule-measures.h"
#include "venule-movie-options.h"

G_BEGIN_DECLS

/**
 * VenuleResults:
 * @source: the video
 * @settings: those of the run
 * @tracks: list model of #VenuleTrack
 * @device: what computed, for people
 * @versions: (nullable): of the programs that computed, as venule_versions_dup_text(); %NULL: the present ones
 * @detect_interval: frames from a detection to the next that the run really used; 0: the tracks were read from a file,
 * of the kind that @device names
 * @first_frame: first frame analysed
 * @last_frame: last frame analysed, inclusive
 * @unregistered_frames: analysed frames in which the picture's own movement could not be measured
 * @complete: whether the run went to its end (not cancelled)
 * @light: (nullable): the brightness of the analysed frames; %NULL: not known
 * @n_removed: tracks of the run that the user has removed: deleted, or joined to others
 * @measure_settings: (nullable): what the numbers depend on beside the run; %NULL: the defaults
 * @measures: (nullable): what is made of the tracks, where it is there already; %NULL: it is made for each table
 * @measured: (out) (optional) (transfer full): receives what was made of the tracks where @measures is %NULL
 * @unpictured: (out) (optional) (transfer full): receives why the report has no picture, and is left alone where it has
 * one
 * @movie: (nullable): how the annotated movie is made; %NULL: as venule_movie_options_init() says
 *
 * What the exporters read; borrowed pointers. The window and venule-cli fill it alike, so that both write the same
 * bytes.
 */
typedef struct {
  VenuleSource                 *source;
  const VenuleSettings         *settings;
  GListModel                   *tracks;
  const char                   *device;
  const char                   *versions;
  int                           detect_interval;
  gint64                        first_frame;
  gint64                        last_frame;
  gint64                        unregistered_frames;
  gboolean                      complete;
  VenuleLight                  *light;
  guint                         n_removed;
  const VenuleMeasureSettings  *measure_settings;
  const VenuleMeasures         *measures;
  VenuleMeasures              **measured;
  char                        **unpictured;
  const VenuleMovieOptions     *movie;
} VenuleResults;

/**
 * venule_results_init:
 * @self: (out caller-allocates): what to write
 * @document: a document with a run that has ended
 *
 * The results as the document has them; they borrow from it.
 */
void     venule_results_init           (VenuleResults         *self,
                                        VenuleDocument        *document);

/* Whether there are tracks that a run leaves out now; those of earlier versions kept them. */
gboolean venule_results_has_doubtful   (const VenuleResults   *self);

/* (transfer full): one that owns all that it points to, tracks included, and can go to a thread. */
VenuleResults *venule_results_copy     (const VenuleResults   *self);
/* Of venule_results_copy() alone. */
void     venule_results_free           (VenuleResults         *self);

/* (transfer none): what is made of the tracks: that of @results, or made now and given to @owned. */
const VenuleMeasures *
        venule_results_measure       (const VenuleResults  *results,
                                     VenuleMeasures      **owned);

/* The same, made by a thread. */
typedef struct _VenuleResultsMeasuring VenuleResultsMeasuring;

VenuleResultsMeasuring *
        venule_results_begin_measuring (const VenuleResults   *results);
/* Waits for it. */
VenuleMeasures *
        venule_results_end_measuring (VenuleResultsMeasuring   *self);

/* (transfer full) (element-type VenuleWarning): what must be known of the results before they are believed. */
GPtrArray *
        venule_results_list_warnings (const VenuleResults  *results);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleResults, venule_results_free)

G_END_DECLS
