/* venule-test-kruskal-wallis.c: several samples by their ranks, and their pairs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-many.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "venule-error.h"
#include "venule-statistics.h"
#include "venule-test-ranks.h"
#include "venule-test-two.h"

#define RESAMPLES 2000
#define MIN_TO_RESAMPLE 5 /* values of each group */
#define SEED 20141           /* always the same samples: the same values give the same interval */
#define SAME 1e-12           /* two orders of one sum */

/* Σ over the groups of (sum of its doubled ranks)² / n: all that H depends on. */
static double
sum_of_squares (const guint64       *doubled,
                const GArray *const *groups,
                guint                n_groups)
{
  double total = 0;

  for (guint i = 0, k = 0; i < n_groups; i++)
    {
      double sum = 0;

      for (guint j = 0; j < groups[i]->len; j++, k++)
        sum += doubled[k];
      total += sum * sum / groups[i]->len;
    }

  return total;
}

/* 0 where all values are equal: nothing speaks for a difference. */
static double
find_h (const VenuleRanks   *ranks,
        const GArray *const *groups,
        guint                n_groups)
{
  double n = ranks->n;
  double shared = 1 - ranks->ties / (n * n * n - n);

  if (!(shared > 0))
    return 0;

  return fmax ((3 / (n * (n + 1)) * sum_of_squares (ranks->doubled, groups, n_groups) - 3 * (n + 1)) / shared, 0);
}

/* ---- All ways to share the ranks out ---- */

typedef struct {
  const VenuleRanks *ranks;
  guint              n_groups;
  guint             *sizes, *free; /* places of each group, and those that are not taken yet */
  double            *sums;
  double             observed;
  double             all, far;
} Arrangements;

static void
arrange (Arrangements *self,
         guint         k)
{
  if (k == self->ranks->n)
    {
      double total = 0;

      for (guint i = 0; i < self->n_groups; i++)
        total += self->sums[i] * self->sums[i] / self->sizes[i];
      self->all++;
      self->far += total >= self->observed * (1 - SAME);
      return;
    }

  for (guint i = 0; i < self->n_groups; i++)
    {
      if (self->free[i] == 0)
        continue;
      self->free[i]--;
      self->sums[i] += self->ranks->doubled[k];
      arrange (self, k + 1);
      self->sums[i] -= self->ranks->doubled[k];
      self->free[i]++;
    }
}

/* n! / (n_1! n_2! …) */
static double
count_arrangements (const GArray *const *groups,
                    guint                n_groups)
{
  double ways = 1;
  guint n = 0;

  for (guint i = 0; i < n_groups; i++)
    for (guint j = 1; j <= groups[i]->len && ways <= VENULE_TEST_MAX_ARRANGEMENTS; j++)
      ways *= (double) ++n / j;

  return round (ways);
}

static double
count_out (const VenuleRanks   *ranks,
           const GArray *const *groups,
           guint                n_groups)
{
  g_autofree guint *sizes = g_new (guint, n_groups);
  g_autofree guint *places = g_new (guint, n_groups);
  g_autofree double *sums = g_new0 (double, n_groups);
  Arrangements self = { .ranks = ranks, .n_groups = n_groups, .sizes = sizes, .free = places, .sums = sums,
                        .observed = sum_of_squares (ranks->doubled, groups, n_groups) };

  for (guint i = 0; i < n_groups; i++)
    sizes[i] = places[i] = groups[i]->len;
  arrange (&self, 0);

  return self.far / self.all;
}

/* ---- Effect ---- */

static double
resample (const GArray *const *groups,
          GArray             **drawn,
          guint                n_groups,
          GRand               *rand)
{
  g_autoptr(VenuleRanks) ranks = NULL;

  for (guint i = 0; i < n_groups; i++)
    for (guint j = 0; j < groups[i]->len; j++)
      g_array_index (drawn[i], double, j) =
        g_array_index (groups[i], double, g_rand_int_range (rand, 0, (gint32) groups[i]->len));
  ranks = venule_ranks_new ((const GArray *const *) drawn, n_groups);

  return find_h (ranks, (const GArray *const *) drawn, n_groups) / (ranks->n - 1);
}

