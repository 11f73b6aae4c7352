/* venule-measure-panel.c: how results are measured, to be seen and changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measure-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-document-tracks.h"
#include "venule-measure-option.h"
#include "venule-number-row.h"
#include "venule-step-name.h"

/* What comes sooner than that after a change of the same number belongs to its step. */
#define REST (G_USEC_PER_SEC)

typedef struct {
  VenuleNumberRow *row;
  GtkLabel        *usual; /* says the default */
} Row;

struct _VenuleMeasurePanel
{
  GtkBox          parent_instance;

  GtkBox         *rows_box;
  GtkWidget      *reset_button;

  VenuleDocument *document;
  Row            *rows; /* one for each option */
  gboolean        editing;
  guint           newest; /* option that was changed last */
  gint64          when;   /* then; 0: never */
  char           *step;   /* name of the step that it made; nullable */
};

enum
{
  REFUSED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleMeasurePanel, venule_measure_panel, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

/* ---- What is shown ---- */

static const VenuleSettings *
get_settings (VenuleMeasurePanel *self)
{
  return venule_document_get_shown_settings (self->document);
}

static void
show_usual (VenuleMeasurePanel        *self,
            Row                       *row,
            const VenuleMeasureOption *option)
{
  double usual = venule_measure_option_get_usual (option, get_settings (self));
  const char *unit = venule_measure_option_get_unit (option, get_settings (self));
  g_autofree char *number = isnan (usual) ? g_strdup (_("automatic")) : venule_number_format (usual, option->digits);
  /* Translators: the default of a setting, and its unit */
  g_autofree char *text = g_strdup_printf (_("Default: %s %s"), number, isnan (usual) ? "" : unit);

  gtk_label_set_text (row->usual, g_strchomp (text));
}

static void
show_option (VenuleMeasurePanel        *self,
             Row                       *row,
             const VenuleMeasureOption *option)
{
  const VenuleMeasureSettings *measures = venule_document_get_measure_settings (self->document);
  double low, high;

  venule_measure_option_get_limits (option, get_settings (self), &low, &high);
  g_object_set (row->row, "minimum", low, "maximum", high, "resettable",
                venule_measure_option_is_unusual (option, measures), NULL);
  venule_number_row_set_unit (row->row, venule_measure_option_get_unit (option, get_settings (self)));
  venule_number_row_set_value (row->row, venule_measure_option_get_value (option, measures, get_settings (self)));
  show_usual (self, row, option);
}

static void
update (VenuleMeasurePanel *self)
{
  guint n;
  const VenuleMeasureOption *options = venule_measure_options_get (&n);
  const VenuleMeasureSettings *measures = self->document ? venule_document_get_measure_settings (self->document) : NULL;
  gboolean unusual = FALSE;

  gtk_widget_set_sensitive (GTK_WIDGET (self), self->document != NULL);
  if (!self->document || self->editing)
    return;
  for (guint i = 0; i < n; i++)
    {
      show_option (self, &self->rows[i], &options[i]);
      unusual = unusual || venule_measure_option_is_unusual (&options[i], measures);
    }
  gtk_widget_set_sensitive (self->reset_button, unusual);
}

/* ---- What is changed ---- */

/* While a key is held down each number would be a step. */
static void
take_back_newest (VenuleMeasurePanel *self,
                  guint               option)
{
  g_autofree char *name = venule_document_dup_undo_name (self->document);

  if (self->newest == option && g_get_monotonic_time () - self->when < REST && self->step &&
      g_strcmp0 (name, self->step) == 0 && !venule_document_can_redo (self->document))
    venule_document_undo (self->document);
}

static void
keep (VenuleMeasurePanel          *self,
      const VenuleMeasureSettings *settings)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  name = venule_measure_settings_dup_step_name (venule_document_get_measure_settings (self->document), settings);
  g_clear_pointer (&self->step, g_free);
  self->step = name ? venule_step_name_dup_shown (name) : NULL;
  if (!venule_document_set_measure_settings (self->document, settings, &error))
    g_signal_emit (self, signals[REFUSED], 0, error->message);
}

/* What is shown is what is kept: three times a tenth more is 0.8, not 0.79999999999999993. */
static double
round_as_shown (const VenuleMeasureOption *option,
                double                     value)
{
  double unit = pow (10, option->digits);

  return round (value * unit) / unit;
}

