/* venule-scale-text.c: a pixel size in free text
 *
 * Programs of microscopes write it into the comments of AVI, QuickTime and Matroska files, each in its own words:
 * "Pixel size: 0.363 µm", "0.363 um/px", "PixelSizeUm=0.363".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-scale-text.h"

#include <string.h>

#include "venule-stack.h"

/* Longer comments are data. */
#define MAX_TEXT 65536

#define NUMBER "([0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?)"
#define UNIT "(nm|\xc2\xb5m|\xce\xbcm|um|microns?|micromet(?:er|re)s?|mm)"

static double
find (const char *text,
      const char *pattern,
      guint       number,
      guint       unit)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *number_text = NULL;
  g_autofree char *unit_text = NULL;

  if (!g_regex_match (regex, text, 0, &match))
    return 0;
  number_text = g_match_info_fetch (match, number);
  unit_text = unit > 0 ? g_match_info_fetch (match, unit) : g_strdup ("um");
  if (g_ascii_strncasecmp (unit_text, "micro", 5) == 0)
    {
      g_free (unit_text);
      unit_text = g_strdup ("um");
    }
  return venule_stack_parse_length (g_ascii_strtod (number_text, NULL), unit_text);
}

/**
 * venule_scale_find_in_text:
 * @text: a comment in a file
 *
 * Returns: the size of a pixel in µm that it names with its unit, or 0
 */
double
venule_scale_find_in_text (const char *text)
{
  static const struct {
    const char *pattern;
    guint       unit;
  } patterns[] = {
    { "pixel ?_?size ?_?(?:um|\xc2\xb5m)[ \"]*[=:][ \"]*" NUMBER, 0 },
    { "pixel ?_?size[^0-9.]{0,12}" NUMBER " ?" UNIT "\\b", 2 },
    { NUMBER " ?" UNIT " ?(?:/|per) ?(?:px|pixel|pix)\\b", 2 },
  };

  if (strlen (text) > MAX_TEXT || !g_utf8_validate (text, -1, NULL))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      double um = find (text, patterns[i].pattern, 1, patterns[i].unit);

      if (um > 0)
        return um;
    }
  return 0;
}
