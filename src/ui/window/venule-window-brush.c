/* venule-window-brush.c: a brush through time: the pointer follows a cell while the video goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-follow.h"

#include <glib/gi18n.h>

#include "venule-document-tracks.h"

#define BRUSH_KEY GDK_KEY_b
#define MIN_SPOTS 2          /* a key that was hit by mistake places nothing */
#define SHORTEST_TICK 10     /* ms */
#define LONGEST_TICK 2000    /* ms: also where the video says no times */

static gboolean on_tick (gpointer data);

/* ms until the next frame, at the brush's speed. */
static guint
tick_after (VenuleWindow *self,
            gint64        frame)
{
  double speed = g_settings_get_double (self->settings, "brush-speed");
  double interval = venule_player_get_time (self->player, frame + 1) - venule_player_get_time (self->player, frame);

  return (guint) CLAMP (1000 * interval / speed, SHORTEST_TICK, LONGEST_TICK);
}

static void
schedule (VenuleWindow *self)
{
  self->follow->brush_tick =
    g_timeout_add (tick_after (self, venule_player_get_position (self->player)), on_tick, self);
}

static void
note_pointer (VenuleWindow *self,
              gint64        frame,
              VenulePoint   at)
{
  VenuleWindowFollow *follow = self->follow;
  VenuleSpot spot = { .frame = frame, .x = at.x, .y = at.y, .score = 1, .source = VENULE_SPOT_MANUAL,
                      .radius = (float) (venule_document_get_shown_settings (self->document)->cell_diameter / 2) };

  g_array_append_val (follow->brushed, spot);
  g_array_append_val (follow->trail, at);
  venule_canvas_set_trail (self->canvas, (const VenulePoint *) (gpointer) follow->trail->data, follow->trail->len);
}

static void
show_brush (VenuleWindow *self,
            gboolean      shown)
{
  g_autofree char *text = NULL;

  if (shown)
    text =
      g_strdup_printf (_("Follow the cell with the pointer: frame %lld"), (long long) venule_window_get_shown (self));
  venule_window_show_asking (self, text, -1);
  venule_canvas_set_brush (self->canvas, shown);
}

/* Each frame is on show for its time, at least, and none is left out. Outside the video the time stands still. */
static gboolean
on_tick (gpointer data)
{
  VenuleWindow *self = data;
  gint64 frame = venule_window_get_shown (self);
  VenulePoint at;

  self->follow->brush_tick = 0;
  if (frame != venule_player_get_position (self->player) || !venule_canvas_get_pointer (self->canvas, &at))
    {
      schedule (self);
      return G_SOURCE_REMOVE;
    }
  note_pointer (self, frame, at);
  show_brush (self, TRUE);
  if (frame + 1 >= venule_player_get_n_frames (self->player))
    {
      venule_window_end_brush (self, FALSE);
      return G_SOURCE_REMOVE;
    }
  venule_player_seek (self->player, frame + 1);
  schedule (self);
  return G_SOURCE_REMOVE;
}

/**
 * venule_window_begin_brush:
 * @self: a window
 *
 * From now on the video goes on slowly, and the selected track, or a new one, goes where the pointer is.
 */
void
venule_window_begin_brush (VenuleWindow *self)
{
  VenuleTrack *track = venule_window_get_followed (self);
  VenuleWindowFollow *follow = venule_window_get_follow (self);

  if (follow->brushed || follow->cancellable || venule_window_get_shown (self) < 0 ||
      venule_window_refuse_locked (self, track) || venule_window_refuse_later (self, venule_window_get_shown (self)))
    return;
  follow->in_run = venule_window_is_running (self);
  venule_player_pause (self->player);
  follow->brushed = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  follow->brushed_id = track ? venule_track_get_id (track) : 0;
  g_array_set_size (follow->trail, 0);
  show_brush (self, TRUE);
  schedule (self);
}

