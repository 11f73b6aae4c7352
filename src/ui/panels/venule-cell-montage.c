/* venule-cell-montage.c: sub-images of a track, read in a thread as they are wanted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-cell-montage.h"

#include "venule-task.h"

/* Pictures that are kept; of 80 px each 12 KiB, and as much again as a texture. */
#define MAX_KEPT 2000
/* That are read until what was wanted meanwhile is looked at. */
#define BATCH 8

typedef struct {
  VenuleThumbnail thumbnail;
  guint16        *samples; /* NULL: the frame cannot be read */
  int             bit_depth;
  GdkTexture     *texture; /* nullable: not made for this display window yet */
  guint64         used;    /* when it was last asked for */
} Picture;

struct _VenuleCellMontage
{
  GObject              parent_instance;

  VenuleSource       *source;
  VenuleReader       *reader;      /* NULL: in the thread, or not opened yet */
  GHashTable         *pictures;    /* frame → Picture */
  GArray             *frames;      /* gint64: wanted */
  GArray             *thumbnails;  /* VenuleThumbnail: of each */
  GCancellable       *cancellable; /* while the thread is at work */
  VenuleDisplayWindow window;
  VenuleDisplayTable *table;
  guint64             clock;
  gboolean            failed; /* the video could not be read */
};

enum
{
  CHANGED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleCellMontage, venule_cell_montage, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void read_more (VenuleCellMontage *self);

static void
picture_free (gpointer data)
{
  Picture *self = data;

  g_clear_object (&self->texture);
  g_free (self->samples);
  g_free (self);
}

static gboolean
shows (const Picture         *self,
       const VenuleThumbnail *thumbnail)
{
  const VenuleThumbnail *own = &self->thumbnail;

  return own->x == thumbnail->x && own->y == thumbnail->y && own->along_x == thumbnail->along_x &&
         own->along_y == thumbnail->along_y && own->size == thumbnail->size && own->n == thumbnail->n;
}

/* ---- In the thread ---- */

typedef struct {
  VenuleSource   *source;
  VenuleReader   *reader; /* nullable: to be opened */
  guint           n;
  gint64          frames[BATCH];
  VenuleThumbnail thumbnails[BATCH];
  Picture        *made[BATCH];
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint i = 0; i < job->n; i++)
    g_clear_pointer (&job->made[i], picture_free);
  g_clear_object (&job->reader);
  g_object_unref (job->source);
  g_free (job);
}

/* Of a frame that is damaged there is none, and it is not asked for again. */
static Picture *
picture_new (const VenuleFrame     *frame,
             const VenuleThumbnail *thumbnail)
{
  Picture *self = g_new0 (Picture, 1);

  self->thumbnail = *thumbnail;
  if (frame)
    {
      self->bit_depth = frame->bit_depth;
      self->samples = venule_thumbnail_make (thumbnail, frame);
    }
  return self;
}

static void
read_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (!job->reader)
    job->reader = venule_source_open_reader (job->source, &error);
  for (guint i = 0; job->reader && !g_cancellable_is_cancelled (cancellable) && i < job->n; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (job->reader, job->frames[i], cancellable, NULL);

      job->made[i] = picture_new (frame, &job->thumbnails[i]);
    }
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* ---- On the main thread ---- */

static void
drop_oldest (VenuleCellMontage *self)
{
  while (g_hash_table_size (self->pictures) > MAX_KEPT)
    {
      GHashTableIter iter;
      gpointer key, value, oldest = NULL;
      guint64 least = G_MAXUINT64;

      g_hash_table_iter_init (&iter, self->pictures);
      while (g_hash_table_iter_next (&iter, &key, &value))
        {
          if (((Picture *) value)->used < least)
            {
              least = ((Picture *) value)->used;
              oldest = key;
            }
        }
      g_hash_table_remove (self->pictures, oldest);
    }
}

