/* venule-cell-measures.c: what each cell does along its way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-cell-measures.h"

#include <math.h>

#include "venule-medial-axis.h"

#define PAUSE_VELOCITY_UM 1.0          /* µm/s: the speed of adherence in venule-velocity.c */
#define PAUSE_VELOCITY_DIAMETERS 0.125 /* 1/s */
#define NOISE_DIAMETERS 0.1            /* as in venule-velocity.c */
#define NOISE_PX 1.3
#define EDGE 1.2                       /* expected radii from the edge of the crop: there cells come in and go out */
#define ROUNDING 1e-6                  /* s: 900 frames at 30 frames/s last 30 s, whatever their sum is */

/* One track while it is measured. */
typedef struct {
  VenuleTrack             *track;
  const VenuleCellContext *context;
  const VenulePlace       *spots;  /* that movement is measured from */
  const VenulePlace       *first;  /* in which it is seen, */
  const VenulePlace       *last;   /* to this one */
  double                  *along;
  guint                    n;
  double                   frame;  /* s: how long its last one lasts: as long as the others */
  GArray                  *events; /* NULL: not wanted */
} Cell;

double
venule_cell_pause_velocity (const VenuleSettings        *settings,
                            const VenuleMeasureSettings *measures)
{
  if (measures->pause_velocity > 0)
    return measures->pause_velocity;

  return venule_calibration_is_calibrated (&settings->calibration)
           ? PAUSE_VELOCITY_UM / settings->calibration.pixel_size_um
           : PAUSE_VELOCITY_DIAMETERS * settings->cell_diameter;
}

double
venule_cell_flux_position (const VenuleCentreline      *line,
                           const VenuleMeasureSettings *measures)
{
  double first, last;

  if (isfinite (measures->flux_position))
    return measures->flux_position;
  venule_centreline_get_range (line, &first, &last);

  return (first + last) / 2;
}

double
venule_cell_flux_noise (double cell_diameter)
{
  return MAX (NOISE_PX, NOISE_DIAMETERS * cell_diameter);
}

const char *
venule_event_kind_to_string (VenuleEventKind kind)
{
  static const char *const names[] = { "enters", "appears", "leaves", "vanishes", "stops", "goes_on", "arrests",
                                       "detaches", "crosses", "returns" };

  g_return_val_if_fail (kind < G_N_ELEMENTS (names), NULL);

  return names[kind];
}

static void
add_event (Cell            *self,
           VenuleEventKind  kind,
           guint            i, /* whose place along the vessel is that of the event */
           const VenulePlace *place,
           double           time,
           double           lasted,
           gboolean         censored)
{
  VenuleEvent event = { .track = venule_track_get_id (self->track), .kind = kind, .frame = place->frame, .time = time,
                        .along = self->along[i], .x = place->x, .y = place->y, .lasted = lasted,
                        .censored = censored };

  if (self->events != NULL)
    g_array_append_val (self->events, event);
}

/* ---- Pauses ---- */

static void
end_pause (GArray            *pauses,
           const VenulePlace *spots,
           guint              n,
           guint              first,
           guint              last)
{
  VenulePause pause = { first, last, spots[first].time, spots[last].time, first > 0, last + 1 < n };

  g_array_append_val (pauses, pause);
}

/* A cell stands still in all the time that is covered by windows of @shortest seconds over which it was slower than
 * @velocity (px/s). The noise of a place is spread over a window and hardly ever makes a cell move or stand still that
 * does not; a pause that is shorter than a window is not seen. @along: places on the centreline, px. (transfer full)
 * (element-type VenulePause), by time. */
static GArray *
find_pauses (const VenulePlace *spots,
             const double      *along,
             guint              n,
             double             shortest,
             double             velocity)
{
  GArray *pauses = g_array_new (FALSE, FALSE, sizeof (VenulePause));
  guint first = G_MAXUINT, last = 0, j = 0;

  for (guint i = 0; i < n; i++)
    {
      while (j < n && spots[j].time - spots[i].time < shortest - ROUNDING)
        j++;
      if (j >= n)
        break;
      if (fabs (along[j] - along[i]) >= velocity * (spots[j].time - spots[i].time))
        continue;
      if (first != G_MAXUINT && i > last)
        {
          end_pause (pauses, spots, n, first, last);
          first = G_MAXUINT;
        }
      if (first == G_MAXUINT)
        first = i;
      last = j;
    }
  if (first != G_MAXUINT)
    end_pause (pauses, spots, n, first, last);

  return pauses;
}

/* s: how long it was seen to stand still, with the last frame of the pause, as a whole track is. */
static double
stood (const Cell        *self,
       const VenulePause *pause)
{
  return pause->end - pause->start + self->frame;
}

/* What the camera did not record was not seen. */
static void
measure_time (Cell               *self,
              VenuleCellMeasures *cell)
{
  const VenulePlace *first = self->first, *last = self->last;
  double seen = fmax (last->time - first->time, 0) -
                venule_recorded_in_gaps (self->context->recorded, first->time, last->time);

  self->frame = seen / (double) MAX (last->frame - first->frame, 1);
  cell->seen = seen + self->frame;
}

