/* venule-job-options.h: the options of an analysis on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-export.h"
#include "venule-input-options.h"
#include "venule-job-measures.h"
#include "venule-settings.h"
#include "venule-template.h"

G_BEGIN_DECLS

/**
 * VenuleJobOptions:
 * @video: path; what convert has of it already is not an argument, but
 * @of_tracks: set by convert, whose argument is
 * @tracks: a file of tracks, or a document
 * @input: what of the file is the video
 * @unopened: set before parsing: the video need not be there, and what is to be taken from it is not
 * @template: (nullable): settings that the others take the place of; set before parsing, or read from --template
 * @output: (nullable): folder for the results
 * @project: (nullable): file for the document
 * @settings: what the run depends on
 * @measures: what the numbers depend on beside it
 * @flow_given: whether the flow was stated
 * @auto_parts: what the program is to propose from the video (venule_job_options_propose()); typed values stay
 * @parts: what is written of the results
 * @movie: how the annotated movie is made
 * @progress: whether progress is printed
 * @quiet: whether nothing but errors is printed
 * @replace: whether results of another video or vessel in the folder may be replaced
 * @help: whether only the help was asked for; nothing else is there then
 */
typedef struct {
  char              *video;
  gboolean           of_tracks;
  char              *tracks;
  VenuleInputOptions input;
  gboolean           unopened;
  VenuleTemplate    *template;
  char              *output;
  char              *project;
  VenuleSettings    *settings;
  VenuleJobMeasures  measures;
  gboolean           flow_given;
  VenuleProposed     auto_parts;
  VenuleExportParts  parts;
  VenuleMovieOptions movie;
  gboolean           progress;
  gboolean           quiet;
  gboolean           replace;
  gboolean           help;
} VenuleJobOptions;

/* (transfer full): for people, with @more at its end. */
char    *venule_job_options_dup_help (const char         *more);

/**
 * VenuleJobOptionKind:
 * @VENULE_JOB_OPTION_UNKNOWN: there is none of that name
 * @VENULE_JOB_OPTION_VALUE: it needs a value
 * @VENULE_JOB_OPTION_FLAG: it takes none
 */
typedef enum {
  VENULE_JOB_OPTION_UNKNOWN,
  VENULE_JOB_OPTION_VALUE,
  VENULE_JOB_OPTION_FLAG,
} VenuleJobOptionKind;

/* @name: without "--". */
VenuleJobOptionKind
         venule_job_options_find  (const char         *name);

/* FALSE with a sentence for wrong usage. */
gboolean venule_job_options_parse (VenuleJobOptions  *self,
                                   int                argc,
                                   char             **argv,
                                   GError           **error);
/**
 * venule_job_options_propose:
 * @self: parsed options
 * @source: the video
 * @said: (nullable): receives lines that say what was proposed
 * @cancellable: (nullable)
 * @error: return location: a %VENULE_ERROR_UNSEEN where a part is refused, with the reason and the option to type
 *
 * Puts what "auto" stands for into the settings, marks it there as proposed, and says what it is. Nothing is read
 * where nothing is "auto".
 *
 * Returns: whether the settings are complete
 */
gboolean venule_job_options_propose (VenuleJobOptions  *self,
                                     VenuleSource      *source,
                                     GString           *said,
                                     GCancellable      *cancellable,
                                     GError           **error);
void     venule_job_options_clear (VenuleJobOptions  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleJobOptions, venule_job_options_clear)

G_END_DECLS
