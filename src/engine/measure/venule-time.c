/* venule-time.c: when a frame was taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-time.h"

/* What is longer from a frame to the next is a gap. */
#define LONGEST_INTERVAL 1.0  /* s */
#define LONGEST_INTERVALS 5.0 /* mean ones */

double
venule_time_get_frame_rate (VenuleSource            *source,
                            const VenuleCalibration *calibration)
{
  return calibration->frame_rate > 0 ? calibration->frame_rate : venule_source_get_frame_rate (source);
}

double
venule_time_of_frame (VenuleSource            *source,
                      const VenuleCalibration *calibration,
                      gint64                   frame)
{
  double time;
  double rate;

  if (calibration->frame_rate == 0 && venule_source_get_time (source, frame, &time))
    return time;

  rate = venule_time_get_frame_rate (source, calibration);

  return rate > 0 ? frame / rate : 0;
}

double
venule_time_of_frames (VenuleSource            *source,
                       const VenuleCalibration *calibration,
                       gint64                   first,
                       gint64                   last)
{
  double elapsed;

  if (last <= first)
    return 0;

  elapsed = venule_time_of_frame (source, calibration, last) - venule_time_of_frame (source, calibration, first);

  return elapsed * (double) (last - first + 1) / (double) (last - first);
}

void
venule_time_find_recorded (VenuleSource            *source,
                           const VenuleCalibration *calibration,
                           gint64                   first,
                           gint64                   last,
                           VenuleRecorded          *recorded)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (VenuleGap));
  double begin = venule_time_of_frame (source, calibration, first), before = begin, usual, longest;

  *recorded = (VenuleRecorded){ .start = begin, .duration = venule_time_of_frames (source, calibration, first, last),
                                .gaps = gaps };
  if (last <= first || calibration->frame_rate > 0)
    return;

  usual = recorded->duration / (double) (last - first + 1);
  longest = MAX (LONGEST_INTERVAL, LONGEST_INTERVALS * usual);
  for (gint64 frame = first + 1; frame <= last; frame++)
    {
      double time = venule_time_of_frame (source, calibration, frame);

      if (time - before > longest)
        g_array_append_vals (gaps, &(VenuleGap){ before, time }, 1);
      before = time;
    }
  if (gaps->len == 0)
    return;

  /* The interval of the frames that follow one another is how long those last behind which there is nothing. */
  usual = (before - begin - venule_recorded_in_gaps (recorded, begin, before)) /
          (double) MAX (last - first - (gint64) gaps->len, 1);
  for (guint i = 0; i < gaps->len; i++)
    g_array_index (gaps, VenuleGap, i).start += usual;
  recorded->duration = before - begin + usual;
}

double
venule_time_get_recorded_rate (VenuleSource            *source,
                               const VenuleCalibration *calibration,
                               gint64                   first,
                               gint64                   last)
{
  g_auto(VenuleRecorded) recorded = { 0 };

  venule_time_find_recorded (source, calibration, first, last, &recorded);
  if (recorded.gaps->len == 0)
    return venule_time_get_frame_rate (source, calibration);

  return (double) (last - first + 1) / venule_recorded_get_seen (&recorded);
}

void
venule_recorded_clear (VenuleRecorded *self)
{
  g_clear_pointer (&self->gaps, g_array_unref);
}

double
venule_recorded_in_gaps (const VenuleRecorded *self,
                         double                from,
                         double                to)
{
  double sum = 0;

  for (guint i = 0; self->gaps != NULL && i < self->gaps->len; i++)
    {
      const VenuleGap *gap = &g_array_index (self->gaps, VenuleGap, i);

      sum += MAX (MIN (gap->end, to) - MAX (gap->start, from), 0);
    }

  return sum;
}

double
venule_recorded_get_seen (const VenuleRecorded *self)
{
  return self->duration - venule_recorded_in_gaps (self, self->start, self->start + self->duration);
}