/* (transfer full) (nullable): what was brushed; the brush is put down. */
static GArray *
put_down (VenuleWindow *self)
{
  VenuleWindowFollow *follow = self->follow;

  if (!follow || !follow->brushed)
    return NULL;
  g_clear_handle_id (&follow->brush_tick, g_source_remove);
  g_array_set_size (follow->trail, 0);
  venule_canvas_set_trail (self->canvas, NULL, 0);
  show_brush (self, FALSE);
  return g_steal_pointer (&follow->brushed);
}

/* Returns whether it was held. */
gboolean
venule_window_cancel_brush (VenuleWindow *self)
{
  g_autoptr (GArray) brushed = put_down (self);

  return brushed != NULL;
}

static void
put_brushed (VenuleWindow *self,
             guint         id,
             GArray       *spots)
{
  g_autofree char *name = id ? g_strdup_printf (N_("Brush Track %u"), id) : g_strdup (N_("Brush a Cell"));
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  id = venule_document_put_spots (self->document, id, (const VenuleSpot *) (gpointer) spots->data, spots->len, name,
                                  &error);
  if (id == 0)
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  venule_selection_set (self->selection, &id, 1);
  title =
    g_strdup_printf (ngettext ("Track %u brushed through %u frame", "Track %u brushed through %u frames", spots->len),
                     id, spots->len);
  venule_window_toast_edit (self, title);
}

typedef struct {
  VenuleWindow *window;
  GCancellable *cancellable;
  guint         id;
} Stroke;

static void
on_stroke_fitted (GObject      *object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autofree Stroke *stroke = user_data;
  g_autoptr (VenuleWindow) self = stroke->window;
  g_autoptr (GCancellable) cancellable = stroke->cancellable;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) fitted = venule_cell_tracker_service_refit_finish (VENULE_CELL_TRACKER_SERVICE (object), result,
                                                                        &error);

  if (venule_window_end_asking (self, cancellable, error))
    put_brushed (self, stroke->id, fitted);
}

/**
 * venule_window_end_brush:
 * @self: a window
 * @exactly: whether the pointer's places stand; otherwise they are fitted to the cell near them
 *
 * One undo step.
 */
void
venule_window_end_brush (VenuleWindow *self,
                         gboolean      exactly)
{
  g_autoptr (GArray) brushed = put_down (self);
  GCancellable *cancellable;
  Stroke *stroke;

  if (!brushed || venule_window_refuse_stale (self))
    return;
  /* The hand may be ahead of a run. */
  while (venule_window_is_running (self) && brushed->len > 0 &&
         g_array_index (brushed, VenuleSpot, brushed->len - 1).frame > venule_window_get_newest (self))
    g_array_set_size (brushed, brushed->len - 1);
  if (brushed->len < MIN_SPOTS)
    return;
  if (exactly)
    {
      put_brushed (self, self->follow->brushed_id, brushed);
      return;
    }
  cancellable = venule_window_begin_asking (self, _("Fitting the cell"));
  if (!cancellable)
    return;
  stroke = g_new (Stroke, 1);
  *stroke = (Stroke) { g_object_ref (self), cancellable, self->follow->brushed_id };
  venule_cell_tracker_service_refit_async (self->follow->service, (const VenuleSpot *) (gpointer) brushed->data,
                                           brushed->len, NULL, NULL, cancellable, on_stroke_fitted, stroke);
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint                  keyval,
                 guint                  keycode,
                 GdkModifierType        state,
                 gpointer               user_data)
{
  if (gdk_keyval_to_lower (keyval) == BRUSH_KEY)
    venule_window_end_brush (VENULE_WINDOW (user_data), (state & GDK_ALT_MASK) != 0);
}

/* A window that is left in between does not hear of the key. */
static void
on_active_changed (VenuleWindow *self)
{
  if (!gtk_window_is_active (GTK_WINDOW (self)))
    venule_window_end_brush (self, FALSE);
}

void
venule_window_connect_brush (VenuleWindow *self)
{
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (on_active_changed), NULL);
}
