/* venule-export-panel.c: step 6: files to take home
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-panel.h"

#include "venule-display-name.h"

struct _VenuleExportPanel
{
  GtkBox          parent_instance;

  GtkWidget      *folder_button;
  GtkLabel       *folder_label;
  GtkLabel       *unusual_label;
  GtkWidget      *replace_label;
  GtkWidget      *export_button;
  GtkWidget      *progress_box;
  GtkProgressBar *progress_bar;
  GtkWidget      *done_box;
  GtkLabel       *done_label;
  VenuleMovieBox *movie_box;

  char           *folder;
};

G_DEFINE_FINAL_TYPE (VenuleExportPanel, venule_export_panel, GTK_TYPE_BOX)

static void
venule_export_panel_finalize (GObject *object)
{
  g_free (VENULE_EXPORT_PANEL (object)->folder);

  G_OBJECT_CLASS (venule_export_panel_parent_class)->finalize (object);
}

static void
venule_export_panel_class_init (VenuleExportPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_export_panel_finalize;

  g_type_ensure (VENULE_TYPE_MOVIE_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-export-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, folder_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, folder_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, unusual_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, replace_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, export_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, progress_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, done_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, done_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleExportPanel, movie_box);
}

static void
venule_export_panel_init (VenuleExportPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Whether an export would replace the files of an earlier one. */
static gboolean
holds_results (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "analysis.json", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/**
 * venule_export_panel_set_folder:
 * @self: a #VenuleExportPanel
 * @folder: path where results go
 */
void
venule_export_panel_set_folder (VenuleExportPanel *self,
                                const char        *folder)
{
  g_autofree char *name = NULL;

  g_return_if_fail (VENULE_IS_EXPORT_PANEL (self));
  g_return_if_fail (folder != NULL);

  name = venule_display_name_dup_base (folder);
  if (g_strcmp0 (self->folder, folder) != 0)
    {
      g_free (self->folder);
      self->folder = g_strdup (folder);
      venule_export_panel_set_done (self, NULL);
    }
  gtk_label_set_label (self->folder_label, name);
  gtk_widget_set_tooltip_text (self->folder_button, folder);
  gtk_widget_set_visible (self->replace_label, holds_results (folder));
}

void
venule_export_panel_set_progress (VenuleExportPanel *self,
                                  double             fraction)
{
  g_return_if_fail (VENULE_IS_EXPORT_PANEL (self));

  gtk_widget_set_visible (self->progress_box, fraction >= 0);
  gtk_widget_set_visible (self->export_button, fraction < 0);
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->progress_bar, MIN (fraction, 1));
}

void
venule_export_panel_set_done (VenuleExportPanel *self,
                              const char        *text)
{
  g_return_if_fail (VENULE_IS_EXPORT_PANEL (self));

  gtk_label_set_label (self->done_label, text ? text : "");
  gtk_widget_set_visible (self->done_box, text != NULL);
  if (text)
    gtk_widget_set_visible (self->replace_label, FALSE);
}

void
venule_export_panel_set_unusual (VenuleExportPanel *self,
                                 const char        *text)
{
  g_return_if_fail (VENULE_IS_EXPORT_PANEL (self));

  gtk_label_set_label (self->unusual_label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unusual_label), text && *text);
}

VenuleMovieBox *
venule_export_panel_get_movie (VenuleExportPanel *self)
{
  g_return_val_if_fail (VENULE_IS_EXPORT_PANEL (self), NULL);

  return self->movie_box;
}
