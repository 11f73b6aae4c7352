/* venule-test-friedman.c: the same animals at several times, and the pairs of times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-paired.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "venule-error.h"
#include "venule-test-ranks.h"

#define KEY_BITS 64

/* Twice the ranks within each animal, one row an animal. */
typedef struct {
  guint    n, n_times;
  guint64 *doubled;
  guint64 *sums;   /* of each time */
  double   spread; /* Σ over the animals of Σ (rank − mean rank)² */
  gboolean ties;
} Ranks;

static void
ranks_clear (Ranks *self)
{
  g_free (self->doubled);
  g_free (self->sums);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranks, ranks_clear)

static void
ranks_init (Ranks               *self,
            const GArray *const *times,
            guint                n_times)
{
  double mean = (n_times + 1) / 2.0;
  g_autoptr(GArray) row = g_array_sized_new (FALSE, FALSE, sizeof (double), n_times);

  *self = (Ranks) { .n = times[0]->len, .n_times = n_times, .doubled = g_new (guint64, (gsize) times[0]->len * n_times),
                    .sums = g_new0 (guint64, n_times) };
  for (guint i = 0; i < self->n; i++)
    {
      g_autoptr(VenuleRanks) ranks = NULL;

      g_array_set_size (row, 0);
      for (guint j = 0; j < n_times; j++)
        g_array_append_val (row, g_array_index (times[j], double, i));
      ranks = venule_ranks_new ((const GArray *const[]) { row }, 1);
      self->ties |= ranks->ties > 0;
      for (guint j = 0; j < n_times; j++)
        {
          double off = (double) ranks->doubled[j] / 2 - mean;

          self->doubled[(gsize) i * n_times + j] = ranks->doubled[j];
          self->sums[j] += ranks->doubled[j];
          self->spread += off * off;
        }
    }
}

/* Σ (rank sum)², twice the ranks each: all that the statistic depends on. */
static guint64
sum_of_squares (const guint64 *sums,
                guint          n)
{
  guint64 total = 0;

  for (guint j = 0; j < n; j++)
    total += sums[j] * sums[j];

  return total;
}

/* 0 where all values of each animal are equal: nothing speaks for a difference. */
static double
find_q (const Ranks *ranks)
{
  double k = ranks->n_times, off = 0;
  double mean = ranks->n * (k + 1) / 2;

  if (!(ranks->spread > 0))
    return 0;
  for (guint j = 0; j < ranks->n_times; j++)
    off += pow ((double) ranks->sums[j] / 2 - mean, 2);

  return (k - 1) * off / ranks->spread;
}

/* ---- All ways in which the ranks could stand within the animals ----
 *
 * The rank sums grow animal by animal. As each order is as likely as any other, sums that are the same but for their
 * order have the same future: they are kept in rising order, each with the number of ways to it. */

typedef struct {
  guint64 key; /* the sums, a few bits each */
  double  ways;
} State;

#define MAX_TIMES 6
#define MAX_ORDERS 720 /* 6! */

typedef struct {
  guint       n_times, bits;
  guint64     orders[MAX_ORDERS * MAX_TIMES]; /* of one animal's ranks, each a row of n_times */
  guint       n_orders;
  GHashTable *states; /* of State by its key */
} Counting;

static int
compare_sums (const void *a,
              const void *b)
{
  guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return (first > second) - (first < second);
}

/* The next order of @row in which equal ranks do not change places; FALSE: it was the last one. */
static gboolean
next_order (guint64 *row,
            guint    n)
{
  guint i = n - 1, j = n - 1;

  while (i > 0 && row[i - 1] >= row[i])
    i--;
  if (i == 0)
    return FALSE;
  while (row[j] <= row[i - 1])
    j--;
  {
    guint64 kept = row[i - 1];

    row[i - 1] = row[j];
    row[j] = kept;
  }
  for (j = n - 1; i < j; i++, j--)
    {
      guint64 kept = row[i];

      row[i] = row[j];
      row[j] = kept;
    }

  return TRUE;
}

