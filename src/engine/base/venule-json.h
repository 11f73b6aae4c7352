/* venule-json.h: members of JSON objects, and JSON from files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Bounds of what is read from files. */
#define VENULE_JSON_MAX_BYTES (16 * 1024 * 1024)
#define VENULE_JSON_MAX_VALUES 1000000
#define VENULE_JSON_DEEPEST 64 /* arrays and objects in each other */

void venule_json_add_text     (JsonBuilder       *builder,
                               const char        *name,
                               const char        *text);
void venule_json_add_texts    (JsonBuilder       *builder,
                               const char        *name,
                               const char *const *texts);
void venule_json_add_integer  (JsonBuilder       *builder,
                               const char        *name,
                               gint64             number);
void venule_json_add_number   (JsonBuilder       *builder,
                               const char        *name,
                               double             number);
void venule_json_add_flag     (JsonBuilder       *builder,
                               const char        *name,
                               gboolean           flag);
void venule_json_begin_object (JsonBuilder       *builder,
                               const char        *name);
void venule_json_begin_array  (JsonBuilder       *builder,
                               const char        *name);
JsonNode   *venule_json_parse    (const char        *text);
const char *venule_json_get_text (JsonObject        *object,
                                  const char        *name,
                                  const char        *missing);
gboolean    venule_json_are_values (JsonObject        *object,
                                    const char *const *names);

G_END_DECLS
