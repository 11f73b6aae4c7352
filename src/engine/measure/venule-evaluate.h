/* venule-evaluate.h: found tracks against the truth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-evaluate-options.h"
#include "venule-probability-calibration.h"

G_BEGIN_DECLS

/**
 * VenuleEvaluation:
 * @n_truth: true spots that must be found
 * @n_found: spots found, without those on ignored cells
 * @n_ignored: spots on ignored cells
 * @true_positives: pairs of a true and a found spot: frame by frame, one to one, as many as can be and of least total
 *   distance
 * @false_positives: found spots without a true one
 * @false_negatives: true spots that were not found
 * @precision: share of the found spots that are right
 * @recall: share of the true spots that were found
 * @f1: harmonic mean of the two
 * @rmse: root of the mean squared distance of the pairs, px
 * @mota: 1 − (misses + false spots + switches) / true spots (K. Bernardin, R. Stiefelhagen, EURASIP JIVP 2008, 246309);
 *   there a pair of the frame before is kept as long as it is near enough
 * @switches: how often a true cell was taken over by another found track
 * @idf1: share of the spots that are explained when each true track is given one found track at most, and the reverse,
 *   in the best way for the whole recording (E. Ristani et al., ECCV Workshops 2016, LNCS 9914, 17)
 * @n_true_tracks: true tracks with a spot that must be found
 * @n_found_tracks: found tracks, without those on ignored cells alone
 * @n_long_tracks: true tracks of at least %VENULE_EVALUATE_LONG_TRACK spots
 * @n_whole_tracks: of these, those of which one found track covers 80 % or more and that track covers no other: it has
 *   fewer than %VENULE_EVALUATE_LONG_TRACK pairs with any other true track
 * @wholeness: their share
 * @n_velocities: true tracks with a found track (of the assignment of @idf1) over at least %VENULE_EVALUATE_LONG_TRACK
 *   frames, or half of their own where they are shorter
 * @n_moving: of these, those that move by at least a quarter of their radius
 * @velocity_error: median over @n_moving of |v_found − v_true| / |v_true|
 * @velocity_bias: median over @n_moving of (v_found − v_true) / |v_true|
 * @velocity_correlation: Pearson's r over @n_velocities
 *
 * Shares that have no denominator are %NAN. A velocity is the displacement from the first to the last frame that the
 * true and the found track have in common over the time between, along the flow, or its amount when no flow is given.
 */
typedef struct {
  guint  n_truth, n_found, n_ignored;
  guint  true_positives, false_positives, false_negatives;
  double precision, recall, f1, rmse;
  double mota;
  guint  switches;
  double idf1;
  guint  n_true_tracks, n_found_tracks, n_long_tracks, n_whole_tracks;
  double wholeness;
  guint  n_velocities, n_moving;
  double velocity_error, velocity_bias, velocity_correlation;
} VenuleEvaluation;

#define VENULE_EVALUATE_LONG_TRACK 10
#define VENULE_EVALUATE_COVER 0.8
/* Frames that a free cell must be seen in to be counted; the others must be seen in VENULE_EVALUATE_LONG_TRACK. */
#define VENULE_EVALUATE_FREE_TRACK 3
#define VENULE_EVALUATE_N_CLASSES 4

/**
 * VenuleEvaluateCell:
 * @id: what the truth calls it
 * @class: rolling, adherent or free. One that rolls at other times but moves by less than a quarter of its radius while
 *   it can be seen counts as adherent: nobody could tell; so does one that is slower than 1 µm/s, when the pixel size
 *   is given
 * @frames: in which its centre lies in the crop
 * @counts: whether these are enough to count it
 * @velocity: px/s over them; %NAN with a single one
 * @track: (nullable): the found track of the assignment of @idf1
 * @common_true: px/s over the frames in common with that; %NAN: too few
 * @common_found: the same of the found track
 *
 * A true cell.
 */
typedef struct {
  const char    *id, *track;
  VenuleCellKind class;
  guint          frames;
  gboolean       counts;
  double         velocity, common_true, common_found;
} VenuleEvaluateCell;

