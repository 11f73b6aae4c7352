/* venule-document-name.c: what files of documents are called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-document-name.h"

#include <string.h>

gboolean
venule_document_has_suffix (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, VENULE_DOCUMENT_SUFFIX);
}

char *
venule_document_name (const char *typed)
{
  g_autofree char *bare = g_strdup (typed);
  g_autofree char *name = g_path_get_basename (typed);
  gsize ending = strlen (VENULE_DOCUMENT_SUFFIX);

  if (g_ascii_strcasecmp (name, VENULE_DOCUMENT_SUFFIX) == 0)
    return NULL;
  if (!venule_document_has_suffix (typed))
    return g_strconcat (typed, VENULE_DOCUMENT_SUFFIX, NULL);

  for (;;)
    {
      char *shorter = g_strndup (bare, strlen (bare) - ending);

      if (!venule_document_has_suffix (shorter))
        {
          g_free (shorter);
          return g_steal_pointer (&bare);
        }
      g_free (bare);
      bare = shorter;
    }
}
