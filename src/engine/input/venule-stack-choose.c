/* venule-stack-choose.c: which pictures of a stack are the frames: asked, never guessed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-stack.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

/* Colours of one picture are this many at most; more channels might be frames. */
#define MAX_COLORS 4

static gboolean
ask (GError     **error,
     const char  *format,
     ...) G_GNUC_PRINTF (2, 3);

static gboolean
ask (GError     **error,
     const char  *format,
     ...)
{
  va_list args;
  GError *made;

  va_start (args, format);
  made = g_error_new_valist (VENULE_ERROR, VENULE_ERROR_QUESTION, format, args);
  va_end (args);
  g_propagate_error (error, made);
  return FALSE;
}

/* Counted from 1; 0: not chosen, which is right where there is but one. */
static gboolean
check_number (int          chosen,
              gint64       n,
              const char  *name,
              const char  *option,
              GError     **error)
{
  if (chosen <= n)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("There is no number %d in “%s”: it has %lld (%s, counted from 1)."), chosen, name, (long long) n,
               option);
  return FALSE;
}

static gboolean
choose_axis (VenuleStack         *self,
             const char          *name,
             VenuleInputOptions  *chosen,
             GError             **error)
{
  gboolean many_times = self->n_times != 1;

  if (chosen->axis == VENULE_AXIS_UNKNOWN && many_times)
    chosen->axis = VENULE_AXIS_TIME;
  if (chosen->axis == VENULE_AXIS_UNKNOWN && self->n_slices > 1)
    return ask (error,
                _("“%s” says that its %d pictures lie above each other in depth (z), and were taken at one time. Many "
                  "programs write videos so. Say which it is: --time-axis z if they are the frames of a video, "
                  "--time-axis t if they are not."),
                name, self->n_slices);
  if (chosen->axis == VENULE_AXIS_UNKNOWN && self->n_channels > MAX_COLORS)
    return ask (error,
                _("“%s” says that its %d pictures are channels, taken at one time. Say which it is: --time-axis c if "
                  "they are the frames of a video, --time-axis t if they are not."),
                name, self->n_channels);
  if (chosen->axis == VENULE_AXIS_UNKNOWN)
    chosen->axis = VENULE_AXIS_TIME;

  if (chosen->axis == VENULE_AXIS_TIME ||
      (!many_times && !(chosen->axis == VENULE_AXIS_CHANNEL && self->channels_in_page)))
    return TRUE;

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_INVALID,
    _("“%s” has pictures of several times; they are its frames. Leave --time-axis out, or give --time-axis t."), name);
  return FALSE;
}

/* What the frames are is no choice any more: @chosen->axis is known. */
static gboolean
check_axis_alone (VenuleStack               *self,
                  const char                *name,
                  const VenuleInputOptions  *chosen,
                  GError                   **error)
{
  if (chosen->axis == VENULE_AXIS_SLICE && self->n_slices == 1)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” has one slice of depth: its frames cannot be slices. Leave --time-axis out."), name);
  else if (chosen->axis == VENULE_AXIS_CHANNEL && self->n_channels == 1)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” has one channel: its frames cannot be channels. Leave --time-axis out."), name);
  else if (chosen->axis == VENULE_AXIS_SLICE && chosen->slice > 0)
    g_set_error (
      error, VENULE_ERROR, VENULE_ERROR_INVALID,
      _("The slices of “%s” are its frames with --time-axis z: there is none to choose. Leave --slice out."), name);
  else if (chosen->axis == VENULE_AXIS_CHANNEL && chosen->channel > 0)
    g_set_error (
      error, VENULE_ERROR, VENULE_ERROR_INVALID,
      _("The channels of “%s” are its frames with --time-axis c: there is none to choose. Leave --channel out."),
      name);
  else
    return TRUE;

  return FALSE;
}

/**
 * venule_stack_choose:
 * @self: a stack
 * @name: its name, for people
 * @wanted: what the user chose
 * @chosen: (out): that, and what there is no choice about
 * @error: return location
 *
 * Errors: %VENULE_ERROR_QUESTION when something has to be chosen, with the name of the command line's option for it;
 * %VENULE_ERROR_INVALID when there is no such thing in the stack.
 *
 * Returns: whether it is clear which pictures are the frames
 */
gboolean
venule_stack_choose (VenuleStack               *self,
                     const char                *name,
                     const VenuleInputOptions  *wanted,
                     VenuleInputOptions        *chosen,
                     GError                   **error)
{
  *chosen = *wanted;
  if (!check_number (wanted->series, self->n_series, name, "--series", error) ||
      !check_number (wanted->channel, self->n_channels, name, "--channel", error) ||
      !check_number (wanted->slice, self->n_slices, name, "--slice", error))
    return FALSE;

  if (self->n_series > 1 && wanted->series == 0)
    return ask (error, _("“%s” holds %d images. Choose one of them: --series 1 to --series %d."), name, self->n_series,
                self->n_series);
  if (!choose_axis (self, name, chosen, error) || !check_axis_alone (self, name, chosen, error))
    return FALSE;
  if (self->n_channels > 1 && chosen->axis != VENULE_AXIS_CHANNEL && wanted->channel == 0)
    return ask (error, _("“%s” has %d channels. Choose the one with the cells: --channel 1 to --channel %d."), name,
                self->n_channels, self->n_channels);
  if (self->n_slices > 1 && chosen->axis != VENULE_AXIS_SLICE && wanted->slice == 0)
    return ask (error, _("“%s” has %d slices of depth. Choose one of them: --slice 1 to --slice %d."), name,
                self->n_slices, self->n_slices);
  return TRUE;
}
