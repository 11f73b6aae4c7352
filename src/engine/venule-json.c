/* venule-json.c: members of JSON objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-json.h"

#include <math.h>

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