static void
find_effect (VenuleKruskalWallis *self,
             const GArray *const *groups)
{
  g_autofree GArray **drawn = g_new (GArray *, self->n_groups);
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GRand) rand = g_rand_new_with_seed (SEED);
  guint fewest = G_MAXUINT;

  self->epsilon_squared = (VenuleInterval) { self->n > 1 ? fmin (self->h / (self->n - 1), 1) : NAN, NAN, NAN };
  for (guint i = 0; i < self->n_groups; i++)
    fewest = MIN (fewest, groups[i]->len);
  if (fewest < MIN_TO_RESAMPLE)
    return;

  for (guint i = 0; i < self->n_groups; i++)
    {
      drawn[i] = g_array_sized_new (FALSE, FALSE, sizeof (double), groups[i]->len);
      g_array_set_size (drawn[i], groups[i]->len);
    }
  for (guint i = 0; i < RESAMPLES; i++)
    {
      double value = resample (groups, drawn, self->n_groups, rand);

      g_array_append_val (values, value);
    }
  self->epsilon_squared.low = venule_statistics_quantile (values, 0.025);
  self->epsilon_squared.high = fmin (venule_statistics_quantile (values, 0.975), 1);
  for (guint i = 0; i < self->n_groups; i++)
    g_array_unref (drawn[i]);
}

/* ---- Pairs ---- */

/* U of the first of two groups by themselves. */
static double
find_u (const GArray *a,
        const GArray *b)
{
  const GArray *const both[] = { a, b };
  g_autoptr(VenuleRanks) ranks = venule_ranks_new (both, G_N_ELEMENTS (both));
  double sum = 0;

  for (guint i = 0; i < a->len; i++)
    sum += ranks->doubled[i] / 2.0;

  return sum - a->len * (a->len + 1.0) / 2;
}

static void
compare_pairs (VenuleKruskalWallis *self,
               const VenuleRanks   *ranks,
               const GArray *const *groups,
               VenuleCorrection     correction)
{
  double n = self->n;
  double variance = n * (n + 1) / 12 - ranks->ties / (12 * (n - 1));
  g_autofree double *means = g_new0 (double, self->n_groups);
  g_autofree double *p = NULL;
  g_autofree double *corrected = NULL;

  for (guint i = 0, k = 0; i < self->n_groups; i++)
    for (guint j = 0; j < groups[i]->len; j++, k++)
      means[i] += ranks->doubled[k] / 2.0 / groups[i]->len;
  for (guint a = 0; a < self->n_groups; a++)
    for (guint b = a + 1; b < self->n_groups; b++)
      {
        VenuleDunn pair = { .a = a, .b = b, .difference = means[a] - means[b], .z = 0, .p = 1 };

        if (variance > 0)
          pair.z = pair.difference / sqrt (variance * (1.0 / groups[a]->len + 1.0 / groups[b]->len));
        pair.p = fmin (2 * gsl_cdf_ugaussian_Q (fabs (pair.z)), 1);
        pair.delta = venule_test_delta (find_u (groups[a], groups[b]), groups[a]->len, groups[b]->len);
        pair.shift = venule_test_hodges_lehmann (groups[a], groups[b]);
        g_array_append_val (self->pairs, pair);
      }

  p = g_new (double, self->pairs->len);
  corrected = g_new (double, self->pairs->len);
  for (guint i = 0; i < self->pairs->len; i++)
    p[i] = g_array_index (self->pairs, VenuleDunn, i).p;
  venule_test_correct (p, self->pairs->len, correction, corrected);
  for (guint i = 0; i < self->pairs->len; i++)
    g_array_index (self->pairs, VenuleDunn, i).corrected = corrected[i];
}

/* ---- All of it ---- */

VenuleKruskalWallis *
venule_test_kruskal_wallis (const GArray *const  *groups,
                            guint                 n_groups,
                            VenuleCorrection      correction,
                            GError              **error)
{
  g_autoptr(VenuleRanks) ranks = NULL;
  VenuleKruskalWallis *self;

  g_return_val_if_fail (groups != NULL || n_groups == 0, NULL);

  if (n_groups < 2)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("There are fewer than two groups to compare."));
      return NULL;
    }
  if (!venule_test_check (groups, n_groups, error))
    return NULL;

  ranks = venule_ranks_new (groups, n_groups);
  self = g_new0 (VenuleKruskalWallis, 1);
  self->n_groups = n_groups;
  self->n = ranks->n;
  self->df = n_groups - 1;
  self->ties = ranks->ties > 0;
  self->h = find_h (ranks, groups, n_groups);
  self->exact = count_arrangements (groups, n_groups) <= VENULE_TEST_MAX_ARRANGEMENTS;
  self->p = self->exact ? count_out (ranks, groups, n_groups) : gsl_cdf_chisq_Q (self->h, self->df);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (VenuleDunn));
  find_effect (self, groups);
  compare_pairs (self, ranks, groups, correction);

  return self;
}

void
venule_kruskal_wallis_free (VenuleKruskalWallis *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->pairs);
  g_free (self);
}
