/* test-rank-tests.c: tests by ranks against values worked out elsewhere, against counting everything, and against each
 * other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "make-numbers.h"
#include "venule-error.h"
#include "venule-test-many.h"
#include "venule-test-two.h"

#define ROUNDING 1e-12

static VenuleMannWhitney
mann_whitney (const GArray *a,
              const GArray *b)
{
  g_autoptr (GError) error = NULL;
  VenuleMannWhitney result;

  g_assert_true (venule_test_mann_whitney (a, b, &result, &error));
  g_assert_no_error (error);
  return result;
}

static VenuleKolmogorovSmirnov
kolmogorov_smirnov (const GArray *a,
                    const GArray *b)
{
  g_autoptr (GError) error = NULL;
  VenuleKolmogorovSmirnov result;

  g_assert_true (venule_test_kolmogorov_smirnov (a, b, &result, &error));
  g_assert_no_error (error);
  return result;
}

static void
assert_interval (VenuleInterval interval,
                 double         value,
                 double         low,
                 double         high,
                 double         within)
{
  g_assert_cmpfloat_with_epsilon (interval.value, value, within);
  g_assert_cmpfloat_with_epsilon (interval.low, low, within);
  g_assert_cmpfloat_with_epsilon (interval.high, high, within);
}

/* ---- Worked out elsewhere ----
 *
 * R 4.2.2 with coin 1.4 (Debian 12: r-base-core, r-cran-coin), Rscript:
 *   a <- c(0.80,0.83,1.89,1.04,1.45,1.38,1.91,1.64,0.73,1.46); b <- c(1.15,0.88,0.90,0.74,1.21)
 *   ta <- c(12,15,15,18,20,20,20,25); tb <- c(15,20,22,25,25,30,31); s3 <- c(11,12,14); s4 <- c(20,23,27,31)
 *   la <- (0:79*37) %% 101; lb <- (0:89*53) %% 113 + 7; ba <- (0:1499*37) %% 1009; bb <- (0:999*53) %% 1103 + 25
 *   wilcox.test(a, b, conf.int=TRUE); wilcox.test(s3, s4, conf.int=TRUE); wilcox.test(la, lb); wilcox.test(ba, bb)
 *   pvalue(wilcox_test(v~g, data.frame(v=c(ta,tb), g=factor(rep(c("a","b"), c(8,7)))), distribution="exact"))
 *   median(outer(la, lb, "-")); wilcox.test(la, lb, conf.int=TRUE)$conf.int   # -24.00002 -4.00006
 *   ks.test(…, exact=TRUE) and exact=FALSE
 * The intervals of delta are the real roots of Newcombe's quartic by polyroot().
 */

static void
test_mann_whitney_as_in_r (void)
{
  g_autoptr (GArray) a = ARRAY (0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46);
  g_autoptr (GArray) b = ARRAY (1.15, 0.88, 0.90, 0.74, 1.21);
  g_autoptr (GArray) ta = ARRAY (12, 15, 15, 18, 20, 20, 20, 25);
  g_autoptr (GArray) tb = ARRAY (15, 20, 22, 25, 25, 30, 31);
  g_autoptr (GArray) s3 = ARRAY (11, 12, 14);
  g_autoptr (GArray) s4 = ARRAY (20, 23, 27, 31);
  VenuleMannWhitney result = mann_whitney (a, b);

  g_assert_true (result.exact);
  g_assert_false (result.ties);
  g_assert_true (isnan (result.z));
  g_assert_cmpuint (result.n_a, ==, 10);
  g_assert_cmpuint (result.n_b, ==, 5);
  g_assert_cmpfloat (result.u, ==, 35);
  g_assert_cmpfloat_with_epsilon (result.p, 0.254412254412254, ROUNDING);
  assert_interval (result.shift, 0.305, -0.15, 0.76, ROUNDING);
  assert_interval (result.delta, 0.4, -0.221444433464, 0.777929096615, 1e-10);

  result = mann_whitney (ta, tb);
  g_assert_true (result.exact);
  g_assert_true (result.ties);
  g_assert_cmpfloat (result.u, ==, 10.5);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0377622377622378, ROUNDING);
  assert_interval (result.delta, -0.625, -0.8844744421738, -0.0202889626874, 1e-10);

  result = mann_whitney (s3, s4);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0571428571428571, ROUNDING);
  g_assert_cmpfloat (result.shift.value, ==, -12.5);
  /* R gives −20 to −6 here and says that it covers less than 95 %. */
  g_assert_true (isnan (result.shift.low) && isnan (result.shift.high));
  assert_interval (result.delta, -1, -1, -0.0793833343935, 1e-10);
}

