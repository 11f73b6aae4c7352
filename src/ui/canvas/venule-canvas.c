/* venule-canvas.c: the video with everything that is drawn over it, and the tools that draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>

#include "venule-validation-sample.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_PLAYER,
  PROP_SELECTION,
  PROP_MODE,
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

const VenuleSettings *
venule_canvas_get_shown_settings (VenuleCanvas *self)
{
  return self->document != NULL ? venule_document_get_shown_settings (self->document) : NULL;
}

const VenuleSettings *
venule_canvas_get_settings (VenuleCanvas *self)
{
  return self->document != NULL ? venule_document_get_settings (self->document) : NULL;
}

/* A sample is marked within the crop of the run that it is compared with, whatever is set for the next one. */
const VenuleSettings *
venule_canvas_get_resting_settings (VenuleCanvas *self)
{
  g_autoptr (VenuleValidationSample) sample = self->document ? venule_document_dup_sample (self->document) : NULL;

  return sample ? venule_canvas_get_shown_settings (self) : venule_canvas_get_settings (self);
}

void
venule_canvas_invalidate (VenuleCanvas *self,
                          guint         layers)
{
  for (guint i = 0; i < VENULE_N_LAYERS; i++)
    {
      if (layers & VENULE_LAYER_BIT (i))
        venule_layer_invalidate (&self->layers[i]);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
on_velocity_scale (VenuleCanvas *self)
{
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
venule_canvas_dispose (GObject *object)
{
  VenuleCanvas *self = VENULE_CANVAS (object);

  g_clear_handle_id (&self->zoom.notify, g_source_remove);
  venule_canvas_drop_menus (self);
  venule_canvas_set_document (self, NULL);
  venule_canvas_set_player (self, NULL);
  venule_canvas_set_selection (self, NULL);
  venule_canvas_set_detections (self, NULL);
  g_clear_handle_id (&self->zoom.notify, g_source_remove);
  g_clear_handle_id (&self->describe_timeout, g_source_remove);
  for (guint i = 0; i < VENULE_N_LAYERS; i++)
    venule_layer_invalidate (&self->layers[i]);
  g_clear_pointer (&self->frame, venule_frame_unref);
  g_clear_pointer (&self->projection, venule_frame_unref);
  g_clear_pointer (&self->projection_name, g_free);

  G_OBJECT_CLASS (venule_canvas_parent_class)->dispose (object);
}

static void
venule_canvas_finalize (GObject *object)
{
  venule_frame_layer_free (VENULE_CANVAS (object)->frame_layer);
  g_signal_handlers_disconnect_by_data (VENULE_CANVAS (object)->velocity_scale, object);
  g_object_unref (VENULE_CANVAS (object)->velocity_scale);
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    g_object_unref (VENULE_CANVAS (object)->tools[i]);

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
    case PROP_MODE:
      g_value_set_int (value, self->mode);
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
    case PROP_MODE:
      venule_canvas_set_mode (self, g_value_get_int (value));
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
  properties[PROP_MODE] = g_param_spec_int ("mode", NULL, NULL, VENULE_MODE_SELECT, VENULE_N_MODES - 1,
                                            VENULE_MODE_SELECT, writable);
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
add_layers (VenuleCanvas *self)
{
  self->frame_layer = venule_frame_layer_new ();
  self->layers[VENULE_LAYER_SELECTED] = (VenuleLayer) { venule_layer_draw_selected, TRUE };
  self->layers[VENULE_LAYER_TRACKS] = (VenuleLayer) { venule_layer_draw_cells, FALSE };
  self->layers[VENULE_LAYER_SCALE] = (VenuleLayer) { venule_layer_draw_scale, TRUE };
  self->layers[VENULE_LAYER_COLORS] = (VenuleLayer) { venule_layer_draw_colors, TRUE };
  self->layers[VENULE_LAYER_TIME] = (VenuleLayer) { venule_layer_draw_time, TRUE };
  self->velocity_scale = venule_velocity_scale_new ();
  g_signal_connect_swapped (self->velocity_scale, "changed", G_CALLBACK (on_velocity_scale), self);
}

static void
venule_canvas_init (VenuleCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  venule_canvas_view_init (&self->view);
  self->zoom.told = self->view.zoom;
  self->zoom.told_fit = self->view.fit;
  venule_overlay_options_init (&self->overlay);
  self->overlay.locks = TRUE;

  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Video"), -1);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_scale_factor), NULL);

  add_layers (self);
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
 * venule_canvas_set_mode:
 * @tool: what the pointer does from now on
 *
 * What another tool had begun is dropped.
 */
void
venule_canvas_set_mode (VenuleCanvas     *self,
                        VenuleCanvasMode  tool)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  self->offered = FALSE;
  if (tool == self->mode)
    return;

  venule_tool_settle (self->tools[VENULE_CANVAS_TOOL_GEOMETRY]);
  while (venule_canvas_cancel (self))
    continue;
  self->mode = tool;
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_MODE);
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
}

/**
 * venule_canvas_offer_tool:
 * @tool: what the pointer draws from now on
 *
 * As venule_canvas_set_mode(), for a tool that the user has not chosen: keys do what they do without it.
 */
void
venule_canvas_offer_tool (VenuleCanvas     *self,
                          VenuleCanvasMode  tool)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (tool == self->mode && self->offered)
    return;

  venule_canvas_set_mode (self, tool);
  self->offered = tool != VENULE_MODE_SELECT;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_is_offered:
 *
 * Returns: whether the tool was offered, and the user has not chosen it
 */
gboolean
venule_canvas_is_offered (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  return self->offered;
}

gboolean
venule_canvas_is_held (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  return self->drag != VENULE_DRAG_NONE;
}

/**
 * venule_canvas_get_mode:
 *
 * Returns: what the pointer does
 */
VenuleCanvasMode
venule_canvas_get_mode (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), VENULE_MODE_SELECT);

  return self->mode;
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

  if (self->held == self->tools[VENULE_CANVAS_TOOL_CROP])
    venule_canvas_cancel (self);
  self->edit_vessel = edit;
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_EDIT_VESSEL);
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDIT_VESSEL]);
}
