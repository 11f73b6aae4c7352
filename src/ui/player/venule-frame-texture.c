/* venule-frame-texture.c: from gray samples to what the screen shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-frame-texture.h"

#include <math.h>

/* GTK 4.8 has no gray texture: each level is written three times. */
#define CHANNELS 3

struct _VenuleDisplayTable
{
  VenuleDisplayWindow window;
  int                 bit_depth;
  guint               n_levels;
  guint8              levels[];
};

/**
 * venule_display_table_new:
 * @window: which samples are black and white
 * @bit_depth: of the frames, 8 to 16
 *
 * Returns: (transfer full): the table
 */
VenuleDisplayTable *
venule_display_table_new (const VenuleDisplayWindow *window,
                          int                        bit_depth)
{
  guint n_levels;
  VenuleDisplayTable *self;
  double white;
  double power;

  g_return_val_if_fail (window != NULL && bit_depth >= 8 && bit_depth <= 16, NULL);

  /* Samples of two bytes may exceed their depth in a damaged file; every value they can take has its level. */
  n_levels = bit_depth == 8 ? 256 : 65536;
  self = g_malloc0 (sizeof *self + n_levels);
  self->window = *window;
  self->bit_depth = bit_depth;
  self->n_levels = n_levels;

  white = window->white > window->black ? window->white : (1u << bit_depth) - 1;
  power = window->gamma > 0 ? 1 / window->gamma : 1;
  for (guint sample = 0; sample < n_levels; sample++)
    {
      double level = CLAMP (((double) sample - window->black) / MAX (white - window->black, 1), 0, 1);

      self->levels[sample] = (guint8) lrint ((power == 1 ? level : pow (level, power)) * 255);
    }
  return self;
}

/**
 * venule_display_table_free:
 * @self: (transfer full): the table
 */
void
venule_display_table_free (VenuleDisplayTable *self)
{
  g_free (self);
}

/**
 * venule_display_table_get_level:
 *
 * Returns: the gray level, 0 to 255, that shows a sample
 */
guint8
venule_display_table_get_level (const VenuleDisplayTable *self,
                                guint                     sample)
{
  return self->levels[MIN (sample, self->n_levels - 1)];
}

/**
 * venule_display_table_fits:
 *
 * Returns: whether it is the table for this window and bit depth
 */
gboolean
venule_display_table_fits (const VenuleDisplayTable  *self,
                           const VenuleDisplayWindow *window,
                           int                        bit_depth)
{
  return self->bit_depth == bit_depth && self->window.black == window->black && self->window.white == window->white &&
         self->window.gamma == window->gamma;
}

static void
write_level (guint8 *pixel,
             guint8  level)
{
  pixel[0] = level;
  pixel[1] = level;
  pixel[2] = level;
}

/* Row @y of the frame, of its columns columns[0 … n − 1], or of its first @n when @columns is NULL. */
static void
write_row (const VenuleFrame        *frame,
           const VenuleDisplayTable *table,
           int                       y,
           const int                *columns,
           int                       n,
           guint8                   *pixels)
{
  const guint8 *row = frame->data + (gsize) y * frame->stride;

  if (frame->bit_depth == 8)
    {
      for (int i = 0; i < n; i++)
        write_level (pixels + i * CHANNELS, table->levels[row[columns != NULL ? columns[i] : i]]);
    }
  else
    {
      const guint16 *wide = (const guint16 *) (gconstpointer) row;

      for (int i = 0; i < n; i++)
        write_level (pixels + i * CHANNELS, table->levels[wide[columns != NULL ? columns[i] : i]]);
    }
}

static GdkTexture *
take_texture (guint8 *pixels,
              int     width,
              int     height)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize) width * height * CHANNELS);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, (gsize) width * CHANNELS);
}

/**
 * venule_frame_texture_new:
 * @frame: a frame
 * @table: for its bit depth
 *
 * Returns: (transfer full): the whole frame, one px of the texture for one of the frame
 */
GdkTexture *
venule_frame_texture_new (const VenuleFrame        *frame,
                          const VenuleDisplayTable *table)
{
  guint8 *pixels;

  g_return_val_if_fail (frame != NULL && table != NULL && table->bit_depth == frame->bit_depth, NULL);

  pixels = g_malloc ((gsize) frame->width * frame->height * CHANNELS);
  for (int y = 0; y < frame->height; y++)
    write_row (frame, table, y, NULL, frame->width, pixels + (gsize) y * frame->width * CHANNELS);
  return take_texture (pixels, frame->width, frame->height);
}

static int
nearest (double position,
         int    n)
{
  return CLAMP ((int) floor (position), 0, n - 1);
}

/**
 * venule_frame_texture_new_view:
 * @frame: a frame
 * @table: for its bit depth
 * @view: which part, how large
 *
 * GTK 4.8 blurs what it enlarges; this gives each px of the texture the nearest px of the frame.
 *
 * Returns: (transfer full): the part of the frame
 */
