/* venule-timeline.c: the video's time, to be scrubbed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>


/* Logical px. */
#define LABEL_GAP 18
#define END_GAP 14
#define MIN_TROUGH 120
#define TOOLTIP_STEP 24

G_DEFINE_FINAL_TYPE (VenuleTimeline, venule_timeline, GTK_TYPE_WIDGET)

/* Frames and places. Time runs from left to right, whatever the direction of the text. */

gboolean
venule_timeline_has_video (VenuleTimeline *self)
{
  return self->player != NULL && venule_player_get_source (self->player) != NULL;
}

gint64
venule_timeline_get_n_frames (VenuleTimeline *self)
{
  return self->player != NULL ? MAX (venule_player_get_n_frames (self->player), 1) : 1;
}

/* The frame under a place in the widget. */
gint64
venule_timeline_frame_at (VenuleTimeline *self,
                          double          x)
{
  gint64 n_frames = venule_timeline_get_n_frames (self);
  double part = (x - self->trough_x) / MAX (self->trough_width, 1);

  return CLAMP ((gint64) floor (part * n_frames), 0, n_frames - 1);
}

/* Where a frame's left edge is. */
double
venule_timeline_x_of (VenuleTimeline *self,
                      double          frame)
{
  return self->trough_x + CLAMP (frame / venule_timeline_get_n_frames (self), 0, 1) * self->trough_width;
}

/* The frames to analyse, as they are shown: the draft while it is dragged. */
VenuleFrameRun
venule_timeline_get_range (VenuleTimeline *self)
{
  gint64 last = venule_timeline_get_n_frames (self) - 1;
  const VenuleSettings *settings;

  if (self->dragged == VENULE_TIMELINE_FIRST || self->dragged == VENULE_TIMELINE_LAST)
    return self->draft;
  if (self->document == NULL)
    return (VenuleFrameRun) { 0, last };

  settings = venule_document_get_settings (self->document);
  return (VenuleFrameRun) { CLAMP (settings->first_frame, 0, last),
                            settings->last_frame < 0 ? last : CLAMP (settings->last_frame, 0, last) };
}

/* Text */

/* "1:02.345", "1:01:02.345"; with the desktop's decimal sign, as numbers beside it */
char *
venule_timeline_format (double seconds)
{
  gint64 milliseconds = (gint64) llround (MAX (seconds, 0) * 1000);
  int hours = (int) (milliseconds / 3600000);
  int minutes = (int) (milliseconds / 60000 % 60);
  double rest = (double) (milliseconds % 60000) / 1000;

  if (hours > 0)
    return g_strdup_printf ("%d:%02d:%06.3f", hours, minutes, rest);
  return g_strdup_printf ("%d:%06.3f", minutes, rest);
}

double
venule_timeline_get_time (VenuleTimeline *self,
                          gint64          frame)
{
  if (self->document != NULL && venule_document_get_source (self->document) == venule_player_get_source (self->player))
    return venule_document_get_time (self->document, frame);
  return venule_player_get_time (self->player, frame);
}

static char *
describe_frame (VenuleTimeline *self,
                gint64          frame)
{
  g_autofree char *time = venule_timeline_format (venule_timeline_get_time (self, frame));

  /* Translators: a moment of the video: time in minutes and seconds, and number of the frame */
  return g_strdup_printf (_("%s · frame %lld"), time, (long long) frame);
}

static gboolean
is_damaged (VenuleTimeline *self,
            gint64          frame)
{
  for (guint i = 0; i < self->damaged->len; i++)
    {
      const VenuleFrameRun *run = &g_array_index (self->damaged, VenuleFrameRun, i);

      if (frame >= run->first && frame <= run->last)
        return TRUE;
    }
  return FALSE;
}

static void
update_label (VenuleTimeline *self)
{
  g_autofree char *text = NULL;
  gboolean shows = venule_timeline_has_video (self);

  if (shows)
    text = describe_frame (self, venule_player_get_position (self->player));
  gtk_inscription_set_text (GTK_INSCRIPTION (self->label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, (double) (venule_timeline_get_n_frames (self) - 1),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  shows ? (double) venule_player_get_position (self->player) : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text != NULL ? text : "",
                                  -1);
}

/* The label is as wide as it ever gets, so that the trough stays where it is while the video plays. */
static void
update_label_width (VenuleTimeline *self)
{
  g_autofree char *longest = NULL;

  if (!venule_timeline_has_video (self))
    return;
  longest = describe_frame (self, venule_timeline_get_n_frames (self) - 1);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (self->label), (int) g_utf8_strlen (longest, -1));
}

