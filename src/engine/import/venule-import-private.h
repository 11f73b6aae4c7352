/* venule-import-private.h: marks as the readers of the formats find them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-import.h"

G_BEGIN_DECLS

/**
 * VenuleMark:
 * @track: (nullable): what the file calls its track, interned in the list; NULL: the mark is by itself
 * @frame: as the file counts
 * @x: in the unit of the file
 * @y: the same
 * @radius: the same; 0: unknown
 * @time: s, by the file; NaN: it does not say
 */
typedef struct {
  const char *track;
  gint64      frame;
  double      x, y, radius, time;
  gboolean    own;              /* of a table of Venule, which says the rest, too: */
  double      score, shift_x, shift_y;
  VenuleSpotSource source;
  gboolean    edited;           /* the track */
} VenuleMark;

/**
 * VenuleMarks:
 * @path: of the file
 * @name: for messages
 * @marks: (element-type VenuleMark): in the order of the file
 * @ids: owns the names of the tracks
 * @format: translated
 * @first_frame: number of the first frame in this kind of file
 * @unit: %VENULE_IMPORT_UNIT_FILE where the file does not say
 * @um: µm per unit of the file, where that is a length
 * @unknown_unit: (nullable): what the file calls its unit, where that is unknown
 * @pixel_size: units per px by which the file's positions were made; 0: unknown
 * @pixel_size_um: µm per px by a file that has its positions in both; 0: unknown
 */
typedef struct {
  const char       *path;
  char             *name;
  GArray           *marks;
  GStringChunk     *ids;
  const char       *format;
  int               first_frame;
  VenuleImportUnit  unit;
  double            um;
  const char       *unknown_unit;
  double            pixel_size;
  double            pixel_size_um;
} VenuleMarks;

/* The unit that @text names, with µm per unit of a length; %VENULE_IMPORT_UNIT_FILE for an unknown one. */
VenuleImportUnit venule_import_parse_unit     (const char   *text,
                                               double       *um);

/* Whether @text begins with the name of the second. */
gboolean         venule_import_is_second      (const char   *text);

/* Each knows its own files by @text (of @length bytes), and adds their marks. */
gboolean         venule_import_is_mtrackj     (const char   *text);
gboolean         venule_import_read_mtrackj   (VenuleMarks  *marks,
                                               const char   *text,
                                               GError      **error);
gboolean         venule_import_is_trackmate   (const char   *text);
gboolean         venule_import_read_trackmate (VenuleMarks  *marks,
                                               const char   *text,
                                               gsize         length,
                                               GError      **error);
gboolean         venule_import_is_roi         (const char   *data,
                                               gsize         length);
gboolean         venule_import_read_roi       (VenuleMarks  *marks,
                                               const char   *data,
                                               gsize         length,
                                               GError      **error);
gboolean         venule_import_read_table     (VenuleMarks  *marks,
                                               const char   *text,
                                               GError      **error);

G_END_DECLS
