/* venule-export.h: the files that a researcher takes home
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-results.h"
#include "venule-table.h"

G_BEGIN_DECLS

/**
 * VenuleExportParts:
 * @VENULE_EXPORT_TABLES: spots.csv, tracks.csv, summary.csv, events.csv, flux.csv, vessel.csv and
 *   movement.csv
 * @VENULE_EXPORT_FIGURE: velocity-histogram.pdf, .svg and .png
 * @VENULE_EXPORT_JSON: analysis.json, all that the results depend on
 * @VENULE_EXPORT_MOVIE: the annotated movie
 * @VENULE_EXPORT_WORKBOOK: results.xlsx: the tables as the sheets of a workbook, and one of the parameters
 * @VENULE_EXPORT_TRACKS_JSON: tracks.json: tracks with their measures and places, for programs
 * @VENULE_EXPORT_TRACKMATE: trackmate.xml, a session of TrackMate with contours
 * @VENULE_EXPORT_MTRACKJ: tracks.mdf, as MTrackJ has them
 * @VENULE_EXPORT_CTC: ctc/: labelled masks and res_track.txt, as the Cell Tracking Challenge has them
 * @VENULE_EXPORT_METHODS: methods.txt: a paragraph for the methods section of a paper
 * @VENULE_EXPORT_REPORT: report.pdf: the recording on one page, for people
 *
 * What can be written.
 */
typedef enum {
  VENULE_EXPORT_TABLES = 1 << 0,
  VENULE_EXPORT_FIGURE = 1 << 1,
  VENULE_EXPORT_JSON = 1 << 2,
  VENULE_EXPORT_MOVIE = 1 << 3,
  VENULE_EXPORT_WORKBOOK = 1 << 4,
  VENULE_EXPORT_TRACKS_JSON = 1 << 5,
  VENULE_EXPORT_TRACKMATE = 1 << 6,
  VENULE_EXPORT_MTRACKJ = 1 << 7,
  VENULE_EXPORT_CTC = 1 << 8,
  VENULE_EXPORT_METHODS = 1 << 9,
  VENULE_EXPORT_REPORT = 1 << 10,
} VenuleExportParts;

#define VENULE_EXPORT_DEFAULT (VENULE_EXPORT_TABLES | VENULE_EXPORT_FIGURE | VENULE_EXPORT_JSON)
#define VENULE_EXPORT_EVERYTHING ((VenuleExportParts) ((1 << 11) - 1))

/**
 * venule_export_parts_parse:
 * @text: what of it, as csv,figures,settings,xlsx,json,trackmate,mtrackj,ctc,methods,report,movie or all
 * @parts: (out): the same
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether all of it is known
 */
gboolean venule_export_parts_parse     (const char            *text,
                                        VenuleExportParts     *parts,
                                        GError               **error);

/**
 * venule_export_make_spots:
 * @results: what to write
 *
 * Returns: (transfer full): one row a spot, by track and frame; columns as in docs/csv.md
 */
VenuleTable *venule_export_make_spots  (const VenuleResults   *results);

/**
 * VenuleExportProgress:
 * @fraction: of the work that is done, 0 to 1
 * @user_data: as given
 *
 * Called in the thread that exports.
 */
typedef void (*VenuleExportProgress)   (double                 fraction,
                                        gpointer               user_data);

/**
 * venule_export_movie:
 * @results: what to show; from another thread than the main one its tracks must not change
 * @path: where to, with the ending that the format has
 * @progress: (nullable) (scope call): called after each frame
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * The annotated movie of the analysed frames or of those that @results asks for, at the video's own speed; small videos
 * are enlarged two to four times. GIFs show 50 pictures a second at most, as programs play faster ones slowly: of
 * faster videos every second, third … frame. Blocks.
 *
 * Returns: whether it was written; if not, nothing has changed
 */
gboolean venule_export_movie           (const VenuleResults   *results,
                                        const char            *path,
                                        VenuleExportProgress   progress,
                                        gpointer               user_data,
                                        GCancellable          *cancellable,
                                        GError               **error);

