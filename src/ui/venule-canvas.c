/* venule-canvas.c: the video with everything that is drawn over it, and the tools that draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>

/* Until a frame on show is told to those who do not see it. */
#define DESCRIBE_MS 150

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_PLAYER,
  PROP_SELECTION,
  PROP_TOOL,
  PROP_ZOOM,
  PROP_FIT,
  PROP_EDIT_VESSEL,
  PROP_FRAME,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (VenuleCanvas, venule_canvas, GTK_TYPE_WIDGET)

static GParamSpec *properties[N_PROPS];

/* For the other files of the canvas */

gboolean
venule_canvas_has_video (VenuleCanvas *self)
{
  return self->view.video_width > 0;
}

void
venule_canvas_invalidate (VenuleCanvas *self,
                          guint         layers)
{
  for (guint i = 0; i < VENULE_N_LAYERS; i++)
    {
      if (layers & VENULE_LAYER_BIT (i))
        g_clear_pointer (&self->layers[i], gsk_render_node_unref);
    }
  if (layers & VENULE_LAYER_BIT (VENULE_LAYER_TRACKS))
    {
      g_clear_pointer (&self->drawn, venule_overlay_crowd_unref);
      self->coming_stale = TRUE;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What is shown */

static void
update_video_size (VenuleCanvas *self)
{
  VenuleSource *source = NULL;
  int width = 0, height = 0;

  if (self->document != NULL)
    source = venule_document_get_source (self->document);
  if (source == NULL && self->player != NULL)
    source = venule_player_get_source (self->player);
  if (source != NULL)
    {
      width = venule_source_get_width (source);
      height = venule_source_get_height (source);
    }
  else if (self->frame != NULL)
    {
      width = self->frame->width;
      height = self->frame->height;
    }

  if (width == self->view.video_width && height == self->view.video_height)
    return;
  venule_canvas_view_set_video (&self->view, width, height);
  venule_canvas_view_changed (self);
}

/* For those who do not see it. */
static gboolean
describe (gpointer user_data)
{
  VenuleCanvas *self = user_data;
  g_autofree char *cells = NULL;
  g_autofree char *text = NULL;
  guint n;

  self->describe_timeout = 0;
  if (self->document == NULL || self->frame == NULL || self->player == NULL || venule_player_get_playing (self->player))
    return G_SOURCE_REMOVE;

  n = venule_document_count_tracks_at (self->document, self->frame->index);
  cells = g_strdup_printf (ngettext ("%u cell", "%u cells", n), n);
  /* Translators: number of the frame on show, and how many cells it has: "Frame 373, 14 cells" */
  text = g_strdup_printf (_("Frame %lld, %s"), (long long) self->frame->index, cells);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return G_SOURCE_REMOVE;
}

/* Not while it plays or one frame follows the other, which would be a flood of words. */
static void
update_description (VenuleCanvas *self)
{
  g_clear_handle_id (&self->describe_timeout, g_source_remove);
  self->describe_timeout = g_timeout_add (DESCRIBE_MS, describe, self);
}

/* @drawn: its cells, when they were drawn before. */
void
venule_canvas_show_frame (VenuleCanvas       *self,
                          VenuleFrame        *frame,
                          VenuleOverlayCrowd *drawn)
{
  self->coming = NULL;
  venule_canvas_settle_spot (self);
  venule_canvas_drop_spot (self);
  g_clear_pointer (&self->frame, venule_frame_unref);
  if (frame != NULL)
    self->frame = venule_frame_ref (frame);
  g_clear_object (&self->texture);
  g_clear_object (&self->enlarged);
  update_video_size (self);
  update_description (self);
  venule_canvas_invalidate (self, VENULE_LAYERS_OF_FRAME);
  if (drawn != NULL)
    self->drawn = venule_overlay_crowd_ref (drawn);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRAME]);
}

