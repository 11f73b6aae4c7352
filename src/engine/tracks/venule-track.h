/* venule-track.h: one cell through time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "venule-spot.h"

G_BEGIN_DECLS

/* Color of a track that has none of its own. */
#define VENULE_TRACK_NO_COLOR (-1)

/**
 * VenuleCellKind:
 *
 * What a tracked cell is. Names for files: "rolling", "adherent", "free", "other".
 */
typedef enum {
  VENULE_CELL_ROLLING,
  VENULE_CELL_ADHERENT, /* did not move during the whole track */
  VENULE_CELL_FREE,     /* free-flowing: faster than the critical or the stated maximum velocity */
  VENULE_CELL_OTHER,
} VenuleCellKind;

#define VENULE_TYPE_CELL_KIND (venule_cell_kind_get_type ())
GType             venule_cell_kind_get_type       (void);

/**
 * venule_spot_source_to_string:
 * @source: where a spot comes from
 *
 * Returns: for files: "detected", "tracked", "interpolated" or "manual"
 */
const char       *venule_spot_source_to_string    (VenuleSpotSource    source);
gboolean          venule_spot_source_from_string  (const char         *text,
                                                   VenuleSpotSource   *source);

/**
 * venule_cell_kind_to_string:
 * @kind: what a cell is
 *
 * Returns: for files: "rolling", "adherent", "free" or "other"
 */
const char       *venule_cell_kind_to_string      (VenuleCellKind      kind);
gboolean          venule_cell_kind_from_string    (const char         *text,
                                                   VenuleCellKind     *kind);

/**
 * venule_cell_kind_to_label:
 * @kind: what a cell is
 *
 * Returns: translated, for the screen
 */
const char       *venule_cell_kind_to_label       (VenuleCellKind      kind);

/**
 * VenuleTrack:
 *
 * The spots of one cell, sorted by frame, one a frame at most; without gaps after a run (interpolated spots fill them).
 * Any thread may fill a track of its own; once it is in a #VenuleDocument it belongs to the main thread, and is changed
 * through the document only.
 *
 * Properties, with notify where they can change: id (uint), kind (#VenuleCellKind), kind-is-manual (boolean: a person
 * said the kind, and it stays), quality (double, 0 to 1; 0: none), edited (boolean: a person changed the spots or the
 * kind), hidden (boolean: not drawn; it counts all the same), locked (boolean: not changed by edits), color (int,
 * 0xRRGGBB; −1: as the overlay's own colouring says), note (string, nullable). Signal: changed, when spots were added
 * or replaced.
 */
#define VENULE_TYPE_TRACK (venule_track_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTrack, venule_track, VENULE, TRACK, GObject)

VenuleTrack      *venule_track_new                (guint               id);
guint             venule_track_get_id             (VenuleTrack        *self);
VenuleCellKind    venule_track_get_kind           (VenuleTrack        *self);
void              venule_track_set_kind           (VenuleTrack        *self,
                                                   VenuleCellKind      kind);
double            venule_track_get_quality        (VenuleTrack        *self);
/* Whether it has a quality: an imported track has none, and one of a run only at its end. */
gboolean          venule_track_is_judged          (VenuleTrack        *self);
void              venule_track_set_quality        (VenuleTrack        *self,
                                                   double              quality);
gboolean          venule_track_get_edited         (VenuleTrack        *self);
void              venule_track_set_edited         (VenuleTrack        *self,
                                                   gboolean            edited);
gboolean          venule_track_get_kind_is_manual (VenuleTrack        *self);
void              venule_track_set_kind_is_manual (VenuleTrack        *self,
                                                   gboolean            said);
gboolean          venule_track_get_hidden         (VenuleTrack        *self);
void              venule_track_set_hidden         (VenuleTrack        *self,
                                                   gboolean            hidden);
gboolean          venule_track_get_locked         (VenuleTrack        *self);
void              venule_track_set_locked         (VenuleTrack        *self,
                                                   gboolean            locked);

/**
 * venule_track_get_color:
 * @self: a track
 *
 * Returns: 0xRRGGBB; −1: as the overlay's own colouring says
 */
gint32            venule_track_get_color          (VenuleTrack        *self);
void              venule_track_set_color          (VenuleTrack        *self,
                                                   gint32              color);

/**
 * venule_track_get_note:
 * @self: a track
 *
 * Returns: (transfer none) (nullable): what a person wrote about it; never empty
 */
const char       *venule_track_get_note           (VenuleTrack        *self);
/* Characters; more is cut off by the window, and refused in a document. */
#define VENULE_TRACK_LONGEST_NOTE 10000

void              venule_track_set_note           (VenuleTrack        *self,
                                                   const char         *note);

