/* venule-review.h: the places of a result that are most likely wrong, and how wrong the rest may be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-agreement.h"
#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleReviewReason:
 * @VENULE_REVIEW_QUALITY: the track is of low quality
 * @VENULE_REVIEW_JUMP: it moves much farther from a frame to the next than around that
 * @VENULE_REVIEW_BEGINS: it begins inside the crop, after the first frame
 * @VENULE_REVIEW_ENDS: it ends inside the crop, before the last frame
 * @VENULE_REVIEW_TOUCHES: it overlaps with another track: they may have been exchanged
 * @VENULE_REVIEW_SIZE: it is much larger or smaller than the others, or changes its size
 * @VENULE_REVIEW_SPEED: it rolls against the flow
 * @VENULE_REVIEW_UNSEEN: without a detection for a long time: it was filled in
 * @VENULE_REVIEW_SAMPLE: nothing; reviewed so that the error of the rest can be estimated
 *
 * Why a place is to be looked at.
 */
typedef enum {
  VENULE_REVIEW_QUALITY,
  VENULE_REVIEW_JUMP,
  VENULE_REVIEW_BEGINS,
  VENULE_REVIEW_ENDS,
  VENULE_REVIEW_TOUCHES,
  VENULE_REVIEW_SIZE,
  VENULE_REVIEW_SPEED,
  VENULE_REVIEW_UNSEEN,
  VENULE_REVIEW_SAMPLE,
} VenuleReviewReason;

/**
 * VenuleReviewPlace:
 * @track: id
 * @other: id of the track that it may be exchanged or joined with; 0: none
 * @frame: where
 * @reason: why
 * @probability: that something is wrong there, 0 to 1
 * @amount: how much of the reason there is, in a unit of its own: what the probability follows from
 * @doubt: log odds that the track is wrong by its quality: the other thing that it follows from
 */
typedef struct {
  guint              track, other;
  gint64             frame;
  VenuleReviewReason reason;
  double             probability;
  double             amount, doubt;
} VenuleReviewPlace;

/**
 * VenuleReviewRange:
 * @frame_width: of the video, px
 * @frame_height: px
 * @first_frame: first frame analysed
 * @last_frame: last frame analysed
 * @all: places that need no review are wanted too, for a calibration
 *
 * What was analysed.
 */
typedef struct {
  int    frame_width, frame_height;
  gint64 first_frame, last_frame;
  gboolean all;
} VenuleReviewRange;

/* "begins", for files; static. */
const char       *venule_review_reason_to_string   (VenuleReviewReason           reason);
gboolean          venule_review_reason_from_string (const char                  *text,
                                                    VenuleReviewReason          *reason);
/* (transfer full): a translated sentence about a place. */
char             *venule_review_place_describe     (const VenuleReviewPlace     *place);

/**
 * venule_review_find:
 * @tracks: (element-type VenuleTrack): the result as it is now; locked tracks are believed
 * @settings: of the run
 * @range: what was analysed
 *
 * One place at most for each track and reason. Where a track ends and another begins soon after, near where the first
 * would be by then, that is one place.
 *
 * Returns: (transfer full) (element-type VenuleReviewPlace): the most doubtful first
 */
GArray           *venule_review_find               (GPtrArray                   *tracks,
                                                    const VenuleSettings        *settings,
                                                    const VenuleReviewRange     *range);

/**
 * VenuleReviewJudgement:
 * @probability: what was thought of the track before it was looked at
 * @judged: whether the user has reviewed it
 * @wrong: whether something was wrong with it
 *
 * A track of the result as the run made it.
 */
typedef struct {
  double   probability;
  gboolean judged, wrong;
} VenuleReviewJudgement;

/**
 * venule_review_estimate:
 * @judgements: (array length=n): of all tracks of the run
 * @n: number of tracks
 *
 * How large the share of wrong tracks still is: what was found wrong has been put right. Tracks that were not looked at
 * are taken to be wrong as often as those of about the same probability that were; where few were looked at, what was
 * thought of them counts like two answers (Beta prior), and the interval is wide. By 4000 draws, always the same.
 *
 * Returns: the share with its 95 % interval; %NAN without tracks
 */
VenuleInterval    venule_review_estimate           (const VenuleReviewJudgement *judgements,
                                                    guint                        n);

G_END_DECLS
