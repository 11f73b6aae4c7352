/* venule-kymograph-view.c: place and time of all cells in one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "venule-kymograph.h"
#include "venule-overlay.h"
#include "venule-work.h"

/* Room for the axes, px of the screen. */
#define MARGIN_LEFT 44.0
#define MARGIN_BOTTOM 34.0
#define MARGIN 8.0
/* How near a click has to be, px of the screen. */
#define REACH 8.0

struct _VenuleKymographView
{
  GtkWidget        parent_instance;

  VenuleDocument  *document;
  VenulePlayer    *player;
  VenuleSelection *selection;
  VenuleKymograph *picture;     /* NULL: not made yet */
  GdkTexture      *texture;
  GCancellable    *cancellable; /* while it is made */
  char            *problem;     /* why it cannot be */
  gboolean         due;         /* to be made when it is seen */
};

G_DEFINE_FINAL_TYPE (VenuleKymographView, venule_kymograph_view, GTK_TYPE_WIDGET)

/* ---- Where things are ---- */

static graphene_rect_t
get_box (VenuleKymographView *self)
{
  float width = gtk_widget_get_width (GTK_WIDGET (self));
  float height = gtk_widget_get_height (GTK_WIDGET (self));

  return GRAPHENE_RECT_INIT (MARGIN_LEFT, MARGIN, fmaxf (width - MARGIN_LEFT - MARGIN, 1),
                             fmaxf (height - MARGIN - MARGIN_BOTTOM, 1));
}

static double
to_x (const VenuleKymographView *self,
      const graphene_rect_t     *box,
      double                     along)
{
  return box->origin.x + (along + 0.5) / self->picture->length * box->size.width;
}

static double
to_y (const VenuleKymographView *self,
      const graphene_rect_t     *box,
      double                     frame)
{
  return box->origin.y + (frame - self->picture->first_frame + 0.5) / self->picture->n_frames * box->size.height;
}

/* ---- Making the picture ---- */

typedef struct {
  VenuleSource *source;
  GArray       *line;
  double        half_width;
  gint64        first, last;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->source);
  g_array_unref (job->line);
  g_free (job);
}

static void
make_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  VenuleKymograph *picture = venule_kymograph_new (job->source, job->line, job->half_width, job->first, job->last, cancellable,
                                                   &error);

  if (picture)
    g_task_return_pointer (task, picture, (GDestroyNotify) venule_kymograph_free);
  else
    g_task_return_error (task, error);
}

static void
take_picture (VenuleKymographView *self,
              VenuleKymograph     *picture)
{
  g_autoptr (GBytes) bytes = NULL;
  gsize n = (gsize) picture->length * picture->n_frames;
  guint8 *rgb = g_malloc (3 * n);

  for (gsize i = 0; i < n; i++)
    rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = picture->gray[i];
  bytes = g_bytes_new_take (rgb, 3 * n);
  self->picture = picture;
  self->texture = gdk_memory_texture_new (picture->length, (int) picture->n_frames, GDK_MEMORY_R8G8B8, bytes,
                                          3 * (gsize) picture->length);
}

