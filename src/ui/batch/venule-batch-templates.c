/* venule-batch-templates.c: the user's own templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-templates.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "venule-display-name.h"
#include "venule-error.h"

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "venule", "templates", NULL);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  g_autofree char *first = g_utf8_collate_key_for_filename (*(const char *const *) a, -1);
  g_autofree char *second = g_utf8_collate_key_for_filename (*(const char *const *) b, -1);

  return strcmp (first, second);
}

GPtrArray *
venule_batch_templates_list (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, VENULE_TEMPLATE_SUFFIX))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare);
  return paths;
}

char *
venule_batch_templates_dup_name (const char *path)
{
  char *name = venule_display_name_dup_base (path);
  char *dot = strrchr (name, '.');

  if (dot && dot != name)
    *dot = '\0';
  return name;
}

char *
venule_batch_templates_add (const VenuleTemplate  *template,
                            const char            *name,
                            GError               **error)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *safe = g_strdelimit (g_strstrip (g_strdup (name)), "/\\:*?\"<>|", '-');
  g_autofree char *file = g_strconcat (*safe == '.' ? "_" : "", safe, VENULE_TEMPLATE_SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_autofree char *shown = venule_display_name_dup (folder);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, _("The folder “%s” cannot be made: %s."), shown,
                   g_strerror (errno));
      return NULL;
    }
  return venule_template_save (template, path, error) ? g_steal_pointer (&path) : NULL;
}

/* ---- Asking for a name ---- */

typedef struct {
  VenuleTemplate           *template;
  GtkEditable              *entry;
  VenuleBatchTemplatesDone  done;
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *question = data;

  venule_template_free (question->template);
  g_free (question);
}

static void
on_answered (AdwMessageDialog *dialog,
             const char       *response,
             Question         *question)
{
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (dialog));
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (!g_str_equal (response, "save") || !window)
    return;
  path = venule_batch_templates_add (question->template, gtk_editable_get_text (question->entry), &error);
  question->done (window, path, error);
}

static gboolean
is_taken (const char *name)
{
  g_autoptr (GPtrArray) paths = venule_batch_templates_list ();

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *other = venule_batch_templates_dup_name (paths->pdata[i]);

      if (g_str_equal (other, name))
        return TRUE;
    }
  return FALSE;
}

/* A name that is there already is replaced knowingly. */
static void
on_typed (AdwMessageDialog *dialog,
          GtkEditable      *entry)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  adw_message_dialog_set_response_enabled (dialog, "save", *name != '\0');
  adw_message_dialog_set_response_label (dialog, "save", is_taken (name) ? _("_Replace") : _("_Save"));
}

void
venule_batch_templates_ask (GtkWindow                *window,
                            VenuleTemplate           *template,
                            const char               *name,
                            VenuleBatchTemplatesDone  done)
{
  GtkWidget *dialog =
    adw_message_dialog_new (window, _("Save as Template"),
                            _("Vessel, calibration and settings of this video will be offered for other videos."));
  GtkWidget *entry = gtk_entry_new ();
  Question *question = g_new0 (Question, 1);

  question->template = template;
  question->entry = GTK_EDITABLE (entry);
  question->done = done;
  gtk_widget_set_name (entry, "template_name_entry");
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of the template"),
                                  -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_typed), dialog);
  on_typed (ADW_MESSAGE_DIALOG (dialog), GTK_EDITABLE (entry));
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_answered), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
