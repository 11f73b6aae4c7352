/* venule-cli-batch-progress.h: how far a batch is, for people and for programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch.h"

G_BEGIN_DECLS

/**
 * VenuleCliProgress:
 *
 * A line for each video that has ended; on a terminal below them one of all together, which is written over, elsewhere
 * one now and then. With JSON each is an object on a line of standard output, else they go to standard error.
 */
typedef struct _VenuleCliProgress VenuleCliProgress;

/* @batch: before its start; stays until venule_cli_progress_free(). */
VenuleCliProgress *venule_cli_progress_new  (VenuleBatch        *batch,
                                             gboolean            json);
/* After the batch has finished: what came of it. */
void               venule_cli_progress_end  (VenuleCliProgress  *self);
void               venule_cli_progress_free (VenuleCliProgress  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCliProgress, venule_cli_progress_free)

G_END_DECLS
