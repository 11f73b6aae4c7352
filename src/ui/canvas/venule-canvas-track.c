/* venule-canvas-track.c: the cell under the pointer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number.h"
#include "venule-velocity.h"

/* Logical px around the centre of a cell in which it can be clicked, however small it is shown. */
#define MIN_REACH 10.0

/* The contour's radius in a direction, between its points. */
static double
contour_radius (VenuleTrack       *track,
                const VenulePlace *place,
                double             angle)
{
  const float *contour = venule_track_get_contour (track, (guint) (place - venule_track_get_places (track, NULL)));
  double position = angle / (2 * G_PI) * VENULE_CONTOUR_POINTS;
  double lower, part;
  int i;

  if (contour == NULL || !(contour[0] > 0))
    return place->radius;

  lower = floor (position);
  part = position - lower;
  i = (((int) lower % VENULE_CONTOUR_POINTS) + VENULE_CONTOUR_POINTS) % VENULE_CONTOUR_POINTS;
  return (1 - part) * contour[i] + part * contour[(i + 1) % VENULE_CONTOUR_POINTS];
}

/* (transfer none) (nullable): the track whose cell on show lies there; of several, the one with the nearest centre. */
VenuleTrack *
venule_canvas_find_track (VenuleCanvas *self,
                          double        x,
                          double        y)
{
  g_autoptr (GPtrArray) tracks = NULL;
  VenuleTrack *found = NULL;
  double least = G_MAXDOUBLE;
  double reach = MIN_REACH / venule_canvas_view_get_scale (&self->view);

  if (self->document == NULL || self->frame == NULL)
    return NULL;

  tracks = venule_canvas_dup_tracks (self);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      const VenulePlace *spot = venule_track_get_place_at (track, self->frame->index);
      double distance = hypot (x - spot->x, y - spot->y);
      double radius = contour_radius (track, spot, atan2 (y - spot->y, x - spot->x));

      if (distance <= MAX (radius, reach) && distance < least)
        {
          least = distance;
          found = track;
        }
    }
  return found;
}

char *
venule_canvas_describe_track (VenuleCanvas *self,
                              VenuleTrack  *track)
{
  const VenuleSettings *settings = venule_canvas_get_shown_settings (self);
  double velocity = venule_track_velocity_at (track, settings, self->frame->index);
  const char *kind = venule_cell_kind_to_label (venule_track_get_kind (track));
  g_autofree char *number = NULL;

  if (!isfinite (velocity))
    {
      /* Translators: of a cell on the video; its number and what it is: "Track 12 · rolling" */
      return g_strdup_printf (_("Track %u · %s"), venule_track_get_id (track), kind);
    }
  /* Translators: of a cell on the video; number, what it is, velocity and unit:
   * "Track 12 · rolling · 35.2 µm/s at this frame". The table has the mean of the track. */
  number = venule_number_dup_shown (venule_calibration_scale (&settings->calibration, velocity), 1);
  return g_strdup_printf (_("Track %u · %s · %s %s at this frame"), venule_track_get_id (track), kind, number,
                          venule_calibration_velocity_unit (&settings->calibration));
}

gboolean
venule_canvas_query_tooltip (GtkWidget  *widget,
                             int         x,
                             int         y,
                             gboolean    keyboard_tooltip,
                             GtkTooltip *tooltip)
{
  VenuleCanvas *self = VENULE_CANVAS (widget);
  const VenulePlace *spot;
  VenuleTrack *track;
  g_autofree char *text = NULL;
  double video_x, video_y, radius;
  VenulePoint at;

  if (keyboard_tooltip || self->drag != VENULE_DRAG_NONE || self->mode != VENULE_MODE_SELECT ||
      venule_canvas_is_menu_open (self))
    return FALSE;

  venule_canvas_view_to_video (&self->view, x, y, &video_x, &video_y);
  track = venule_canvas_find_track (self, video_x, video_y);
  if (track == NULL)
    return FALSE;

  spot = venule_track_get_place_at (track, self->frame->index);
  radius = spot->radius * venule_canvas_view_get_scale (&self->view);
  venule_canvas_view_from_video (&self->view, spot->x, spot->y, &at.x, &at.y);
  text = venule_canvas_describe_track (self, track);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { (int) (at.x - radius), (int) (at.y - radius),
                                                       (int) (2 * radius) + 1, (int) (2 * radius) + 1 });
  return TRUE;
}
