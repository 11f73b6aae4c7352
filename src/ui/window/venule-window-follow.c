/* venule-window-follow.c: cells followed by the engine where a person asks for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-follow.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-document-tracks.h"
#include "venule-error.h"

#define MAX_GIVEN 10    /* spots that tell how a cell moves */
#define SAME_CELL 0.6   /* times its radius: two places that are one cell */

/* A cell on its way: into later frames, into earlier ones, or one after the other. */
typedef struct {
  VenuleWindow    *window;
  GCancellable    *cancellable;
  guint            id;          /* of the track; 0: a new one */
  gint64           frame;       /* that it is followed from */
  gboolean         back, on;    /* that are to be done yet */
  gboolean         both;
  int              direction;   /* that is being done */
  GArray          *given;       /* of VenuleSpot: from the track, up to that frame or from there on */
  GArray          *found;       /* of VenuleSpot */
  VenuleFollowEnd  end;
} Journey;

static void
journey_free (Journey *journey)
{
  g_object_unref (journey->window);
  g_object_unref (journey->cancellable);
  g_array_unref (journey->given);
  g_array_unref (journey->found);
  g_free (journey);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Journey, journey_free)

/* ---- What is asked ---- */

VenuleWindowFollow *
venule_window_get_follow (VenuleWindow *self)
{
  if (!self->follow)
    {
      self->follow = g_new0 (VenuleWindowFollow, 1);
      self->follow->trail = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
    }
  if (!self->follow->service)
    self->follow->service = venule_cell_tracker_service_new (self->document);
  return self->follow;
}

/**
 * venule_window_clear_follow:
 * @self: a window
 *
 * Gives up what is asked, and forgets the document.
 */
void
venule_window_clear_follow (VenuleWindow *self)
{
  VenuleWindowFollow *follow = g_steal_pointer (&self->follow);

  if (!follow)
    return;
  if (follow->cancellable)
    g_cancellable_cancel (follow->cancellable);
  g_clear_object (&follow->cancellable);
  g_clear_handle_id (&follow->brush_tick, g_source_remove);
  g_clear_pointer (&follow->brushed, g_array_unref);
  g_array_unref (follow->trail);
  g_clear_object (&follow->service);
  g_free (follow);
}

void
venule_window_forget_follow (VenuleWindow *self)
{
  if (!self->follow)
    return;
  venule_window_cancel_brush (self);
  venule_window_clear_follow (self);
  venule_canvas_set_trail (self->canvas, NULL, 0);
  venule_window_show_asking (self, NULL, -1);
}

/**
 * venule_window_stop_following:
 * @self: a window
 *
 * Returns: whether there was something that the engine was asked for; nothing comes of it
 */
gboolean
venule_window_stop_following (VenuleWindow *self)
{
  if (venule_window_cancel_brush (self))
    return TRUE;
  if (!self->follow || !self->follow->cancellable)
    return FALSE;
  g_cancellable_cancel (self->follow->cancellable);
  return TRUE;
}

gboolean
venule_window_is_asking (VenuleWindow *self)
{
  return self->follow && (self->follow->cancellable || self->follow->brushed);
}

static void
show_trail (VenuleWindow *self)
{
  GArray *trail = self->follow->trail;

  venule_canvas_set_trail (self->canvas, (const VenulePoint *) (gpointer) trail->data, trail->len);
}

GCancellable *
venule_window_begin_asking (VenuleWindow *self,
                            const char   *text)
{
  VenuleWindowFollow *follow = venule_window_get_follow (self);

  if (follow->cancellable || follow->brushed)
    return NULL;
  follow->cancellable = g_cancellable_new ();
  follow->in_run = venule_window_is_running (self);
  g_array_set_size (follow->trail, 0);
  venule_window_show_asking (self, text, -1);
  venule_window_update_actions (self);
  return g_object_ref (follow->cancellable);
}

/* @share: of what is to be done; −1: not known, or nothing is going on. Without a text it is said what the tool is
 *   for. */
void
venule_window_show_asking (VenuleWindow *self,
                           const char   *text,
                           double        share)
{
  gboolean adding = venule_canvas_get_mode (self->canvas) == VENULE_MODE_ADD;
  gboolean ended = FALSE;

  if (!text && adding && venule_window_is_marking (self))
    text = _("Click the cell in each frame");
  else if (!text && adding)
    text = _("Click the cell in each frame. Shift: another track; Alt: exactly there");
  else if (!text)
    text = venule_window_get_drawing_hint (self, &ended);
  if (text)
    gtk_label_set_label (self->follow_box.label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->follow_box.bar), share >= 0);
  gtk_widget_set_visible (self->follow_box.stop_button, !ended);
  gtk_widget_set_visible (self->follow_box.drawn_button, ended);
  gtk_progress_bar_set_fraction (self->follow_box.bar, CLAMP (share, 0, 1));
  gtk_widget_set_visible (self->follow_box.box, text != NULL);
  gtk_widget_set_visible (self->proposing.box, text == NULL && venule_window_has_proposal (self));
}

