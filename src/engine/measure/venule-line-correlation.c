/* venule-line-correlation.c: lines through a video, correlated with themselves some frames later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-line-correlation.h"

#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <string.h>

#include "venule-statistics.h"

#define REACH 0.8         /* of the length: how far it is looked; the rest is compared */
#define MAX_STRETCHES 10
#define ROWS_OF_STRETCH 16
#define MAX_PAIRS 400     /* of rows in a stretch: more make it hardly surer */
#define FEWEST_PAIRS 4    /* of rows in a stretch */
#define LEAST_SEEN 0.05   /* of the most that is seen */
#define EVEN 0.1          /* how much the time between two rows may differ from the usual one */
#define NEAR 3            /* px: noise is no more alike so far apart */
#define FAR 6             /* than so far */
#define N_SUMS 3

/* Lag 0 says what there is to be followed. */
static const int all_lags[1 + VENULE_LINE_MAX_LAGS] = { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32 };

struct _VenuleLineCorrelation
{
  guint    n_lines, n_rows, length, n_stretches, n_lags;
  double   interval;
  int      reach;
  gsize    size;     /* of a spectrum: a power of two that holds two rows */
  double  *sums;     /* of each line, stretch and lag: products, squares before, squares after, by displacement */
};

static gsize
curve_length (const VenuleLineCorrelation *self)
{
  return (gsize) (2 * self->reach + 1);
}

