/* venule-test-kolmogorov-smirnov.c: whether two samples are of one distribution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-two.h"

#include <math.h>

#include "venule-test-ranks.h"

/* The values of both samples in rising order. */
typedef struct {
  guint     n_a, n_b;
  gboolean *last; /* (array length=n_a + n_b): of the values that are equal; only there both shares can be compared */
  gint64    most; /* largest |i n_b − j n_a| over the i and j values up to the last of a tie: the distance in whole
                     numbers */
} Order;

static void
order_values (const GArray *a,
              const GArray *b,
              Order        *order)
{
  g_autoptr(GArray) first = venule_test_sort (a);
  g_autoptr(GArray) second = venule_test_sort (b);
  guint i = 0, j = 0;

  *order = (Order) { .n_a = a->len, .n_b = b->len, .last = g_new0 (gboolean, (gsize) a->len + b->len) };
  while (i < a->len || j < b->len)
    {
      double at = i == a->len   ? g_array_index (second, double, j)
                  : j == b->len ? g_array_index (first, double, i)
                                : fmin (g_array_index (first, double, i), g_array_index (second, double, j));
      gint64 difference;

      while (i < a->len && g_array_index (first, double, i) == at)
        i++;
      while (j < b->len && g_array_index (second, double, j) == at)
        j++;
      difference = (gint64) i * b->len - (gint64) j * a->len;
      order->most = MAX (order->most, ABS (difference));
      order->last[i + j - 1] = TRUE;
    }
}

/* Share of the orders with a distance of @most at least. far[j]: of the ways to i values of the first sample and j of
 * the second one, the share that has been as far apart on the way. Each way ends with a value of the first sample, with
 * probability i / (i + j), or of the second one. */
static double
count_out (const Order *order)
{
  g_autofree double *far = g_new0 (double, order->n_b + 1);

  for (guint i = 0; i <= order->n_a; i++)
    for (guint j = 0; j <= order->n_b; j++)
      {
        gint64 apart = (gint64) i * order->n_b - (gint64) j * order->n_a;
        double from_a = i > 0 ? far[j] * i : 0;
        double from_b = j > 0 ? far[j - 1] * j : 0;

        if (i + j == 0)
          continue;
        far[j] = order->last[i + j - 1] && ABS (apart) >= order->most ? 1 : (from_a + from_b) / (i + j);
      }

  return fmin (far[order->n_b], 1);
}

/* Kolmogorov's distribution beyond @x: two series for one function, of which one is short where the other is long. */
static double
kolmogorov_beyond (double x)
{
  double sum = 0;

  if (!(x > 0))
    return 1;
  if (x < 1)
    {
      for (int k = 1; k <= 7; k += 2)
        sum += exp (-k * k * G_PI * G_PI / (8 * x * x));
      return fmin (1 - sqrt (2 * G_PI) / x * sum, 1);
    }
  for (int k = 1; k <= 6; k++)
    sum += (k % 2 == 1 ? 2 : -2) * exp (-2.0 * k * k * x * x);

  return CLAMP (sum, 0, 1);
}

gboolean
venule_test_kolmogorov_smirnov (const GArray             *a,
                                const GArray             *b,
                                VenuleKolmogorovSmirnov  *result,
                                GError                  **error)
{
  const GArray *const groups[] = { a, b };
  double m, n;
  Order order;

  g_return_val_if_fail (a != NULL && b != NULL && result != NULL, FALSE);

  if (!venule_test_check (groups, G_N_ELEMENTS (groups), error))
    return FALSE;

  order_values (a, b, &order);
  m = a->len;
  n = b->len;
  *result = (VenuleKolmogorovSmirnov) { .n_a = a->len, .n_b = b->len, .d = order.most / (m * n),
                                        .exact = m * n <= VENULE_TEST_MAX_PATHS };
  result->p = order.most == 0 ? 1
              : result->exact ? count_out (&order)
                              : kolmogorov_beyond (result->d * sqrt (m * n / (m + n)));
  g_free (order.last);

  return TRUE;
}
