/* venule-source-errors.c: sentences that all kinds of sources say
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-source-private.h"

/**
 * venule_source_set_read_error:
 * @self: a source
 * @index: number of a frame that is in the table
 * @error: return location
 *
 * For the readers: a frame that was there when the table was made cannot be had any more.
 */
void
venule_source_set_read_error (VenuleSource  *self,
                              gint64         index,
                              GError       **error)
{
  g_autofree char *name = venule_display_name_dup_base (venule_source_get_path (self));

  venule_source_drop_cached (self);
  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
    _("Frame %lld of “%s” cannot be read any more: the file has changed since it was opened, or its drive fails. "
      "Open the video again."),
    (long long) index, name);
}

/**
 * venule_source_set_no_memory:
 * @name: of a file, for people
 * @error: return location
 *
 * For those who read files: memory ran out, or a damaged file asks for more than there is.
 */
void
venule_source_set_no_memory (const char  *name,
                           GError     **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
               _("There is not enough memory to read “%s”. Close other programs and try again; if that does not help, "
                 "the file is damaged: copy it again from the microscope."),
               name);
}

/* The first choice that only a stack can have: (nullable). */
static const char *
find_choice_of_stack (const VenuleInputOptions *options)
{
  if (options->channel > 0)
    return "--channel";
  if (options->slice > 0)
    return "--slice";
  if (options->series > 0)
    return "--series";
  /* That the frames of a video follow each other in time is true. */
  return options->axis == VENULE_AXIS_SLICE || options->axis == VENULE_AXIS_CHANNEL ? "--time-axis" : NULL;
}

/**
 * venule_source_check_no_stack:
 * @options: what was chosen
 * @name: of a file that is no image stack, for people
 * @error: return location
 *
 * Errors: %VENULE_ERROR_INVALID when a channel, slice, axis or image was chosen.
 *
 * Returns: whether nothing was chosen that only a stack has
 */
gboolean
venule_source_check_no_stack (const VenuleInputOptions *options,
                              const char               *name,
                              GError                  **error)
{
  const char *option = find_choice_of_stack (options);

  if (option == NULL)
    return TRUE;

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_INVALID,
    options->channel > 0
      ? _("“%s” is no image stack, and has no channels to choose from. Leave %s out; --gray takes one colour of a "
          "colour video.")
      : _("“%s” is no image stack: it has no slices of depth, channels or several images to choose from. Leave %s "
          "out."),
    name, option);
  return FALSE;
}

/**
 * venule_source_check_gray:
 * @options: what was chosen
 * @has_color: whether the file has colours
 * @name: of the file, for people
 * @error: return location
 *
 * Errors: %VENULE_ERROR_INVALID when one colour of a gray video was chosen.
 *
 * Returns: whether gray levels can be made as they were chosen
 */
gboolean
venule_source_check_gray (const VenuleInputOptions *options,
                          gboolean                  has_color,
                          const char               *name,
                          GError                  **error)
{
  if (has_color || options->gray == VENULE_GRAY_LUMA)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” is stored in gray: there is no red, green or blue in it. Choose brightness as the gray level."),
               name);
  return FALSE;
}
