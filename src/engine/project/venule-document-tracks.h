/* venule-document-tracks.h: edits of tracks and of their spots
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/*
 * Each of these is one undo step with a translated name. Ids of tracks that are not there are passed over where many
 * are given; one that is needed and not there gives %VENULE_ERROR_NOT_FOUND. A locked track gives
 * %VENULE_ERROR_INVALID. On an error, whose message is a sentence for the person, nothing has changed.
 *
 * What follows from the spots follows by itself: the class, where no person said it; and the quality, for which a spot
 * that a person placed counts 1, and any other what its track had. Times and shifts of spots are those of their frame:
 * the picture's own movement is the same for all cells in it.
 */

/* ---- What a person says of tracks ---- */

/**
 * venule_document_set_kinds:
 * @self: a document
 * @ids: (array length=n): of tracks
 * @n: number of ids
 * @kind: what a person says that they are; the tracks count as edited, and keep that kind
 * @error: return location
 *
 * Returns: whether it is so now
 */
gboolean   venule_document_set_kinds      (VenuleDocument   *self,
                                           const guint      *ids,
                                           guint             n,
                                           VenuleCellKind    kind,
                                           GError          **error);

/* Tracks of class “other”, of which no person said it, get the class that follows from their movement, as a run would
 * give it: in a document that was rescued it may be lost. They do not count as edited. No step is made where nothing is
 * to be changed. @n (out) (optional): how many there were. */
gboolean   venule_document_classify_others
                                        (VenuleDocument    *self,
                                         guint             *n,
                                         GError           **error);

/* Not drawn; they count all the same. */
gboolean   venule_document_set_hidden     (VenuleDocument   *self,
                                           const guint      *ids,
                                           guint             n,
                                           gboolean          hidden,
                                           GError          **error);

/* Edits of them are refused, and a new run keeps them. */
gboolean   venule_document_set_locked     (VenuleDocument   *self,
                                           const guint      *ids,
                                           guint             n,
                                           gboolean          locked,
                                           GError          **error);

/* 0xRRGGBB; VENULE_TRACK_NO_COLOR: as the overlay's own colouring says. */
gboolean   venule_document_set_color      (VenuleDocument   *self,
                                           const guint      *ids,
                                           guint             n,
                                           gint32            color,
                                           GError          **error);

/* (nullable) note: what is written about them. */
gboolean   venule_document_set_note       (VenuleDocument   *self,
                                           const guint      *ids,
                                           guint             n,
                                           const char       *note,
                                           GError          **error);

/* Those that are not there are passed over. */
gboolean   venule_document_remove_tracks
                                        (VenuleDocument    *self,
                                         const guint       *ids,
                                         guint              n,
                                         GError           **error);

/* ---- Which spots are one cell ---- */

/**
 * venule_document_join_tracks:
 * @self: a document
 * @first: id of a track
 * @second: id of another
 * @error: return location
 *
 * Makes one track of two. The id of the one that begins earlier stays; a gap between them is filled by a line in time.
 * Where both have a spot in a frame, the better score stays; if such spots lie further apart than a cell's radius, the
 * two are two cells, and it is refused.
 *
 * Returns: whether they are one now
 */
gboolean   venule_document_join_tracks    (VenuleDocument   *self,
                                           guint             first,
                                           guint             second,
                                           GError          **error);

/**
 * venule_document_cut_track:
 * @self: a document
 * @id: of a track
 * @frame: the first frame of what is cut off
 * @error: return location
 *
 * Returns: id of the new track from @frame on; 0: nothing was cut
 */
guint      venule_document_cut_track      (VenuleDocument   *self,
                                           guint             id,
                                           gint64            frame,
                                           GError          **error);

/* From @frame on, a goes on as b did, and b as a did. */
gboolean   venule_document_swap_tracks    (VenuleDocument   *self,
                                           guint             a,
                                           guint             b,
                                           gint64            frame,
                                           GError          **error);

/**
 * venule_document_link_spots:
 * @self: a document
 * @a: id of a track
 * @frame_a: of its last spot that stays
 * @b: id of a track, which may be @a
 * @frame_b: of its first spot that is taken, after @frame_a
 * @error: return location
 *
 * @a up to @frame_a goes on as @b from @frame_b; the gap is filled by a line in time. What is left over of both become
 * tracks of their own.
 *
 * Returns: whether they are linked
 */
gboolean   venule_document_link_spots     (VenuleDocument   *self,
                                           guint             a,
                                           gint64            frame_a,
                                           guint             b,
                                           gint64            frame_b,
                                           GError          **error);

/* ---- Spots ---- */

/**
 * venule_document_put_spots:
 * @self: a document
 * @id: of a track; 0: a new one
 * @spots: (array length=n): spots; their times and shifts are filled from their frames
 * @n: how many, more than 0
 * @name: name of the step, in English (N_())
 * @error: return location
 *
 * Adds spots to a track, in the place of those in the same frames. A document that had no run gets one for them.
 *
 * Returns: id of the track; 0 on an error
 */