gboolean
venule_window_end_asking (VenuleWindow *self,
                          GCancellable *cancellable,
                          GError       *error)
{
  if (!self->follow || self->follow->cancellable != cancellable)
    return FALSE;

  g_clear_object (&self->follow->cancellable);
  g_array_set_size (self->follow->trail, 0);
  show_trail (self);
  venule_window_show_asking (self, NULL, -1);
  venule_window_update_actions (self);
  if (error && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    venule_window_toast_refusal (self, error);
  return error == NULL && !venule_window_refuse_stale (self);
}

gint64
venule_window_get_newest (VenuleWindow *self)
{
  VenuleAnalysisProgress progress;

  if (!venule_window_is_running (self))
    return -1;

  venule_analysis_get_progress (self->run.analysis, &progress);
  return MAX (progress.newest_frame, 0);
}

gboolean
venule_window_refuse_later (VenuleWindow *self,
                            gint64        frame)
{
  g_autoptr (GError) error = NULL;

  if (!venule_window_is_running (self) || frame <= venule_window_get_newest (self))
    return FALSE;

  g_set_error_literal (&error, VENULE_ERROR, VENULE_ERROR_INVALID, _("The run has not come to this frame yet."));
  venule_window_toast_refusal (self, error);
  return TRUE;
}

gboolean
venule_window_refuse_stale (VenuleWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (self->follow->in_run == venule_window_is_running (self))
    return FALSE;

  g_set_error_literal (&error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("A run has begun or ended meanwhile, and nothing was changed. Try again."));
  venule_window_toast_refusal (self, error);
  return TRUE;
}

VenuleTrack *
venule_window_get_followed (VenuleWindow *self)
{
  GArray *ids = venule_selection_get_ids (self->selection);

  return self->document && ids->len == 1 ? venule_document_get_track (self->document, g_array_index (ids, guint, 0))
                                         : NULL;
}

gint64
venule_window_get_shown (VenuleWindow *self)
{
  VenuleFrame *frame = venule_player_get_frame (self->player);

  return frame ? frame->index : -1;
}

gboolean
venule_window_refuse_locked (VenuleWindow *self,
                             VenuleTrack  *track)
{
  g_autoptr (GError) error = NULL;

  if (!track || !venule_track_get_locked (track))
    return FALSE;
  g_set_error (&error, VENULE_ERROR, VENULE_ERROR_INVALID, _("Track %u is locked. Unlock it to change it."),
               venule_track_get_id (track));
  venule_window_toast_refusal (self, error);
  return TRUE;
}

gboolean
venule_window_refuse_double (VenuleWindow     *self,
                             guint             id,
                             const VenuleSpot *spot)
{
  g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (self->document, spot->frame);

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      const VenulePlace *place = venule_track_get_place_at (track, spot->frame);
      g_autoptr (GError) error = NULL;

      if (venule_track_get_id (track) == id ||
          hypot (place->x - spot->x, place->y - spot->y) > SAME_CELL * spot->radius)
        continue;
      g_set_error (&error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Track %u is at that cell already."), venule_track_get_id (track));
      venule_window_toast_refusal (self, error);
      return TRUE;
    }
  return FALSE;
}

/* ---- A cell on its way ---- */

/* (transfer full): what is done, as the name of an undo step. */
static char *
name_of (const Journey *journey)
{
  if (journey->id == 0)
    return g_strdup (N_("Follow a Cell"));
  if (journey->both)
    return g_strdup_printf (N_("Follow Track %u"), journey->id);
  return g_strdup_printf (journey->direction > 0 ? N_("Follow Track %u Forwards") : N_("Follow Track %u Backwards"),
                          journey->id);
}

static char *
describe_end (const Journey *journey,
              guint          id,
              gint64         frame)
{
  long long number = frame;

  if (journey->both)
    return g_strdup_printf (_("Track %u followed both ways"), id);
  switch (journey->end)
    {
    case VENULE_FOLLOW_LEFT:
      /* Translators: number of a track, number of a frame */
      return g_strdup_printf (_("Track %u followed to frame %lld, where the cell leaves the vessel"), id, number);
    case VENULE_FOLLOW_LOST:
      return g_strdup_printf (_("Track %u followed to frame %lld, where the cell is lost from sight"), id, number);
    case VENULE_FOLLOW_REACHED:
    case VENULE_FOLLOW_VIDEO_END:
    default:
      return g_strdup_printf (_("Track %u followed to frame %lld"), id, number);
    }
}

/* What the track had where it was followed anew goes. */
static gboolean
clear_way (Journey  *journey,
           GError  **error)
{
  VenuleDocument *document = journey->window->document;
  VenuleTrack *track = venule_document_get_track (document, journey->id);

  if (!track)
    return TRUE;
  if ((journey->both || journey->direction > 0) && venule_track_get_last_frame (track) > journey->frame &&
      !venule_document_delete_spots (document, journey->id, journey->frame + 1, venule_track_get_last_frame (track),
                                     error))
    return FALSE;
  return (!journey->both && journey->direction > 0) || venule_track_get_first_frame (track) >= journey->frame ||
         venule_document_delete_spots (document, journey->id, venule_track_get_first_frame (track), journey->frame - 1,
                                       error);
}

static void
arrive (Journey *journey)
{
  VenuleWindow *self = journey->window;
  g_autofree char *name = name_of (journey);
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  guint id = 0;
  gint64 last;

  if (journey->found->len == 0)
    {
      g_set_error_literal (&error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                           _("The cell is lost from sight at once. Nothing was changed."));
      venule_window_toast_refusal (self, error);
      return;
    }

  last = g_array_index (journey->found, VenuleSpot, journey->direction > 0 ? journey->found->len - 1 : 0).frame;
  if (journey->id == 0)
    g_array_append_vals (journey->found, journey->given->data, journey->given->len);
  venule_document_begin_group (self->document, name);
  if (clear_way (journey, &error))
    id = venule_document_put_spots (self->document, journey->id, (const VenuleSpot *) (gpointer) journey->found->data,
                                    journey->found->len, name, &error);
  venule_document_end_group (self->document);
  if (id == 0)
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  venule_selection_set (self->selection, &id, 1);
  title = describe_end (journey, id, last);
  venule_window_toast_edit (self, title);
}

static void
on_spots_followed (VenuleCellTrackerService *service,
                   const VenuleSpot         *spots,
                   guint                     n,
                   gpointer                  user_data)
{
  Journey *journey = user_data;
  VenuleWindow *self = journey->window;
  gint64 n_frames = venule_player_get_n_frames (self->player), newest = spots[n - 1].frame;
  gint64 whole = journey->direction > 0 ? n_frames - 1 - journey->frame : journey->frame;
  g_autofree char *text = NULL;

  if (!self->follow || self->follow->cancellable != journey->cancellable)
    return;
  for (guint i = 0; i < n; i++)
    {
      VenulePoint point = { spots[i].x, spots[i].y };

      g_array_append_val (self->follow->trail, point);
    }
  show_trail (self);
  text = g_strdup_printf (_("Following the cell: frame %lld"), (long long) newest);
  venule_window_show_asking (self, text, whole > 0 ? (double) ABS (newest - journey->frame) / (double) whole : -1);
}

static void go_on (Journey *journey);

static void
on_followed (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Journey) journey = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = venule_cell_tracker_service_follow_finish (VENULE_CELL_TRACKER_SERVICE (object), result,
                                                                        &journey->end, &error);

  if (found && (journey->on || journey->back) && journey->window->follow &&
      journey->window->follow->cancellable == journey->cancellable)
    {
      g_array_append_vals (journey->found, found->data, found->len);
      g_array_set_size (journey->window->follow->trail, 0);
      go_on (g_steal_pointer (&journey));
      return;
    }
  if (!venule_window_end_asking (journey->window, journey->cancellable, error))
    return;
  g_array_append_vals (journey->found, found->data, found->len);
  arrive (journey);
}

