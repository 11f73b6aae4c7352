/* venule-window-close.c: closing a window, and what it asks before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-close-question.h"
#include "venule-display-name.h"
#include "venule-typed.h"

/* Venule proposes neither, so they are work that would be lost. */
static gboolean
is_drawn (VenuleDocument *document)
{
  const VenuleMeasureSettings *measures = venule_document_get_measure_settings (document);
  g_autoptr (VenuleVessel) undrawn = venule_vessel_new ();

  return !venule_vessel_equal (venule_document_get_settings (document)->vessel, undrawn) ||
         measures->centreline->len > 0 || measures->walls->len > 0;
}

void
venule_window_take_typed (VenuleWindow *self)
{
  venule_typed_take (GTK_WINDOW (self));
  venule_correct_panel_take_note (self->panels.correct);
}

gboolean
venule_window_has_unsaved (VenuleWindow *self)
{
  g_autoptr (GArray) runs = NULL;

  venule_window_take_typed (self);
  if (!self->document || (!venule_document_get_modified (self->document) && !venule_window_is_running (self)))
    return FALSE;
  if (venule_window_is_running (self))
    return TRUE;

  /* Numbers alone are soon typed again, a drawing is not; a file that they were saved in is worth a question. Where
   * nothing is shown there may be tracks of another run, or some that were deleted; and that a run found no cell is a
   * result, too. */
  runs = venule_document_dup_runs (self->document);
  return venule_window_get_document_path (self) || g_list_model_get_n_items (G_LIST_MODEL (self->document)) > 0 ||
         venule_document_can_undo (self->document) || runs->len > 1 ||
         venule_document_get_run_metadata (self->document) || is_drawn (self->document);
}

/* ---- What it asks ---- */

/* What is lost when the window closes now, and the user has not given up yet. */
static VenuleLoss
find_loss (VenuleWindow *self)
{
  if (!self->closing.anyway && venule_window_has_unsaved (self))
    return venule_window_is_running (self) ? VENULE_LOSS_RUN : VENULE_LOSS_CHANGES;
  return self->files.export && !self->closing.stop_export ? VENULE_LOSS_EXPORT : VENULE_LOSS_NOTHING;
}

static void
on_close_answered (VenuleWindow *self,
                   const char   *response)
{
  gboolean close = g_str_equal (response, "close");

  g_clear_weak_pointer (&self->closing.question);
  if (g_str_equal (response, "save"))
    {
      self->closing.when_saved = TRUE;
      venule_window_save (self);
      return;
    }

  if (!close)
    venule_closable_keep_open (VENULE_CLOSABLE (self));
  else if (self->closing.asked == VENULE_LOSS_EXPORT)
    self->closing.stop_export = TRUE;
  else
    self->closing.anyway = TRUE;
  venule_closable_answer (VENULE_CLOSABLE (self), close);
}

static GtkWidget *
new_save_question (VenuleWindow *self)
{
  const char *path = venule_window_get_document_path (self);
  g_autofree char *name = venule_display_name_dup_base (
    path ? path : venule_source_get_path (venule_document_get_source (self->document)));
  g_autofree char *body = g_strdup_printf (_("The changes to “%s” are lost when they are not saved."), name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Save Changes?"), body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "close", _("_Discard Changes"),
                                    "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  return dialog;
}

/* What is still growing cannot be saved yet. */
static GtkWidget *
new_run_question (VenuleWindow *self)
{
  return venule_close_question_new (GTK_WINDOW (self), _("Close during the Run?"),
                                    _("What the run has found until now is lost when the window closes, and so are "
                                      "all changes that were not saved."));
}

static void
ask_before_close (VenuleWindow *self,
                  VenuleLoss    loss)
{
  GtkWidget *dialog = loss == VENULE_LOSS_RUN       ? new_run_question (self)
                      : loss == VENULE_LOSS_CHANGES ? new_save_question (self)
                                                    : venule_close_question_new_export (GTK_WINDOW (self));

  self->closing.asked = loss;
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_answered), self, G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->closing.question, dialog);
  gtk_window_present (GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
venule_window_may_close (VenuleClosable *closable)
{
  VenuleWindow *self = VENULE_WINDOW (closable);
  VenuleLoss loss;

  venule_close_popovers (GTK_WIDGET (self));
  /* It is asked already, or for a name. */
  if (self->closing.question || (self->closing.when_saved && self->files.chooser) ||
      venule_window_wait_for_saving (self))
    return FALSE;
  loss = find_loss (self);
  if (loss == VENULE_LOSS_NOTHING)
    return TRUE;

  ask_before_close (self, loss);
  return FALSE;
}

/**
 * venule_window_renew_question:
 * @self: a window whose run, or export, has ended
 * @failed: whether it failed, which is to be read
 *
 * What was asked before closing is not asked any more when it has come to nothing: the window goes on closing, which
 * may ask something else, or stays.
 */
void
venule_window_renew_question (VenuleWindow *self,
                              gboolean      failed)
{
  if (!self->closing.question || self->closing.asked == find_loss (self))
    return;

  gtk_window_destroy (GTK_WINDOW (self->closing.question));
  g_clear_weak_pointer (&self->closing.question);
  if (failed)
    venule_closable_keep_open (VENULE_CLOSABLE (self));
  venule_closable_answer (VENULE_CLOSABLE (self), !failed);
}

static void
venule_window_keep_open (VenuleClosable *closable)
{
  VenuleWindow *self = VENULE_WINDOW (closable);

  self->closing.anyway = self->closing.when_saved = self->closing.stop_export = FALSE;
}

void
venule_window_closable_init (VenuleClosableInterface *iface)
{
  iface->may_close = venule_window_may_close;
  iface->keep_open = venule_window_keep_open;
}

/* ---- Closing ---- */

/* The user has answered, or there was nothing to ask about: no changes are to be offered at the next start. */
static void
discard_changes (VenuleWindow *self)
{
  VenuleWorkingCopy *working_copy = self->document ? venule_document_get_working_copy (self->document) : NULL;

  if (working_copy)
    venule_working_copy_discard (working_copy);
}

static void
remember_window (VenuleWindow *self)
{
  GtkWindow *window = GTK_WINDOW (self);

  if (!gtk_window_is_maximized (window) && !gtk_window_is_fullscreen (window))
    {
      int width, height;

      gtk_window_get_default_size (window, &width, &height);
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (window));
  venule_window_remember_panes (self);
}

gboolean
venule_window_begin_close (VenuleWindow *self)
{
  if (!venule_closable_may_close (VENULE_CLOSABLE (self)))
    return FALSE;

  if (self->files.export)
    g_cancellable_cancel (self->files.export);
  if (venule_window_is_running (self))
    {
      /* The run ends within a frame; the window goes when it has. */
      self->closing.pending = self->closing.anyway = TRUE;
      gtk_widget_hide (GTK_WIDGET (self));
      venule_analysis_cancel (self->run.analysis);
      return FALSE;
    }

  discard_changes (self);
  remember_window (self);
  return TRUE;
}
