/* venule-agreement-window.c: the results against cells that a person marked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-agreement-window.h"

#include <glib/gi18n.h>

#include "venule-agreement-save.h"
#include "venule-chosen.h"
#include "venule-text-scale.h"

struct _VenuleAgreementWindow
{
  AdwWindow              parent_instance;

  AdwWindowTitle        *title;
  GtkWidget             *options;
  GtkWidget             *save_button;
  GtkSwitch             *complete_switch;
  AdwComboRow           *unit_row;
  AdwComboRow           *first_row;
  GtkLabel              *notes_label;
  GtkGrid               *counts;
  GtkWidget             *plot;
  GtkWidget             *copy_button;
  GtkLabel              *paragraph_label;

  VenuleDocument        *document;
  char                  *path;    /* NULL: the marks are those of the document's own sample */
  VenuleAgreementReport *report;  /* NULL: the file cannot be read in the way that is chosen */
  GtkFileChooserNative  *chooser;
  gboolean               filling; /* the options follow the file, not the user */
};

G_DEFINE_FINAL_TYPE (VenuleAgreementWindow, venule_agreement_window, ADW_TYPE_WINDOW)

/* ---- What is shown ---- */

static void
draw_plot (GtkDrawingArea *area,
           cairo_t        *cr,
           int             width,
           int             height,
           gpointer        user_data)
{
  VenuleAgreementWindow *self = user_data;
  VenuleFigureStyle style = {
    .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
    .font_size = 11 * venule_text_scale_get (GTK_WIDGET (area)),
  };

  if (self->report)
    venule_agreement_report_draw (self->report, cr, width, height, &style);
}

static void
add_count (VenuleAgreementWindow *self,
           int                    column,
           const char            *name,
           const char            *value)
{
  GtkWidget *number = gtk_label_new (value);
  GtkWidget *label = gtk_label_new (name);

  gtk_widget_add_css_class (number, "title-2");
  gtk_widget_add_css_class (number, "numeric");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (self->counts, number, column, 0, 1, 1);
  gtk_grid_attach (self->counts, label, column, 1, 1, 1);
}

static void
show_counts (VenuleAgreementWindow *self)
{
  const VenuleAgreement *agreement = self->report->agreement;
  guint marked = agreement->loose ? agreement->n_marks : agreement->n_manual;
  guint found = agreement->loose ? agreement->n_marks_found : agreement->pairs->len;
  guint wrong = agreement->loose ? agreement->n_spots - agreement->n_marks_found : agreement->false_tracks->len;
  g_autofree char *marked_text = g_strdup_printf ("%u", marked);
  g_autofree char *found_text = g_strdup_printf ("%u", found);
  g_autofree char *missed_text = g_strdup_printf ("%u", marked - found);
  g_autofree char *wrong_text = agreement->complete ? g_strdup_printf ("%u", wrong) : g_strdup ("–");

  add_count (self, 0, C_("cells", "marked"), marked_text);
  add_count (self, 1, C_("cells", "found"), found_text);
  add_count (self, 2, C_("cells", "missed"), missed_text);
  add_count (self, 3, C_("cells", "not marked"), wrong_text);
}

static void
clear_counts (VenuleAgreementWindow *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->counts))))
    gtk_grid_remove (self->counts, child);
}

static void
show_report (VenuleAgreementWindow *self,
             const char            *problem)
{
  g_auto (GStrv) notes = self->report ? venule_import_dup_notes (self->report->manual) : NULL;
  g_autofree char *told = notes ? g_strjoinv ("\n", notes) : NULL;
  g_autofree char *paragraph = NULL;

  clear_counts (self);
  gtk_label_set_label (self->notes_label, told ? told : "");
  gtk_widget_set_visible (GTK_WIDGET (self->notes_label), told && *told);
  if (self->report)
    {
      show_counts (self);
      paragraph = venule_agreement_report_dup_paragraph (self->report);
    }
  gtk_label_set_label (self->paragraph_label, paragraph ? paragraph : problem);
  gtk_widget_set_sensitive (self->save_button, self->report != NULL);
  gtk_widget_set_sensitive (self->copy_button, self->report != NULL);
  gtk_widget_set_visible (self->plot, self->report && self->report->agreement->n_velocities > 1);
  gtk_widget_queue_draw (self->plot);
}

/* ---- Comparing ---- */

static gboolean
compare (VenuleAgreementWindow      *self,
         const VenuleImportOptions  *options,
         GError                    **error)
{
  g_clear_pointer (&self->report, venule_agreement_report_free);
  if (self->path)
    self->report = venule_agreement_report_new (self->document, self->path, options, 0,
                                                gtk_switch_get_active (self->complete_switch), error);
  else
    self->report = venule_agreement_report_new_for_sample (self->document, 0, error);
  return self->report != NULL;
}

static void
on_option_changed (VenuleAgreementWindow *self)
{
  VenuleImportOptions options = VENULE_IMPORT_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  if (self->filling || !self->document)
    return;

  if (gtk_widget_get_visible (GTK_WIDGET (self->unit_row)))
    options.unit = adw_combo_row_get_selected (self->unit_row) == 1 ? VENULE_IMPORT_UNIT_UM : VENULE_IMPORT_UNIT_PX;
  options.first_frame = (int) adw_combo_row_get_selected (self->first_row);
  compare (self, &options, &error);
  show_report (self, error ? error->message : "");
}

