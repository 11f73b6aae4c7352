/* venule-gray-levels.c: the gray levels of the frame on show and of the video, counted in threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-gray-levels.h"

#include "venule-task.h"

/* What a thread works on. */
typedef struct {
  VenuleFrame *frame;
  VenuleSource *source;
  VenuleVessel *vessel;
} Work;

struct _VenuleGrayLevels {
  GObject parent_instance;

  VenuleDocument *document;
  VenulePlayer *player;
  gboolean active;

  VenuleFrame *counted; /* nullable: whose histogram it is */
  VenuleGrayHistogram *histogram;
  GCancellable *counting; /* nullable: a frame is */

  VenuleExposure *exposure;
  gboolean outdated;      /* the exposure is */
  VenuleVessel *measured; /* nullable: of the exposure, or of the one that is being measured */
  GCancellable *measuring;
};

enum { CHANGED, N_SIGNALS };

G_DEFINE_FINAL_TYPE (VenuleGrayLevels, venule_gray_levels, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void renew (VenuleGrayLevels *self);

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->frame, venule_frame_unref);
  g_clear_object (&work->source);
  g_clear_pointer (&work->vessel, venule_vessel_free);
  g_free (work);
}

/* ---- The frame on show ---- */

static void
count_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  g_autoptr (VenuleGrayHistogram) histogram = venule_gray_histogram_new (work->frame->bit_depth);
  GError *error = NULL;

  if (venule_gray_histogram_add (histogram, work->frame, &error))
    g_task_return_pointer (task, g_steal_pointer (&histogram), (GDestroyNotify) venule_gray_histogram_free);
  else
    g_task_return_error (task, error);
}

static void
on_counted (gpointer owner, GTask *task)
{
  VenuleGrayLevels *self = owner;
  const Work *work = g_task_get_task_data (task);
  VenuleGrayHistogram *histogram = g_task_propagate_pointer (task, NULL);

  if (g_task_get_cancellable (task) != self->counting)
    {
      g_clear_pointer (&histogram, venule_gray_histogram_free);
      return;
    }
  g_clear_object (&self->counting);
  g_clear_pointer (&self->counted, venule_frame_unref);
  g_clear_pointer (&self->histogram, venule_gray_histogram_free);
  self->counted = venule_frame_ref (work->frame);
  self->histogram = histogram;
  g_signal_emit (self, signals[CHANGED], 0);
  renew (self);
}

static void
count_frame (VenuleGrayLevels *self)
{
  VenuleFrame *frame = self->player != NULL ? venule_player_get_frame (self->player) : NULL;
  Work *work;

  if (frame == NULL || frame == self->counted || self->counting != NULL)
    return;

  work = g_new0 (Work, 1);
  work->frame = venule_frame_ref (frame);
  self->counting = g_cancellable_new ();
  venule_task_start (self, self->counting, count_frame, count_in_thread, work, work_free, on_counted);
}

/* ---- The video ---- */

static void
measure_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  GError *error = NULL;
  VenuleExposure *exposure = venule_exposure_measure (work->source, work->vessel, cancellable, &error);

  if (exposure != NULL)
    g_task_return_pointer (task, exposure, (GDestroyNotify) venule_exposure_free);
  else
    g_task_return_error (task, error);
}

/* What cannot be read is said elsewhere, and shown as nothing here. */
static void
on_measured (gpointer owner, GTask *task)
{
  VenuleGrayLevels *self = owner;
  VenuleExposure *exposure = g_task_propagate_pointer (task, NULL);

  if (g_task_get_cancellable (task) != self->measuring)
    {
      g_clear_pointer (&exposure, venule_exposure_free);
      return;
    }
  g_clear_object (&self->measuring);
  g_clear_pointer (&self->exposure, venule_exposure_free);
  self->exposure = exposure;
  g_signal_emit (self, signals[CHANGED], 0);
  renew (self);
}

