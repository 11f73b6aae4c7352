/* venule-source.c: a video file or image stack, frame by exact frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-kept-frames.h"
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

  /* One thread at a time makes the table. What follows changes once, when it is complete, under the lock. */
  GMutex   building;
  GMutex   lock;
  GArray  *table;
  gboolean interlaced;
  double   frame_rate;
  char    *rate_origin;
  gint64   n_frames;
  GStrv    findings;

  /* Frames that the pass has decoded, from the first on; readers see them when the table is complete. */
  VenuleKeptFrames kept;

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
  g_clear_pointer (&priv->table, g_array_unref);
  venule_kept_frames_clear (&priv->kept);
  g_free (priv->rate_origin);
  g_strfreev (priv->findings);
  g_free (priv->hash);
  g_mutex_clear (&priv->building);
  g_mutex_clear (&priv->lock);
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

  g_mutex_init (&priv->building);
  g_mutex_init (&priv->lock);
  g_mutex_init (&priv->hashing);
  priv->findings = g_new0 (char *, 1);
  venule_kept_frames_init (&priv->kept);
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
 * venule_source_get_interlaced:
 * @self: a source
 *
 * Returns: whether the file says that its frames are interlaced: the first frame, and once the table is complete any
 *   frame
 */
gboolean
venule_source_get_interlaced (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  locker = g_mutex_locker_new (&priv->lock);
  return priv->interlaced;
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
 * venule_source_get_frame_rate:
 * @self: a source
 *
 * Before the table is complete: what the header says; after: (n − 1) / (last time − first time).
 *
 * Returns: frames/s; 0 when nothing tells it (one frame without a header's rate, a TIFF stack without interval): the
 *   person has to type it then, and all times are 0
 */
double
venule_source_get_frame_rate (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 0);

  locker = g_mutex_locker_new (&priv->lock);
  return priv->frame_rate;
}

/**
 * venule_source_dup_rate_origin:
 * @self: a source
 *
 * Returns: (transfer full): where the frame rate comes from, for people: "timestamps of 752 frames", "header of the
 * file"
 */
char *
venule_source_dup_rate_origin (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  locker = g_mutex_locker_new (&priv->lock);
  return g_strdup (priv->rate_origin);
}

/**
 * venule_source_get_n_frames:
 * @self: a source
 *
 * Returns: number of frames: the header's word, which is often wrong (0: unknown), until the table is complete, then
 *   exact
 */
gint64
venule_source_get_n_frames (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 0);

  locker = g_mutex_locker_new (&priv->lock);
  return priv->n_frames;
}

/**
 * venule_source_build_table:
 * @self: a source
 * @progress: (nullable) (scope call): called in this thread about ten times a second
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * One sequential pass over the whole video that builds the frame table. It blocks: call it in a thread of its own. When
 * the table is there already it does nothing; when another thread is making it, it waits for that one. Damage inside
 * the file is no error: frames are marked, and venule_source_dup_findings() says what was found.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND when the file has gone, %G_IO_ERROR_CANCELLED; the source stays usable without a
 * table.
 *
 * Returns: whether the table is there now
 */
gboolean
venule_source_build_table (VenuleSource          *self,
                           VenuleSourceProgress   progress,
                           gpointer               user_data,
                           GCancellable          *cancellable,
                           GError               **error)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;
  guint8 magic[4];

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  locker = g_mutex_locker_new (&priv->building);
  if (venule_source_has_table (self))
    return TRUE;
  if (VENULE_SOURCE_GET_CLASS (self)->build_table == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "This kind of source has no frame table.");
      return FALSE;
    }

  return venule_source_file_check (priv->path, magic, error) &&
         VENULE_SOURCE_GET_CLASS (self)->build_table (self, progress, user_data, cancellable, error);
}

/**
 * venule_source_keep_frames:
 * @self: a source without a table
 * @most_bytes: memory that frames may take
 *
 * For a program that reads the whole video once the table is there: venule_source_build_table() keeps the frames that it
 * decodes, from the first on, as long as there is room, and readers give these out. They go with the source.
 */
void
venule_source_keep_frames (VenuleSource *self,
                           gsize         most_bytes)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_if_fail (VENULE_IS_SOURCE (self));

  locker = g_mutex_locker_new (&priv->building);
  priv->kept.room = most_bytes;
}

/**
 * venule_source_has_table:
 * @self: a source
 *
 * Returns: whether the frame table is complete
 */
gboolean
venule_source_has_table (VenuleSource *self)
{
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  return venule_source_peek_table (self, &n_frames) != NULL;
}

/**
 * venule_source_get_frame_info:
 * @self: a source
 * @index: number of a frame, from 0
 * @info: (out caller-allocates): its row of the table
 *
 * Returns: %FALSE when the table is not complete, or has no such row
 */
