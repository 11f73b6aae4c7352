/* test-paired-tests.c: tests of the same animals at several times against values worked out elsewhere, and against
 * counting everything
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "make-numbers.h"
#include "venule-error.h"
#include "venule-test-paired.h"
#include "venule-test-ranks.h"

#define ROUNDING 1e-12
#define AT(array, i) g_array_index (array, double, i)

static VenuleWilcoxon
wilcoxon (const GArray *a,
          const GArray *b)
{
  g_autoptr (GError) error = NULL;
  VenuleWilcoxon result;

  g_assert_true (venule_test_wilcoxon (a, b, &result, &error));
  g_assert_no_error (error);
  return result;
}

/* Rows of animals, as R has matrices here. */
static VenuleFriedman *
friedman (const double     *rows,
          guint             n,
          guint             n_times,
          VenuleCorrection  correction)
{
  g_autofree GArray **times = g_new (GArray *, n_times);
  g_autoptr (GError) error = NULL;
  VenuleFriedman *result;

  for (guint j = 0; j < n_times; j++)
    {
      times[j] = g_array_new (FALSE, FALSE, sizeof (double));
      for (guint i = 0; i < n; i++)
        g_array_append_val (times[j], rows[i * n_times + j]);
    }
  result = venule_test_friedman ((const GArray *const *) times, n_times, correction, &error);
  g_assert_no_error (error);
  for (guint j = 0; j < n_times; j++)
    g_array_unref (times[j]);
  return result;
}

static const VenuleFriedmanPair *
pair_at (const VenuleFriedman *result,
         guint                 i)
{
  return &g_array_index (result->pairs, VenuleFriedmanPair, i);
}

static void
assert_interval (VenuleInterval interval,
                 double         value,
                 double         low,
                 double         high)
{
  g_assert_cmpfloat_with_epsilon (interval.value, value, ROUNDING);
  g_assert_cmpfloat_with_epsilon (interval.low, low, ROUNDING);
  g_assert_cmpfloat_with_epsilon (interval.high, high, ROUNDING);
}

/* ---- Worked out elsewhere ----
 *
 * R 4.2.2 with coin 1.4 (Debian 12: r-base-core, r-cran-coin), Rscript:
 *   x <- c(1.83,0.50,1.62,2.48,1.68,1.88,1.55,3.06,1.30); y <- c(0.878,0.647,0.598,2.05,1.06,1.29,1.06,3.14,1.29)   #
 *   Hollander & Wolfe ta <- c(12,15,15,18,20,20,20,25,14,30); tb <- c(15,15,12,22,25,18,26,31,14,33) la <- (0:149*37)
 *   %% 101; lb <- (0:149*53) %% 113; ea <- (0:59*37) %% 101; eb <- (0:59*53) %% 113 + 0.25 wilcox.test(x, y,
 *   paired=TRUE, conf.int=TRUE); wilcox.test(la, lb, paired=TRUE, exact=FALSE, correct=TRUE) pvalue(wilcoxsign_test(ta
 *   ~ tb, zero.method="Wilcoxon", distribution="exact"))   # and of ea ~ eb d <- x - y; r <- rank(abs(d[d != 0]));
 *   sum(sign(d[d != 0]) * r) / sum(r)         # r W <- outer(d, d, "+")/2; s <- sort(W[upper.tri(W, diag=TRUE)]); k <-
 *   qsignrank(0.025, length(d)); s[k]; s[length(s)+1-k] of 150: k <- floor(n*(n+1)/4 -
 *   1.959963984540054*sqrt(n*(n+1)*(2*n+1)/24))
 */

static void
test_wilcoxon_as_in_r (void)
{
  g_autoptr (GArray) x = ARRAY (1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30);
  g_autoptr (GArray) y = ARRAY (0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29);
  VenuleWilcoxon result = wilcoxon (x, y);

  g_assert_true (result.exact);
  g_assert_false (result.ties);
  g_assert_true (isnan (result.z));
  g_assert_cmpuint (result.n, ==, 9);
  g_assert_cmpuint (result.n_zero, ==, 0);
  g_assert_cmpfloat (result.w, ==, 40);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0390625, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result.r, 0.777777777777778, ROUNDING);
  assert_interval (result.shift, 0.46, 0.01, 0.786);
}

