/* venule-cli-options.h: the options of an analysis on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-cli-measures.h"
#include "venule-export.h"
#include "venule-input-options.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenuleCliOptions:
 * @video: path; what convert has of it already is not an argument, but
 * @of_tracks: set by convert, whose argument is
 * @tracks: a file of tracks, or a document
 * @input: what of the file is the video
 * @output: (nullable): folder for the results
 * @project: (nullable): file for the document
 * @settings: what the run depends on
 * @measures: what the numbers depend on beside it
 * @flow_given: whether the flow was stated
 * @auto_parts: what the program is to propose from the video (venule_cli_options_propose()); typed values stay
 * @parts: what is written of the results
 * @movie: how the annotated movie is made
 * @progress: whether progress is printed
 * @quiet: whether nothing but errors is printed
 * @replace: whether results of another video or vessel in the folder may be replaced
 * @help: whether only the help was asked for, and has been printed
 */
typedef struct {
  char              *video;
  gboolean           of_tracks;
  char              *tracks;
  VenuleInputOptions input;
  char              *output;
  char              *project;
  VenuleSettings    *settings;
  VenuleCliMeasures  measures;
  gboolean           flow_given;
  VenuleProposed     auto_parts;
  VenuleExportParts  parts;
  VenuleMovieOptions movie;
  gboolean           progress;
  gboolean           quiet;
  gboolean           replace;
  gboolean           help;
} VenuleCliOptions;

/* FALSE with a sentence for wrong usage. */
gboolean venule_cli_options_parse (VenuleCliOptions  *self,
                                   int                argc,
                                   char             **argv,
                                   GError           **error);
/**
 * venule_cli_options_propose:
 * @self: parsed options
 * @source: the video
 * @error: return location: a %VENULE_ERROR_UNSEEN where a part is refused, with the reason and the option to type
 *
 * Puts what "auto" stands for into the settings, marks it there as proposed, and says on stderr what it is. Nothing is
 * read where nothing is "auto".
 *
 * Returns: whether the settings are complete
 */
gboolean venule_cli_options_propose (VenuleCliOptions  *self,
                                     VenuleSource      *source,
                                     GError           **error);
void     venule_cli_options_clear (VenuleCliOptions  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliOptions, venule_cli_options_clear)

G_END_DECLS
