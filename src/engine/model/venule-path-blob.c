/* venule-path-blob.c: the spots of a track as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-path-blob.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define N_COLUMNS G_N_ELEMENTS (columns)

typedef struct {
  gsize offset;
  guint size; /* bytes: 8 or 4 */
} Column;

static const Column columns[] = {
  { offsetof (VenulePlace, frame), 8 },   { offsetof (VenulePlace, time), 8 },    { offsetof (VenulePlace, x), 8 },
  { offsetof (VenulePlace, y), 8 },       { offsetof (VenulePlace, radius), 4 },  { offsetof (VenulePlace, score), 4 },
  { offsetof (VenulePlace, shift_x), 4 }, { offsetof (VenulePlace, shift_y), 4 }, { offsetof (VenulePlace, doubt), 4 },
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

/* ---- Places ---- */

GBytes *
venule_path_blob_pack (const VenulePlace *places,
                       guint              n)
{
  gsize size = (gsize) n * VENULE_PATH_BLOB_PLACE;
  guint8 *data = g_malloc (MAX (size, 1)), *to = data;

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

  return g_bytes_new_take (data, size);
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
venule_path_blob_unpack (gconstpointer data,
                         gsize         size)
{
  g_autoptr(GArray) array = NULL;
  VenulePlace *places;
  guint n = (guint) (size / VENULE_PATH_BLOB_PLACE);

  if (size % VENULE_PATH_BLOB_PLACE != 0 || size / VENULE_PATH_BLOB_PLACE > G_MAXINT / sizeof (VenuleSpot))
    return NULL;

  array = g_array_sized_new (FALSE, FALSE, sizeof (VenulePlace), MAX (n, 1));
  g_array_set_size (array, n);
  places = (VenulePlace *) (void *) array->data;
  unpack_columns (data, n, places);
  for (guint i = 0; i < n; i++)
    if (!is_sane (&places[i], i > 0 ? places[i - 1].frame : -1))
      return NULL;

  return g_steal_pointer (&array);
}

/* ---- Contours ---- */

GBytes *
venule_path_blob_pack_contours (VenuleTrack *track)
{
  guint n = venule_track_get_n_spots (track);
  gsize size = (gsize) n * sizeof (VenuleContour);
  g_autofree guint8 *data = g_malloc0 (MAX (size, 1));
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const float *radii = venule_track_get_contour (track, i);

      for (guint k = 0; radii != NULL && k < VENULE_CONTOUR_POINTS; k++)
        copy_4 (&data[i * sizeof (VenuleContour) + 4 * k], (const guint8 *) &radii[k]);
      any = any || radii != NULL;
    }

  return any ? g_bytes_new_take (g_steal_pointer (&data), size) : NULL;
}

GArray *
venule_path_blob_unpack_contours (gconstpointer data,
                                  gsize         size,
                                  guint         n)
{
  g_autoptr(GArray) array = NULL;

  if (size != (gsize) n * sizeof (VenuleContour) || n == 0)
    return NULL;

  array = g_array_sized_new (FALSE, FALSE, sizeof (VenuleContour), n);
  g_array_set_size (array, n);
  for (gsize k = 0; k < (gsize) n * VENULE_CONTOUR_POINTS; k++)
    {
      float *radius = (float *) (void *) array->data + k;

      copy_4 ((guint8 *) radius, (const guint8 *) data + 4 * k);
      if (!isfinite (*radius)) /* it could not be drawn */
        *radius = 0;
    }

  return g_steal_pointer (&array);
}
