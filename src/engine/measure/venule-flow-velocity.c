/* venule-flow-velocity.c: how fast the blood moves in the middle of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-flow-velocity.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <string.h>

#include "venule-statistics.h"

#define REACH 0.6         /* of the length: how far it is looked; the rest is compared */
#define MAX_STRETCHES 10
#define FEWEST_PAIRS 8    /* of rows in a stretch */
#define MAX_PAIRS 400     /* of rows in a stretch: more make it hardly surer */
#define FEWEST_STRETCHES 3
#define SHORTEST_STEP 3.0 /* px */
#define LONGEST_LAG 32
#define LASTING 0.5       /* height at the next longer lag, as a share of that at this one */
#define STANDING_OUT 6.0
#define FEWEST_SEEN 0.05  /* of what is seen without a displacement */
#define LOWEST_HEIGHT 0.02
#define AMBIGUOUS 0.7
#define REPEATING 0.1 /* lower peaks are noise rather than stripes */
#define EVEN 0.1          /* how much the time between two rows may differ from the usual one */
#define FORMAT "flow1"

typedef struct {
  guint   n_rows, length;
  float  *rows;     /* without what stands still */
  double *times;
  double  interval; /* s, the usual one */
  int     reach;    /* px to each side */
  double *mean;     /* 2·reach + 1 correlations */
} Search;

/* ---- Rows without what stands still ---- */

/* Each place less its mean over time, then each row less its own mean: neither the walls nor the lamp moves. What is
 * not to be looked at is as the mean is. */
static void
take_off_standing (Search      *self,
                   const float *rows)
{
  g_autofree double *sum = g_new0 (double, self->length);
  g_autofree guint *n = g_new0 (guint, self->length);

  self->rows = g_new (float, (gsize) self->n_rows * self->length);
  for (gsize i = 0; i < (gsize) self->n_rows * self->length; i++)
    {
      if (isfinite (rows[i]))
        {
          sum[i % self->length] += (double) rows[i];
          n[i % self->length]++;
        }
    }
  for (guint t = 0; t < self->n_rows; t++)
    {
      const float *row = rows + (gsize) t * self->length;
      float *cleaned = self->rows + (gsize) t * self->length;
      double level = 0;
      guint n_seen = 0;

      for (guint s = 0; s < self->length; s++)
        {
          if (!isfinite (row[s]))
            continue;
          level += (double) row[s] - sum[s] / n[s];
          n_seen++;
        }
      for (guint s = 0; s < self->length; s++)
        cleaned[s] = isfinite (row[s]) ? (float) ((double) row[s] - sum[s] / n[s] - level / n_seen) : 0;
    }
}

static double
usual_interval (const double *times,
                guint         n)
{
  g_autoptr(GArray) intervals = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 1; i < n; i++)
    {
      double interval = times[i] - times[i - 1];

      g_array_append_val (intervals, interval);
    }

  return venule_statistics_quantile (intervals, 0.5);
}

/* ---- Correlation ---- */

/* What the sums over all pairs of rows are made of, as spectra: a displacement for each multiplication would take a
 * thousand times as long. */
typedef struct {
  gsize   size;                                /* a power of two that holds two rows */
  double *products, *first, *second;           /* sums of cross spectra */
  double *before, *before_squared, *before_is; /* spectra of a row, of its squares, of where it is seen */
  double *after, *after_squared, *after_is;
} Spectra;

static void
spectra_init (Spectra *self,
              guint    length)
{
  double **arrays[] = { &self->products,       &self->first,     &self->second, &self->before,
                        &self->before_squared,
                        &self->before_is,      &self->after,     &self->after_squared, &self->after_is };

  for (self->size = 1; self->size < 2 * length; self->size *= 2)
    ;
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    *arrays[i] = g_new0 (double, self->size);
}

static void
spectra_clear (Spectra *self)
{
  double *arrays[] = { self->products,  self->first, self->second,        self->before,  self->before_squared,
                       self->before_is, self->after, self->after_squared, self->after_is };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
}

