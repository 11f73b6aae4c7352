/* venule-timeline-private.h: what the files of the timeline share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-timeline.h"

G_BEGIN_DECLS

/**
 * VenuleTimelinePart:
 * @VENULE_TIMELINE_NONE: nothing
 * @VENULE_TIMELINE_POSITION: the frame on show
 * @VENULE_TIMELINE_FIRST: the first frame to analyse
 * @VENULE_TIMELINE_LAST: the last frame to analyse
 *
 * What the pointer drags.
 */
typedef enum {
  VENULE_TIMELINE_NONE,
  VENULE_TIMELINE_POSITION,
  VENULE_TIMELINE_FIRST,
  VENULE_TIMELINE_LAST,
} VenuleTimelinePart;

/* A run of frames, both ends included. */
typedef struct {
  gint64 first;
  gint64 last;
} VenuleFrameRun;

struct _VenuleTimeline
{
  GtkWidget           parent_instance;

  VenulePlayer       *player;
  VenuleDocument     *document;
  GtkWidget          *label;
  VenuleFrameRun      analysed; /* −1, −1: none */
  GArray             *damaged;  /* VenuleFrameRun */
  VenuleSource       *damaged_source; /* whose frame table @damaged is from; not owned */

  int                 trough_x; /* logical px; the label is before it, whatever the text direction */
  int                 trough_width;
  int                 height;

  VenuleTimelinePart  dragged;
  VenuleTimelinePart  hovered;
  VenuleFrameRun      draft; /* the range while one of its ends is dragged */
  gint64              drag_position;
};

/* venule-timeline.c */
gboolean            venule_timeline_has_video    (VenuleTimeline  *self);
gint64              venule_timeline_get_n_frames (VenuleTimeline  *self); /* at least 1 */
gint64              venule_timeline_frame_at     (VenuleTimeline  *self,
                                                  double           x);
double              venule_timeline_x_of         (VenuleTimeline  *self,
                                                  double           frame);
double              venule_timeline_get_time     (VenuleTimeline  *self,
                                                  gint64           frame);
VenuleFrameRun      venule_timeline_get_range    (VenuleTimeline  *self);
char               *venule_timeline_format       (double           seconds);

/* venule-timeline-input.c: what the events of the pointer and the keyboard do. */
void                venule_timeline_add_input    (VenuleTimeline  *self);
VenuleTimelinePart  venule_timeline_find_part    (VenuleTimeline  *self,
                                                  double           x,
                                                  double           y);
void                venule_timeline_press        (VenuleTimeline  *self,
                                                  double           x,
                                                  double           y);
void                venule_timeline_drag         (VenuleTimeline  *self,
                                                  double           x);
void                venule_timeline_release      (VenuleTimeline  *self);
gboolean            venule_timeline_key          (VenuleTimeline  *self,
                                                  guint            keyval,
                                                  GdkModifierType  state);

/* venule-timeline-drawing.c */
#define VENULE_TIMELINE_TROUGH_Y 8
#define VENULE_TIMELINE_TROUGH_HEIGHT 14
#define VENULE_TIMELINE_HEIGHT 40

void                venule_timeline_snapshot     (GtkWidget       *widget,
                                                  GtkSnapshot     *snapshot);

G_END_DECLS
