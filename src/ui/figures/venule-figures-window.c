/* venule-figures-window.c: the figures of a recording as a paper needs them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-figures-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "venule-chosen.h"
#include "venule-display-name.h"
#include "venule-figure-options-box.h"
#include "venule-paper-sheet.h"
#include "venule-task.h"
#include "venule-toast.h"

#define SETTLING_TIME 200 /* ms from the last of many edits to a new figure */

struct _VenuleFiguresWindow
{
  AdwWindow               parent_instance;

  VenuleFigureOptionsBox *options_box;
  GtkDrawingArea         *preview;
  GtkWidget              *spinner;
  GtkLabel               *problem_label;
  GtkWidget              *save_button;
  GtkWidget              *copy_button;
  AdwToastOverlay        *toasts;

  VenuleDocument         *document;
  VenuleFigure           *figure;  /* NULL: not made yet, or it cannot be made */
  GCancellable           *making;
  GtkFileChooserNative   *chooser;
  guint                   settling;
};

G_DEFINE_FINAL_TYPE (VenuleFiguresWindow, venule_figures_window, ADW_TYPE_WINDOW)

/* ---- The preview: the same drawing as in the file, on paper ---- */

static void
draw_preview (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        user_data)
{
  VenuleFiguresWindow *self = user_data;
  const VenuleFigureOptions *options = venule_figure_options_box_get_options (self->options_box);
  double paper_width, paper_height;

  if (self->figure && venule_figure_options_validate (options, NULL) &&
      venule_paper_sheet_begin (cr, width, height, options, &paper_width, &paper_height))
    venule_figure_draw (self->figure, cr, paper_width, paper_height, options, FALSE);
}

static void
show_state (VenuleFiguresWindow *self,
            const char          *problem)
{
  g_autoptr (GError) error = NULL;

  if (!problem && !venule_figure_options_validate (venule_figure_options_box_get_options (self->options_box), &error))
    problem = error->message;
  gtk_label_set_label (self->problem_label, problem ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), problem != NULL);
  gtk_widget_set_visible (self->spinner, self->making != NULL);
  gtk_widget_set_sensitive (self->save_button, self->figure && !problem);
  gtk_widget_set_sensitive (self->copy_button, self->figure && !problem);
  gtk_widget_queue_draw (GTK_WIDGET (self->preview));
}

/* ---- Making it ---- */

typedef struct {
  VenuleFigureKind  kind;
  VenuleResults    *results;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  venule_results_free (making->results);
  g_free (making);
}

static void
make_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Making *making = task_data;
  GError *error = NULL;
  VenuleFigure *figure = venule_figure_new (making->kind, making->results, cancellable, &error);

  if (figure)
    g_task_return_pointer (task, figure, (GDestroyNotify) venule_figure_free);
  else
    g_task_return_error (task, error);
}

static void
on_made (gpointer  owner,
         GTask    *task)
{
  VenuleFiguresWindow *self = owner;
  g_autoptr (GError) error = NULL;
  VenuleFigure *figure = g_task_propagate_pointer (task, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->making);
  g_clear_pointer (&self->figure, venule_figure_free);
  self->figure = figure;
  show_state (self, error ? error->message : NULL);
}

static void
stop_making (VenuleFiguresWindow *self)
{
  if (self->making)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
}

/* The results do not know of marks: the document does. */
static void
make_agreement (VenuleFiguresWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleAgreementReport) report = venule_agreement_report_new_for_sample (self->document, 0, &error);

  g_clear_pointer (&self->figure, venule_figure_free);
  if (report)
    self->figure = venule_figure_new_for_agreement (report);
  show_state (self, error ? error->message : NULL);
}

static void
make (VenuleFiguresWindow *self)
{
  VenuleResults results;
  Making *making;

  stop_making (self);
  if (!self->document || !venule_document_get_run_metadata (self->document))
    return;
  if (venule_document_is_sample (self->document, venule_document_get_run (self->document)))
    {
      /* The tracks are marks now. A figure that shows the results still does. */
      show_state (self, self->figure ? NULL : _("Stop marking the sample first"));
      return;
    }
  if (venule_figure_options_box_get_kind (self->options_box) == VENULE_FIGURE_AGREEMENT)
    {
      make_agreement (self);
      return;
    }

  venule_results_init (&results, self->document);
  making = g_new0 (Making, 1);
  making->kind = venule_figure_options_box_get_kind (self->options_box);
  making->results = venule_results_copy (&results);
  self->making = g_cancellable_new ();
  venule_task_start (self, self->making, make, make_in_thread, making, making_free, on_made);
  show_state (self, NULL);
}

static gboolean
on_settled (gpointer user_data)
{
  VenuleFiguresWindow *self = user_data;

  self->settling = 0;
  make (self);

  return G_SOURCE_REMOVE;
}

/* The results are being corrected; the figure follows. */
static void
on_tracks_changed (VenuleFiguresWindow *self)
{
  if (venule_document_get_running (self->document))
    return;

  g_clear_handle_id (&self->settling, g_source_remove);
  self->settling = g_timeout_add (SETTLING_TIME, on_settled, self);
}

