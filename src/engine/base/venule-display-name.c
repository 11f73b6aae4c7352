/* venule-display-name.c: names of files as people see them
 *
 * A name may hold anything but a slash: line breaks, which tear a sentence apart, codes that colour or clear a
 * terminal, and marks that turn the rest of the sentence from right to left. These are written out: \n, \x1B, \u202E
 * (as in JSON, whose text stays the same to whoever reads it).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-display-name.h"

#include <string.h>

#define EXCERPT 40 /* characters */

static gboolean
is_to_be_written_out (gunichar c)
{
  return g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

/* Takes @name. @kept: control characters that stay */
static char *
write_out_but (char       *name,
               const char *kept)
{
  GString *shown = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (!is_to_be_written_out (c) || (c < 0x80 && strchr (kept, (int) c) != NULL))
        g_string_append_unichar (shown, c);
      else if (c == '\n')
        g_string_append (shown, "\\n");
      else if (c == '\t')
        g_string_append (shown, "\\t");
      else
        g_string_append_printf (shown, c < 0x80 ? "\\x%02X" : "\\u%04X", c);
    }
  g_free (name);
  return g_string_free (shown, FALSE);
}

static char *
write_out (char *name)
{
  return write_out_but (name, "");
}

/**
 * venule_display_name_dup:
 * @path: (type filename): a path
 *
 * Returns: (transfer full): @path in UTF-8 for a sentence, in one line
 */
char *
venule_display_name_dup (const char *path)
{
  return write_out (g_filename_display_name (path));
}

/**
 * venule_display_name_dup_base:
 * @path: (type filename): a path
 *
 * Returns: (transfer full): the last part of @path in UTF-8 for a sentence, in one line
 */
char *
venule_display_name_dup_base (const char *path)
{
  /* GLib would say "." */
  if (*path == '\0')
    return g_strdup ("");

  return write_out (g_filename_display_basename (path));
}

char *
venule_display_name_dup_excerpt (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 6 * EXCERPT));
  g_autofree char *shown = write_out (g_steal_pointer (&valid));
  g_autofree char *start = NULL;

  if (g_utf8_strlen (shown, -1) <= EXCERPT)
    return g_steal_pointer (&shown);
  start = g_utf8_substring (shown, 0, EXCERPT);
  return g_strconcat (start, "…", NULL);
}

char *
venule_display_name_dup_printable (const char *text)
{
  gboolean turns = g_str_has_suffix (text, "\r");
  char *valid = g_utf8_make_valid (text, (gssize) strlen (text) - turns);
  g_autofree char *shown = write_out_but (valid, "\n\t");

  return g_strconcat (shown, turns ? "\r" : "", NULL);
}
