/* venule-manifest.h: which videos are analysed together, and with which options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-job-options.h"

G_BEGIN_DECLS

/**
 * VenuleManifest:
 *
 * A table with a row a video: `id`, by which its folder of results is called, `video`, and any option of “venule-cli
 * analyze” by its name, as `cell_diameter` or `cell-diameter`; `template` is a file whose settings apply where the row
 * says nothing; `proposed` lists which of vessel, flow and cell_diameter are proposals that are not confirmed yet, as
 * the files of the results say; `note` is for people. An empty cell is an option that is not given; of an option
 * without a value, `yes` gives it and `no` does not. Paths are relative to the folder of the manifest.
 *
 * It belongs to one thread. Signals: row-changed (guint row), rows-changed (guint position, guint removed, guint
 * added).
 */
#define VENULE_TYPE_MANIFEST (venule_manifest_get_type ())
G_DECLARE_FINAL_TYPE (VenuleManifest, venule_manifest, VENULE, MANIFEST, GObject)

/**
 * VenuleManifestProblem:
 * @row: number of the row, from 0; −1: the table as a whole
 * @line: of the file, from 1, as editors and spreadsheets count rows; 0: none
 * @column: (nullable): name of the column
 * @sentence: what is wrong, and what to do
 */
typedef struct {
  int   row;
  guint line;
  char *column, *sentence;
} VenuleManifestProblem;

/**
 * venule_manifest_new:
 * @folder: that paths are relative to
 *
 * Returns: (transfer full): a manifest without rows
 */
VenuleManifest *venule_manifest_new          (const char      *folder);

/**
 * venule_manifest_read:
 * @path: a table with tabs, commas or semicolons between its cells, and titles in its first row
 * @error: return location for a %VENULE_ERROR_NOT_FOUND or %VENULE_ERROR_DAMAGED: there is no such table
 *
 * What is wrong in the table is no error here: venule_manifest_check() tells.
 *
 * Returns: (transfer full) (nullable): the manifest
 */
VenuleManifest *venule_manifest_read         (const char      *path,
                                              GError         **error);

/**
 * venule_manifest_dup_text:
 * @self: a manifest
 * @folder: absolute path of the folder that paths are to be relative to, where they lie below it or beside it
 *
 * Returns: (transfer full): it with tabs between the cells
 */
char           *venule_manifest_dup_text     (VenuleManifest  *self,
                                              const char      *folder);

/**
 * venule_manifest_save:
 * @self: a manifest
 * @path: where to
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes venule_manifest_dup_text() for the folder of @path, atomically. @self keeps its own folder.
 *
 * Returns: whether it was written
 */
gboolean        venule_manifest_save         (VenuleManifest  *self,
                                              const char      *path,
                                              GError         **error);

const char     *venule_manifest_get_folder   (VenuleManifest  *self);
guint           venule_manifest_get_n_rows   (VenuleManifest  *self);

/**
 * venule_manifest_add_row:
 * @self: a manifest
 * @video: path
 *
 * Returns: number of the new row, at the end; its id is made of the name of the video
 */
guint           venule_manifest_add_row      (VenuleManifest  *self,
                                              const char      *video);
void            venule_manifest_remove_row   (VenuleManifest  *self,
                                              guint            row);
/* Puts the row at @position of those that are left. */
void            venule_manifest_move_row     (VenuleManifest  *self,
                                              guint            row,
                                              guint            position);
/* -1: there is none with that id. */
int             venule_manifest_find_id      (VenuleManifest  *self,
                                              const char      *id);

/**
 * venule_manifest_get_value:
 * @self: a manifest
 * @row: number of a row
 * @column: name of a column, as `cell_diameter` or `cell-diameter`
 *
 * Returns: (nullable): what the cell has; %NULL: nothing
 */
const char     *venule_manifest_get_value    (VenuleManifest  *self,
                                              guint            row,
                                              const char      *column);

/**
 * venule_manifest_set_value:
 * @self: a manifest
 * @row: number of a row
 * @column: name of a column; a new one is added at the end
 * @value: (nullable): what the cell is to have; %NULL or "": nothing
 *
 * Takes any value: venule_manifest_check_row() judges it.
 */
void            venule_manifest_set_value    (VenuleManifest  *self,
                                              guint            row,
                                              const char      *column,
                                              const char      *value);