/* Two pairs of ten do not differ, and some of the others differ by the same. */
static void
test_wilcoxon_with_ties_and_zeros_as_in_coin (void)
{
  g_autoptr (GArray) ta = ARRAY (12, 15, 15, 18, 20, 20, 20, 25, 14, 30);
  g_autoptr (GArray) tb = ARRAY (15, 15, 12, 22, 25, 18, 26, 31, 14, 33);
  g_autoptr (GArray) ea = sequence (60, 37, 101, 0);
  g_autoptr (GArray) eb = sequence (60, 53, 113, 0.25);
  VenuleWilcoxon result = wilcoxon (ta, tb);

  g_assert_true (result.exact);
  g_assert_true (result.ties);
  g_assert_cmpuint (result.n, ==, 10);
  g_assert_cmpuint (result.n_zero, ==, 2);
  g_assert_cmpfloat (result.w, ==, 4);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0625, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result.r, -0.777777777777778, ROUNDING);
  assert_interval (result.shift, -2, -4.5, 0);

  result = wilcoxon (ea, eb);
  g_assert_true (result.exact);
  g_assert_cmpfloat (result.w, ==, 714);
  g_assert_cmpfloat_with_epsilon (result.p, 0.140271382327105, ROUNDING);
}

static void
test_large_wilcoxon_as_in_r (void)
{
  g_autoptr (GArray) la = sequence (150, 37, 101, 0);
  g_autoptr (GArray) lb = sequence (150, 53, 113, 0);
  VenuleWilcoxon result = wilcoxon (la, lb);

  g_assert_false (result.exact);
  g_assert_cmpuint (result.n_zero, ==, 2);
  g_assert_cmpfloat (result.w, ==, 4537.5);
  g_assert_cmpfloat_with_epsilon (result.p, 0.0619757351124804, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result.r, -0.176945401777617, ROUNDING);
  assert_interval (result.shift, -7, -14.5, 0.5);
}

/* RoundingTimes of Hollander & Wolfe: seconds of 22 players by three methods. R: friedman.test(RoundingTimes). */
static void
test_friedman_as_in_r (void)
{
  const double times[] = {
    5.40, 5.50, 5.55, 5.85, 5.70, 5.75, 5.20, 5.60, 5.50, 5.55, 5.50, 5.40, 5.90, 5.85, 5.70, 5.45, 5.55,
    5.60, 5.40, 5.40, 5.35, 5.45, 5.50, 5.35, 5.25, 5.15, 5.00, 5.85, 5.80, 5.70, 5.25, 5.20, 5.10, 5.65,
    5.55, 5.45, 5.60, 5.35, 5.45, 5.05, 5.00, 4.95, 5.50, 5.50, 5.40, 5.45, 5.55, 5.50, 5.55, 5.55, 5.35,
    5.45, 5.50, 5.55, 5.50, 5.45, 5.25, 5.65, 5.60, 5.40, 5.70, 5.65, 5.55, 6.30, 6.30, 6.25,
  };
  g_autoptr (VenuleFriedman) result = friedman (times, 22, 3, VENULE_CORRECTION_HOLM);

  g_assert_cmpfloat_with_epsilon (result->q, 11.1428571428571, 1e-10);
  g_assert_cmpuint (result->df, ==, 2);
  g_assert_true (result->ties);
  g_assert_cmpfloat_with_epsilon (result->w, 11.1428571428571 / 44, 1e-10);
  /* Counted out; chi-squared gives 0.0038. */
  g_assert_true (result->exact);
  g_assert_cmpfloat_with_epsilon (result->p, 0.00380504077551136, 0.0015);
}