static void
on_source_changed (VenuleCanvas *self)
{
  venule_canvas_cancel (self);
  self->arrow_known = FALSE;
  self->mark_tool = VENULE_TOOL_SELECT;
  self->view.video_width = 0; /* another video fits at first, even of the same size */
  update_video_size (self);
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
on_settings_changed (VenuleCanvas *self)
{
  /* The line over a scale bar has done its work; the circle across a cell still shows the diameter. */
  if (self->mark_tool == VENULE_TOOL_SCALE)
    self->mark_tool = VENULE_TOOL_SELECT;
  /* What is dragged was taken hold of in another vessel than there is now. */
  if (self->grab_start != NULL && !venule_vessel_equal (self->grab_start, venule_canvas_get_settings (self)->vessel))
    venule_canvas_cancel (self);
  self->velocity_max_stale = TRUE;
  venule_canvas_forget_shape (self);
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
on_tracks_changed (VenuleCanvas *self)
{
  venule_canvas_check_spot (self);
  self->velocity_max_stale = TRUE;
  venule_canvas_invalidate (self, VENULE_LAYER_BIT (VENULE_LAYER_SELECTED) | VENULE_LAYER_BIT (VENULE_LAYER_TRACKS));
}

static void
on_selection_changed (VenuleCanvas *self)
{
  venule_canvas_settle_spot (self);
  venule_canvas_invalidate (self, VENULE_LAYER_BIT (VENULE_LAYER_SELECTED) | VENULE_LAYER_BIT (VENULE_LAYER_TRACKS));
}

/* Widget */

static void
venule_canvas_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  VenuleCanvas *self = VENULE_CANVAS (widget);

  venule_canvas_view_set_widget (&self->view, width, height, gtk_widget_get_scale_factor (widget));
  venule_canvas_view_changed (self);
  venule_canvas_present_menus (self);
}

static void
venule_canvas_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 480;
}

