/* venule-histogram.c: the distribution of the rolling velocities
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-histogram.h"

#include <math.h>

#include "venule-statistics.h"
#include "venule-track.h"
#include "venule-velocity.h"

#define MAX_BINS_BY_RULE 60
/* A value that lies on an edge belongs above it, whatever the division makes of it. */
#define ON_EDGE 1e-9

static GArray *
dup_rolling_velocities (GListModel           *tracks,
                        const VenuleSettings *settings,
                        guint                *n_edited)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = g_list_model_get_n_items (tracks);

  *n_edited = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      double value;

      if (venule_track_get_kind (track) != VENULE_CELL_ROLLING)
        continue;

      value = venule_calibration_scale (&settings->calibration, venule_track_mean_velocity (track, settings));
      if (!isfinite (value))
        continue;
      g_array_append_val (values, value);
      *n_edited += venule_track_get_edited (track);
    }

  return values;
}

/* The nearest of 1, 2 and 5 times a power of ten, on a logarithmic scale. */
static double
round_to_1_2_5 (double width)
{
  double power = pow (10, floor (log10 (width)));
  double digit = width / power;

  if (digit < M_SQRT2)
    return power;
  if (digit < sqrt (10))
    return 2 * power;
  if (digit < sqrt (50))
    return 5 * power;
  return 10 * power;
}

/* Freedman & Diaconis 1981: 2·IQR·n^(−1/3). Where the quartiles coincide, the range by Sturges' number of bins; where
 * all values are one, a tenth of it. */
static double
choose_bin_width (GArray *values)
{
  double lowest = venule_statistics_quantile (values, 0), highest = venule_statistics_quantile (values, 1);
  double range = highest - lowest;
  double spread = venule_statistics_quantile (values, 0.75) - venule_statistics_quantile (values, 0.25);
  double width = 2 * spread / cbrt (values->len);

  if (!(width > 0))
    width = range / ceil (log2 (values->len) + 1);
  if (!(width > ON_EDGE * fabs (highest)))
    width = fabs (highest) / 10;
  if (!(width > 0))
    return 1;

  width = round_to_1_2_5 (MAX (width, range / MAX_BINS_BY_RULE));

  return width;
}

static void
count (VenuleHistogram *self,
       GArray          *values)
{
  double lowest = venule_statistics_quantile (values, 0), highest = venule_statistics_quantile (values, 1);
  double first_bin;

  while ((highest - lowest) / self->bin_width > VENULE_HISTOGRAM_MAX_BINS)
    self->bin_width *= 10;

  first_bin = floor (lowest / self->bin_width + ON_EDGE);
  self->first = first_bin * self->bin_width;
  self->n_bins = (guint) (floor (highest / self->bin_width + ON_EDGE) - first_bin) + 1;
  self->counts = g_new0 (guint, self->n_bins);
  for (guint i = 0; i < values->len; i++)
    {
      double bin = floor (g_array_index (values, double, i) / self->bin_width + ON_EDGE) - first_bin;

      self->counts[(guint) bin]++;
    }
}

VenuleHistogram *
venule_histogram_new (GListModel           *tracks,
                      const VenuleSettings *settings,
                      double                bin_width)
{
  g_autoptr(GArray) values = NULL;
  VenuleHistogram *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (tracks), NULL);
  g_return_val_if_fail (settings != NULL, NULL);
  g_return_val_if_fail (bin_width >= 0 && isfinite (bin_width), NULL);

  self = g_new0 (VenuleHistogram, 1);
  values = dup_rolling_velocities (tracks, settings, &self->n_edited);
  self->unit = venule_calibration_velocity_unit (&settings->calibration);
  self->n = values->len;
  self->mean = venule_statistics_mean (values);
  self->sd = venule_statistics_sd (values);
  self->median = venule_statistics_quantile (values, 0.5);
  self->bin_width = bin_width;
  if (values->len > 0)
    {
      self->values = g_memdup2 (values->data, values->len * sizeof (double)); /* sorted for the median */
      if (bin_width == 0)
        self->bin_width = choose_bin_width (values);
      count (self, values);
    }

  return self;
}

void
venule_histogram_free (VenuleHistogram *self)
{
  if (self == NULL)
    return;

  g_free (self->counts);
  g_free (self->values);
  g_free (self);
}
