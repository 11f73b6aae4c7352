/* venule-option-parse.c: what several options of the command line have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-option-parse.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"

/* (transfer full) (nullable): what @pattern finds of a sentence of GLib's, which may be in another language. */
static char *
find_part (const char *sentence,
           const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, sentence, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* GLib says all of an option that it does not know. */
static void
shorten (GError *failure)
{
  g_autofree char *option = find_part (failure->message, "(?:^|\\s)(--?\\S+)");
  g_autofree char *shown = option != NULL ? venule_display_name_dup_excerpt (option) : NULL;

  if (shown == NULL)
    return;
  g_free (failure->message);
  /* Translators: %s is an option of the command line */
  failure->message = g_strdup_printf (_("There is no option “%s”."), shown);
}

/* GLib's sentence for an option at the end of the line, which has no value. */
static void
say_plainly (GError *failure)
{
  g_autofree char *option = find_part (failure->message, "(?:^|\\s)(--?[A-Za-z][A-Za-z-]*)");

  if (option == NULL)
    return;
  g_free (failure->message);
  /* Translators: %s is an option of the command line */
  failure->message = g_strdup_printf (_("%s needs a value."), option);
}

gboolean
venule_option_refuse_parsing (GError  *failure,
                              GError **error)
{
  if (g_error_matches (failure, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE))
    say_plainly (failure);
  if (g_error_matches (failure, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    shorten (failure);
  if (failure->domain == G_CONVERT_ERROR)
    {
      g_free (failure->message);
      failure->message = g_strdup (_("An option has characters that are not valid in the encoding of this "
                                     "terminal (usually UTF-8). Type it again."));
    }
  g_propagate_error (error, failure);
  return FALSE;
}

/* GLib takes "--replace=no" for "--replace". Which options have no value only the help tells. */
gboolean
venule_option_check_flags (GOptionContext     *context,
                           int                 n,
                           const char *const  *arguments,
                           GError            **error)
{
  g_autofree char *help = g_option_context_get_help (context, FALSE, NULL);

  for (int i = 1; i < n && !g_str_equal (arguments[i], "--"); i++)
    {
      gsize length = strspn (arguments[i], "abcdefghijklmnopqrstuvwxyz-");
      g_autofree char *option = g_strndup (arguments[i], length);
      g_autofree char *pattern = g_strdup_printf ("(?m)^ +(?:-\\w, )?(%s)\\s", option);
      g_autofree char *alone = NULL;

      if (g_str_has_prefix (option, "--") && arguments[i][length] == '=')
        alone = find_part (help, pattern);
      if (alone == NULL)
        continue;
      /* Translators: %s is an option of the command line */
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s takes no value. Use it alone, or omit it."),
                   option);
      return FALSE;
    }
  return TRUE;
}

gboolean
venule_option_check_name (const char  *option,
                          const char  *name,
                          GError     **error)
{
  if (name == NULL || *name != '\0')
    return TRUE;

  /* Translators: %s is an option of the command line, or “The video” */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s has an empty name. Give a name."), option);
  return FALSE;
}

gboolean
venule_option_refuse (GError     **error,
                      const char  *option,
                      const char  *text,
                      const char  *expected)
{
  g_autofree char *shown = venule_display_name_dup_excerpt (text);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: “%s” is not %s."), option, shown, expected);
  return FALSE;
}

gboolean
venule_option_refuse_with (GError     **error,
                           const char  *option,
                           const char  *other)
{
  /* Translators: two options of the command line: "--bins has no effect with --kind map." */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s has no effect with %s. Omit one of them."), option,
               other);
  return FALSE;
}

gboolean
venule_option_refuse_without (GError     **error,
                              const char  *option,
                              const char  *other)
{
  /* Translators: two options of the command line: "--movie-format has no effect without --movie." */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s has no effect without %s. Give both, or neither."),
               option, other);
  return FALSE;
}

gboolean
venule_option_parse_number (const char  *option,
                            const char  *text,
                            double       lowest,
                            double       highest,
                            double      *value,
                            GError     **error)
{
  const char *end;
  double number;

  if (text == NULL)
    return TRUE;

  end = venule_number_scan (text, &number);
  if (end != NULL && *end == ',')
    return venule_option_refuse (error, option, text, _("a number: decimals are written with a point, as in 0.363"));
  if (end == NULL || *end != '\0')
    return venule_option_refuse (error, option, text, _("a number"));
  if (number < lowest || number > highest)
    {
      g_autofree char *shown = venule_display_name_dup_excerpt (text);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: %s is outside %.10g to %.10g."), option, shown,
                   lowest, highest);
      return FALSE;
    }
  *value = number;
  return TRUE;
}

gboolean
venule_option_parse_whole (const char  *option,
                           const char  *text,
                           int          lowest,
                           int          highest,
                           int         *value,
                           GError     **error)
{
  double number = *value;

  if (!venule_option_parse_number (option, text, lowest, highest, &number, error))
    return FALSE;
  if (number != floor (number))
    return venule_option_refuse (error, option, text, _("a whole number"));
  *value = (int) number;
  return TRUE;
}

gboolean
venule_option_parse_run (const char  *text,
                         gint64      *run,
                         GError     **error)
{
  return text == NULL || g_ascii_string_to_signed (text, 10, 1, G_MAXINT64, run, NULL) ||
         venule_option_refuse (error, "--run", text, _("the number of a run"));
}

gboolean
venule_option_parse_device (const char      *text,
                            VenuleSettings  *settings,
                            GError         **error)
{
  guint64 number = 0;

  if (text == NULL)
    return TRUE;
  if (g_str_equal (text, "auto"))
    settings->device = VENULE_DEVICE_AUTO;
  else if (g_str_equal (text, "cpu"))
    settings->device = VENULE_DEVICE_CPU;
  else if (g_str_equal (text, "cuda") ||
           (g_str_has_prefix (text, "cuda:") && g_ascii_string_to_unsigned (text + 5, 10, 0, 1023, &number, NULL)))
    settings->device = VENULE_DEVICE_CUDA;
  else
    return venule_option_refuse (error, "--device", text, _("auto, cpu, cuda or cuda:N"));
  settings->cuda_device = (int) number;
  return TRUE;
}

static gboolean
parse_frame (const char *text,
             gint64     *frame)
{
  guint64 number;

  if (*text == '\0')
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, &number, NULL))
    return FALSE;
  *frame = (gint64) number;
  return TRUE;
}

gboolean
venule_option_parse_frames (const char  *option,
                            const char  *text,
                            gint64      *first,
                            gint64      *last,
                            GError     **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);

  if (g_strv_length (parts) != 2 || !parse_frame (parts[0], first) || !parse_frame (parts[1], last))
    return venule_option_refuse (error, option, text, _("a range such as 0:299 (first and last frame)"));
  if (*last >= 0 && *last < *first)
    {
      g_autofree char *shown = venule_display_name_dup_excerpt (text);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: the last frame of “%s” comes before the first."),
                   option, shown);
      return FALSE;
    }
  return TRUE;
}