static void
on_scale_factor (VenuleCanvas *self)
{
  venule_canvas_view_set_widget (&self->view, self->view.width, self->view.height,
                                 gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  venule_canvas_view_changed (self);
}

static void
venule_canvas_dispose (GObject *object)
{
  VenuleCanvas *self = VENULE_CANVAS (object);

  g_clear_handle_id (&self->zoom_notify, g_source_remove);
  g_clear_handle_id (&self->velocity_max_timeout, g_source_remove);
  g_clear_handle_id (&self->spot_timeout, g_source_remove);
  venule_canvas_drop_menus (self);
  venule_canvas_set_document (self, NULL);
  venule_canvas_set_player (self, NULL);
  venule_canvas_set_selection (self, NULL);
  venule_canvas_set_detections (self, NULL);
  venule_canvas_set_kymograph (self, NULL);
  g_clear_pointer (&self->line_draft, g_array_unref);
  venule_canvas_forget_shape (self);
  g_clear_pointer (&self->shape_text, g_free);
  g_clear_handle_id (&self->zoom_notify, g_source_remove);
  g_clear_handle_id (&self->describe_timeout, g_source_remove);
  for (guint i = 0; i < VENULE_N_LAYERS; i++)
    g_clear_pointer (&self->layers[i], gsk_render_node_unref);
  g_clear_pointer (&self->drawn, venule_overlay_crowd_unref);
  g_clear_object (&self->texture);
  g_clear_object (&self->enlarged);
  g_clear_pointer (&self->table, venule_display_table_unref);
  g_clear_pointer (&self->frame, venule_frame_unref);
  g_clear_pointer (&self->draft, venule_vessel_free);
  g_clear_pointer (&self->grab_start, venule_vessel_free);

  G_OBJECT_CLASS (venule_canvas_parent_class)->dispose (object);
}

static void
venule_canvas_finalize (GObject *object)
{
  g_array_unref (VENULE_CANVAS (object)->corners);
  g_array_unref (VENULE_CANVAS (object)->trail);
  venule_stamps_free (VENULE_CANVAS (object)->stamps);
  venule_stamps_free (VENULE_CANVAS (object)->ahead_stamps);

  G_OBJECT_CLASS (venule_canvas_parent_class)->finalize (object);
}

static void
venule_canvas_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  VenuleCanvas *self = VENULE_CANVAS (object);

  switch (prop_id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, self->document);
      break;
    case PROP_PLAYER:
      g_value_set_object (value, self->player);
      break;
    case PROP_SELECTION:
      g_value_set_object (value, self->selection);
      break;
    case PROP_TOOL:
      g_value_set_int (value, self->tool);
      break;
    case PROP_ZOOM:
      g_value_set_double (value, self->view.zoom);
      break;
    case PROP_FIT:
      g_value_set_boolean (value, self->view.fit);
      break;
    case PROP_EDIT_VESSEL:
      g_value_set_boolean (value, self->edit_vessel);
      break;
    case PROP_FRAME:
      g_value_set_int64 (value, venule_canvas_get_frame (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_canvas_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  VenuleCanvas *self = VENULE_CANVAS (object);

  switch (prop_id)
    {
    case PROP_DOCUMENT:
      venule_canvas_set_document (self, g_value_get_object (value));
      break;
    case PROP_PLAYER:
      venule_canvas_set_player (self, g_value_get_object (value));
      break;
    case PROP_SELECTION:
      venule_canvas_set_selection (self, g_value_get_object (value));
      break;
    case PROP_TOOL:
      venule_canvas_set_tool (self, g_value_get_int (value));
      break;
    case PROP_ZOOM:
      venule_canvas_set_zoom (self, g_value_get_double (value));
      break;
    case PROP_EDIT_VESSEL:
      venule_canvas_set_edit_vessel (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags writable = readable | G_PARAM_WRITABLE;

  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, VENULE_TYPE_DOCUMENT, writable);
  properties[PROP_PLAYER] = g_param_spec_object ("player", NULL, NULL, VENULE_TYPE_PLAYER, writable);
  properties[PROP_SELECTION] = g_param_spec_object ("selection", NULL, NULL, VENULE_TYPE_SELECTION, writable);
  properties[PROP_TOOL] = g_param_spec_int ("tool", NULL, NULL, VENULE_TOOL_SELECT, VENULE_TOOL_VESSEL,
                                            VENULE_TOOL_SELECT, writable);
  properties[PROP_ZOOM] = g_param_spec_double ("zoom", NULL, NULL, 0, VENULE_ZOOM_MAX, 1, writable);
  properties[PROP_FIT] = g_param_spec_boolean ("fit", NULL, NULL, TRUE, readable);
  properties[PROP_EDIT_VESSEL] = g_param_spec_boolean ("edit-vessel", NULL, NULL, FALSE, writable);
  properties[PROP_FRAME] = g_param_spec_int64 ("frame", NULL, NULL, -1, G_MAXINT64, -1, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_canvas_class_init (VenuleCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = venule_canvas_dispose;
  object_class->finalize = venule_canvas_finalize;
  object_class->get_property = venule_canvas_get_property;
  object_class->set_property = venule_canvas_set_property;
  widget_class->snapshot = venule_canvas_snapshot;
  widget_class->measure = venule_canvas_measure;
  widget_class->size_allocate = venule_canvas_size_allocate;
  widget_class->query_tooltip = venule_canvas_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "venulecanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  install_properties (object_class);
  venule_canvas_install_signals (object_class);
}

static void
venule_canvas_init (VenuleCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  venule_canvas_view_init (&self->view);
  self->told_zoom = self->view.zoom;
  self->told_fit = self->view.fit;
  venule_overlay_options_init (&self->overlay);
  self->overlay.locks = TRUE;
  self->stamps = venule_stamps_new ();
  self->corners = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  self->trail = g_array_new (FALSE, FALSE, sizeof (VenulePoint));

  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Video"), -1);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_scale_factor), NULL);

  venule_canvas_add_zoom (self);
  venule_canvas_add_tools (self);
  venule_canvas_add_keys (self);
}

/**
 * venule_canvas_new:
 *
 * Returns: (transfer floating): a canvas without a video
 */
GtkWidget *
venule_canvas_new (void)
{
  return g_object_new (VENULE_TYPE_CANVAS, NULL);
}

/**
 * venule_canvas_set_document:
 * @document: (nullable): whose tracks, crop and flow are shown and changed
 */
void
venule_canvas_set_document (VenuleCanvas   *self,
                            VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (document == NULL || VENULE_IS_DOCUMENT (document));

  if (document == self->document)
    return;

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    {
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_settings_changed), self);
      g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
      g_signal_connect_swapped (document, "notify::source", G_CALLBACK (on_source_changed), self);
      g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (venule_canvas_forget_shape), self);
      g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (venule_canvas_forget_shape), self);
    }
  self->velocity_max_stale = TRUE;
  on_source_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

/**
 * venule_canvas_set_player:
 * @player: (nullable): whose frame is shown
 */
void
venule_canvas_set_player (VenuleCanvas *self,
                          VenulePlayer *player)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (player == NULL || VENULE_IS_PLAYER (player));

  if (player == self->player)
    return;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL)
    g_signal_connect_swapped (player, "notify::frame", G_CALLBACK (venule_canvas_follow_player), self);
  venule_canvas_follow_player (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYER]);
}

/**
 * venule_canvas_set_selection:
 * @selection: (nullable): which tracks are drawn emphasised; clicks change it
 */
void
venule_canvas_set_selection (VenuleCanvas    *self,
                             VenuleSelection *selection)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (selection == NULL || VENULE_IS_SELECTION (selection));

  if (selection == self->selection)
    return;

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
  on_selection_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

