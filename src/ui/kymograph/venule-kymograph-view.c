/* venule-kymograph-view.c: place and time of all cells in one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "venule-overlay.h"
#include "venule-task.h"
#include "venule-text-scale.h"

#define PROGRESS_MS 200
#define FONT_SIZE 10.0

enum
{
  PROP_0,
  PROP_DRAWING,
  PROP_PICTURE,
  N_PROPS
};

enum
{
  JOIN,
  CUT,
  SPOT_MOVED,
  TRACK_DRAWN,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleKymographView, venule_kymograph_view, GTK_TYPE_WIDGET)

/* ---- Where things are ---- */

VenuleFigureStyle
venule_kymograph_view_get_style (VenuleKymographView *self)
{
  return (VenuleFigureStyle) { .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
                               .local_numbers = TRUE,
                               .font_size = FONT_SIZE * venule_text_scale_get (GTK_WIDGET (self)) };
}

VenuleKymographBox
venule_kymograph_view_get_box (VenuleKymographView *self)
{
  VenuleFigureStyle style = venule_kymograph_view_get_style (self);
  VenuleKymographBox box = venule_kymograph_plot_get_box (gtk_widget_get_width (GTK_WIDGET (self)),
                                                          gtk_widget_get_height (GTK_WIDGET (self)), &style);

  box.width = MAX (box.width, 1);
  box.height = MAX (box.height, 1);
  return box;
}

double
venule_kymograph_view_along_at (VenuleKymographView *self,
                                double               x)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);

  return self->plot.along_low + (x - box.x) / box.width * (self->plot.along_high - self->plot.along_low);
}

double
venule_kymograph_view_time_at (VenuleKymographView *self,
                               double               y)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);

  return self->plot.time_low + (y - box.y) / box.height * (self->plot.time_high - self->plot.time_low);
}

gint64
venule_kymograph_view_frame_at (VenuleKymographView *self,
                                double               y)
{
  double row = venule_kymograph_row_of_time (self->picture, venule_kymograph_view_time_at (self, y));

  return venule_kymograph_frame_of_row (self->picture, row);
}

double
venule_kymograph_view_x_of (VenuleKymographView *self,
                            double               along)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);

  return venule_kymograph_plot_x (&self->plot, &box, along);
}

double
venule_kymograph_view_y_of_frame (VenuleKymographView *self,
                                  gint64               frame)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  double row = venule_kymograph_row_of_frame (self->picture, frame);

  return venule_kymograph_plot_y (&self->plot, &box, venule_kymograph_time_of_row (self->picture, row));
}

GArray *
venule_kymograph_view_get_curves (VenuleKymographView *self)
{
  const VenuleSettings *settings = self->document ? venule_document_get_run_settings (self->document) : NULL;

  if (!self->curves && self->traces)
    {
      self->curves = venule_kymograph_traces_dup_curves (self->traces);
      self->velocity_max = settings ? venule_overlay_velocity_max (G_LIST_MODEL (self->document), settings) : 0;
    }
  return self->curves;
}

VenuleTrack *
venule_kymograph_view_get_chosen (VenuleKymographView *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;

  return ids && ids->len == 1 ? venule_document_get_track (self->document, g_array_index (ids, guint, 0)) : NULL;
}

