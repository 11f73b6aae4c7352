/* venule-brightness.c: which gray levels are shown black and white, and how bright those between
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-brightness.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-gray-levels.h"
#include "venule-gray-plot.h"
#include "venule-number-row.h"
#include "venule-projection-row.h"
#include "venule-warning.h"

struct _VenuleBrightness {
  GtkBox parent_instance;

  GtkWidget *popover;
  VenuleProjectionRow *projection_row;
  VenuleGrayPlot *plot;
  GtkAdjustment *black; /* the sliders' */
  GtkAdjustment *white;
  GtkAdjustment *gamma; /* its logarithm to base 2 */
  GtkAdjustment *typed_black;
  GtkAdjustment *typed_white;
  GtkAdjustment *typed_gamma;
  GtkCheckButton *stripes;
  GtkWidget *caution;
  GtkLabel *caution_label;
  GtkWidget *reset_button;

  VenuleCanvas *canvas;
  VenuleDocument *document;
  VenuleGrayLevels *levels;
  VenuleDisplayWindow window;
  int bit_depth;
  guint strength;      /* of Auto */
  gboolean auto_waits; /* for the frame's histogram */
  gboolean updating;   /* the controls follow the window */
};

G_DEFINE_FINAL_TYPE (VenuleBrightness, venule_brightness, GTK_TYPE_BOX)

static guint
get_most (VenuleBrightness *self)
{
  return (1u << self->bit_depth) - 1;
}

/* Sliders go by the root of the plot's range: dark videos need fine steps near black. */
static double
slider_of (VenuleBrightness *self, guint level)
{
  return sqrt (level / (double) (venule_gray_plot_get_n_levels (self->plot) - 1));
}

static guint
level_of (VenuleBrightness *self, GtkAdjustment *slider)
{
  double value = gtk_adjustment_get_value (slider);

  return (guint) round (value * value * (venule_gray_plot_get_n_levels (self->plot) - 1));
}

static gboolean
is_reset (VenuleBrightness *self)
{
  return self->window.black == 0 && self->window.white == get_most (self) && self->window.gamma == 1;
}

static void
update_controls (VenuleBrightness *self)
{
  self->updating = TRUE;
  gtk_adjustment_set_upper (self->typed_black, get_most (self) - 1);
  gtk_adjustment_set_upper (self->typed_white, get_most (self));
  gtk_adjustment_set_value (self->black, slider_of (self, self->window.black));
  gtk_adjustment_set_value (self->white, slider_of (self, self->window.white));
  gtk_adjustment_set_value (self->gamma, log2 (self->window.gamma));
  gtk_adjustment_set_value (self->typed_black, self->window.black);
  gtk_adjustment_set_value (self->typed_white, self->window.white);
  gtk_adjustment_set_value (self->typed_gamma, self->window.gamma);
  self->updating = FALSE;
  gtk_widget_set_sensitive (self->reset_button, !is_reset (self));
}

/* Shows the gray levels so, and all controls as they are. */
static void
set_window (VenuleBrightness *self, VenuleDisplayWindow window)
{
  self->window = window;
  update_controls (self);
  venule_gray_plot_set_window (self->plot, &window);
  if (self->canvas)
    venule_canvas_set_display_window (self->canvas, &window);
}

/* The two never cross: the other one gives way. */
static void
set_black (VenuleBrightness *self, guint black)
{
  VenuleDisplayWindow window = self->window;

  window.black = MIN (black, get_most (self) - 1);
  window.white = MAX (window.white, window.black + 1);
  if (!self->updating)
    set_window (self, window);
}

static void
set_white (VenuleBrightness *self, guint white)
{
  VenuleDisplayWindow window = self->window;

  window.white = MAX (white, 1);
  window.black = MIN (window.black, window.white - 1);
  if (!self->updating)
    set_window (self, window);
}

static void
set_gamma (VenuleBrightness *self, double gamma)
{
  VenuleDisplayWindow window = self->window;

  window.gamma = gamma;
  if (!self->updating)
    set_window (self, window);
}

static void
on_black_changed (VenuleBrightness *self)
{
  set_black (self, level_of (self, self->black));
}

static void
on_white_changed (VenuleBrightness *self)
{
  set_white (self, level_of (self, self->white));
}

static void
on_gamma_changed (VenuleBrightness *self)
{
  set_gamma (self, exp2 (gtk_adjustment_get_value (self->gamma)));
}

static void
on_black_typed (VenuleBrightness *self)
{
  set_black (self, (guint) gtk_adjustment_get_value (self->typed_black));
}

static void
on_white_typed (VenuleBrightness *self)
{
  set_white (self, (guint) gtk_adjustment_get_value (self->typed_white));
}

static void
on_gamma_typed (VenuleBrightness *self)
{
  set_gamma (self, gtk_adjustment_get_value (self->typed_gamma));
}

static void
on_reset_clicked (VenuleBrightness *self)
{
  self->strength = 0;
  self->auto_waits = FALSE;
  set_window (self, (VenuleDisplayWindow){ 0, get_most (self), 1 });
}

/* By the frame on show, as in ImageJ; once that has been counted. */
static void
on_auto_clicked (VenuleBrightness *self)
{
  VenuleDisplayWindow window = self->window;
  gboolean current;
  const VenuleGrayHistogram *frame = venule_gray_levels_get_frame (self->levels, &current);

  self->auto_waits = !current;
  if (!current)
    return;
  if (venule_gray_histogram_get_limits (frame, &self->strength, &window.black, &window.white))
    set_window (self, window);
  else
    on_reset_clicked (self);
}

