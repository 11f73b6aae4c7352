/* venule-agreement.h: agreement of found tracks with those that the user marked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-interval.h"
#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleAgreementOptions:
 * @reach: px at which a found cell still is the marked one; 0: half the expected diameter of a cell
 * @complete: whether all cells were marked in the frames that have marks. If not, it is not known which found ones are
 * wrong
 * @loose: the marks of different frames are not known to be of one cell: each frame is compared by itself, and no
 * velocities
 * @frames: (nullable) (element-type gint64): the frames that were looked at, whether anything was marked there or not;
 *   marks in others do not count. %NULL: those that have marks
 * @frame_width: of the video, px
 * @frame_height: px
 * @first_frame: first frame analysed
 * @last_frame: last frame analysed
 */
typedef struct {
  double   reach;
  gboolean complete;
  gboolean loose;
  GArray  *frames;
  int      frame_width, frame_height;
  gint64   first_frame, last_frame;
} VenuleAgreementOptions;

/**
 * VenuleAgreementPair:
 * @manual: position of the marked track in its array
 * @found: id of the found track
 * @common: of its marks that count, those with a spot of the found track within reach
 * @distance: root of the mean squared distance over these, px
 * @manual_velocity: along the flow between the first and the last of these frames, px/s; %NAN with one alone
 * @found_velocity: of the found track between the same two frames
 */
typedef struct {
  guint  manual, found, common;
  double distance, manual_velocity, found_velocity;
} VenuleAgreementPair;

/**
 * VenuleAgreement:
 * @n_manual: marked tracks with a mark in the crop and in the frames analysed
 * @n_outside: marked tracks without one: not judged
 * @pairs: (element-type VenuleAgreementPair): matched tracks, one to one
 * @marks: of each marked track: marks that count
 * @missed: (element-type guint): positions of the marked tracks that have no partner
 * @false_tracks: (element-type guint): ids of found tracks that can be seen in a frame with marks but lie on none;
 *   empty unless complete
 * @split_tracks: (element-type guint): ids of found tracks that lie on a marked cell which has another partner
 * @n_judged: found tracks that can be seen in a frame with marks, without free-flowing cells that have no partner: who
 *   marks rolling cells leaves these out
 * @n_free: those that were left out of @n_judged for it; when loose of @n_spots
 * @n_marks: marks that count
 * @n_marks_found: of these, those with any found cell within reach; when loose each with one of its own
 * @n_spots: when loose: found spots in the frames that have marks, counted as @n_judged counts tracks
 * @reach: px, that was taken
 * @complete: as it was said
 * @loose: as it was said
 * @recall: share of the marked tracks that were found (Wilson 1927); when loose of the marks
 * @precision: share of the judged found tracks that are right; %NAN unless complete; when loose of the spots
 * @n_velocities: pairs that have both velocities
 * @bias: mean of found − manual, px/s (Student's t)
 * @sd: standard deviation of found − manual, px/s
 * @lower: lower limit of agreement: bias − 1.96 SD, px/s
 * @upper: upper limit of agreement
 * @correlation: Pearson's r (Fisher's z)
 * @concordance: Lin's coefficient of concordance; %NAN: cannot be had
 *
 * Bland and Altman's way to compare two methods (Lancet 1986, i, 307; intervals: Stat. Methods Med. Res. 8 (1999) 135).
 */
typedef struct {
  guint          n_manual, n_outside;
  GArray        *pairs, *missed, *false_tracks, *split_tracks;
  guint         *marks;
  guint          n_judged, n_free, n_marks, n_marks_found, n_spots;
  double         reach;
  gboolean       complete, loose;
  VenuleInterval recall, precision;
  guint          n_velocities;
  VenuleInterval bias, lower, upper, correlation;
  double         sd, concordance;
} VenuleAgreement;

/**
 * venule_agreement_new:
 * @manual: (element-type VenuleTrack): what the user marked; not every frame need be marked
 * @found: (element-type VenuleTrack): what the analysis found, as it is now
 * @settings: of the run: crop, flow, expected diameter
 * @options: how
 *
 * A marked and a found track are partners when the found one has a spot within reach at half of the marks or more; of
 * all ways to pair them one to one, that with the most pairs, and then the most such marks, is taken.
 *
 * Returns: (transfer full): how well they agree
 */
VenuleAgreement *venule_agreement_new  (GPtrArray                     *manual,
                                        GPtrArray                     *found,
                                        const VenuleSettings          *settings,
                                        const VenuleAgreementOptions  *options);
void             venule_agreement_free (VenuleAgreement               *self);

/* Differences of two methods, found − manual: (array length=n) each. Fills bias, sd, limits, correlation,
 * concordance. */
void             venule_agreement_compare (VenuleAgreement            *self,
                                           const double               *manual,
                                           const double               *found,
                                           guint                       n);
/* A share with its interval by Wilson's score. */
VenuleInterval   venule_interval_of_share (guint                       n,
                                           guint                       of);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleAgreement, venule_agreement_free)

G_END_DECLS
