/* venule-field-splitter.c: an interlaced video, field by field
 *
 * Each frame gives two, half a frame's time apart. The lines of the field are the file's; those between them are the
 * means of the two beside, so that a pixel stays as high as it is wide, and a cell stays where it is: line 5 of a
 * field's frame shows what lies at line 5 of the whole one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-field-splitter.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-error.h"
#include "venule-remark.h"
#include "venule-source-private.h"

struct _VenuleFieldSplitter
{
  VenuleSource  parent_instance;

  VenuleSource *whole;
  VenuleFields  order;
};

G_DEFINE_FINAL_TYPE (VenuleFieldSplitter, venule_field_splitter, VENULE_TYPE_SOURCE)

struct _VenuleFieldsReader
{
  VenuleReader  parent_instance;

  VenuleReader *whole;
};

G_DEFINE_FINAL_TYPE (VenuleFieldsReader, venule_fields_reader, VENULE_TYPE_READER)

static void
copy_line (VenuleFrame *to,
           VenuleFrame *from,
           int          y_to,
           int          y_from)
{
  memcpy (to->data + to->stride * y_to, from->data + from->stride * y_from, from->stride);
}

#define MEAN(type)                                                      \
  {                                                                     \
    const type *a = (const type *) above;                               \
    const type *b = (const type *) below;                               \
    type *o = (type *) out;                                             \
                                                                        \
    for (int x = 0; x < to->width; x++)                                 \
      o[x] = (type) ((a[x] + b[x] + 1) / 2);                            \
  }

static void
fill_line (VenuleFrame *to,
           VenuleFrame *from,
           int          y)
{
  const guint8 *above = from->data + from->stride * (y - 1);
  const guint8 *below = from->data + from->stride * (y + 1);
  guint8 *out = to->data + to->stride * y;

  if (to->bit_depth > 8)
    MEAN (guint16)
  else
    MEAN (guint8)
}

/* One field of an interlaced frame, @parity 0: its lines 0, 2, 4 …; 1: its lines 1, 3, 5 …; at the full height, the
 * lines between interpolated from the two beside, halves rounded up, and at the edge the nearest one. NULL when there
 * is no memory. */
static VenuleFrame *
make_field (VenuleFrame *whole,
            int          parity)
{
  VenuleFrame *frame = venule_frame_new (whole->width, whole->height, whole->bit_depth);

  if (frame == NULL)
    return NULL;

  frame->corrupt = whole->corrupt;
  for (int y = 0; y < whole->height; y++)
    if (y % 2 == parity)
      copy_line (frame, whole, y, y);
    else if (y == 0 || y == whole->height - 1)
      copy_line (frame, whole, y, whole->height == 1 ? 0 : y == 0 ? 1 : y - 1);
    else
      fill_line (frame, whole, y);
  return frame;
}

/* A field is taken half way between two frames: real times of the file, as far as it has any. */
static double
get_time (VenuleFieldSplitter *self,
          gint64              index,
          double              time_of_whole)
{
  gint64 i = index / 2;
  double rate = venule_source_get_frame_rate (self->whole);
  double other;

  if (index % 2 == 0)
    return time_of_whole;
  if (venule_source_get_time (self->whole, i + 1, &other))
    return time_of_whole + (other - time_of_whole) / 2;
  if (i > 0 && venule_source_get_time (self->whole, i - 1, &other))
    return time_of_whole + (time_of_whole - other) / 2;
  return rate > 0 ? time_of_whole + 0.5 / rate : time_of_whole;
}

static VenuleFrame *
make_frame (VenuleFieldSplitter  *self,
            VenuleFrame         *whole,
            gint64               index,
            GError             **error)
{
  int first = self->order == VENULE_FIELDS_BOTTOM_FIRST ? 1 : 0;
  VenuleFrame *frame = make_field (whole, index % 2 == 0 ? first : 1 - first);

  if (frame == NULL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                   _("There is not enough memory for a frame of %d × %d pixels. Close other programs and try again."),
                   whole->width, whole->height);
      return NULL;
    }
  frame->index = index;
  frame->time = get_time (self, index, whole->time);
  return frame;
}

static VenuleReader *
venule_field_splitter_open_reader (VenuleSource  *source,
                                   GError       **error)
{
  g_autoptr (VenuleReader) whole = venule_source_open_reader (VENULE_FIELD_SPLITTER (source)->whole, error);
  VenuleFieldsReader *reader;

  if (whole == NULL)
    return NULL;
  reader = g_object_new (VENULE_TYPE_FIELDS_READER, "source", source, NULL);
  reader->whole = g_steal_pointer (&whole);
  return VENULE_READER (reader);
}

typedef struct {
  VenuleFieldSplitter   *self;
  GArray               *rows;
  VenuleSourceProgress  progress;
  gpointer              user_data;
  gint64                reported;
  GError               *error;
} Scan;

