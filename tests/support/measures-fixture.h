/* measures-fixture.h: a recording whose numbers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "make-track.h"
#include "venule-measures.h"

/* A recording of 640 × 480 px at 30 frames/s with a vessel of 200 × 40 px in it, flow to the right. */
typedef struct {
  VenuleSettings        *settings;
  VenuleMeasureSettings *measures;
  GPtrArray             *tracks;
  gint64                 n_frames;
} Fixture;

static inline void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->settings = make_settings ();
  venule_vessel_set_rectangle (self->settings->vessel, 100, 80, 200, 40, 0);
  self->measures = venule_measure_settings_new ();
  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  self->n_frames = 1800;
}

static inline void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  venule_settings_free (self->settings);
  venule_measure_settings_free (self->measures);
  g_ptr_array_unref (self->tracks);
}

static inline VenuleMeasures *
measure (Fixture *self)
{
  const VenuleMeasureInput input = { .settings = self->settings, .measures = self->measures, .frame_width = 640,
                                     .frame_height = 480, .last_frame = self->n_frames - 1,
                                     .recorded.duration = self->n_frames / RATE, .detect_interval = 1,
                                     .complete = TRUE };

  return venule_measures_new (self->tracks, &input, NULL);
}

static inline VenuleTrack *
add_track (Fixture        *self,
           VenuleCellKind  kind)
{
  VenuleTrack *track = venule_track_new (self->tracks->len + 1);

  venule_track_set_kind (track, kind);
  g_ptr_array_add (self->tracks, track);

  return track;
}

/* A cell that comes in at the left edge in @frame and rolls through at @speed, px/s. */
static inline void
add_rolling (Fixture        *self,
             VenuleCellKind  kind,
             gint64          frame,
             double          speed)
{
  VenuleTrack *track = add_track (self, kind);

  for (gint64 i = 0; speed * i / RATE <= 199; i++)
    add_spot (track, frame + i, (frame + i) / RATE, 100 + speed * i / RATE, 100);
}

/* A cell that stands still for @n frames from @frame on. */
static inline void
add_still (Fixture        *self,
           VenuleCellKind  kind,
           gint64          frame,
           gint64          n)
{
  VenuleTrack *track = add_track (self, kind);

  for (gint64 i = 0; i < n; i++)
    add_spot (track, frame + i, (frame + i) / RATE, 200, 100);
}

static inline double
value_of (const VenuleMeasures *measures,
          VenuleQuantityId      id)
{
  return venule_measures_get (measures, id)->estimate.value;
}