static void
tell_pause (Cell              *self,
            const VenulePause *pause)
{
  double time = pause->end - pause->start;
  gboolean long_one = stood (self, pause) >= self->context->measures->adherent_seconds - ROUNDING;
  gboolean censored = !pause->begun || !pause->ended;

  if (pause->begun)
    add_event (self, long_one ? VENULE_EVENT_ARRESTS : VENULE_EVENT_STOPS, pause->first, &self->spots[pause->first],
               pause->start, time, censored);
  if (pause->ended)
    add_event (self, long_one ? VENULE_EVENT_DETACHES : VENULE_EVENT_GOES_ON, pause->last, &self->spots[pause->last],
               pause->end, time, censored);
}

static void
measure_pauses (Cell               *self,
                VenuleCellMeasures *cell)
{
  const VenuleCellContext *context = self->context;
  g_autoptr(GArray) pauses = find_pauses (self->spots, self->along, self->n, context->measures->pause_seconds,
                                                      context->pause_velocity);
  double way = self->along[self->n - 1] - self->along[0], time = self->spots[self->n - 1].time - self->spots[0].time;

  cell->n_pauses = pauses->len;
  for (guint i = 0; i < pauses->len; i++)
    {
      const VenulePause *pause = &g_array_index (pauses, VenulePause, i);

      cell->n_ends += pause->ended;
      cell->still += pause->end - pause->start;
      cell->longest = fmax (cell->longest, stood (self, pause));
      way -= self->along[pause->last] - self->along[pause->first];
      if ((!pause->begun && cell->at_start) || (!pause->ended && cell->at_end))
        cell->undecided = TRUE;
      tell_pause (self, pause);
    }
  if (time < context->measures->pause_seconds - ROUNDING)
    return;
  cell->moving = 1 - cell->still / time;
  if (time - cell->still > ROUNDING)
    cell->moving_velocity = way / (time - cell->still);
}

/* ---- The flux line ---- */

/* When it passed the line for the last time before a spot, between two spots. */
static double
time_of_passing (const Cell *self,
                 guint       i,
                 guint      *spot)
{
  double line = self->context->flux_position;
  double side = self->along[i] >= line ? 1 : -1;

  while (i > 1 && side * (self->along[i - 1] - line) >= 0)
    i--;
  *spot = i;
  if (i == 0 || self->along[i] == self->along[i - 1])
    return self->spots[i].time;

  return self->spots[i - 1].time + (line - self->along[i - 1]) / (self->along[i] - self->along[i - 1]) *
                                     (self->spots[i].time - self->spots[i - 1].time);
}

static void
measure_crossings (Cell               *self,
                   VenuleCellMeasures *cell)
{
  const double line = self->context->flux_position;
  const double noise = venule_cell_flux_noise (self->context->settings->cell_diameter);
  gboolean below = self->along[0] < line;

  for (guint i = 1; i < self->n; i++)
    {
      guint spot;
      double time;

      if (below ? self->along[i] < line + noise : self->along[i] > line - noise)
        continue;
      time = time_of_passing (self, i, &spot);
      add_event (self, below ? VENULE_EVENT_CROSSES : VENULE_EVENT_RETURNS, spot, &self->spots[spot], time, NAN, FALSE);
      cell->crossings += below ? 1 : -1;
      cell->passings++;
      below = !below;
    }
}

/* ---- Coming and going ---- */

static gboolean
is_at_edge (const Cell        *self,
            const VenulePlace *spot,
            double             along)
{
  const VenuleCellContext *context = self->context;
  double edge = EDGE * context->settings->cell_diameter / 2, begin, end;

  venule_centreline_get_ends (context->line, &begin, &end);

  return along - begin <= edge || end - along <= edge ||
         venule_outline_distance (context->outline, spot->x, spot->y) <= edge ||
         !venule_outline_contains (context->outline, spot->x, spot->y);
}

static void
measure_ends (Cell               *self,
              VenuleCellMeasures *cell)
{
  const VenuleCellContext *context = self->context;
  const VenulePlace *first = self->first, *last = self->last;

  cell->at_start = first->frame <= context->first_frame + MAX (context->detect_interval, 1) - 1;
  cell->at_end = last->frame >= context->last_frame - MAX (context->detect_interval, 1) + 1;
  if (self->events == NULL)
    return;
  if (!cell->at_start)
    add_event (self, is_at_edge (self, first, self->along[0]) ? VENULE_EVENT_ENTERS : VENULE_EVENT_APPEARS, 0, first,
               first->time, NAN, FALSE);
  if (!cell->at_end)
    add_event (self, is_at_edge (self, last, self->along[self->n - 1]) ? VENULE_EVENT_LEAVES : VENULE_EVENT_VANISHES,
               self->n - 1, last, last->time, NAN, FALSE);
}