gboolean
venule_source_get_frame_info (VenuleSource    *self,
                              gint64           index,
                              VenuleFrameInfo *info)
{
  const VenuleFrameInfo *table;
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (info != NULL, FALSE);

  table = venule_source_peek_table (self, &n_frames);
  if (table == NULL || index < 0 || index >= n_frames)
    return FALSE;

  *info = table[index];
  return TRUE;
}

/**
 * venule_source_dup_findings:
 * @self: a source
 *
 * Returns: (transfer full): plain sentences about what is odd in the file; empty when there is nothing to say, or the
 *   table is not complete yet
 */
char **
venule_source_dup_findings (VenuleSource *self)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  locker = g_mutex_locker_new (&priv->lock);
  return g_strdupv (priv->findings);
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
  priv->interlaced = header->interlaced;
  priv->format = g_strdup (header->format);
  priv->frame_rate = header->frame_rate;
  priv->rate_origin = g_strdup (header->rate_origin);
  priv->n_frames = header->n_frames;
  g_debug ("opened %s: %d×%d px, %d bit, %s, %g frames/s by the %s", priv->path, priv->width, priv->height,
           priv->bit_depth, priv->format, priv->frame_rate, priv->rate_origin);
}

/**
 * venule_source_take_table:
 * @self: a source
 * @table: (transfer full) (element-type VenuleFrameInfo): the complete frame table
 * @frame_rate: frames/s, or 0
 * @rate_origin: (transfer full): where that is from, for people
 * @interlaced: whether any frame is interlaced
 * @findings: (transfer full) (element-type utf8): what is odd in the file, without a %NULL at the end
 *
 * For the kinds of sources: publishes the table to all threads.
 */
void
venule_source_take_table (VenuleSource *self,
                          GArray       *table,
                          double        frame_rate,
                          char         *rate_origin,
                          gboolean      interlaced,
                          GPtrArray    *findings)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&priv->lock);

  g_assert (priv->table == NULL);

  priv->frame_rate = frame_rate;
  g_free (priv->rate_origin);
  priv->rate_origin = rate_origin;
  priv->interlaced = interlaced;
  priv->n_frames = table->len;
  g_ptr_array_add (findings, NULL);
  g_strfreev (priv->findings);
  priv->findings = (GStrv) g_ptr_array_free (findings, FALSE);
  priv->table = table;
  venule_kept_frames_complete (&priv->kept, (const VenuleFrameInfo *) table->data, table->len);
  g_debug ("frame table of %s: %u frames, %g frames/s by the %s", priv->path, table->len, frame_rate, rate_origin);
  for (guint i = 0; priv->findings[i] != NULL; i++)
    g_info ("%s: %s", priv->path, priv->findings[i]);
}

/**
 * venule_source_peek_table:
 * @self: a source
 * @n_frames: (out): its number of rows
 *
 * Returns: (transfer none) (nullable): the frame table, which never changes again, or %NULL before it is complete
 */
const VenuleFrameInfo *
venule_source_peek_table (VenuleSource *self,
                          gint64       *n_frames)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&priv->lock);

  *n_frames = priv->table != NULL ? priv->table->len : 0;
  return priv->table != NULL ? (const VenuleFrameInfo *) priv->table->data : NULL;
}

/**
 * venule_source_offer_frame:
 * @self: a source whose table is being built
 * @index: number of the frame; they come in order
 * @frame: the frame, which nobody has seen yet
 *
 * For the kinds of sources: keeps a frame that was decoded for the table, if frames are to be kept and there is room.
 */
void
venule_source_offer_frame (VenuleSource *self,
                           gint64        index,
                           VenuleFrame  *frame)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  venule_kept_frames_offer (&priv->kept, index, frame);
}

/**
 * venule_source_find_frame:
 * @self: a source
 * @index: number of a frame, from 0
 *
 * Returns: (transfer full) (nullable): the frame, if the table is complete and it was kept
 */
VenuleFrame *
venule_source_find_frame (VenuleSource *self,
                          gint64        index)
{
  VenuleSourcePrivate *priv = venule_source_get_instance_private (self);

  return venule_source_has_table (self) ? venule_kept_frames_find (&priv->kept, index) : NULL;
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

/**
 * venule_source_describe_frames:
 * @indices: (element-type gint64): numbers of frames, rising
 *
 * Returns: (transfer full): them in words: "3", "3, 7–9, 20 …"
 */
char *
venule_source_describe_frames (GArray *indices)
{
  const int max_ranges = 6;
  GString *text = g_string_new (NULL);
  int n_ranges = 0;

  for (guint i = 0; i < indices->len; n_ranges++)
    {
      gint64 first = g_array_index (indices, gint64, i);
      gint64 last = first;

      if (n_ranges == max_ranges)
        {
          g_string_append (text, " …");
          break;
        }
      for (i++; i < indices->len && g_array_index (indices, gint64, i) == last + 1; i++)
        last++;

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, n_ranges > 0 ? ", " : "", first);
      if (last > first)
        g_string_append_printf (text, "–%" G_GINT64_FORMAT, last);
    }
  return g_string_free (text, FALSE);
}
