/* venule-kymograph-draw-track.c: a track that is drawn along the streak of a cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"
#include "venule-order.h"

#include <math.h>

/* Logical px: a point so near the last one is the same. */
#define SAME 4.0
/* Of frames of a track, from which is told where across the line it is. */
#define MAX_LOOKED_AT 200

void
venule_kymograph_view_add_point (VenuleKymographView *self,
                                 VenulePoint          at)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  VenulePoint point = { CLAMP (venule_kymograph_view_along_at (self, at.x), 0, self->picture->length - 1),
                        venule_kymograph_view_time_at (self, at.y) };

  if (self->drawn->len > 0)
    {
      VenulePoint last = g_array_index (self->drawn, VenulePoint, self->drawn->len - 1);
      double x = venule_kymograph_plot_x (&self->plot, &box, last.x),
             y = venule_kymograph_plot_y (&self->plot, &box, last.y);

      /* A double click gives the last point twice. */
      if (hypot (x - at.x, y - at.y) <= (self->hand.crosshair ? 0.5 : SAME))
        {
          venule_kymograph_view_end_drawing (self);
          return;
        }
    }
  g_array_append_val (self->drawn, point);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  double left = ((const VenulePoint *) a)->y, right = ((const VenulePoint *) b)->y;

  return (left > right) - (left < right);
}

/* Where the line that was drawn is at a time; they are in the order of times. */
static double
along_at_time (GArray *drawn,
               double  time)
{
  guint i = 0;
  VenulePoint a, b;

  while (i + 2 < drawn->len && g_array_index (drawn, VenulePoint, i + 1).y < time)
    i++;
  a = g_array_index (drawn, VenulePoint, i);
  b = g_array_index (drawn, VenulePoint, i + 1);
  return b.y > a.y ? a.x + CLAMP ((time - a.y) / (b.y - a.y), 0, 1) * (b.x - a.x) : b.x;
}

static double
along_at_frame (VenuleKymographView *self,
                gint64               frame)
{
  double row = venule_kymograph_row_of_frame (self->picture, frame);

  return along_at_time (self->drawn, venule_kymograph_time_of_row (self->picture, row));
}

/* How far beside the line the cell is: where the picture changed most along its streak, in the middle of all. */
static double
find_side (VenuleKymographView *self,
           gint64               first,
           gint64               last)
{
  g_autoptr (GArray) sides = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 step = (last - first) / MAX_LOOKED_AT + 1;

  for (gint64 frame = first; self->making.made && frame <= last; frame += step)
    {
      int row = (int) rint (venule_kymograph_row_of_frame (self->picture, frame));
      double side = venule_kymograph_get_side (self->picture, row, along_at_frame (self, frame));

      g_array_append_val (sides, side);
    }
  if (sides->len == 0)
    return 0;
  g_array_sort (sides, venule_compare_doubles);
  return g_array_index (sides, double, sides->len / 2);
}

/* Whether a person set a point in that frame. */
static gboolean
is_point (VenuleKymographView *self,
          gint64               frame)
{
  for (guint i = 0; i < self->drawn->len; i++)
    {
      double row = venule_kymograph_row_of_time (self->picture, g_array_index (self->drawn, VenulePoint, i).y);

      if (venule_kymograph_frame_of_row (self->picture, row) == frame)
        return TRUE;
    }
  return FALSE;
}

/* (transfer full) (element-type VenuleSpot) */
static GArray *
dup_spots (VenuleKymographView *self,
           gint64               first,
           gint64               last)
{
  const VenuleSettings *settings = venule_document_get_shown_settings (self->document);
  GArray *spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  double side = find_side (self, first, last);

  for (gint64 frame = first; frame <= last; frame++)
    {
      VenulePoint place = venule_kymograph_place (self->picture, frame, along_at_frame (self, frame), side);
      VenuleSpot spot = { .frame = frame,
                          .x = place.x,
                          .y = place.y,
                          .radius = (float) (settings->cell_diameter / 2),
                          .score = 1,
                          .source = is_point (self, frame) ? VENULE_SPOT_MANUAL : VENULE_SPOT_INTERPOLATED };

      g_array_append_val (spots, spot);
    }
  return spots;
}

/* What was drawn becomes a track. Returns whether there was enough of it. */
gboolean
venule_kymograph_view_end_drawing (VenuleKymographView *self)
{
  g_autoptr (GArray) spots = NULL;
  gint64 first, last;

  if (self->drawn->len < 2)
    return FALSE;

  g_array_sort (self->drawn, compare_times);
  first = venule_kymograph_frame_of_row (self->picture,
                                         venule_kymograph_row_of_time (self->picture,
                                                                       g_array_index (self->drawn, VenulePoint, 0).y));
  last = venule_kymograph_frame_of_row (self->picture,
                                        venule_kymograph_row_of_time (self->picture,
                                                                      g_array_index (self->drawn, VenulePoint,
                                                                                     self->drawn->len - 1).y));
  spots = dup_spots (self, first, last);
  venule_kymograph_view_set_drawing (self, FALSE);
  venule_kymograph_view_emit_drawn (self, spots);
  return TRUE;
}