guint      venule_document_put_spots      (VenuleDocument   *self,
                                           guint             id,
                                           const VenuleSpot *spots,
                                           guint             n,
                                           const char       *name,
                                           GError          **error);
gboolean   venule_document_move_spot      (VenuleDocument   *self,
                                           guint             id,
                                           gint64            frame,
                                           double            x,
                                           double            y,
                                           GError          **error);
gboolean   venule_document_resize_spot    (VenuleDocument   *self,
                                           guint             id,
                                           gint64            frame,
                                           double            radius,
                                           GError          **error);

/* From @first to @last, inclusive: inside of the track a gap is left; at its ends it gets shorter; all: the track is
 * deleted. */
gboolean   venule_document_delete_spots   (VenuleDocument   *self,
                                           guint             id,
                                           gint64            first,
                                           gint64            last,
                                           GError          **error);

/* Fills the frames from @first to @last that have no spot by a line in time, against the tissue. */
gboolean   venule_document_interpolate    (VenuleDocument   *self,
                                           guint             id,
                                           gint64            first,
                                           gint64            last,
                                           GError          **error);

/* ---- Groups and history ---- */

/**
 * venule_document_begin_group:
 * @self: a document
 * @name: name of the step, in English (N_())
 *
 * Edits until venule_document_end_group() are one step, of which each is kept as it is made. Of groups in groups the
 * outermost counts. Taking something back ends the step, not the group: edits after that are another one.
 */
void       venule_document_begin_group    (VenuleDocument   *self,
                                           const char       *name);
void       venule_document_end_group      (VenuleDocument   *self);

/* Whether a step that is done has changed a track of the run that is shown; what is measured, and how, is no
 * correction. */
gboolean   venule_document_get_corrected
                                        (VenuleDocument    *self);

/**
 * venule_document_dup_history:
 * @self: a document
 * @position: (out) (optional): how many of the steps are done
 *
 * Returns: (transfer full) (element-type utf8): the names of all steps of the run that is shown, in their order
 */
GPtrArray *venule_document_dup_history    (VenuleDocument   *self,
                                           guint            *position);

/**
 * venule_document_go_to_step:
 * @self: a document
 * @position: how many of the steps are to be done
 *
 * Takes steps back, or does them again, until it is so.
 *
 * Returns: whether it is so
 */
gboolean   venule_document_go_to_step     (VenuleDocument   *self,
                                           guint             position);

/* How many tracks of the run on show the user has removed: deleted, or joined to others. */
guint                    venule_document_count_removed         (VenuleDocument          *self);

/* ---- From one run to the next (venule-document-transfer.c, venule-correction-transfer.c) ---- */

/**
 * VenuleConflict:
 * @id: of a track of the run shown; 0: it has none
 * @frame: where to look
 * @sentence: translated, for the person
 *
 * Something that was corrected in another run and should be looked at in this one.
 */
typedef struct {
  guint   id;
  gint64  frame;
  char   *sentence;
} VenuleConflict;

void       venule_conflict_free           (VenuleConflict   *self);

/* The run that was shown before the last one began, and from which nothing was carried over yet; 0: there is none. What
 * was corrected in it is carried over by the end of a whole run in which something was corrected, too, before that. */
gint64     venule_document_get_run_before
                                        (VenuleDocument    *self);

/**
 * venule_document_transfer_edits:
 * @self: a document that is not in a run
 * @from_run: another run of it
 * @n_transferred: (out) (optional): how many corrections were carried over
 * @error: return location
 *
 * Makes what a person corrected in @from_run in the run that is shown, as one step: tracks whose spots were changed,
 * and locked ones, take the place of the tracks that lie where they are, or where they were before; tracks that lie
 * where others were deleted are deleted; class, note, colour and hiding go to the track that is the same cell. A spot
 * is of the same cell as another when it lies within a radius of it; a track when at least half of its spots do. No
 * step is made where there is nothing to be carried over.
 *
 * Returns: (transfer full) (element-type VenuleConflict): what should be looked at; %NULL on an error
 */
GPtrArray *venule_document_transfer_edits (VenuleDocument   *self,
                                           gint64            from_run,
                                           guint            *n_transferred,
                                           GError          **error);

/**
 * venule_document_steal_conflicts:
 * @self: a document
 * @n_transferred: (out): how many corrections were made while the last run went on, and are in its tracks now
 *
 * Tracks can be edited while a run goes on: what was not undone by its end is made in its linked tracks, as one step.
 *
 * Returns: (transfer full) (element-type VenuleConflict) (nullable): what should be looked at, once; %NULL: nothing was
 * edited
 */
GPtrArray *venule_document_steal_conflicts
                                        (VenuleDocument    *self,
                                         guint             *n_transferred);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleConflict, venule_conflict_free)

G_END_DECLS
