/* venule-spots.c: the spots of a track, whose contours are read when they are needed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-spots.h"

#include <stddef.h>
#include <string.h>

#include "venule-order.h"

/* A spot begins with its place, which has no bytes that mean nothing. */
G_STATIC_ASSERT (sizeof (VenulePlace) == 4 * 8 + 6 * 4);
G_STATIC_ASSERT (offsetof (VenuleSpot, contour) == sizeof (VenulePlace));
G_STATIC_ASSERT (offsetof (VenuleSpot, uncertainty) == offsetof (VenulePlace, uncertainty));
G_STATIC_ASSERT (offsetof (VenuleSpot, source) == offsetof (VenulePlace, source));

struct _VenuleContourReader
{
  guint                 references;
  VenuleContourReadFunc read; /* NULL when it is closed */
  gpointer              data;
};

struct _VenuleSpots
{
  GArray              *places;
  GArray              *contours; /* of VenuleContour, as many as places; NULL: circles all, or not read yet */
  GArray              *whole;    /* of VenuleSpot; NULL: not asked for since the last change */
  VenuleContourReader *reader;   /* NULL: there is nothing to be read, or it was */
  gint64               path;
  gboolean             shared;   /* the places may be read elsewhere */
};

/* ---- Where contours are read from ---- */

VenuleContourReader *
venule_contour_reader_new (VenuleContourReadFunc read,
                           gpointer              data)
{
  VenuleContourReader *self = g_new0 (VenuleContourReader, 1);

  self->references = 1;
  self->read = read;
  self->data = data;

  return self;
}

static VenuleContourReader *
contour_reader_ref (VenuleContourReader *self)
{
  self->references++;

  return self;
}

void
venule_contour_reader_unref (VenuleContourReader *self)
{
  if (--self->references == 0)
    g_free (self);
}

void
venule_contour_reader_close (VenuleContourReader *self)
{
  self->read = NULL;
}

/* ---- Spots ---- */

VenuleSpots *
venule_spots_new (void)
{
  VenuleSpots *self = g_new0 (VenuleSpots, 1);

  self->places = g_array_new (FALSE, FALSE, sizeof (VenulePlace));

  return self;
}

static void
set_place (VenulePlace      *place,
           const VenuleSpot *spot)
{
  memcpy (place, spot, sizeof *place);
}

static gboolean
has_contour (const VenuleSpot *spot)
{
  for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
    if (spot->contour[k] != 0)
      return TRUE;

  return FALSE;
}

/* Contours for all spots, from now on. */
static void
make_contours (VenuleSpots *self)
{
  self->contours = g_array_sized_new (FALSE, TRUE, sizeof (VenuleContour), MAX (self->places->len, 1));
  g_array_set_size (self->contours, self->places->len);
}

VenuleSpots *
venule_spots_new_of (const VenuleSpot *spots,
                     guint             n)
{
  VenuleSpots *self = g_new0 (VenuleSpots, 1);

  self->places = g_array_sized_new (FALSE, FALSE, sizeof (VenulePlace), MAX (n, 1));
  g_array_set_size (self->places, n);
  for (guint i = 0; i < n; i++)
    {
      const VenuleSpot *spot = &spots[i];

      set_place (&g_array_index (self->places, VenulePlace, i), spot);
      if (self->contours == NULL && has_contour (spot))
        make_contours (self);
      if (self->contours != NULL)
        memcpy (&g_array_index (self->contours, VenuleContour, i), spot->contour, sizeof spot->contour);
    }

  return self;
}

VenuleSpots *
venule_spots_new_taking (GArray *spots)
{
  VenuleSpots *self = venule_spots_new_of ((const VenuleSpot *) (void *) spots->data, spots->len);

  g_array_unref (spots);

  return self;
}

VenuleSpots *
venule_spots_new_reading (GArray              *places,
                          VenuleContourReader *reader,
                          gint64               path)
{
  VenuleSpots *self = g_new0 (VenuleSpots, 1);

  self->places = places;
  self->reader = contour_reader_ref (reader);
  self->path = path;

  return self;
}

static void
read_contours (VenuleSpots *self)
{
  g_autoptr(VenuleContourReader) reader = g_steal_pointer (&self->reader);

  if (reader != NULL && reader->read != NULL)
    self->contours = reader->read (reader->data, self->path, self->places->len);
}

VenuleSpots *
venule_spots_copy (VenuleSpots *self)
{
  VenuleSpots *copy = g_new0 (VenuleSpots, 1);

  read_contours (self);
  copy->places = g_array_copy (self->places);
  copy->contours = self->contours != NULL ? g_array_copy (self->contours) : NULL;

  return copy;
}

VenuleSpots *
venule_spots_share (VenuleSpots *self)
{
  VenuleSpots *copy = g_new0 (VenuleSpots, 1);

  copy->places = g_array_ref (self->places);
  copy->shared = self->shared = TRUE;

  return copy;
}

/* Circles are all 0. */
static gboolean
is_circle (const VenuleContour *contour)
{
  for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
    if (contour->radii[k] != 0)
      return FALSE;

  return TRUE;
}

