/* venule-study-private.h: what the parts of a study share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-study.h"

G_BEGIN_DECLS

void venule_study_set_modified (VenuleStudy *self,
                                gboolean     modified);

G_END_DECLS