/* chi-squared of more than can be counted. R: C <- matrix((0:119*37) %% 101, nrow=24); friedman.test(C) */
static void
test_large_friedman_as_in_r (void)
{
  double rows[120];
  g_autoptr (VenuleFriedman) result = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i % 24 * 5 + i / 24] = i * 37 % 101;
  result = friedman (rows, 24, 5, VENULE_CORRECTION_HOLM);

  g_assert_false (result->exact);
  g_assert_cmpfloat_with_epsilon (result->q, 0.66666666666666663, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result->p, 0.9553750807650524, ROUNDING);
  g_assert_cmpfloat_with_epsilon (result->w, 0.00694444444444444, ROUNDING);
}

/* All (k!)^n ways, listed in R: S <- matrix(0,1,k); for (i in 1:n) { P <- perms(rank(A[i,])); S <- do.call(rbind,
 * lapply(1:nrow(P), function(j) sweep(S,2,P[j,],"+"))) }; mean(rowSums(S^2) >= obs); mean(abs(S[,a]-S[,b]) >= d) */
static void
test_friedman_as_counted_in_r (void)
{
  const double a[] = { 10, 12, 15, 9, 9, 14, 11, 13, 12, 8, 10, 16, 7, 9, 11 };
  const double b[] = { 31, 27, 24, 30, 31, 28, 31, 29, 45, 29, 46, 44, 21, 18, 48, 25 };
  g_autoptr (VenuleFriedman) three = friedman (a, 5, 3, VENULE_CORRECTION_HOLM);
  g_autoptr (VenuleFriedman) four = friedman (b, 4, 4, VENULE_CORRECTION_BONFERRONI);
  const double pairs[] = { 0.0460069444444444, 1, 0.559027777777778, 0.0460069444444444, 0.184992283950617,
                           0.559027777777778 };

  g_assert_true (three->exact);
  g_assert_cmpfloat_with_epsilon (three->q, 7.6842105263157894, ROUNDING);
  g_assert_cmpfloat_with_epsilon (three->p, 0.0185185185185185, ROUNDING);
  g_assert_cmpfloat_with_epsilon (three->w, 0.768421052631579, ROUNDING);
  g_assert_cmpuint (three->pairs->len, ==, 3);
  g_assert_cmpfloat_with_epsilon (pair_at (three, 0)->p, 0.114711934156379, ROUNDING);
  g_assert_cmpfloat_with_epsilon (pair_at (three, 1)->p, 0.00462962962962963, ROUNDING);
  g_assert_cmpfloat_with_epsilon (pair_at (three, 2)->p, 0.31430041152263377, ROUNDING);
  g_assert_cmpfloat_with_epsilon (pair_at (three, 1)->corrected, 3 * 0.00462962962962963, ROUNDING);
  g_assert_cmpfloat_with_epsilon (pair_at (three, 0)->corrected, 2 * 0.114711934156379, ROUNDING);
  g_assert_cmpfloat (pair_at (three, 1)->r, ==, -1);
  g_assert_cmpfloat (pair_at (three, 1)->difference, ==, (5.5 - 14) / 5);

  g_assert_true (four->exact);
  g_assert_cmpfloat_with_epsilon (four->q, 5.769230769230769, ROUNDING);
  g_assert_cmpfloat_with_epsilon (four->p, 0.126302083333333, ROUNDING);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_assert_cmpfloat_with_epsilon (pair_at (four, i)->p, pairs[i], ROUNDING);
      g_assert_cmpfloat_with_epsilon (pair_at (four, i)->corrected, fmin (6 * pairs[i], 1), ROUNDING);
    }
}

/* Friedman's own tables (1937), as in M. Hollander, D. A. Wolfe, Nonparametric Statistical Methods (1999), table
 * A.22. */
