/* venule-batch-set-up.c: a video of several that is set up in a window of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-set-up.h"

struct _VenuleBatchSetUp
{
  GObject             parent_instance;

  char               *path;
  VenuleInputOptions  input;
  VenuleTemplate     *template;
};

enum {
  KEPT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleBatchSetUp, venule_batch_set_up, G_TYPE_OBJECT)

const char *
venule_batch_set_up_get_path (VenuleBatchSetUp *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_SET_UP (self), NULL);

  return self->path;
}

const VenuleInputOptions *
venule_batch_set_up_get_input (VenuleBatchSetUp *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_SET_UP (self), NULL);

  return &self->input;
}

const VenuleTemplate *
venule_batch_set_up_get_template (VenuleBatchSetUp *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_SET_UP (self), NULL);

  return self->template;
}

void
venule_batch_set_up_keep (VenuleBatchSetUp            *self,
                          const VenuleSettings        *settings,
                          const VenuleMeasureSettings *measures,
                          const VenuleInputOptions    *input)
{
  g_autoptr (VenuleTemplate) template = NULL;

  g_return_if_fail (VENULE_IS_BATCH_SET_UP (self));

  template = venule_template_new (settings, measures);
  g_signal_emit (self, signals[KEPT], 0, template, input);
}

static void
venule_batch_set_up_finalize (GObject *object)
{
  VenuleBatchSetUp *self = VENULE_BATCH_SET_UP (object);

  g_free (self->path);
  venule_template_free (self->template);

  G_OBJECT_CLASS (venule_batch_set_up_parent_class)->finalize (object);
}

static void
venule_batch_set_up_class_init (VenuleBatchSetUpClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_batch_set_up_finalize;

  signals[KEPT] = g_signal_new ("kept", VENULE_TYPE_BATCH_SET_UP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
venule_batch_set_up_init (VenuleBatchSetUp *self)
{
}

VenuleBatchSetUp *
venule_batch_set_up_new (const char               *path,
                         const VenuleInputOptions *input,
                         VenuleTemplate           *template)
{
  VenuleBatchSetUp *self = g_object_new (VENULE_TYPE_BATCH_SET_UP, NULL);

  self->path = g_strdup (path);
  self->input = *input;
  self->template = template;
  return self;
}
