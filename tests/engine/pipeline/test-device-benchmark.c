/* test-device-benchmark.c: how fast a device is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>
#include <time.h>

#include "venule-device-benchmark.h"
#include "venule-error.h"

static const VenuleDeviceInfo *
processor_of (GPtrArray *devices)
{
  const VenuleDeviceInfo *info = g_ptr_array_index (devices, 0);

  g_assert_cmpint (info->device, ==, VENULE_DEVICE_CPU);
  g_assert_cmpstr (info->name, ==, "cpu");
  g_assert_true (info->ready);
  return info;
}

static void
test_processor_is_measured_in_a_second (void)
{
  g_autoptr (GPtrArray) devices = venule_backend_list_devices ();
  g_autoptr (GError) error = NULL;
  double frames_per_second = 0;
  gint64 from = g_get_monotonic_time ();
  clock_t worked = clock ();

  g_assert_true (venule_device_benchmark_measure (processor_of (devices), NULL, &frames_per_second, &error));
  g_assert_no_error (error);

  double taken = (g_get_monotonic_time () - from) / (double) G_USEC_PER_SEC;
  double seconds = (double) (clock () - worked) / CLOCKS_PER_SEC;
  g_test_message ("%.1f frames/s, measured in %.2f s, %.2f s of work", frames_per_second, taken, seconds);
  g_assert_cmpfloat (frames_per_second, >, 0);
  /* On a busy machine, or under a sanitizer, it takes longer than the second that it is meant to take. */
  g_assert_cmpfloat (seconds, <, 60);
}

static void
test_measuring_can_be_left (void)
{
  g_autoptr (GPtrArray) devices = venule_backend_list_devices ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  double frames_per_second = 0;

  g_cancellable_cancel (cancellable);
  g_assert_false (venule_device_benchmark_measure (processor_of (devices), cancellable, &frames_per_second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The figure of one device must never stand beside another. */
static void
test_another_device_is_no_answer (void)
{
  VenuleDeviceInfo other = { .device = VENULE_DEVICE_CPU, .ready = TRUE, .description = (char *) "a graphics card" };
  g_autoptr (GError) error = NULL;
  double frames_per_second = 0;

  g_assert_false (venule_device_benchmark_measure (&other, NULL, &frames_per_second, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DEVICE);
}

static void
test_every_device_has_a_name_and_a_sentence (void)
{
  g_autoptr (GPtrArray) devices = venule_backend_list_devices ();

  g_assert_cmpuint (devices->len, >=, 2);
  for (guint i = 0; i < devices->len; i++)
    {
      const VenuleDeviceInfo *info = g_ptr_array_index (devices, i);

      g_assert_true (g_str_has_prefix (info->name, venule_device_to_string (info->device)));
      g_assert_cmpuint (strlen (info->description), >, 0);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/device-benchmark/processor-is-measured-in-a-second", test_processor_is_measured_in_a_second);
  g_test_add_func ("/device-benchmark/measuring-can-be-left", test_measuring_can_be_left);
  g_test_add_func ("/device-benchmark/another-device-is-no-answer", test_another_device_is_no_answer);
  g_test_add_func ("/device-benchmark/every-device-has-a-name-and-a-sentence",
                   test_every_device_has_a_name_and_a_sentence);

  return g_test_run ();
}
