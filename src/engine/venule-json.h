/* venule-json.h: members of JSON objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