/* Changes of what is shown */

static void
update_damaged (VenuleTimeline *self)
{
  VenuleSource *source = self->player != NULL ? venule_player_get_source (self->player) : NULL;
  VenuleFrameInfo info;

  if (source != NULL && !venule_source_has_table (source))
    source = NULL;
  if (source == self->damaged_source)
    return;

  g_array_set_size (self->damaged, 0);
  self->damaged_source = source;
  for (gint64 i = 0; source != NULL && venule_source_get_frame_info (source, i, &info); i++)
    {
      VenuleFrameRun run = { i, i };

      if (!info.corrupt)
        continue;
      while (venule_source_get_frame_info (source, i + 1, &info) && info.corrupt)
        run.last = ++i;
      g_array_append_val (self->damaged, run);
    }
}

static void
on_position (VenuleTimeline *self)
{
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_n_frames (VenuleTimeline *self)
{
  update_damaged (self);
  update_label_width (self);
  on_position (self);
}

static void
on_cache (VenuleTimeline *self)
{
  VenuleSource *source = venule_player_get_source (self->player);

  if (source != NULL && source != self->damaged_source && venule_source_has_table (source))
    on_n_frames (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Widget */

static void
venule_timeline_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  VenuleTimeline *self = VENULE_TIMELINE (widget);
  int label_minimum, label_natural;

  gtk_widget_measure (self->label, orientation, -1, &label_minimum, &label_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = label_minimum + LABEL_GAP + MIN_TROUGH + END_GAP;
      *natural = label_natural + LABEL_GAP + 4 * MIN_TROUGH + END_GAP;
    }
  else
    {
      *minimum = *natural = MAX (VENULE_TIMELINE_HEIGHT, label_minimum);
    }
}

static void
venule_timeline_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  VenuleTimeline *self = VENULE_TIMELINE (widget);
  int label_width, label_height;

  gtk_widget_measure (self->label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &label_width, NULL, NULL);
  gtk_widget_measure (self->label, GTK_ORIENTATION_VERTICAL, -1, NULL, &label_height, NULL, NULL);
  /* In the middle of the trough's height, not the widget's: the grips hang below. */
  gtk_widget_size_allocate (self->label,
                            &(GtkAllocation) { 0, MAX (0, VENULE_TIMELINE_TROUGH_Y +
                                                              (VENULE_TIMELINE_TROUGH_HEIGHT - label_height) / 2),
                                               label_width, label_height },
                            -1);
  self->trough_x = label_width + LABEL_GAP;
  self->trough_width = MAX (width - self->trough_x - END_GAP, 1);
  self->height = height;
}

static gboolean
venule_timeline_query_tooltip (GtkWidget  *widget,
                               int         x,
                               int         y,
                               gboolean    keyboard_tooltip,
                               GtkTooltip *tooltip)
{
  VenuleTimeline *self = VENULE_TIMELINE (widget);
  VenuleTimelinePart part = venule_timeline_find_part (self, x, y);
  VenuleFrameRun range = venule_timeline_get_range (self);
  g_autofree char *frame = NULL;
  g_autofree char *text = NULL;

  if (keyboard_tooltip || part == VENULE_TIMELINE_NONE)
    return FALSE;

  if (part == VENULE_TIMELINE_FIRST)
    {
      frame = describe_frame (self, range.first);
      /* Translators: a moment of the video follows: "0:12.433 · frame 373" */
      text = g_strdup_printf (_("First frame to analyse: %s"), frame);
    }
  else if (part == VENULE_TIMELINE_LAST)
    {
      frame = describe_frame (self, range.last);
      /* Translators: a moment of the video follows: "0:12.433 · frame 373" */
      text = g_strdup_printf (_("Last frame to analyse: %s"), frame);
    }
  else
    {
      gint64 at = venule_timeline_frame_at (self, x);

      frame = describe_frame (self, at);
      /* Translators: a moment of the video comes before it: "0:12.433 · frame 373" */
      text = is_damaged (self, at) ? g_strdup_printf (_("%s, damaged in the file"), frame) : g_strdup (frame);
    }
  gtk_tooltip_set_text (tooltip, text);
  /* It follows the pointer by steps: GTK begins to wait anew whenever the area is another one. */
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - x % TOOLTIP_STEP, 0, TOOLTIP_STEP, self->height });
  return TRUE;
}

