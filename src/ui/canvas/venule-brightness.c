/* venule-brightness.c: which gray levels are shown black and white, and how bright those between
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-brightness.h"

#include <math.h>

/* Least distance of white from black, of the whole range. */
#define MIN_CONTRAST 0.01

struct _VenuleBrightness
{
  GtkBox         parent_instance;

  GtkAdjustment *black;
  GtkAdjustment *white;
  GtkAdjustment *gamma;  /* its logarithm to base 2 */
  GtkWidget     *reset_button;

  VenuleCanvas  *canvas;
  int            bit_depth;
};

G_DEFINE_FINAL_TYPE (VenuleBrightness, venule_brightness, GTK_TYPE_BOX)

/* Sliders go by the root of the range: dark videos need fine steps near black. */
static double
slider_to_range (GtkAdjustment *adjustment)
{
  double value = gtk_adjustment_get_value (adjustment);

  return value * value;
}

static void
update (VenuleBrightness *self)
{
  const double most = (1 << self->bit_depth) - 1;
  VenuleDisplayWindow window = { 0 };

  if (!self->canvas)
    return;

  window.black = (guint) round (slider_to_range (self->black) * most);
  window.white = (guint) round (slider_to_range (self->white) * most);
  window.white = MAX (window.white, window.black + 1);
  window.gamma = exp2 (gtk_adjustment_get_value (self->gamma));
  venule_canvas_set_display_window (self->canvas, &window);
  gtk_widget_set_sensitive (self->reset_button, gtk_adjustment_get_value (self->black) > 0 ||
                                                  gtk_adjustment_get_value (self->white) < 1 ||
                                                  gtk_adjustment_get_value (self->gamma) != 0);
}

/* The two never cross. */
static void
on_black_changed (VenuleBrightness *self)
{
  double black = MIN (gtk_adjustment_get_value (self->black), 1 - MIN_CONTRAST);

  gtk_adjustment_set_value (self->black, black);
  if (gtk_adjustment_get_value (self->white) < black + MIN_CONTRAST)
    gtk_adjustment_set_value (self->white, black + MIN_CONTRAST);
  update (self);
}

static void
on_white_changed (VenuleBrightness *self)
{
  double white = MAX (gtk_adjustment_get_value (self->white), MIN_CONTRAST);

  gtk_adjustment_set_value (self->white, white);
  if (gtk_adjustment_get_value (self->black) > white - MIN_CONTRAST)
    gtk_adjustment_set_value (self->black, white - MIN_CONTRAST);
  update (self);
}

static void
on_gamma_changed (VenuleBrightness *self)
{
  update (self);
}

static void
on_reset_clicked (VenuleBrightness *self)
{
  gtk_adjustment_set_value (self->black, 0);
  gtk_adjustment_set_value (self->white, 1);
  gtk_adjustment_set_value (self->gamma, 0);
}

static void
venule_brightness_dispose (GObject *object)
{
  g_clear_object (&VENULE_BRIGHTNESS (object)->canvas);

  G_OBJECT_CLASS (venule_brightness_parent_class)->dispose (object);
}

static void
venule_brightness_class_init (VenuleBrightnessClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_brightness_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-brightness.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, black);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, white);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, gamma);
  gtk_widget_class_bind_template_child (widget_class, VenuleBrightness, reset_button);
  gtk_widget_class_bind_template_callback (widget_class, on_black_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_white_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_gamma_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_clicked);
}

static void
venule_brightness_init (VenuleBrightness *self)
{
  self->bit_depth = 8;
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_brightness_set_canvas (VenuleBrightness *self,
                              VenuleCanvas     *canvas)
{
  g_return_if_fail (VENULE_IS_BRIGHTNESS (self));

  g_set_object (&self->canvas, canvas);
}

void
venule_brightness_reset (VenuleBrightness *self,
                         int               bit_depth)
{
  g_return_if_fail (VENULE_IS_BRIGHTNESS (self));
  g_return_if_fail (bit_depth >= 8 && bit_depth <= 16);

  self->bit_depth = bit_depth;
  on_reset_clicked (self);
  update (self);
}
