/* venule-frame.c: one gray frame of a video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-frame.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (VenuleFrame, venule_frame, venule_frame_ref, venule_frame_unref)

/**
 * venule_frame_size_is_sane:
 * @width: px
 * @height: px
 *
 * Whether a frame of this size may be allocated: at least 1 px, at most %VENULE_FRAME_MAX_SIDE px a side and
 * %VENULE_FRAME_MAX_PIXELS in all. Ask it before believing a size that was read from a file.
 */
gboolean
venule_frame_size_is_sane (gint64 width,
                           gint64 height)
{
  return width >= 1 && height >= 1 && width <= VENULE_FRAME_MAX_SIDE && height <= VENULE_FRAME_MAX_SIDE &&
         width * height <= VENULE_FRAME_MAX_PIXELS;
}

/**
 * venule_frame_new:
 * @width: px
 * @height: px
 * @bit_depth: significant bits a sample, 8 to 16
 *
 * A black frame with index and time 0. Fill it before sharing it. Rows start at multiples of 16 bytes; the bytes
 * between rows are zero.
 *
 * Returns: (transfer full) (nullable): the frame, %NULL when there is no memory for it
 */
VenuleFrame *
venule_frame_new (int width,
                  int height,
                  int bit_depth)
{
  VenuleFrame *self;
  gsize stride;
  guint8 *data;

  g_return_val_if_fail (venule_frame_size_is_sane (width, height), NULL);
  g_return_val_if_fail (bit_depth >= 8 && bit_depth <= 16, NULL);

  stride = ((gsize) width * (bit_depth > 8 ? 2 : 1) + 15) & ~(gsize) 15;
  data = g_try_malloc0 (stride * height);
  if (data == NULL)
    return NULL;

  self = g_atomic_rc_box_new0 (VenuleFrame);
  self->width = width;
  self->height = height;
  self->bit_depth = bit_depth;
  self->stride = stride;
  self->data = data;
  return self;
}

/**
 * venule_frame_ref:
 * @self: a frame
 *
 * Returns: (transfer full): @self
 */
VenuleFrame *
venule_frame_ref (VenuleFrame *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_atomic_rc_box_acquire (self);
}

static void
venule_frame_clear (gpointer data)
{
  VenuleFrame *self = data;

  g_free (self->data);
}

/**
 * venule_frame_unref:
 * @self: (transfer full): a frame
 *
 * Gives back a reference; the last one frees the frame.
 */
void
venule_frame_unref (VenuleFrame *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_rc_box_release_full (self, venule_frame_clear);
}

/**
 * venule_frame_get_sample_bytes:
 * @self: a frame
 *
 * Returns: bytes a sample: 1 at a bit depth of 8, else 2
 */
int
venule_frame_get_sample_bytes (VenuleFrame *self)
{
  g_return_val_if_fail (self != NULL, 1);

  return self->bit_depth > 8 ? 2 : 1;
}

/**
 * venule_frame_get_sample:
 * @self: a frame
 * @x: column, from 0 at the left
 * @y: row, from 0 at the top
 *
 * Returns: the raw sample there, 0 to 2^bit_depth − 1
 */
guint
venule_frame_get_sample (VenuleFrame *self,
                         int          x,
                         int          y)
{
  const guint8 *row;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (x >= 0 && x < self->width && y >= 0 && y < self->height, 0);

  row = self->data + self->stride * y;
  return self->bit_depth > 8 ? ((const guint16 *) row)[x] : row[x];
}

#define HASH_PRIME G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)

static inline guint64
mix (guint64 state,
     guint64 word)
{
  state = (state ^ word) * HASH_PRIME;
  return state ^ (state >> 29);
}

static guint64
hash_row (guint64       seed,
          const guint8 *bytes,
          gsize         n)
{
  /* Four independent lanes keep the multiplier busy: a 640x480 frame takes some 50 µs. */
  guint64 lane[4] = { seed, seed + 1, seed + 2, seed + 3 };
  guint64 tail[4] = { 0 };
  gsize i = 0;

  for (; i + 32 <= n; i += 32)
    for (int l = 0; l < 4; l++)
      {
        guint64 word;

        memcpy (&word, bytes + i + 8 * l, 8);
        lane[l] = mix (lane[l], word);
      }

  memcpy (tail, bytes + i, n - i);
  for (int l = 0; l < 4; l++)
    lane[l] = mix (lane[l], tail[l]);

  return mix (mix (mix (mix (seed, lane[0]), lane[1]), lane[2]), lane[3]);
}

/**
 * venule_frame_hash:
 * @self: a frame
 *
 * A 64-bit hash of the samples (not of index, time or padding), to tell whether two decodings of a frame gave the same
 * picture. It is no cryptographic hash, and depends on the byte order of the machine.
 */
guint64
venule_frame_hash (VenuleFrame *self)
{
  guint64 hash;

  g_return_val_if_fail (self != NULL, 0);

  hash = mix (mix (self->bit_depth, self->width), self->height);
  for (int y = 0; y < self->height; y++)
    hash = hash_row (hash, self->data + self->stride * y, (gsize) self->width * venule_frame_get_sample_bytes (self));
  return hash;
}
