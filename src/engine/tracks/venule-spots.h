/* venule-spots.h: the spots of a track, whose contours are read when they are needed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-spot.h"

G_BEGIN_DECLS

/**
 * VenuleContour:
 *
 * As VenuleSpot.contour.
 */
typedef struct {
  float radii[VENULE_CONTOUR_POINTS];
} VenuleContour;

/**
 * VenuleContourReader:
 *
 * Where contours are read from; shared by all tracks of a database, which may go before them. Main thread only.
 */
typedef struct _VenuleContourReader VenuleContourReader;

/**
 * VenuleContourReadFunc:
 * @data: what the reader was made with
 * @path: which spots
 * @n: how many there are
 *
 * Returns: (transfer full) (element-type VenuleContour) (nullable): @n contours; %NULL: they are circles, or cannot be
 * had
 */
typedef GArray *(*VenuleContourReadFunc) (gpointer data,
                                          gint64   path,
                                          guint    n);

VenuleContourReader *venule_contour_reader_new   (VenuleContourReadFunc  read,
                                                  gpointer               data);
void                 venule_contour_reader_unref (VenuleContourReader   *self);
/* From now on there is nothing to be read. */
void                 venule_contour_reader_close (VenuleContourReader   *self);

/**
 * VenuleSpots:
 *
 * Spots by frame, one a frame at most. Contours lie beside the places, as they are most of the numbers and are only
 * drawn.
 */
typedef struct _VenuleSpots VenuleSpots;

VenuleSpots       *venule_spots_new         (void);

/* Of @spots by frame, which are copied. */
VenuleSpots       *venule_spots_new_of      (const VenuleSpot    *spots,
                                             guint                n);

/* Consumes @spots, (element-type VenuleSpot) by frame. */
VenuleSpots       *venule_spots_new_taking  (GArray              *spots);

/* Consumes @places, (element-type VenulePlace) by frame; @reader has their contours under @path. */
VenuleSpots       *venule_spots_new_reading (GArray              *places,
                                             VenuleContourReader *reader,
                                             gint64               path);

/* With the contours, which are read. */
VenuleSpots       *venule_spots_copy        (VenuleSpots         *self);

/* The places alone, which both share until one of them changes: what another thread may look at, made in no time. */
VenuleSpots       *venule_spots_share       (VenuleSpots         *self);
gboolean           venule_spots_equal       (VenuleSpots         *a,
                                             VenuleSpots         *b);
void               venule_spots_free        (VenuleSpots         *self);

/* Valid until the next spot is inserted, as are all of these. */
const VenulePlace *venule_spots_get_places  (VenuleSpots         *self,
                                             guint               *n);

/* (nullable): NULL: that one is a circle. */
const float       *venule_spots_get_contour (VenuleSpots         *self,
                                             guint                index);

/* Places and contours together, which takes memory for both once more. */
const VenuleSpot  *venule_spots_get_whole   (VenuleSpots         *self);

/* Index of the first spot at or after @frame; the number of spots when there is none. */
guint              venule_spots_find_from   (VenuleSpots         *self,
                                             gint64               frame);

/* Brings what the next step needs nearer, and waits for nothing. To be called for many, one step after the other: where
 * they lie; their first and last ones; those of @frame and of so many frames before and after it. */
void               venule_spots_prefetch    (VenuleSpots         *self);
void               venule_spots_prefetch_ends
                                            (VenuleSpots         *self);
void               venule_spots_prefetch_at (VenuleSpots         *self,
                                             gint64               frame,
                                             const gint          *offsets,
                                             guint                n);

/* In its place; replaces one of the same frame. */
void               venule_spots_insert      (VenuleSpots         *self,
                                             const VenuleSpot    *spot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleContourReader, venule_contour_reader_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSpots, venule_spots_free)

G_END_DECLS
