/* venule-summary.c: one recording in a few numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-summary.h"

#include <math.h>

#include "venule-cell-measures.h"
#include "venule-statistics.h"
#include "venule-track.h"
#include "venule-velocity.h"

#define ROUNDING 1e-6 /* s: 900 frames at 30 frames/s last 30 s, whatever the sum of the fractions is */

/* s; the last frame of a track lasts as long as the others. */
static double
time_seen (VenuleTrack               *track,
           const VenuleTrackMeasures *measures)
{
  gint64 n_steps = venule_track_get_last_frame (track) - venule_track_get_first_frame (track);

  return n_steps > 0 ? measures->duration * (double) (n_steps + 1) / (double) n_steps : 0;
}

/* A cell that rolled before it stopped is adherent too. */
static gboolean
is_adherent (VenuleTrack               *track,
             const VenuleSettings      *settings,
             const VenuleTrackMeasures *measures)
{
  g_autoptr(VenuleMeasureSettings) usual = NULL;
  g_autoptr(VenuleSettings) own = NULL;
  g_autoptr(GArray) outline = NULL;
  VenuleCellMeasures cell;

  if (time_seen (track, measures) < VENULE_ADHERENT_SECONDS - ROUNDING)
    return FALSE;
  if (venule_track_get_kind (track) == VENULE_CELL_ADHERENT)
    return TRUE;

  usual = venule_measure_settings_new ();
  own = venule_settings_copy (settings);
  outline = venule_vessel_dup_outline (own->vessel, 1, 1);
  if (own->vessel->centreline == NULL)
    {
      g_autoptr(VenuleCentreline) line = venule_centreline_new (own->vessel, NULL, 1, 1);

      venule_vessel_set_centreline (own->vessel, line);
    }
  venule_cell_measure (track,
                       &(VenuleCellContext){ .settings = own, .measures = usual, .outline = outline,
                                             .pause_velocity = venule_cell_pause_velocity (own, usual) },
                       &cell, NULL);

  return cell.adherent;
}

static void
count_kind (VenuleSummary *summary,
            VenuleTrack   *track)
{
  switch (venule_track_get_kind (track))
    {
    case VENULE_CELL_ROLLING:
      summary->n_rolling++;
      break;
    case VENULE_CELL_ADHERENT:
      summary->n_stationary++;
      break;
    case VENULE_CELL_FREE:
      summary->n_free++;
      break;
    case VENULE_CELL_OTHER:
    default:
      summary->n_other++;
    }
}

void
venule_summary_compute (GListModel           *tracks,
                        const VenuleSettings *settings,
                        double                duration,
                        VenuleSummary        *summary)
{
  g_autoptr(GArray) velocities = NULL;
  g_autoptr(GArray) diameters = NULL;

  g_return_if_fail (G_IS_LIST_MODEL (tracks));
  g_return_if_fail (settings != NULL);
  g_return_if_fail (summary != NULL);

  velocities = g_array_new (FALSE, FALSE, sizeof (double));
  diameters = g_array_new (FALSE, FALSE, sizeof (double));

  *summary = (VenuleSummary){ .n_tracks = g_list_model_get_n_items (tracks), .duration = duration,
                              .adherent_assessable = duration >= VENULE_ADHERENT_SECONDS - ROUNDING };
  for (guint i = 0; i < summary->n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      VenuleTrackMeasures measures;

      venule_track_measure (track, settings, &measures);
      count_kind (summary, track);
      summary->n_adherent += is_adherent (track, settings, &measures);
      if (venule_track_get_edited (track))
        summary->n_edited++;
      if (venule_track_get_kind (track) == VENULE_CELL_ROLLING && isfinite (measures.mean_velocity))
        g_array_append_val (velocities, measures.mean_velocity);
      if (isfinite (measures.mean_diameter))
        g_array_append_val (diameters, measures.mean_diameter);
    }

  summary->n_velocities = velocities->len;
  summary->velocity_mean = venule_statistics_mean (velocities);
  summary->velocity_sd = venule_statistics_sd (velocities);
  summary->velocity_se = summary->velocity_sd / sqrt (velocities->len);
  summary->velocity_median = venule_statistics_quantile (velocities, 0.5);
  summary->diameter_mean = venule_statistics_mean (diameters);
  summary->diameter_sd = venule_statistics_sd (diameters);
}
