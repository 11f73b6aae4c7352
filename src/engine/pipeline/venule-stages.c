/* venule-stages.c: the stages of a run side by side on a device
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-stages.h"

#include "venule-roi-planes.h"
#include "venule-thread.h"

typedef struct {
  const VenuleStageDescription *description;
  VenuleStages                 *stages;
  vnk_backend                  *backend;
  GThread                      *thread;
} Stage;

struct _VenuleStages
{
  VenulePipeline *pipeline;
  int             detect_interval;
  Stage           stages[VENULE_STAGES];

  /* What follows is protected by the lock. */
  GMutex          lock;
  GCond           raised[VENULE_N_COUNTERS];
  int             n_frames[VENULE_N_COUNTERS];
  gboolean        stopped;
  GError         *failure; /* the first one */
};

/* @failure: (transfer full) (nullable). All that wait go on, and see that nothing more is to come. */
static void
stop (VenuleStages *self,
      GError       *failure)
{
  g_mutex_lock (&self->lock);
  self->stopped = TRUE;
  if (self->failure == NULL)
    self->failure = failure;
  else
    g_clear_error (&failure);
  for (int i = 0; i < VENULE_N_COUNTERS; i++)
    g_cond_broadcast (&self->raised[i]);
  g_mutex_unlock (&self->lock);
}

static gboolean
step (Stage   *stage,
      int      n,
      GError **error)
{
  vnk_backend *backend = stage->backend;

  return stage->description->func (stage->stages->pipeline, backend, n, error) &&
         (!stage->description->waits || venule_kernels_check (backend->wait (backend), error));
}

static gpointer
stage_main (gpointer data)
{
  Stage *stage = data;
  VenuleStages *self = stage->stages;
  const VenuleStageDescription *description = stage->description;

  for (int n = 0;; n += description->of_detections ? self->detect_interval : 1)
    {
      GError *error = NULL;

      if (!venule_stages_wait (self, description->from, n + 1, NULL))
        break;
      if (!step (stage, n, &error))
        {
          stop (self, error);
          break;
        }
      venule_stages_raise (self, description->to, n + 1);
    }
  return NULL;
}

VenuleStages *
venule_stages_new (const VenuleStageDescription *descriptions,
                   VenulePipeline               *pipeline,
                   vnk_backend                  *backend,
                   int                           detect_interval)
{
  g_autoptr (VenuleStages) self = NULL;

  /* Many runs at once fill a device by themselves. Planes may still be on their way to what they shall be at first. */
  if (backend->stream_new == NULL || backend->n_streams (backend) + VENULE_STAGES > 2 * (int) g_get_num_processors () ||
      backend->wait (backend) != VNK_OK)
    return NULL;

  self = g_new0 (VenuleStages, 1);
  self->pipeline = pipeline;
  self->detect_interval = detect_interval;
  g_mutex_init (&self->lock);
  for (int i = 0; i < VENULE_N_COUNTERS; i++)
    g_cond_init (&self->raised[i]);
  for (int i = 0; i < VENULE_STAGES; i++)
    if (backend->stream_new (backend, &self->stages[i].backend) != VNK_OK)
      return NULL;

  for (int i = 0; i < VENULE_STAGES; i++)
    {
      self->stages[i].description = &descriptions[i];
      self->stages[i].stages = self;
      self->stages[i].thread = venule_thread_new (descriptions[i].name, stage_main, &self->stages[i], NULL);
      if (self->stages[i].thread == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
venule_stages_free (VenuleStages *self)
{
  if (self == NULL)
    return;

  stop (self, NULL);
  for (int i = 0; i < VENULE_STAGES; i++)
    {
      g_clear_pointer (&self->stages[i].thread, g_thread_join);
      if (self->stages[i].backend != NULL)
        self->stages[i].backend->close (self->stages[i].backend);
    }
  for (int i = 0; i < VENULE_N_COUNTERS; i++)
    g_cond_clear (&self->raised[i]);
  g_clear_error (&self->failure);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
venule_stages_raise (VenuleStages      *self,
                     VenuleStageCounter counter,
                     int                n_frames)
{
  g_mutex_lock (&self->lock);
  self->n_frames[counter] = MAX (self->n_frames[counter], n_frames);
  g_cond_broadcast (&self->raised[counter]);
  g_mutex_unlock (&self->lock);
}

int
venule_stages_get (VenuleStages      *self,
                   VenuleStageCounter counter)
{
  int n_frames;

  g_mutex_lock (&self->lock);
  n_frames = self->n_frames[counter];
  g_mutex_unlock (&self->lock);
  return n_frames;
}

gboolean
venule_stages_wait (VenuleStages      *self,
                    VenuleStageCounter counter,
                    int                n_frames,
                    GError           **error)
{
  gboolean go_on;

  g_mutex_lock (&self->lock);
  while (!self->stopped && self->n_frames[counter] < n_frames)
    g_cond_wait (&self->raised[counter], &self->lock);
  go_on = !self->stopped;
  if (!go_on && self->failure != NULL)
    g_propagate_error (error, g_error_copy (self->failure));
  g_mutex_unlock (&self->lock);
  return go_on;
}
