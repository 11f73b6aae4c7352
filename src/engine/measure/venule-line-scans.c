/* venule-line-scans.c: the brightness along the middle of a vessel, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-line-scans.h"

#include <math.h>

#include "venule-interpolate.h"
#include "venule-shifts.h"
#include "venule-time.h"
#include "venule-track.h"
#include "venule-velocity.h"

#define MAX_FRAMES 4000
#define N_STRETCHES 10
#define BESIDE 0.05        /* of the diameter, to each side */
#define MIN_BESIDE 1.0     /* px */
#define AROUND_CELL 1.5    /* radii */
#define FASTER 1.5         /* than the fastest rolling cell */
#define LEAST_QUALITY 0.5  /* of a track */
#define SMOOTH 2.0         /* expected diameters of a cell: what is smoother than that is no red cell */
#define MIN_SMOOTH 8       /* px */
#define N_LINES 3          /* side by side, that in the middle is the centreline */

typedef struct {
  const VenuleFlowInput *input;
  double                 first;  /* place on the centreline, px */
  guint                  length; /* px */
  int                    beside; /* px to each side */
  GArray                *frames; /* (element-type gint64) */
  GHashTable            *rows;   /* frame → its row + 1 */
  VenulePoint           *shifts; /* of the rows */
  float                 *values; /* of line 0 in all frames, then of the next line */
  double                *times;
} Sampler;

static void
choose_frames (Sampler *self)
{
  const VenuleFlowInput *input = self->input;
  gint64 n = input->last_frame - input->first_frame + 1;
  gint64 each = MAX_FRAMES / N_STRETCHES;

  self->frames = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (gint64 i = 0; i < MIN (n, MAX_FRAMES); i++)
    {
      gint64 frame = input->first_frame + (n <= MAX_FRAMES ? i : i / each * n / N_STRETCHES + i % each);

      g_array_append_val (self->frames, frame);
      g_hash_table_insert (self->rows, g_memdup2 (&frame, sizeof frame), GUINT_TO_POINTER (self->frames->len));
    }
}

static int
find_row (const Sampler *self,
          gint64         frame)
{
  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (self->rows, &frame)) - 1;
}

/* As the cells tell. */
static void
find_shifts (Sampler *self)
{
  const VenuleFlowInput *input = self->input;
  gint64 n = MAX (input->last_frame - input->first_frame + 1, 0);
  g_autofree VenulePoint *all = venule_shifts_dup (input->tracks, input->first_frame, n, NULL);

  self->shifts = g_new (VenulePoint, MAX (self->frames->len, 1));
  for (guint i = 0; i < self->frames->len; i++)
    self->shifts[i] = all[g_array_index (self->frames, gint64, i) - input->first_frame];
}

/* ---- Brightness ---- */

static float *
get_row (const Sampler *self,
         guint          line,
         guint          row)
{
  return self->values + ((gsize) line * self->frames->len + row) * self->length;
}

/* px from the centreline to the middle of that line, to the right of the flow. */
static int
get_offset (const Sampler *self,
            guint          line)
{
  return 2 * self->beside * ((int) line - N_LINES / 2);
}

static void
fill_row (Sampler     *self,
          VenuleFrame *frame,
          guint        row)
{
  VenulePoint shift = self->shifts[row];

  for (guint s = 0; s < self->length; s++)
    {
      VenulePoint point, direction;

      venule_centreline_get_point (self->input->centreline, self->first + s, &point, &direction);
      for (guint line = 0; line < N_LINES; line++)
        {
          int offset = get_offset (self, line);
          float sum = 0;

          for (int k = offset - self->beside; k <= offset + self->beside; k++)
            sum += venule_interpolate (frame, point.x + shift.x - k * direction.y, point.y + shift.y + k * direction.x);
          get_row (self, line, row)[s] = sum / (float) (2 * self->beside + 1);
        }
    }
}

