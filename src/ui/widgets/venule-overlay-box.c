/* venule-overlay-box.c: what is said over the video, through which the pointer goes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-box.h"

struct _VenuleOverlayBox
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (VenuleOverlayBox, venule_overlay_box, GTK_TYPE_BOX)

/* GTK asks the children first. */
static gboolean
venule_overlay_box_contains (GtkWidget *widget,
                             double     x,
                             double     y)
{
  return FALSE;
}

static void
on_motion (GtkEventController *controller,
           double              x,
           double              y,
           GtkWidget          *self)
{
  gtk_widget_translate_coordinates (gtk_event_controller_get_widget (controller), self, x, y, &x, &y);
  if (x >= 0 && y >= 0 && x < gtk_widget_get_width (self) && y < gtk_widget_get_height (self) &&
      gtk_widget_pick (self, x, y, GTK_PICK_DEFAULT) == NULL)
    gtk_widget_add_css_class (self, "see-through");
  else
    gtk_widget_remove_css_class (self, "see-through");
}

static void
on_leave (GtkWidget *self)
{
  gtk_widget_remove_css_class (self, "see-through");
}

/* What lies below gets the pointer; what holds both hears of it, too. */
static void
on_parent_changed (GtkWidget *self)
{
  GtkWidget *parent = gtk_widget_get_parent (self);
  GtkEventController *motion;

  if (parent == NULL)
    return;

  motion = gtk_event_controller_motion_new ();
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_object (motion, "enter", G_CALLBACK (on_motion), self, 0);
  g_signal_connect_object (motion, "motion", G_CALLBACK (on_motion), self, 0);
  g_signal_connect_object (motion, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (parent, motion);
}

static void
venule_overlay_box_class_init (VenuleOverlayBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->contains = venule_overlay_box_contains;
  gtk_widget_class_set_css_name (widget_class, "venulehint");
}

static void
venule_overlay_box_init (VenuleOverlayBox *self)
{
  g_signal_connect (self, "notify::parent", G_CALLBACK (on_parent_changed), NULL);
}
