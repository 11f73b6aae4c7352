/* venule-tiff-samples.c: the numbers of a TIFF page
 *
 * Strips and tiles are both blocks of rows: a strip is as wide as the page. libtiff undoes the compression and the byte
 * order; what it gives are rows of packed numbers, one kind after the other or side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "venule-tiff-check.h"
#include "venule-tiff-page.h"

#define RAW_BLOCK_BYTES (1 << 20)
/* Of a block that is larger than its page, as tiles of small pages are. */
#define MAX_BLOCK_PIXELS (1 << 22)

/* Is given each row of each block: up to three rows of numbers, one for each component. */
typedef void (*RowFunc) (const VenuleTiffPage *page,
                         double               *numbers[3],
                         int                   x,
                         int                   y,
                         int                   n,
                         gpointer              user_data);

/**
 * Sink:
 * @func: is given the numbers of each row
 * @user_data: for it
 * @plain: (nullable): a frame whose samples are the page's as they are stored: rows are copied there instead
 * @limit: the highest sample of that frame
 * @inverted: whether 0 is white
 * @beyond: whether a number lay outside the range that was promised
 *
 * Where rows go.
 */
typedef struct {
  RowFunc      func;
  gpointer     user_data;
  VenuleFrame *plain;
  guint        limit;
  gboolean     inverted;
  gboolean     beyond;
} Sink;

/**
 * Blocks:
 * @width: of a block, px
 * @height: of a block, px
 * @row_bytes: bytes of a row of a block
 * @stored: samples that lie side by side in a row
 * @n_components: how many components are wanted
 * @components: which
 * @data: memory for one block, or for one of each component where they are stored apart
 * @numbers: memory for a row of each component
 */
typedef struct {
  guint32  width;
  guint32  height;
  gsize    row_bytes;
  int      stored;
  int      n_components;
  int      components[3];
  guint8  *data[3];
  double  *numbers[3];
} Blocks;