/**
 * venule_canvas_set_tool:
 * @tool: what the pointer does from now on
 *
 * What another tool had begun is dropped.
 */
void
venule_canvas_set_tool (VenuleCanvas *self,
                        VenuleTool    tool)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  self->offered = FALSE;
  if (tool == self->tool)
    return;

  venule_canvas_settle_shape (self);
  while (venule_canvas_cancel (self))
    continue;
  self->tool = tool;
  self->mark_tool = VENULE_TOOL_SELECT;
  self->shape_active.part = self->shape_hovered.part = VENULE_SHAPE_NONE;
  self->shape_shift_frame = -1;
  venule_canvas_forget_shape (self);
  if (tool == VENULE_TOOL_LINK)
    venule_canvas_start_link (self);
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
}

/**
 * venule_canvas_offer_tool:
 * @tool: what the pointer draws from now on
 *
 * As venule_canvas_set_tool(), for a tool that nobody has chosen: keys do what they do without it.
 */
void
venule_canvas_offer_tool (VenuleCanvas *self,
                          VenuleTool    tool)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (tool == self->tool && self->offered)
    return;

  venule_canvas_set_tool (self, tool);
  self->offered = tool != VENULE_TOOL_SELECT;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_is_offered:
 *
 * Returns: whether the tool was offered, and nobody has chosen it
 */
gboolean
venule_canvas_is_offered (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  return self->offered;
}

/**
 * venule_canvas_get_tool:
 *
 * Returns: what the pointer does
 */
VenuleTool
venule_canvas_get_tool (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), VENULE_TOOL_SELECT);

  return self->tool;
}

gint64
venule_canvas_get_frame (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), -1);

  return self->frame != NULL ? self->frame->index : -1;
}

/**
 * venule_canvas_clear_mark:
 * @self: a #VenuleCanvas
 *
 * Takes away the line that was drawn over a scale bar or across a cell.
 */
void
venule_canvas_clear_mark (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  self->mark_tool = VENULE_TOOL_SELECT;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_set_edit_vessel:
 * @edit: whether the handles of crop and flow are shown and can be dragged, and the arrow keys move them
 *
 * Drawing a crop or a flow turns this on.
 */
void
venule_canvas_set_edit_vessel (VenuleCanvas *self,
                               gboolean      edit)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  edit = !!edit;
  if (edit == self->edit_vessel)
    return;

  if (self->grab == VENULE_GRAB_HANDLE)
    venule_canvas_cancel (self);
  self->edit_vessel = edit;
  self->active.kind = self->hovered.kind = VENULE_HANDLE_NONE;
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDIT_VESSEL]);
}

/**
 * venule_canvas_get_overlay:
 *
 * Returns: (transfer none): what is drawn over the video
 */
const VenuleOverlayOptions *
venule_canvas_get_overlay (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), NULL);

  return &self->overlay;
}

/**
 * venule_canvas_set_overlay:
 * @options: what is drawn over the video; copied, without @selected and @scale, which the canvas knows better
 */
void
venule_canvas_set_overlay (VenuleCanvas               *self,
                           const VenuleOverlayOptions *options)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (options != NULL);

  self->overlay = *options;
  self->overlay.selected = NULL;
  self->overlay.scale = 1;
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

/**
 * venule_canvas_set_detections:
 * @detections: (nullable) (element-type VenuleDetection): cells of the preview; the canvas takes a reference
 *
 * They belong to the player's frame, and are not drawn over another one.
 */
void
venule_canvas_set_detections (VenuleCanvas *self,
                              GArray       *detections)
{
  VenuleFrame *frame;

  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (detections == self->detections)
    return;

  g_clear_pointer (&self->detections, g_array_unref);
  if (detections != NULL)
    self->detections = g_array_ref (detections);
  frame = self->player != NULL ? venule_player_get_frame (self->player) : NULL;
  self->detections_frame = frame != NULL ? frame->index : -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_set_display_window:
 * @window: which samples are shown black and white
 */
void
venule_canvas_set_display_window (VenuleCanvas              *self,
                                  const VenuleDisplayWindow *window)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (window != NULL);

  self->window = *window;
  g_clear_object (&self->texture);
  g_clear_object (&self->enlarged);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  venule_canvas_emit_display_changed (self);
}

const VenuleDisplayWindow *
venule_canvas_get_display_window (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), NULL);

  return &self->window;
}
