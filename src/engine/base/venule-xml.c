/* venule-xml.c: text in XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-xml.h"

#define REPLACEMENT 0xfffd

/* https://www.w3.org/TR/xml/#charsets; surrogates are no UTF-8. */
static gboolean
is_allowed (gunichar letter)
{
  return letter >= 0x20 ? letter != 0xfffe && letter != 0xffff : letter == '\t' || letter == '\n' || letter == '\r';
}

char *
venule_xml_dup_text (const char *text)
{
  GString *allowed;

  g_return_val_if_fail (text != NULL, NULL);

  allowed = g_string_sized_new (64);
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar letter = g_utf8_get_char (text);

      g_string_append_unichar (allowed, is_allowed (letter) ? letter : REPLACEMENT);
    }

  return g_string_free (allowed, FALSE);
}

char *
venule_xml_dup_escaped (const char *text)
{
  g_autofree char *allowed = venule_xml_dup_text (text);

  return allowed != NULL ? g_markup_escape_text (allowed, -1) : NULL;
}