static gboolean
has_same_contours (VenuleSpots *a,
                   VenuleSpots *b)
{
  read_contours (a);
  read_contours (b);
  if (a->contours != NULL && b->contours != NULL)
    return memcmp (a->contours->data, b->contours->data, a->contours->len * sizeof (VenuleContour)) == 0;

  for (guint i = 0; i < a->places->len; i++)
    if ((a->contours != NULL && !is_circle (&g_array_index (a->contours, VenuleContour, i))) ||
        (b->contours != NULL && !is_circle (&g_array_index (b->contours, VenuleContour, i))))
      return FALSE;

  return TRUE;
}

/* What is stored under a number is never changed, but for spots that come with a run in progress. */
gboolean
venule_spots_equal (VenuleSpots *a,
                    VenuleSpots *b)
{
  if (a->places->len != b->places->len)
    return FALSE;
  if (a->reader != NULL && a->reader == b->reader && a->path == b->path)
    return TRUE;

  return memcmp (a->places->data, b->places->data, a->places->len * sizeof (VenulePlace)) == 0 &&
         has_same_contours (a, b);
}

void
venule_spots_free (VenuleSpots *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->places);
  g_clear_pointer (&self->contours, g_array_unref);
  g_clear_pointer (&self->whole, g_array_unref);
  g_clear_pointer (&self->reader, venule_contour_reader_unref);
  g_free (self);
}

const VenulePlace *
venule_spots_get_places (VenuleSpots *self,
                         guint       *n)
{
  if (n != NULL)
    *n = self->places->len;

  return (const VenulePlace *) (void *) self->places->data;
}

const float *
venule_spots_get_contour (VenuleSpots *self,
                          guint        index)
{
  const float *radii;

  g_return_val_if_fail (index < self->places->len, NULL);

  read_contours (self);
  if (self->contours == NULL)
    return NULL;

  radii = g_array_index (self->contours, VenuleContour, index).radii;
  for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
    if (radii[k] != 0)
      return radii;

  return NULL;
}

const VenuleSpot *
venule_spots_get_whole (VenuleSpots *self)
{
  guint n = self->places->len;

  if (self->whole == NULL)
    {
      read_contours (self);
      self->whole = g_array_sized_new (FALSE, TRUE, sizeof (VenuleSpot), MAX (n, 1));
      g_array_set_size (self->whole, n);
      for (guint i = 0; i < n; i++)
        {
          VenuleSpot *spot = &g_array_index (self->whole, VenuleSpot, i);

          memcpy (spot, &g_array_index (self->places, VenulePlace, i), sizeof (VenulePlace));
          if (self->contours != NULL)
            memcpy (spot->contour, &g_array_index (self->contours, VenuleContour, i), sizeof spot->contour);
        }
    }

  return (const VenuleSpot *) (void *) self->whole->data;
}

guint
venule_spots_find_from (VenuleSpots *self,
                        gint64       frame)
{
  const VenulePlace *places = (const VenulePlace *) (void *) self->places->data;
  guint n = self->places->len;

  /* Nearly always the track has no gap. */
  if (n > 0 && frame >= places[0].frame && frame - places[0].frame < n &&
      places[frame - places[0].frame].frame == frame)
    return (guint) (frame - places[0].frame);

  return (guint) venule_bisect (0, n, i, places[i].frame < frame);
}

void
venule_spots_prefetch (VenuleSpots *self)
{
  __builtin_prefetch (self->places);
}

void
venule_spots_prefetch_ends (VenuleSpots *self)
{
  const GArray *places = self->places;

  __builtin_prefetch (places->data);
  __builtin_prefetch (places->data + sizeof (VenulePlace) * MAX (places->len, 1) - sizeof (VenulePlace));
}

void
venule_spots_prefetch_at (VenuleSpots *self,
                          gint64       frame,
                          const gint  *offsets,
                          guint        n)
{
  const VenulePlace *places = (const VenulePlace *) (void *) self->places->data;
  gint64 here;

  if (self->places->len == 0)
    return;

  /* Right where no frame is missing; elsewhere it was in vain. */
  here = frame - places[0].frame;
  for (guint i = 0; i < n; i++)
    if (here + offsets[i] >= 0 && here + offsets[i] < self->places->len)
      __builtin_prefetch (&places[here + offsets[i]].x);
}

void
venule_spots_insert (VenuleSpots      *self,
                     const VenuleSpot *spot)
{
  guint i = venule_spots_find_from (self, spot->frame);
  VenuleContour contour;
  VenulePlace place;

  read_contours (self);
  g_clear_pointer (&self->whole, g_array_unref);
  if (self->contours == NULL && has_contour (spot))
    make_contours (self);
  if (self->shared)
    {
      GArray *places = g_array_copy (self->places);

      g_array_unref (self->places);
      self->places = places;
      self->shared = FALSE;
    }

  set_place (&place, spot);
  memcpy (contour.radii, spot->contour, sizeof contour.radii);
  if (i < self->places->len && g_array_index (self->places, VenulePlace, i).frame == spot->frame)
    {
      g_array_index (self->places, VenulePlace, i) = place;
      if (self->contours != NULL)
        g_array_index (self->contours, VenuleContour, i) = contour;
      return;
    }

  g_array_insert_val (self->places, i, place);
  if (self->contours != NULL)
    g_array_insert_val (self->contours, i, contour);
}
