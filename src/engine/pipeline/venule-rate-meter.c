/* venule-rate-meter.c: how fast a run is just now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-rate-meter.h"

#define PERIOD G_USEC_PER_SEC
#define SHORTEST (PERIOD / 10) /* over less, a rate is chance */

/**
 * venule_rate_meter_start:
 * @self: the meter
 * @now: µs of a clock that never goes back
 * @frames: frames done
 *
 * Begins to count, or counts anew: after a pause, which must not look like slow work.
 */
void
venule_rate_meter_start (VenuleRateMeter *self,
                         gint64           now,
                         gint64           frames)
{
  self->past_time = self->mark_time = now;
  self->past_frames = self->mark_frames = frames;
}

/**
 * venule_rate_meter_rate:
 * @self: the meter, started
 * @now: µs
 * @frames: frames done
 *
 * Returns: frames/s; 0 where it is too early to say
 */
double
venule_rate_meter_rate (VenuleRateMeter *self,
                        gint64           now,
                        gint64           frames)
{
  if (now - self->mark_time >= PERIOD)
    {
      self->past_time = self->mark_time;
      self->past_frames = self->mark_frames;
      self->mark_time = now;
      self->mark_frames = frames;
    }
  if (now - self->past_time < SHORTEST)
    return 0;
  return (frames - self->past_frames) * (double) G_USEC_PER_SEC / (now - self->past_time);
}