static void
measure_video (VenuleGrayLevels *self)
{
  Work *work;

  if (self->document == NULL || !self->outdated || self->measuring != NULL)
    return;

  work = g_new0 (Work, 1);
  work->source = g_object_ref (venule_document_get_source (self->document));
  work->vessel = venule_vessel_copy (venule_document_get_settings (self->document)->vessel);
  g_clear_pointer (&self->measured, venule_vessel_free);
  self->measured = venule_vessel_copy (work->vessel);
  self->outdated = FALSE;
  self->measuring = g_cancellable_new ();
  venule_task_start (self, self->measuring, measure_video, measure_in_thread, work, work_free, on_measured);
}

static void
renew (VenuleGrayLevels *self)
{
  if (!self->active)
    return;

  count_frame (self);
  measure_video (self);
}

static void
on_video_changed (VenuleGrayLevels *self)
{
  self->outdated = TRUE;
  renew (self);
}

/* Most settings have nothing to do with it. */
static void
on_settings_changed (VenuleGrayLevels *self)
{
  if (self->measured == NULL ||
      !venule_vessel_equal (self->measured, venule_document_get_settings (self->document)->vessel))
    on_video_changed (self);
}

/* Of another video. */
static void
forget (VenuleGrayLevels *self)
{
  g_cancellable_cancel (self->measuring);
  g_clear_object (&self->measuring);
  g_clear_object (&self->counting);
  g_clear_pointer (&self->counted, venule_frame_unref);
  g_clear_pointer (&self->histogram, venule_gray_histogram_free);
  g_clear_pointer (&self->exposure, venule_exposure_free);
  g_clear_pointer (&self->measured, venule_vessel_free);
  g_signal_emit (self, signals[CHANGED], 0);
  on_video_changed (self);
}

static void
venule_gray_levels_dispose (GObject *object)
{
  VenuleGrayLevels *self = VENULE_GRAY_LEVELS (object);

  self->active = FALSE;
  venule_gray_levels_set_document (self, NULL);
  venule_gray_levels_set_player (self, NULL);

  G_OBJECT_CLASS (venule_gray_levels_parent_class)->dispose (object);
}

static void
venule_gray_levels_class_init (VenuleGrayLevelsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_gray_levels_dispose;

  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
venule_gray_levels_init (VenuleGrayLevels *self)
{
}

VenuleGrayLevels *
venule_gray_levels_new (void)
{
  return g_object_new (VENULE_TYPE_GRAY_LEVELS, NULL);
}

void
venule_gray_levels_set_document (VenuleGrayLevels *self, VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_GRAY_LEVELS (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    {
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_settings_changed), self);
      g_signal_connect_swapped (document, "notify::source", G_CALLBACK (forget), self);
    }
  forget (self);
}

void
venule_gray_levels_set_player (VenuleGrayLevels *self, VenulePlayer *player)
{
  g_return_if_fail (VENULE_IS_GRAY_LEVELS (self));

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL)
    {
      g_signal_connect_swapped (player, "notify::frame", G_CALLBACK (renew), self);
      g_signal_connect_swapped (player, "notify::n-frames", G_CALLBACK (on_video_changed), self);
    }
}

void
venule_gray_levels_set_active (VenuleGrayLevels *self, gboolean active)
{
  g_return_if_fail (VENULE_IS_GRAY_LEVELS (self));

  self->active = active;
  renew (self);
}

const VenuleGrayHistogram *
venule_gray_levels_get_frame (VenuleGrayLevels *self, gboolean *current)
{
  g_return_val_if_fail (VENULE_IS_GRAY_LEVELS (self), NULL);

  if (current != NULL)
    *current =
      self->histogram != NULL && self->player != NULL && venule_player_get_frame (self->player) == self->counted;
  return self->histogram;
}

const VenuleExposure *
venule_gray_levels_get_exposure (VenuleGrayLevels *self)
{
  g_return_val_if_fail (VENULE_IS_GRAY_LEVELS (self), NULL);

  return self->exposure;
}
