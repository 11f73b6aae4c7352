/* venule-export.h: the files that a researcher takes home
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-source.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleResults:
 * @source: the video
 * @settings: those of the run
 * @tracks: list model of #VenuleTrack
 * @device: what computed, for people
 * @detect_interval: frames from a detection to the next that the run really used
 * @first_frame: first frame analysed
 * @last_frame: last frame analysed, inclusive
 * @complete: whether the run went to its end (not cancelled)
 *
 * What the exporters read; borrowed pointers. The window and venule-cli fill it alike, so that both write the same bytes.
 */
typedef struct {
  VenuleSource         *source;
  const VenuleSettings *settings;
  GListModel           *tracks;
  const char           *device;
  int                   detect_interval;
  gint64                first_frame;
  gint64                last_frame;
  gboolean              complete;
} VenuleResults;

/* Each writes one file, atomically, RFC 4180, '.' decimals in any locale. Columns as in docs/csv.md. */
gboolean venule_export_spots_csv     (const VenuleResults *results, const char *path, GError **error);
gboolean venule_export_tracks_csv    (const VenuleResults *results, const char *path, GError **error);
gboolean venule_export_summary_csv   (const VenuleResults *results, const char *path, GError **error);
gboolean venule_export_analysis_json (const VenuleResults *results, const char *path, GCancellable *cancellable, GError **error);
/* The annotated movie (MP4) of the analysed frames. Blocks. */
typedef void (*VenuleExportProgress) (double fraction, gpointer user_data);
gboolean venule_export_movie         (const VenuleResults *results, const char *path, VenuleExportProgress progress,
                                      gpointer user_data, GCancellable *cancellable, GError **error);
/* spots.csv, tracks.csv, summary.csv, analysis.json and velocity-histogram.{pdf,svg,png} into @directory, which is made when
 * it is not there. Checks that it can be written before anything else. */
gboolean venule_export_all           (const VenuleResults *results, const char *directory, GCancellable *cancellable,
                                      GError **error);
/* Makes the directory and proves that a file can be written there: to be called before a run, so that nothing is lost after it. */
gboolean venule_export_check_directory (const char *directory, GError **error);

G_END_DECLS
