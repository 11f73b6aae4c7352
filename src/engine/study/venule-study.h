/* venule-study.h: several recordings that are compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-study-recording.h"
#include "venule-test-many.h"

G_BEGIN_DECLS

#define VENULE_STUDY_SUFFIX ".venule-study"

/**
 * VenuleStudyGrouping:
 * @VENULE_STUDY_BY_GROUP: by treatment
 * @VENULE_STUDY_BY_TIME: by time point
 * @VENULE_STUDY_BY_BOTH: each treatment at each time point is a group
 *
 * What makes recordings one group.
 */
typedef enum {
  VENULE_STUDY_BY_GROUP,
  VENULE_STUDY_BY_TIME,
  VENULE_STUDY_BY_BOTH,
} VenuleStudyGrouping;

/**
 * VenuleStudy:
 *
 * A #GListModel of #VenuleStudyRecording, and what is compared of them. Properties with notify: quantity (an id of
 * venule_study_get_quantities()), grouping (int, a #VenuleStudyGrouping), correction (int, a #VenuleCorrection),
 * adherent-seconds (double), paired (boolean), modified. Signal: changed, when a comparison may come out otherwise.
 */
#define VENULE_TYPE_STUDY (venule_study_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStudy, venule_study, VENULE, STUDY, GObject)

VenuleStudy          *venule_study_new            (void);

/**
 * venule_study_add:
 * @self: a study
 * @path: of a document
 *
 * Adds a recording at the end. A document that is there already is not added again.
 *
 * Returns: (transfer none) (nullable): the recording, without numbers yet; %NULL: it was there already
 */
VenuleStudyRecording *venule_study_add            (VenuleStudy          *self,
                                                   const char           *path);
/**
 * venule_study_insert:
 * @self: a study
 * @position: where it is to be; beyond the end: at the end
 * @recording: one that was removed
 *
 * Returns: %FALSE: its document is there already
 */
gboolean              venule_study_insert         (VenuleStudy          *self,
                                                   guint                 position,
                                                   VenuleStudyRecording *recording);
void                  venule_study_remove         (VenuleStudy          *self,
                                                   guint                 position);
/* (transfer none) */
VenuleStudyRecording *venule_study_get            (VenuleStudy          *self,
                                                   guint                 position);
guint                 venule_study_get_n          (VenuleStudy          *self);

const VenuleStudyQuantity *
                      venule_study_get_quantity   (VenuleStudy          *self);
/* Whether there is such a quantity. */
gboolean              venule_study_set_quantity   (VenuleStudy          *self,
                                                   const char           *id);
VenuleStudyGrouping   venule_study_get_grouping   (VenuleStudy          *self);
void                  venule_study_set_grouping   (VenuleStudy          *self,
                                                   VenuleStudyGrouping   grouping);
VenuleCorrection      venule_study_get_correction (VenuleStudy          *self);
void                  venule_study_set_correction (VenuleStudy          *self,
                                                   VenuleCorrection      correction);
/* Time of adherence in all recordings, s; 0: as each document has it. When it is set, all numbers are to be read
 * again. */
double                venule_study_get_adherent_seconds (VenuleStudy    *self);
void                  venule_study_set_adherent_seconds (VenuleStudy    *self,
                                                         double          seconds);
/* Whether the groups are of the same animals, at several times or under several treatments. */
gboolean              venule_study_get_paired     (VenuleStudy          *self);
void                  venule_study_set_paired     (VenuleStudy          *self,
                                                   gboolean              paired);
gboolean              venule_study_get_modified   (VenuleStudy          *self);

/* For files and the command line: "group", "time" or "both". */
const char           *venule_study_grouping_to_string   (VenuleStudyGrouping   grouping);
gboolean              venule_study_grouping_from_string (const char           *text,
                                                         VenuleStudyGrouping  *grouping);

/* (transfer full): the name of the group that a recording belongs to; "" where it has no label. */
char                 *venule_study_dup_group_name (VenuleStudy          *self,
                                                   VenuleStudyRecording *recording);

/* ---- Files (venule-study-file.c) ---- */

/**
 * venule_study_open:
 * @path: a file of venule_study_save()
 * @error: return location for a %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_INVALID or %VENULE_ERROR_DAMAGED
 *
 * Reads which recordings there are, and nothing of their documents.
 *
 * Returns: (transfer full): the study, or %NULL
 */
VenuleStudy          *venule_study_open           (const char           *path,
                                                   GError              **error);

/**
 * venule_study_save:
 * @self: a study
 * @path: where to
 * @error: return location for a %VENULE_ERROR_WRITE or %VENULE_ERROR_INVALID
 *
 * Writes JSON, atomically: the labels, and where the documents lie as seen from @path, so that a folder with all of
 * them can be moved.
 *
 * Returns: whether it was written
 */
gboolean              venule_study_save           (VenuleStudy          *self,
                                                   const char           *path,
                                                   GError              **error);

/* The same, but only where the file is as venule_temp_file_dup_stamp() said; with %NULL where it is not there. */
gboolean              venule_study_save_over      (VenuleStudy          *self,
                                                   const char           *path,
                                                   const char           *stamp,
                                                   GError              **error);

G_END_DECLS
