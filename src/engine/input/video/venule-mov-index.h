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
 * @listed: how long the pictures last together, in units of the track's time
 * @told: how long the track lasts, in the same units; 0: it does not tell
 *
 * The counts are the same in an undamaged file. In one that is written in fragments all may be 0.
 */
typedef struct {
  gint64 n_times;
  gint64 n_sizes;
  double listed;
  double told;
} VenuleMovIndex;

gboolean venule_mov_index_read (VenuleMovIndex *self,
                                VenuleFile     *file,
                                guint32         track);

gboolean venule_mov_index_is_bounded (VenuleFile *file);

static inline gboolean
venule_mov_index_is_sound (const VenuleMovIndex *self)
{
  return self->n_sizes == 0 || self->n_sizes == self->n_times;
}

G_END_DECLS