static void
transform (const float *row,
           guint        length,
           gsize        size,
           double      *values,
           double      *squared,
           double      *is)
{
  memset (values, 0, size * sizeof *values);
  memset (squared, 0, size * sizeof *squared);
  memset (is, 0, size * sizeof *is);
  for (guint s = 0; s < length; s++)
    {
      values[s] = (double) row[s];
      squared[s] = values[s] * values[s];
      is[s] = squared[s] > 0;
    }
  gsl_fft_real_radix2_transform (values, 1, size);
  gsl_fft_real_radix2_transform (squared, 1, size);
  gsl_fft_real_radix2_transform (is, 1, size);
}

/* Adds the spectrum of Σ a(s)·b(s + d): the conjugate of the first times the second, half-complex. */
static void
add_cross (double       *sum,
           const double *a,
           const double *b,
           gsize         size)
{
  sum[0] += a[0] * b[0];
  sum[size / 2] += a[size / 2] * b[size / 2];
  for (gsize i = 1; i < size / 2; i++)
    {
      sum[i] += a[i] * b[i] + a[size - i] * b[size - i];
      sum[size - i] += a[i] * b[size - i] - a[size - i] * b[i];
    }
}

/* The products of two rows over what is seen of both, and their squares there: what was left out of one row must not
 * count in the squares of the other, as otherwise it would have a movement, too. */
static void
add_pair (Spectra     *spectra,
          const float *before,
          const float *after,
          guint        length)
{
  transform (before, length, spectra->size, spectra->before, spectra->before_squared, spectra->before_is);
  transform (after, length, spectra->size, spectra->after, spectra->after_squared, spectra->after_is);
  add_cross (spectra->products, spectra->before, spectra->after, spectra->size);
  add_cross (spectra->first, spectra->before_squared, spectra->after_is, spectra->size);
  add_cross (spectra->second, spectra->before_is, spectra->after_squared, spectra->size);
}

static void
finish_correlation (const Search *self,
                    Spectra      *spectra,
                    double       *correlation)
{
  double floor_of_squares;

  gsl_fft_halfcomplex_radix2_inverse (spectra->products, 1, spectra->size);
  gsl_fft_halfcomplex_radix2_inverse (spectra->first, 1, spectra->size);
  gsl_fft_halfcomplex_radix2_inverse (spectra->second, 1, spectra->size);
  /* Of what little is seen of both, anything may come out; and rounding leaves a little where nothing is. */
  floor_of_squares = FEWEST_SEEN * sqrt (fmax (spectra->first[0], 0) * fmax (spectra->second[0], 0)) + G_MINDOUBLE;
  for (int d = -self->reach; d <= self->reach; d++)
    {
      gsize at = d >= 0 ? (gsize) d : spectra->size - (gsize) -d;
      double squares = sqrt (fmax (spectra->first[at], 0) * fmax (spectra->second[at], 0));

      correlation[d + self->reach] = squares > floor_of_squares ? spectra->products[at] / squares : 0;
    }
}

/* The correlation of the rows from @first on with those @lag later; FALSE when there are too few of them. */
static gboolean
correlate (const Search *self,
           guint         first,
           guint         n,
           int           lag,
           double       *correlation)
{
  guint step = MAX (n / MAX_PAIRS, 1), n_pairs = 0;
  Spectra spectra;

  spectra_init (&spectra, self->length);
  for (guint t = first; t + (guint) lag < MIN (first + n, self->n_rows); t += step)
    {
      double time = self->times[t + (guint) lag] - self->times[t];

      if (fabs (time / (lag * self->interval) - 1) > EVEN)
        continue;
      add_pair (&spectra, self->rows + (gsize) t * self->length, self->rows + (gsize) (t + (guint) lag) * self->length,
                self->length);
      n_pairs++;
    }
  finish_correlation (self, &spectra, correlation);
  spectra_clear (&spectra);

  return n_pairs >= FEWEST_PAIRS;
}

/* ---- Peaks ---- */

typedef struct {
  int    place; /* index */
  double at;    /* px, between the places */
  double height;
} Peak;

