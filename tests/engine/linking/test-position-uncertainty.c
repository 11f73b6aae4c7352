/* test-position-uncertainty.c: places of cells that are cut off or in a heap are known as such
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-position-uncertainty.h"

#define RADIUS 10.0
#define CUT (0.12 * RADIUS)
#define CROWDED (0.15 * RADIUS)

/* A crop of 200 × 100 px from (100, 50), flow to the right. */
static VenuleSettings *
make_settings (void)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->cell_diameter = 2 * RADIUS;
  settings->vessel->flow_x = 1;
  venule_vessel_set_rectangle (settings->vessel, 100, 50, 200, 100, 0);

  return settings;
}

/* The uncertainty of cells at @places, which are all in one frame that has moved so far. */
static void
check_doubts (const VenuleSettings *settings,
              const VenulePoint    *places,
              guint                 n,
              double                shift_x,
              const double         *expected)
{
  g_autoptr (VenulePositionUncertainty) uncertainty = venule_position_uncertainty_new (settings, 640, 480);
  g_autofree VenuleTissueSpot *spots = g_new0 (VenuleTissueSpot, n);
  g_autofree VenuleHere *here = g_new0 (VenuleHere, n);

  for (guint i = 0; i < n; i++)
    {
      spots[i] = (VenuleTissueSpot){ .frame = 7, .x = places[i].x, .y = places[i].y, .radius = RADIUS,
                                     .shift_x = (float) shift_x };
      here[i] = (VenuleHere){ i, &spots[i] };
    }
  venule_position_uncertainty_fill (uncertainty, here, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon ((double) spots[i].uncertainty, expected[i], 1e-6);
}

/* Of one that is alone. */
static void
check_doubt (const VenuleSettings *settings,
             double                x,
             double                y,
             double                shift_x,
             double                expected)
{
  check_doubts (settings, &(VenulePoint){ x, y }, 1, shift_x, &expected);
}

static void
test_the_crops_ends_cut_cells (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();

  check_doubt (settings, 150, 100, 0, 0);
  check_doubt (settings, 105, 100, 0, CUT);
  check_doubt (settings, 111, 100, 0, CUT);
  check_doubt (settings, 113, 100, 0, 0);
  check_doubt (settings, 295, 100, 0, CUT);
  /* Along the wall a cell is cut off too, but not in the direction that is measured. */
  check_doubt (settings, 150, 55, 0, 0);
  /* A picture that has moved shows other tissue at the crop's edge. */
  check_doubt (settings, 105, 100, 20, 0);
  check_doubt (settings, 125, 100, -20, CUT);
}

static void
test_the_frames_ends_cut_cells (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();

  settings->vessel->kind = VENULE_CROP_WHOLE;
  check_doubt (settings, 5, 100, 0, CUT);
  check_doubt (settings, 105, 100, 0, 0);
  check_doubt (settings, 635, 100, 0, CUT);
}

static void
test_cells_on_top_of_each_other_are_doubtful (void)
{
  const VenulePoint places[] = { { 150, 100 }, { 155, 112 }, { 200, 100 }, { 221, 100 }, { 105, 80 }, { 106, 81 } };
  const double expected[] = { CROWDED, CROWDED, 0, 0, hypot (CUT, CROWDED), hypot (CUT, CROWDED) };
  g_autoptr (VenuleSettings) settings = make_settings ();

  check_doubts (settings, places, G_N_ELEMENTS (places), 0, expected);
}

/* ---- Which cells are in one frame ---- */

typedef struct {
  gint n_spots; /* atomic, as are the others */
  gint wrong;
  gint n_frames;
} Count;

static void
count_frame (gpointer          data,
             guint             part,
             gint64            frame,
             const VenuleHere *here,
             guint             n)
{
  Count *count = data;

  g_atomic_int_inc (&count->n_frames);
  g_atomic_int_add (&count->n_spots, (gint) n);
  if (part >= VENULE_FRAME_PARTS)
    g_atomic_int_inc (&count->wrong);
  for (guint i = 0; i < n; i++)
    {
      if (here[i].spot->frame != frame || here[i].spot->score != here[i].index ||
          (i > 0 && here[i].index <= here[i - 1].index))
        g_atomic_int_inc (&count->wrong);
      here[i].spot->uncertainty += 1;
    }
}

/* Every second frame of it, from @first. Its number is noted as the score. */
static VenuleTissuePath *
make_path (guint  index,
           gint64 first,
           guint  n)
{
  VenuleTissuePath *path = venule_tissue_path_new (index, n);

  for (guint i = 0; i < n; i++)
    *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){ .frame = first + 2 * i, .score = index };
  return path;
}

static void
test_cells_are_looked_at_frame_by_frame (void)
{
  for (guint length = 1; length <= 4000; length += 1 + length / 3)
    {
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
      Count count = { 0 };
      guint n_spots = 0;

      /* The last one is an island far from the others. */
      for (guint i = 0; i < 9; i++)
        g_ptr_array_add (paths, make_path (i, (i * 7) % 5, length - i * length / 20));
      g_ptr_array_add (paths, make_path (9, 3 * length + 100, 1));
      for (guint i = 0; i < paths->len; i++)
        n_spots += ((VenuleTissuePath *) g_ptr_array_index (paths, i))->spots->len;
      venule_for_each_frame (paths, count_frame, &count);

      g_assert_cmpint (count.wrong, ==, 0);
      g_assert_cmpuint (count.n_spots, ==, n_spots);
      g_assert_cmpuint (count.n_frames, <=, 2 * length + 6);
      for (guint i = 0; i < paths->len; i++)
        {
          VenuleTissuePath *path = g_ptr_array_index (paths, i);

          for (guint k = 0; k < path->spots->len; k++)
            g_assert_cmpfloat (venule_tissue_path_spot (path, k)->uncertainty, ==, 1);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/position-uncertainty/the-crops-ends-cut-cells", test_the_crops_ends_cut_cells);
  g_test_add_func ("/position-uncertainty/the-frames-ends-cut-cells", test_the_frames_ends_cut_cells);
  g_test_add_func ("/position-uncertainty/cells-on-top-of-each-other", test_cells_on_top_of_each_other_are_doubtful);
  g_test_add_func ("/position-uncertainty/cells-are-looked-at-frame-by-frame", test_cells_are_looked_at_frame_by_frame);

  return g_test_run ();
}
