/* venule-velocity-scale.c: the top of the scale of velocity colours, while a run adds tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-velocity-scale.h"

#include "venule-overlay.h"

/* It is worked out at most so often, and when that takes long, in at most this part of the time. */
#define INTERVAL_US (1000 * 1000)
#define MAX_PART 20

struct _VenuleVelocityScale
{
  GObject  parent_instance;

  double   max;     /* px/s */
  gint64   next;    /* µs, when it may be worked out again */
  gboolean stale;
  guint    timeout; /* at which it is */
};

G_DEFINE_FINAL_TYPE (VenuleVelocityScale, venule_velocity_scale, G_TYPE_OBJECT)

static gboolean
on_timeout (gpointer user_data)
{
  VenuleVelocityScale *self = user_data;

  self->timeout = 0;
  g_signal_emit_by_name (self, "changed");
  return G_SOURCE_REMOVE;
}

void
venule_velocity_scale_invalidate (VenuleVelocityScale *self)
{
  self->stale = TRUE;
}

double
venule_velocity_scale_get_max (VenuleVelocityScale *self,
                               VenuleDocument      *document)
{
  gint64 now = g_get_monotonic_time (), wait = self->next - now;

  if (self->stale && wait <= 0)
    {
      self->max = venule_overlay_velocity_max (G_LIST_MODEL (document), venule_document_get_shown_settings (document));
      self->next = now + MAX (INTERVAL_US, MAX_PART * (g_get_monotonic_time () - now));
      self->stale = FALSE;
    }
  else if (self->stale && self->timeout == 0)
    {
      self->timeout = g_timeout_add (wait / 1000 + 1, on_timeout, self);
    }
  return self->max;
}

static void
venule_velocity_scale_finalize (GObject *object)
{
  g_clear_handle_id (&VENULE_VELOCITY_SCALE (object)->timeout, g_source_remove);

  G_OBJECT_CLASS (venule_velocity_scale_parent_class)->finalize (object);
}

static void
venule_velocity_scale_class_init (VenuleVelocityScaleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_velocity_scale_finalize;

  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
venule_velocity_scale_init (VenuleVelocityScale *self)
{
}

VenuleVelocityScale *
venule_velocity_scale_new (void)
{
  return g_object_new (VENULE_TYPE_VELOCITY_SCALE, NULL);
}
