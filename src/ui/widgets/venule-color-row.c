/* venule-color-row.c: the colours that a track can have, to be chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-color-row.h"

#include <glib/gi18n.h>

#include "venule-track.h"

#define SWATCH 16

struct _VenuleColorRow
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (VenuleColorRow, venule_color_row, GTK_TYPE_BOX)

/* Of the eight colours of Okabe and Ito (2008), which colour-blind eyes tell apart, those that are seen on dark
 * tissue. */
static const struct
{
  gint32      color;
  const char *name;
} colors[] = {
  { VENULE_TRACK_NO_COLOR, N_("Automatic colour") },
  { 0xf28e00, N_("Orange") },
  { 0x56b4e9, N_("Light blue") },
  { 0x00b386, N_("Green") },
  { 0xf0e442, N_("Yellow") },
  { 0x3d8fd1, N_("Blue") },
  { 0xe8652a, N_("Red") },
  { 0xd98cb8, N_("Pink") },
};

/* The automatic one is a ring: the video shows what it is. */
static void
draw_swatch (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        user_data)
{
  gint32 color = GPOINTER_TO_INT (user_data);
  GdkRGBA line;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &line);
  cairo_arc (cr, width / 2.0, height / 2.0, SWATCH / 2.0 - 1, 0, 2 * G_PI);
  if (color != VENULE_TRACK_NO_COLOR)
    {
      cairo_set_source_rgb (cr, (color >> 16) / 255.0, ((color >> 8) & 0xff) / 255.0, (color & 0xff) / 255.0);
      cairo_fill_preserve (cr);
      line.alpha *= 0.35f;
    }
  gdk_cairo_set_source_rgba (cr, &line);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static GtkWidget *
make_button (gint32      color,
             const char *name)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *swatch = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, GINT_TO_POINTER (color), NULL);
  gtk_button_set_child (GTK_BUTTON (button), swatch);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "swatch");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", color);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.track-color");
  return button;
}

static void
venule_color_row_class_init (VenuleColorRowClass *klass)
{
}

static void
venule_color_row_init (VenuleColorRow *self)
{
  gtk_box_set_homogeneous (GTK_BOX (self), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    gtk_box_append (GTK_BOX (self), make_button (colors[i].color, _(colors[i].name)));
}

GtkWidget *
venule_color_row_new (void)
{
  return g_object_new (VENULE_TYPE_COLOR_ROW, NULL);
}

/* The one after @color, round and round. */
gint32
venule_color_row_get_next (gint32 color)
{
  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    if (colors[i].color == color)
      return colors[(i + 1) % G_N_ELEMENTS (colors)].color;
  return colors[0].color;
}
