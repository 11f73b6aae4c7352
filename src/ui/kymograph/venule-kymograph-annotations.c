/* venule-kymograph-annotations.c: what is drawn over a kymograph while the pointer is in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number.h"
#include "venule-velocity.h"

#define LABEL_MARGIN 5.0
#define LABEL_AWAY 14.0
#define END_RADIUS 5.0

static const GdkRGBA join_color = { 0.90f, 0.62f, 0, 1 };
static const GdkRGBA white = { 1, 1, 1, 1 };

static void
stroke (cairo_t       *cr,
        const GdkRGBA *color,
        double         width)
{
  cairo_set_source_rgba (cr, 0, 0, 0, 0.6);
  cairo_set_line_width (cr, width + 2);
  cairo_stroke_preserve (cr);
  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

/* Beside a place, inside of the picture. */
static void
draw_label (VenuleKymographView *self,
            cairo_t             *cr,
            VenulePoint          at,
            const char          *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  double x, y, wide, high;
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  wide = width + 2 * LABEL_MARGIN;
  high = height + 2 * LABEL_MARGIN;
  x = at.x + LABEL_AWAY + wide > box.x + box.width ? at.x - LABEL_AWAY - wide : at.x + LABEL_AWAY;
  y = at.y + LABEL_AWAY + high > box.y + box.height ? at.y - LABEL_AWAY - high : at.y + LABEL_AWAY;
  x = MAX (x, box.x + 2);
  y = MAX (y, box.y + 2);
  cairo_new_path (cr);
  cairo_rectangle (cr, x, y, wide, high);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.75);
  cairo_fill (cr);
  gdk_cairo_set_source_rgba (cr, &white);
  cairo_move_to (cr, x + LABEL_MARGIN, y + LABEL_MARGIN);
  pango_cairo_show_layout (cr, layout);
}

static VenulePoint
place_of (VenuleKymographView      *self,
          const VenuleKymographHit *hit)
{
  return (VenulePoint){ venule_kymograph_view_x_of (self, hit->along),
                        venule_kymograph_view_y_of_frame (self, hit->frame) };
}

static void
draw_circle (cairo_t       *cr,
             VenulePoint    at,
             double         radius,
             const GdkRGBA *color)
{
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, radius, 0, 2 * G_PI);
  stroke (cr, color, 1.5);
}

/* ---- The track under the pointer ---- */

static char *
describe_place (VenuleKymographView *self,
                gint64               frame,
                double               along)
{
  const VenuleCalibration *calibration = &self->plot.calibration;

  /* Translators: a time in seconds, and a length with its unit: "3.42 s · 120.5 µm" */
  return g_strdup_printf (_("%.2f s · %.1f %s"), venule_document_get_time (self->document, frame),
                          venule_calibration_scale (calibration, along), venule_calibration_length_unit (calibration));
}

static char *
describe_track (VenuleKymographView      *self,
                const VenuleKymographHit *hit)
{
  VenuleTrack *track = venule_document_get_track (self->document, hit->id);
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);
  g_autofree char *place = describe_place (self, hit->frame, hit->along);
  double velocity = track && settings ? venule_track_velocity_at (track, settings, hit->frame) : NAN;
  g_autofree char *number = NULL;

  if (isnan (velocity))
    /* Translators: the number of a track, then time and place */
    return g_strdup_printf (_("Track %u · %s"), hit->id, place);
  /* Translators: number of a track, time and place, velocity and its unit:
   * "Track 12 · 3.42 s · 120.5 µm · 35.2 µm/s at this time" */
  number = venule_number_dup_shown (venule_calibration_scale (&self->plot.calibration, velocity), 1);
  return g_strdup_printf (_("Track %u · %s · %s %s at this time"), hit->id, place, number,
                          venule_calibration_velocity_unit (&self->plot.calibration));
}

static void
draw_hovered (VenuleKymographView *self,
              cairo_t             *cr)
{
  g_autofree char *text = describe_track (self, &self->hand.hovered);
  VenulePoint at = place_of (self, &self->hand.hovered);

  draw_circle (cr, at, self->hand.hovered.end ? END_RADIUS : 3, self->hand.hovered.end ? &join_color : &white);
  draw_label (self, cr, self->hand.at, text);
}

/* ---- Joining ---- */

static char *
describe_gap (VenuleKymographView *self)
{
  const VenuleKymographHit *first = self->hand.held.last ? &self->hand.held : &self->hand.target;
  const VenuleKymographHit *second = self->hand.held.last ? &self->hand.target : &self->hand.held;
  const VenuleCalibration *calibration = &self->plot.calibration;
  gint64 gap = second->frame - first->frame - 1;
  double seconds = venule_document_get_time (self->document, second->frame) -
                   venule_document_get_time (self->document, first->frame);
  double length = venule_calibration_scale (calibration, second->along - first->along);
  g_autofree char *shown = venule_number_dup_shown (length, 1);
  g_autofree char *frames = NULL;

  if (gap < 0)
    return g_strdup_printf (_("Join %u and %u: they overlap"), first->id, second->id);
  frames = g_strdup_printf (ngettext ("gap of %u frame", "gap of %u frames", (gulong) gap), (guint) gap);
  /* Translators: two numbers of tracks, "gap of 5 frames", a time, a length with its unit */
  return g_strdup_printf (_("Join %u and %u: %s, %.2f s, %s %s"), first->id, second->id, frames, seconds, shown,
                          venule_calibration_length_unit (calibration));
}

