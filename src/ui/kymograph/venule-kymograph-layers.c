/* venule-kymograph-layers.c: drawing of image and tracks in threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <math.h>

#include "venule-task.h"

#define LINE_WIDTH 1.3 /* logical px */

typedef struct {
  VenuleKymographLayerKind  kind;
  VenuleKymograph          *picture;
  VenuleKymographPlot       plot;    /* with its own reference of the curves */
  gboolean                  image;   /* whether there is one */
  int                       width, height; /* logical px */
  int                       unit;    /* device px of one */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  venule_kymograph_unref (job->picture);
  g_clear_pointer (&job->plot.curves, g_array_unref);
  g_free (job);
}

static void
unref_surface (gpointer data)
{
  cairo_surface_destroy (data);
}

static GdkTexture *
texture_of (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), stride * height, unref_surface, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
draw_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Job *job = task_data;
  const VenuleKymographBox box = { 0, 0, job->width, job->height };
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, job->width * job->unit, job->height * job->unit);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, job->unit, job->unit);
  if (job->kind == VENULE_KYMOGRAPH_BASE)
    {
      if (job->image)
        venule_kymograph_draw_image (cr, &box, &job->plot, job->unit);
      venule_kymograph_draw_curves (cr, &box, &job->plot, LINE_WIDTH);
    }
  else
    for (guint i = 0; i < job->plot.curves->len; i++)
      venule_kymograph_draw_chosen (cr, &box, &job->plot, &g_array_index (job->plot.curves, VenuleKymographCurve, i),
                                    LINE_WIDTH);
  cairo_destroy (cr);
  g_task_return_pointer (task, texture_of (surface), g_object_unref);
}

static void start (VenuleKymographView      *self,
                   VenuleKymographLayerKind  kind);

static void
on_drawn (gpointer  owner,
          GTask    *task)
{
  VenuleKymographView *self = owner;
  const Job *job = g_task_get_task_data (task);
  VenuleKymographLayer *layer = &self->layers[job->kind];
  GdkTexture *texture = g_task_propagate_pointer (task, NULL);

  layer->busy = FALSE;
  /* A line that was given up meanwhile. */
  if (job->picture == self->picture)
    {
      g_clear_object (&layer->texture);
      layer->texture = g_steal_pointer (&texture);
      layer->plot = job->plot;
      layer->plot.curves = NULL;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  g_clear_object (&texture);
  if (layer->due && self->picture)
    start (self, job->kind);
}

/* (transfer full): of the selected tracks. */
static GArray *
dup_chosen (VenuleKymographView *self,
            GArray              *curves)
{
  GArray *chosen = venule_kymograph_curves_new ();

  for (guint i = 0; self->selection && venule_selection_get_ids (self->selection)->len > 0 && i < curves->len; i++)
    {
      VenuleKymographCurve curve = g_array_index (curves, VenuleKymographCurve, i);

      if (!venule_selection_contains (self->selection, curve.trace->id))
        continue;
      venule_kymograph_trace_ref (curve.trace);
      g_array_append_val (chosen, curve);
    }
  return chosen;
}

static void
start (VenuleKymographView      *self,
       VenuleKymographLayerKind  kind)
{
  VenuleKymographLayer *layer = &self->layers[kind];
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  GArray *curves = venule_kymograph_view_get_curves (self);
  Job *job = g_new0 (Job, 1);

  job->kind = kind;
  job->picture = venule_kymograph_ref (self->picture);
  job->plot = self->plot;
  job->plot.curves = kind == VENULE_KYMOGRAPH_BASE ? g_array_ref (curves) : dup_chosen (self, curves);
  job->plot.velocity_max = self->color_by_velocity ? self->velocity_max : 0;
  job->image = self->making.made;
  job->width = (int) ceil (box.width);
  job->height = (int) ceil (box.height);
  job->unit = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  layer->busy = TRUE;
  layer->due = FALSE;
  venule_task_start (self, NULL, start, draw_in_thread, job, job_free, on_drawn);
}

/* What it shows is not right any more. */
void
venule_kymograph_view_renew (VenuleKymographView      *self,
                             VenuleKymographLayerKind  kind)
{
  VenuleKymographLayer *layer = &self->layers[kind];

  if (!self->picture || !gtk_widget_get_mapped (GTK_WIDGET (self)) || gtk_widget_get_width (GTK_WIDGET (self)) < 2)
    return;
  if (layer->busy)
    layer->due = TRUE;
  else
    start (self, kind);
}

void
venule_kymograph_view_append (VenuleKymographView      *self,
                              GtkSnapshot              *snapshot,
                              VenuleKymographLayerKind  kind)
{
  const VenuleKymographLayer *layer = &self->layers[kind];
  double left, right, top, bottom;
  VenuleKymographBox box = venule_kymograph_view_get_box (self);

  if (!layer->texture)
    return;

  left = venule_kymograph_plot_x (&self->plot, &box, layer->plot.along_low);
  right = venule_kymograph_plot_x (&self->plot, &box, layer->plot.along_high);
  top = venule_kymograph_plot_y (&self->plot, &box, layer->plot.time_low);
  bottom = venule_kymograph_plot_y (&self->plot, &box, layer->plot.time_high);
  gtk_snapshot_append_texture (snapshot, layer->texture,
                               &GRAPHENE_RECT_INIT ((float) left, (float) top, (float) (right - left),
                                                    (float) (bottom - top)));
}

/* Forgets what they show. What is being drawn is thrown away when it comes. */
void
venule_kymograph_view_drop (VenuleKymographView *self)
{
  for (guint i = 0; i < VENULE_KYMOGRAPH_N_LAYERS; i++)
    {
      g_clear_object (&self->layers[i].texture);
      self->layers[i].due = FALSE;
    }
}