static double
refine (const double *values,
        int           place)
{
  double before = values[place - 1], here = values[place], after = values[place + 1];
  double bend = before - 2 * here + after;

  return place + (bend < 0 ? CLAMP ((before - after) / (2 * bend), -0.5, 0.5) : 0);
}

/* The highest local maximum among the places from @from to @to, but not those from @without to @and. */
static gboolean
find_peak (const Search *self,
           const double *values,
           int           from,
           int           to,
           int           without,
           int           and,
           Peak         *peak)
{
  gboolean found = FALSE;

  for (int i = MAX (from, 1); i <= MIN (to, 2 * self->reach - 1); i++)
    {
      if ((i >= without && i <= and) || values[i] < values[i - 1] || values[i] < values[i + 1] ||
          (found && values[i] <= peak->height))
        continue;
      *peak = (Peak){ i, refine (values, i) - self->reach, values[i] };
      found = TRUE;
    }

  return found;
}

/* Where the peak has fallen to half its height, to both sides. */
static void
find_foot (const Search *self,
           const double *values,
           const Peak   *peak,
           int          *from,
           int          *to)
{
  *from = *to = peak->place;
  while (*from > 0 && values[*from] > peak->height / 2)
    (*from)--;
  while (*to < 2 * self->reach && values[*to] > peak->height / 2)
    (*to)++;
  *from -= peak->place - *from;
  *to += *to - peak->place;
}

/* 1.4826 times the median distance from the median, of what is not the peak. */
static double
find_noise (const Search *self,
            const double *values,
            int           without,
            int           and)
{
  g_autoptr(GArray) rest = g_array_new (FALSE, FALSE, sizeof (double));
  double median;

  for (int i = 0; i <= 2 * self->reach; i++)
    {
      if (i < without || i > and)
        g_array_append_val (rest, values[i]);
    }
  median = venule_statistics_quantile (rest, 0.5);
  for (guint i = 0; i < rest->len; i++)
    g_array_index (rest, double, i) = fabs (g_array_index (rest, double, i) - median);

  return 1.4826 * venule_statistics_quantile (rest, 0.5);
}

/* ---- The search ---- */

/* The highest peak besides those from @without to @and. What lies between the rolling cells' displacements, up- and
 * downstream, is not the blood's. */
static gboolean
find_blood (const Search *self,
            const double *values,
            double        slowest,
            int           lag,
            int           without,
            int           and,
            Peak         *peak)
{
  double still = slowest * lag * self->interval;
  gboolean found = FALSE;

  for (int i = 1; i < 2 * self->reach; i++)
    {
      Peak here;

      if (!find_peak (self, values, i, i, without, and, &here) || fabs (here.at) <= still ||
          (found && here.height <= peak->height))
        continue;
      *peak = here;
      found = TRUE;
    }

  return found;
}

/* Whether the peak stands apart from what rolls and stands: between the two the correlation falls below half of it. A
 * bump on the shoulder of a broad peak of slow things is no movement of the blood. */
static gboolean
is_apart (const Search *self,
          const double *values,
          const Peak   *peak,
          double        slowest,
          int           lag)
{
  int still = (int) floor (slowest * lag * self->interval);
  int step = peak->place < self->reach ? 1 : -1;

  for (int i = peak->place; i != self->reach && abs (i - self->reach) >= still; i += step)
    {
      if (values[i] < peak->height / 2)
        return TRUE;
    }

  return FALSE;
}

/* The shortest lag at which the blood has moved far enough to be measured well, as long as it is recognised; 0:
 * none. */
static int
choose_lag (Search *self,
            double  slowest,
            Peak   *peak)
{
  g_autofree double *values = g_new (double, (gsize) (2 * self->reach + 1));
  double before = 0;

  for (int lag = 1; lag <= LONGEST_LAG && (guint) lag * 4 < self->n_rows; lag *= 2)
    {
      if (!correlate (self, 0, self->n_rows, lag, values) || !find_blood (self, values, slowest, lag, 1, 0, peak) ||
          peak->height < LASTING * before)
        return 0;
      memcpy (self->mean, values, sizeof *values * (gsize) (2 * self->reach + 1));
      if (fabs (peak->at) >= SHORTEST_STEP && is_apart (self, values, peak, slowest, lag))
        return lag;
      before = peak->height;
    }

  return 0;
}

