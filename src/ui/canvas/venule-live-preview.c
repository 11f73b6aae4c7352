/* venule-live-preview.c: what the detector would find in the frame on show, while the settings change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-live-preview.h"

#include "venule-task.h"

typedef struct {
  VenuleFrame    *frame;
  VenuleSettings *settings;
} Request;

struct _VenuleLivePreview
{
  GObject       parent_instance;

  Request      *waiting;     /* to be started when the running one has ended */
  GCancellable *cancellable; /* of the running one; NULL while none runs */
};

enum
{
  FOUND,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleLivePreview, venule_live_preview, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void start (VenuleLivePreview *self,
                   Request           *request);

static void
request_free (Request *request)
{
  venule_frame_unref (request->frame);
  venule_settings_free (request->settings);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
detect_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  const Request *request = task_data;
  GError *error = NULL;
  GArray *found = venule_detect_in_frame (request->frame, request->settings, cancellable, &error);

  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, found, (GDestroyNotify) g_array_unref);
}

static void
on_detected (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  VenuleLivePreview *self = VENULE_LIVE_PREVIEW (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = g_task_propagate_pointer (G_TASK (result), &error);
  gboolean dropped = g_cancellable_is_cancelled (self->cancellable);

  g_clear_object (&self->cancellable);
  if (self->waiting)
    start (self, g_steal_pointer (&self->waiting));
  else if (!dropped)
    g_signal_emit (self, signals[FOUND], 0, found, error);
}

static void
start (VenuleLivePreview *self,
       Request           *request)
{
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_detected, NULL);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, request, (GDestroyNotify) request_free);
  venule_task_run (task, detect_in_thread);
}

static void
venule_live_preview_finalize (GObject *object)
{
  VenuleLivePreview *self = VENULE_LIVE_PREVIEW (object);

  g_clear_pointer (&self->waiting, request_free);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (venule_live_preview_parent_class)->finalize (object);
}

static void
venule_live_preview_class_init (VenuleLivePreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_live_preview_finalize;

  signals[FOUND] = g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, G_TYPE_ARRAY, G_TYPE_ERROR);
}

static void
venule_live_preview_init (VenuleLivePreview *self)
{
}

VenuleLivePreview *
venule_live_preview_new (void)
{
  return g_object_new (VENULE_TYPE_LIVE_PREVIEW, NULL);
}

/**
 * venule_live_preview_request:
 * @self: a #VenuleLivePreview
 * @frame: where to look
 * @settings: what to look for
 *
 * Replaces the request before it.
 */
void
venule_live_preview_request (VenuleLivePreview        *self,
                        VenuleFrame          *frame,
                        const VenuleSettings *settings)
{
  Request *request;

  g_return_if_fail (VENULE_IS_LIVE_PREVIEW (self));
  g_return_if_fail (frame != NULL && settings != NULL);

  request = g_new (Request, 1);
  request->frame = venule_frame_ref (frame);
  request->settings = venule_settings_copy (settings);

  g_clear_pointer (&self->waiting, request_free);
  if (!self->cancellable)
    {
      start (self, request);
      return;
    }

  g_cancellable_cancel (self->cancellable);
  self->waiting = request;
}

void
venule_live_preview_stop (VenuleLivePreview *self)
{
  g_return_if_fail (VENULE_IS_LIVE_PREVIEW (self));

  g_clear_pointer (&self->waiting, request_free);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
}
