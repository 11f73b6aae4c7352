/* venule-spots-blob.c: the spots of a track as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-spots-blob.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define N_COLUMNS G_N_ELEMENTS (columns)

typedef struct {
  gsize offset;
  guint size; /* bytes: 8 or 4 */
} Column;

static const Column columns[] = {
  { offsetof (VenulePlace, frame), 8 },       { offsetof (VenulePlace, time), 8 },
  { offsetof (VenulePlace, x), 8 },           { offsetof (VenulePlace, y), 8 },
  { offsetof (VenulePlace, radius), 4 },      { offsetof (VenulePlace, score), 4 },
  { offsetof (VenulePlace, shift_x), 4 },     { offsetof (VenulePlace, shift_y), 4 },
  { offsetof (VenulePlace, uncertainty), 4 },
};

/* Numbers lie in the file with the smallest byte first. */
static inline void
copy_8 (guint8       *to,
        const guint8 *from)
{
  guint64 number;

  memcpy (&number, from, sizeof number);
  number = GUINT64_TO_LE (number);
  memcpy (to, &number, sizeof number);
}

static inline void
copy_4 (guint8       *to,
        const guint8 *from)
{
  guint32 number;

  memcpy (&number, from, sizeof number);
  number = GUINT32_TO_LE (number);
  memcpy (to, &number, sizeof number);
}

/* ---- Checksums ---- */

#define CHECKSUM_SIZE ((gsize) 8)

/* A number that other bytes hardly ever have: SQLite finds damage to its own structure, and none to what stands in
 * it. */
static guint64
compute_checksum (const guint8 *data,
                  gsize         size)
{
  guint64 checksum = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ size;

  for (gsize i = 0; i < size; i += 8)
    {
      guint64 word = 0;

      memcpy (&word, data + i, MIN (8, size - i));
      checksum = (checksum ^ GUINT64_FROM_LE (word)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      checksum ^= checksum >> 32;
    }

  return checksum;
}

/* Consumes @data, which has room for it. */
static GBytes *
append_checksum (guint8 *data,
                 gsize   size)
{
  guint64 checksum = compute_checksum (data, size);

  copy_8 (data + size, (const guint8 *) &checksum);

  return g_bytes_new_take (data, size + CHECKSUM_SIZE);
}

/* Takes the checksum off: FALSE when it is not that of the bytes. */
static gboolean
strip_checksum (gconstpointer data,
                gsize        *size)
{
  guint64 checksum;

  if (*size < CHECKSUM_SIZE)
    return FALSE;
  *size -= CHECKSUM_SIZE;
  copy_8 ((guint8 *) &checksum, (const guint8 *) data + *size);

  return checksum == compute_checksum (data, *size);
}

GBytes *
venule_spots_blob_add_checksum (gconstpointer data,
                                gsize         size)
{
  guint8 *with_checksum = g_malloc (size + CHECKSUM_SIZE);

  if (size > 0)
    memcpy (with_checksum, data, size);

  return append_checksum (with_checksum, size);
}

GBytes *
venule_spots_blob_strip_checksum (gconstpointer data,
                                  gsize         size)
{
  return strip_checksum (data, &size) ? g_bytes_new (data, size) : NULL;
}

/* ---- Places ---- */

GBytes *
venule_spots_blob_pack (const VenulePlace *places,
                        guint              n)
{
  gsize size = (gsize) n * VENULE_SPOTS_BLOB_PLACE;
  guint8 *data = g_malloc (size + CHECKSUM_SIZE), *to = data;

  for (guint c = 0; c < N_COLUMNS; c++)
    for (guint i = 0; i < n; i++, to += columns[c].size)
      {
        const guint8 *from = (const guint8 *) &places[i] + columns[c].offset;

        if (columns[c].size == 8)
          copy_8 (to, from);
        else
          copy_4 (to, from);
      }
  for (guint i = 0; i < n; i++)
    *to++ = (guint8) places[i].source;

  return append_checksum (data, size);
}

#define LONGEST_TIME 1e9  /* s */

gboolean
venule_path_bounds_hold (const VenulePathBounds *self,
                         double                  x,
                         double                  y)
{
  double side = MAX (self->width, self->height);

  return x >= -side && x <= self->width + side && y >= -side && y <= self->height + side;
}

/* What was not worked out is NaN. */
static gboolean
is_score (float score)
{
  return isnan (score) || fabsf (score) <= VENULE_PATH_LARGEST_SCORE;
}

gboolean
venule_path_bounds_hold_place (const VenulePathBounds *self,
                               const VenulePlace      *place,
                               const VenulePlace      *before)
{
  float side = (float) MAX (self->width, self->height);

  return place->frame < self->n_frames && fabs (place->time) <= LONGEST_TIME &&
         (before == NULL || place->time >= before->time) &&
         venule_path_bounds_hold (self, place->x, place->y) &&
         place->radius >= 0 && place->radius <= side && fabsf (place->shift_x) <= VENULE_PATH_LARGEST_SHIFT &&
         fabsf (place->shift_y) <= VENULE_PATH_LARGEST_SHIFT && is_score (place->score) &&
         (is_score (place->uncertainty) || place->uncertainty == VENULE_UNCERTAINTY_NO_SHIFT);
}

static gboolean
is_sane (const VenulePlace *place,
         gint64             after)
{
  return place->frame > after && place->source <= VENULE_SPOT_MANUAL && isfinite (place->time) && isfinite (place->x) &&
         isfinite (place->y) && isfinite (place->radius) && isfinite (place->shift_x) && isfinite (place->shift_y);
}

static void
unpack_columns (const guint8 *from,
                guint         n,
                VenulePlace  *places)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      guint8 *to = (guint8 *) places + columns[c].offset;

      if (columns[c].size == 8)
        for (guint i = 0; i < n; i++, from += 8, to += sizeof (VenulePlace))
          copy_8 (to, from);
      else
        for (guint i = 0; i < n; i++, from += 4, to += sizeof (VenulePlace))
          copy_4 (to, from);
    }
  for (guint i = 0; i < n; i++)
    places[i].source = (VenuleSpotSource) *from++;
}