/* (element-type double): the displacement in each stretch that shows it near that of the whole, px. */
static GArray *
find_in_stretches (const Search *self,
                   int           lag,
                   const Peak   *whole)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree double *values = g_new (double, (gsize) (2 * self->reach + 1));
  guint n = MIN (MAX_STRETCHES, self->n_rows / (guint) (2 * (FEWEST_PAIRS + lag)));
  int reach = (int) fmax (2, ceil (0.4 * fabs (whole->at)));

  for (guint i = 0; i < n; i++)
    {
      guint first = i * self->n_rows / n, last = (i + 1) * self->n_rows / n;
      Peak peak;

      if (correlate (self, first, last - first, lag, values) &&
          find_peak (self, values, whole->place - reach, whole->place + reach, 1, 0, &peak) &&
          peak.height > whole->height / 3)
        g_array_append_val (found, peak.at);
    }

  return found;
}

static void
refuse (VenuleFlowVelocity *result,
        const char         *reason)
{
  result->velocity = result->se = result->low = result->high = NAN;
  if (result->reason == NULL)
    result->reason = g_strdup (reason);
}

/* From the peak to the nearest of those that are about as high as its rival, px. */
static double
find_spacing (const Search *self,
              const Peak   *peak,
              double        rival_height,
              int           without,
              int           and)
{
  double nearest = INFINITY;

  for (int i = 1; i < 2 * self->reach; i++)
    {
      Peak here;

      if (find_peak (self, self->mean, i, i, without, and, &here) && here.height >= 0.9 * rival_height)
        nearest = fmin (nearest, fabs (here.at - peak->at));
    }

  return nearest;
}

static void
judge_peak (Search             *self,
            const Peak         *peak,
            double              slowest,
            VenuleFlowVelocity *result)
{
  int from, to;
  Peak rival = { 0 };

  find_foot (self, self->mean, peak, &from, &to);
  result->height = peak->height;
  result->noise = find_noise (self, self->mean, from, to);
  result->spacing = NAN;
  if (find_blood (self, self->mean, slowest, result->lag, from, to, &rival) && rival.height > 0)
    {
      result->rival = rival.height / peak->height;
      result->spacing = find_spacing (self, peak, rival.height, from, to);
    }

  if (result->rival >= AMBIGUOUS && peak->height >= REPEATING)
    refuse (result, N_("The image of the blood repeats itself, so that its movement from one frame to the next is "
                       "ambiguous: it may be more than half the distance between two stripes. A higher frame rate "
                       "would help."));
  else if (!(peak->height >= STANDING_OUT * result->noise) || peak->height < LOWEST_HEIGHT ||
           result->rival >= AMBIGUOUS)
    refuse (result, N_("No movement of the blood stands out in the middle of the vessel: the red cells are not "
                       "resolved, or move too far from one frame to the next. A higher frame rate and a shorter "
                       "exposure would help."));
  else if (peak->at < 0)
    refuse (result, N_("The blood seems to move against the arrow of the flow. Reverse the arrow if that is right."));
}

static void
measure_stretches (Search             *self,
                   const Peak         *peak,
                   VenuleFlowVelocity *result)
{
  g_autoptr(GArray) places = find_in_stretches (self, result->lag, peak);
  double scale = 1 / (result->lag * self->interval);
  double half;

  result->n_stretches = places->len;
  if (places->len < FEWEST_STRETCHES)
    {
      refuse (result, N_("The recording is too short, or the flow too uneven, to say how fast the blood moves: fewer "
                         "than three stretches "
                        "of it show the same movement."));
      return;
    }

  result->velocity = venule_statistics_mean (places) * scale;
  result->se = venule_statistics_sd (places) * scale / sqrt (places->len);
  half = gsl_cdf_tdist_Pinv (0.975, places->len - 1) * result->se;
  result->low = result->velocity - half;
  result->high = result->velocity + half;
}

