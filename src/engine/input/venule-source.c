/* venule-source.c: a video file or image stack, frame by exact frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source.h"

#include <glib/gstdio.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-source-file.h"
#include "venule-source-private.h"

typedef struct {
  char              *path;
  gint64             file_size;
  int                width;
  int                height;
  int                bit_depth;
  char              *format;
  double             pixel_width_um;
  double             pixel_height_um;
  char              *scale_origin;
  VenuleInputOptions options;
  gboolean           has_color;

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
  g_free (priv->scale_origin);
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

static gboolean
venule_source_real_check (VenuleSource  *self,
                          GError       **error)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  guint8 magic[4];

  return venule_source_file_check (priv->path, magic, error);
}

static char *
venule_source_real_make_hash (VenuleSource  *self,
                              GCancellable  *cancellable,
                              GError       **error)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  return venule_source_file_hash (priv->path, cancellable, error);
}

static void
venule_source_class_init (VenuleSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  klass->check = venule_source_real_check;
  klass->make_hash = venule_source_real_make_hash;

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

  return venule_display_name_dup_base (priv->path);
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
 * venule_source_get_input_options:
 * @self: a source
 *
 * Returns: (transfer none): how the file is read: what was chosen, and what there was to choose from alone
 */
const VenuleInputOptions *
venule_source_get_input_options (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  return &priv->options;
}

/**
 * venule_source_get_has_color:
 * @self: a source
 *
 * Returns: whether the file has colours, of which one can be taken for the gray levels
 */
gboolean
venule_source_get_has_color (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  return priv->has_color;
}

/**
 * venule_source_get_scale:
 * @self: a source
 * @width_um: (out): width of a pixel in µm as the file says, 0 when it does not
 * @height_um: (out): height of a pixel in µm
 *
 * A proposal: programs write wrong units and print resolutions into files. See venule_scale_judge().
 *
 * Returns: (transfer none) (nullable): where the file says so, of venule_remark_new(); %NULL when it does not
 */
const char *
venule_source_get_scale (VenuleSource *self,
                         double       *width_um,
                         double       *height_um)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  *width_um = priv->pixel_width_um;
  *height_um = priv->pixel_height_um;
  return priv->scale_origin;
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
    priv->hash = VENULE_SOURCE_GET_CLASS (self)->make_hash (self, cancellable, error);
  return g_strdup (priv->hash);
}

/**
 * venule_source_peek_hash:
 * @self: a source
 *
 * Returns: (transfer full) (nullable): as venule_source_dup_hash(), when that has been worked out by now; never blocks
 */
char *
venule_source_peek_hash (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  char *hash;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  if (!g_mutex_trylock (&priv->hashing))
    return NULL;
  hash = g_strdup (priv->hash);
  g_mutex_unlock (&priv->hashing);

  return hash;
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
  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!VENULE_SOURCE_GET_CLASS (self)->check (self, error))
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
 * venule_source_get_file_size:
 * @self: a source
 *
 * Returns: bytes of its file when it was opened, −1 where that is unknown
 */
gint64
venule_source_get_file_size (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  return priv->file_size;
}

/**
 * venule_source_set_header:
 * @self: a source that is being made
 * @header: what is known when the first frame has been decoded
 *
 * For the kinds of sources, once, before any other code sees @self.
 */
void
venule_source_set_header (VenuleSource             *self,
                          const VenuleSourceHeader *header)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autofree char *name = venule_display_name_dup (priv->path);
  GStatBuf status;

  /* Opening may wait for the drive; later callers must not. */
  priv->file_size = header->file_size;
  if (header->file_size == 0)
    priv->file_size = g_stat (priv->path, &status) == 0 ? (gint64) status.st_size : -1;
  priv->width = header->width;
  priv->height = header->height;
  priv->bit_depth = header->bit_depth;
  priv->format = g_strdup (header->format);
  priv->table.interlaced = header->interlaced;
  priv->table.frame_rate = header->frame_rate;
  priv->table.rate_origin = g_strdup (header->rate_origin);
  priv->table.n_frames = header->n_frames;
  if (header->pixel_width_um <= VENULE_SOURCE_MAX_NUMBER && header->pixel_height_um <= VENULE_SOURCE_MAX_NUMBER)
    {
      priv->pixel_width_um = header->pixel_width_um;
      priv->pixel_height_um = header->pixel_height_um;
      priv->scale_origin = g_strdup (header->scale_origin);
    }
  priv->options = header->options;
  priv->has_color = header->has_color;
  g_debug ("opened %s: %d×%d px, %d bit, %s, %g frames/s by the %s", name, priv->width, priv->height, priv->bit_depth,
           priv->format, header->frame_rate, header->rate_origin);
}
