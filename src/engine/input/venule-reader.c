/* venule-reader.c: reads frames by number and keeps the last ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-file.h"
#include "venule-frame-budget.h"
#include "venule-source-private.h"

/* Stepping to and fro is quick as long as it stays within these. */
#define MAX_KEPT_FRAMES 16

typedef struct {
  VenuleSource *source;

  /* A ring of the newest frames; the newest one is always kept. */
  VenuleFrame  *kept[MAX_KEPT_FRAMES];
  guint         next;
  guint         capacity;
} VenuleReaderPrivate;

enum {
  PROP_0,
  PROP_SOURCE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (VenuleReader, venule_reader, G_TYPE_OBJECT)

static void
venule_reader_finalize (GObject *object)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (VENULE_READER (object));

  for (guint i = 0; i < MAX_KEPT_FRAMES; i++)
    g_clear_pointer (&priv->kept[i], venule_frame_unref);
  g_clear_object (&priv->source);

  G_OBJECT_CLASS (venule_reader_parent_class)->finalize (object);
}

static void
venule_reader_constructed (GObject *object)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (VENULE_READER (object));

  G_OBJECT_CLASS (venule_reader_parent_class)->constructed (object);

  priv->capacity = (guint) MIN (venule_source_count_fitting (priv->source, VENULE_BUDGET_AHEAD), MAX_KEPT_FRAMES);
}

static void
venule_reader_set_property (GObject      *object,
                            guint         property_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (VENULE_READER (object));

  switch (property_id)
    {
    case PROP_SOURCE:
      priv->source = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
venule_reader_class_init (VenuleReaderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = venule_reader_finalize;
  object_class->constructed = venule_reader_constructed;
  object_class->set_property = venule_reader_set_property;

  properties[PROP_SOURCE] = g_param_spec_object ("source", NULL, NULL, VENULE_TYPE_SOURCE,
                                                 G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_reader_init (VenuleReader *self)
{
}

/**
 * venule_reader_get_source:
 * @self: a reader
 *
 * Returns: (transfer none): the source that it reads
 */
VenuleSource *
venule_reader_get_source (VenuleReader *self)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (self);

  return priv->source;
}

/**
 * venule_reader_get_capacity:
 * @self: a reader
 *
 * Returns: how many of the newest frames are kept, 1 to 16
 */
guint
venule_reader_get_capacity (VenuleReader *self)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (self);

  return priv->capacity;
}

static VenuleFrame *
find_kept (VenuleReaderPrivate *priv,
           gint64               index)
{
  for (guint i = 0; i < priv->capacity; i++)
    if (priv->kept[i] != NULL && priv->kept[i]->index == index)
      return priv->kept[i];
  return NULL;
}

/**
 * venule_reader_keep:
 * @self: a reader
 * @frame: a frame
 *
 * For the kinds of readers: keeps a frame that was decoded on the way to another one.
 */
void
venule_reader_keep (VenuleReader *self,
                    VenuleFrame  *frame)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (self);

  if (find_kept (priv, frame->index) != NULL)
    return;

  g_clear_pointer (&priv->kept[priv->next], venule_frame_unref);
  priv->kept[priv->next] = venule_frame_ref (frame);
  priv->next = (priv->next + 1) % priv->capacity;
}

static VenuleFrame *
set_end (VenuleReaderPrivate  *priv,
         gint64                index,
         GError              **error)
{
  g_autofree char *name = venule_source_dup_display_name (priv->source);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_END,
               _("“%s” ends before frame %lld. If the video was longer, copy it again from the microscope."), name,
               (long long) index);
  return NULL;
}

/**
 * venule_reader_read:
 * @self: a reader
 * @index: number of a frame, from 0
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * The exact frame @index. Reading on is one decoding; the frames read last are kept (16 of them, or 64 MiB), so that
 * stepping back is quick; any other order seeks and verifies timestamp and samples against the frame table. It works
 * before the table is complete too, by decoding from the start. A reader belongs to one thread at a time.
 *
 * Errors: %VENULE_ERROR_INVALID for a negative @index, %VENULE_ERROR_END past the end of the video,
 * %VENULE_ERROR_NOT_FOUND or %VENULE_ERROR_DAMAGED when the file has gone or changed meanwhile,
 * %VENULE_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the frame, or %NULL
 */
VenuleFrame *
venule_reader_read (VenuleReader  *self,
                    gint64         index,
                    GCancellable  *cancellable,
                    GError       **error)
{
  VenuleReaderPrivate *priv = venule_reader_get_instance_private (self);
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  GError *failure = NULL;
  VenuleFrame *frame;
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_READER (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (index < 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("There is no frame %lld: frames are counted from 0."), (long long) index);
      return NULL;
    }
  if (venule_source_peek_table (priv->source, &n_frames) != NULL && index >= n_frames)
    return set_end (priv, index, error);

  frame = find_kept (priv, index);
  if (frame != NULL)
    return venule_frame_ref (frame);

  /* Where there is room for one alone, the old one goes before the new one comes. */
  if (priv->capacity == 1)
    g_clear_pointer (&priv->kept[0], venule_frame_unref);
  frame = VENULE_READER_GET_CLASS (self)->read (self, index, cancellable, &failure);
  if (frame != NULL)
    venule_reader_keep (self, frame);
  else if (failure != NULL)
    g_propagate_error (error, failure);
  else
    set_end (priv, index, error);
  return frame;
}
