/* venule-cli-movie.h: the options that say how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-export.h"

G_BEGIN_DECLS

/**
 * VenuleCliMovie:
 *
 * The texts as they were typed; %NULL where an option is missing.
 */
typedef struct {
  char *format;
  char *frames;
  char *shows;
} VenuleCliMovie;

void     venule_cli_movie_add   (VenuleCliMovie        *self,
                                 GOptionContext        *context);
/* FALSE with a sentence for wrong usage. */
gboolean venule_cli_movie_parse (const VenuleCliMovie  *self,
                                 VenuleMovieOptions    *options,
                                 GError               **error);
/* FALSE with a sentence when no movie is written, and something was said of it. */
gboolean venule_cli_movie_check (const VenuleCliMovie  *self,
                                 gboolean               written,
                                 GError               **error);
void     venule_cli_movie_clear (VenuleCliMovie        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliMovie, venule_cli_movie_clear)

G_END_DECLS