/* What is in sight, or where, has changed. */
void
venule_kymograph_view_moved (VenuleKymographView *self)
{
  g_clear_pointer (&self->axes, gsk_render_node_unref);
  venule_kymograph_view_renew (self, VENULE_KYMOGRAPH_BASE);
  venule_kymograph_view_renew (self, VENULE_KYMOGRAPH_CHOSEN);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_traces_changed (gpointer owner)
{
  VenuleKymographView *self = owner;

  g_clear_pointer (&self->curves, g_array_unref);
  venule_kymograph_view_renew (self, VENULE_KYMOGRAPH_BASE);
  venule_kymograph_view_renew (self, VENULE_KYMOGRAPH_CHOSEN);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Making the picture ---- */

typedef struct {
  VenuleSource    *source;
  VenuleKymograph *picture;
  int              percent; /* atomic */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->source);
  venule_kymograph_unref (job->picture);
  g_free (job);
}

static void
note_progress (double   share,
               gpointer data)
{
  g_atomic_int_set (&((Job *) data)->percent, (int) (100 * share));
}

static void
make_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (venule_kymograph_make (job->picture, job->source, note_progress, job, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
end_job (VenuleKymographView *self)
{
  g_clear_handle_id (&self->making.progress_timeout, g_source_remove);
  g_clear_object (&self->making.cancellable);
  self->making.job = NULL;
}

static void
on_made (gpointer  owner,
         GTask    *task)
{
  VenuleKymographView *self = owner;
  g_autoptr (GError) error = NULL;
  gboolean made = g_task_propagate_boolean (task, &error);

  /* Another one is being made, or there already. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  end_job (self);
  self->making.made = made;
  if (made)
    venule_kymograph_view_renew (self, VENULE_KYMOGRAPH_BASE);
  else
    self->making.problem = g_strdup (error->message);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_progress (gpointer user_data)
{
  gtk_widget_queue_draw (GTK_WIDGET (user_data));
  return G_SOURCE_CONTINUE;
}

static void
forget (VenuleKymographView *self)
{
  venule_kymograph_view_cancel (self);
  venule_kymograph_view_set_drawing (self, FALSE);
  if (self->making.cancellable)
    g_cancellable_cancel (self->making.cancellable);
  end_job (self);
  g_clear_pointer (&self->making.problem, g_free);
  g_clear_pointer (&self->traces, venule_kymograph_traces_free);
  g_clear_pointer (&self->curves, g_array_unref);
  g_clear_pointer (&self->axes, gsk_render_node_unref);
  venule_kymograph_view_drop (self);
  self->hand.hovered.id = 0;
  self->making.made = FALSE;
  if (!self->picture)
    return;
  g_clear_pointer (&self->picture, venule_kymograph_unref);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PICTURE]);
}

/* Of the vessel's axis it takes a run, which knows the vessel; a line that was drawn is enough. */
static gboolean
can_make (VenuleKymographView *self)
{
  return self->document && !venule_document_get_running (self->document) &&
         (venule_document_get_run_settings (self->document) || self->line->points->len >= 2);
}

static void
make (VenuleKymographView *self)
{
  const VenuleSettings *settings;
  Job *job;

  self->making.due = FALSE;
  forget (self);
  self->picture = can_make (self) ? venule_kymograph_new (self->document, self->line) : NULL;
  if (!self->picture)
    return;

  settings = venule_document_get_shown_settings (self->document);
  venule_kymograph_plot_init (&self->plot, self->picture, &settings->calibration);
  self->whole = TRUE;
  self->traces = venule_kymograph_traces_new (self->document, self->picture, on_traces_changed, self);

  job = g_new0 (Job, 1);
  job->source = g_object_ref (venule_document_get_source (self->document));
  job->picture = venule_kymograph_ref (self->picture);
  self->making.job = job;
  self->making.cancellable = g_cancellable_new ();
  self->making.progress_timeout = g_timeout_add (PROGRESS_MS, on_progress, self);
  venule_task_start (self, self->making.cancellable, make, make_in_thread, job, job_free, on_made);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PICTURE]);
}

/* The picture depends on the run and the line, not on corrections. */
static void
renew (VenuleKymographView *self)
{
  self->making.due = TRUE;
  forget (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    make (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Of the video that has been read for the picture; −1: it is not being made. */
int
venule_kymograph_view_get_percent (VenuleKymographView *self)
{
  Job *job = self->making.job;

  return job ? g_atomic_int_get (&job->percent) : -1;
}

/* ---- Signals ---- */

void
venule_kymograph_view_emit_join (VenuleKymographView *self,
                                 guint                a,
                                 guint                b)
{
  g_signal_emit (self, signals[JOIN], 0, a, b);
}

void
venule_kymograph_view_emit_cut (VenuleKymographView *self,
                                guint                id,
                                gint64               frame)
{
  g_signal_emit (self, signals[CUT], 0, id, frame);
}

void
venule_kymograph_view_emit_moved (VenuleKymographView *self,
                                  guint                id,
                                  gint64               frame,
                                  VenulePoint          place,
                                  gboolean             exactly)
{
  g_signal_emit (self, signals[SPOT_MOVED], 0, id, frame, place.x, place.y, exactly);
}

void
venule_kymograph_view_emit_drawn (VenuleKymographView *self,
                                  GArray              *spots)
{
  g_signal_emit (self, signals[TRACK_DRAWN], 0, spots);
}

/* ---- Object ---- */

/* A hidden picture is made when it is looked for. */
static void
venule_kymograph_view_map (GtkWidget *widget)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (widget);

  GTK_WIDGET_CLASS (venule_kymograph_view_parent_class)->map (widget);
  if (self->making.due)
    make (self);
}

static void
venule_kymograph_view_size_allocate (GtkWidget *widget,
                                     int        width,
                                     int        height,
                                     int        baseline)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (widget);

  if (self->picture)
    venule_kymograph_view_moved (self);
  if (self->menu.popover)
    gtk_popover_present (self->menu.popover);
}

static void
venule_kymograph_view_dispose (GObject *object)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (object);

  venule_kymograph_view_set_document (self, NULL);
  forget (self);
  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  if (self->menu.popover)
    gtk_widget_unparent (GTK_WIDGET (self->menu.popover));
  self->menu.popover = NULL;

  G_OBJECT_CLASS (venule_kymograph_view_parent_class)->dispose (object);
}

static void
venule_kymograph_view_finalize (GObject *object)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (object);

  venule_kymograph_line_free (self->line);
  g_array_unref (self->drawn);

  G_OBJECT_CLASS (venule_kymograph_view_parent_class)->finalize (object);
}

static void
venule_kymograph_view_get_property (GObject    *object,
                                    guint       prop_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (object);

  if (prop_id == PROP_DRAWING)
    g_value_set_boolean (value, self->drawing);
  else if (prop_id == PROP_PICTURE)
    g_value_set_pointer (value, self->picture);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
venule_kymograph_view_set_property (GObject      *object,
                                    guint         prop_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  if (prop_id == PROP_DRAWING)
    venule_kymograph_view_set_drawing (VENULE_KYMOGRAPH_VIEW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
venule_kymograph_view_class_init (VenuleKymographViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = venule_kymograph_view_dispose;
  object_class->finalize = venule_kymograph_view_finalize;
  object_class->get_property = venule_kymograph_view_get_property;
  object_class->set_property = venule_kymograph_view_set_property;
  widget_class->map = venule_kymograph_view_map;
  widget_class->size_allocate = venule_kymograph_view_size_allocate;
  widget_class->snapshot = venule_kymograph_view_snapshot;

  properties[PROP_DRAWING] =
    g_param_spec_boolean ("drawing", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_PICTURE] = g_param_spec_pointer ("picture", NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[JOIN] =
    g_signal_new ("join", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[CUT] =
    g_signal_new ("cut", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_INT64);
  signals[SPOT_MOVED] = g_signal_new ("spot-moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 5,
                                      G_TYPE_UINT, G_TYPE_INT64, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);
  signals[TRACK_DRAWN] = g_signal_new ("track-drawn", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_ARRAY);

  gtk_widget_class_set_css_name (widget_class, "kymograph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_kymograph_view_init (VenuleKymographView *self)
{
  self->line = venule_kymograph_line_new ();
  self->drawn = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  self->menu.frame = -1;
  self->color_by_velocity = TRUE;

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Kymograph: places along a line over time"), -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (venule_kymograph_view_moved),
                           self, G_CONNECT_SWAPPED);
  venule_text_scale_watch (GTK_WIDGET (self), G_CALLBACK (venule_kymograph_view_moved));
  venule_kymograph_view_add_pointer (self);
  venule_kymograph_view_add_keys (self);
}

/* ---- What is shown ---- */

static void
on_settings_changed (VenuleKymographView *self)
{
  const VenuleSettings *settings = venule_document_get_shown_settings (self->document);

  /* Pixel size and frame rate. */
  if (self->picture)
    renew (self);
  self->plot.calibration = settings->calibration;
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
  forget (self);
  if (!g_set_object (&self->document, document) || !document)
    return;

  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_settings_changed), self);
  g_signal_connect_swapped (document, "notify::running", G_CALLBACK (renew), self);
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (renew), self);
  renew (self);
}

void
venule_kymograph_view_set_player (VenuleKymographView *self,
                                  VenulePlayer        *player)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "notify::position", G_CALLBACK (venule_kymograph_view_follow), self);
  g_signal_connect_swapped (player, "notify::frame", G_CALLBACK (venule_kymograph_view_popup_due), self);
}

static void
on_selection_changed (VenuleKymographView *self)
{
  venule_kymograph_view_renew (self, VENULE_KYMOGRAPH_CHOSEN);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_kymograph_view_set_selection (VenuleKymographView *self,
                                     VenuleSelection     *selection)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));
  g_return_if_fail (self->selection == NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
}

void
venule_kymograph_view_set_line (VenuleKymographView       *self,
                                const VenuleKymographLine *line)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));
  g_return_if_fail (line != NULL);

  if (venule_kymograph_line_equal (line, self->line))
    return;

  venule_kymograph_line_free (self->line);
  self->line = venule_kymograph_line_copy (line);
  renew (self);
}

void
venule_kymograph_view_set_color_by_velocity (VenuleKymographView *self,
                                             gboolean             by_velocity)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  if (by_velocity == self->color_by_velocity)
    return;

  self->color_by_velocity = by_velocity;
  if (self->picture)
    venule_kymograph_view_moved (self);
}

VenuleKymograph *
venule_kymograph_view_get_picture (VenuleKymographView *self)
{
  g_return_val_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self), NULL);

  return self->picture;
}

void
venule_kymograph_view_set_drawing (VenuleKymographView *self,
                                   gboolean             drawing)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  drawing = drawing && self->picture;
  if (drawing == self->drawing)
    return;

  self->drawing = drawing;
  self->hand.crosshair = FALSE;
  self->hand.hovered.id = 0;
  g_array_set_size (self->drawn, 0);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), drawing ? "crosshair" : NULL);
  if (drawing)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DRAWING]);
}
