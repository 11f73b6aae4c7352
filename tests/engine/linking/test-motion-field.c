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

static void
test_there_is_one_way_where_cells_agree (void)
{
  g_autoptr (VenuleMotionField) field = venule_motion_field_new (DIAMETER);
  VenulePoint way;

  for (int i = 0; i < 10; i++)
    {
      venule_motion_field_note (field, (VenulePoint){ 100 + i, 50 }, (VenulePoint){ 30 * i + 10, 40 * i });
      venule_motion_field_note (field, (VenulePoint){ 400 + i, 50 }, (VenulePoint){ i % 4 == 0 ? -60 : 60, 0 });
    }
  g_assert_true (venule_motion_field_get_way (field, (VenulePoint){ 104, 50 }, &way));
  g_assert_cmpfloat_with_epsilon (hypot (way.x, way.y), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (way.x, 0.63, 0.02);
  g_assert_false (venule_motion_field_get_way (field, (VenulePoint){ 404, 50 }, &way));
  g_assert_false (venule_motion_field_get_way (field, (VenulePoint){ 4000, 50 }, &way));

  g_assert_true (venule_motion_keeps_to ((VenulePoint){ 5, 4 }, (VenulePoint){ 1, 0 }, 1));
  g_assert_false (venule_motion_keeps_to ((VenulePoint){ 3, 4 }, (VenulePoint){ 1, 0 }, 1));
  g_assert_true (venule_motion_keeps_to ((VenulePoint){ 3, 4 }, (VenulePoint){ 1, 0 }, 6));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/motion-field/each-place-has-its-way", test_each_place_has_its_way);
  g_test_add_func ("/motion-field/there-is-one-way-where-cells-agree", test_there_is_one_way_where_cells_agree);
  g_test_add_func ("/motion-field/too-few-tell-nothing", test_too_few_tell_nothing);

  return g_test_run ();
}