/**
 * VenuleEvaluateTrack:
 * @id: what the analysis calls it
 * @claimed: whether tracks.csv was there and has it; without, @class, @quality and @velocity mean nothing
 * @class: what the analysis says it is
 * @quality: and how sure it is of the track; %NAN when the analysis does not say
 * @velocity: px/s; %NAN when there is none
 * @standard_error: of it, px/s; %NAN when the analysis does not say
 * @spots: their number
 * @matched: those that are matched with a cell that must be found
 * @ignored: those on ignored cells
 * @counts: %FALSE when most of its spots lie on cells that do not count: they were seen too briefly, or outside the
 * crop
 * @false_track: most of its spots are matched with no cell at all
 * @duplicate: and most of those lie on cells that other tracks are matched with: it follows a cell a second time
 * @right: %VENULE_EVALUATE_COVER of its spots or more are matched with one single cell
 * @judged: %FALSE when most of its spots lie on ignored cells, so that the track is neither right nor wrong
 *
 * A found track.
 */
typedef struct {
  const char    *id;
  gboolean       claimed;
  VenuleCellKind class;
  double         quality, velocity, standard_error;
  guint          spots, matched, ignored;
  gboolean       counts, false_track, duplicate, right, judged;
} VenuleEvaluateTrack;

/**
 * VenuleEvaluateCells:
 * @cells: (element-type VenuleEvaluateCell): every true cell
 * @tracks: (element-type VenuleEvaluateTrack): every found track
 * @ids: owns the names in the two
 * @n_false: false tracks
 * @n_duplicates: those of them that follow a cell a second time; the others follow nothing
 * @offset: root mean square of how far the tracks' mean places are off those of their cells, px
 * @jitter: the same of how far their places scatter about that, px
 * @claimed: whether there was a tracks.csv; without, what follows is %NAN or 0
 * @n_true: true cells that count, by #VenuleCellKind
 * @n_found: found tracks that count, by the class that the analysis gave them
 * @count_error: (found − true) / true for each; %NAN where there is no true one
 * @velocity_ks: Kolmogorov–Smirnov distance between the velocities of all rolling tracks and of all truly rolling cells
 *   that count, matched or not; 1 when none was found; %NAN when there is none to find
 * @calibration: of the qualities, over the tracks that are judged
 * @notes: (element-type utf8): sentences about what makes it doubtful that the tables are of the same video
 *
 * An evaluation cell by cell: what a biologist takes from an analysis.
 */
typedef struct {
  GArray           *cells, *tracks;
  GStringChunk     *ids;
  guint             n_false, n_duplicates;
  double            offset, jitter;
  gboolean          claimed;
  guint             n_true[VENULE_EVALUATE_N_CLASSES], n_found[VENULE_EVALUATE_N_CLASSES];
  double                       count_error[VENULE_EVALUATE_N_CLASSES];
  double                       velocity_ks;
  VenuleProbabilityCalibration calibration;
  GPtrArray                   *notes;
} VenuleEvaluateCells;

/* Rolling and adherent cells, all frames, matching within the true radius. */
void      venule_evaluate_options_init  (VenuleEvaluateOptions        *options);
/* @truth_path: CSV with the columns frame, id, kind, x, y and radius; shift_x and shift_y, by which the picture has
 * moved, when they are there. @spots_path: spots.csv of an analysis (track_id, frame, x_px, y_px; time_s, shift_x_px
 * and shift_y_px when they are there). Velocities are those in the tissue where both files tell how the picture has
 * moved. Columns by name, in any order. @cells: (out) (optional) (transfer full). */
gboolean  venule_evaluate               (const char                   *truth_path,
                                         const char                   *spots_path,
                                         const VenuleEvaluateOptions  *options,
                                         VenuleEvaluation             *evaluation,
                                         VenuleEvaluateCells         **cells,
                                         GError                      **error);
void      venule_evaluate_cells_free    (VenuleEvaluateCells          *self);
/* (transfer full): what was compared, how, and what came out; null for what cannot be had. @details: every cell and
 * every track as well. */
char     *venule_evaluate_to_json       (const VenuleEvaluation       *evaluation,
                                         const VenuleEvaluateCells    *cells,
                                         const VenuleEvaluateOptions  *options,
                                         gboolean                      details);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleEvaluateCells, venule_evaluate_cells_free)

G_END_DECLS
