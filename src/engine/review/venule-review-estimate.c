/* venule-review-estimate.c: how wrong the rest may be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-review.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "venule-statistics.h"

#define N_STRATA 5
#define N_DRAWS 4000
/* How many answers the first guess counts for. */
#define PRIOR_WEIGHT 2.0

static const double upper_ends[N_STRATA] = { 0.05, 0.15, 0.3, 0.6, G_MAXDOUBLE };

/* Tracks of about the same probability. */
typedef struct {
  guint  n, right, wrong;
  double sum; /* of their probabilities */
} Stratum;

static void
sort_out (const VenuleReviewJudgement *judgements,
          guint                        n,
          Stratum                     *strata)
{
  for (guint i = 0; i < n; i++)
    {
      guint j = 0;

      while (judgements[i].probability > upper_ends[j])
        j++;
      strata[j].n++;
      strata[j].sum += judgements[i].probability;
      strata[j].wrong += judgements[i].judged && judgements[i].wrong;
      strata[j].right += judgements[i].judged && !judgements[i].wrong;
    }
}

/* Wrong ones among those that were not reviewed, drawn once. */
static double
draw_rest (gsl_rng       *rng,
           const Stratum *strata)
{
  double rest = 0;

  for (guint j = 0; j < N_STRATA; j++)
    {
      guint unseen = strata[j].n - strata[j].right - strata[j].wrong;
      double guess, share;

      if (unseen == 0)
        continue;
      guess = CLAMP (strata[j].sum / strata[j].n, 0.005, 0.995);
      share = gsl_ran_beta (rng, PRIOR_WEIGHT * guess + strata[j].wrong, PRIOR_WEIGHT * (1 - guess) + strata[j].right);
      rest += gsl_ran_binomial (rng, share, unseen);
    }

  return rest;
}

VenuleInterval
venule_review_estimate (const VenuleReviewJudgement *judgements,
                        guint                        n)
{
  Stratum strata[N_STRATA] = { 0 };
  g_autoptr(GArray) draws = g_array_sized_new (FALSE, FALSE, sizeof (double), N_DRAWS);
  VenuleInterval estimate = { NAN, NAN, NAN };
  gsl_rng *rng;

  if (n == 0)
    return estimate;

  sort_out (judgements, n, strata);
  rng = gsl_rng_alloc (gsl_rng_mt19937);
  for (guint i = 0; i < N_DRAWS; i++)
    {
      double share = draw_rest (rng, strata) / n;

      g_array_append_val (draws, share);
    }
  gsl_rng_free (rng);

  estimate.value = venule_statistics_mean (draws);
  estimate.low = venule_statistics_quantile (draws, 0.025);
  estimate.high = venule_statistics_quantile (draws, 0.975);
  return estimate;
}