/**
 * venule_export_check_movie:
 * @results: source, settings, frames and what is wanted of the movie; the rest is not looked at
 * @directory: where the movie is to go, which is there
 * @error: return location
 *
 * Begins a movie and drops it: to be called before a run, or before other files are written, so that what is known then
 * is said then: no such frames, no such encoder, the video itself in the way.
 *
 * Returns: whether the movie can be made
 */
gboolean venule_export_check_movie     (const VenuleResults   *results,
                                        const char            *directory,
                                        GError               **error);

/**
 * venule_export_ctc:
 * @results: what to write
 * @directory: where to; one that is there already is replaced as a whole
 * @cancellable: (nullable): a cancellable
 * @error: return location for a %VENULE_ERROR_WRITE or a %VENULE_ERROR_INVALID
 *
 * A folder as the Cell Tracking Challenge has it (Maška et al. 2023, Nature Methods 20, 1010): 01_RES with one 16-bit
 * mask a frame of the video, in which each pixel has the number of its cell, and res_track.txt with a line "number
 * first last parent" for each. There a cell is in every frame from its first to its last: a track with frames in which
 * it has no place is written in pieces, the later ones with the earlier as their parent. Where cells lie over each
 * other the smaller one is in front; one that would be hidden altogether keeps the pixel of its centre.
 *
 * Returns: whether it was written; if not, nothing has changed
 */
gboolean venule_export_ctc             (const VenuleResults   *results,
                                        const char            *directory,
                                        GCancellable          *cancellable,
                                        GError               **error);

/**
 * venule_export_write:
 * @results: what to write
 * @parts: which files of it; analysis.json is always written
 * @directory: where to; is made when it is not there
 * @progress: (nullable) (scope call): called after each frame of the movie
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * All files but the masks and the movie are on the disk before the first takes its place, so that a full drive leaves
 * the files of an earlier analysis as they were.
 *
 * Returns: whether all were written
 */
gboolean venule_export_write           (const VenuleResults   *results,
                                        VenuleExportParts      parts,
                                        const char            *directory,
                                        VenuleExportProgress   progress,
                                        gpointer               user_data,
                                        GCancellable          *cancellable,
                                        GError               **error);

/**
 * venule_export_check_parts:
 * @parts: which files are to be written
 * @directory: where results are to go
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * venule_save_check_directory(), and that nothing in it is in the way of any of the files.
 *
 * Returns: whether they can be kept there
 */
gboolean venule_export_check_parts     (VenuleExportParts      parts,
                                        const char            *directory,
                                        GError               **error);

/**
 * venule_export_holds_results:
 * @parts: which files are to be written
 * @directory: where results are to go
 *
 * Returns: whether one of the files is there already, of this document or of another one
 */
gboolean venule_export_holds_results   (VenuleExportParts      parts,
                                        const char            *directory);

/**
 * venule_export_dup_left:
 * @parts: which files were written
 * @directory: where
 *
 * Returns: (transfer full) (nullable): names, with commas between them, of results of other kinds that are there: they
 *   are of an earlier analysis or export
 */
char    *venule_export_dup_left        (VenuleExportParts      parts,
                                        const char            *directory);

/**
 * venule_export_check_others:
 * @results: source and settings; the rest is not looked at
 * @parts: which files are to be written
 * @directory: where results are to go
 * @replace: whether files of the same names may be replaced
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * So that no result of another video, or of another part of its picture, is replaced unasked or stands beside the new
 * ones. Reads the analysis.json that is there; blocks while the video is read for its hash, where that is not known.
 *
 * Returns: whether they can be written there
 */
gboolean venule_export_check_others    (const VenuleResults   *results,
                                        VenuleExportParts      parts,
                                        const char            *directory,
                                        gboolean               replace,
                                        GError               **error);

/* A cell with the value of a quantity as summary.csv has it: “not assessable” where there is none and the reason is
 * known. */
void     venule_table_add_quantity     (VenuleTable           *table,
                                        const VenuleQuantity  *quantity);

G_END_DECLS
