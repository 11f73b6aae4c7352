/* test-motion-field.c: what is known of how cells move at a place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-motion-field.h"

#define DIAMETER 20.0

/* A vessel that goes down, and then to the left. */
static void
test_each_place_has_its_way (void)
{
  g_autoptr (VenuleMotionField) field = venule_motion_field_new (DIAMETER);
  VenuleMotion motion;

  for (int i = 0; i < 10; i++)
    {
      venule_motion_field_note (field, (VenulePoint){ 400 + i, 50 }, (VenulePoint){ i % 2, 60 });
      venule_motion_field_note (field, (VenulePoint){ 100, 300 - i }, (VenulePoint){ -90 - 10 * (i % 2), 0 });
    }
  g_assert_true (venule_motion_field_get (field, (VenulePoint){ 404, 55 }, &motion));
  g_assert_cmpfloat_with_epsilon (motion.velocity.x, 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon (motion.velocity.y, 60, 0.01);
  g_assert_cmpfloat_with_epsilon (motion.along_sd, 0, 0.1);
  g_assert_cmpfloat_with_epsilon (motion.across_sd, 0.5, 0.1);
  g_assert_true (venule_motion_field_get (field, (VenulePoint){ 110, 290 }, &motion));
  g_assert_cmpfloat_with_epsilon (motion.velocity.x, -95, 0.1);
  g_assert_cmpfloat_with_epsilon (motion.along_sd, 5, 0.1);
  g_assert_cmpfloat_with_epsilon (motion.across_sd, 0, 0.1);
}

static void
test_too_few_tell_nothing (void)
{
  g_autoptr (VenuleMotionField) field = venule_motion_field_new (DIAMETER);
  VenuleMotion motion;

  g_assert_false (venule_motion_field_get (field, (VenulePoint){ 0, 0 }, &motion));
  for (int i = 0; i < 2; i++)
    venule_motion_field_note (field, (VenulePoint){ 0, 0 }, (VenulePoint){ 1, 0 });
  g_assert_false (venule_motion_field_get (field, (VenulePoint){ 0, 0 }, &motion));
  for (int i = 0; i < 2; i++)
    venule_motion_field_note (field, (VenulePoint){ 0, 0 }, (VenulePoint){ 1, 0 });
  g_assert_true (venule_motion_field_get (field, (VenulePoint){ 0, 0 }, &motion));
  /* From farther away, too, where there is nothing nearer; but not from the other end of the picture. */
  g_assert_true (venule_motion_field_get (field, (VenulePoint){ 2 * DIAMETER, 0 }, &motion));
  g_assert_false (venule_motion_field_get (field, (VenulePoint){ 30 * DIAMETER, 0 }, &motion));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/motion-field/each-place-has-its-way", test_each_place_has_its_way);
  g_test_add_func ("/motion-field/too-few-tell-nothing", test_too_few_tell_nothing);

  return g_test_run ();
}
