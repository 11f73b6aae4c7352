/* venule-velocity-view.c: how fast a track was over time, with a cursor on the frame on show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-velocity-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "venule-number.h"
#include "venule-order.h"
#include "venule-text-scale.h"
#include "venule-track-chart.h"
#include "venule-velocity.h"

struct _VenuleVelocityView
{
  GtkWidget         parent_instance;

  VenuleDocument   *document;
  VenulePlayer     *player;
  VenuleTrack      *track;
  VenuleTrackChart *chart; /* NULL: there is no velocity */
  GskRenderNode    *node;  /* the chart as it is drawn, without the cursor */
  VenuleChartBox    box;
  gboolean          drawn; /* whether there was room for it */
};

G_DEFINE_FINAL_TYPE (VenuleVelocityView, venule_velocity_view, GTK_TYPE_WIDGET)

static void
invalidate (VenuleVelocityView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Drawing ---- */

static void
make_node (VenuleVelocityView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  VenuleFigureStyle style = { .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
                              .local_numbers = TRUE,
                              .font_size = 10 * venule_text_scale_get (GTK_WIDGET (self)) };
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  const VenuleChart *chart = venule_track_chart_get (self->chart);

  venule_chart_draw (cr, width, height, chart, 1, &style);
  self->drawn = venule_chart_get_box (cr, width, height, chart, 1, &style, &self->box);
  cairo_destroy (cr);
  self->node = gtk_snapshot_free_to_node (snapshot);
}

static double
to_x (const VenuleVelocityView *self,
      double                    time)
{
  const VenuleChartBox *box = &self->box;

  return box->left + (time - box->x_low) / (box->x_high - box->x_low) * (box->right - box->left);
}

/* Line, and beside it how fast the cell is there. */
static void
append_cursor (VenuleVelocityView *self,
               GtkSnapshot        *snapshot)
{
  gint64 frame = venule_player_get_position (self->player);
  double x = to_x (self, venule_document_get_time (self->document, frame));
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);
  double velocity = venule_track_velocity_at (self->track, settings, frame);
  g_autoptr (PangoLayout) layout = NULL;
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;
  int width, height;
  GdkRGBA color;

  if (x < self->box.left || x > self->box.right)
    return;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) round (x), (float) self->box.top, 1,
                                                                    (float) (self->box.bottom - self->box.top)));
  if (!isfinite (velocity))
    return;

  number = venule_number_dup_shown (venule_calibration_scale (&settings->calibration, velocity), 1);
  text = g_strdup_printf ("%s %s", number, venule_calibration_velocity_unit (&settings->calibration));
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) (x + 5 + width <= self->box.right ? x + 5 : x - 5 - width),
                                                (float) self->box.bottom - height - 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
venule_velocity_view_snapshot (GtkWidget   *widget,
                               GtkSnapshot *snapshot)
{
  VenuleVelocityView *self = VENULE_VELOCITY_VIEW (widget);

  if (!self->chart || gtk_widget_get_width (widget) < 1 || gtk_widget_get_height (widget) < 1)
    return;

  if (!self->node)
    make_node (self);
  if (!self->node || !self->drawn)
    return;
  gtk_snapshot_append_node (snapshot, self->node);
  append_cursor (self, snapshot);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), self->box.left, self->box.top,
                               self->box.right - self->box.left, self->box.bottom - self->box.top);
}

/* ---- Pointer and keys ---- */

/* The frame nearest to a time: among the track's, or beyond them when the track has a gap there. */
static gint64
frame_at (VenuleVelocityView *self,
          double              x)
{
  double time = self->box.x_low + (x - self->box.left) / (self->box.right - self->box.left) *
                (self->box.x_high - self->box.x_low);
  gint64 first = venule_track_get_first_frame (self->track);
  gint64 frame = (gint64) venule_bisect (first, venule_track_get_last_frame (self->track), i,
                                         venule_document_get_time (self->document, (gint64) i) < time);

  if (frame > first &&
      time - venule_document_get_time (self->document, frame - 1) < venule_document_get_time (self->document, frame) -
      time)
    frame--;
  return frame;
}

static void
seek (VenuleVelocityView *self,
      double              x)
{
  if (!self->chart || !self->drawn)
    return;

  venule_player_pause (self->player);
  venule_player_seek (self->player, frame_at (self, x));
}

static void
on_drag_begin (GtkGestureDrag     *gesture,
               double              x,
               double              y,
               VenuleVelocityView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  seek (self, x);
}

static void
on_drag_update (GtkGestureDrag     *gesture,
                double              dx,
                double              dy,
                VenuleVelocityView *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    seek (self, x + dx);
}

/* ---- Object ---- */

static void
venule_velocity_view_size_allocate (GtkWidget *widget,
                                    int        width,
                                    int        height,
                                    int        baseline)
{
  invalidate (VENULE_VELOCITY_VIEW (widget));
}

static void
venule_velocity_view_dispose (GObject *object)
{
  VenuleVelocityView *self = VENULE_VELOCITY_VIEW (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->chart, venule_track_chart_free);
  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->track);
  g_clear_object (&self->document);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (venule_velocity_view_parent_class)->dispose (object);
}

static void
venule_velocity_view_class_init (VenuleVelocityViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_velocity_view_dispose;
  widget_class->snapshot = venule_velocity_view_snapshot;
  widget_class->size_allocate = venule_velocity_view_size_allocate;

  gtk_widget_class_set_css_name (widget_class, "velocity");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_velocity_view_init (VenuleVelocityView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Velocity of the track over time"), -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (invalidate), self,
                           G_CONNECT_SWAPPED);
  venule_text_scale_watch (GTK_WIDGET (self), G_CALLBACK (invalidate));
}

void
venule_velocity_view_set_document (VenuleVelocityView *self,
                                   VenuleDocument     *document)
{
  g_return_if_fail (VENULE_IS_VELOCITY_VIEW (self));

  venule_velocity_view_set_track (self, NULL);
  g_set_object (&self->document, document);
}

void
venule_velocity_view_set_player (VenuleVelocityView *self,
                                 VenulePlayer       *player)
{
  g_return_if_fail (VENULE_IS_VELOCITY_VIEW (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "notify::position", G_CALLBACK (gtk_widget_queue_draw), self);
}

void
venule_velocity_view_set_track (VenuleVelocityView *self,
                                VenuleTrack        *track)
{
  g_return_if_fail (VENULE_IS_VELOCITY_VIEW (self));

  g_set_object (&self->track, track);
  g_clear_pointer (&self->chart, venule_track_chart_free);
  if (track && venule_document_get_run_settings (self->document))
    self->chart = venule_track_chart_new (track, venule_document_get_run_settings (self->document),
                                          venule_document_get_measure_settings (self->document));
  invalidate (self);
}
