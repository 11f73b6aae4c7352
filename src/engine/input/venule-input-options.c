/* venule-input-options.c: what of a file is the video, where there is a choice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-input-options.h"

static const char *const gray_names[] = { "luma", "red", "green", "blue" };
static const char *const fields_names[] = { "whole", "top-first", "bottom-first" };
static const char *const axis_names[] = { "unknown", "t", "z", "c" };

static int
find_name (const char *const *names,
           guint              n_names,
           const char        *text)
{
  for (guint i = 0; i < n_names; i++)
    if (g_str_equal (names[i], text))
      return i;
  return -1;
}

/**
 * venule_gray_to_string:
 * @gray: a #VenuleGray
 *
 * Returns: its name for files and the command line
 */
const char *
venule_gray_to_string (VenuleGray gray)
{
  g_return_val_if_fail ((guint) gray < G_N_ELEMENTS (gray_names), NULL);

  return gray_names[gray];
}

/**
 * venule_gray_from_string:
 * @text: such a name
 * @gray: (out): what it stands for
 *
 * Returns: whether it stands for anything
 */
gboolean
venule_gray_from_string (const char *text,
                        VenuleGray *gray)
{
  int index = find_name (gray_names, G_N_ELEMENTS (gray_names), text);

  if (index < 0)
    return FALSE;
  *gray = (VenuleGray) index;
  return TRUE;
}

/**
 * venule_fields_to_string:
 * @fields: a #VenuleFields
 *
 * Returns: its name for files and the command line
 */
const char *
venule_fields_to_string (VenuleFields fields)
{
  g_return_val_if_fail ((guint) fields < G_N_ELEMENTS (fields_names), NULL);

  return fields_names[fields];
}

/**
 * venule_fields_from_string:
 * @text: such a name
 * @fields: (out): what it stands for
 *
 * Returns: whether it stands for anything
 */
gboolean
venule_fields_from_string (const char *text,
                        VenuleFields *fields)
{
  int index = find_name (fields_names, G_N_ELEMENTS (fields_names), text);

  if (index < 0)
    return FALSE;
  *fields = (VenuleFields) index;
  return TRUE;
}

/**
 * venule_axis_to_string:
 * @axis: a #VenuleAxis
 *
 * Returns: its name for files and the command line
 */
const char *
venule_axis_to_string (VenuleAxis axis)
{
  g_return_val_if_fail ((guint) axis < G_N_ELEMENTS (axis_names), NULL);

  return axis_names[axis];
}

/**
 * venule_axis_from_string:
 * @text: such a name
 * @axis: (out): what it stands for
 *
 * Returns: whether it stands for anything
 */
gboolean
venule_axis_from_string (const char *text,
                        VenuleAxis *axis)
{
  int index = find_name (axis_names, G_N_ELEMENTS (axis_names), text);

  if (index < 0)
    return FALSE;
  *axis = (VenuleAxis) index;
  return TRUE;
}

/**
 * venule_input_options_equal:
 * @a: a reading
 * @b: a reading
 *
 * Returns: whether the same was chosen in both
 */
gboolean
venule_input_options_equal (const VenuleInputOptions *a,
                            const VenuleInputOptions *b)
{
  return a->gray == b->gray && a->fields == b->fields && a->axis == b->axis && a->channel == b->channel &&
         a->slice == b->slice && a->series == b->series;
}
