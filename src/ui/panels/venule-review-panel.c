/* venule-review-panel.c: the doubtful places of a result, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-review-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-document-tracks.h"
#include "venule-review-queue.h"

/* The clip around a place, s each way. */
#define CLIP_SECONDS 0.8
/* Frames at most, where there are no times or they are far apart. */
#define MAX_CLIP_FRAMES 40
/* Spots above which nothing is looked for but when the review begins: it would take longer than an edit may. */
#define MAX_SPOTS 300000

struct _VenuleReviewPanel
{
  GtkWidget          parent_instance;

  GtkStack          *stack;
  GtkLabel          *idle_label;
  GtkProgressBar    *progress_bar;
  GtkLabel          *place_label;
  GtkLabel          *reason_label;
  GtkLabel          *estimate_label;

  VenuleDocument    *document;
  VenulePlayer      *player;
  VenuleSelection   *selection;
  VenuleReviewQueue *queue;
  gboolean           active;
  const VenuleReviewPlace *deciding; /* nullable: the tracks change by the answer to it */
  gint64             clip_first; /* of the place on show */
  gint64             clip_last;
  guint              fill_idle;
  gboolean           large; /* more than MAX_SPOTS */
};

enum
{
  PROP_0,
  PROP_ACTIVE,
  N_PROPS
};

enum
{
  FAILED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleReviewPanel, venule_review_panel, GTK_TYPE_WIDGET)

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static const VenuleReviewPlace *
get_place (VenuleReviewPanel *self)
{
  /* Its track may be gone already, and it would be taken for one that is answered. */
  if (self->deciding)
    return self->deciding;

  return self->active && self->document ? venule_review_queue_peek (self->queue, self->document) : NULL;
}

/* ---- The clip ---- */

static void
choose_clip (VenuleReviewPanel       *self,
             const VenuleReviewPlace *place)
{
  gint64 n = venule_player_get_n_frames (self->player);
  double middle = venule_player_get_time (self->player, place->frame);
  gint64 first = place->frame, last = place->frame;

  while (first > 0 && place->frame - first < MAX_CLIP_FRAMES &&
         middle - venule_player_get_time (self->player, first - 1) <= CLIP_SECONDS)
    first--;
  while (last + 1 < n && last - place->frame < MAX_CLIP_FRAMES &&
         venule_player_get_time (self->player, last + 1) - middle <= CLIP_SECONDS)
    last++;
  self->clip_first = first;
  self->clip_last = last;
}

static void
on_position_changed (VenuleReviewPanel *self)
{
  if (!self->active || !venule_player_get_playing (self->player))
    return;

  if (venule_player_get_position (self->player) > self->clip_last)
    venule_player_seek (self->player, self->clip_first);
}

/* At the last frame of the video the player stops by itself. */
static void
on_playing_changed (VenuleReviewPanel *self)
{
  gint64 position = venule_player_get_position (self->player);

  if (self->active && !venule_player_get_playing (self->player) && position == self->clip_last &&
      position == venule_player_get_n_frames (self->player) - 1 && self->clip_first < self->clip_last)
    {
      venule_player_seek (self->player, self->clip_first);
      venule_player_play (self->player);
    }
}

/* ---- What is shown ---- */

static void
show_progress (VenuleReviewPanel *self)
{
  guint decided = venule_review_queue_get_n_verdicts (self->queue);
  guint left = venule_review_queue_get_left (self->queue);
  guint all = decided + left;
  VenuleInterval error = venule_review_queue_estimate (self->queue, self->document);
  g_autofree char *progress = g_strdup_printf (ngettext ("%u of %u place", "%u of %u places", all), decided, all);
  g_autofree char *estimate = NULL;

  gtk_progress_bar_set_fraction (self->progress_bar, all > 0 ? (double) decided / all : 1);
  gtk_progress_bar_set_text (self->progress_bar, progress);
  if (!isnan (error.value))
    /* Translators: shares in per cent: estimate, and from and to of its interval */
    estimate = g_strdup_printf (_("About %.1f %% of the tracks may still be wrong (%.1f to %.1f %%, 95 %% interval)."),
                                100 * error.value, 100 * error.low, 100 * error.high);
  gtk_label_set_label (self->estimate_label, estimate ? estimate : "");
}