static void
test_friedman_as_in_the_tables (void)
{
  const double three[] = { 1, 2, 3, 1, 2, 3, 1, 2, 3 };                   /* k 3, n 3: 6.0, 0.028 */
  const double four[] = { 1, 2, 3, 1, 2, 3, 1, 3, 2, 1, 2, 3 };           /* k 3, n 4: 6.5, 0.042 */
  const double other[] = { 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3 };          /* k 3, n 4: 8.0, 0.005 */
  g_autoptr (VenuleFriedman) first = friedman (three, 3, 3, VENULE_CORRECTION_HOLM);
  g_autoptr (VenuleFriedman) second = friedman (four, 4, 3, VENULE_CORRECTION_HOLM);
  g_autoptr (VenuleFriedman) third = friedman (other, 4, 3, VENULE_CORRECTION_HOLM);

  g_assert_cmpfloat (first->q, ==, 6);
  g_assert_cmpfloat_with_epsilon (first->p, 0.028, 5e-4);
  g_assert_cmpfloat (first->w, ==, 1);
  g_assert_cmpfloat (second->q, ==, 6.5);
  g_assert_cmpfloat_with_epsilon (second->p, 0.042, 5e-4);
  g_assert_cmpfloat (third->q, ==, 8);
  g_assert_cmpfloat_with_epsilon (third->p, 0.005, 5e-4);
}

/* ---- Properties ---- */

/* Whole numbers, so that values and differences are equal now and then. */
static GArray *
draw (guint n,
      int   most)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < n; i++)
    {
      double value = g_test_rand_int_range (0, most);

      g_array_append_val (array, value);
    }
  return array;
}

/* All 2^n signs. */
static void
test_wilcoxon_is_all_signs (void)
{
  for (guint round = 0; round < 60; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 11), far = 0;
      int most = g_test_rand_int_range (2, 40);
      g_autoptr (GArray) a = draw (n, most), b = draw (n, most), sizes = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (VenuleRanks) ranks = NULL;
      VenuleWilcoxon result = wilcoxon (a, b);
      double total = 0;

      for (guint i = 0; i < n; i++)
        {
          double size = fabs (AT (a, i) - AT (b, i));

          if (size > 0)
            g_array_append_val (sizes, size);
        }
      ranks = venule_ranks_new ((const GArray *const[]) { sizes }, 1);
      for (guint i = 0; i < ranks->n; i++)
        total += (double) ranks->doubled[i] / 2;
      for (guint signs = 0; signs < 1u << ranks->n; signs++)
        {
          double w = 0;

          for (guint i = 0; i < ranks->n; i++)
            w += signs >> i & 1 ? (double) ranks->doubled[i] / 2 : 0;
          far += fabs (w - total / 2) >= fabs (result.w - total / 2);
        }
      g_assert_cmpuint (result.n_zero, ==, n - ranks->n);
      g_assert_cmpfloat_with_epsilon (result.p, (double) far / (1u << ranks->n), ROUNDING);
      if (ranks->n > 0)
        g_assert_cmpfloat_with_epsilon (result.r, (2 * result.w - total) / total, ROUNDING);
      else
        g_assert_true (isnan (result.r));
    }
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static void
test_the_shift_is_the_median_of_means (void)
{
  for (guint round = 0; round < 60; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 30);
      g_autoptr (GArray) a = draw (n, 50), b = draw (n, 50), means = g_array_new (FALSE, FALSE, sizeof (double));
      VenuleWilcoxon result = wilcoxon (a, b), mirrored = wilcoxon (b, a);

      for (guint i = 0; i < n; i++)
        for (guint j = i; j < n; j++)
          {
            double mean = (AT (a, i) - AT (b, i) + AT (a, j) - AT (b, j)) / 2;

            g_array_append_val (means, mean);
          }
      g_array_sort (means, compare_doubles);
      g_assert_cmpfloat_with_epsilon (result.shift.value,
                                      (AT (means, (means->len - 1) / 2) + AT (means, means->len / 2)) / 2, ROUNDING);
      g_assert_true (isnan (result.shift.low) == (n < 6));
      if (n >= 6)
        g_assert_true (result.shift.low <= result.shift.value && result.shift.value <= result.shift.high);

      /* The other way round all is the other way round. */
      g_assert_cmpfloat_with_epsilon (mirrored.p, result.p, ROUNDING);
      g_assert_cmpfloat_with_epsilon (mirrored.shift.value, -result.shift.value, ROUNDING);
      if (n >= 6)
        g_assert_cmpfloat_with_epsilon (mirrored.shift.low, -result.shift.high, ROUNDING);
      if (result.n > result.n_zero)
        g_assert_cmpfloat_with_epsilon (mirrored.r, -result.r, ROUNDING);
    }
}