/**
 * venule_track_copy:
 * @self: a track
 * @id: of the copy
 *
 * Contours are read for it, so that any thread may have the copy.
 *
 * Returns: (transfer full): a track with the same spots and properties
 */
VenuleTrack      *venule_track_copy               (VenuleTrack        *self,
                                                   guint               id);

/**
 * venule_track_copy_places:
 * @self: a track
 *
 * As fast for a long track as for a short one: the places are shared until @self changes.
 *
 * Returns: (transfer full): a track with the same number, places and properties, without contours, that any one thread
 * may look at
 */
VenuleTrack      *venule_track_copy_places        (VenuleTrack        *self);
guint             venule_track_get_n_spots        (VenuleTrack        *self);

/**
 * venule_track_get_places:
 * @self: a track
 * @n: (out) (optional): number of spots
 *
 * The spots without their contours, which stay unread.
 *
 * Returns: (array length=n) (transfer none): the places by frame; valid until the next spot is added
 */
const VenulePlace *
                  venule_track_get_places      (VenuleTrack      *self,
                                                guint            *n);

/**
 * venule_track_get_place_at:
 * @self: a track
 * @frame: number of a frame
 *
 * Returns: (transfer none) (nullable): the place in that frame; valid until the next spot is added
 */
const VenulePlace *
                  venule_track_get_place_at    (VenuleTrack      *self,
                                                gint64            frame);

/**
 * venule_track_prefetch:
 * @tracks: (array length=n): tracks; some ten at a time, as many as the nearest cache holds
 * @n: their number
 * @frame: number of a frame
 * @offsets: (array length=n_offsets): how many frames before (below 0) and after that one lie the places that will be
 * looked at
 * @n_offsets: their number
 *
 * Where there are thousands of tracks, a look at each of them waits a dozen times for memory. This brings what is known
 * of several to the processor at once; nothing else comes of it.
 */
void              venule_track_prefetch           (VenuleTrack *const *tracks,
                                                   guint               n,
                                                   gint64              frame,
                                                   const gint         *offsets,
                                                   guint               n_offsets);

/**
 * venule_track_get_contour:
 * @self: a track
 * @index: of a spot
 *
 * Reads the contours of the track when they are asked for the first time.
 *
 * Returns: (array fixed-size=20) (transfer none) (nullable): as VenuleSpot.contour; %NULL: it is a circle; valid until
 *   the next spot is added
 */
const float      *venule_track_get_contour        (VenuleTrack        *self,
                                                   guint               index);

/**
 * venule_track_get_spots:
 * @self: a track
 * @n: (out) (optional): number of spots
 *
 * Reads the contours, and keeps all of it a second time: where they are not needed, venule_track_get_places() is
 * better.
 *
 * Returns: (array length=n) (transfer none): the spots by frame; valid until the next one is added
 */
const VenuleSpot *venule_track_get_spots          (VenuleTrack        *self,
                                                   guint              *n);

/**
 * venule_track_get_spot_at:
 * @self: a track
 * @frame: number of a frame
 *
 * Returns: (transfer none) (nullable): the spot in that frame; valid until the next one is added
 */
const VenuleSpot *venule_track_get_spot_at        (VenuleTrack        *self,
                                                   gint64              frame);

/**
 * venule_track_get_first_frame:
 * @self: a track
 *
 * Returns: frame of the first spot; −1: there are no spots
 */
gint64            venule_track_get_first_frame    (VenuleTrack        *self);
gint64            venule_track_get_last_frame     (VenuleTrack        *self);

/**
 * venule_track_add_spot:
 * @self: a track
 * @spot: is copied
 *
 * Adds a spot in its place; replaces one of the same frame. Emits VenuleTrack::changed.
 */
void              venule_track_add_spot           (VenuleTrack        *self,
                                                   const VenuleSpot   *spot);

/**
 * venule_track_set_spots:
 * @self: the track
 * @spots: (array length=n): spots in any order, none of its own
 * @n: their number
 *
 * Puts them in place of all that it has; by rising frame, one for each, that is quicker than to add one after the
 * other. One signal.
 */
void              venule_track_set_spots          (VenuleTrack        *self,
                                                   const VenuleSpot   *spots,
                                                   guint               n);

/**
 * venule_track_add_spots:
 * @self: a track
 * @spots: (array length=n): spots in any order
 * @n: their number
 *
 * venule_track_add_spot() for many, with one signal: where many videos are analysed at once, all would wait for the
 * lock that every signal takes.
 */
void              venule_track_add_spots          (VenuleTrack        *self,
                                                   const VenuleSpot   *spots,
                                                   guint               n);

G_END_DECLS