static void
on_options_changed (VenuleFiguresWindow *self)
{
  show_state (self, NULL);
}

static void
on_kind_changed (VenuleFiguresWindow *self)
{
  g_clear_pointer (&self->figure, venule_figure_free);
  make (self);
}

/* ---- Taking it home ---- */

static void
show_toast (VenuleFiguresWindow *self,
            const char          *title)
{
  venule_toast_show (self->toasts, adw_toast_new (title));
}

/* As a picture for documents and slides, and as SVG for drawing programs. */
static void
on_copy_clicked (VenuleFiguresWindow *self)
{
  const VenuleFigureOptions *options = venule_figure_options_box_get_options (self->options_box);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png = venule_figure_make_bytes (self->figure, options, "figure.png", &error);
  g_autoptr (GBytes) svg = png ? venule_figure_make_bytes (self->figure, options, "figure.svg", &error) : NULL;
  GdkContentProvider *providers[2];
  g_autoptr (GdkContentProvider) both = NULL;

  if (!svg)
    {
      show_toast (self, error->message);
      return;
    }

  providers[0] = gdk_content_provider_new_for_bytes ("image/png", png);
  providers[1] = gdk_content_provider_new_for_bytes ("image/svg+xml", svg);
  both = gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), both);
  show_toast (self, _("Figure copied"));
}

static void
save (VenuleFiguresWindow *self,
      const char          *path)
{
  const VenuleFigureOptions *options = venule_figure_options_box_get_options (self->options_box);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autofree char *title = NULL;

  /* Whether the picture may be replaced was asked by the chooser. */
  if (self->figure && venule_figure_check_others (self->figure, options, path, FALSE, &error) &&
      venule_figure_save (self->figure, options, path, &error))
    {
      /* Translators: the name of a file, such as map.pdf; beside it is a table, map-data.csv */
      title = g_strdup_printf (_("“%s” saved, with its data beside it"), name);
      show_toast (self, title);
    }
  else if (error)
    {
      GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("The Figure Was Not Saved"), error->message);

      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
      gtk_window_present (GTK_WINDOW (dialog));
    }
}

static void
on_file_chosen (VenuleFiguresWindow *self,
                int                  response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);

  if (path)
    save (self, path);
  g_clear_object (&self->chooser);
}

static void
on_save_clicked (VenuleFiguresWindow *self)
{
  static const struct
  {
    const char *name, *suffix;
  } formats[] = {
    { N_("PDF, for papers"), "pdf" },
    { N_("SVG, to be edited"), "svg" },
    { N_("PNG, for slides"), "png" },
  };
  g_autofree char *name = NULL;

  if (self->chooser)
    return;

  self->chooser = gtk_file_chooser_native_new (_("Save the Figure"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                               _("_Save"), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _(formats[i].name));
      gtk_file_filter_add_suffix (filter, formats[i].suffix);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), filter);
    }
  name =
    g_strconcat (venule_figure_kind_to_string (venule_figure_options_box_get_kind (self->options_box)), ".pdf", NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  venule_chosen_begin_beside (self->chooser, venule_source_get_path (venule_document_get_source (self->document)));
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_file_chosen), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* ---- Object ---- */

static void
venule_figures_window_dispose (GObject *object)
{
  VenuleFiguresWindow *self = VENULE_FIGURES_WINDOW (object);

  g_clear_handle_id (&self->settling, g_source_remove);
  stop_making (self);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->figure, venule_figure_free);

  G_OBJECT_CLASS (venule_figures_window_parent_class)->dispose (object);
}

static void
venule_figures_window_class_init (VenuleFiguresWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_figures_window_dispose;

  g_type_ensure (VENULE_TYPE_FIGURE_OPTIONS_BOX);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-figures-window.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, options_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, preview);
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, problem_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, save_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, copy_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleFiguresWindow, toasts);
  gtk_widget_class_bind_template_callback (widget_class, on_options_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_save_clicked);
}

static void
venule_figures_window_init (VenuleFiguresWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->preview, draw_preview, self, NULL);
}

/**
 * venule_figures_window_new:
 * @parent: the window of the results
 * @document: with results; the figures follow their corrections
 * @settings: where sizes and letters are kept
 *
 * Returns: (transfer none): the window, not shown yet
 */
GtkWidget *
venule_figures_window_new (GtkWindow      *parent,
                           VenuleDocument *document,
                           GSettings      *settings)
{
  VenuleFiguresWindow *self =
    g_object_new (VENULE_TYPE_FIGURES_WINDOW, "application", gtk_window_get_application (parent), "transient-for",
                  parent, "destroy-with-parent", TRUE, NULL);

  /* With a parent that goes at once GTK would disconnect from what is no window any more, where this one goes later:
   * with the event of a key. */
  g_signal_connect (self, "unrealize", G_CALLBACK (gtk_window_set_transient_for), NULL);
  self->document = g_object_ref (document);
  if (settings)
    venule_figure_options_box_bind (self->options_box, settings);
  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
  g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (on_tracks_changed), self);
  make (self);

  return GTK_WIDGET (self);
}