static void
test_large_mann_whitney_as_in_r (void)
{
  g_autoptr (GArray) la = sequence (80, 37, 101, 0);
  g_autoptr (GArray) lb = sequence (90, 53, 113, 7);
  g_autoptr (GArray) ba = sequence (1500, 37, 1009, 0);
  g_autoptr (GArray) bb = sequence (1000, 53, 1103, 25);
  VenuleMannWhitney result = mann_whitney (la, lb);

  g_assert_false (result.exact);
  g_assert_cmpfloat (result.u, ==, 2724);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0062689914165129, ROUNDING);
  g_assert_cmpfloat (result.z, <, 0);
  assert_interval (result.shift, -14, -24, -4, ROUNDING);
  assert_interval (result.delta, 2 * 2724 / 7200.0 - 1, -0.4002714318760, -0.0694571097196, 1e-10);
  result = mann_whitney (ba, bb);
  g_assert_cmpfloat (result.u, ==, 652824.5);
  g_assert_cmpfloat_with_epsilon (result.p, 3.88609517524034e-08, 1e-19);
  g_assert_cmpfloat (result.shift.value, ==, -72);
}

static void
test_kolmogorov_smirnov_as_in_r (void)
{
  g_autoptr (GArray) a = ARRAY (0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46);
  g_autoptr (GArray) b = ARRAY (1.15, 0.88, 0.90, 0.74, 1.21);
  g_autoptr (GArray) ta = ARRAY (12, 15, 15, 18, 20, 20, 20, 25);
  g_autoptr (GArray) tb = ARRAY (15, 20, 22, 25, 25, 30, 31);
  g_autoptr (GArray) la = sequence (80, 37, 101, 0);
  g_autoptr (GArray) lb = sequence (90, 53, 113, 7);
  g_autoptr (GArray) ba = sequence (1500, 37, 1009, 0);
  g_autoptr (GArray) bb = sequence (1000, 53, 1103, 25);
  VenuleKolmogorovSmirnov result = kolmogorov_smirnov (a, b);

  g_assert_true (result.exact);
  g_assert_cmpfloat_with_epsilon (result.d, 0.6, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result.p, 0.165834165834166, ROUNDING);
  result = kolmogorov_smirnov (ta, tb);
  g_assert_cmpfloat_with_epsilon (result.d, 0.589285714285714, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0714840714840711, ROUNDING);
  result = kolmogorov_smirnov (la, lb);
  g_assert_cmpfloat_with_epsilon (result.p, 0.081914883637959, ROUNDING);
  result = kolmogorov_smirnov (ba, bb);
  g_assert_false (result.exact);
  g_assert_cmpfloat_with_epsilon (result.d, 0.108333333333333, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result.p, 1.53008670722432e-06, 1e-16);
}

/* kruskal.test(list(ta, tb, c(18,18,25,30,33,41), c(9,12,20))); Dunn's formula in R on rank() and table(), and
 * p.adjust(). */
