/* venule-path-blob.c: the spots of a track as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-path-blob.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct {
  gsize offset;
  guint size; /* bytes: 8 or 4 */
  guint count;
} Column;

static const Column columns[] = {
  { offsetof (VenuleSpot, frame), 8, 1 },   { offsetof (VenuleSpot, time), 8, 1 },
  { offsetof (VenuleSpot, x), 8, 1 },       { offsetof (VenuleSpot, y), 8, 1 },
  { offsetof (VenuleSpot, radius), 4, 1 },  { offsetof (VenuleSpot, score), 4, 1 },
  { offsetof (VenuleSpot, shift_x), 4, 1 }, { offsetof (VenuleSpot, shift_y), 4, 1 },
  { offsetof (VenuleSpot, doubt), 4, 1 },   { offsetof (VenuleSpot, contour), 4, VENULE_CONTOUR_POINTS },
};

/* Numbers lie in the file with the smallest byte first. */
static inline void
copy_number (guint8       *to,
             const guint8 *from,
             guint         size)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  memcpy (to, from, size);
#else
  for (guint i = 0; i < size; i++)
    to[i] = from[size - 1 - i];
#endif
}

GBytes *
venule_path_blob_pack (const VenuleSpot *spots,
                       guint             n)
{
  gsize size = (gsize) n * VENULE_PATH_BLOB_SPOT;
  guint8 *data = g_malloc (MAX (size, 1)), *to = data;

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < columns[c].count; k++, to += columns[c].size)
        copy_number (to, (const guint8 *) &spots[i] + columns[c].offset + (gsize) k * columns[c].size, columns[c].size);
  for (guint i = 0; i < n; i++)
    *to++ = (guint8) spots[i].source;

  return g_bytes_new_take (data, size);
}

static gboolean
is_sane (const VenuleSpot *spot,
         gint64            after)
{
  return spot->frame > after && spot->source <= VENULE_SPOT_MANUAL && isfinite (spot->time) && isfinite (spot->x) &&
         isfinite (spot->y) && isfinite (spot->radius) && isfinite (spot->shift_x) && isfinite (spot->shift_y);
}

static void
unpack_columns (const guint8 *from,
                guint         n,
                VenuleSpot   *spots)
{
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint i = 0; i < n; i++)
      {
        guint8 *to = (guint8 *) &spots[i] + columns[c].offset;

        for (guint k = 0; k < columns[c].count; k++, from += columns[c].size, to += columns[c].size)
          copy_number (to, from, columns[c].size);
      }
  for (guint i = 0; i < n; i++)
    spots[i].source = (VenuleSpotSource) *from++;
}

GArray *
venule_path_blob_unpack (gconstpointer data,
                         gsize         size)
{
  g_autoptr(GArray) array = NULL;
  VenuleSpot *spots;
  guint n = (guint) (size / VENULE_PATH_BLOB_SPOT);

  if (size % VENULE_PATH_BLOB_SPOT != 0 || size / VENULE_PATH_BLOB_SPOT > G_MAXINT / sizeof (VenuleSpot))
    return NULL;

  array = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), MAX (n, 1));
  g_array_set_size (array, n);
  spots = (VenuleSpot *) (void *) array->data;
  unpack_columns (data, n, spots);
  for (guint i = 0; i < n; i++)
    if (!is_sane (&spots[i], i > 0 ? spots[i - 1].frame : -1))
      return NULL;

  return g_steal_pointer (&array);
}
