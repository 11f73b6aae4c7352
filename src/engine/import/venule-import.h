/* venule-import.h: tracks that were made elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleImportUnit:
 * @VENULE_IMPORT_UNIT_FILE: what the file says; px where it says nothing
 * @VENULE_IMPORT_UNIT_PX: positions are in px
 * @VENULE_IMPORT_UNIT_UM: in µm
 */
typedef enum {
  VENULE_IMPORT_UNIT_FILE,
  VENULE_IMPORT_UNIT_PX,
  VENULE_IMPORT_UNIT_UM,
} VenuleImportUnit;

/**
 * VenuleImportOptions:
 * @unit: of the positions
 * @first_frame: number of the first frame in the file, 0 or 1; −1: as that kind of file has it
 */
typedef struct {
  VenuleImportUnit unit;
  int              first_frame;
} VenuleImportOptions;

#define VENULE_IMPORT_OPTIONS_INIT { VENULE_IMPORT_UNIT_FILE, -1 }

/**
 * VenuleImportClash:
 * @first: a frame
 * @last: a later one; 0: the file says no other times than the video, or none
 * @told: s from the one to the other by the file
 * @known: the same by the video
 */
typedef struct {
  gint64 first, last;
  double told, known;
} VenuleImportClash;

/**
 * VenuleImport:
 * @tracks: (element-type VenuleTrack): with ids from 1; positions in px and frames from 0 as everywhere in Venule.
 *   Their spots are %VENULE_SPOT_MANUAL, with the picture's movement where the document knows it; those of a table of
 *   Venule are as it says
 * @names: (element-type utf8): what the file calls each
 * @format: what kind of file it is; for people, translated
 * @n_alone: marks of which the file does not say which cell they are of: each is a track of its own
 * @first_frame: number that the first frame has in the file
 * @in_um: whether the positions were in µm
 * @said_unit: whether the file says its unit
 * @n_doubled: marks that were left out, as their track has another one in that frame
 * @pixel_size_um: µm per px by the file, which is not used; 0: that of the document, or unknown
 * @clash: where times of the file, which are not used, are farthest from those of the video
 */
typedef struct {
  GPtrArray *tracks, *names;
  char      *format;
  int        first_frame;
  gboolean   in_um, said_unit;
  guint      n_alone, n_doubled;
  double     pixel_size_um;
  VenuleImportClash clash;
} VenuleImport;

/**
 * venule_import_read:
 * @path: a file
 * @document: of the video in which the cells were marked
 * @options: (nullable): how to read what the file does not say
 * @error: return location
 *
 * Reads tracks that the user or another program made: a table (CSV with commas, semicolons or tabs: that of Venule, of
 * TrackMate, points measured in ImageJ, or any with columns for frame, x and y), TrackMate's XML (a whole session, or
 * the tracks alone), an MTrackJ Data File, or points and ovals selected in ImageJ (a .roi, or the RoiSet.zip of its ROI
 * Manager): marks with the same counter, group or multi-point selection are one cell where no frame has two of them.
 * The format is recognised by the content, not by the name.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_INVALID with what is wrong in which line, %VENULE_ERROR_DAMAGED,
 * %VENULE_ERROR_TOO_LARGE.
 *
 * Returns: (transfer full): what is in it, or %NULL
 */
VenuleImport *venule_import_read (const char                 *path,
                                  VenuleDocument             *document,
                                  const VenuleImportOptions  *options,
                                  GError                    **error);
void          venule_import_free (VenuleImport               *self);

/**
 * venule_import_dup_notes:
 * @self: what was read
 *
 * Returns: (transfer full) (array zero-terminated=1): a sentence for each thing that should be looked at: marks that
 *   were left out, and what contradicts the video
 */
char        **venule_import_dup_notes (const VenuleImport      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleImport, venule_import_free)

G_END_DECLS
