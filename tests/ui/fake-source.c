/* fake-source.c: a video made up by the test, whose frames show their number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fake-source.h"

#include "venule-error.h"
#include "venule-source-private.h"

/* The number is written bit by bit into the first samples. */
#define BITS 24

struct _FakeSource
{
  VenuleSource      parent_instance;

  FakeSourceOptions options;
  int               n_reads; /* atomic */
  GMutex            mutex;
  GCond             opened;
  gboolean          open;
};

G_DEFINE_FINAL_TYPE (FakeSource, fake_source, VENULE_TYPE_SOURCE)

#define FAKE_TYPE_READER (fake_reader_get_type ())
G_DECLARE_FINAL_TYPE (FakeReader, fake_reader, FAKE, READER, VenuleReader)

struct _FakeReader
{
  VenuleReader parent_instance;
};

G_DEFINE_FINAL_TYPE (FakeReader, fake_reader, VENULE_TYPE_READER)

static void
write_sample (VenuleFrame *frame,
              int          x,
              int          y,
              guint        sample)
{
  guint8 *row = frame->data + y * frame->stride;

  if (frame->bit_depth == 8)
    row[x] = (guint8) sample;
  else
    ((guint16 *) (gpointer) row)[x] = (guint16) sample;
}

static VenuleFrame *
paint (const FakeSourceOptions *options,
       gint64                   index)
{
  VenuleFrame *frame = venule_frame_new (options->width, options->height, options->bit_depth);
  guint white = (1u << options->bit_depth) - 1;

  frame->index = index;
  frame->time = index / options->frame_rate;
  for (int y = 0; y < options->height; y++)
    {
      for (int x = 0; x < options->width; x++)
        write_sample (frame, x, y, white * (x + y) / (options->width + options->height));
    }
  for (int bit = 0; bit < BITS; bit++)
    write_sample (frame, bit, 0, (index >> bit) & 1 ? white : 0);
  return frame;
}

gint64
fake_source_number_of (const VenuleFrame *frame)
{
  gint64 number = 0;

  if (frame == NULL)
    return -1;
  for (int bit = 0; bit < BITS; bit++)
    {
      if (venule_frame_get_sample ((VenuleFrame *) frame, bit, 0) > 0)
        number |= (gint64) 1 << bit;
    }
  return number;
}

/* Waits for the gate and for the time that a read takes. */
static gboolean
wait_for_disk (FakeSource    *source,
               GCancellable  *cancellable,
               GError       **error)
{
  gint64 end = g_get_monotonic_time () + source->options.read_us;
  gboolean open = FALSE;

  while (!open || g_get_monotonic_time () < end)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_mutex_lock (&source->mutex);
      open = source->open;
      if (!open)
        g_cond_wait_until (&source->opened, &source->mutex, g_get_monotonic_time () + 2000);
      g_mutex_unlock (&source->mutex);
      if (open && source->options.read_us > 0)
        g_usleep (MIN (source->options.read_us, 1000));
    }
  return TRUE;
}

static VenuleFrame *
fake_reader_read (VenuleReader  *reader,
                  gint64         index,
                  GCancellable  *cancellable,
                  GError       **error)
{
  FakeSource *source = FAKE_SOURCE (venule_reader_get_source (reader));

  g_atomic_int_inc (&source->n_reads);
  if (!wait_for_disk (source, cancellable, error))
    return NULL;
  if (index == source->options.bad_frame)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, "Frame %d cannot be read.", (int) index);
      return NULL;
    }
  return index < source->options.n_frames ? paint (&source->options, index) : NULL;
}

static void
fake_reader_class_init (FakeReaderClass *klass)
{
  VENULE_READER_CLASS (klass)->read = fake_reader_read;
}

static void
fake_reader_init (FakeReader *self)
{
}

static VenuleReader *
fake_source_open_reader (VenuleSource  *source,
                         GError       **error)
{
  return g_object_new (FAKE_TYPE_READER, "source", source, NULL);
}

static gboolean
fake_source_build_table (VenuleSource          *source,
                         VenuleSourceProgress   progress,
                         gpointer               user_data,
                         GCancellable          *cancellable,
                         GError               **error)
{
  const FakeSourceOptions *options = &FAKE_SOURCE (source)->options;
  GArray *table = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));

  for (gint64 i = 0; i < options->n_frames; i++)
    {
      VenuleFrameInfo info = { .pts = i, .time = i / options->frame_rate, .key = 1,
                               .corrupt = i == options->damaged_frame };

      g_array_append_val (table, info);
    }
  venule_source_take_table (source, table, options->frame_rate, g_strdup ("test"), FALSE,
                            g_ptr_array_new_with_free_func (g_free));
  return TRUE;
}

static void
fake_source_finalize (GObject *object)
{
  FakeSource *self = FAKE_SOURCE (object);

  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->opened);

  G_OBJECT_CLASS (fake_source_parent_class)->finalize (object);
}

static void
fake_source_class_init (FakeSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = fake_source_finalize;
  VENULE_SOURCE_CLASS (klass)->open_reader = fake_source_open_reader;
  VENULE_SOURCE_CLASS (klass)->build_table = fake_source_build_table;
}

static void
fake_source_init (FakeSource *self)
{
  g_mutex_init (&self->mutex);
  g_cond_init (&self->opened);
  self->open = TRUE;
}

void
fake_source_options_init (FakeSourceOptions *options)
{
  *options = (FakeSourceOptions) {
    .width = 64,
    .height = 48,
    .bit_depth = 8,
    .n_frames = 100,
    .n_frames_said = 100,
    .frame_rate = 25,
    .bad_frame = -1,
    .damaged_frame = -1,
  };
}

VenuleSource *
fake_source_new (const FakeSourceOptions *options)
{
  /* Sources look whether their file is there: this program always is. */
  FakeSource *self = g_object_new (FAKE_TYPE_SOURCE, "path", "/proc/self/exe", NULL);
  VenuleSourceHeader header = {
    .width = options->width,
    .height = options->height,
    .bit_depth = options->bit_depth,
    .format = "test",
    .frame_rate = options->frame_rate,
    .rate_origin = "test",
    .n_frames = options->n_frames_said,
  };

  self->options = *options;
  venule_source_set_header (VENULE_SOURCE (self), &header);
  return VENULE_SOURCE (self);
}

VenuleSource *
fake_source_new_sized (int    width,
                       int    height,
                       gint64 n_frames)
{
  FakeSourceOptions options;

  fake_source_options_init (&options);
  options.width = width;
  options.height = height;
  options.n_frames = options.n_frames_said = n_frames;
  return fake_source_new (&options);
}

void
fake_source_build (VenuleSource *source)
{
  g_autoptr (GError) error = NULL;

  venule_source_build_table (source, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

int
fake_source_get_n_reads (VenuleSource *source)
{
  return g_atomic_int_get (&FAKE_SOURCE (source)->n_reads);
}

void
fake_source_set_gate (VenuleSource *source,
                      gboolean      open)
{
  FakeSource *self = FAKE_SOURCE (source);

  g_mutex_lock (&self->mutex);
  self->open = open;
  g_cond_broadcast (&self->opened);
  g_mutex_unlock (&self->mutex);
}