static void
on_made (gpointer  owner,
         GTask    *task)
{
  VenuleKymographView *self = owner;
  g_autoptr (GError) error = NULL;
  VenuleKymograph *picture = g_task_propagate_pointer (task, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->cancellable);
  if (picture)
    take_picture (self, picture);
  else
    self->problem = g_strdup (error->message);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget (VenuleKymographView *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->picture, venule_kymograph_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_object (&self->texture);
}

static void
make (VenuleKymographView *self)
{
  const VenuleRunFacts *facts = self->document ? venule_document_get_run_facts (self->document) : NULL;
  const VenuleSettings *settings = self->document ? venule_document_get_run_settings (self->document) : NULL;
  Job *job;

  self->due = FALSE;
  forget (self);
  if (!facts || !settings || venule_document_get_running (self->document))
    return;

  job = g_new0 (Job, 1);
  job->source = g_object_ref (venule_document_get_source (self->document));
  job->line = venule_kymograph_dup_middle (settings, venule_source_get_width (job->source),
                                           venule_source_get_height (job->source), &job->half_width);
  job->first = facts->first_frame;
  job->last = facts->last_frame;
  self->cancellable = g_cancellable_new ();
  venule_work_start (self, self->cancellable, make, make_in_thread, job, job_free, on_made);
}

/* The picture depends on the run, not on its corrections. */
static void
on_run_changed (VenuleKymographView *self)
{
  self->due = TRUE;
  forget (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    make (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
venule_kymograph_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (venule_kymograph_view_parent_class)->map (widget);

  if (VENULE_KYMOGRAPH_VIEW (widget)->due)
    make (VENULE_KYMOGRAPH_VIEW (widget));
}

/* ---- Drawing ---- */

static void
draw_words (VenuleKymographView *self,
            GtkSnapshot         *snapshot)
{
  const char *words = self->problem ? self->problem
                      : self->cancellable ? _("The picture is being made…")
                                          : _("Places and times of all cells are shown here after a run.");
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), words);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  GdkRGBA color;
  int text_height;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  pango_layout_set_width (layout, MAX (width - 48, 1) * PANGO_SCALE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (24, (height - text_height) / 2.0f));
  color.alpha *= 0.55f;
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_track (VenuleKymographView   *self,
            cairo_t               *cr,
            const graphene_rect_t *box,
            VenuleTrack           *track,
            gboolean               selected)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  double r, g, b;
  gboolean drawing = FALSE;

  venule_overlay_kind_color (venule_track_get_kind (track), &r, &g, &b);
  for (guint i = 0; i < n; i++)
    {
      double along;
      gboolean there = venule_kymograph_project (self->picture, places[i].x, places[i].y, &along);

      if (there && drawing)
        cairo_line_to (cr, to_x (self, box, along), to_y (self, box, places[i].frame));
      else if (there)
        cairo_move_to (cr, to_x (self, box, along), to_y (self, box, places[i].frame));
      drawing = there;
    }
  cairo_set_source_rgba (cr, 0, 0, 0, 0.5);
  cairo_set_line_width (cr, selected ? 4.5 : 2.4);
  cairo_stroke_preserve (cr);
  if (selected)
    cairo_set_source_rgb (cr, 1, 1, 1);
  else
    cairo_set_source_rgb (cr, r, g, b);
  cairo_set_line_width (cr, selected ? 2.5 : 1.2);
  cairo_stroke (cr);
}

static void
draw_axes (VenuleKymographView   *self,
           cairo_t               *cr,
           const graphene_rect_t *box)
{
  const VenuleCalibration *calibration = &venule_document_get_run_settings (self->document)->calibration;
  double length = venule_calibration_scale (calibration, self->picture->length);
  double start = venule_document_get_time (self->document, self->picture->first_frame);
  double end = venule_document_get_time (self->document, self->picture->first_frame + self->picture->n_frames - 1);
  g_autofree char *across = g_strdup_printf ("%.0f %s", length, venule_calibration_length_unit (calibration));
  g_autofree char *from = g_strdup_printf ("%.1f s", start);
  g_autofree char *to = g_strdup_printf ("%.1f s", end);
  cairo_text_extents_t extents;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_set_font_size (cr, 11);
  cairo_text_extents (cr, from, &extents);
  cairo_move_to (cr, box->origin.x - extents.x_advance - 5, box->origin.y + 9);
  cairo_show_text (cr, from);
  cairo_text_extents (cr, to, &extents);
  cairo_move_to (cr, box->origin.x - extents.x_advance - 5, box->origin.y + box->size.height);
  cairo_show_text (cr, to);
  cairo_move_to (cr, box->origin.x, box->origin.y + box->size.height + 14);
  cairo_show_text (cr, "0");
  cairo_text_extents (cr, across, &extents);
  cairo_move_to (cr, box->origin.x + box->size.width - extents.x_advance, box->origin.y + box->size.height + 14);
  cairo_show_text (cr, across);
  cairo_text_extents (cr, _("along the flow"), &extents);
  cairo_move_to (cr, box->origin.x + (box->size.width - extents.x_advance) / 2, box->origin.y + box->size.height + 14);
  cairo_show_text (cr, _("along the flow"));
}

static void
draw_tracks (VenuleKymographView   *self,
             cairo_t               *cr,
             const graphene_rect_t *box)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->document));
  double now = to_y (self, box, venule_player_get_position (self->player));

  cairo_save (cr);
  cairo_rectangle (cr, box->origin.x, box->origin.y, box->size.width, box->size.height);
  cairo_clip (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int chosen = 0; chosen <= 1; chosen++)
    {
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self->document), i);
          gboolean selected = venule_selection_contains (self->selection, venule_track_get_id (track));

          if (selected == chosen && !venule_track_get_hidden (track))
            draw_track (self, cr, box, track, selected);
        }
    }
  cairo_set_source_rgba (cr, 1, 1, 1, 0.85);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, box->origin.x, now);
  cairo_line_to (cr, box->origin.x + box->size.width, now);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
