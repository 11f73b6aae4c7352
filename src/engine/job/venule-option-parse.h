/* venule-option-parse.h: what several options of the command line have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"

G_BEGIN_DECLS

/* FALSE with a sentence where an option that takes no value has one. */
gboolean venule_option_check_flags (GOptionContext      *context,
                                    int                  n,
                                    const char *const   *arguments,
                                    GError             **error);
/* Turns what GLib says to programmers into a sentence of our own; @failure is taken. Always FALSE. */
gboolean venule_option_refuse_parsing (GError           *failure,
                                       GError          **error);
/* FALSE with a sentence when @name (nullable) of a file is given and empty, as of a variable of the shell that is not
 * set. */
gboolean venule_option_check_name     (const char       *option,
                                    const char       *name,
                                    GError          **error);

/* Sets a %VENULE_ERROR_INVALID: that @text is not @expected, which is a part of a sentence; always FALSE. */
gboolean venule_option_refuse       (GError     **error,
                                  const char  *option,
                                  const char  *text,
                                  const char  *expected);

/* The same for an option that would do nothing beside @other, or only beside it. */
gboolean venule_option_refuse_with    (GError     **error,
                                    const char  *option,
                                    const char  *other);
gboolean venule_option_refuse_without (GError     **error,
                                       const char  *option,
                                       const char  *other);

/* Where nothing was typed (%NULL), @value stays as it is. All of @text must be a decimal number, with a point in every
 * language. */
gboolean venule_option_parse_number (const char  *option,
                                     const char  *text,
                                     double       lowest,
                                     double       highest,
                                     double      *value,
                                     GError     **error);
gboolean venule_option_parse_whole  (const char  *option,
                                  const char  *text,
                                  int          lowest,
                                  int          highest,
                                  int         *value,
                                  GError     **error);
/* Of --run. */
gboolean venule_option_parse_run    (const char  *text,
                                  gint64      *run,
                                  GError     **error);

/* Of --device. */
gboolean venule_option_parse_device (const char      *text,
                                     VenuleSettings  *settings,
                                     GError         **error);

/**
 * venule_option_parse_frames:
 * @option: its name, for sentences
 * @text: "A:B"; either may be left out
 * @first: (inout): first frame; is kept where it is left out
 * @last: (inout): last frame, in the same way; below 0: to the end
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether it is a range of frames
 */
gboolean venule_option_parse_frames (const char  *option,
                                     const char  *text,
                                     gint64      *first,
                                     gint64      *last,
                                     GError     **error);

G_END_DECLS
