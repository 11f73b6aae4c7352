/* venule-start-page.c: what the window shows before a video is open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-start-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "venule-config.h"
#include "venule-recent.h"

#define MAX_RECENT 5

/* A drive that needs longer is slow, s. */
#define PATIENCE 4

struct _VenuleStartPage
{
  GtkBox               parent_instance;

  GtkWidget           *sample_button;
  AdwPreferencesGroup *recent_group;
  GtkSpinner          *spinner;
  GtkLabel            *slow_label;
  GtkWidget           *cancel_button;
  guint                patience; /* 0: not running */

  GPtrArray           *recent_rows; /* borrowed widgets of the group */
  GCancellable        *recent_cancellable;
};

G_DEFINE_FINAL_TYPE (VenuleStartPage, venule_start_page, GTK_TYPE_BOX)

/**
 * venule_find_sample:
 *
 * Returns: (transfer full) (nullable): path of the bundled video: of the source tree when the program runs from it,
 *   else of the installed data
 */
char *
venule_find_sample (void)
{
  const char *folders[] = { VENULE_SAMPLEDIR, VENULE_PKGDATADIR "/sample" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (folders[i], "sample.mkv", NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static GtkWidget *
new_recent_row (GtkRecentInfo *info)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = g_markup_escape_text (gtk_recent_info_get_display_name (info), -1);
  g_autofree char *path = gtk_recent_info_get_uri_display (info);
  g_autofree char *folder = path ? g_path_get_dirname (path) : g_strdup ("");
  g_autofree char *subtitle = g_markup_escape_text (folder, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-recent");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", gtk_recent_info_get_uri (info));
  return row;
}

static void
venule_start_page_dispose (GObject *object)
{
  VenuleStartPage *self = VENULE_START_PAGE (object);

  g_clear_handle_id (&self->patience, g_source_remove);
  g_cancellable_cancel (self->recent_cancellable);
  g_clear_object (&self->recent_cancellable);
  g_clear_pointer (&self->recent_rows, g_ptr_array_unref);

  G_OBJECT_CLASS (venule_start_page_parent_class)->dispose (object);
}

static void
venule_start_page_class_init (VenuleStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_start_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleStartPage, sample_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleStartPage, recent_group);
  gtk_widget_class_bind_template_child (widget_class, VenuleStartPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, VenuleStartPage, slow_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleStartPage, cancel_button);
}

static void
venule_start_page_init (VenuleStartPage *self)
{
  g_autofree char *sample = venule_find_sample ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->recent_rows = g_ptr_array_new ();
  gtk_widget_set_visible (self->sample_button, sample != NULL);
  venule_start_page_update_recent (self);
}

static gboolean
on_slow (gpointer data)
{
  VenuleStartPage *self = data;

  self->patience = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->slow_label), TRUE);
  gtk_widget_set_visible (self->cancel_button, TRUE);
  return G_SOURCE_REMOVE;
}

void
venule_start_page_set_busy (VenuleStartPage *self,
                            gboolean         busy)
{
  g_return_if_fail (VENULE_IS_START_PAGE (self));

  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_widget_set_visible (self->cancel_button, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->slow_label), FALSE);
  g_clear_handle_id (&self->patience, g_source_remove);
  gtk_label_set_label (self->slow_label, _("The drive with this file has not answered yet. It may be slow, asleep, or "
                                          "not connected."));
  if (busy)
    self->patience = g_timeout_add_seconds (PATIENCE, on_slow, self);
}

void
venule_start_page_set_working_copy (VenuleStartPage *self,
                                    const char      *text)
{
  g_return_if_fail (VENULE_IS_START_PAGE (self));

  venule_start_page_set_busy (self, TRUE);
  g_clear_handle_id (&self->patience, g_source_remove);
  gtk_label_set_label (self->slow_label, text);
  on_slow (self);
}

static void
show_recent (gpointer   owner,
             GPtrArray *files)
{
  VenuleStartPage *self = VENULE_START_PAGE (owner);

  for (guint i = 0; i < self->recent_rows->len; i++)
    adw_preferences_group_remove (self->recent_group, g_ptr_array_index (self->recent_rows, i));
  g_ptr_array_set_size (self->recent_rows, 0);

  for (guint i = 0; i < files->len; i++)
    {
      GtkWidget *row = new_recent_row (g_ptr_array_index (files, i));

      adw_preferences_group_add (self->recent_group, row);
      g_ptr_array_add (self->recent_rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->recent_group), files->len > 0);
}

void
venule_start_page_update_recent (VenuleStartPage *self)
{
  g_return_if_fail (VENULE_IS_START_PAGE (self));

  g_cancellable_cancel (self->recent_cancellable);
  g_clear_object (&self->recent_cancellable);
  self->recent_cancellable = g_cancellable_new ();
  venule_recent_find (self, MAX_RECENT, self->recent_cancellable, show_recent);
}
