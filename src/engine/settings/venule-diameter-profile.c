/* venule-diameter-profile.c: a measured diameter as the document keeps it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-diameter-profile.h"

#include <math.h>
#include <string.h>

#include "venule-measure-settings.h"
#include "venule-number.h"

char *
venule_diameter_to_text (const GArray           *places,
                         const VenuleCentreline *centreline)
{
  g_autofree char *key = venule_centreline_dup_key (centreline);
  GString *text = g_string_new (key);

  for (guint i = 0; i < places->len; i++)
    {
      const VenuleDiameterPlace *place = &g_array_index (places, VenuleDiameterPlace, i);
      const double numbers[] = { place->along, place->left, place->right, place->error };

      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        {
          char buffer[G_ASCII_DTOSTR_BUF_SIZE];

          g_string_append_c (text, k == 0 ? ' ' : ',');
          g_string_append (text,
                           g_ascii_formatd (buffer, sizeof buffer, "%.4f", isfinite (numbers[k]) ? numbers[k] : 0));
        }
    }

  return g_string_free (text, FALSE);
}

GArray *
venule_diameter_from_text (const char *text,
                           const char *key)
{
  g_autoptr(GArray) places = g_array_new (FALSE, FALSE, sizeof (VenuleDiameterPlace));
  double before = -INFINITY;
  const char *end = NULL;

  if (!g_str_has_prefix (text, key))
    return NULL;

  for (const char *at = text + strlen (key); *at != '\0'; at = end)
    {
      double numbers[4];
      VenuleDiameterPlace place;

      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        {
          if (*at != (k == 0 ? ' ' : ','))
            return NULL;
          end = venule_number_scan (at + 1, &numbers[k]);
          if (end == NULL)
            return NULL;
          at = end;
        }
      place = (VenuleDiameterPlace){ numbers[0], numbers[1], numbers[2], numbers[3] };
      if (place.along <= before || place.left < 0 || place.right < 0 || place.left + place.right <= 0 ||
          places->len >= VENULE_DIAMETER_PLACES)
        return NULL;
      before = place.along;
      g_array_append_val (places, place);
    }

  return places->len > 0 ? g_steal_pointer (&places) : NULL;
}

GArray *
venule_diameter_dup_walls (const char *text,
                           const char *key)
{
  g_autoptr(GArray) places = venule_diameter_from_text (text, key);
  GArray *walls;

  if (places == NULL)
    return NULL;

  walls = g_array_new (FALSE, FALSE, sizeof (VenuleWall));
  for (guint i = 0; i < places->len; i++)
    {
      const VenuleDiameterPlace *place = &g_array_index (places, VenuleDiameterPlace, i);
      VenuleWall wall = { place->along, place->left, place->right };

      g_array_append_val (walls, wall);
    }

  return walls;
}