static void
venule_timeline_dispose (GObject *object)
{
  VenuleTimeline *self = VENULE_TIMELINE (object);

  venule_timeline_set_player (self, NULL);
  venule_timeline_set_document (self, NULL);
  g_clear_pointer (&self->label, gtk_widget_unparent);

  G_OBJECT_CLASS (venule_timeline_parent_class)->dispose (object);
}

static void
venule_timeline_finalize (GObject *object)
{
  g_array_unref (VENULE_TIMELINE (object)->damaged);

  G_OBJECT_CLASS (venule_timeline_parent_class)->finalize (object);
}

static void
venule_timeline_class_init (VenuleTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = venule_timeline_dispose;
  object_class->finalize = venule_timeline_finalize;
  widget_class->measure = venule_timeline_measure;
  widget_class->size_allocate = venule_timeline_size_allocate;
  widget_class->snapshot = venule_timeline_snapshot;
  widget_class->query_tooltip = venule_timeline_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "venuletimeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
venule_timeline_init (VenuleTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->analysed = (VenuleFrameRun) { -1, -1 };
  self->damaged = g_array_new (FALSE, FALSE, sizeof (VenuleFrameRun));
  self->label = gtk_inscription_new (NULL); /* a label would have the window laid out anew for each frame */
  gtk_inscription_set_xalign (GTK_INSCRIPTION (self->label), 0);
  gtk_widget_add_css_class (self->label, "numeric");
  gtk_widget_set_direction (self->label, GTK_TEXT_DIR_LTR);
  gtk_widget_set_parent (self->label, widget);

  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Position in the video"), -1);
  venule_timeline_add_input (self);
}

/**
 * venule_timeline_new:
 *
 * Returns: (transfer floating): a timeline without a video
 */
GtkWidget *
venule_timeline_new (void)
{
  return g_object_new (VENULE_TYPE_TIMELINE, NULL);
}

/**
 * venule_timeline_set_player:
 * @player: (nullable): whose position is shown and moved
 */
void
venule_timeline_set_player (VenuleTimeline *self,
                            VenulePlayer   *player)
{
  g_return_if_fail (VENULE_IS_TIMELINE (self));
  g_return_if_fail (player == NULL || VENULE_IS_PLAYER (player));

  if (player == self->player)
    return;

  self->dragged = VENULE_TIMELINE_NONE;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL)
    {
      g_signal_connect_swapped (player, "notify::position", G_CALLBACK (on_position), self);
      g_signal_connect_swapped (player, "notify::n-frames", G_CALLBACK (on_n_frames), self);
      g_signal_connect_swapped (player, "cache-changed", G_CALLBACK (on_cache), self);
    }
  on_n_frames (self);
}

/**
 * venule_timeline_set_document:
 * @document: (nullable): whose range of frames is shown and changed
 */
void
venule_timeline_set_document (VenuleTimeline *self,
                              VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_TIMELINE (self));
  g_return_if_fail (document == NULL || VENULE_IS_DOCUMENT (document));

  if (document == self->document)
    return;

  self->dragged = VENULE_TIMELINE_NONE;
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    {
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_n_frames), self);
      g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_n_frames), self);
    }
  on_n_frames (self);
}

/**
 * venule_timeline_set_analysed:
 * @first: first frame that has been analysed; −1: none
 * @last: last frame that has been analysed; −1: none
 */
void
venule_timeline_set_analysed (VenuleTimeline *self,
                              gint64          first,
                              gint64          last)
{
  VenuleFrameRun analysed = { first, last };

  g_return_if_fail (VENULE_IS_TIMELINE (self));
  g_return_if_fail ((first < 0) == (last < 0) && first <= last);

  if (first == self->analysed.first && last == self->analysed.last)
    return;

  self->analysed = analysed;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
