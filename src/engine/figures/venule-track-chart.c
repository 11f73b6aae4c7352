/* venule-track-chart.c: how fast one cell was over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-track-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-cell-measures.h"
#include "venule-number.h"
#include "venule-velocity.h"

struct _VenuleTrackChart
{
  VenuleChart       chart;
  VenuleChartSeries series;
  VenuleChartLevel  mean;
  GArray           *points; /* VenuleChartPoint */
  GArray           *spans;  /* VenuleChartSpan */
  char             *y_label, *mean_value;
};

static void
add_point (VenuleTrackChart *self,
           double            time,
           double            velocity)
{
  VenuleChartPoint point = { time, velocity, NAN, NAN };

  g_array_append_val (self->points, point);
}

static void
add_pause (VenuleTrackChart *self,
           double            from,
           double            to,
           double            shortest)
{
  VenuleChartSpan span = { from, to };

  if (to - from >= shortest)
    g_array_append_val (self->spans, span);
}

/* Where frames are missing the curve has a gap, and a pause ends. */
static void
fill (VenuleTrackChart            *self,
      VenuleTrack                 *track,
      const VenuleSettings        *settings,
      const VenuleMeasureSettings *measures)
{
  double rest = venule_cell_pause_velocity (settings, measures), from = NAN;
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    {
      double velocity = venule_track_velocity_at (track, settings, places[i].frame);
      gboolean gap = i > 0 && places[i].frame > places[i - 1].frame + 1;

      if (!isnan (from) && (gap || fabs (velocity) >= rest))
        {
          add_pause (self, from, places[i - 1].time, measures->pause_seconds);
          from = NAN;
        }
      if (isnan (from) && fabs (velocity) < rest)
        from = places[i].time;
      if (gap)
        add_point (self, (places[i - 1].time + places[i].time) / 2, NAN);
      add_point (self, places[i].time, venule_calibration_scale (&settings->calibration, velocity));
    }
  if (!isnan (from))
    add_pause (self, from, places[n - 1].time, measures->pause_seconds);
}

VenuleTrackChart *
venule_track_chart_new (VenuleTrack                 *track,
                        const VenuleSettings        *settings,
                        const VenuleMeasureSettings *measures)
{
  VenuleTrackChart *self;
  double mean;

  g_return_val_if_fail (VENULE_IS_TRACK (track), NULL);
  g_return_val_if_fail (settings != NULL && measures != NULL, NULL);

  mean = venule_calibration_scale (&settings->calibration, venule_track_mean_velocity (track, settings));
  if (!isfinite (mean))
    return NULL;

  self = g_new0 (VenuleTrackChart, 1);
  self->points = g_array_new (FALSE, FALSE, sizeof (VenuleChartPoint));
  self->spans = g_array_new (FALSE, FALSE, sizeof (VenuleChartSpan));
  fill (self, track, settings, measures);
  self->y_label = g_strdup_printf (_("Velocity (%s)"), venule_calibration_velocity_unit (&settings->calibration));
  self->mean_value = venule_number_dup_shown (mean, venule_axis_significant (fmax (fabs (mean), 1e-6)));
  self->mean = (VenuleChartLevel) { .y = mean, .low = NAN, .high = NAN, .label = _("mean"), .value = self->mean_value,
                                    .dashed = TRUE };
  self->series = (VenuleChartSeries) { .label = _("velocity"),
                                       .points = (const VenuleChartPoint *) (gpointer) self->points->data,
                                       .n = self->points->len, .plain = TRUE };
  self->chart = (VenuleChart) {
    .x_label = _("Time (s)"), .y_label = self->y_label, .y_low = NAN, .y_high = NAN, .x_mark = NAN, .y_mark = 0,
    .series = &self->series, .n_series = 1, .levels = &self->mean, .n_levels = 1,
    .spans = (const VenuleChartSpan *) (gpointer) self->spans->data, .n_spans = self->spans->len,
  };

  return self;
}

void
venule_track_chart_free (VenuleTrackChart *self)
{
  g_array_unref (self->points);
  g_array_unref (self->spans);
  g_free (self->y_label);
  g_free (self->mean_value);
  g_free (self);
}

const VenuleChart *
venule_track_chart_get (const VenuleTrackChart *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->chart;
}
