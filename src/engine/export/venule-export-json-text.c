/* venule-export-json-text.c: JSON with the fewest digits that give the same number again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"

static void
append_number (GString *text,
               double   number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  for (int precision = 15; precision <= 17; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (digits, sizeof digits, format, number);
      if (g_ascii_strtod (digits, NULL) == number)
        break;
    }

  g_string_append (text, digits);
}

static void
append_line (GString *text,
             int      depth)
{
  g_string_append_c (text, '\n');
  for (int i = 0; i < depth; i++)
    g_string_append (text, "  ");
}

static void append_node (GString  *text,
                         JsonNode *node,
                         int       depth);

static void
append_object (GString    *text,
               JsonObject *object,
               int         depth)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  gboolean first = TRUE;

  g_string_append_c (text, '{');
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      if (!first)
        g_string_append_c (text, ',');
      first = FALSE;
      append_line (text, depth + 1);
      g_string_append_printf (text, "\"%s\": ", name);
      append_node (text, member, depth + 1);
    }
  if (!first)
    append_line (text, depth);
  g_string_append_c (text, '}');
}

static void
append_array (GString   *text,
              JsonArray *array,
              int        depth)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      append_node (text, json_array_get_element (array, i), depth);
    }
  g_string_append_c (text, ']');
}

static void
append_node (GString  *text,
             JsonNode *node,
             int       depth)
{
  g_autofree char *scalar = NULL;

  if (JSON_NODE_HOLDS_OBJECT (node))
    append_object (text, json_node_get_object (node), depth);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    append_array (text, json_node_get_array (node), depth);
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_DOUBLE)
    append_number (text, json_node_get_double (node));
  else
    {
      scalar = json_to_string (node, FALSE);
      g_string_append (text, scalar);
    }
}

char *
venule_export_json_to_text (JsonNode *node)
{
  GString *text = g_string_new (NULL);

  append_node (text, node, 0);
  g_string_append_c (text, '\n');

  return g_string_free (text, FALSE);
}
