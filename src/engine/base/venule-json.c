/* venule-json.c: members of JSON objects, and JSON from files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-json.h"

#include <math.h>
#include <string.h>

/**
 * venule_json_add_text:
 * @builder: in an object
 * @name: of the member
 * @text: (nullable): its value; %NULL becomes null
 */
void
venule_json_add_text (JsonBuilder *builder,
                      const char  *name,
                      const char  *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

/**
 * venule_json_add_texts:
 * @builder: in an object
 * @name: of the member
 * @texts: (array zero-terminated=1) (nullable): an array's elements; %NULL: it has none
 */
void
venule_json_add_texts (JsonBuilder       *builder,
                       const char        *name,
                       const char *const *texts)
{
  venule_json_begin_array (builder, name);
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);
  json_builder_end_array (builder);
}

/**
 * venule_json_add_integer:
 * @builder: in an object
 * @name: of the member
 * @number: its value
 */
void
venule_json_add_integer (JsonBuilder *builder,
                         const char  *name,
                         gint64       number)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, number);
}

/**
 * venule_json_add_number:
 * @builder: in an object
 * @name: of the member
 * @number: its value; infinities and NaN, which JSON has not, become null
 */
void
venule_json_add_number (JsonBuilder *builder,
                        const char  *name,
                        double       number)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (number))
    json_builder_add_double_value (builder, number);
  else
    json_builder_add_null_value (builder);
}

/**
 * venule_json_add_flag:
 * @builder: in an object
 * @name: of the member
 * @flag: its value
 */
void
venule_json_add_flag (JsonBuilder *builder,
                      const char  *name,
                      gboolean     flag)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, flag);
}

/**
 * venule_json_begin_object:
 * @builder: in an object
 * @name: of the member, an object; json_builder_end_object() ends it
 */
void
venule_json_begin_object (JsonBuilder *builder,
                          const char  *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

/**
 * venule_json_begin_array:
 * @builder: in an object
 * @name: of the member, an array; json_builder_end_array() ends it
 */
void
venule_json_begin_array (JsonBuilder *builder,
                         const char  *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

/* ---- From files ---- */

/* The code unit of “\u” at @at, or −1. */
static int
get_unit (const char *at)
{
  int unit = 0;

  if (at[0] != '\\' || at[1] != 'u')
    return -1;
  for (guint i = 2; i < 6; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);

      if (digit < 0)
        return -1;
      unit = 16 * unit + digit;
    }

  return unit;
}

/* The end of the string whose quote is at @at; NULL: it has none, or an escape that JSON does not know, after which
 * json-glib would look for the end at another place. */
static const char *
find_end (const char *at)
{
  for (at++; *at != '"'; at++)
    {
      int unit = get_unit (at);

      if (*at == '\0' || (*at == '\\' && unit < 0 && (at[1] == '\0' || strchr ("\"\\/bfnrt", at[1]) == NULL)))
        return NULL;
      if (unit >= 0xd800 && unit < 0xdc00 && get_unit (at + 6) >= 0xdc00 && get_unit (at + 6) < 0xe000)
        at += 11;
      else if (unit >= 0xd800 && unit < 0xe000)
        return NULL;
      else if (*at == '\\')
        at += unit >= 0 ? 5 : 1;
    }

  return at;
}

/* json-glib calls itself for each array and object, and reads comments, single quotes and assignments besides, in which
 * brackets would be counted wrong: such texts are no JSON. */
static gboolean
is_bounded (const char *text)
{
  guint depth = 0, n = 0;
  gboolean ended = FALSE;

  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '"')
        at = find_end (at);
      if (at == NULL || strchr ("{}[],:\" \t\r\n+-.0123456789Etruefalsn", *at) == NULL)
        return FALSE;
      if (*at == '[' || *at == '{')
        depth++;
      else if ((*at == ']' || *at == '}') && depth-- == 0)
        return FALSE;
      if (strchr ("[{,", *at) != NULL)
        n++;
      /* It would read the first of two texts. */
      if (ended && !g_ascii_isspace (*at))
        return FALSE;
      ended = depth == 0 && n > 0;
      if (depth > VENULE_JSON_DEEPEST || n > VENULE_JSON_MAX_VALUES)
        return FALSE;
    }

  return TRUE;
}

/* How many members each object has been given that is not at its end; json-glib keeps the last of one name. */
typedef struct {
  GHashTable *given;
  gboolean    twice;
} Members;

static void
on_member (Members    *self,
           JsonObject *object)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->given, object));

  g_hash_table_insert (self->given, object, GUINT_TO_POINTER (n + 1));
}

static void
on_object_end (Members    *self,
               JsonObject *object)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->given, object));

  self->twice = self->twice || n != json_object_get_size (object);
  g_hash_table_remove (self->given, object);
}

/**
 * venule_json_parse:
 * @text: from a file: not trusted
 *
 * The one way to read JSON: strict, and limited to %VENULE_JSON_MAX_BYTES, %VENULE_JSON_DEEPEST levels and
 * %VENULE_JSON_MAX_VALUES values, so that neither the stack nor the memory runs out. An object with two members of the
 * same name is ambiguous and refused.
 *
 * Returns: (transfer full) (nullable): the value; %NULL: it is not such a text
 */
JsonNode *
venule_json_parse (const char *text)
{
  gsize size = strnlen (text, VENULE_JSON_MAX_BYTES + 1);
  g_autoptr(JsonParser) parser = NULL;
  g_autoptr(GHashTable) given = NULL;
  Members members = { NULL };

  if (size > VENULE_JSON_MAX_BYTES || !g_utf8_validate (text, (gssize) size, NULL) || !is_bounded (text))
    return NULL;

  members.given = given = g_hash_table_new (NULL, NULL);
  parser = json_parser_new ();
  g_signal_connect_swapped (parser, "object-member", G_CALLBACK (on_member), &members);
  g_signal_connect_swapped (parser, "object-end", G_CALLBACK (on_object_end), &members);

  return json_parser_load_from_data (parser, text, (gssize) size, NULL) && !members.twice
           ? json_parser_steal_root (parser) : NULL;
}

/* The text of a string member; @missing: there is no such member; NULL: it is no string. */
const char *
venule_json_get_text (JsonObject *object,
                      const char *name,
                      const char *missing)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return missing;

  return json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
}

/* Whether members that are there are numbers, flags or texts, or null: json-glib takes others for a programmer's
 * mistake. */
gboolean
venule_json_are_values (JsonObject        *object,
                        const char *const *names)
{
  for (; *names != NULL; names++)
    {
      JsonNode *node = json_object_get_member (object, *names);

      if (node != NULL && !JSON_NODE_HOLDS_VALUE (node) && !JSON_NODE_HOLDS_NULL (node))
        return FALSE;
    }
  return TRUE;
}