GdkTexture *
venule_frame_texture_new_view (const VenuleFrame        *frame,
                               const VenuleDisplayTable *table,
                               const VenuleTextureView  *view)
{
  g_autofree int *columns = NULL;
  gsize row_bytes;
  guint8 *pixels;
  int last = -1;

  g_return_val_if_fail (frame != NULL && table != NULL && table->bit_depth == frame->bit_depth, NULL);
  g_return_val_if_fail (view != NULL && view->width > 0 && view->height > 0 && view->scale > 0, NULL);

  columns = g_new (int, view->width);
  for (int i = 0; i < view->width; i++)
    columns[i] = nearest (view->left + (i + 0.5) / view->scale, frame->width);

  row_bytes = (gsize) view->width * CHANNELS;
  pixels = g_malloc (row_bytes * view->height);
  for (int i = 0; i < view->height; i++)
    {
      int y = nearest (view->top + (i + 0.5) / view->scale, frame->height);
      guint8 *row = pixels + i * row_bytes;

      if (y == last)
        memcpy (row, row - row_bytes, row_bytes);
      else
        write_row (frame, table, y, columns, view->width, row);
      last = y;
    }
  return take_texture (pixels, view->width, view->height);
}

/* ---- Saturated pixels ---- */

#define STRIPE 3 /* px of the texture, along both axes */
#define STRIPED_CHANNELS 4

/* Vermilion, which is told from gray by all. */
static const guint8 stripe_color[STRIPED_CHANNELS] = { 213, 94, 0, 255 };

static gboolean
is_reached (const VenuleFrame *frame,
            guint              level,
            int                y,
            int                first,
            int                last)
{
  const guint8 *row = frame->data + (gsize) y * frame->stride;
  const guint16 *wide = (const guint16 *) (gconstpointer) row;

  for (int x = first; x <= last; x++)
    {
      if ((frame->bit_depth == 8 ? row[x] : wide[x]) >= level)
        return TRUE;
    }
  return FALSE;
}

/* The pixels of the frame that pixel @i of the texture covers, and at least one. */
static void
get_covered (double origin,
             double scale,
             int    i,
             int    n,
             int   *first,
             int   *last)
{
  *first = nearest (origin + i / scale, n);
  *last = MAX (nearest (origin + (i + 1) / scale - 1e-6, n), *first);
}

/* Row @i of the texture; columns[j]: the first and the last of the frame's that pixel j covers. Returns: whether there
 * are any */
static gboolean
write_stripes (const VenuleFrame       *frame,
               guint                    level,
               const VenuleTextureView *view,
               const int              (*columns)[2],
               int                      i,
               guint8                  *pixels)
{
  gboolean any = FALSE;
  int top, bottom;

  get_covered (view->top, view->scale, i, frame->height, &top, &bottom);
  for (int j = 0; j < view->width; j++)
    {
      for (int y = top; y <= bottom; y++)
        {
          if (!is_reached (frame, level, y, columns[j][0], columns[j][1]))
            continue;
          any = TRUE;
          if ((i + j) / STRIPE % 2 == 0)
            memcpy (pixels + j * STRIPED_CHANNELS, stripe_color, STRIPED_CHANNELS);
          break;
        }
    }
  return any;
}

/**
 * venule_frame_texture_new_stripes:
 * @frame: a frame
 * @level: from which on a sample is saturated
 * @view: which part, how large
 *
 * Stripes over the saturated samples, and nothing elsewhere. Where the frame is made smaller, one of the samples that
 * share a pixel is enough.
 *
 * Returns: (transfer full) (nullable): the stripes; %NULL: none of the part is saturated
 */
GdkTexture *
venule_frame_texture_new_stripes (const VenuleFrame       *frame,
                                  guint                    level,
                                  const VenuleTextureView *view)
{
  g_autofree int (*columns)[2] = NULL;
  gsize row_bytes;
  guint8 *pixels;
  gboolean any = FALSE;

  g_return_val_if_fail (frame != NULL, NULL);
  g_return_val_if_fail (view != NULL && view->width > 0 && view->height > 0 && view->scale > 0, NULL);

  row_bytes = (gsize) view->width * STRIPED_CHANNELS;
  pixels = g_malloc0 (row_bytes * view->height);
  columns = g_malloc_n (view->width, sizeof *columns);
  for (int j = 0; j < view->width; j++)
    get_covered (view->left, view->scale, j, frame->width, &columns[j][0], &columns[j][1]);
  for (int i = 0; i < view->height; i++)
    any |= write_stripes (frame, level, view, columns, i, pixels + i * row_bytes);
  if (any)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, row_bytes * view->height);

      return gdk_memory_texture_new (view->width, view->height, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, bytes, row_bytes);
    }
  g_free (pixels);
  return NULL;
}
