/* test-numbers.c: numbers as people read them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-number.h"

static void
test_minus_is_that_of_figures (void)
{
  const struct
  {
    double      number;
    int         decimals;
    const char *text;
  } cases[] = {
    { -12.34, 1, "−12.3" }, { 12.34, 1, "12.3" }, { -0.04, 1, "0.0" }, { -0.06, 1, "−0.1" }, { -3, 0, "−3" },
    { NAN, 1, "–" },        { INFINITY, 1, "–" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = venule_number_dup_shown (cases[i].number, cases[i].decimals);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_as_many_digits_as_mean_something (void)
{
  const struct
  {
    double      number;
    int         digits;
    const char *text;
  } cases[] = {
    { 0.12345, 3, "0.123" }, { 1.2345, 3, "1.23" }, { 12.345, 3, "12.3" }, { 123.45, 3, "123" }, { 12345, 3, "12300" },
    { 9.996, 3, "10.0" },    { 99.96, 3, "100" },   { 0.4, 2, "0.40" },    { 48.2, 2, "48" },    { 0, 3, "0" },
    { -1.2345, 3, "−1.23" }, { NAN, 3, "–" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = venule_number_dup_significant (cases[i].number, cases[i].digits);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_only_decimals_are_numbers (void)
{
  static const char *const none[] = { "", "nan", "inf", "-inf", "0x10", "-0X1p3", " 5", "\t5", "1e400", "--5", ".", "-",
                                      "+.", "e5" };
  static const struct
  {
    const char *text;
    double      number;
    const char *behind;
  } some[] = { { "5", 5, "" }, { "-0.5um", -0.5, "um" }, { "+3e2 ", 300, " " }, { ".5,7", 0.5, ",7" },
             { "1.", 1, "" }, { "010", 10, "" } };
  double number;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_null (venule_number_scan (none[i], &number));
  for (guint i = 0; i < G_N_ELEMENTS (some); i++)
    {
      g_assert_cmpstr (venule_number_scan (some[i].text, &number), ==, some[i].behind);
      g_assert_cmpfloat (number, ==, some[i].number);
    }
  g_assert_true (venule_number_read ("5", 5, 6, &number));
  g_assert_false (venule_number_read ("5 ", 5, 6, &number));
  g_assert_false (venule_number_read ("7", 5, 6, &number));
}

static void
test_other_programs_read_the_hyphen (void)
{
  g_autofree char *text = venule_number_dup_parseable ("Velocity\t−1.5 – −0.5\tµm/s");

  g_assert_cmpstr (text, ==, "Velocity\t-1.5 – -0.5\tµm/s");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/numbers/minus-is-that-of-figures", test_minus_is_that_of_figures);
  g_test_add_func ("/numbers/as-many-digits-as-mean-something", test_as_many_digits_as_mean_something);
  g_test_add_func ("/numbers/only-decimals-are-numbers", test_only_decimals_are_numbers);
  g_test_add_func ("/numbers/other-programs-read-the-hyphen", test_other_programs_read_the_hyphen);

  return g_test_run ();
}