static void
show_place (VenuleReviewPanel *self)
{
  const VenuleReviewPlace *place = get_place (self);
  g_autofree char *title = NULL;
  g_autofree char *reason = NULL;
  guint ids[2];

  show_progress (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]); /* other answers make sense now */
  if (!place)
    {
      venule_player_pause (self->player);
      gtk_label_set_label (self->place_label, _("Nothing is left to be looked at"));
      gtk_label_set_label (self->reason_label, "");
      return;
    }

  title = g_strdup_printf (_("Track %u, frame %d"), place->track, (int) place->frame);
  reason = venule_review_place_describe (place);
  gtk_label_set_label (self->place_label, title);
  gtk_label_set_label (self->reason_label, reason);
  ids[0] = place->track;
  ids[1] = place->other;
  venule_selection_set (self->selection, ids, place->other != 0 ? 2 : 1);
  choose_clip (self, place);
  venule_player_seek (self->player, self->clip_first);
  venule_player_play (self->player);
}

static void
show_idle (VenuleReviewPanel *self)
{
  guint left = self->document ? venule_review_queue_get_left (self->queue) : 0;
  g_autofree char *text = NULL;

  if (self->large)
    text = g_strdup (_("Doubtful places are looked for when the review begins."));
  else if (left > 0)
    text = g_strdup_printf (ngettext ("%u place is doubtful.", "%u places are doubtful, the most doubtful comes first.",
                                      left),
                            left);
  else
    text = g_strdup (_("Nothing is doubtful; a few tracks are shown as a sample."));
  gtk_label_set_label (self->idle_label, text);
}

static void
update (VenuleReviewPanel *self)
{
  gtk_stack_set_visible_child_name (self->stack, self->active ? "active" : "idle");
  if (self->active)
    show_place (self);
  else
    show_idle (self);
}

/* ---- Following the document ---- */

static gboolean
is_large (VenuleDocument *document)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (document));
  guint64 spots = 0;

  for (guint i = 0; i < n && spots <= MAX_SPOTS; i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      spots += venule_track_get_n_spots (track);
    }
  return spots > MAX_SPOTS;
}

static gboolean
on_fill (gpointer user_data)
{
  VenuleReviewPanel *self = user_data;

  self->fill_idle = 0;
  if (self->document && !venule_document_get_running (self->document))
    {
      self->large = is_large (self->document);
      if (!self->large)
        venule_review_queue_fill (self->queue, self->document);
      update (self);
    }
  return G_SOURCE_REMOVE;
}

/* Looked for again when nothing else is to be done, and not for the answers given here. */
static void
on_tracks_changed (VenuleReviewPanel *self)
{
  if (!self->deciding && self->fill_idle == 0)
    self->fill_idle = g_timeout_add_full (G_PRIORITY_LOW, 300, on_fill, self, NULL);
}

/* ---- Answers ---- */

gboolean
venule_review_panel_can_decide (VenuleReviewPanel *self,
                                VenuleReviewAction action)
{
  const VenuleReviewPlace *place;
  VenuleTrack *track;

  g_return_val_if_fail (VENULE_IS_REVIEW_PANEL (self), FALSE);

  place = get_place (self);
  if (!place)
    return FALSE;

  track = venule_document_get_track (self->document, place->track);
  switch (action)
    {
    case VENULE_REVIEW_JOIN:
      return place->other != 0 && place->reason == VENULE_REVIEW_ENDS;

    case VENULE_REVIEW_EXCHANGE:
      return place->other != 0 && place->reason == VENULE_REVIEW_TOUCHES;

    case VENULE_REVIEW_CUT:
      return track && venule_track_get_n_spots (track) > 1;

    case VENULE_REVIEW_RIGHT:
    case VENULE_REVIEW_DELETE:
    case VENULE_REVIEW_LATER:
    default:
      return TRUE;
    }
}

/* A cut at the first frame would cut nothing off. */
static gint64
choose_cut (VenuleReviewPanel       *self,
            const VenuleReviewPlace *place)
{
  VenuleTrack *track = venule_document_get_track (self->document, place->track);

  return CLAMP (venule_player_get_position (self->player), venule_track_get_first_frame (track) + 1,
                venule_track_get_last_frame (track));
}

