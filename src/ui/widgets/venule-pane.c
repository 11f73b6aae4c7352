/* venule-pane.c: what lies beside the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-pane.h"

struct _VenulePane
{
  GtkWidget parent_instance;

  int       least;
  int       wanted;
};

G_DEFINE_FINAL_TYPE (VenulePane, venule_pane, GTK_TYPE_WIDGET)

static void
venule_pane_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  VenulePane *self = VENULE_PANE (widget);
  GtkWidget *child = gtk_widget_get_first_child (widget);

  *minimum = *natural = 0;
  /* Text that wraps would need more width where its height is given, and the pane would grow with what it says. */
  if (child != NULL)
    gtk_widget_measure (child, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                        NULL, NULL);
  /* What its child would like, long lines of text, does not count. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (*minimum, self->least);
      *natural = MAX (*minimum, self->wanted);
    }
}

static void
venule_pane_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child != NULL)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static GtkSizeRequestMode
venule_pane_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
venule_pane_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_pane_parent_class)->dispose (object);
}

static void
venule_pane_class_init (VenulePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_pane_dispose;
  widget_class->measure = venule_pane_measure;
  widget_class->size_allocate = venule_pane_size_allocate;
  widget_class->get_request_mode = venule_pane_get_request_mode;
}

static void
venule_pane_init (VenulePane *self)
{
}

void
venule_pane_set_width (VenulePane *self,
                       int         least,
                       int         wanted)
{
  g_return_if_fail (VENULE_IS_PANE (self));

  if (self->least == least && self->wanted == wanted)
    return;

  self->least = least;
  self->wanted = wanted;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
