/* venule-parts.c: parts of the analysis that can be left out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-parts.h"

#include "venule-enum-names.h"

/* By the number of their bit. */
static const char *const names[] = { "contour", "register", "look", "linking", "smoothing", "every-frame", "flowing" };

gboolean
venule_parts_add (VenuleParts *self,
                  const char  *name)
{
  int part = venule_names_find (names, G_N_ELEMENTS (names), name);

  if (part >= 0)
    *self |= 1u << part;
  return part >= 0;
}

char **
venule_parts_dup_names (VenuleParts self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (self & 1u << i)
      g_strv_builder_add (builder, names[i]);
  return g_strv_builder_end (builder);
}