static void
test_kruskal_wallis_and_dunn_as_in_r (void)
{
  g_autoptr (GArray) first = ARRAY (12, 15, 15, 18, 20, 20, 20, 25);
  g_autoptr (GArray) second = ARRAY (15, 20, 22, 25, 25, 30, 31);
  g_autoptr (GArray) third = ARRAY (18, 18, 25, 30, 33, 41);
  g_autoptr (GArray) fourth = ARRAY (9, 12, 20);
  const GArray *const groups[] = { first, second, third, fourth };
  const double z[] = { -1.76225227492798, -2.00327902291663, 0.860495906214839, -0.305280018435643, 2.16589665074947,
                       2.35389173349555 };
  const double p[] = { 0.0780266834372456, 0.0451473477817209, 0.389515739194698, 0.760152893003002, 0.0303190853102148,
                       0.018578021219763 };
  const double corrected[][6] = {
    [VENULE_CORRECTION_HOLM] = { 0.234080050311737, 0.180589391126884, 0.779031478389395, 0.779031478389395,
                                 0.151595426551074, 0.111468127318578 },
    [VENULE_CORRECTION_BONFERRONI] = { 0.468160100623473, 0.270884086690325, 1, 1, 0.181914511861289,
                                       0.111468127318578 },
    [VENULE_CORRECTION_BENJAMINI_HOCHBERG] = { 0.1170400251558684, 0.0902946955634418, 0.4674188870336372,
                                               0.760152893003002, 0.0902946955634418, 0.0902946955634418 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (corrected); c++)
    {
      g_autoptr (VenuleKruskalWallis) result = venule_test_kruskal_wallis (groups, 4, c, NULL);

      g_assert_cmpuint (result->n, ==, 24);
      g_assert_cmpuint (result->df, ==, 3);
      g_assert_false (result->exact);
      g_assert_true (result->ties);
      g_assert_cmpfloat_with_epsilon (result->h, 8.70423514538558, ROUNDING);
      g_assert_cmpfloat_with_epsilon (result->p, 0.0334930073173897, ROUNDING);
      g_assert_cmpfloat_with_epsilon (result->epsilon_squared.value, 8.70423514538558 / 23, ROUNDING);
      /* The fourth group has three values. */
      g_assert_true (isnan (result->epsilon_squared.low));
      g_assert_cmpuint (result->pairs->len, ==, 6);
      for (guint i = 0; i < 6; i++)
        {
          const VenuleDunn *pair = &g_array_index (result->pairs, VenuleDunn, i);
          VenuleMannWhitney alone = mann_whitney (groups[pair->a], groups[pair->b]);

          g_assert_cmpfloat_with_epsilon (pair->z, z[i], ROUNDING);
          g_assert_cmpfloat_with_epsilon (pair->p, p[i], ROUNDING);
          g_assert_cmpfloat_with_epsilon (pair->corrected, corrected[c][i], ROUNDING);
          g_assert_cmpfloat (pair->delta.value, ==, alone.delta.value);
          g_assert_cmpfloat (pair->shift.value, ==, alone.shift.value);
        }
    }
}

/* Counted in Python with itertools.combinations and fractions.Fraction over scipy.stats.rankdata (SciPy 1.10.1); the
 * first is also in the tables of Kruskal and Wallis (1952): H = 6.489, three of each, p = 0.011. */
static void
test_small_kruskal_wallis_is_counted_out (void)
{
  g_autoptr (GArray) a = ARRAY (1, 2, 4);
  g_autoptr (GArray) b = ARRAY (3, 5, 6);
  g_autoptr (GArray) c = ARRAY (7, 8, 9);
  g_autoptr (GArray) ta = ARRAY (1, 2, 2);
  g_autoptr (GArray) tb = ARRAY (2, 5, 6);
  g_autoptr (GArray) tc = ARRAY (7, 8, 9, 9);
  g_autoptr (GArray) la = ARRAY (2.9, 3.0, 2.5, 2.6);
  g_autoptr (GArray) lb = ARRAY (3.8, 2.7, 4.0, 2.4);
  g_autoptr (GArray) lc = ARRAY (2.8, 3.4, 3.7);
  g_autoptr (VenuleKruskalWallis) small =
    venule_test_kruskal_wallis ((const GArray *const[]) { a, b, c }, 3, VENULE_CORRECTION_HOLM, NULL);
  g_autoptr (VenuleKruskalWallis) tied =
    venule_test_kruskal_wallis ((const GArray *const[]) { ta, tb, tc }, 3, VENULE_CORRECTION_HOLM, NULL);
  g_autoptr (VenuleKruskalWallis) larger =
    venule_test_kruskal_wallis ((const GArray *const[]) { la, lb, lc }, 3, VENULE_CORRECTION_HOLM, NULL);

  g_assert_true (small->exact && tied->exact && larger->exact);
  g_assert_cmpfloat_with_epsilon (small->h, 6.48888888888888, 1e-10);
  g_assert_cmpfloat_with_epsilon (small->p, 18 / 1680.0, ROUNDING);
  g_assert_cmpfloat_with_epsilon (tied->h, 7.66875, 1e-10);
  g_assert_cmpfloat_with_epsilon (tied->p, 10 / 4200.0, ROUNDING);
  g_assert_cmpfloat_with_epsilon (larger->p, 6222 / 11550.0, ROUNDING);
}

/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5, 0.03), …) */
static void
test_corrections_as_in_r (void)
{
  const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.5, 0.03 };
  const double expected[][6] = {
    [VENULE_CORRECTION_HOLM] = { 0.05, 0.12, 0.12, 0.03, 0.5, 0.12 },
    [VENULE_CORRECTION_BONFERRONI] = { 0.06, 0.24, 0.18, 0.03, 1, 0.18 },
    [VENULE_CORRECTION_BENJAMINI_HOCHBERG] = { 0.03, 0.048, 0.045, 0.03, 0.5, 0.045 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (expected); c++)
    {
      VenuleCorrection read;
      double corrected[6];

      venule_test_correct (p, 6, c, corrected);
      for (guint i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon (corrected[i], expected[c][i], ROUNDING);
      g_assert_true (venule_correction_from_string (venule_correction_to_string (c), &read));
      g_assert_cmpint (read, ==, c);
    }
  g_assert_false (venule_correction_from_string ("none of them", &(VenuleCorrection) { 0 }));
}

/* ---- Counting everything ---- */

#define MOST 6

static GArray *
random_array (guint n,
              int   distinct)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < n; i++)
    {
      double value = distinct > 0 ? g_test_rand_int_range (0, distinct) : g_test_rand_double_range (-5, 5);

      g_array_append_val (array, value);
    }
  return array;
}