static double *
get_sums (const VenuleLineCorrelation *self,
          guint                        line,
          guint                        stretch,
          guint                        lag)
{
  gsize at = ((gsize) line * self->n_stretches + stretch) * self->n_lags + lag;

  return self->sums + at * N_SUMS * curve_length (self);
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

/* Neither the walls nor the lamp moves. What is not to be looked at is as the mean is. */
static float *
take_off_standing (const float *values,
                   guint        n_rows,
                   guint        length)
{
  g_autofree double *sum = g_new0 (double, length);
  g_autofree guint *n = g_new0 (guint, length);
  float *cleaned = g_new (float, (gsize) n_rows * length);

  for (gsize i = 0; i < (gsize) n_rows * length; i++)
    {
      if (isfinite (values[i]))
        {
          sum[i % length] += (double) values[i];
          n[i % length]++;
        }
    }
  for (guint t = 0; t < n_rows; t++)
    {
      const float *row = values + (gsize) t * length;
      float *cleaned_row = cleaned + (gsize) t * length;
      double level = 0;
      guint n_seen = 0;

      for (guint s = 0; s < length; s++)
        {
          if (!isfinite (row[s]))
            continue;
          level += (double) row[s] - sum[s] / n[s];
          n_seen++;
        }
      for (guint s = 0; s < length; s++)
        cleaned_row[s] = isfinite (row[s]) ? (float) ((double) row[s] - sum[s] / n[s] - level / n_seen) : 0;
    }

  return cleaned;
}

/* ---- Spectra: a displacement for each multiplication would take a thousand times as long ---- */

/* Of a row, of its squares, and of where it is seen, one behind the other: what was left out of one row must not count
 * in the squares of the other, as otherwise it would have a movement, too. */
static void
transform (const VenuleLineCorrelation *self,
           const float                 *row,
           double                      *spectra)
{
  gsize size = self->size;

  memset (spectra, 0, N_SUMS * size * sizeof *spectra);
  for (guint s = 0; s < self->length; s++)
    {
      spectra[s] = (double) row[s];
      spectra[size + s] = spectra[s] * spectra[s];
      spectra[2 * size + s] = spectra[size + s] > 0;
    }
  for (guint i = 0; i < N_SUMS; i++)
    gsl_fft_real_radix2_transform (spectra + i * size, 1, size);
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

/* The sums of the pairs of rows @lag apart whose first is one of the @n rows from @first on; @spectra begin there. */
static void
add_pairs (VenuleLineCorrelation *self,
           const double          *times,
           const double          *spectra,
           guint                  first,
           guint                  n,
           int                    lag,
           double                *sums)
{
  gsize size = self->size;
  g_autofree double *cross = g_new0 (double, N_SUMS * size);
  guint step = MAX (n / MAX_PAIRS, 1), n_pairs = 0;

  for (guint t = 0; t < n && first + t + (guint) lag < self->n_rows; t += step)
    {
      const double *before = spectra + (gsize) t * N_SUMS * size;
      const double *after = before + (gsize) lag * N_SUMS * size;
      double time = times[first + t + (guint) lag] - times[first + t];

      if (lag > 0 && fabs (time / (lag * self->interval) - 1) > EVEN)
        continue;
      add_cross (cross, before, after, size);
      add_cross (cross + size, before + size, after + 2 * size, size);
      add_cross (cross + 2 * size, before + 2 * size, after + size, size);
      n_pairs++;
    }
  if (n_pairs < FEWEST_PAIRS)
    return;
  for (guint i = 0; i < N_SUMS; i++)
    {
      gsl_fft_halfcomplex_radix2_inverse (cross + i * size, 1, size);
      for (int d = -self->reach; d <= self->reach; d++)
        sums[i * curve_length (self) + (gsize) (d + self->reach)] =
          cross[i * size + (d >= 0 ? (gsize) d : size - (gsize) -d)];
    }
}

static void
add_line (VenuleLineCorrelation *self,
          const VenuleLines     *lines,
          guint                  line)
{
  g_autofree float *rows =
    take_off_standing (lines->values + (gsize) line * self->n_rows * self->length, self->n_rows, self->length);

  for (guint i = 0; i < self->n_stretches; i++)
    {
      guint first = (guint) ((guint64) i * self->n_rows / self->n_stretches);
      guint next = (guint) ((guint64) (i + 1) * self->n_rows / self->n_stretches);
      guint end = MIN (next + (guint) all_lags[self->n_lags - 1], self->n_rows);
      g_autofree double *spectra = g_new (double, (gsize) (end - first) * N_SUMS * self->size);

      for (guint t = first; t < end; t++)
        transform (self, rows + (gsize) t * self->length, spectra + (gsize) (t - first) * N_SUMS * self->size);
      for (guint lag = 0; lag < self->n_lags; lag++)
        add_pairs (self, lines->times, spectra, first, next - first, all_lags[lag], get_sums (self, line, i, lag));
    }
}

VenuleLineCorrelation *
venule_line_correlation_new (const VenuleLines *lines)
{
  VenuleLineCorrelation *self = g_new0 (VenuleLineCorrelation, 1);

  self->n_lines = lines->n_lines;
  self->n_rows = lines->n_rows;
  self->length = lines->length;
  self->n_stretches = MIN (MAX_STRETCHES, self->n_rows / ROWS_OF_STRETCH);
  self->interval = usual_interval (lines->times, self->n_rows);
  self->reach = (int) (REACH * self->length);
  for (self->size = 1; self->size < 2 * self->length; self->size *= 2)
    ;
  while (self->interval > 0 && self->n_lags < G_N_ELEMENTS (all_lags) &&
         (guint) all_lags[self->n_lags] * 4 < self->n_rows)
    self->n_lags++;
  self->sums = g_new0 (double, (gsize) self->n_lines * self->n_stretches * self->n_lags * N_SUMS * curve_length (self));
  for (guint i = 0; i < self->n_lines && self->n_lags > 0; i++)
    add_line (self, lines, i);

  return self;
}

void
venule_line_correlation_free (VenuleLineCorrelation *self)
{
  if (self == NULL)
    return;

  g_free (self->sums);
  g_free (self);
}

guint
venule_line_correlation_get_n_stretches (const VenuleLineCorrelation *self)
{
  return self->n_stretches;
}

double
venule_line_correlation_get_interval (const VenuleLineCorrelation *self)
{
  return self->interval;
}

/* ---- Correlations ---- */

/* Of what little is seen of both, anything may come out; and rounding leaves a little where nothing is. The most is not
 * always seen without a displacement: cells that are left out move, too. */
static void
correlate (const VenuleLineCorrelation *self,
           const double                *sums,
           double                      *correlation,
           double                      *weighted)
{
  gsize n = curve_length (self);
  double most = G_MINDOUBLE;

  for (gsize i = 0; i < n; i++)
    {
      weighted[i] = sqrt (fmax (sums[n + i], 0) * fmax (sums[2 * n + i], 0));
      most = fmax (most, weighted[i]);
    }
  for (gsize i = 0; i < n; i++)
    {
      double squares = weighted[i];

      correlation[i] = squares > LEAST_SEEN * most ? sums[i] / squares : 0;
      weighted[i] = correlation[i] * sqrt (squares / most);
    }
}

static void
add_up (const VenuleLineCorrelation *self,
        guint                        line,
        guint                        stretch,
        guint                        lag,
        double                      *correlation,
        double                      *weighted)
{
  gsize n = N_SUMS * curve_length (self);
  g_autofree double *total = g_new0 (double, n);

  for (guint i = 0; i < self->n_lines; i++)
    {
      for (guint j = 0; j < self->n_stretches; j++)
        {
          const double *sums = get_sums (self, i, j, lag);

          if ((line != VENULE_LINE_ALL && i != line) || (stretch != VENULE_LINE_ALL && j != stretch))
            continue;
          for (gsize k = 0; k < n; k++)
            total[k] += sums[k];
        }
    }
  correlate (self, total, correlation, weighted);
}

double
venule_line_correlation_get_texture (const VenuleLineCorrelation *self)
{
  g_autofree double *correlation = g_new0 (double, curve_length (self));
  g_autofree double *weighted = g_new0 (double, curve_length (self));

  if (self->n_lags == 0)
    return 0;

  add_up (self, VENULE_LINE_ALL, VENULE_LINE_ALL, 0, correlation, weighted);

  return correlation[self->reach + NEAR] - correlation[self->reach + FAR];
}

VenuleLineCurves *
venule_line_correlation_get_curves (const VenuleLineCorrelation *self,
                                    guint                        line,
                                    guint                        stretch)
{
  VenuleLineCurves *curves = g_new0 (VenuleLineCurves, 1);
  gsize n = curve_length (self);

  *curves = (VenuleLineCurves){ self->n_lags > 0 ? self->n_lags - 1 : 0, all_lags + 1, self->reach,
                                g_new0 (double, VENULE_LINE_MAX_LAGS * n), g_new0 (double, VENULE_LINE_MAX_LAGS * n) };
  for (guint i = 0; i < curves->n_lags; i++)
    add_up (self, line, stretch, i + 1, curves->correlation + i * n, curves->weighted + i * n);

  return curves;
}

void
venule_line_curves_free (VenuleLineCurves *self)
{
  if (self == NULL)
    return;

  g_free (self->correlation);
  g_free (self->weighted);
  g_free (self);
}
