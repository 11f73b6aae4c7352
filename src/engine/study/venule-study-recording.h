/* venule-study-recording.h: one document of a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-study-numbers.h"

G_BEGIN_DECLS

/**
 * VenuleStudyRecording:
 *
 * A document and what it is of. Properties with notify: animal, group, time-point (texts, never %NULL, without spaces
 * around them), included (whether it counts), problem (why it has no numbers; nullable), loading (whether neither
 * numbers nor a problem are there yet). Fixed: path, name (of the file, for people).
 */
#define VENULE_TYPE_STUDY_RECORDING (venule_study_recording_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStudyRecording, venule_study_recording, VENULE, STUDY_RECORDING, GObject)

VenuleStudyRecording     *venule_study_recording_new            (const char            *path);
const char               *venule_study_recording_get_path       (VenuleStudyRecording  *self);
const char               *venule_study_recording_get_name       (VenuleStudyRecording  *self);
const char               *venule_study_recording_get_animal     (VenuleStudyRecording  *self);
const char               *venule_study_recording_get_group      (VenuleStudyRecording  *self);
const char               *venule_study_recording_get_time_point (VenuleStudyRecording  *self);
gboolean                  venule_study_recording_get_included   (VenuleStudyRecording  *self);
void                      venule_study_recording_set_animal     (VenuleStudyRecording  *self,
                                                                 const char            *animal);
void                      venule_study_recording_set_group      (VenuleStudyRecording  *self,
                                                                 const char            *group);
void                      venule_study_recording_set_time_point (VenuleStudyRecording  *self,
                                                                 const char            *time_point);
void                      venule_study_recording_set_included   (VenuleStudyRecording  *self,
                                                                 gboolean               included);

/* (nullable): %NULL before they are read, and where they cannot be. */
const VenuleStudyNumbers *venule_study_recording_get_numbers    (VenuleStudyRecording  *self);
/* (nullable): a sentence: why there are no numbers. */
const char               *venule_study_recording_get_problem    (VenuleStudyRecording  *self);

/**
 * venule_study_recording_take_numbers:
 * @self: a recording
 * @numbers: (transfer full) (nullable): what was read
 * @problem: (nullable): a sentence, when nothing could be
 *
 * Labels that are all empty become those of the document.
 */
void                      venule_study_recording_take_numbers   (VenuleStudyRecording  *self,
                                                                 VenuleStudyNumbers    *numbers,
                                                                 const char            *problem);

/**
 * venule_study_recording_load:
 * @self: a recording
 * @adherent_seconds: time of adherence, s; 0: as the document has it
 * @error: return location
 *
 * Reads the document.
 *
 * Returns: whether it has numbers now
 */
gboolean                  venule_study_recording_load           (VenuleStudyRecording  *self,
                                                                 double                 adherent_seconds,
                                                                 GError               **error);

G_END_DECLS