static double
u_of (const GArray *a,
      const GArray *b)
{
  double u = 0;

  for (guint i = 0; i < a->len; i++)
    for (guint j = 0; j < b->len; j++)
      {
        double difference = g_array_index (a, double, i) - g_array_index (b, double, j);

        u += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
      }
  return u;
}

static double
distance_of (const GArray *a,
             const GArray *b,
             const GArray *at)
{
  double most = 0;

  for (guint i = 0; i < at->len; i++)
    {
      double x = g_array_index (at, double, i), in_a = 0, in_b = 0;

      for (guint j = 0; j < a->len; j++)
        in_a += g_array_index (a, double, j) <= x;
      for (guint j = 0; j < b->len; j++)
        in_b += g_array_index (b, double, j) <= x;
      most = fmax (most, fabs (in_a / a->len - in_b / b->len));
    }
  return most;
}

static void
test_exact_is_all_permutations (void)
{
  for (int round = 0; round < 60; round++)
    {
      g_autoptr (GArray) a = random_array ((guint) g_test_rand_int_range (1, MOST + 1), g_test_rand_int_range (0, 6));
      g_autoptr (GArray) b = random_array ((guint) g_test_rand_int_range (1, MOST + 1), g_test_rand_int_range (0, 6));
      g_autoptr (GArray) all = array_of ((const double *) a->data, a->len);
      VenuleMannWhitney whitney = mann_whitney (a, b);
      VenuleKolmogorovSmirnov smirnov = kolmogorov_smirnov (a, b);
      double middle = a->len * b->len / 2.0, u = u_of (a, b), d, ways = 0, u_far = 0, d_far = 0;

      g_array_append_vals (all, b->data, b->len);
      d = distance_of (a, b, all);
      for (guint chosen = 0; chosen < 1u << all->len; chosen++)
        {
          g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (double));
          g_autoptr (GArray) second = g_array_new (FALSE, FALSE, sizeof (double));

          if ((guint) __builtin_popcount (chosen) != a->len)
            continue;
          for (guint i = 0; i < all->len; i++)
            g_array_append_val (chosen >> i & 1 ? first : second, g_array_index (all, double, i));
          ways++;
          u_far += fabs (u_of (first, second) - middle) >= fabs (u - middle) - 1e-9;
          d_far += distance_of (first, second, all) >= d - 1e-9;
        }
      g_assert_cmpfloat (whitney.u, ==, u);
      g_assert_cmpfloat_with_epsilon (whitney.p, u_far / ways, ROUNDING);
      g_assert_cmpfloat_with_epsilon (smirnov.d, d, ROUNDING);
      g_assert_cmpfloat_with_epsilon (smirnov.p, d_far / ways, ROUNDING);
    }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static void
