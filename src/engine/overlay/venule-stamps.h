/* venule-stamps.h: what rings cover, kept for the next ones of their size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Px that are blended at once. */
#define VENULE_STAMP_GROUP 4

/**
 * VenuleStampGroup:
 * @x: px, of its first px, from the px in which the ring's middle is
 * @y: px, the same
 * @coverage: how much of each px is covered, of 255, each twice, as who blends four px at once needs it
 *
 * Four px that lie side by side.
 */
typedef struct {
  gint16 x, y;
  guint8 coverage[2 * VENULE_STAMP_GROUP];
} VenuleStampGroup;

/**
 * VenuleStamp:
 * @left: px in which its middle is
 * @top: the same
 * @reach: px from there within which all of it lies
 * @groups: (array length=n): what is covered, each px once, from the top to the bottom
 *
 * What a ring covers.
 */
typedef struct {
  int                     left, top, reach;
  const VenuleStampGroup *groups;
  guint                   n;
} VenuleStamp;

/**
 * VenuleStamps:
 *
 * Rings whose middles lie alike in their px, and whose radii are nearly the same, share one. They are right to an eighth of
 * a px.
 */
typedef struct _VenuleStamps VenuleStamps;

VenuleStamps *venule_stamps_new      (void);
void          venule_stamps_free     (VenuleStamps *self);

/**
 * venule_stamps_begin:
 * @line: px, width of all lines from now on
 *
 * Forgets those of lines of another width, and all of them when they have become many.
 */
void          venule_stamps_begin    (VenuleStamps *self,
                                      double        line);

/**
 * venule_stamps_get_line:
 *
 * Returns: px, width of the lines
 */
double        venule_stamps_get_line (VenuleStamps *self);

/**
 * venule_stamps_make:
 * @x: px, middle of the ring
 * @y: px
 * @radius: px, to the middle of the line; what is smaller than the line becomes a dot
 *
 * Makes the stamp of that ring, and keeps it, where there is none yet; none is kept of rings that are very large.
 */
void          venule_stamps_make     (VenuleStamps *self,
                                      double        x,
                                      double        y,
                                      double        radius);

/**
 * venule_stamps_find:
 * @stamp: (out): valid until another one is made
 *
 * Any number of threads can ask as long as none is made.
 *
 * Returns: whether that of the ring is kept
 */
gboolean      venule_stamps_find     (VenuleStamps *self,
                                      double        x,
                                      double        y,
                                      double        radius,
                                      VenuleStamp  *stamp);

/**
 * venule_stamps_trace:
 * @stamp: (out): valid until another one is made
 *
 * Makes the stamp of any ring, and forgets all others.
 *
 * Returns: whether the ring has a place
 */
gboolean      venule_stamps_trace    (VenuleStamps *self,
                                      double        x,
                                      double        y,
                                      double        radius,
                                      VenuleStamp  *stamp);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleStamps, venule_stamps_free)

G_END_DECLS