/* (transfer full) (nullable): of `video` or `template`, as the file system needs it; %NULL: the cell is empty. */
char           *venule_manifest_dup_path     (VenuleManifest  *self,
                                              guint            row,
                                              const char      *column);

/* (transfer none) (array zero-terminated=1): the columns that there are, by their names with underscores. */
const char *const *
                venule_manifest_get_columns  (VenuleManifest  *self);
/* At the end, where there is none of that name yet. */
void            venule_manifest_add_column   (VenuleManifest  *self,
                                              const char      *column);
/* Whether there may be such a column. */
gboolean        venule_manifest_knows_column (const char      *column);

/**
 * venule_manifest_check:
 * @self: a manifest
 *
 * All that can be known before videos are opened: unknown columns, ids that are missing, twice there or no name of a
 * folder, files that are not there, options that make no sense.
 *
 * Returns: (transfer full) (element-type VenuleManifestProblem): what is wrong, in the order of the table; empty:
 *   nothing
 */
GPtrArray      *venule_manifest_check        (VenuleManifest  *self);
/* The same of a row. */
GPtrArray      *venule_manifest_check_row    (VenuleManifest  *self,
                                              guint            row);
/* (transfer full): a problem as one line, with its row and column. */
char           *venule_manifest_problem_dup_line
                                             (const VenuleManifestProblem *self);

/**
 * venule_manifest_dup_arguments:
 * @self: a manifest
 * @row: number of a row
 *
 * Returns: (transfer full): what stands behind “venule-cli” to analyse this video alone, without --output and --project
 */
GStrv           venule_manifest_dup_arguments
                                             (VenuleManifest    *self,
                                              guint              row);

/**
 * venule_manifest_parse_row:
 * @self: a manifest
 * @row: number of a row
 * @options: as for venule_job_options_parse(); they are cleared by the caller
 * @error: return location
 *
 * As venule_job_options_parse() of venule_manifest_dup_arguments(). With @unopened the video need not be there.
 *
 * Returns: whether the row makes sense
 */
gboolean        venule_manifest_parse_row    (VenuleManifest    *self,
                                              guint              row,
                                              VenuleJobOptions  *options,
                                              GError           **error);

/**
 * VenuleManifestFinds:
 * @VENULE_MANIFEST_FILE: the pixel size that the file says, where that can be right
 * @VENULE_MANIFEST_PROPOSALS: what the program proposes: vessel, flow, cell diameter
 *
 * What is looked for in a video.
 */
typedef enum {
  VENULE_MANIFEST_FILE = 1 << 0,
  VENULE_MANIFEST_PROPOSALS = 1 << 1,
} VenuleManifestFinds;

/**
 * VenuleManifestFound:
 * @values: (element-type utf8 utf8): by the name of the column
 * @notes: what was not found and why, or ""
 *
 * What a video says of itself, for the row of a manifest.
 */
typedef struct {
  GHashTable *values;
  char       *notes;
} VenuleManifestFound;

/**
 * venule_manifest_find:
 * @video: path of a video
 * @input: (nullable): what of the file is the video
 * @finds: what to look for
 * @cancellable: (nullable)
 * @error: return location: the video cannot be read
 *
 * For any thread; a proposal takes seconds.
 *
 * Returns: (transfer full) (nullable): what was found
 */
VenuleManifestFound *
                venule_manifest_find         (const char               *video,
                                              const VenuleInputOptions *input,
                                              VenuleManifestFinds       finds,
                                              GCancellable             *cancellable,
                                              GError                  **error);
/* Puts it into the cells of a row that are empty; the notes become its `note`. */
void            venule_manifest_fill         (VenuleManifest            *self,
                                              guint                      row,
                                              const VenuleManifestFound *found);
void            venule_manifest_found_free   (VenuleManifestFound       *self);

/* (transfer full) (element-type filename): the videos in @folder and the folders in it, by their names; numbered
 * pictures are one. */
GPtrArray      *venule_manifest_list_videos  (const char      *folder,
                                              GError         **error);

/* Whether a file is called as videos are. */
gboolean        venule_manifest_is_video     (const char      *name);

void            venule_manifest_problem_free (VenuleManifestProblem *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleManifestFound, venule_manifest_found_free)

G_END_DECLS