test_shift_is_the_median_of_all_differences (void)
{
  for (int round = 0; round < 60; round++)
    {
      g_autoptr (GArray) a = random_array ((guint) g_test_rand_int_range (1, 30), g_test_rand_int_range (0, 9));
      g_autoptr (GArray) b = random_array ((guint) g_test_rand_int_range (1, 30), g_test_rand_int_range (0, 9));
      g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
      VenuleInterval shift = venule_test_hodges_lehmann (a, b);
      guint n;

      for (guint i = 0; i < a->len; i++)
        for (guint j = 0; j < b->len; j++)
          {
            double difference = g_array_index (a, double, i) - g_array_index (b, double, j);

            g_array_append_val (all, difference);
          }
      g_array_sort (all, compare);
      n = all->len;
      g_assert_cmpfloat (shift.value, ==,
                         (g_array_index (all, double, (n - 1) / 2) + g_array_index (all, double, n / 2)) / 2);
      if (!isnan (shift.low))
        {
          VenuleInterval back = venule_test_hodges_lehmann (b, a);

          g_assert_cmpfloat (shift.low, <=, shift.value);
          g_assert_cmpfloat (shift.high, >=, shift.value);
          g_assert_cmpfloat (back.low, ==, -shift.high);
          g_assert_cmpfloat (back.high, ==, -shift.low);
        }
    }
}

/* ---- Against each other ---- */

static void
test_two_groups_are_one_question (void)
{
  for (int round = 0; round < 40; round++)
    {
      g_autoptr (GArray) a = random_array ((guint) g_test_rand_int_range (1, 10), g_test_rand_int_range (0, 9));
      g_autoptr (GArray) b = random_array ((guint) g_test_rand_int_range (2, 10), g_test_rand_int_range (0, 9));
      g_autoptr (VenuleKruskalWallis) kruskal =
        venule_test_kruskal_wallis ((const GArray *const[]) { a, b }, 2, VENULE_CORRECTION_BENJAMINI_HOCHBERG, NULL);
      VenuleMannWhitney whitney = mann_whitney (a, b), back = mann_whitney (b, a);
      const VenuleDunn *pair = &g_array_index (kruskal->pairs, VenuleDunn, 0);

      g_assert_true (kruskal->exact);
      g_assert_cmpfloat_with_epsilon (kruskal->p, whitney.p, 1e-10);
      g_assert_cmpfloat_with_epsilon (pair->z * pair->z, kruskal->h, 1e-10);
      g_assert_cmpfloat (pair->corrected, ==, pair->p);
      g_assert_cmpfloat_with_epsilon (back.p, whitney.p, ROUNDING);
      g_assert_cmpfloat_with_epsilon (back.delta.value, -whitney.delta.value, ROUNDING);
      g_assert_cmpfloat_with_epsilon (back.delta.low, -whitney.delta.high, 1e-9);
      g_assert_cmpfloat_with_epsilon (kolmogorov_smirnov (a, b).p, kolmogorov_smirnov (b, a).p, ROUNDING);
    }
}

/* Just above the limits the approximations must be near what is counted just below. */
static void
test_approximations_meet_what_is_counted (void)
{
  g_autoptr (GArray) a = sequence (50, 37, 101, 0);
  g_autoptr (GArray) b = sequence (50, 53, 113, 22);
  g_autoptr (GArray) more = sequence (51, 53, 113, 22);
  g_autoptr (GArray) wide = sequence (1000, 37, 1009, 0);
  g_autoptr (GArray) wider = sequence (1000, 53, 1103, 10);
  g_autoptr (GArray) widest = sequence (1001, 53, 1103, 10);
  VenuleMannWhitney counted = mann_whitney (a, b), approximate = mann_whitney (a, more);

  g_assert_true (counted.exact);
  g_assert_false (approximate.exact);
  g_assert_cmpfloat_with_epsilon (counted.p, approximate.p, 0.01);
  g_assert_cmpfloat_with_epsilon (counted.shift.low, approximate.shift.low, 2);
  g_assert_cmpfloat_with_epsilon (counted.shift.high, approximate.shift.high, 2);
  g_assert_cmpfloat_with_epsilon (kolmogorov_smirnov (wide, wider).p, kolmogorov_smirnov (wide, widest).p, 0.02);
}