GArray *
venule_spots_blob_unpack (gconstpointer           data,
                          gsize                   size,
                          const VenulePathBounds *bounds)
{
  g_autoptr(GArray) array = NULL;
  VenulePlace *places;
  guint n;

  if (!strip_checksum (data, &size))
    return NULL;
  n = (guint) (size / VENULE_SPOTS_BLOB_PLACE);
  if (size % VENULE_SPOTS_BLOB_PLACE != 0 || size / VENULE_SPOTS_BLOB_PLACE > G_MAXINT / sizeof (VenuleSpot))
    return NULL;

  array = g_array_sized_new (FALSE, FALSE, sizeof (VenulePlace), MAX (n, 1));
  g_array_set_size (array, n);
  places = (VenulePlace *) (void *) array->data;
  unpack_columns (data, n, places);
  for (guint i = 0; i < n; i++)
    if (!is_sane (&places[i], i > 0 ? places[i - 1].frame : -1) ||
        (bounds != NULL && !venule_path_bounds_hold_place (bounds, &places[i], i > 0 ? &places[i - 1] : NULL)))
      return NULL;

  return g_steal_pointer (&array);
}

/* ---- Contours ---- */

GBytes *
venule_spots_blob_pack_contours (VenuleTrack *track)
{
  guint n = venule_track_get_n_spots (track);
  gsize size = (gsize) n * sizeof (VenuleContour);
  g_autofree guint8 *data = g_malloc0 (size + CHECKSUM_SIZE);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const float *radii = venule_track_get_contour (track, i);

      for (guint k = 0; radii != NULL && k < VENULE_CONTOUR_POINTS; k++)
        copy_4 (&data[i * sizeof (VenuleContour) + 4 * k], (const guint8 *) &radii[k]);
      any = any || radii != NULL;
    }

  return any ? append_checksum (g_steal_pointer (&data), size) : NULL;
}

gboolean
venule_spots_blob_is_whole (gconstpointer data,
                            gsize         size)
{
  return strip_checksum (data, &size);
}

GArray *
venule_spots_blob_unpack_contours (gconstpointer data,
                                   gsize         size,
                                   guint         n)
{
  g_autoptr(GArray) array = NULL;

  if (!strip_checksum (data, &size) || size != (gsize) n * sizeof (VenuleContour) || n == 0)
    return NULL;

  array = g_array_sized_new (FALSE, FALSE, sizeof (VenuleContour), n);
  g_array_set_size (array, n);
  for (gsize k = 0; k < (gsize) n * VENULE_CONTOUR_POINTS; k++)
    {
      float *radius = (float *) (void *) array->data + k;

      copy_4 ((guint8 *) radius, (const guint8 *) data + 4 * k);
      if (!(fabsf (*radius) <= VENULE_FRAME_MAX_SIDE)) /* it could not be drawn */
        *radius = 0;
    }

  return g_steal_pointer (&array);
}