VenuleFlowVelocity *
venule_flow_velocity_find (const float  *rows,
                           guint         n_rows,
                           guint         length,
                           const double *times,
                           double        slowest)
{
  VenuleFlowVelocity *result = g_new0 (VenuleFlowVelocity, 1);
  Search self = { .n_rows = n_rows, .length = length };
  Peak peak = { 0 };

  result->velocity = result->se = result->low = result->high = result->spacing = NAN;
  if (n_rows < 2 * FEWEST_PAIRS || length < 16)
    {
      refuse (result, N_("There are too few frames, or too short a piece of vessel, to say how fast the blood moves."));
      return result;
    }

  self.times = g_memdup2 (times, n_rows * sizeof *times);
  self.interval = usual_interval (times, n_rows);
  self.reach = (int) (REACH * length);
  self.mean = g_new0 (double, (gsize) (2 * self.reach + 1));
  take_off_standing (&self, rows);
  if (self.interval > 0)
    result->lag = choose_lag (&self, fmax (slowest, 0), &peak);
  if (result->lag == 0)
    refuse (result, N_("No movement of the blood stands apart from rolling and standing cells in the middle of the "
                       "vessel."));
  else
    judge_peak (&self, &peak, fmax (slowest, 0), result);
  if (result->reason == NULL)
    measure_stretches (&self, &peak, result);

  g_free (self.rows);
  g_free (self.times);
  g_free (self.mean);

  return result;
}

void
venule_flow_velocity_free (VenuleFlowVelocity *self)
{
  if (self == NULL)
    return;

  g_free (self->reason);
  g_free (self);
}

/* ---- Keeping it ---- */

static void
append_number (GString *text,
               double   number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " %s", isfinite (number) ? g_ascii_dtostr (digits, sizeof digits, number) : "nan");
}

char *
venule_flow_velocity_to_text (const VenuleFlowVelocity *self,
                              const char               *key)
{
  const double numbers[] = { self->velocity, self->se, self->low, self->high, self->n_stretches, self->lag,
                             self->height, self->noise, self->rival, self->spacing };
  GString *text = g_string_new (FORMAT);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    append_number (text, numbers[i]);
  g_string_append_printf (text, "\n%s\n%s", key, self->reason != NULL ? self->reason : "");

  return g_string_free (text, FALSE);
}

VenuleFlowVelocity *
venule_flow_velocity_from_text (const char *text,
                                const char *key)
{
  g_auto(GStrv) lines = text != NULL ? g_strsplit (text, "\n", 3) : NULL;
  g_auto(GStrv) words = NULL;
  double numbers[10];
  VenuleFlowVelocity *self;

  if (lines == NULL || g_strv_length (lines) != 3 || !g_str_equal (lines[1], key))
    return NULL;
  words = g_strsplit (lines[0], " ", -1);
  if (g_strv_length (words) != 1 + G_N_ELEMENTS (numbers) || !g_str_equal (words[0], FORMAT))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char *end;

      numbers[i] = g_ascii_strtod (words[i + 1], &end);
      if (end == words[i + 1] || *end != '\0')
        return NULL;
    }

  self = g_new0 (VenuleFlowVelocity, 1);
  *self = (VenuleFlowVelocity){ .velocity = numbers[0], .se = numbers[1], .low = numbers[2], .high = numbers[3],
                                .n_stretches = (guint) fmax (numbers[4], 0), .lag = (int) numbers[5],
                                .height = numbers[6],
                                .noise = numbers[7], .rival = numbers[8], .spacing = numbers[9],
                                .reason = *lines[2] != '\0' ? g_strdup (lines[2]) : NULL };
  /* Neither a velocity nor a reason is nothing. */
  if (isnan (self->velocity) && self->reason == NULL)
    g_clear_pointer (&self, venule_flow_velocity_free);

  return self;
}
