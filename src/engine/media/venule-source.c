/* venule-source.c: a video file or image stack, frame by exact frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-source-file.h"
#include "venule-source-private.h"
#include "venule-tiff-source.h"
#include "venule-video-source.h"

typedef struct {
  char    *path;
  int      width;
  int      height;
  int      bit_depth;
  char    *format;

  VenuleSourceTable table;

  GMutex   hashing;
  char    *hash;
} VenuleSourcePrivate;

enum {
  PROP_0,
  PROP_PATH,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (VenuleSource, venule_source, G_TYPE_OBJECT)

static void
venule_source_finalize (GObject *object)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (VENULE_SOURCE (object));

  g_free (priv->path);
  g_free (priv->format);
  venule_source_table_clear (&priv->table);
  g_free (priv->hash);
  g_mutex_clear (&priv->hashing);

  G_OBJECT_CLASS (venule_source_parent_class)->finalize (object);
}

static void
venule_source_set_property (GObject      *object,
                            guint         property_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (VENULE_SOURCE (object));

  switch (property_id)
    {
    case PROP_PATH:
      priv->path = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
venule_source_get_property (GObject    *object,
                            guint       property_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (VENULE_SOURCE (object));

  switch (property_id)
    {
    case PROP_PATH:
      g_value_set_string (value, priv->path);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
venule_source_class_init (VenuleSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = venule_source_finalize;
  object_class->set_property = venule_source_set_property;
  object_class->get_property = venule_source_get_property;

  properties[PROP_PATH] =
    g_param_spec_string ("path", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_source_init (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  venule_source_table_init (&priv->table);
  g_mutex_init (&priv->hashing);
}

/**
 * venule_source_open:
 * @path: a video file or TIFF stack
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Opens a file: reads its header and proves that a first frame can be decoded, so that it can be shown at once. Which
 * reader takes it is decided by the content, not by the name: TIFF by libtiff, all else by FFmpeg. Blocks for some
 * milliseconds, longer on a slow drive.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND (not there, not readable), %VENULE_ERROR_NOT_A_VIDEO (a folder, empty, text, sound,
 * unknown format), %VENULE_ERROR_TOO_LARGE, %VENULE_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_source_open (const char    *path,
                    GCancellable  *cancellable,
                    GError       **error)
{
  guint8 magic[4];

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!venule_source_file_check (path, magic, error))
    return NULL;

  return venule_source_file_is_tiff (magic) ? venule_tiff_source_new (path, error)
                                            : venule_video_source_new (path, cancellable, error);
}

/**
 * venule_source_get_path:
 * @self: a source
 *
 * Returns: (transfer none): the path as it was given to venule_source_open()
 */
const char *
venule_source_get_path (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  return priv->path;
}

/**
 * venule_source_dup_display_name:
 * @self: a source
 *
 * Returns: (transfer full): the file's name in UTF-8, for people
 */
char *
venule_source_dup_display_name (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  return g_filename_display_basename (priv->path);
}

/**
 * venule_source_get_width:
 * @self: a source
 *
 * Returns: width of every frame, px
 */
int
venule_source_get_width (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 0);

  return priv->width;
}

/**
 * venule_source_get_height:
 * @self: a source
 *
 * Returns: height of every frame, px
 */
int
venule_source_get_height (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 0);

  return priv->height;
}

/**
 * venule_source_get_bit_depth:
 * @self: a source
 *
 * Returns: significant bits a sample of every frame, 8 to 16
 */
int
venule_source_get_bit_depth (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 8);

  return priv->bit_depth;
}

/**
 * venule_source_get_format:
 * @self: a source
 *
 * What the samples were made from and by which rule, for people: "rawvideo (pal8, gray palette)", "h264 (yuv420p, luma
 * as stored, range 16–235)", "TIFF (16-bit gray)".
 *
 * Returns: (transfer none): the text
 */
const char *
venule_source_get_format (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  return priv->format;
}

/**
 * venule_source_dup_hash:
 * @self: a source
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * SHA-256 of the file's content, to recognise the video when it has been moved. Computed at the first call, which reads
 * the whole file, then remembered.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND when the file cannot be read any more, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): 64 hexadecimal digits, or %NULL
 */
char *
venule_source_dup_hash (VenuleSource  *self,
                        GCancellable  *cancellable,
                        GError       **error)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  locker = g_mutex_locker_new (&priv->hashing);
  if (priv->hash == NULL)
    priv->hash = venule_source_file_hash (priv->path, cancellable, error);
  return g_strdup (priv->hash);
}

/**
 * venule_source_open_reader:
 * @self: a source
 * @error: return location
 *
 * A decoder of its own on the file, with its own position. Many may be open at the same time.
 *
 * Errors: as venule_source_open().
 *
 * Returns: (transfer full): the reader, or %NULL
 */
VenuleReader *
venule_source_open_reader (VenuleSource  *self,
                           GError       **error)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  guint8 magic[4];

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!venule_source_file_check (priv->path, magic, error))
    return NULL;

  return VENULE_SOURCE_GET_CLASS (self)->open_reader (self, error);
}

/**
 * venule_source_get_table:
 * @self: a source
 *
 * Returns: (transfer none): what is known from the frame table, for venule-source-table.c
 */
VenuleSourceTable *
venule_source_get_table (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  return &priv->table;
}

/**
 * venule_source_set_header:
 * @self: a source that is being made
 * @header: what is known when the first frame has been decoded
 *
 * For the kinds of sources, once, before anybody else sees @self.
 */
void
venule_source_set_header (VenuleSource             *self,
                          const VenuleSourceHeader *header)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  priv->width = header->width;
  priv->height = header->height;
  priv->bit_depth = header->bit_depth;
  priv->format = g_strdup (header->format);
  priv->table.interlaced = header->interlaced;
  priv->table.frame_rate = header->frame_rate;
  priv->table.rate_origin = g_strdup (header->rate_origin);
  priv->table.n_frames = header->n_frames;
  g_debug ("opened %s: %d×%d px, %d bit, %s, %g frames/s by the %s", priv->path, priv->width, priv->height,
           priv->bit_depth, priv->format, header->frame_rate, header->rate_origin);
}

/**
 * venule_source_set_read_error:
 * @self: a source
 * @index: number of a frame that is in the table
 * @error: return location
 *
 * For the readers: a frame that was there when the table was made cannot be had any more.
 */
void
venule_source_set_read_error (VenuleSource  *self,
                              gint64         index,
                              GError       **error)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autofree char *name = g_filename_display_basename (priv->path);

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
    _("Frame %lld of “%s” cannot be read any more: the file has changed since it was opened, or its drive fails. "
      "Open the video again."),
    (long long) index, name);
}
