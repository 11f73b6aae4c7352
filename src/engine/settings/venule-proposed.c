/* venule-proposed.c: which settings the program proposed, and no person has confirmed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-proposed.h"

#include <glib/gi18n-lib.h>

#include "venule-enum-names.h"
#include "venule-json.h"

#define MEMBER "proposed"

static const char *const names[VENULE_N_PROPOSED] = { "vessel", "flow", "cell_diameter" };
/* Translators: each a part of a list */
static const char *const shown[VENULE_N_PROPOSED] = { N_("vessel"), N_("direction of the flow"), N_("cell diameter") };

void
venule_proposed_add (VenuleProposed  self,
                     JsonBuilder    *builder)
{
  const char *texts[VENULE_N_PROPOSED + 1] = { NULL };
  guint n = 0;

  for (guint i = 0; i < VENULE_N_PROPOSED; i++)
    if (self & 1u << i)
      texts[n++] = names[i];
  if (n > 0)
    venule_json_add_texts (builder, MEMBER, texts);
}

gboolean
venule_proposed_read (JsonObject     *object,
                      VenuleProposed *self)
{
  JsonNode *node = json_object_get_member (object, MEMBER);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint found = 0;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      int index = json_node_get_value_type (element) == G_TYPE_STRING
                    ? venule_names_find (names, VENULE_N_PROPOSED, json_node_get_string (element)) : -1;

      if (index < 0)
        return FALSE;
      found |= 1u << index;
    }
  *self = (VenuleProposed) found;
  return node == NULL || array != NULL;
}

char *
venule_proposed_dup_list (VenuleProposed self,
                          gboolean       translated)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < VENULE_N_PROPOSED; i++)
    if (self & 1u << i)
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", translated ? _(shown[i]) : names[i]);
  return g_string_free (list, FALSE);
}

char *
venule_proposed_dup_sentence (VenuleProposed self)
{
  GString *sentence = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < VENULE_N_PROPOSED; i++)
    if (self & 1u << i)
      g_string_append_printf (sentence, "%s %s",
                              n++ == 0 ? "The" : self >> (i + 1) == 0 ? " and the" : ", the", shown[i]);
  if (n > 0)
    g_string_append_printf (sentence, " %s proposed by the program from the video and not confirmed by a person.",
                            n > 1 ? "were" : "was");
  return g_string_free (sentence, FALSE);
}
