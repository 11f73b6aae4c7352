/* venule-end-pairs.h: ends of paths, and the later beginnings within reach of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenulePathEnd:
 * @frame: of the last spot of a path, or of its first
 * @time: s, of that frame
 * @x: px of the tissue
 * @y: the same
 * @speed: of the cell there, px/s
 *
 * Where a path ends, or begins.
 */
typedef struct {
  gint64 frame;
  double time;
  double x, y;
  double speed;
} VenulePathEnd;

/**
 * VenuleEndReach:
 * @gap: longest time from an end to a beginning, s
 * @standing: how far apart they may be, in x and in y, where nothing moves, px; …
 * @moving: … and besides, times the distance that the faster one covers in the time between them
 */
typedef struct {
  double gap;
  double standing;
  double moving;
} VenuleEndReach;

/* One pair within reach; @end and @beginning are their numbers. */
typedef void (*VenuleEndPairFunc) (gpointer data,
                                   guint    end,
                                   guint    beginning);

/**
 * venule_find_end_pairs:
 * @ends: (array length=n): where paths end
 * @beginnings: (array length=n): where they begin
 * @n: number of paths
 * @reach: how far apart a pair may be
 * @func: called for each beginning in a later frame within reach of an end, once, in any order
 * @data: for @func
 * @cancellable: (nullable): looked at for each path
 *
 * Time grows with the pairs that there are, not with all pairs of paths.
 *
 * Returns: %FALSE: it was cancelled
 */
gboolean venule_find_end_pairs (const VenulePathEnd  *ends,
                                const VenulePathEnd  *beginnings,
                                guint                 n,
                                const VenuleEndReach *reach,
                                VenuleEndPairFunc     func,
                                gpointer              data,
                                GCancellable         *cancellable);

G_END_DECLS