/* 95 % of samples have the shift in the interval, or a little more: it is exact. */
static void
test_the_interval_of_the_shift_holds_it (void)
{
  const guint n_rounds = 2000;
  guint held = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (double)),
      b = g_array_new (FALSE, FALSE, sizeof (double));
      VenuleWilcoxon result;

      for (guint i = 0; i < 8; i++)
        {
          double animal = 100 * g_test_rand_double (), before = animal + g_test_rand_double (),
                 after = animal + 3 + g_test_rand_double ();

          g_array_append_val (a, after);
          g_array_append_val (b, before);
        }
      result = wilcoxon (a, b);
      held += result.shift.low <= 3 && result.shift.high >= 3;
    }
  g_test_message ("%.1f %% of the intervals hold the shift", 100.0 * held / n_rounds);
  g_assert_cmpuint (held, >=, 93 * n_rounds / 100);
  g_assert_cmpuint (held, <=, 99 * n_rounds / 100);
}

/* Of two times, the ranks within an animal say which is larger and nothing else: the sign test, a binomial
 * distribution. */
static void
test_friedman_of_two_times_is_the_sign_test (void)
{
  for (guint round = 0; round < 30; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 15), larger = 0, differing = 0;
      double rows[30], p = 0, all = 0, ways = 1;
      g_autoptr (VenuleFriedman) result = NULL;

      for (guint i = 0; i < 2 * n; i++)
        rows[i] = g_test_rand_int_range (0, 6);
      for (guint i = 0; i < n; i++)
        {
          larger += rows[2 * i] > rows[2 * i + 1];
          differing += rows[2 * i] != rows[2 * i + 1];
        }
      for (guint k = 0; k <= differing; k++)
        {
          all += ways;
          if (ABS (2 * (int) k - (int) differing) >= ABS (2 * (int) larger - (int) differing))
            p += ways;
          ways *= (double) (differing - k) / (k + 1);
        }
      result = friedman (rows, n, 2, VENULE_CORRECTION_HOLM);
      g_assert_true (result->exact);
      g_assert_cmpfloat_with_epsilon (result->p, p / all, 1e-10);
      g_assert_cmpfloat_with_epsilon (pair_at (result, 0)->p, p / all, 1e-10);
    }
}

/* What is an animal's own takes no part: a number added to all its values, and which animal comes first. */
static void
test_friedman_is_within_the_animals (void)
{
  for (guint round = 0; round < 20; round++)
    {
      guint n = (guint) g_test_rand_int_range (2, 9), k = (guint) g_test_rand_int_range (3, 5);
      double rows[9 * 5], moved[9 * 5];
      g_autoptr (VenuleFriedman) one = NULL, other = NULL;

      for (guint i = 0; i < n * k; i++)
        rows[i] = g_test_rand_int_range (0, 12);
      for (guint i = 0; i < n; i++)
        {
          double own = g_test_rand_int_range (-100, 100);

          for (guint j = 0; j < k; j++)
            moved[(n - 1 - i) * k + j] = rows[i * k + j] + own;
        }
      one = friedman (rows, n, k, VENULE_CORRECTION_HOLM);
      other = friedman (moved, n, k, VENULE_CORRECTION_HOLM);
      g_assert_cmpfloat_with_epsilon (one->q, other->q, ROUNDING);
      g_assert_cmpfloat_with_epsilon (one->p, other->p, ROUNDING);
      g_assert_true (one->p > 0 && one->p <= 1 && one->w >= 0 && one->w <= 1 + ROUNDING);
      for (guint i = 0; i < one->pairs->len; i++)
        {
          g_assert_cmpfloat_with_epsilon (pair_at (one, i)->p, pair_at (other, i)->p, ROUNDING);
          g_assert_cmpfloat (pair_at (one, i)->corrected, >=, pair_at (one, i)->p);
        }
    }
}

