/* venule-kymograph-zoom.c: how much of the kymograph is in sight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#define MIN_PX 16.0
#define MIN_ROWS 6.0
/* px and s: more than any picture has. */
#define FAR 1e12
/* Of what is in sight, before and after the cursor. */
#define MARGIN 0.1

/* A stretch of that length or less, inside of the whole. */
static void
keep_inside (double *low,
             double *high,
             double  whole_low,
             double  whole_high,
             double  least)
{
  double length = CLAMP (*high - *low, MIN (least, whole_high - whole_low), whole_high - whole_low);
  double middle = (*low + *high) / 2;

  *low = CLAMP (middle - length / 2, whole_low, whole_high - length);
  *high = *low + length;
}

static void
set_sight (VenuleKymographView *self,
           double               along_low,
           double               along_high,
           double               time_low,
           double               time_high)
{
  VenuleKymographPlot whole, *plot = &self->plot;
  const VenuleKymograph *picture = self->picture;
  double row_time;

  venule_kymograph_plot_init (&whole, picture, &plot->calibration);
  row_time = (whole.time_high - whole.time_low) / picture->n_rows;
  keep_inside (&along_low, &along_high, whole.along_low, whole.along_high, MIN_PX);
  keep_inside (&time_low, &time_high, whole.time_low, whole.time_high, MIN_ROWS * row_time);
  if (along_low == plot->along_low && along_high == plot->along_high && time_low == plot->time_low &&
      time_high == plot->time_high)
    return;

  plot->along_low = along_low;
  plot->along_high = along_high;
  plot->time_low = time_low;
  plot->time_high = time_high;
  self->whole = along_high - along_low >= whole.along_high - whole.along_low - 1e-9 &&
                time_high - time_low >= whole.time_high - whole.time_low - 1e-9;
  venule_kymograph_view_moved (self);
}

void
venule_kymograph_view_show_whole (VenuleKymographView *self)
{
  if (self->picture)
    set_sight (self, -FAR, FAR, -FAR, FAR);
}

/* What is at that place of the widget stays there. */
void
venule_kymograph_view_zoom_at (VenuleKymographView *self,
                               VenulePoint          at,
                               double               along_factor,
                               double               time_factor)
{
  const VenuleKymographPlot *plot = &self->plot;
  double along, time;

  if (!self->picture)
    return;

  along = CLAMP (venule_kymograph_view_along_at (self, at.x), plot->along_low, plot->along_high);
  time = CLAMP (venule_kymograph_view_time_at (self, at.y), plot->time_low, plot->time_high);
  set_sight (self, along - (along - plot->along_low) / along_factor, along + (plot->along_high - along) / along_factor,
             time - (time - plot->time_low) / time_factor, time + (plot->time_high - time) / time_factor);
}

/* By px of the widget. */
void
venule_kymograph_view_pan (VenuleKymographView *self,
                           double               dx,
                           double               dy)
{
  const VenuleKymographPlot *plot = &self->plot;
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  double along = dx / box.width * (plot->along_high - plot->along_low);
  double time = dy / box.height * (plot->time_high - plot->time_low);

  if (self->picture)
    set_sight (self, plot->along_low - along, plot->along_high - along, plot->time_low - time, plot->time_high - time);
}

/* The frame on show stays in sight while the video plays. */
void
venule_kymograph_view_follow (VenuleKymographView *self)
{
  const VenuleKymographPlot *plot = &self->plot;
  double time, length = plot->time_high - plot->time_low;

  if (!self->picture || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  gtk_widget_queue_draw (GTK_WIDGET (self));
  time = venule_kymograph_time_of_row (self->picture,
                                       venule_kymograph_row_of_frame (self->picture,
                                                                      venule_player_get_position (self->player)));
  if (self->whole || self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    return;
  if (time < plot->time_low)
    set_sight (self, plot->along_low, plot->along_high, time - (1 - MARGIN) * length, time + MARGIN * length);
  else if (time > plot->time_high)
    set_sight (self, plot->along_low, plot->along_high, time - MARGIN * length, time + (1 - MARGIN) * length);
}

void
venule_kymograph_view_zoom (VenuleKymographView *self,
                            double               factor)
{
  VenuleKymographBox box;
  VenulePoint middle;

  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  box = venule_kymograph_view_get_box (self);
  middle = (VenulePoint) { box.x + box.width / 2, box.y + box.height / 2 };
  venule_kymograph_view_zoom_at (self, self->hand.inside ? self->hand.at : middle, factor, factor);
}

void
venule_kymograph_view_zoom_fit (VenuleKymographView *self)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  venule_kymograph_view_show_whole (self);
}