static double
random_normal (void)
{
  double u = 1 - g_test_rand_double_range (0, 1), v = g_test_rand_double_range (0, 1);

  return sqrt (-2 * log (u)) * cos (2 * G_PI * v);
}

/* Two normal distributions 1.5 SD apart: delta is 2 Φ(1.5 / √2) − 1 = 0.7112; groups as small as those of animals
 * are. */
static void
test_intervals_cover_the_truth (void)
{
  const guint rounds = 1500;
  guint delta_covered = 0, shift_covered = 0;

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (GArray) b = g_array_new (FALSE, FALSE, sizeof (double));
      VenuleMannWhitney result;

      for (guint i = 0; i < 6; i++)
        {
          double value = random_normal () + 1.5;

          g_array_append_val (a, value);
        }
      for (guint i = 0; i < 5; i++)
        {
          double value = random_normal ();

          g_array_append_val (b, value);
        }
      result = mann_whitney (a, b);
      delta_covered += result.delta.low <= 0.7112 && result.delta.high >= 0.7112;
      shift_covered += result.shift.low <= 1.5 && result.shift.high >= 1.5;
    }
  g_test_message ("of %u intervals of 95 %%: delta %u, shift %u", rounds, delta_covered, shift_covered);
  g_assert_cmpfloat (delta_covered / (double) rounds, >, 0.92);
  g_assert_cmpfloat (shift_covered / (double) rounds, >, 0.93);
}

/* ---- Ends ---- */

static void
test_equal_values_differ_in_nothing (void)
{
  g_autoptr (GArray) a = ARRAY (3, 3, 3);
  g_autoptr (GArray) b = ARRAY (3, 3);
  g_autoptr (GArray) many = sequence (90, 0, 7, 3);
  g_autoptr (GArray) zeros = ARRAY (0.0, -0.0);
  VenuleMannWhitney result = mann_whitney (a, b), large = mann_whitney (a, many),
                    signed_zeros = mann_whitney (zeros, zeros);
  g_autoptr (VenuleKruskalWallis) kruskal =
    venule_test_kruskal_wallis ((const GArray *const[]) { a, b, many }, 3, VENULE_CORRECTION_HOLM, NULL);

  g_assert_cmpfloat (result.p, ==, 1);
  g_assert_cmpfloat (result.delta.value, ==, 0);
  g_assert_cmpfloat (result.shift.value, ==, 0);
  g_assert_cmpfloat (large.p, ==, 1);
  g_assert_cmpfloat (signed_zeros.p, ==, 1);
  g_assert_false (signbit (signed_zeros.shift.value));
  g_assert_cmpfloat (kolmogorov_smirnov (a, many).p, ==, 1);
  g_assert_cmpfloat (kolmogorov_smirnov (a, many).d, ==, 0);
  g_assert_cmpfloat (kruskal->h, ==, 0);
  g_assert_cmpfloat (kruskal->p, ==, 1);
}

static void
test_one_value_each_tells_nothing (void)
{
  g_autoptr (GArray) a = ARRAY (1);
  g_autoptr (GArray) b = ARRAY (2);
  VenuleMannWhitney result = mann_whitney (a, b);
  g_autoptr (VenuleKruskalWallis) kruskal =
    venule_test_kruskal_wallis ((const GArray *const[]) { a, b }, 2, VENULE_CORRECTION_HOLM, NULL);

  g_assert_cmpfloat (result.p, ==, 1);
  g_assert_cmpfloat (result.shift.value, ==, -1);
  g_assert_true (isnan (result.shift.low));
  g_assert_cmpfloat (kolmogorov_smirnov (a, b).p, ==, 1);
  g_assert_cmpfloat (kruskal->p, ==, 1);
}