static void
test_alike_values_speak_for_nothing (void)
{
  const double rows[] = { 3, 3, 3, 8, 8, 8 };
  g_autoptr (VenuleFriedman) result = friedman (rows, 2, 3, VENULE_CORRECTION_HOLM);
  g_autoptr (GArray) a = ARRAY (5, 6, 7);
  VenuleWilcoxon same = wilcoxon (a, a);

  g_assert_cmpfloat (result->q, ==, 0);
  g_assert_cmpfloat_with_epsilon (result->p, 1, ROUNDING);
  g_assert_cmpfloat (result->w, ==, 0);
  g_assert_cmpfloat_with_epsilon (pair_at (result, 0)->p, 1, ROUNDING);
  g_assert_true (isnan (pair_at (result, 0)->r));
  g_assert_cmpfloat (same.p, ==, 1);
  g_assert_cmpuint (same.n_zero, ==, 3);
  g_assert_true (isnan (same.r));
  g_assert_cmpfloat (same.shift.value, ==, 0);
}

static void
test_what_cannot_be_paired_is_refused (void)
{
  g_autoptr (GArray) a = ARRAY (1, 2, 3), b = ARRAY (1, 2), none = g_array_new (FALSE, FALSE, sizeof (double)),
                     odd = ARRAY (1, NAN, 3);
  const GArray *const sizes[] = { a, b }, *const odd_ones[] = { a, odd }, *const alone[] = { a };
  const struct
  {
    const GArray *a, *b;
  } wrong[] = { { a, b }, { none, none }, { a, odd } };
  VenuleWilcoxon result;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (venule_test_wilcoxon (wrong[i].a, wrong[i].b, &result, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
    }
  g_assert_null (venule_test_friedman (sizes, 2, VENULE_CORRECTION_HOLM, NULL));
  g_assert_null (venule_test_friedman (odd_ones, 2, VENULE_CORRECTION_HOLM, NULL));
  g_assert_null (venule_test_friedman (alone, 1, VENULE_CORRECTION_HOLM, NULL));
}

/* The window compares with every change: no more than a moment of it. */
static void
test_counting_ends_soon (void)
{
  double rows[40 * 6];
  gint64 start;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = g_test_rand_double ();
  for (guint k = 2; k <= 6; k++)
    for (guint n = 2; n <= 40; n += 19)
      {
        g_autoptr (VenuleFriedman) result = NULL;

        start = g_get_monotonic_time ();
        result = friedman (rows, n, k, VENULE_CORRECTION_HOLM);
        g_test_message ("%u times, %u animals: %s, %.0f ms", k, n, result->exact ? "exact" : "chi-squared",
                        (double) (g_get_monotonic_time () - start) / 1000);
        g_assert_true (result->exact || k > 3);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/paired/wilcoxon as in R", test_wilcoxon_as_in_r);
  g_test_add_func ("/paired/wilcoxon with ties and zeros as in coin", test_wilcoxon_with_ties_and_zeros_as_in_coin);
  g_test_add_func ("/paired/large wilcoxon as in R", test_large_wilcoxon_as_in_r);
  g_test_add_func ("/paired/friedman as in R", test_friedman_as_in_r);
  g_test_add_func ("/paired/large friedman as in R", test_large_friedman_as_in_r);
  g_test_add_func ("/paired/friedman as counted in R", test_friedman_as_counted_in_r);
  g_test_add_func ("/paired/friedman as in the tables", test_friedman_as_in_the_tables);
  g_test_add_func ("/paired/wilcoxon is all signs", test_wilcoxon_is_all_signs);
  g_test_add_func ("/paired/the shift is the median of means", test_the_shift_is_the_median_of_means);
  g_test_add_func ("/paired/the interval of the shift holds it", test_the_interval_of_the_shift_holds_it);
  g_test_add_func ("/paired/friedman of two times is the sign test", test_friedman_of_two_times_is_the_sign_test);
  g_test_add_func ("/paired/friedman is within the animals", test_friedman_is_within_the_animals);
  g_test_add_func ("/paired/alike values speak for nothing", test_alike_values_speak_for_nothing);
  g_test_add_func ("/paired/what cannot be paired is refused", test_what_cannot_be_paired_is_refused);
  g_test_add_func ("/paired/counting ends soon", test_counting_ends_soon);

  return g_test_run ();
}
