/* venule-cli-document.h: a document that a command reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-export.h"
#include "venule-file-kind.h"
#include "venule-import.h"

G_BEGIN_DECLS

/* The document in a file, which is copied first and never touched: (transfer full) (nullable). Its source answers from
 * what the document knows, and needs no video. */
VenuleDocument *venule_cli_open_document (const char  *path,
                                          GError     **error);

/* Whether @output may be written: FALSE with a sentence where it is @input by this or another name. */
gboolean        venule_cli_check_output  (const char  *output,
                                          const char  *input,
                                          GError     **error);

/* Whether @output is none of the pictures that @source is made of: FALSE with a sentence where it is. */
gboolean        venule_cli_check_pictures (VenuleSource  *source,
                                           const char    *output,
                                           GError       **error);

/* Whether a table may be written to @output: never in the place of a document, a video or other work. */
gboolean        venule_cli_check_table   (const char  *output,
                                          GError     **error);

/* Whether a document may be written to @output: nothing is there, or a document that may be replaced. */
gboolean        venule_cli_check_place   (const char  *output,
                                          gboolean     replace,
                                          GError     **error);

/* Whether a table may be written to @output: nothing is there, an earlier one of its kind, or what may be replaced. */
gboolean        venule_cli_check_replaced (const char  *output,
                                           GBytes      *table,
                                           gboolean     replace,
                                           GError     **error);

/* Shows that run of it, or with 0 the one that it shows; FALSE with a sentence where there is none. */
gboolean        venule_cli_show_run      (VenuleDocument  *document,
                                          gint64           run,
                                          GError         **error);

/* Says on stderr how marks were read, what was taken for granted, and how many were left out. */
void            venule_cli_tell_import   (const VenuleImport        *import,
                                          const VenuleImportOptions *options);

/* What it holds, as JSON on stdout. */
gboolean        venule_cli_print_document (const char  *path,
                                           int         *code,
                                           GError     **error);

/* How a command ends that has written a report: %VENULE_CLI_INCOMPLETE, with a warning, where @unpictured says why it
 * has no picture; otherwise @code. */
int             venule_cli_end_unpictured (const char     *unpictured,
                                           int             code);

/* The same, with a note, where @unseen says why a part that was to be measured in the video has no value. */
int             venule_cli_end_unseen     (const char     *unseen,
                                           int             code);

/* How a command ends that has done its work with the run that @document shows: %VENULE_CLI_INCOMPLETE, with a warning,
 * or %VENULE_CLI_DONE. */
int             venule_cli_end            (VenuleDocument *document);
/* The same of a document or video with that name. */
int             venule_cli_end_cut_off    (const char     *name,
                                           gboolean        cut_off);

G_END_DECLS
