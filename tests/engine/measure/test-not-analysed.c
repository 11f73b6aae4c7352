/* test-not-analysed.c: what lies beside the vessel or the analysed frames is in no rate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "measures-fixture.h"

/* One that was never in the analysed frames and one beside the vessel; then one that a person followed beyond those
 * frames, and one that comes from beside the vessel and is in it for 1 s: neither time nor vessel are theirs. */
static void
test_what_is_not_analysed_is_no_flux (Fixture       *self,
                                      gconstpointer  data)
{
  g_autoptr(VenuleMeasures) alone = NULL, measures = NULL;
  VenuleTrack *beside, *from_beside;

  add_rolling (self, VENULE_CELL_ROLLING, 300, 60);
  alone = measure (self);
  add_rolling (self, VENULE_CELL_ROLLING, self->n_frames, 60);
  beside = add_track (self, VENULE_CELL_ROLLING);
  for (int i = 0; i < 90; i++)
    add_spot (beside, i, i / RATE, 105 + 2 * i, 140);
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_TOTAL_FLUX), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_CELLS_PER_LENGTH),
                                  value_of (alone, VENULE_QUANTITY_CELLS_PER_LENGTH), 1e-9);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_WALL_DISTANCE),
                                  value_of (alone, VENULE_QUANTITY_WALL_DISTANCE), 1e-9);
  g_clear_pointer (&measures, venule_measures_free);

  add_rolling (self, VENULE_CELL_ROLLING, self->n_frames - 10, 60);
  from_beside = add_track (self, VENULE_CELL_ROLLING);
  for (int i = 0; i < 60; i++)
    add_spot (from_beside, i, i / RATE, 120, i < 30 ? 150 : 100);
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_TOTAL_FLUX), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (g_array_index (measures->cells, VenuleCellMeasures, 4).seen, 1, 1e-9);
}

/* The same cells per length of half of the vessel, that one comes into at the end of the line; those beyond are in no
 * rate. A line that goes on to the edge of the crop leaves out no corner of it. */
static void
test_a_line_ends_in_the_crop (Fixture       *self,
                              gconstpointer  data)
{
  const VenulePoint half[] = { { 150, 100 }, { 250, 100 } }, whole[] = { { 99.5, 110 }, { 299.5, 100 } };
  g_autoptr(VenuleMeasures) crop = NULL, measures = NULL, to_edges = NULL;
  VenuleTrack *beyond = add_track (self, VENULE_CELL_ADHERENT), *corner = add_track (self, VENULE_CELL_ADHERENT);
  guint entered = 0;

  add_rolling (self, VENULE_CELL_ROLLING, 300, 60);
  for (gint64 i = 300; i < 1300; i++)
    {
      add_spot (beyond, i, i / RATE, 260, 100);
      add_spot (corner, i, i / RATE, 100, 82);
    }
  crop = measure (self);
  g_assert_cmpfloat (value_of (crop, VENULE_QUANTITY_ADHERENT_CELLS), ==, 2);

  g_array_append_vals (self->measures->centreline, half, G_N_ELEMENTS (half));
  measures = measure (self);
  /* At 2 px a frame it is there in 51 of them. */
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_CELLS_PER_LENGTH), 51. / 1800, 1e-9);
  g_assert_cmpfloat (value_of (measures, VENULE_QUANTITY_ADHERENT_PER_LENGTH), ==, 0);
  g_assert_cmpfloat (value_of (measures, VENULE_QUANTITY_TOTAL_FLUX), ==, value_of (crop, VENULE_QUANTITY_TOTAL_FLUX));
  for (guint i = 0; i < measures->events->len; i++)
    {
      g_assert_cmpuint (g_array_index (measures->events, VenuleEvent, i).track, ==, 3);
      entered += g_array_index (measures->events, VenuleEvent, i).kind == VENULE_EVENT_ENTERS;
    }
  g_assert_cmpuint (entered, ==, 1);

  g_array_set_size (self->measures->centreline, 0);
  g_array_append_vals (self->measures->centreline, whole, G_N_ELEMENTS (whole));
  to_edges = measure (self);
  g_assert_cmpfloat (value_of (to_edges, VENULE_QUANTITY_ADHERENT_CELLS), ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) g_test_add ("/not-analysed/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("it-is-no-flux", test_what_is_not_analysed_is_no_flux);
  ADD ("a-line-ends-in-the-crop", test_a_line_ends_in_the_crop);

  return g_test_run ();
}