static gboolean
fill_rows (Sampler       *self,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr(VenuleReader) reader = venule_source_open_reader (self->input->source, error);

  if (reader == NULL)
    return FALSE;
  for (guint i = 0; i < self->frames->len; i++)
    {
      g_autoptr(VenuleFrame) frame = NULL;
      gint64 number = g_array_index (self->frames, gint64, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (self->input->progress != NULL)
        self->input->progress ((double) i / self->frames->len, self->input->data);
      frame = venule_reader_read (reader, number, cancellable, error);
      if (frame == NULL)
        return FALSE;
      self->times[i] = venule_time_of_frame (self->input->source, &self->input->settings->calibration, number);
      fill_row (self, frame, i);
    }

  return TRUE;
}

/* ---- Cells ---- */

static void
leave_out (Sampler           *self,
           const VenulePlace *place,
           guint             *hint)
{
  int row = find_row (self, place->frame);
  double along, beside, reach = AROUND_CELL * (double) place->radius;

  if (row < 0)
    return;
  venule_centreline_project (self->input->centreline, place->x - (double) place->shift_x,
                             place->y - (double) place->shift_y, hint, &along, &beside);
  for (guint line = 0; line < N_LINES; line++)
    {
      if (fabs (beside - get_offset (self, line)) > reach + self->beside)
        continue;
      for (int s = (int) MAX (floor (along - reach - self->first), 0);
           s <= (int) MIN (ceil (along + reach - self->first), self->length - 1); s++)
        get_row (self, line, (guint) row)[s] = NAN;
    }
}

/* Uncorrected tracks of a lower quality may be clouds that the blood carries. */
static gboolean
is_doubtful (VenuleTrack *track)
{
  return venule_track_is_judged (track) && venule_track_get_quality (track) < LEAST_QUALITY &&
         !venule_track_get_edited (track);
}

/* Of the cells that are no blood: how fast the fastest of them is, px/s. */
static double
leave_out_cells (Sampler *self)
{
  double fastest = 0;

  for (guint i = 0; i < self->input->tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (self->input->tracks, i);
      guint n, hint = VENULE_CENTRELINE_NOWHERE;
      const VenulePlace *places = venule_track_get_places (track, &n);
      double velocity = venule_track_mean_velocity (track, self->input->settings);

      if (venule_track_get_kind (track) == VENULE_CELL_FREE)
        continue;
      for (guint j = 0; j < n; j++)
        leave_out (self, &places[j], &hint);
      if (isfinite (velocity) && !is_doubtful (track))
        fastest = fmax (fastest, fabs (velocity));
    }

  return fastest;
}

/* Clouds far out of focus, and light that is uneven, change over many px: they would be one broad hill under the peak
 * of the red cells. The mean of what lies around is taken off each place. */
static void
take_off_smooth (const Sampler *self,
                 float         *values)
{
  guint half = (guint) fmax (SMOOTH * self->input->settings->cell_diameter, MIN_SMOOTH) / 2;
  g_autofree double *sums = g_new0 (double, self->length + 1);
  g_autofree guint *counts = g_new0 (guint, self->length + 1);

  for (guint s = 0; s < self->length; s++)
    {
      gboolean seen = isfinite (values[s]);

      sums[s + 1] = sums[s] + (seen ? (double) values[s] : 0);
      counts[s + 1] = counts[s] + seen;
    }
  for (guint s = 0; s < self->length; s++)
    {
      guint from = s > half ? s - half : 0, to = MIN (s + half + 1, self->length);

      if (counts[to] > counts[from])
        values[s] -= (float) ((sums[to] - sums[from]) / (counts[to] - counts[from]));
    }
}

static void
sampler_init (Sampler               *self,
              const VenuleFlowInput *input)
{
  double last, diameter = venule_centreline_get_diameter (input->centreline, NULL);

  *self = (Sampler){ .input = input };
  self->length = (guint) fmax (floor (venule_centreline_get_range (input->centreline, &self->first, &last)), 0);
  self->beside = (int) rint (fmax (isfinite (diameter) ? BESIDE * diameter : 0, MIN_BESIDE));
  choose_frames (self);
  find_shifts (self);
  self->values = g_new (float, MAX ((gsize) N_LINES * self->frames->len * self->length, 1));
  self->times = g_new0 (double, MAX (self->frames->len, 1));
}

static void
sampler_clear (Sampler *self)
{
  g_array_unref (self->frames);
  g_hash_table_unref (self->rows);
  g_free (self->shifts);
  g_free (self->values);
  g_free (self->times);
}

VenuleFlowVelocity *
venule_flow_measure (const VenuleFlowInput  *input,
                     GCancellable           *cancellable,
                     GError                **error)
{
  VenuleFlowVelocity *found = NULL;
  Sampler self;

  g_return_val_if_fail (input != NULL, NULL);

  sampler_init (&self, input);
  if (fill_rows (&self, cancellable, error))
    {
      double fastest = leave_out_cells (&self);

      VenuleLines lines = { self.values, N_LINES, self.frames->len, self.length, self.times };

      for (guint row = 0; row < N_LINES * self.frames->len; row++)
        take_off_smooth (&self, get_row (&self, 0, row));
      found = venule_flow_velocity_find (&lines, FASTER * fastest);
    }
  sampler_clear (&self);

  return found;
}