venule_kymograph_view_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (widget);
  graphene_rect_t box = get_box (self);
  cairo_t *cr;

  if (!self->picture)
    {
      draw_words (self, snapshot);
      return;
    }

  gtk_snapshot_append_texture (snapshot, self->texture, &box);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                                 gtk_widget_get_height (widget)));
  draw_axes (self, cr, &box);
  draw_tracks (self, cr, &box);
  cairo_destroy (cr);
}

/* ---- The pointer ---- */

/* The track nearest to a place of the picture, in a row. */
static guint
find_track (VenuleKymographView   *self,
            const graphene_rect_t *box,
            gint64                 frame,
            double                 x)
{
  g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (self->document, frame);
  double nearest = REACH;
  guint best = 0;

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      const VenulePlace *place = venule_track_get_place_at (track, frame);
      double along;

      if (venule_track_get_hidden (track) || !venule_kymograph_project (self->picture, place->x, place->y, &along))
        continue;
      if (fabs (to_x (self, box, along) - x) < nearest)
        {
          nearest = fabs (to_x (self, box, along) - x);
          best = venule_track_get_id (track);
        }
    }

  return best;
}

static void
on_pressed (GtkGestureClick     *gesture,
            int                  n_press,
            double               x,
            double               y,
            VenuleKymographView *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  graphene_rect_t box = get_box (self);
  gint64 frame;
  guint id;

  if (!self->picture || !graphene_rect_contains_point (&box, &GRAPHENE_POINT_INIT (x, y)))
    return;

  frame = self->picture->first_frame + (gint64) ((y - box.origin.y) / box.size.height * self->picture->n_frames);
  frame = CLAMP (frame, self->picture->first_frame, self->picture->first_frame + self->picture->n_frames - 1);
  id = find_track (self, &box, frame, x);
  venule_player_pause (self->player);
  venule_player_seek (self->player, frame);
  if (id != 0 && (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    venule_selection_toggle (self->selection, id);
  else if (id != 0)
    venule_selection_set (self->selection, &id, 1);
  else
    venule_selection_clear (self->selection);
}

/* ---- Object ---- */

static void
venule_kymograph_view_dispose (GObject *object)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (object);

  forget (self);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->document);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (venule_kymograph_view_parent_class)->dispose (object);
}

static void
venule_kymograph_view_class_init (VenuleKymographViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_kymograph_view_dispose;
  widget_class->map = venule_kymograph_view_map;
  widget_class->snapshot = venule_kymograph_view_snapshot;

  gtk_widget_class_set_css_name (widget_class, "kymograph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_kymograph_view_init (VenuleKymographView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Kymograph: places along the flow over time"), -1);
}

/**
 * venule_kymograph_view_set_document:
 * @self: a #VenuleKymographView
 * @document: (nullable): whose video and tracks are shown
 */
void
venule_kymograph_view_set_document (VenuleKymographView *self,
                                    VenuleDocument      *document)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document))
    return;

  forget (self);
  if (!document)
    return;
  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (document, "notify::running", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_run_changed), self);
  on_run_changed (self);
}

void
venule_kymograph_view_set_player (VenuleKymographView *self,
                                  VenulePlayer        *player)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "notify::position", G_CALLBACK (gtk_widget_queue_draw), self);
}

void
venule_kymograph_view_set_selection (VenuleKymographView *self,
                                     VenuleSelection     *selection)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));
  g_return_if_fail (self->selection == NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_swapped (selection, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
}