static void
list_orders (Counting      *self,
             const guint64 *ranks)
{
  guint64 row[MAX_TIMES];

  for (guint j = 0; j < self->n_times; j++)
    row[j] = ranks[j];
  qsort (row, self->n_times, sizeof *row, compare_sums);
  self->n_orders = 0;
  do
    {
      for (guint j = 0; j < self->n_times; j++)
        self->orders[self->n_orders * self->n_times + j] = row[j];
      self->n_orders++;
    }
  while (next_order (row, self->n_times));
}

static void
unpack (const Counting *self,
        guint64         key,
        guint64        *sums)
{
  for (guint j = 0; j < self->n_times; j++)
    sums[j] = key >> (j * self->bits) & ((G_GUINT64_CONSTANT (1) << self->bits) - 1);
}

static void
add_ways (const Counting *self,
          GHashTable     *states,
          guint64        *sums,
          double          ways)
{
  guint64 key = 0;
  State *state;

  qsort (sums, self->n_times, sizeof *sums, compare_sums);
  for (guint j = 0; j < self->n_times; j++)
    key |= sums[j] << (j * self->bits);
  state = g_hash_table_lookup (states, &key);
  if (state == NULL)
    {
      state = g_new (State, 1);
      *state = (State) { key, 0 };
      g_hash_table_insert (states, &state->key, state);
    }
  state->ways += ways;
}

/* With one more animal. Shares in place of numbers of ways, which outgrow a double. */
static void
add_animal (Counting *self)
{
  g_autoptr(GHashTable) before = self->states;
  GHashTableIter iter;
  State *state;

  self->states = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &state))
    for (guint o = 0; o < self->n_orders; o++)
      {
        guint64 sums[MAX_TIMES];

        unpack (self, state->key, sums);
        for (guint j = 0; j < self->n_times; j++)
          sums[j] += self->orders[o * self->n_times + j];
        add_ways (self, self->states, sums, state->ways / self->n_orders);
      }
}

/* %NAN: that would take too long. */
static double
count_out (const Ranks *ranks)
{
  guint64 none[MAX_TIMES] = { 0 }, observed = sum_of_squares (ranks->sums, ranks->n_times);
  g_autofree Counting *self = NULL;
  gsize n_steps = 0;
  GHashTableIter iter;
  State *state;
  double far = 0;

  if (ranks->n_times > MAX_TIMES)
    return NAN;

  self = g_new0 (Counting, 1);
  self->n_times = ranks->n_times;
  self->bits = g_bit_storage (2 * (gulong) ranks->n * ranks->n_times);
  if (self->bits * self->n_times > KEY_BITS)
    return NAN;

  self->states = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  add_ways (self, self->states, none, 1);
  for (guint i = 0; i < ranks->n; i++)
    {
      list_orders (self, ranks->doubled + (gsize) i * ranks->n_times);
      n_steps += (gsize) g_hash_table_size (self->states) * self->n_orders;
      if (n_steps > VENULE_TEST_MAX_STEPS)
        {
          g_hash_table_unref (self->states);
          return NAN;
        }
      add_animal (self);
    }

  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &state))
    {
      guint64 sums[MAX_TIMES];

      unpack (self, state->key, sums);
      if (sum_of_squares (sums, self->n_times) >= observed)
        far += state->ways;
    }
  g_hash_table_unref (self->states);

  return fmin (far, 1);
}

/* ---- Pairs ---- */

