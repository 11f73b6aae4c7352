/* test-duplicates.c: cells that were followed twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-chance.h"
#include "venule-duplicates.h"
#include "venule-tissue-path.h"

#define RADIUS 10.0

/* From frame @first to frame @end; seen @off_x, @off_y px from a cell that rolls and sways. */
static VenuleTissuePath *
path_at (guint  serial,
         gint64 first,
         gint64 end,
         double off_x,
         double off_y,
         float  score)
{
  VenuleTissuePath *path = venule_tissue_path_new (serial, 0);

  for (gint64 frame = first; frame < end; frame++)
    {
      double x = 100 + 2.5 * frame + off_x + g_test_rand_double_range (-1, 1);
      double y = 50 + 4 * sin (frame / 9.0) + off_y + g_test_rand_double_range (-1, 1);
      VenuleTissueSpot spot = { .frame = frame, .time = frame / 30.0, .x = x, .y = y, .seen_x = (float) x,
                                .seen_y = (float) y, .seen_sd = 0.3f, .radius = RADIUS, .score = score,
                                .source = VENULE_SPOT_DETECTED };

      g_array_append_val (path->spots, spot);
    }
  return path;
}

static GPtrArray *
paths_of (VenuleTissuePath *first,
          VenuleTissuePath *second)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);

  g_ptr_array_add (paths, first);
  g_ptr_array_add (paths, second);
  return paths;
}

/* The whole cell, and for a part of the time its bright half, or the other way round. */
static void
test_half_of_a_cell (void)
{
  for (int whole = 0; whole < 2; whole++)
    {
      VenuleTissuePath *cell = path_at (0, 0, 100, 0, 0, 0.8f), *half = path_at (1, 30, 75, -6, -6, 0.9f);
      g_autoptr (GPtrArray) paths = whole == 0 ? paths_of (cell, half) : paths_of (half, cell);

      venule_drop_duplicates (paths);
      g_assert_cmpuint (paths->len, ==, 1);
      g_assert_true (g_ptr_array_index (paths, 0) == cell);
    }
}

/* Cells in touch, one that passes another, and one that comes where another was. */
static void
test_two_cells_stay (void)
{
  VenuleTissuePath *others[] = { path_at (1, 0, 100, 15, 4, 0.8f), NULL, path_at (1, 60, 100, 3, 3, 0.8f) };

  others[1] = path_at (1, 0, 100, 0, 0, 0.8f);
  for (guint i = 0; i < others[1]->spots->len; i++)
    venule_tissue_path_spot (others[1], i)->x += 0.8 * ((double) i - 50);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (GPtrArray) paths = paths_of (path_at (0, 0, i == 2 ? 80 : 100, 0, 0, 0.8f), others[i]);

      venule_drop_duplicates (paths);
      g_assert_cmpuint (paths->len, ==, 2);
    }
}

/* A row of parts of one cell: what is left is one. */
static void
test_more_than_two (void)
{
  g_autoptr (GPtrArray) paths = paths_of (path_at (0, 0, 60, 0, 0, 0.5f), path_at (1, 0, 60, 5, 0, 0.6f));

  g_ptr_array_add (paths, path_at (2, 0, 60, 0, 5, 0.7f));
  venule_drop_duplicates (paths);
  g_assert_cmpuint (paths->len, ==, 1);
  g_assert_cmpuint (((VenuleTissuePath *) g_ptr_array_index (paths, 0))->serial, ==, 2);
}

/* Even steps of two diameters, beginning at frame @first; every other place is @waver px aside. */
static VenuleTissuePath *
flow (guint  serial,
      gint64 first,
      double waver)
{
  VenuleTissuePath *path = venule_tissue_path_new (serial, 4);

  for (guint i = 0; i < 4; i++)
    {
      double x = 50 + 40.0 * i, y = 50 + (i % 2 ? waver : 0);

      *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){
        .frame = first + i, .time = (double) (first + i) / 30, .x = x, .y = y, .seen_x = (float) x,
        .seen_y = (float) y, .seen_sd = 1, .score = 0.8f, .source = VENULE_SPOT_DETECTED };
    }
  venule_tissue_path_count_evidence (path, 4);
  return path;
}

/* Many cells that are seen four times each are clutter to one another until they are known: those that are less even
 * stay with them, and not where all that is seen beside them is chance. */
static void
test_cells_are_no_clutter (void)
{
  static const VenulePoint outline[] = { { 0, 0 }, { 600, 0 }, { 600, 100 }, { 0, 100 } };
  g_autoptr (VenuleSettings) settings = venule_settings_new ();

  settings->cell_diameter = 2 * RADIUS;
  venule_vessel_set_polygon (settings->vessel, outline, G_N_ELEMENTS (outline));
  for (int with_cells = 0; with_cells < 2; with_cells++)
    {
      VenuleClutter clutter = { .n_runs = 300 };
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);

      for (guint i = 0; i < 60; i++)
        g_ptr_array_add (paths, flow (i, 5 * i, 6));
      for (guint i = 0; i < 4 * 240 && !with_cells; i++)
        venule_clutter_add (&clutter, 0.8);
      for (guint i = 0; i < 240 && with_cells; i++)
        g_ptr_array_add (paths, flow (60 + i, i, 0));
      venule_drop_chance (paths, &clutter, settings, 600, 100);
      g_assert_cmpuint (paths->len, ==, with_cells ? 300 : 0);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/duplicates/half-of-a-cell", test_half_of_a_cell);
  g_test_add_func ("/duplicates/two-cells-stay", test_two_cells_stay);
  g_test_add_func ("/duplicates/more-than-two", test_more_than_two);
  g_test_add_func ("/chance/cells-are-no-clutter", test_cells_are_no_clutter);

  return g_test_run ();
}
