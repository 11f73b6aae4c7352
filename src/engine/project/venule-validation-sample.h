/* venule-validation-sample.h: stretches of a video that are drawn at random, to be marked by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleValidationSample:
 * @seed: of the random numbers by which it was drawn
 * @run: number of the run that it is to be compared with
 * @starts: (element-type gint64): the first frame of each stretch, rising
 * @n_marks: frames of a stretch in which all cells are to be marked, 1 or more
 * @step: frames from one of them to the next, 1 or more
 * @done: how many of the stretches are finished, from the first on
 *
 * What the user marks without seeing the result, to check it: stretches of the video, none of which overlap, each
 * place as likely as any other. In the document such marks are a run of their own; what was to be marked stands where
 * other runs tell the versions of the programs that computed.
 */
typedef struct {
  guint32  seed;
  gint64   run;
  GArray  *starts;
  guint    n_marks;
  gint64   step;
  guint    done;
} VenuleValidationSample;

/**
 * venule_validation_sample_draw:
 * @first: first frame to draw from
 * @last: last frame
 * @n_stretches: how many, 1 or more
 * @n_marks: frames to be marked in each, 1 or more
 * @step: frames from one to the next, 1 or more
 * @seed: the same seed draws the same
 * @error: return location for a %VENULE_ERROR_INVALID: there are not enough frames for it
 *
 * Returns: (transfer full): the sample, or %NULL
 */
VenuleValidationSample *venule_validation_sample_draw       (gint64                        first,
                                                             gint64                        last,
                                                             guint                         n_stretches,
                                                             guint                         n_marks,
                                                             gint64                        step,
                                                             guint32                       seed,
                                                             GError                      **error);
VenuleValidationSample *venule_validation_sample_copy       (const VenuleValidationSample *self);
void                    venule_validation_sample_free       (VenuleValidationSample       *self);

/* The frame of a mark of a stretch. */
gint64                  venule_validation_sample_get_frame  (const VenuleValidationSample *self,
                                                             guint                         stretch,
                                                             guint                         mark);
/* Which mark of which stretch the frame is; FALSE: it is none. */
gboolean                venule_validation_sample_find       (const VenuleValidationSample *self,
                                                             gint64                        frame,
                                                             guint                        *stretch,
                                                             guint                        *mark);
/* (transfer full) (element-type gint64): the frames of the finished stretches, rising. */
GArray                 *venule_validation_sample_dup_done   (const VenuleValidationSample *self);

/**
 * venule_validation_sample_dup_pieces:
 * @self: a sample
 * @document: whose times the frames are given, as the calibration may have changed since the marks were made
 * @tracks: (element-type VenuleTrack)
 *
 * A cell that was seen in two stretches was marked as two.
 *
 * Returns: (transfer full) (element-type VenuleTrack): for each track and each finished stretch its places in the
 *   frames that were marked, under the track's own id and kind; none where there are no such places
 */
GPtrArray              *venule_validation_sample_dup_pieces (const VenuleValidationSample *self,
                                                             VenuleDocument               *document,
                                                             GPtrArray                    *tracks);

/* As text, and back: (nullable) NULL when it is none, or makes no sense. */
char                   *venule_validation_sample_to_text    (const VenuleValidationSample *self);
VenuleValidationSample *venule_validation_sample_from_text  (const char                   *text);

/* ---- In the document (venule-document-sample.c) ---- */

/**
 * venule_document_begin_sample:
 * @self: a document with a run, which is shown and is no sample
 * @sample: what is to be marked; is copied
 * @error: return location
 *
 * Shows a new run without tracks, with the settings of the one that was shown, for the marks.
 *
 * Returns: whether it is shown
 */
gboolean                venule_document_begin_sample        (VenuleDocument               *self,
                                                             const VenuleValidationSample *sample,
                                                             GError                      **error);
/* (transfer full) (nullable): the sample whose marks are shown; NULL: the run that is shown is none. */
VenuleValidationSample *venule_document_dup_sample          (VenuleDocument               *self);
/* How many stretches of the sample that is shown are finished. No undo step. */
gboolean      venule_document_set_sample_done
                                           (VenuleDocument      *self,
                                            guint                done,
                                            GError             **error);
/* Whether a run of the document is a sample. */
gboolean                venule_document_is_sample           (VenuleDocument               *self,
                                                             gint64                        run);
/* The newest run of the document that is a sample; 0: there is none. @sample: (out) (optional) (transfer full). */
gint64                  venule_document_find_sample         (VenuleDocument               *self,
                                                             VenuleValidationSample      **sample);
/* (transfer full) (element-type VenuleTrack) (nullable): the tracks of any run. */
GPtrArray    *venule_document_dup_run_tracks
                                           (VenuleDocument      *self,
                                            gint64               run,
                                            GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleValidationSample, venule_validation_sample_free)

G_END_DECLS
