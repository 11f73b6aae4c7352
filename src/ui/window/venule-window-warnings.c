/* venule-window-warnings.c: what must be known of a run before its numbers are believed, and what can be done at once
 * about it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-document-measures.h"
#include "venule-task.h"
#include "venule-warning.h"
#include "venule-window-action.h"

#define MISLEADING N_("The numbers may mislead")
#define AGAINST N_("Most cells move against the arrow of the flow")

/* Above what else is said of the run. */
static void
show_above (VenuleWindow *self,
            const char   *title,
            const char   *body)
{
  g_autofree char *said = venule_message_bar_dup_text (self->message_bar);
  g_autofree char *text = said ? g_strdup_printf ("%s\n\n%s", body, said) : g_strdup (body);

  /* What went wrong meanwhile stays what it is. */
  if (venule_message_bar_is_error (self->message_bar))
    venule_message_bar_show_error (self->message_bar, title, text);
  else
    venule_message_bar_show_info (self->message_bar, title, text);
}

static void
list_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  g_task_return_pointer (task, venule_measurement_snapshot_list_warnings (task_data),
                         (GDestroyNotify) g_ptr_array_unref);
}

/* Returns: whether it is told apart from the others: with an offer, or when the run ended with what can be done in the
 *   window */
static gboolean
is_shown_apart (const VenuleWarning *warning)
{
  return g_str_equal (warning->id, VENULE_WARNING_AGAINST_FLOW) || g_str_equal (warning->id, VENULE_WARNING_NO_CELLS);
}

static void
show_misleading (VenuleWindow *self,
                 GPtrArray    *warnings)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const VenuleWarning *warning = g_ptr_array_index (warnings, i);

      if (!is_shown_apart (warning))
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", warning->sentence);
    }
  if (text->len > 0)
    show_above (self, _(MISLEADING), text->str);
}

static void
show_direction (VenuleWindow *self,
                GPtrArray    *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    {
      const VenuleWarning *warning = g_ptr_array_index (warnings, i);

      if (warning->flow == NULL)
        continue;
      if (g_str_equal (warning->id, VENULE_WARNING_AGAINST_FLOW))
        show_above (
          self, _(AGAINST),
          _("Their velocities are negative. If the arrow of step 2 is the wrong way round, turn it and run again."));
      g_free (self->run.flow);
      self->run.flow = g_strdup (warning->flow);
      venule_message_bar_offer (self->message_bar, _("_Turn Arrow and Run Again"), "win.turn-flow");
      return;
    }
}

static void
on_listed (gpointer  owner,
           GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  gboolean cancelled = g_cancellable_is_cancelled (g_task_get_cancellable (task));
  g_autoptr (GPtrArray) warnings = g_task_propagate_pointer (task, NULL);

  if (cancelled || warnings == NULL)
    return;

  g_clear_object (&self->run.warnings);
  show_misleading (self, warnings);
  show_direction (self, warnings);
}

/**
 * venule_window_drop_warnings:
 * @self: a window
 *
 * Says nothing more of the run that was on show: there is another one, or none. What went wrong stays.
 */
void
venule_window_drop_warnings (VenuleWindow *self)
{
  g_cancellable_cancel (self->run.warnings);
  g_clear_object (&self->run.warnings);
  if (venule_message_bar_is_error (self->message_bar))
    return;
  venule_message_bar_settle (self->message_bar, _(MISLEADING));
  venule_message_bar_settle (self->message_bar, _(AGAINST));
}

/**
 * venule_window_toast_warnings:
 * @self: a window
 *
 * Looks in a thread for what must be known of the run on show, which is done, before its numbers are believed, and says
 * it above what else is said. When cells go against the arrow, or askew to it, it offers to turn that.
 */
void
venule_window_toast_warnings (VenuleWindow *self)
{
  venule_window_drop_warnings (self);
  self->run.warnings = g_cancellable_new ();
  venule_task_start (self, self->run.warnings, venule_window_toast_warnings, list_in_thread,
                     venule_document_begin_measuring (self->document),
                     (GDestroyNotify) venule_measurement_snapshot_unref, on_listed);
}

/* To the flow that was offered, whatever the arrow has become meanwhile. */
static void
turn_action (VenuleWindow *self)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document || !self->run.flow || venule_window_is_running (self))
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  venule_vessel_parse_flow (settings->vessel, self->run.flow, NULL);
  venule_document_set_settings (self->document, settings);
  venule_window_run (self);
}

static const VenuleWindowAction entries[] = {
  { "turn-flow", G_CALLBACK (turn_action) },
};

void
venule_window_connect_warnings (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
}