static gboolean
edit (VenuleReviewPanel        *self,
      const VenuleReviewPlace  *place,
      VenuleReviewAction        action,
      GError                  **error)
{
  switch (action)
    {
    case VENULE_REVIEW_DELETE:
      return venule_document_remove_tracks (self->document, &place->track, 1, error);

    case VENULE_REVIEW_JOIN:
      return venule_document_join_tracks (self->document, place->track, place->other, error);

    case VENULE_REVIEW_EXCHANGE:
      return venule_document_swap_tracks (self->document, place->track, place->other, place->frame, error);

    case VENULE_REVIEW_CUT:
      return venule_document_cut_track (self->document, place->track, choose_cut (self, place), error) != 0;

    case VENULE_REVIEW_RIGHT:
    case VENULE_REVIEW_LATER:
    default:
      return TRUE;
    }
}

void
venule_review_panel_decide (VenuleReviewPanel *self,
                            VenuleReviewAction action)
{
  const VenuleReviewPlace *place;
  g_autoptr (GError) error = NULL;
  gboolean done;

  g_return_if_fail (VENULE_IS_REVIEW_PANEL (self));

  place = get_place (self);
  if (!place || !venule_review_panel_can_decide (self, action))
    return;

  self->deciding = place;
  done = edit (self, place, action, &error);
  if (done && action == VENULE_REVIEW_LATER)
    venule_review_queue_put_off (self->queue);
  else if (done)
    done = venule_review_queue_give_verdict (self->queue, self->document, action != VENULE_REVIEW_RIGHT, &error);
  self->deciding = NULL;

  if (!done)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  show_place (self);
}

/* ---- Beginning and end ---- */

gboolean
venule_review_panel_get_active (VenuleReviewPanel *self)
{
  g_return_val_if_fail (VENULE_IS_REVIEW_PANEL (self), FALSE);

  return self->active;
}

void
venule_review_panel_start (VenuleReviewPanel *self)
{
  g_return_if_fail (VENULE_IS_REVIEW_PANEL (self));

  if (!self->document || venule_document_get_running (self->document))
    return;

  venule_review_queue_fill (self->queue, self->document);
  self->active = TRUE;
  update (self);
}

void
venule_review_panel_stop (VenuleReviewPanel *self)
{
  g_return_if_fail (VENULE_IS_REVIEW_PANEL (self));

  if (!self->active)
    return;

  self->active = FALSE;
  venule_player_pause (self->player);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

/* ---- Object ---- */

static void
venule_review_panel_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  if (prop_id == PROP_ACTIVE)
    g_value_set_boolean (value, VENULE_REVIEW_PANEL (object)->active);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
venule_review_panel_dispose (GObject *object)
{
  VenuleReviewPanel *self = VENULE_REVIEW_PANEL (object);
  GtkWidget *child;

  self->active = FALSE;
  g_clear_handle_id (&self->fill_idle, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->document);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_review_panel_parent_class)->dispose (object);
}

static void
venule_review_panel_finalize (GObject *object)
{
  venule_review_queue_free (VENULE_REVIEW_PANEL (object)->queue);

  G_OBJECT_CLASS (venule_review_panel_parent_class)->finalize (object);
}

static void
venule_review_panel_class_init (VenuleReviewPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = venule_review_panel_get_property;
  object_class->dispose = venule_review_panel_dispose;
  object_class->finalize = venule_review_panel_finalize;

  properties[PROP_ACTIVE] =
    g_param_spec_boolean ("active", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "review");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-review-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleReviewPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleReviewPanel, idle_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleReviewPanel, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleReviewPanel, place_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleReviewPanel, reason_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleReviewPanel, estimate_label);
}

static void
venule_review_panel_init (VenuleReviewPanel *self)
{
  self->queue = venule_review_queue_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_review_panel_set_document (VenuleReviewPanel *self,
                                  VenuleDocument    *document)
{
  g_return_if_fail (VENULE_IS_REVIEW_PANEL (self));

  venule_review_panel_stop (self);
  g_clear_handle_id (&self->fill_idle, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document) || !document)
    return;

  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
  on_tracks_changed (self);
}

void
venule_review_panel_set_player (VenuleReviewPanel *self,
                                VenulePlayer      *player)
{
  g_return_if_fail (VENULE_IS_REVIEW_PANEL (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "notify::position", G_CALLBACK (on_position_changed), self);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (on_playing_changed), self);
}

void
venule_review_panel_set_selection (VenuleReviewPanel *self,
                                   VenuleSelection   *selection)
{
  g_return_if_fail (VENULE_IS_REVIEW_PANEL (self));

  g_set_object (&self->selection, selection);
}