/* The results have been corrected meanwhile. */
static void
on_tracks_changed (VenuleAgreementWindow *self)
{
  if (!venule_document_get_running (self->document))
    on_option_changed (self);
}

/* ---- Taking it home ---- */

static void
on_copy_clicked (VenuleAgreementWindow *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_label (self->paragraph_label));
}

static void
show_error (VenuleAgreementWindow *self,
            const char            *message)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("The Comparison Was Not Saved"), message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_folder_chosen (VenuleAgreementWindow *self,
                  int                    response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);
  g_autoptr (GError) error = NULL;

  if (response == GTK_RESPONSE_ACCEPT && !path)
    show_error (self, _("No folder was chosen."));
  else if (path && self->report && ((self->path && !venule_agreement_report_check_marks (path, self->path, &error)) ||
                                    !venule_agreement_report_save (self->report, NULL, path, &error)))
    show_error (self, error->message);
  g_clear_object (&self->chooser);
}

static void
on_save_clicked (VenuleAgreementWindow *self)
{
  if (self->chooser)
    return;

  self->chooser = gtk_file_chooser_native_new (_("Choose a Folder for the Comparison"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Save"), NULL);
  venule_chosen_begin_beside (self->chooser, venule_source_get_path (venule_document_get_source (self->document)));
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_folder_chosen), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* ---- Object ---- */

static void
venule_agreement_window_dispose (GObject *object)
{
  VenuleAgreementWindow *self = VENULE_AGREEMENT_WINDOW (object);

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->report, venule_agreement_report_free);
  g_clear_pointer (&self->path, g_free);

  G_OBJECT_CLASS (venule_agreement_window_parent_class)->dispose (object);
}

static void
venule_agreement_window_class_init (VenuleAgreementWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_agreement_window_dispose;

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-agreement-window.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, title);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, options);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, save_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, complete_switch);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, unit_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, first_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, notes_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, counts);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, plot);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, copy_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleAgreementWindow, paragraph_label);
  gtk_widget_class_bind_template_callback (widget_class, on_option_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_save_clicked);
}

static void
venule_agreement_window_init (VenuleAgreementWindow *self)
{
  self->filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->plot), draw_plot, self, NULL);
}

/* (nullable): @path NULL: for the sample. */
static VenuleAgreementWindow *
window_new (GtkWindow       *parent,
            VenuleDocument  *document,
            const char      *path,
            GError         **error)
{
  VenuleAgreementWindow *self =
    g_object_new (VENULE_TYPE_AGREEMENT_WINDOW, "application", gtk_window_get_application (parent), "transient-for",
                  parent, "destroy-with-parent", TRUE, NULL);

  /* With a parent that goes at once GTK would disconnect from what is no window any more, where this one goes later:
   * with the event of a key. */
  g_signal_connect (self, "unrealize", G_CALLBACK (gtk_window_set_transient_for), NULL);
  self->document = g_object_ref (document);
  self->path = g_strdup (path);
  if (!compare (self, NULL, error))
    {
      gtk_window_destroy (GTK_WINDOW (self));
      return NULL;
    }

  gtk_widget_set_visible (self->options, path != NULL);
  return self;
}

static GtkWidget *
finish (VenuleAgreementWindow *self)
{
  self->filling = FALSE;
  g_signal_connect_swapped (self->document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
  show_report (self, NULL);
  return GTK_WIDGET (self);
}

/**
 * venule_agreement_window_new:
 * @parent: the window of the results
 * @document: the results; the window follows their corrections
 * @path: a file of marked cells
 * @error: return location, when the file cannot be read
 *
 * Returns: (transfer none) (nullable): the window, not shown yet
 */
GtkWidget *
venule_agreement_window_new (GtkWindow       *parent,
                             VenuleDocument  *document,
                             const char      *path,
                             GError         **error)
{
  VenuleAgreementWindow *self = window_new (parent, document, path, error);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *subtitle = NULL;

  if (!self)
    return NULL;

  /* Translators: the name of a file, and what kind of file it is, such as ImageJ */
  subtitle = g_strdup_printf (_("%s, read as %s"), name, self->report->manual->format);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->unit_row), !self->report->manual->said_unit);
  adw_combo_row_set_selected (self->first_row, (guint) self->report->manual->first_frame);
  return finish (self);
}

/**
 * venule_agreement_window_new_for_sample:
 * @parent: the window of the results
 * @document: the results, and a sample that was marked by hand
 * @error: return location, when no stretch of it is finished
 *
 * Returns: (transfer none) (nullable): the window, not shown yet
 */
GtkWidget *
venule_agreement_window_new_for_sample (GtkWindow       *parent,
                                        VenuleDocument  *document,
                                        GError         **error)
{
  VenuleAgreementWindow *self = window_new (parent, document, NULL, error);

  if (!self)
    return NULL;

  adw_window_title_set_subtitle (self->title, _("A random sample marked by hand"));
  return finish (self);
}
