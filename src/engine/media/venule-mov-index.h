/* venule-mov-index.h: how many pictures the index of an MP4 or QuickTime file tells of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-file.h"

G_BEGIN_DECLS

/**
 * VenuleMovIndex:
 * @n_times: of how many pictures it tells the time
 * @n_sizes: of how many pictures it tells the size
 *
 * Both are the same in an undamaged file. In one that is written in fragments both may be 0.
 */
typedef struct {
  gint64 n_times;
  gint64 n_sizes;
} VenuleMovIndex;

gboolean venule_mov_index_read (VenuleMovIndex *self,
                                VenuleFile     *file,
                                guint32         track);

static inline gboolean
venule_mov_index_is_sound (const VenuleMovIndex *self)
{
  return self->n_sizes == 0 || self->n_sizes == self->n_times;
}

G_END_DECLS