static void
on_logarithmic_toggled (VenuleBrightness *self, GtkCheckButton *button)
{
  venule_gray_plot_set_logarithmic (self->plot, gtk_check_button_get_active (button));
}

/* ---- Saturated pixels ---- */

static void
update_stripes (VenuleBrightness *self)
{
  const VenuleExposure *exposure = venule_gray_levels_get_exposure (self->levels);

  if (self->canvas)
    venule_canvas_set_ceiling (self->canvas,
                               exposure && gtk_check_button_get_active (self->stripes) ? exposure->ceiling : 0);
}

static char *
dup_caution (const VenuleExposure *exposure)
{
  g_autofree char *saturated = venule_warning_dup_saturated (exposure->saturated);
  g_autofree char *few = exposure->few ? venule_warning_dup_few_grays (exposure->n_used) : NULL;

  if (saturated && few)
    return g_strconcat (saturated, "\n", few, NULL);
  return saturated ? g_steal_pointer (&saturated) : g_steal_pointer (&few);
}

static void
on_levels_changed (VenuleBrightness *self)
{
  const VenuleExposure *exposure = venule_gray_levels_get_exposure (self->levels);
  g_autofree char *caution = exposure ? dup_caution (exposure) : NULL;
  g_autofree char *tip = NULL;

  venule_gray_plot_set_histograms (self->plot, venule_gray_levels_get_frame (self->levels, NULL),
                                   exposure ? exposure->video : NULL);
  update_controls (self);
  gtk_widget_set_visible (self->caution, caution != NULL);
  gtk_label_set_label (self->caution_label, caution ? caution : "");
  if (exposure)
    /* Translators: the number of a gray level */
    tip = g_strdup_printf (_("From gray level %u on, as the file has it"), exposure->ceiling);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->stripes), tip);
  update_stripes (self);
  if (self->auto_waits)
    on_auto_clicked (self);
}

/* Nothing is counted while the popover is closed. */
static void
on_popover_mapped (VenuleBrightness *self)
{
  venule_gray_levels_set_active (self->levels, gtk_widget_get_mapped (self->popover));
}

static void
venule_brightness_dispose (GObject *object)
{
  VenuleBrightness *self = VENULE_BRIGHTNESS (object);

  venule_brightness_set_document (self, NULL);
  g_signal_handlers_disconnect_by_data (self->levels, self);
  g_clear_object (&self->canvas);

  G_OBJECT_CLASS (venule_brightness_parent_class)->dispose (object);
}

static void
venule_brightness_finalize (GObject *object)
{
  g_object_unref (VENULE_BRIGHTNESS (object)->levels);

  G_OBJECT_CLASS (venule_brightness_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-brightness.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, popover);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, projection_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, plot);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, black);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, white);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, gamma);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, typed_black);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, typed_white);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, typed_gamma);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, stripes);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, caution);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, caution_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, reset_button);
  gtk_widget_class_bind_template_callback (widget_class, on_popover_mapped);
  gtk_widget_class_bind_template_callback (widget_class, on_black_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_white_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_gamma_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_black_typed);
  gtk_widget_class_bind_template_callback (widget_class, on_white_typed);
  gtk_widget_class_bind_template_callback (widget_class, on_gamma_typed);
  gtk_widget_class_bind_template_callback (widget_class, on_logarithmic_toggled);
  gtk_widget_class_bind_template_callback (widget_class, update_stripes);
  gtk_widget_class_bind_template_callback (widget_class, on_auto_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_clicked);
  gtk_widget_class_bind_template_callback (widget_class, venule_number_on_input);
}

static void
venule_brightness_class_init (VenuleBrightnessClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_brightness_dispose;
  G_OBJECT_CLASS (klass)->finalize = venule_brightness_finalize;

  g_type_ensure (VENULE_TYPE_GRAY_PLOT);
  g_type_ensure (VENULE_TYPE_PROJECTION_ROW);
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
venule_brightness_init (VenuleBrightness *self)
{
  self->bit_depth = 8;
  self->levels = venule_gray_levels_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->levels, "changed", G_CALLBACK (on_levels_changed), self);
  on_reset_clicked (self);
}

void
venule_brightness_set_canvas (VenuleBrightness *self, VenuleCanvas *canvas)
{
  g_return_if_fail (VENULE_IS_BRIGHTNESS (self));

  g_set_object (&self->canvas, canvas);
  venule_projection_row_set_canvas (self->projection_row, canvas);
}

void
venule_brightness_set_player (VenuleBrightness *self, VenulePlayer *player)
{
  g_return_if_fail (VENULE_IS_BRIGHTNESS (self));

  venule_gray_levels_set_player (self->levels, player);
}

/* Another video has other limits. */
static void
on_source_changed (VenuleBrightness *self)
{
  self->bit_depth = venule_source_get_bit_depth (venule_document_get_source (self->document));
  gtk_check_button_set_active (self->stripes, FALSE);
  on_reset_clicked (self);
}

void
venule_brightness_set_document (VenuleBrightness *self, VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_BRIGHTNESS (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  venule_gray_levels_set_document (self->levels, document);
  venule_projection_row_set_document (self->projection_row, document);
  if (document == NULL)
    return;
  g_signal_connect_swapped (document, "notify::source", G_CALLBACK (on_source_changed), self);
  on_source_changed (self);
}