/* ---- All of it ---- */

/* Places on the centreline; and how near it is to a wall in the mean. */
static void
place_spots (Cell               *self,
             VenuleCellMeasures *cell)
{
  const VenuleCentreline *line = self->context->line;
  gboolean walls = venule_centreline_get_walls_from (line) != VENULE_WALLS_UNKNOWN;
  guint hint = VENULE_CENTRELINE_NOWHERE;
  double sum = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const VenulePlace *spot = &self->spots[i];
      double beside, left, right;

      venule_centreline_project (line, spot->x - spot->shift_x, spot->y - spot->shift_y, &hint, &self->along[i],
                                 &beside);
      if (!walls)
        continue;
      venule_centreline_get_walls (line, self->along[i], &left, &right);
      sum += fmin (left + beside, right - beside);
    }
  if (walls)
    cell->wall_distance = sum / self->n;
}

/* A run ends a track where the cell's centre leaves the crop; its path, smoothed in the tissue, may end a few px
 * outside. A line that ends within the crop ends no track. */
static gboolean
is_analysed (const VenuleCellContext *context,
             const VenulePlace       *place,
             guint                   *hint)
{
  double along, begin, end;

  if (place->frame < context->first_frame || place->frame > context->last_frame ||
      (!venule_outline_contains (context->outline, place->x, place->y) &&
       venule_outline_distance (context->outline, place->x, place->y) > context->settings->cell_diameter / 2))
    return FALSE;
  venule_centreline_project (context->line, place->x - (double) place->shift_x, place->y - (double) place->shift_y,
                             hint, &along, NULL);
  venule_centreline_get_ends (context->line, &begin, &end);

  return along >= begin && along <= end;
}

const VenulePlace *
venule_cell_find_analysed (const VenulePlace       *places,
                           guint                   *n,
                           const VenuleCellContext *context)
{
  guint from_last = VENULE_CENTRELINE_NOWHERE, from_first = VENULE_CENTRELINE_NOWHERE;

  while (*n > 0 && !is_analysed (context, &places[*n - 1], &from_last))
    --*n;
  while (*n > 0 && !is_analysed (context, places, &from_first))
    {
      places++;
      --*n;
    }

  return places;
}

static void
decide_adherence (const Cell         *self,
                  VenuleCellMeasures *cell)
{
  /* A cell that a person called adherent is still while it is seen, and so is one that comes nowhere. Others of that
   * class creep, and only their pauses tell. */
  if (cell->kind == VENULE_CELL_ADHERENT &&
      (venule_track_get_kind_is_manual (self->track) ||
       !venule_velocity_has_moved (self->spots, self->n, self->context->settings)))
    {
      cell->longest = self->n > 1 ? cell->basic.duration + self->frame : 0;
      cell->undecided = cell->at_start || cell->at_end;
    }
  cell->adherent = cell->longest >= self->context->measures->adherent_seconds - ROUNDING;
  cell->undecided = cell->undecided && !cell->adherent;
}

void
venule_cell_measure (VenuleTrack             *track,
                     const VenuleCellContext *context,
                     VenuleCellMeasures      *cell,
                     GArray                  *events)
{
  Cell self = { .track = track, .context = context, .events = events };
  double few[256];
  g_autofree double *many = NULL;
  g_autofree VenulePlace *owned = NULL;
  guint begin;

  g_return_if_fail (VENULE_IS_TRACK (track));
  g_return_if_fail (context->line != NULL);

  *cell = (VenuleCellMeasures){ .track = venule_track_get_id (track), .kind = venule_track_get_kind (track),
                                .edited = venule_track_get_edited (track), .moving = NAN, .moving_velocity = NAN,
                                .wall_distance = NAN };
  venule_track_measure (track, context->settings, &cell->basic);
  self.first = venule_track_get_places (track, &self.n);
  self.first = venule_cell_find_analysed (self.first, &self.n, context);
  if (self.n == 0)
    return;
  self.last = self.first + self.n - 1;
  self.spots = venule_velocity_get_places (track, &self.n, &owned);
  self.spots = venule_cell_find_analysed (self.spots, &self.n, context);
  if (self.n == 0)
    return;

  many = self.n > G_N_ELEMENTS (few) ? g_new (double, self.n) : NULL;
  self.along = many != NULL ? many : few;
  begin = events != NULL ? events->len : 0;
  place_spots (&self, cell);
  measure_ends (&self, cell);
  if (self.n > 1)
    {
      measure_time (&self, cell);
      measure_pauses (&self, cell);
      measure_crossings (&self, cell);
    }
  decide_adherence (&self, cell);

  /* By time, as they happened; there are few of one cell. */
  for (guint i = begin + 1; events != NULL && i < events->len; i++)
    for (guint k = i; k > begin; k--)
      {
        VenuleEvent *b = &g_array_index (events, VenuleEvent, k), *a = b - 1, kept = *a;

        if (a->time <= b->time)
          break;
        *a = *b;
        *b = kept;
      }
}
