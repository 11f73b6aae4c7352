/* venule-cli-reading.c: the options that say what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-reading.h"

#include <glib/gi18n.h>

#include "venule-cli-parse.h"
#include "venule-error.h"

#define NOT_GIVEN G_MININT /* of a number that is counted from 1 */

void
venule_cli_reading_add (VenuleCliReading *self,
                        GOptionContext   *context)
{
  const GOptionEntry entries[] = {
    { "gray", 0, 0, G_OPTION_ARG_STRING, &self->gray,
      N_("How gray levels are made of colours: by brightness, or from one colour alone (default: luma)"),
      "luma|red|green|blue" },
    { "fields", 0, 0, G_OPTION_ARG_STRING, &self->fields,
      N_("What is made of interlaced frames: nothing, or two frames of each, upper or lower lines first (default: whole)"),
      "whole|top-first|bottom-first" },
    { "channel", 0, 0, G_OPTION_ARG_INT, &self->channel,
      N_("Which channel of a stack holds the cells, from 1"), "N" },
    { "slice", 0, 0, G_OPTION_ARG_INT, &self->slice, N_("Which slice of depth of a stack is taken, from 1"), "N" },
    { "time-axis", 0, 0, G_OPTION_ARG_STRING, &self->time_axis,
      N_("What follows each other in a stack: its times, slices of depth, or channels"), "t|z|c" },
    { "series", 0, 0, G_OPTION_ARG_INT, &self->series, N_("Which image of an OME-TIFF with several, from 1"), "N" },
    G_OPTION_ENTRY_NULL,
  };

  self->channel = self->slice = self->series = NOT_GIVEN;
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

static gboolean
take_number (const char  *option,
             int          number,
             int         *place,
             GError     **error)
{
  if (number == NOT_GIVEN)
    return TRUE;
  if (number > 0)
    {
      *place = number;
      return TRUE;
    }

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: %d makes no sense: numbers begin at 1."), option, number);
  return FALSE;
}

gboolean
venule_cli_reading_parse (const VenuleCliReading  *self,
                          VenuleReading           *reading,
                          GError                 **error)
{
  if (self->gray != NULL && !venule_gray_from_string (self->gray, &reading->gray))
    return venule_cli_refuse (error, "--gray", self->gray, _("luma, red, green or blue"));
  if (self->fields != NULL && !venule_fields_from_string (self->fields, &reading->fields))
    return venule_cli_refuse (error, "--fields", self->fields, _("whole, top-first or bottom-first"));
  if (self->time_axis != NULL &&
      (!venule_axis_from_string (self->time_axis, &reading->axis) || reading->axis == VENULE_AXIS_UNKNOWN))
    return venule_cli_refuse (error, "--time-axis", self->time_axis, _("t, z or c"));

  return take_number ("--channel", self->channel, &reading->channel, error) &&
         take_number ("--slice", self->slice, &reading->slice, error) &&
         take_number ("--series", self->series, &reading->series, error);
}

const char *
venule_cli_reading_get_given (const VenuleCliReading *self)
{
  const struct
  {
    const char *option;
    gboolean    given;
  } options[] = {
    { "--gray", self->gray != NULL },         { "--fields", self->fields != NULL },
    { "--channel", self->channel != NOT_GIVEN }, { "--slice", self->slice != NOT_GIVEN },
    { "--time-axis", self->time_axis != NULL }, { "--series", self->series != NOT_GIVEN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].given)
      return options[i].option;
  return NULL;
}

void
venule_cli_reading_clear (VenuleCliReading *self)
{
  g_clear_pointer (&self->gray, g_free);
  g_clear_pointer (&self->fields, g_free);
  g_clear_pointer (&self->time_axis, g_free);
}
