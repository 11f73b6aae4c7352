/* test-meters.c: how venule-bench takes times, and energy where a machine tells it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "bench-energy.h"
#include "bench-timer.h"

static void
write_number (const char *folder,
              const char *counter,
              const char *file,
              const char *text)
{
  g_autofree char *path = g_build_filename (folder, counter, NULL);
  g_autofree char *name = g_build_filename (path, file, NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir (path, 0700);
  g_file_set_contents (name, text, -1, &error);
  g_assert_no_error (error);
}

static void
make_counter (const char *folder,
              const char *counter,
              const char *kind,
              const char *energy)
{
  write_number (folder, counter, "name", kind);
  write_number (folder, counter, "energy_uj", energy);
  write_number (folder, counter, "max_energy_range_uj", "9000000\n");
}

static void
remove_all (const char *folder)
{
  static const char *const files[] = { "name", "energy_uj", "max_energy_range_uj" };
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (files); i++)
        {
          g_autofree char *file = g_build_filename (path, files[i], NULL);

          g_unlink (file);
        }
      g_rmdir (path);
    }
  g_rmdir (folder);
}

/* Two packages, the first of them counted twice, with a part of it and with the whole machine beside it. */
static void
test_each_package_counts_once (void)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-bench-XXXXXX", NULL);

  make_counter (folder, "intel-rapl:0", "package-0\n", "1000000\n");
  make_counter (folder, "intel-rapl-mmio:0", "package-0\n", "1000000\n");
  make_counter (folder, "intel-rapl:0:0", "core\n", "500000\n");
  make_counter (folder, "intel-rapl:1", "package-1\n", "8000000\n");
  make_counter (folder, "intel-rapl:2", "psys\n", "7000000\n");

  g_autoptr (BenchEnergy) energy = bench_energy_new_of (folder);
  double start = bench_energy_read (energy);

  /* The second package's counter begins again: 1 J up to its end, and ½ J. */
  write_number (folder, "intel-rapl:0", "energy_uj", "3000000\n");
  write_number (folder, "intel-rapl-mmio:0", "energy_uj", "3000000\n");
  write_number (folder, "intel-rapl:0:0", "energy_uj", "900000\n");
  write_number (folder, "intel-rapl:1", "energy_uj", "500000\n");
  g_assert_cmpfloat_with_epsilon (bench_energy_read (energy) - start, 3.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (bench_energy_read (energy) - start, 3.5, 1e-9);
  remove_all (folder);
  g_assert_cmpfloat (bench_energy_read (energy), <, 0);
}

static void
test_nothing_to_read_is_said (void)
{
  g_autoptr (BenchEnergy) energy = bench_energy_new_of ("/nowhere/at/all");
  g_autoptr (BenchEnergy) card = bench_energy_new_of_card ("/nowhere/libnvidia-ml.so.1", "0000:17:00.0");

  g_assert_cmpfloat (bench_energy_read (energy), <, 0);
  g_assert_cmpfloat (bench_energy_read (card), <, 0);
}

/* The card that CUDA computes on need not be the first one of the machine. */
static void
test_card_is_the_one_of_the_bus (void)
{
  g_autofree char *library = g_test_build_filename (G_TEST_BUILT, "bench", "made-nvml.so", NULL);
  g_autoptr (BenchEnergy) first = bench_energy_new_of_card (library, "0000:17:00.0");
  g_autoptr (BenchEnergy) second = bench_energy_new_of_card (library, "0000:CA:00.0");
  g_autoptr (BenchEnergy) none = bench_energy_new_of_card (library, "0000:01:00.0");
  double start = bench_energy_read (second);

  g_assert_cmpfloat (bench_energy_read (first), >, start);
  g_assert_cmpfloat_with_epsilon (bench_energy_read (second) - start, 1.5, 1e-9);
  g_assert_cmpfloat (bench_energy_read (none), <, 0);
}

static gboolean
count (gpointer data)
{
  g_usleep (50);
  *(guint *) data += 1;
  return TRUE;
}

/* What is measured over all of it, as energy is, is for all times that the work was done. */
static void
test_all_work_is_counted (void)
{
  guint n = 0;
  BenchTime time = bench_time (count, NULL, &n, 5, 1);

  g_assert_cmpuint (time.runs, ==, 5);
  g_assert_cmpuint (time.done, ==, n);
  g_assert_cmpuint (n, >, 6);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/meters/each-package-counts-once", test_each_package_counts_once);
  g_test_add_func ("/meters/nothing-to-read-is-said", test_nothing_to_read_is_said);
  g_test_add_func ("/meters/card-is-the-one-of-the-bus", test_card_is_the_one_of_the_bus);
  g_test_add_func ("/meters/all-work-is-counted", test_all_work_is_counted);
  return g_test_run ();
}
