/* venule-track-row.c: a track as a row of the table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-row.h"

struct _VenuleTrackRow
{
  GObject              parent_instance;

  VenuleDocument      *document;
  VenuleTrack         *track;
  VenuleTrackMeasures  measures;
  gboolean             due; /* the track has changed since it was measured */
};

enum
{
  CHANGED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleTrackRow, venule_track_row, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void
measure (VenuleTrackRow *self)
{
  venule_track_measure (self->track, venule_document_get_shown_settings (self->document), &self->measures);
  self->due = FALSE;
}

static void
on_changed (VenuleTrackRow *self)
{
  self->due = TRUE;
}

static void
venule_track_row_finalize (GObject *object)
{
  VenuleTrackRow *self = VENULE_TRACK_ROW (object);

  g_signal_handlers_disconnect_by_data (self->track, self);
  g_object_unref (self->document);
  g_object_unref (self->track);

  G_OBJECT_CLASS (venule_track_row_parent_class)->finalize (object);
}

static void
venule_track_row_class_init (VenuleTrackRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_track_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
venule_track_row_init (VenuleTrackRow *self)
{
}

VenuleTrackRow *
venule_track_row_new (VenuleDocument *document,
                      VenuleTrack    *track)
{
  VenuleTrackRow *self = g_object_new (VENULE_TYPE_TRACK_ROW, NULL);

  self->document = g_object_ref (document);
  self->track = g_object_ref (track);
  g_signal_connect_swapped (track, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (track, "notify", G_CALLBACK (on_changed), self);
  measure (self);
  return self;
}

VenuleDocument *
venule_track_row_get_document (VenuleTrackRow *self)
{
  return self->document;
}

VenuleTrack *
venule_track_row_get_track (VenuleTrackRow *self)
{
  return self->track;
}

const VenuleTrackMeasures *
venule_track_row_get_measures (VenuleTrackRow *self)
{
  return &self->measures;
}

gboolean
venule_track_row_renew (VenuleTrackRow *self,
                        gboolean        settings_changed)
{
  if (!settings_changed && !self->due)
    return FALSE;

  measure (self);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}