/* NAN: the default. */
static void
change (VenuleMeasurePanel *self,
        VenuleNumberRow    *row,
        double              value)
{
  guint n, i = 0;
  const VenuleMeasureOption *options = venule_measure_options_get (&n);
  g_autoptr (VenuleMeasureSettings) settings = NULL;
  g_autoptr (GError) error = NULL;

  if (!self->document)
    return;
  while (self->rows[i].row != row)
    i++;
  self->editing = TRUE;
  take_back_newest (self, i);
  settings = venule_measure_settings_copy (venule_document_get_measure_settings (self->document));
  value = round_as_shown (&options[i], value);
  if (venule_measure_option_set_value (&options[i], settings, get_settings (self), value, &error))
    keep (self, settings);
  else
    g_signal_emit (self, signals[REFUSED], 0, error->message);
  self->newest = i;
  self->when = g_get_monotonic_time ();
  self->editing = FALSE;
  update (self);
}

static void
on_edited (VenuleMeasurePanel *self,
           double              value,
           VenuleNumberRow    *row)
{
  change (self, row, value);
}

static void
on_reset (VenuleMeasurePanel *self,
          VenuleNumberRow    *row)
{
  self->when = 0;
  change (self, row, NAN);
  self->when = 0;
}

static void
on_reset_all (VenuleMeasurePanel *self)
{
  guint n;
  const VenuleMeasureOption *options = venule_measure_options_get (&n);
  g_autoptr (VenuleMeasureSettings) settings = NULL;

  if (!self->document)
    return;
  settings = venule_measure_settings_copy (venule_document_get_measure_settings (self->document));
  for (guint i = 0; i < n; i++)
    venule_measure_settings_set_value (settings, options[i].key, NULL, NULL);
  self->when = 0;
  keep (self, settings);
  update (self);
}

/* ---- Object ---- */

static GtkWidget *
new_caption (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");

  return label;
}

static void
add_row (VenuleMeasurePanel        *self,
         Row                       *row,
         const VenuleMeasureOption *option)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *meaning = new_caption (_(option->meaning)), *usual = new_caption ("");

  row->row =
    g_object_new (VENULE_TYPE_NUMBER_ROW, "title", _ (option->name), "digits", option->digits, "step", option->step,
                  "optional", option->automatic, "placeholder", option->automatic ? _("automatic") : NULL, NULL);
  row->usual = GTK_LABEL (usual);
  gtk_widget_set_name (GTK_WIDGET (row->row), option->key);
  gtk_widget_add_css_class (usual, "numeric");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (option->meaning),
                                  -1);
  g_signal_connect_object (row->row, "edited", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row->row, "reset", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (row->row));
  gtk_box_append (GTK_BOX (box), meaning);
  gtk_box_append (GTK_BOX (box), usual);
  gtk_box_append (self->rows_box, box);
}

static gboolean
venule_measure_panel_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (VENULE_MEASURE_PANEL (widget)->rows[0].row));
}

static void
venule_measure_panel_dispose (GObject *object)
{
  venule_measure_panel_set_document (VENULE_MEASURE_PANEL (object), NULL);

  G_OBJECT_CLASS (venule_measure_panel_parent_class)->dispose (object);
}

static void
venule_measure_panel_finalize (GObject *object)
{
  VenuleMeasurePanel *self = VENULE_MEASURE_PANEL (object);

  g_free (self->rows);
  g_free (self->step);

  G_OBJECT_CLASS (venule_measure_panel_parent_class)->finalize (object);
}

static void
venule_measure_panel_class_init (VenuleMeasurePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = venule_measure_panel_dispose;
  object_class->finalize = venule_measure_panel_finalize;
  widget_class->grab_focus = venule_measure_panel_grab_focus;
  signals[REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-measure-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasurePanel, rows_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasurePanel, reset_button);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_all);
}

static void
venule_measure_panel_init (VenuleMeasurePanel *self)
{
  guint n;
  const VenuleMeasureOption *options = venule_measure_options_get (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_new0 (Row, n);
  for (guint i = 0; i < n; i++)
    add_row (self, &self->rows[i], &options[i]);
}

void
venule_measure_panel_set_document (VenuleMeasurePanel *self,
                                   VenuleDocument     *document)
{
  g_return_if_fail (VENULE_IS_MEASURE_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  self->when = 0;
  if (document)
    {
      g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (update), self);
    }
  update (self);
}