/* Share of the ways whose difference of two rank sums is as large as @observed, twice the ranks each. */
static double
count_differences (const Ranks *ranks,
                   guint64      observed)
{
  guint k = ranks->n_times, middle = 2 * (k - 1) * ranks->n;
  gsize width = 2 * (gsize) middle + 1;
  g_autofree double *shares = g_new0 (double, width);
  double far = 0;

  shares[middle] = 1;
  for (guint i = 0; i < ranks->n; i++)
    {
      const guint64 *row = ranks->doubled + (gsize) i * k;
      gsize reach = 2 * (gsize) (k - 1) * i;
      double *next = g_new0 (double, width);

      for (guint a = 0; a < k; a++)
        for (guint b = 0; b < k; b++)
          for (gsize s = middle - reach; a != b && s <= middle + reach; s++)
            next[s + row[a] - row[b]] += shares[s] / (k * (k - 1));
      g_free (shares);
      shares = next;
    }
  for (gsize s = 0; s < width; s++)
    if ((s > middle ? s - middle : middle - s) >= observed)
      far += shares[s];

  return fmin (far, 1);
}

static void
compare_pair (const Ranks         *ranks,
              const GArray *const *times,
              VenuleFriedmanPair  *pair)
{
  guint64 a = ranks->sums[pair->a], b = ranks->sums[pair->b], off = MAX (a, b) - MIN (a, b);
  VenuleWilcoxon alone;

  pair->difference = ((double) a - (double) b) / 2 / ranks->n;
  pair->exact = ranks->n <= VENULE_TEST_MAX_EXACT_PAIRS;
  if (pair->exact)
    pair->p = count_differences (ranks, off);
  else if (ranks->spread > 0)
    pair->p = 2 * gsl_cdf_ugaussian_Q ((double) off / 2 / sqrt (2 * ranks->spread / (ranks->n_times - 1)));
  else
    pair->p = 1;
  if (!venule_test_wilcoxon (times[pair->a], times[pair->b], &alone, NULL))
    g_assert_not_reached ();
  pair->r = alone.r;
  pair->shift = alone.shift;
}

static void
compare_pairs (VenuleFriedman      *self,
               const Ranks         *ranks,
               const GArray *const *times,
               VenuleCorrection     correction)
{
  g_autofree double *p = NULL;
  g_autofree double *corrected = NULL;

  for (guint a = 0; a < self->n_times; a++)
    for (guint b = a + 1; b < self->n_times; b++)
      {
        VenuleFriedmanPair pair = { .a = a, .b = b };

        compare_pair (ranks, times, &pair);
        g_array_append_val (self->pairs, pair);
      }

  p = g_new (double, self->pairs->len);
  corrected = g_new (double, self->pairs->len);
  for (guint i = 0; i < self->pairs->len; i++)
    p[i] = g_array_index (self->pairs, VenuleFriedmanPair, i).p;
  venule_test_correct (p, self->pairs->len, correction, corrected);
  for (guint i = 0; i < self->pairs->len; i++)
    g_array_index (self->pairs, VenuleFriedmanPair, i).corrected = corrected[i];
}

/* ---- All of it ---- */

VenuleFriedman *
venule_test_friedman (const GArray *const  *times,
                      guint                 n_times,
                      VenuleCorrection      correction,
                      GError              **error)
{
  g_auto(Ranks) ranks = { 0 };
  VenuleFriedman *self;

  g_return_val_if_fail (times != NULL || n_times == 0, NULL);

  if (n_times < 2)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("There are fewer than two groups to compare."));
      return NULL;
    }
  if (!venule_test_check_paired (times, n_times, error))
    return NULL;

  ranks_init (&ranks, times, n_times);
  self = g_new0 (VenuleFriedman, 1);
  self->n_times = n_times;
  self->n = ranks.n;
  self->df = n_times - 1;
  self->ties = ranks.ties;
  self->q = find_q (&ranks);
  self->p = count_out (&ranks);
  self->exact = isfinite (self->p);
  if (!self->exact)
    self->p = gsl_cdf_chisq_Q (self->q, self->df);
  self->w = self->q / (self->n * (double) self->df);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (VenuleFriedmanPair));
  compare_pairs (self, &ranks, times, correction);

  return self;
}

void
venule_friedman_free (VenuleFriedman *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->pairs);
  g_free (self);
}
