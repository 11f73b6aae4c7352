/* venule-study-table.h: the recordings of a comparison, with their labels to be edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-study.h"

G_BEGIN_DECLS

#define VENULE_TYPE_STUDY_TABLE (venule_study_table_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStudyTable, venule_study_table, VENULE, STUDY_TABLE, GtkWidget)

void venule_study_table_set_study       (VenuleStudyTable *self,
                                         VenuleStudy      *study);
/* Takes the selected recordings out of the study. */
void venule_study_table_remove_selected (VenuleStudyTable *self);

G_END_DECLS