static void
blocks_clear (Blocks *self)
{
  for (int i = 0; i < 3; i++)
    {
      g_free (self->data[i]);
      g_free (self->numbers[i]);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Blocks, blocks_clear)

static gboolean
blocks_init (Blocks               *self,
             const VenuleTiffPage *page,
             int                   component,
             VenuleTiffFile       *file,
             gboolean              raw)
{
  TIFF *tiff = file->tiff;
  gboolean tiled = !raw && TIFFIsTiled (tiff);
  gsize packed;

  memset (self, 0, sizeof *self);
  self->width = page->width;
  self->height = page->height;
  self->stored = page->separate ? 1 : page->samples;
  self->n_components = page->color == VENULE_TIFF_RGB ? 3 : 1;
  for (int i = 0; i < self->n_components; i++)
    self->components[i] = self->n_components == 3 ? i : component;

  if (tiled)
    {
      TIFFGetField (tiff, TIFFTAG_TILEWIDTH, &self->width);
      TIFFGetField (tiff, TIFFTAG_TILELENGTH, &self->height);
    }
  else if (raw)
    self->height = CLAMP (RAW_BLOCK_BYTES / ((gsize) page->width * page->bits / 8), 1, (gsize) page->height);
  else
    {
      TIFFGetFieldDefaulted (tiff, TIFFTAG_ROWSPERSTRIP, &self->height);
      self->height = CLAMP (self->height, 1, (guint32) page->height);
    }
  if (!venule_frame_size_is_sane (self->width, self->height) || component >= page->samples ||
      (gint64) self->width * self->height > MAX_BLOCK_PIXELS + 4 * (gint64) page->width * page->height)
    return FALSE;

  packed = ((gsize) self->width * self->stored * page->bits + 7) / 8;
  self->row_bytes = raw ? packed : (gsize) (tiled ? TIFFTileRowSize64 (tiff) : TIFFScanlineSize64 (tiff));
  if (self->row_bytes < packed || self->row_bytes > 2 * packed + 64)
    return FALSE;

  for (int i = 0; i < self->n_components; i++)
    {
      if (i == 0 || page->separate)
        self->data[i] = g_try_malloc0 (self->row_bytes * self->height);
      self->numbers[i] = g_try_new (double, self->width);
      if (self->numbers[i] == NULL || (self->data[i] == NULL && (i == 0 || page->separate)))
        {
          file->out_of_memory = TRUE;
          return FALSE;
        }
    }
  return TRUE;
}

static guint
read_bits (const guint8 *row,
           gsize         bit,
           int           n_bits)
{
  guint value = 0;

  for (int i = 0; i < n_bits; i++, bit++)
    value = (value << 1) | ((row[bit >> 3] >> (7 - (bit & 7))) & 1);
  return value;
}

#define UNPACK(type)                                                       \
  for (int x = 0; x < n; x++)                                              \
    {                                                                      \
      type value;                                                          \
                                                                           \
      memcpy (&value, row + ((gsize) x * step + first) * sizeof value, sizeof value); \
      out[x] = (double) value;                                             \
    }

static void
unpack (const VenuleTiffPage *page,
        const guint8         *row,
        int                   n,
        int                   first,
        int                   step,
        double               *out)
{
  switch (page->bits)
    {
    case 8:
      if (page->number == VENULE_TIFF_SIGNED)
        UNPACK (gint8)
      else
        UNPACK (guint8)
      break;
    case 16:
      if (page->number == VENULE_TIFF_SIGNED)
        UNPACK (gint16)
      else
        UNPACK (guint16)
      break;
    case 32:
      if (page->number == VENULE_TIFF_SIGNED)
        UNPACK (gint32)
      else if (page->number == VENULE_TIFF_FLOAT)
        UNPACK (float)
      else
        UNPACK (guint32)
      break;
    case 64:
      UNPACK (double)
      break;
    default:
      for (int x = 0; x < n; x++)
        out[x] = read_bits (row, ((gsize) x * step + first) * page->bits, page->bits);
      break;
    }
}

#define COPY(type)                               \
  {                                              \
    type *out = (type *) to + x;                 \
    guint seen = 0;                              \
                                                 \
    memcpy (out, row, n * sizeof *out);          \
    for (int i = 0; i < n; i++)                  \
      {                                          \
        seen |= out[i];                          \
        out[i] ^= flip;                          \
      }                                          \
    if (seen > sink->limit)                      \
      for (int i = 0; i < n; i++)                \
        if ((guint) (out[i] ^ flip) > sink->limit) \
          {                                      \
            out[i] = (type) (sink->limit ^ flip); \
            sink->beyond = TRUE;                 \
          }                                      \
  }

static void
copy_row (Sink         *sink,
          const guint8 *row,
          guint32       x,
          guint32       y,
          int           n)
{
  guint8 *to = sink->plain->data + sink->plain->stride * y;
  guint flip = sink->inverted ? sink->limit : 0;

  if (sink->plain->bit_depth > 8)
    COPY (guint16)
  else
    COPY (guint8)
}

static void
give_rows (Blocks               *self,
           const VenuleTiffPage *page,
           guint32               x,
           guint32               y,
           guint32               n_rows,
           Sink                 *sink)
{
  int n = MIN (self->width, page->width - x);

  for (guint32 row = 0; row < n_rows; row++)
    {
      if (sink->plain != NULL)
        {
          copy_row (sink, self->data[0] + self->row_bytes * row, x, y + row, n);
          continue;
        }
      for (int i = 0; i < self->n_components; i++)
        unpack (page, self->data[page->separate ? i : 0] + self->row_bytes * row, n,
                page->separate ? 0 : self->components[i], self->stored, self->numbers[i]);
      sink->func (page, self->numbers, x, y + row, n, sink->user_data);
    }
}

static gboolean
read_block (Blocks               *self,
            const VenuleTiffPage *page,
            VenuleTiffFile       *file,
            guint32               x,
            guint32               y,
            guint32               n_rows)
{
  TIFF *tiff = file->tiff;
  gboolean whole = TRUE;

  for (int i = 0; i < (page->separate ? self->n_components : 1); i++)
    {
      guint16 sample = page->separate ? self->components[i] : 0;
      gboolean tiled = TIFFIsTiled (tiff);
      guint32 block = tiled ? TIFFComputeTile (tiff, x, y, 0, sample) : TIFFComputeStrip (tiff, y, sample);
      gsize n_stored = tiled ? self->height : n_rows;
      gsize size = self->row_bytes * n_stored;
      tmsize_t n;

      memset (self->data[i], 0, size);
      n = tiled ? TIFFReadEncodedTile (tiff, block, self->data[i], size)
                : TIFFReadEncodedStrip (tiff, block, self->data[i], size);
      whole = n > 0 && venule_tiff_check_block (file, block, self->data[i], self->row_bytes, n_stored) && whole;
    }
  return whole;
}

/* Gives all rows of the current page to @sink. What cannot be read is 0 there. */
static gboolean
read_rows (const VenuleTiffPage *page,
           int                   component,
           VenuleTiffFile       *file,
           Sink                 *sink)
{
  g_auto (Blocks) blocks = { 0 };
  gboolean whole = TRUE;

  if (!blocks_init (&blocks, page, component, file, FALSE))
    return FALSE;

  for (guint32 y = 0; y < (guint32) page->height; y += blocks.height)
    for (guint32 x = 0; x < (guint32) page->width; x += blocks.width)
      {
        guint32 n_rows = MIN (blocks.height, page->height - y);

        if (!read_block (&blocks, page, file, x, y, n_rows))
          whole = FALSE;
        give_rows (&blocks, page, x, y, n_rows, sink);
      }
  return whole;
}

static void
swap_row (guint8 *row,
          gsize   n_bytes,
          int     width)
{
  for (gsize i = 0; i + width <= n_bytes; i += width)
    for (int k = 0; k < width / 2; k++)
      {
        guint8 byte = row[i + k];

        row[i + k] = row[i + width - 1 - k];
        row[i + width - 1 - k] = byte;
      }
}

/* The same of a picture that lies somewhere in the file without a page of its own, uncompressed and without gaps. */
static gboolean
read_rows_at (const VenuleTiffPage *page,
              int                   component,
              VenuleTiffFile       *file,
              guint64               offset,
              Sink                 *sink)
{
  g_auto (Blocks) blocks = { 0 };
  TIFF *tiff = file->tiff;
  gboolean whole = TRUE;

  if (!blocks_init (&blocks, page, component, file, TRUE))
    return FALSE;

  for (guint32 y = 0; y < (guint32) page->height; y += blocks.height)
    {
      guint32 n_rows = MIN (blocks.height, page->height - y);
      gsize size = blocks.row_bytes * n_rows;

      memset (blocks.data[0], 0, size);
      whole = venule_file_read_at (file->file, offset + (gint64) y * blocks.row_bytes, blocks.data[0], size) ==
                (gssize) size && whole;
      if (TIFFIsByteSwapped (tiff) && page->bits > 8)
        swap_row (blocks.data[0], size, page->bits / 8);
      give_rows (&blocks, page, 0, y, n_rows, sink);
    }
  return whole;
}

typedef struct {
  const VenuleTiffRule *rule;
  VenuleFrame          *frame;
  gboolean              beyond;
} Load;

static void
load_row (const VenuleTiffPage *page,
          double               *numbers[3],
          int                   x0,
          int                   y,
          int                   n,
          gpointer              user_data)
{
  Load *self = user_data;
  const VenuleTiffRule *rule = self->rule;
  guint8 *row = self->frame->data + self->frame->stride * y;

  for (int i = 0; i < n; i++)
    {
      double value = numbers[0][i];
      guint sample;

      if (page->color == VENULE_TIFF_RGB)
        value = venule_gray_conversion_of_color (rule->gray, (guint) value, (guint) numbers[1][i],
                                                 (guint) numbers[2][i]);
      else if (page->color == VENULE_TIFF_PALETTE)
        {
          const guint8 *entry = page->palette[(guint) value & 255];

          value = venule_gray_conversion_of_color (rule->gray, entry[0], entry[1], entry[2]);
        }
      else
        value = isfinite (value) ? (value - rule->offset) * rule->scale : value < 0 || isnan (value) ? 0 : rule->limit;

      self->beyond = self->beyond || value < -0.5 || value > rule->limit + 0.5;
      sample = (guint) lrint (CLAMP (value, 0, rule->limit));
      if (page->inverted)
        sample = rule->limit - sample;
      if (self->frame->bit_depth > 8)
        ((guint16 *) row)[x0 + i] = sample;
      else
        row[x0 + i] = sample;
    }
}

static Sink
load_into (const VenuleTiffPage *page,
           Load                 *load)
{
  const VenuleTiffRule *rule = load->rule;
  gboolean plain = page->color == VENULE_TIFF_GRAY && page->number == VENULE_TIFF_UNSIGNED && page->samples == 1 &&
                   (page->bits == 8 || page->bits == 16) && (rule->bit_depth > 8) == (page->bits > 8);

  return (Sink) { .func = load_row, .user_data = load, .plain = plain ? load->frame : NULL, .limit = rule->limit,
                  .inverted = page->inverted };
}

/**
 * venule_tiff_page_load:
 * @self: how the current page of @file is stored
 * @rule: what is made of it
 * @file: a file
 * @frame: a frame of the page's size and the rule's bit depth
 *
 * Reads the current page, in strips or tiles of any compression that libtiff knows. What cannot be read stays 0.
 *
 * Returns: whether all of it could be read, and lay within the range that the stack promised
 */
gboolean
venule_tiff_page_load (const VenuleTiffPage *self,
                       const VenuleTiffRule *rule,
                       VenuleTiffFile       *file,
                       VenuleFrame          *frame)
{
  Load load = { .rule = rule, .frame = frame };
  Sink sink = load_into (self, &load);

  return read_rows (self, rule->component, file, &sink) && !load.beyond && !sink.beyond;
}

/**
 * venule_tiff_page_load_at:
 * @self: how the first page of @file is stored
 * @rule: what is made of it
 * @file: a file
 * @offset: where another picture of the same kind begins in the file
 * @frame: a frame of the page's size and the rule's bit depth
 *
 * Reads a picture that has no page of its own.
 *
 * Returns: as venule_tiff_page_load()
 */
gboolean
venule_tiff_page_load_at (const VenuleTiffPage *self,
                          const VenuleTiffRule *rule,
                          VenuleTiffFile       *file,
                          guint64               offset,
                          VenuleFrame          *frame)
{
  Load load = { .rule = rule, .frame = frame };
  Sink sink = load_into (self, &load);

  return read_rows_at (self, rule->component, file, offset, &sink) && !load.beyond && !sink.beyond;
}

static void
see_row (const VenuleTiffPage *page,
         double               *numbers[3],
         int                   x0,
         int                   y,
         int                   n,
         gpointer              user_data)
{
  VenuleTiffExtremes *self = user_data;

  for (int i = 0; i < n; i++)
    {
      double value = numbers[0][i];

      if (!isfinite (value))
        {
          self->n_missing++;
          continue;
        }
      self->lowest = MIN (self->lowest, value);
      self->highest = MAX (self->highest, value);
      self->whole = self->whole && value == floor (value);
    }
}

/**
 * venule_tiff_page_find_extremes:
 * @self: how the current page of @file is stored
 * @component: which sample of a pixel
 * @file: a file
 * @offset: 0: the current page; else where a picture without a page of its own begins
 * @extremes: (inout): what has been seen so far
 *
 * Looks at the numbers of a picture.
 *
 * Returns: whether all of it could be read
 */
gboolean
venule_tiff_page_find_extremes (const VenuleTiffPage *self,
                                int                   component,
                                VenuleTiffFile       *file,
                                guint64               offset,
                                VenuleTiffExtremes   *extremes)
{
  Sink sink = { .func = see_row, .user_data = extremes };

  return offset > 0 ? read_rows_at (self, component, file, offset, &sink)
                    : read_rows (self, component, file, &sink);
}
