/* venule-parallel-reader.h: frames in order, by several decoders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleParallelReader:
 *
 * Several readers of one video, each in a thread of its own, decode a piece of it each: from a key frame up to the one
 * before another. What each gives is held to the frame table, as in any reading out of order, so that the frames are
 * those that one reader would give. For one thread.
 */
typedef struct _VenuleParallelReader VenuleParallelReader;

/* (nullable): NULL where one reader does as well: without a frame table, with few key frames, on few processors. @last:
 * −1: to the end. @n_workers: 0: by the number of processors. */
VenuleParallelReader *venule_parallel_reader_new  (VenuleSource          *source,
                                                   gint64                 first,
                                                   gint64                 last,
                                                   guint                  n_workers,
                                                   GCancellable          *cancellable);
void                  venule_parallel_reader_free (VenuleParallelReader  *self);
/* (transfer full) (nullable): the next frame; NULL at the end or with an error. */
VenuleFrame          *venule_parallel_reader_read (VenuleParallelReader  *self,
                                                   GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleParallelReader, venule_parallel_reader_free)

G_END_DECLS