static void
test_what_is_no_number_is_refused (void)
{
  g_autoptr (GArray) good = ARRAY (1, 2, 3);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) nan_in_it = ARRAY (1, NAN);
  g_autoptr (GArray) infinite = ARRAY (1, INFINITY);
  const GArray *const bad[] = { none, nan_in_it, infinite };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) whitney = NULL, smirnov = NULL, kruskal = NULL;
      VenuleMannWhitney mann;
      VenuleKolmogorovSmirnov kolmogorov;

      g_assert_false (venule_test_mann_whitney (good, bad[i], &mann, &whitney));
      g_assert_error (whitney, VENULE_ERROR, VENULE_ERROR_INVALID);
      g_assert_false (venule_test_kolmogorov_smirnov (bad[i], good, &kolmogorov, &smirnov));
      g_assert_error (smirnov, VENULE_ERROR, VENULE_ERROR_INVALID);
      g_assert_null (venule_test_kruskal_wallis ((const GArray *const[]) { good, good, bad[i] }, 3,
                                                 VENULE_CORRECTION_HOLM, &kruskal));
      g_assert_error (kruskal, VENULE_ERROR, VENULE_ERROR_INVALID);
    }
  g_autoptr (GError) error = NULL;
  g_assert_null (venule_test_kruskal_wallis ((const GArray *const[]) { good }, 1, VENULE_CORRECTION_HOLM, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static void
test_effect_of_several_groups_has_an_interval (void)
{
  g_autoptr (GArray) a = sequence (8, 37, 101, 0);
  g_autoptr (GArray) b = sequence (8, 53, 113, 60);
  g_autoptr (GArray) c = sequence (8, 29, 97, 120);
  const GArray *const groups[] = { a, b, c };
  g_autoptr (VenuleKruskalWallis) result = venule_test_kruskal_wallis (groups, 3, VENULE_CORRECTION_HOLM, NULL);
  g_autoptr (VenuleKruskalWallis) again = venule_test_kruskal_wallis (groups, 3, VENULE_CORRECTION_HOLM, NULL);

  g_assert_cmpfloat (result->epsilon_squared.low, <, result->epsilon_squared.value);
  g_assert_cmpfloat (result->epsilon_squared.high, >, result->epsilon_squared.value);
  g_assert_cmpfloat (result->epsilon_squared.high, <=, 1);
  g_assert_cmpfloat (result->epsilon_squared.low, ==, again->epsilon_squared.low);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rank-tests/Mann–Whitney as in R", test_mann_whitney_as_in_r);
  g_test_add_func ("/rank-tests/a large Mann–Whitney as in R", test_large_mann_whitney_as_in_r);
  g_test_add_func ("/rank-tests/Kolmogorov–Smirnov as in R", test_kolmogorov_smirnov_as_in_r);
  g_test_add_func ("/rank-tests/Kruskal–Wallis and Dunn as in R", test_kruskal_wallis_and_dunn_as_in_r);
  g_test_add_func ("/rank-tests/a small Kruskal–Wallis is counted out", test_small_kruskal_wallis_is_counted_out);
  g_test_add_func ("/rank-tests/corrections as in R", test_corrections_as_in_r);
  g_test_add_func ("/rank-tests/exact is all permutations", test_exact_is_all_permutations);
  g_test_add_func ("/rank-tests/the shift is the median of all differences",
                   test_shift_is_the_median_of_all_differences);
  g_test_add_func ("/rank-tests/two groups are one question", test_two_groups_are_one_question);
  g_test_add_func ("/rank-tests/approximations meet what is counted", test_approximations_meet_what_is_counted);
  g_test_add_func ("/rank-tests/intervals cover the truth", test_intervals_cover_the_truth);
  g_test_add_func ("/rank-tests/equal values differ in nothing", test_equal_values_differ_in_nothing);
  g_test_add_func ("/rank-tests/one value each tells nothing", test_one_value_each_tells_nothing);
  g_test_add_func ("/rank-tests/what is no number is refused", test_what_is_no_number_is_refused);
  g_test_add_func ("/rank-tests/the effect of several groups has an interval",
                   test_effect_of_several_groups_has_an_interval);

  return g_test_run ();
}
