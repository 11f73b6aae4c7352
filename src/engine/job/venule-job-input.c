/* venule-job-input.c: the options that say what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-input.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-option-parse.h"

void
venule_job_input_add (VenuleJobInput *self,
                      GOptionContext        *context)
{
  const GOptionEntry entries[] = {
    { "gray", 0, 0, G_OPTION_ARG_STRING, &self->gray,
      N_("Conversion of colours to gray levels: brightness, or one colour channel (default: luma)"),
      "luma|red|green|blue" },
    { "fields", 0, 0, G_OPTION_ARG_STRING, &self->fields,
      N_("Deinterlacing: none, or two frames from each, upper or lower field first (default: whole)"),
      "whole|top-first|bottom-first" },
    { "channel", 0, 0, G_OPTION_ARG_STRING, &self->channel,
      N_("Channel of a stack, from 1"), "N" },
    { "slice", 0, 0, G_OPTION_ARG_STRING, &self->slice, N_("Z slice of a stack, from 1"), "N" },
    { "time-axis", 0, 0, G_OPTION_ARG_STRING, &self->time_axis,
      N_("Time axis of a stack: its times, Z slices or channels"), "t|z|c" },
    { "series", 0, 0, G_OPTION_ARG_STRING, &self->series, N_("Image series of an OME-TIFF, from 1"), "N" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

gboolean
venule_job_input_parse (const VenuleJobInput *self,
                        VenuleInputOptions          *input,
                        GError                     **error)
{
  if (self->gray != NULL && !venule_gray_from_string (self->gray, &input->gray))
    return venule_option_refuse (error, "--gray", self->gray, _("luma, red, green or blue"));
  if (self->fields != NULL && !venule_fields_from_string (self->fields, &input->fields))
    return venule_option_refuse (error, "--fields", self->fields, _("whole, top-first or bottom-first"));
  if (self->time_axis != NULL &&
      (!venule_axis_from_string (self->time_axis, &input->axis) || input->axis == VENULE_AXIS_UNKNOWN))
    return venule_option_refuse (error, "--time-axis", self->time_axis, _("t, z or c"));

  return venule_option_parse_whole ("--channel", self->channel, 1, G_MAXINT, &input->channel, error) &&
         venule_option_parse_whole ("--slice", self->slice, 1, G_MAXINT, &input->slice, error) &&
         venule_option_parse_whole ("--series", self->series, 1, G_MAXINT, &input->series, error);
}

const char *
venule_job_input_get_given (const VenuleJobInput *self)
{
  const struct
  {
    const char *option;
    gboolean    given;
  } options[] = {
    { "--gray", self->gray != NULL },         { "--fields", self->fields != NULL },
    { "--channel", self->channel != NULL }, { "--slice", self->slice != NULL },
    { "--time-axis", self->time_axis != NULL }, { "--series", self->series != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].given)
      return options[i].option;
  return NULL;
}

void
venule_job_input_clear (VenuleJobInput *self)
{
  g_clear_pointer (&self->gray, g_free);
  g_clear_pointer (&self->fields, g_free);
  g_clear_pointer (&self->time_axis, g_free);
  g_clear_pointer (&self->channel, g_free);
  g_clear_pointer (&self->slice, g_free);
  g_clear_pointer (&self->series, g_free);
}