static void
scan_frame (VenuleSource *whole,
            VenuleFrame  *frame,
            gpointer      user_data)
{
  Scan *scan = user_data;

  for (int field = 0; field < 2 && scan->error == NULL; field++)
    {
      VenuleFrameInfo row = { .pts = G_MININT64, .key = field == 0, .corrupt = frame->corrupt };
      g_autoptr (VenuleFrame) half = make_frame (scan->self, frame, scan->rows->len, &scan->error);

      if (half == NULL)
        return;
      row.time = half->time;
      row.hash = venule_frame_hash (half);
      g_array_append_val (scan->rows, row);
      venule_source_offer_frame (VENULE_SOURCE (scan->self), half);
    }

  if (scan->progress != NULL && g_get_monotonic_time () - scan->reported > G_USEC_PER_SEC / 10)
    {
      scan->reported = g_get_monotonic_time ();
      scan->progress (VENULE_SOURCE (scan->self), scan->rows->len, scan->user_data);
    }
}

/* Where the whole frames have a table already. */
static gboolean
read_all (Scan          *scan,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (scan->self->whole, error);

  if (reader == NULL)
    return FALSE;
  for (gint64 i = 0; i < venule_source_get_n_frames (scan->self->whole); i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, cancellable, error);

      if (frame == NULL)
        return FALSE;
      scan_frame (scan->self->whole, frame, scan);
    }
  return TRUE;
}

static GPtrArray *
dup_warnings (VenuleFieldSplitter *self)
{
  g_auto (GStrv) whole = venule_source_dup_remarks (self->whole);
  VenuleFields order;
  gboolean combed = venule_source_get_interlacing (self->whole, &order) == VENULE_INTERLACING_COMBED;
  g_autofree char *known =
    venule_interlacing_remark (VENULE_INTERLACING_COMBED, venule_source_get_interlaced (self->whole), order);
  GPtrArray *warnings = g_ptr_array_new ();

  for (guint i = 0; whole[i] != NULL; i++)
    if (!combed || !g_str_equal (whole[i], known))
      g_ptr_array_add (warnings, g_strdup (whole[i]));
  venule_remark_add (warnings, VENULE_REMARK_SPLIT, { self->order == VENULE_FIELDS_BOTTOM_FIRST }, NULL);
  if (venule_source_get_interlacing (self->whole, &order) == VENULE_INTERLACING_NONE)
    venule_remark_add (warnings, .kind = VENULE_REMARK_SPLIT_UNSEEN);
  if (combed && order != self->order)
    venule_remark_add (warnings, .kind = VENULE_REMARK_SPLIT_OTHER_ORDER);
  return warnings;
}

static gboolean
venule_field_splitter_build_table (VenuleSource          *source,
                                   VenuleSourceProgress   progress,
                                   gpointer               user_data,
                                   GCancellable          *cancellable,
                                   GError               **error)
{
  VenuleFieldSplitter *self = VENULE_FIELD_SPLITTER (source);
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  Scan scan = { self, rows, progress, user_data, g_get_monotonic_time (), NULL };
  gboolean built;
  double rate;

  if (!venule_source_build_and_take (self->whole, scan_frame, &scan, &built, cancellable, error) ||
      (!built && !read_all (&scan, cancellable, error)))
    {
      g_clear_error (&scan.error);
      return FALSE;
    }
  if (scan.error != NULL)
    {
      g_propagate_error (error, scan.error);
      return FALSE;
    }

  /* The times of the whole frames are certain only now. */
  for (guint i = 0; i < rows->len; i++)
    {
      double time = 0;

      venule_source_get_time (self->whole, i / 2, &time);
      g_array_index (rows, VenuleFrameInfo, i).time = get_time (self, i, time);
    }
  rate = 2 * venule_source_get_frame_rate (self->whole);
  if (venule_source_get_cut_off (self->whole))
    venule_source_set_cut_off (source);
  venule_source_take_table (source, g_steal_pointer (&rows), rate, venule_source_dup_rate_remark (self->whole), FALSE,
                            dup_warnings (self));
  return TRUE;
}

static gboolean
venule_field_splitter_scan_packets (VenuleSource  *source,
                                    GCancellable  *cancellable,
                                    GError       **error)
{
  VenuleFieldSplitter *self = VENULE_FIELD_SPLITTER (source);
  GArray *rows;
  double time;

  if (!venule_source_scan_packets (self->whole, cancellable, error))
    return FALSE;
  if (!venule_source_get_time (self->whole, 0, &time))
    return TRUE;

  rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  for (gint64 i = 0; venule_source_get_time (self->whole, i, &time); i++)
    for (int field = 0; field < 2; field++)
      {
        VenuleFrameInfo row = { .time = get_time (self, 2 * i + field, time) };

        g_array_append_val (rows, row);
      }
  venule_source_take_packet_scan (source, rows, 2 * venule_source_get_frame_rate (self->whole));
  return TRUE;
}

