/* venule-batch-set-up.h: a video of several that is set up in a window of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-input-options.h"
#include "venule-template.h"

G_BEGIN_DECLS

/* Signal: kept (VenuleTemplate*, VenuleInputOptions*): a person has drawn and checked it. */
#define VENULE_TYPE_BATCH_SET_UP (venule_batch_set_up_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchSetUp, venule_batch_set_up, VENULE, BATCH_SET_UP, GObject)

/* @template: (transfer full): what is known of it until now. */
VenuleBatchSetUp         *venule_batch_set_up_new          (const char                   *path,
                                                            const VenuleInputOptions     *input,
                                                            VenuleTemplate               *template);
const char               *venule_batch_set_up_get_path     (VenuleBatchSetUp             *self);
const VenuleInputOptions *venule_batch_set_up_get_input    (VenuleBatchSetUp             *self);
const VenuleTemplate     *venule_batch_set_up_get_template (VenuleBatchSetUp             *self);
void                      venule_batch_set_up_keep         (VenuleBatchSetUp             *self,
                                                            const VenuleSettings         *settings,
                                                            const VenuleMeasureSettings  *measures,
                                                            const VenuleInputOptions     *input);

G_END_DECLS