/* Takes @journey. */
static void
go_on (Journey *journey)
{
  VenuleCellTrackerService *service = venule_window_get_follow (journey->window)->service;

  journey->direction = journey->back ? -1 : 1;
  if (journey->back)
    journey->back = FALSE;
  else
    journey->on = FALSE;
  venule_cell_tracker_service_follow_async (service, (const VenuleSpot *) (gpointer) journey->given->data,
                                            journey->given->len, journey->direction,
                                            journey->direction > 0 ? venule_window_get_newest (journey->window) : -1,
                                            on_spots_followed, journey, journey->cancellable, on_followed, journey);
}

/* Takes @given. */
static void
set_out (VenuleWindow *self,
         guint         id,
         GArray       *given,
         gint64        frame,
         gboolean      back,
         gboolean      on)
{
  GCancellable *cancellable = NULL;
  Journey *journey;

  /* Where a run has come no further, there is only the way back. */
  on = on && (!back || !venule_window_is_running (self) || frame < venule_window_get_newest (self));
  if (!on || !venule_window_refuse_later (self, frame + 1))
    cancellable = venule_window_begin_asking (self, _("Following the cell"));
  if (!cancellable)
    {
      g_array_unref (given);
      return;
    }
  venule_player_pause (self->player);
  journey = g_new0 (Journey, 1);
  *journey = (Journey) { .window = g_object_ref (self), .cancellable = cancellable, .id = id, .frame = frame,
                         .back = back, .on = on, .both = back && on, .given = given,
                         .found = g_array_new (FALSE, FALSE, sizeof (VenuleSpot)) };
  go_on (journey);
}

