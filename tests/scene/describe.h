/* describe.h: descriptions of scenes in tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"

#define TINY "width=96", "height=64", "frames=4", "lumen-width=40", "vessel-offset=0", "radius-mean=6", "radius-sd=0.5"

/* The defaults but for keys "key=value", NULL at the end. */
static inline SceneDescription
describe (const char *first,
          ...)
{
  g_autoptr(GPtrArray) keys = g_ptr_array_new ();
  g_autoptr(GError) error = NULL;
  SceneDescription description;
  va_list list;

  va_start (list, first);
  for (const char *key = first; key != NULL; key = va_arg (list, const char *))
    g_ptr_array_add (keys, (gpointer) key);
  va_end (list);
  g_ptr_array_add (keys, NULL);
  scene_description_load (&description, NULL, (const char * const *) keys->pdata, &error);
  g_assert_no_error (error);

  return description;
}
