/* venule-step-name.c: what an undo step is called, in the language of whoever looks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-step-name.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* “Hide %u Track” of “Hide %u Tracks”; what is counted comes after its number. (transfer full) */
static char *
dup_singular (const char *plural)
{
  g_autoptr(GRegex) counted = g_regex_new ("(%u \\w+)s\\b", G_REGEX_RAW, 0, NULL);

  return g_regex_replace (counted, plural, -1, 0, "\\1", 0, NULL);
}

/* (transfer none): @text, with “%u” for its numbers, translated; @text itself: it is not known */
static const char *
translate (const char *text,
           const char *number)
{
  const char *translated = g_dgettext (GETTEXT_PACKAGE, text);
  g_autofree char *singular = NULL;
  const char *counted;

  if (translated != text || number == NULL)
    return translated;

  singular = dup_singular (text);
  counted = g_dngettext (GETTEXT_PACKAGE, singular, text, (gulong) g_ascii_strtoull (number, NULL, 10));

  return counted != singular ? counted : text;
}

/* A name may be anything, and is no format: what stands for the numbers is filled in here. */
char *
venule_step_name_dup_shown (const char *name)
{
  g_autoptr(GString) text = g_string_new (NULL), shown = g_string_new (NULL);
  g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func (g_free);
  const char *rest;
  guint next = 0;

  g_return_val_if_fail (name != NULL, NULL);

  for (rest = name; *rest != '\0';)
    {
      gsize digits = strspn (rest, "0123456789");

      if (digits > 0)
        {
          g_ptr_array_add (numbers, g_strndup (rest, digits));
          g_string_append (text, "%u");
        }
      else
        g_string_append_c (text, *rest);
      rest += MAX (digits, 1);
    }
  if (text->len == 0)
    return g_strdup (name);

  for (rest = translate (text->str, numbers->len > 0 ? numbers->pdata[0] : NULL); *rest != '\0';)
    if (g_str_has_prefix (rest, "%u") && next < numbers->len)
      {
        g_string_append (shown, numbers->pdata[next++]);
        rest += strlen ("%u");
      }
    else
      g_string_append_c (shown, *rest++);

  return g_strdup (shown->str);
}
