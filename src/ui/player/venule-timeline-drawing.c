/* venule-timeline-drawing.c: how the video's time looks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-timeline-private.h"

#include <adwaita.h>

#define CACHED_HEIGHT 3
#define GRIP_WIDTH 9.0
#define GRIP_HEIGHT 13.0
#define KNOB_RADIUS 6.0

typedef struct {
  GdkRGBA  text;
  GdkRGBA  accent;
  GdkRGBA  damage;
  gboolean high_contrast;
} Colors;

static Colors
get_colors (GtkWidget *widget)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  Colors colors = {
    .high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ()),
  };

  gtk_style_context_get_color (context, &colors.text);
  if (!gtk_style_context_lookup_color (context, "accent_bg_color", &colors.accent))
    colors.accent = colors.text;
  if (!gtk_style_context_lookup_color (context, "error_color", &colors.damage))
    colors.damage = colors.text;
  return colors;
}

static GdkRGBA
faded (const GdkRGBA *color,
       double         alpha)
{
  GdkRGBA result = *color;

  result.alpha *= alpha;
  return result;
}

/* Frames from the left edge of the first to the right edge of the last; at least 1 px, so that one frame of many is
 * seen. */
static void
append_run (VenuleTimeline       *self,
            GtkSnapshot          *snapshot,
            const VenuleFrameRun *run,
            double                y,
            double                height,
            const GdkRGBA        *color)
{
  double left = venule_timeline_x_of (self, run->first);
  double right = venule_timeline_x_of (self, run->last + 1);

  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (left, y, MAX (right - left, 1), height));
}

static void
append_cached (VenuleTimeline *self,
               GtkSnapshot    *snapshot,
               const Colors   *colors)
{
  g_autoptr (GArray) cached = venule_player_dup_cached (self->player, NULL);
  GdkRGBA color = faded (&colors->text, colors->high_contrast ? 0.8 : 0.45);
  double y = VENULE_TIMELINE_TROUGH_Y + VENULE_TIMELINE_TROUGH_HEIGHT - CACHED_HEIGHT;
  guint i = 0;

  while (i < cached->len)
    {
      VenuleFrameRun run = { g_array_index (cached, gint64, i), g_array_index (cached, gint64, i) };

      while (++i < cached->len && g_array_index (cached, gint64, i) == run.last + 1)
        run.last++;
      append_run (self, snapshot, &run, y, CACHED_HEIGHT, &color);
    }
}

static void
append_bands (VenuleTimeline *self,
              GtkSnapshot    *snapshot,
              const Colors   *colors)
{
  VenuleFrameRun range = venule_timeline_get_range (self);
  VenuleFrameRun all = { 0, MAX (venule_player_get_n_frames (self->player), 1) - 1 };
  GdkRGBA trough = faded (&colors->text, colors->high_contrast ? 0.3 : 0.1);
  GdkRGBA chosen = faded (&colors->text, colors->high_contrast ? 0.3 : 0.12);
  GdkRGBA analysed = faded (&colors->accent, 0.55);
  GdkRGBA damage = faded (&colors->damage, 0.9);

  append_run (self, snapshot, &all, VENULE_TIMELINE_TROUGH_Y, VENULE_TIMELINE_TROUGH_HEIGHT, &trough);
  append_run (self, snapshot, &range, VENULE_TIMELINE_TROUGH_Y, VENULE_TIMELINE_TROUGH_HEIGHT, &chosen);
  if (self->analysed.first >= 0)
    append_run (self, snapshot, &self->analysed, VENULE_TIMELINE_TROUGH_Y, VENULE_TIMELINE_TROUGH_HEIGHT, &analysed);
  append_cached (self, snapshot, colors);
  for (guint i = 0; i < self->damaged->len; i++)
    append_run (self, snapshot, &g_array_index (self->damaged, VenuleFrameRun, i), VENULE_TIMELINE_TROUGH_Y,
                VENULE_TIMELINE_TROUGH_HEIGHT - CACHED_HEIGHT, &damage);
}

static void
append_bounded (GtkSnapshot    *snapshot,
                VenuleTimeline *self,
                const Colors   *colors)
{
  GskRoundedRect shape;

  gsk_rounded_rect_init_from_rect (&shape,
                                   &GRAPHENE_RECT_INIT (self->trough_x, VENULE_TIMELINE_TROUGH_Y, self->trough_width,
                                                        VENULE_TIMELINE_TROUGH_HEIGHT),
                                   4);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  append_bands (self, snapshot, colors);
  gtk_snapshot_pop (snapshot);
}

/* A tab below the trough that points at the first or last frame's outer edge. */
static void
draw_grip (VenuleTimeline     *self,
           cairo_t            *cr,
           const Colors       *colors,
           VenuleTimelinePart  part,
           gint64              edge)
{
  double x = venule_timeline_x_of (self, edge);
  double y = VENULE_TIMELINE_TROUGH_Y + VENULE_TIMELINE_TROUGH_HEIGHT + 1;
  double side = part == VENULE_TIMELINE_FIRST ? -1 : 1;
  gboolean lit = self->hovered == part || self->dragged == part;

  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x, y + GRIP_HEIGHT);
  cairo_line_to (cr, x + side * GRIP_WIDTH, y + GRIP_HEIGHT);
  cairo_line_to (cr, x + side * GRIP_WIDTH, y + 5);
  cairo_close_path (cr);
  gdk_cairo_set_source_rgba (cr, lit ? &colors->accent : &(GdkRGBA) { colors->text.red, colors->text.green,
                                                                        colors->text.blue,
                                                                        colors->high_contrast ? 1 : 0.6f });
  cairo_fill (cr);

  cairo_rectangle (cr, x - 0.5, VENULE_TIMELINE_TROUGH_Y, 1, VENULE_TIMELINE_TROUGH_HEIGHT + 2);
  cairo_fill (cr);
}

static void
draw_position (VenuleTimeline *self,
               cairo_t        *cr,
               const Colors   *colors)
{
  double x = venule_timeline_x_of (self, venule_player_get_position (self->player) + 0.5);
  double y = VENULE_TIMELINE_TROUGH_Y;

  gdk_cairo_set_source_rgba (cr, &colors->text);
  cairo_rectangle (cr, x - 1, y - 2, 2, VENULE_TIMELINE_TROUGH_HEIGHT + 4);
  cairo_fill (cr);
  cairo_arc (cr, x, y - 1, KNOB_RADIUS, 0, 2 * G_PI);
  gdk_cairo_set_source_rgba (cr, &colors->accent);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1.5);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.9);
  cairo_stroke (cr);
}

void
venule_timeline_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  VenuleTimeline *self = VENULE_TIMELINE (widget);
  Colors colors = get_colors (widget);
  VenuleFrameRun range;
  cairo_t *cr;

  gtk_widget_snapshot_child (widget, self->label, snapshot);
  if (self->player == NULL || venule_player_get_source (self->player) == NULL || self->trough_width < 1)
    return;

  append_bounded (snapshot, self, &colors);

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), self->height));
  if (self->document != NULL)
    {
      range = venule_timeline_get_range (self);
      draw_grip (self, cr, &colors, VENULE_TIMELINE_FIRST, range.first);
      draw_grip (self, cr, &colors, VENULE_TIMELINE_LAST, range.last + 1);
    }
  draw_position (self, cr, &colors);
  cairo_destroy (cr);

  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), self->trough_x - 8, 0,
                               self->trough_width + 16, self->height);
}