/* The track's spots up to the frame on show, or from it on: those that tell where it goes. */
static GArray *
dup_given (VenuleTrack *track,
           gint64       frame,
           int          direction)
{
  GArray *given = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  guint n, first = 0, end;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  if (direction > 0)
    {
      for (end = 0; end < n && spots[end].frame <= frame; end++)
        continue;
      first = end > MAX_GIVEN ? end - MAX_GIVEN : 0;
    }
  else
    {
      while (first < n && spots[first].frame < frame)
        first++;
      end = MIN (first + MAX_GIVEN, n);
    }
  g_array_append_vals (given, spots + first, end - first);
  return given;
}

/**
 * venule_window_follow_track:
 * @self: a window
 * @direction: 1: into later frames; −1: into earlier ones
 *
 * Follows the selected track anew from the frame on show; what it had there goes.
 */
void
venule_window_follow_track (VenuleWindow *self,
                            int           direction)
{
  VenuleTrack *track = venule_window_get_followed (self);
  g_autoptr (GArray) given = NULL;
  g_autoptr (GError) error = NULL;
  gint64 frame;

  if (!track || venule_window_refuse_locked (self, track))
    return;
  given = dup_given (track, venule_window_get_shown (self), direction);
  if (given->len == 0)
    {
      g_set_error (&error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   direction > 0 ? _("Track %u begins later. Go to a frame in which it has a cell.")
                                 : _("Track %u ends earlier. Go to a frame in which it has a cell."),
                   venule_track_get_id (track));
      venule_window_toast_refusal (self, error);
      return;
    }
  frame = g_array_index (given, VenuleSpot, direction > 0 ? given->len - 1 : 0).frame;
  set_out (self, venule_track_get_id (track), g_steal_pointer (&given), frame, direction < 0, direction > 0);
}

/* ---- The cell that is pointed at ---- */

typedef struct {
  VenuleWindow *window;
  GCancellable *cancellable;
} Click;

static void
on_cell_detected (GObject      *object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autofree Click *click = user_data;
  g_autoptr (VenuleWindow) self = click->window;
  g_autoptr (GCancellable) cancellable = click->cancellable;
  g_autoptr (GError) error = NULL;
  VenuleSpot spot;
  GArray *given;

  venule_cell_tracker_service_detect_near_finish (VENULE_CELL_TRACKER_SERVICE (object), result, &spot, &error);
  if (!venule_window_end_asking (self, cancellable, error) || venule_window_refuse_double (self, 0, &spot))
    return;
  given = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_array_append_val (given, spot);
  set_out (self, 0, given, spot.frame, TRUE, TRUE);
}

/**
 * venule_window_follow_cell:
 * @self: a window
 *
 * Follows both ways: the selected track, if it has a cell in the frame on show; else the cell where the pointer was
 * last.
 */
void
venule_window_follow_cell (VenuleWindow *self)
{
  VenuleTrack *track = venule_window_get_followed (self);
  gint64 frame = venule_window_get_shown (self);
  const VenuleSpot *spot = track ? venule_track_get_spot_at (track, frame) : NULL;
  GCancellable *cancellable;
  VenulePoint at;
  Click *click;

  if (spot)
    {
      GArray *given = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));

      if (venule_window_refuse_locked (self, track))
        {
          g_array_unref (given);
          return;
        }
      g_array_append_vals (given, spot, 1);
      set_out (self, venule_track_get_id (track), given, frame, TRUE, TRUE);
      return;
    }

  if (venule_window_refuse_later (self, frame))
    return;
  venule_canvas_get_pointer (self->canvas, &at);
  cancellable = venule_window_begin_asking (self, _("Looking for the cell"));
  if (frame < 0 || !cancellable)
    return;
  click = g_new (Click, 1);
  *click = (Click) { g_object_ref (self), cancellable };
  venule_cell_tracker_service_detect_near_async (venule_window_get_follow (self)->service, frame, at.x, at.y, 0,
                                                 cancellable, on_cell_detected, click);
}
