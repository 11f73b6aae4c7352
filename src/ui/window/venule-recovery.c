/* venule-recovery.c: what an earlier program left is offered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-recovery.h"

#include <glib/gi18n.h>

#include "venule-window-private.h"

#include "venule-display-name.h"
#include "venule-task.h"

static void offer_next (VenuleWindow *window,
                        GPtrArray    *leftovers);

static void
recover (VenuleWindow         *window,
         const VenuleLeftover *leftover)
{
  g_autoptr (GError) error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_recover (leftover, &error);

  if (!working_copy)
    {
      venule_window_show_error (window, _("The changes could not be recovered"), error->message);
      return;
    }
  if (!venule_window_is_empty (window))
    {
      window = venule_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));
      gtk_window_present (GTK_WINDOW (window));
    }
  venule_window_take_working_copy (window, working_copy);
}

static void
on_answered (GtkWidget    *dialog,
             const char   *response,
             VenuleWindow *window)
{
  GPtrArray *leftovers = g_object_get_data (G_OBJECT (dialog), "leftovers");
  g_autoptr (GPtrArray) rest = g_ptr_array_ref (leftovers);
  VenuleLeftover *leftover = g_ptr_array_steal_index (rest, 0);

  if (g_str_equal (response, "recover"))
    recover (window, leftover);
  else if (g_str_equal (response, "discard"))
    venule_leftover_remove (leftover);
  venule_leftover_free (leftover);
  offer_next (window, rest);
}

static char *
describe (const VenuleLeftover *leftover)
{
  g_autoptr (GDateTime) changed = g_date_time_new_from_unix_local (leftover->changed);
  /* Translators: day and time, as in “21 November 2026, 14:05”; see the manual of g_date_time_format() */
  g_autofree char *when = g_date_time_format (changed, _("%e %B %Y, %H:%M"));
  g_autofree char *name = leftover->target ? venule_display_name_dup (leftover->target) : NULL;
  g_autofree char *video = leftover->video ? venule_display_name_dup (leftover->video) : NULL;

  g_strstrip (when);
  if (!name && video)
    /* Translators: the first %s is the name of a file, the second a day and a time */
    return g_strdup_printf (_("A document of the video “%s” that was never saved was changed last on %s, before Venule "
                              "ended. It is still there, but for the last seconds of a run."), video, when);
  if (!name)
    /* Translators: %s is a day and a time */
    return g_strdup_printf (
      _("A document that was never saved was changed last on %s, before Venule ended. It is still there, but for the "
        "last seconds of a run."),
      when);
  /* Translators: the first %s is the name of a file, the second a day and a time */
  return g_strdup_printf (
    _("“%s” was changed on %s, and not saved when Venule ended. The changes are still there, but for the last "
      "seconds of a run."),
    name, when);
}

static void
offer_next (VenuleWindow *window,
            GPtrArray    *leftovers)
{
  g_autofree char *body = NULL;
  GtkWidget *dialog;

  if (leftovers->len == 0)
    return;

  body = describe (g_ptr_array_index (leftovers, 0));
  dialog = adw_message_dialog_new (GTK_WINDOW (window), _("Recover Unsaved Changes?"), body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "later", _("_Later"), "discard", _("_Discard Changes"),
                                    "recover", _("_Recover"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "recover", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "recover");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "later");
  g_object_set_data_full (G_OBJECT (dialog), "leftovers", g_ptr_array_ref (leftovers),
                          (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answered), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
look_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      except,
                GCancellable *cancellable)
{
  g_task_return_pointer (task, venule_working_copy_dup_leftovers (except), (GDestroyNotify) g_ptr_array_unref);
}

static void
on_looked (gpointer  owner,
           GTask    *task)
{
  g_autoptr (GPtrArray) leftovers = g_task_propagate_pointer (task, NULL);

  if (leftovers)
    offer_next (VENULE_WINDOW (owner), leftovers);
}

/* In a thread: each of them is opened and checked as a whole, and there may be large ones. */
void
venule_recovery_offer (VenuleWindow *window,
                       const char   *except)
{
  venule_task_start (window, NULL, venule_recovery_offer, look_in_thread, g_strdup (except), g_free, on_looked);
}