static void
draw_join (VenuleKymographView *self,
           cairo_t             *cr)
{
  const double dashes[] = { 5, 4 };
  VenulePoint from = place_of (self, &self->hand.held);
  VenulePoint to = self->hand.target.id != 0 ? place_of (self, &self->hand.target) : self->hand.at;
  g_autofree char *text = self->hand.target.id != 0
                            ? describe_gap (self)
                            : g_strdup (self->hand.held.last ? _("To the beginning of the track that goes on")
                                                        : _("To the end of the track that came before"));

  cairo_new_path (cr);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, to.x, to.y);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  stroke (cr, &join_color, 2);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_circle (cr, from, END_RADIUS, &join_color);
  if (self->hand.target.id != 0)
    draw_circle (cr, to, END_RADIUS, &join_color);
  draw_label (self, cr, self->hand.at, text);
}

/* ---- Moving a cell ---- */

static void
draw_moved (VenuleKymographView *self,
            cairo_t             *cr)
{
  VenulePoint from = place_of (self, &self->hand.held);
  VenulePoint to = { venule_kymograph_view_x_of (self, self->hand.moved_along), from.y };
  g_autofree char *text = describe_place (self, self->hand.held.frame, self->hand.moved_along);

  cairo_new_path (cr);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, to.x, to.y);
  stroke (cr, &white, 1.5);
  draw_circle (cr, to, END_RADIUS, &white);
  draw_label (self, cr, self->hand.at, text);
}

/* ---- Band ---- */

static void
draw_band (VenuleKymographView *self,
           cairo_t             *cr)
{
  g_autoptr (GArray) ids = venule_kymograph_view_find_in (self, self->hand.press, self->hand.at);
  g_autofree char *text = g_strdup_printf (ngettext ("%u cell", "%u cells", ids->len), ids->len);
  const double dashes[] = { 4, 4 };

  cairo_new_path (cr);
  cairo_rectangle (cr, MIN (self->hand.press.x, self->hand.at.x), MIN (self->hand.press.y, self->hand.at.y),
                   fabs (self->hand.at.x - self->hand.press.x), fabs (self->hand.at.y - self->hand.press.y));
  cairo_set_source_rgba (cr, 1, 1, 1, 0.08);
  cairo_fill_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  stroke (cr, &white, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_label (self, cr, self->hand.at, text);
}

/* ---- A track that is drawn ---- */

static VenulePoint
drawn_place (VenuleKymographView *self,
             guint                i)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  VenulePoint point = g_array_index (self->drawn, VenulePoint, i);

  return (VenulePoint) { venule_kymograph_plot_x (&self->plot, &box, point.x),
                         venule_kymograph_plot_y (&self->plot, &box, point.y) };
}

/* How fast a cell on it would be. */
static char *
describe_drawn (VenuleKymographView *self)
{
  const VenuleCalibration *calibration = &self->plot.calibration;
  VenulePoint last = g_array_index (self->drawn, VenulePoint, self->drawn->len - 1);
  double along = venule_kymograph_view_along_at (self, self->hand.at.x) - last.x;
  double seconds = venule_kymograph_view_time_at (self, self->hand.at.y) - last.y;
  g_autofree char *number = NULL;

  if (fabs (seconds) < 1e-9)
    return g_strdup (_("Enter ends the track"));
  number = venule_number_dup_shown (venule_calibration_scale (calibration, along / seconds), 1);
  return g_strdup_printf ("%s %s", number, venule_calibration_velocity_unit (calibration));
}

static void
draw_drawn (VenuleKymographView *self,
            cairo_t             *cr)
{
  gboolean pointing = self->hand.inside || self->hand.crosshair;
  g_autofree char *text =
    self->drawn->len > 0 ? describe_drawn (self) : g_strdup (_("Draw along the streak of a cell"));

  cairo_new_path (cr);
  for (guint i = 0; i < self->drawn->len; i++)
    cairo_line_to (cr, drawn_place (self, i).x, drawn_place (self, i).y);
  if (pointing && self->drawn->len > 0)
    cairo_line_to (cr, self->hand.at.x, self->hand.at.y);
  stroke (cr, &join_color, 2);
  for (guint i = 0; i < self->drawn->len; i++)
    draw_circle (cr, drawn_place (self, i), 3, &join_color);
  if (self->hand.crosshair)
    {
      VenuleKymographBox box = venule_kymograph_view_get_box (self);

      cairo_new_path (cr);
      cairo_move_to (cr, box.x, self->hand.at.y);
      cairo_line_to (cr, box.x + box.width, self->hand.at.y);
      cairo_move_to (cr, self->hand.at.x, box.y);
      cairo_line_to (cr, self->hand.at.x, box.y + box.height);
      stroke (cr, &white, 1);
    }
  if (pointing)
    draw_label (self, cr, self->hand.at, text);
}

void
venule_kymograph_view_draw_marks (VenuleKymographView *self,
                                  cairo_t             *cr)
{
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (self->drawing)
    draw_drawn (self, cr);
  else if (self->hand.drag == VENULE_KYMOGRAPH_DRAG_END)
    draw_join (self, cr);
  else if (self->hand.drag == VENULE_KYMOGRAPH_DRAG_SPOT)
    draw_moved (self, cr);
  else if (self->hand.drag == VENULE_KYMOGRAPH_DRAG_BAND)
    draw_band (self, cr);
  else if (self->hand.hovered.id != 0 && self->hand.inside && self->hand.drag <= VENULE_KYMOGRAPH_DRAG_CLICK)
    draw_hovered (self, cr);
}
