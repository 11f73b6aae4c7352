/* venule-enum-names.h: names of the values of an enumeration, for files and the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (array length=n): the index of @text; -1: it is none of them. */
int venule_names_find (const char *const *names,
                       guint              n,
                       const char        *text);

/**
 * VENULE_DEFINE_ENUM_NAMES:
 * @Type: an enumeration whose values count from 0
 * @prefix: of its functions
 * @...: a name for each value
 *
 * Defines
 * `const char *prefix_to_string (Type value)` and
 * `gboolean prefix_from_string (const char *text, Type *value)`, which says whether @text is one of the names.
 */
#define VENULE_DEFINE_ENUM_NAMES(Type, prefix, ...) \
  static const char *const prefix##_names[] = { __VA_ARGS__ }; \
\
  const char *prefix##_to_string (Type value) \
  { \
    g_return_val_if_fail ((guint) value < G_N_ELEMENTS (prefix##_names), NULL); \
    return prefix##_names[value]; \
  } \
\
  gboolean prefix##_from_string (const char *text, Type *value) \
  { \
    int index = venule_names_find (prefix##_names, G_N_ELEMENTS (prefix##_names), text); \
\
    if (index >= 0) \
      *value = (Type) index; \
    return index >= 0; \
  }

G_END_DECLS
