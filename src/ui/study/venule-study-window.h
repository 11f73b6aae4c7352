/* venule-study-window.h: groups of animals against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-study.h"

G_BEGIN_DECLS

#define VENULE_TYPE_STUDY_WINDOW (venule_study_window_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStudyWindow, venule_study_window, VENULE, STUDY_WINDOW, AdwApplicationWindow)

GtkWidget   *venule_study_window_new       (GtkApplication     *application);
VenuleStudy *venule_study_window_get_study (VenuleStudyWindow  *self);

/**
 * venule_study_window_add:
 * @self: a window
 * @paths: (array length=n): of documents, and of a study, which takes the place of an empty one
 * @n: how many
 */
void         venule_study_window_add       (VenuleStudyWindow  *self,
                                            const char *const  *paths,
                                            guint               n);

G_END_DECLS