static gboolean
venule_field_splitter_check (VenuleSource  *source,
                             GError       **error)
{
  VenuleSource *whole = VENULE_FIELD_SPLITTER (source)->whole;

  return VENULE_SOURCE_GET_CLASS (whole)->check (whole, error);
}

static char *
venule_field_splitter_make_hash (VenuleSource  *source,
                                 GCancellable  *cancellable,
                                 GError       **error)
{
  return venule_source_dup_hash (VENULE_FIELD_SPLITTER (source)->whole, cancellable, error);
}

static void
venule_field_splitter_finalize (GObject *object)
{
  g_clear_object (&VENULE_FIELD_SPLITTER (object)->whole);

  G_OBJECT_CLASS (venule_field_splitter_parent_class)->finalize (object);
}

static void
venule_field_splitter_class_init (VenuleFieldSplitterClass *klass)
{
  VenuleSourceClass *source_class = VENULE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_field_splitter_finalize;
  source_class->open_reader = venule_field_splitter_open_reader;
  source_class->build_table = venule_field_splitter_build_table;
  source_class->scan_packets = venule_field_splitter_scan_packets;
  source_class->check = venule_field_splitter_check;
  source_class->make_hash = venule_field_splitter_make_hash;
}

static void
venule_field_splitter_init (VenuleFieldSplitter *self)
{
}

/**
 * venule_field_splitter_new:
 * @whole: a video whose table no other code builds
 * @order: which lines come first
 * @error: return location
 *
 * Errors: %VENULE_ERROR_INVALID for frames of one line.
 *
 * Returns: (transfer full): its fields as frames, or %NULL
 */
VenuleSource *
venule_field_splitter_new (VenuleSource  *whole,
                           VenuleFields   order,
                           GError       **error)
{
  g_autoptr (VenuleFieldSplitter) self = NULL;
  g_autofree char *name = venule_source_dup_display_name (whole);
  g_autofree char *origin = venule_source_dup_rate_remark (whole);
  g_autofree char *format = NULL;
  VenuleSourceHeader header = { 0 };

  if (venule_source_get_height (whole) < 2)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The frames of “%s” have one line, which cannot be split into fields. Open them as whole frames."),
                   name);
      return NULL;
    }

  self = g_object_new (VENULE_TYPE_FIELD_SPLITTER, "path", venule_source_get_path (whole), NULL);
  self->whole = g_object_ref (whole);
  self->order = order;

  format = g_strdup_printf ("%s, fields %s", venule_source_get_format (whole), venule_fields_to_string (order));
  header.width = venule_source_get_width (whole);
  header.height = venule_source_get_height (whole);
  header.bit_depth = venule_source_get_bit_depth (whole);
  header.format = format;
  header.frame_rate = 2 * venule_source_get_frame_rate (whole);
  header.rate_origin = origin;
  header.n_frames = 2 * venule_source_get_n_frames (whole);
  header.scale_origin = venule_source_get_scale (whole, &header.pixel_width_um, &header.pixel_height_um);
  header.options = *venule_source_get_input_options (whole);
  header.options.fields = order;
  header.has_color = venule_source_get_has_color (whole);
  venule_source_set_header (VENULE_SOURCE (self), &header);
  return VENULE_SOURCE (g_steal_pointer (&self));
}

static VenuleFrame *
venule_fields_reader_read (VenuleReader  *reader,
                           gint64         index,
                           GCancellable  *cancellable,
                           GError       **error)
{
  VenuleFieldsReader *self = VENULE_FIELDS_READER (reader);
  VenuleFieldSplitter *source = VENULE_FIELD_SPLITTER (venule_reader_get_source (reader));
  GError *failure = NULL;
  g_autoptr (VenuleFrame) whole = venule_reader_read (self->whole, index / 2, cancellable, &failure);

  if (whole != NULL)
    return make_frame (source, whole, index, error);
  /* The number of the field says where the end is. */
  if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_END))
    g_error_free (failure);
  else
    g_propagate_error (error, failure);
  return NULL;
}

static void
venule_fields_reader_finalize (GObject *object)
{
  g_clear_object (&VENULE_FIELDS_READER (object)->whole);

  G_OBJECT_CLASS (venule_fields_reader_parent_class)->finalize (object);
}

static void
venule_fields_reader_class_init (VenuleFieldsReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_fields_reader_finalize;
  VENULE_READER_CLASS (klass)->read = venule_fields_reader_read;
}

static void
venule_fields_reader_init (VenuleFieldsReader *self)
{
}