static void
on_read (gpointer  owner,
         GTask    *task)
{
  VenuleCellMontage *self = owner;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (task, &error);
  /* Another video, or none. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  g_clear_object (&self->cancellable);
  g_set_object (&self->reader, job->reader);
  for (guint i = 0; i < job->n; i++)
    {
      if (!job->made[i])
        continue;
      job->made[i]->used = ++self->clock;
      g_hash_table_replace (self->pictures, g_memdup2 (&job->frames[i], sizeof (gint64)),
                            g_steal_pointer (&job->made[i]));
    }
  drop_oldest (self);
  if (error)
    {
      self->failed = TRUE;
    }
  else
    {
      read_more (self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
read_more (VenuleCellMontage *self)
{
  Job *job;

  if (self->cancellable || !self->source || self->failed)
    return;

  job = g_new0 (Job, 1);
  for (guint i = 0; i < self->frames->len && job->n < BATCH; i++)
    {
      gint64 frame = g_array_index (self->frames, gint64, i);
      const VenuleThumbnail *thumbnail = &g_array_index (self->thumbnails, VenuleThumbnail, i);
      const Picture *picture = g_hash_table_lookup (self->pictures, &frame);

      if (picture && shows (picture, thumbnail))
        continue;
      job->frames[job->n] = frame;
      job->thumbnails[job->n++] = *thumbnail;
    }
  job->source = g_object_ref (self->source);
  if (job->n == 0)
    {
      job_free (job);
      return;
    }
  job->reader = g_steal_pointer (&self->reader);
  self->cancellable = g_cancellable_new ();
  venule_task_start (self, self->cancellable, read_more, read_in_thread, job, job_free, on_read);
}

void
venule_cell_montage_want (VenuleCellMontage     *self,
                          const gint64          *frames,
                          const VenuleThumbnail *thumbnails,
                          guint                  n)
{
  g_return_if_fail (VENULE_IS_CELL_MONTAGE (self));

  g_array_set_size (self->frames, 0);
  g_array_set_size (self->thumbnails, 0);
  g_array_append_vals (self->frames, frames, n);
  g_array_append_vals (self->thumbnails, thumbnails, n);
  read_more (self);
}

static GdkTexture *
make_texture (VenuleCellMontage *self,
              const Picture     *picture)
{
  gsize n = (gsize) picture->thumbnail.n * picture->thumbnail.n;
  guint8 *pixels = g_malloc (3 * n);
  g_autoptr (GBytes) bytes = NULL;

  if (self->table && !venule_display_table_fits (self->table, &self->window, picture->bit_depth))
    g_clear_pointer (&self->table, venule_display_table_free);
  if (!self->table)
    self->table = venule_display_table_new (&self->window, picture->bit_depth);
  for (gsize i = 0; i < n; i++)
    pixels[3 * i] = pixels[3 * i + 1] = pixels[3 * i + 2] =
      venule_display_table_get_level (self->table, picture->samples[i]);
  bytes = g_bytes_new_take (pixels, 3 * n);
  return gdk_memory_texture_new (picture->thumbnail.n, picture->thumbnail.n, GDK_MEMORY_R8G8B8, bytes,
                                 3 * (gsize) picture->thumbnail.n);
}

GdkTexture *
venule_cell_montage_get (VenuleCellMontage     *self,
                         gint64                 frame,
                         const VenuleThumbnail *thumbnail)
{
  Picture *picture;

  g_return_val_if_fail (VENULE_IS_CELL_MONTAGE (self), NULL);

  picture = g_hash_table_lookup (self->pictures, &frame);
  if (!picture || !picture->samples || !shows (picture, thumbnail))
    return NULL;

  picture->used = ++self->clock;
  if (!picture->texture)
    picture->texture = make_texture (self, picture);
  return picture->texture;
}

void
venule_cell_montage_set_display_window (VenuleCellMontage         *self,
                                        const VenuleDisplayWindow *window)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (VENULE_IS_CELL_MONTAGE (self));

  self->window = *window;
  g_hash_table_iter_init (&iter, self->pictures);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_clear_object (&((Picture *) value)->texture);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
stop (VenuleCellMontage *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->reader);
  self->failed = FALSE;
}

void
venule_cell_montage_set_source (VenuleCellMontage *self,
                                VenuleSource      *source)
{
  g_return_if_fail (VENULE_IS_CELL_MONTAGE (self));

  if (!g_set_object (&self->source, source))
    return;

  stop (self);
  g_hash_table_remove_all (self->pictures);
  g_array_set_size (self->frames, 0);
  g_array_set_size (self->thumbnails, 0);
}

/* ---- Object ---- */

static void
venule_cell_montage_dispose (GObject *object)
{
  VenuleCellMontage *self = VENULE_CELL_MONTAGE (object);

  stop (self);
  g_clear_object (&self->source);

  G_OBJECT_CLASS (venule_cell_montage_parent_class)->dispose (object);
}

static void
venule_cell_montage_finalize (GObject *object)
{
  VenuleCellMontage *self = VENULE_CELL_MONTAGE (object);

  g_hash_table_unref (self->pictures);
  g_array_unref (self->frames);
  g_array_unref (self->thumbnails);
  g_clear_pointer (&self->table, venule_display_table_free);

  G_OBJECT_CLASS (venule_cell_montage_parent_class)->finalize (object);
}

static void
venule_cell_montage_class_init (VenuleCellMontageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = venule_cell_montage_dispose;
  object_class->finalize = venule_cell_montage_finalize;

  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
venule_cell_montage_init (VenuleCellMontage *self)
{
  self->pictures = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, picture_free);
  self->frames = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->thumbnails = g_array_new (FALSE, FALSE, sizeof (VenuleThumbnail));
}

VenuleCellMontage *
venule_cell_montage_new (void)
{
  return g_object_new (VENULE_TYPE_CELL_MONTAGE, NULL);
}
