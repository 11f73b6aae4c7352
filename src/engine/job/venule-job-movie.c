/* venule-job-movie.c: the options that say how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-movie.h"

#include <glib/gi18n-lib.h>

#include "venule-enum-names.h"
#include "venule-option-parse.h"

void
venule_job_movie_add (VenuleJobMovie *self,
                      GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "movie-format", 0, 0, G_OPTION_ARG_STRING, &self->format,
      N_("Movie format: H.264, lossless FFV1, or GIF with at most 50 frames per second (default: mp4)"),
      "mp4|ffv1|gif" },
    { "movie-frames", 0, 0, G_OPTION_ARG_STRING, &self->frames,
      N_("First and last frame of the movie; either may be omitted (default: all analysed frames)"), "A:B" },
    { "movie-shows", 0, 0, G_OPTION_ARG_STRING, &self->shows,
      N_("Elements drawn: contours,tails,ids,velocity,vessel,scale-bar,legend,time, or none (default: all)"), "LIST" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

static gboolean
parse_format (const char         *text,
              VenuleMovieOptions *options)
{
  static const char *const names[] = { "mp4", "ffv1", "gif" };
  static const VenuleMovieFormat formats[] = { VENULE_MOVIE_MP4, VENULE_MOVIE_FFV1, VENULE_MOVIE_GIF };
  int format = venule_names_find (names, G_N_ELEMENTS (names), text);

  if (format >= 0)
    options->format = formats[format];
  return format >= 0;
}

static gboolean
parse_shows (const char           *text,
             VenuleOverlayOptions *overlay)
{
  const struct
  {
    const char *name;
    gboolean   *shown;
  } parts[] = {
    { "contours", &overlay->contours }, { "tails", &overlay->tails },         { "ids", &overlay->ids },
    { "vessel", &overlay->crop },       { "scale-bar", &overlay->scale_bar }, { "legend", &overlay->color_bar },
    { "time", &overlay->time },         { "velocity", &overlay->color_by_velocity },
  };
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    *parts[i].shown = FALSE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *name = g_strstrip (names[i]);
      gboolean known = g_str_equal (name, "none");

      for (guint j = 0; j < G_N_ELEMENTS (parts); j++)
        {
          if (g_str_equal (name, parts[j].name))
            known = *parts[j].shown = TRUE;
        }
      if (!known)
        return FALSE;
    }
  return names[0] != NULL;
}

gboolean
venule_job_movie_parse (const VenuleJobMovie  *self,
                        VenuleMovieOptions    *options,
                        GError               **error)
{
  venule_movie_options_init (options);
  if (self->format != NULL && !parse_format (self->format, options))
    return venule_option_refuse (error, "--movie-format", self->format, _("mp4, ffv1 or gif"));
  if (self->frames != NULL &&
      !venule_option_parse_frames ("--movie-frames", self->frames, &options->first_frame, &options->last_frame, error))
    return FALSE;
  if (self->shows != NULL && !parse_shows (self->shows, &options->overlay))
    return venule_option_refuse (error, "--movie-shows", self->shows,
                 _("a list of contours, tails, ids, velocity, vessel, scale-bar, legend and time, or none"));
  return TRUE;
}

gboolean
venule_job_movie_check (const VenuleJobMovie  *self,
                        gboolean               written,
                        GError               **error)
{
  const char *option = self->format != NULL ? "--movie-format" : self->frames != NULL ? "--movie-frames"
                       : self->shows != NULL ? "--movie-shows" : NULL;

  return written || option == NULL || venule_option_refuse_without (error, option, "--movie");
}

void
venule_job_movie_clear (VenuleJobMovie *self)
{
  g_clear_pointer (&self->format, g_free);
  g_clear_pointer (&self->frames, g_free);
  g_clear_pointer (&self->shows, g_free);
}
