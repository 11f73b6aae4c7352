/* venule-job-movie.h: the options that say how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-export.h"

G_BEGIN_DECLS

/**
 * VenuleJobMovie:
 *
 * The texts as they were typed; %NULL where an option is missing.
 */
typedef struct {
  char *format;
  char *frames;
  char *shows;
} VenuleJobMovie;

void     venule_job_movie_add   (VenuleJobMovie        *self,
                                 GOptionContext        *context);
/* FALSE with a sentence for wrong usage. */
gboolean venule_job_movie_parse (const VenuleJobMovie  *self,
                                 VenuleMovieOptions    *options,
                                 GError               **error);
/* FALSE with a sentence when no movie is written, and something was said of it. */
gboolean venule_job_movie_check (const VenuleJobMovie  *self,
                                 gboolean               written,
                                 GError               **error);
void     venule_job_movie_clear (VenuleJobMovie        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleJobMovie, venule_job_movie_clear)

G_END_DECLS
