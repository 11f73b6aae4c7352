/* test-linking.c: gap closing and identity swaps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <sys/resource.h>
#include <time.h>

#include "share.h"
#include "venule-end-pairs.h"
#include "venule-gap-closing.h"
#include "venule-identity-swaps.h"
#include "venule-segment-end.h"
#include "venule-tissue-path.h"

#define RADIUS 10.0
#define WIDTH 600
#define HEIGHT 100

/* A cell as the tracker followed it in a frame. */
typedef struct {
  double   x, y, radius;
  float    appearance;
  gboolean seen;
} Seen;

static VenuleTissuePath *
begin_or_append (VenuleTissuePath *path,
                 guint             serial,
                 gint64            frame,
                 const Seen       *seen)
{
  VenuleTissueSpot spot = { .frame = frame, .time = (double) frame / 30, .x = seen->x, .y = seen->y, .move_sd = 1,
                            .seen_x = (float) seen->x, .seen_y = (float) seen->y, .seen_sd = seen->seen ? 1 : 0,
                            .appearance = { seen->appearance }, .radius = (float) seen->radius,
                            .score = seen->seen ? 0.9f : 0,
                            .source = seen->seen ? VENULE_SPOT_DETECTED : VENULE_SPOT_INTERPOLATED };

  if (path == NULL)
    path = venule_tissue_path_new (serial, 0);
  g_array_append_val (path->spots, spot);
  path->opportunities++;
  path->hits += seen->seen;
  return path;
}

/* From (x, y) at frame @first to frame @end, at @step px a frame. */
static VenuleTissuePath *
roll (VenuleTissuePath *path,
      guint             serial,
      gint64            first,
      gint64            end,
      Seen              from,
      double            step)
{
  for (gint64 frame = first; frame < end; frame++)
    {
      Seen now = from;

      now.x += step * (double) (frame - first) + g_test_rand_double_range (-0.2, 0.2);
      now.y += g_test_rand_double_range (-0.2, 0.2);
      path = begin_or_append (path, serial, frame, &now);
    }
  return path;
}

static GPtrArray *
paths_of (VenuleTissuePath *first,
          ...)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
  va_list more;

  va_start (more, first);
  for (VenuleTissuePath *path = first; path != NULL; path = va_arg (more, VenuleTissuePath *))
    g_ptr_array_add (paths, path);
  va_end (more);
  return paths;
}

static void
join_until (GPtrArray    *paths,
            GCancellable *cancellable)
{
  static const VenulePoint outline[] = { { 0, 0 }, { WIDTH, 0 }, { WIDTH, HEIGHT }, { 0, HEIGHT } };
  g_autoptr (VenuleSettings) settings = venule_settings_new ();

  settings->cell_diameter = 2 * RADIUS;
  venule_vessel_set_polygon (settings->vessel, outline, G_N_ELEMENTS (outline));
  settings->vessel->flow_x = 1;
  venule_close_gaps (paths, settings, WIDTH, HEIGHT, cancellable);
}

static void
join (GPtrArray *paths)
{
  join_until (paths, NULL);
}

/* Asserts that frames follow each other, and that the evidence is that of the spots. */
static void
assert_sound (VenuleTissuePath *path)
{
  guint n_seen = 0;

  for (guint i = 0; i < path->spots->len; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      n_seen += spot->source == VENULE_SPOT_DETECTED;
      if (i > 0)
        g_assert_cmpint (spot->frame, ==, venule_tissue_path_spot (path, i - 1)->frame + 1);
    }
  g_assert_cmpuint (path->hits, ==, n_seen);
  g_assert_cmpuint (path->opportunities, >=, n_seen);
}

/* Of a cell that stands, and is seen for a while again and again. */
static void
a_path_of_many_segments_takes_the_memory_of_its_spots (void)
{
  /* A sanitizer keeps what was freed. */
  const int n_frames = TEST_SHARE (20000, 4000), seen_for = 15, hidden_for = 35;
  VenuleTissuePath *path = NULL;
  g_autoptr (GPtrArray) paths = NULL;
  struct rusage before, after;

  for (int frame = 0; frame < n_frames; frame++)
    {
      const Seen seen = { .x = 300, .y = 50, .radius = RADIUS, .appearance = 0.5f,
                          .seen = frame % (seen_for + hidden_for) < seen_for };

      path = begin_or_append (path, 0, frame, &seen);
    }
  paths = paths_of (path, NULL);
  g_assert_cmpint (getrusage (RUSAGE_SELF, &before), ==, 0);
  join (paths);
  g_assert_cmpint (getrusage (RUSAGE_SELF, &after), ==, 0);

  g_test_message ("%ld kB more", after.ru_maxrss - before.ru_maxrss);
  g_assert_cmpuint (paths->len, ==, 1);
  assert_sound (g_ptr_array_index (paths, 0));
  /* Each segment with all that follows it would be 400 times as much as the spots. */
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, 60 << 10);
}

/* One rolls over another that stands, at frame 50; the tracker went on with each as the other. */
static GPtrArray *
swapped (void)
{
  VenuleTissuePath *a = roll (NULL, 0, 0, 50, (Seen){ 200, 50, 11, 0, TRUE }, 0);
  VenuleTissuePath *b = roll (NULL, 1, 0, 50, (Seen){ 100, 51, 11, 0, TRUE }, 2);

  return paths_of (roll (a, 0, 50, 100, (Seen){ 200, 51, 11, 0, TRUE }, 2),
                       roll (b, 1, 50, 100, (Seen){ 200, 50, 11, 0, TRUE }, 0), NULL);
}

static void
test_swapped_paths_are_repaired (void)
{
  g_autoptr (GPtrArray) paths = swapped ();

  venule_repair_swaps (paths, RADIUS);
  g_assert_cmpuint (paths->len, ==, 2);
  assert_sound (g_ptr_array_index (paths, 0));
  assert_sound (g_ptr_array_index (paths, 1));
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 0))->x, 200, 1);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 1))->x, 298, 1);
}

/* A cell creeps past one that stands, and the tracker went on with each as the other. Neither tells which way cells go
 * there; those that pass do. */
static void
test_slow_cells_keep_their_lanes (void)
{
  VenuleTissuePath *standing = roll (NULL, 0, 0, 100, (Seen){ 200, 46, 11, 0, TRUE }, 0);
  VenuleTissuePath *creeping = roll (NULL, 1, 0, 100, (Seen){ 185, 56, 11, 0, TRUE }, 0.15);
  g_autoptr (GPtrArray) paths = paths_of (roll (standing, 0, 100, 200, (Seen){ 200, 56, 11, 0, TRUE }, 0.15),
                                          roll (creeping, 1, 100, 200, (Seen){ 200, 46, 11, 0, TRUE }, 0),
                                          roll (NULL, 2, 0, 200, (Seen){ 50, 90, 11, 0, TRUE }, 2), NULL);

  venule_repair_swaps (paths, RADIUS);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 0))->y, 46, 1);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 1))->y, 56, 1);
}

/* Of a cell that rests, which its places seem to leave the way. */
static void
test_jitter_is_no_way (void)
{
  g_autoptr (VenuleTissuePath) passing = roll (NULL, 0, 0, 100, (Seen){ 200, 46, 11, 0, TRUE }, 2);
  g_autoptr (VenuleTissuePath) resting = roll (NULL, 1, 0, 7, (Seen){ 250, 50, 11, 0, TRUE }, 0);
  g_autoptr (VenuleMotionField) field = venule_motion_field_new (2 * RADIUS);
  VenuleSegmentEnd end;
  VenulePoint way;

  for (guint i = 0; i < resting->spots->len; i++)
    venule_tissue_path_spot (resting, i)->y += 0.3 * i;
  end = venule_segment_end_read (resting, field, 6, -1);
  g_assert_cmpfloat (hypot (end.velocity.x, end.velocity.y), >, VENULE_MOVES * 2 * RADIUS);
  g_assert_false (venule_segment_end_get_way (&end, RADIUS, &way));

  venule_motion_field_note_path (field, passing);
  end = venule_segment_end_read (resting, field, 6, -1);
  g_assert_true (venule_segment_end_get_way (&end, RADIUS, &way));
  g_assert_cmpfloat_with_epsilon (way.x, 1, 0.01);
}

/* Equally fast in one lane: nothing but their appearance, or size, tells them apart. */
static void
test_appearance_and_size_tell_cells_apart (void)
{
  for (int by_size = 0; by_size < 2; by_size++)
    {
      Seen dark = { 100, 50, by_size ? 9 : 10, by_size ? 0 : -0.6f, TRUE };
      Seen bright = { 100, 50, by_size ? 11 : 10, by_size ? 0 : 0.6f, TRUE };
      VenuleTissuePath *a, *b;
      Seen at;

      at = dark, at.x = 100;
      a = roll (NULL, 0, 0, 40, at, 2);
      at = bright, at.x = 140;
      b = roll (NULL, 1, 0, 40, at, 1);
      /* Both go on at 1.5 px a frame, side by side, each as the other. */
      at = bright, at.x = 180, at.y = 51;
      a = roll (a, 0, 40, 80, at, 1.5);
      at = dark, at.x = 180, at.y = 49, at.x = 194;
      b = roll (b, 1, 40, 80, at, 1.5);

      g_autoptr (GPtrArray) paths = paths_of (a, b, NULL);
      venule_repair_swaps (paths, RADIUS);
      g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 0))->radius, dark.radius,
                                      1e-3);
      g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 1))->radius, bright.radius,
                                      1e-3);
      g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 1))->y, 51, 0.5);
    }
}

static void
test_encounter_without_a_swap_stays (void)
{
  g_autoptr (GPtrArray) paths = paths_of (roll (NULL, 0, 0, 100, (Seen){ 200, 50, 11, 0, TRUE }, 0),
                                                  roll (NULL, 1, 0, 100, (Seen){ 100, 51, 10, 0, TRUE }, 2), NULL);

  venule_repair_swaps (paths, RADIUS);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 0))->x, 200, 1);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 1))->x, 298, 1);
}

/* A cell passes two that stand, and each time the tracker took one for the other: only who knows what came of the first
 * encounter can judge the second. */
static void
test_second_encounter_follows_from_the_first (void)
{
  /* It rolls, and is then taken for the first … */
  VenuleTissuePath *a = roll (NULL, 0, 0, 30, (Seen){ 100, 51, 11, 0, TRUE }, 2);
  VenuleTissuePath *b = roll (NULL, 1, 0, 30, (Seen){ 160, 50, 11, 0, TRUE }, 0);
  VenuleTissuePath *c = roll (NULL, 2, 0, 60, (Seen){ 220, 50, 11, 0, TRUE }, 0);

  a = roll (a, 0, 30, 100, (Seen){ 160, 50, 11, 0, TRUE }, 0);
  b = roll (b, 1, 30, 60, (Seen){ 160, 51, 11, 0, TRUE }, 2);
  b = roll (b, 1, 60, 100, (Seen){ 220, 50, 11, 0, TRUE }, 0); /* … and its path for the second */
  c = roll (c, 2, 60, 100, (Seen){ 220, 51, 11, 0, TRUE }, 2);
  g_autoptr (GPtrArray) paths = paths_of (a, b, c, NULL);
  venule_repair_swaps (paths, RADIUS);

  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 0))->x, 298, 1);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 1))->x, 160, 1);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (g_ptr_array_index (paths, 2))->x, 220, 1);
}

/* A cell that stood rolls off at once. The tracker waits where it stood, and takes in something else there in the end;
 * the cell is found again as a new one. */
static void
test_cell_that_starts_suddenly_stays_one (void)
{
  VenuleTissuePath *a = roll (NULL, 0, 0, 60, (Seen){ 200, 50, 11, 0.2f, TRUE }, 0);
  VenuleTissuePath *b = roll (NULL, 1, 61, 120, (Seen){ 208, 50, 11, 0.2f, TRUE }, 4);

  a = roll (a, 0, 60, 75, (Seen){ 201, 50, 11, 0, FALSE }, 0.5);
  a = roll (a, 0, 75, 76, (Seen){ 210, 46, 11, -0.5f, TRUE }, 0);
  g_autoptr (GPtrArray) paths = paths_of (a, b, NULL);
  join (paths);

  g_assert_cmpuint (paths->len, ==, 1);
  assert_sound (g_ptr_array_index (paths, 0));
  g_assert_cmpuint (((VenuleTissuePath *) g_ptr_array_index (paths, 0))->spots->len, ==, 120);
  g_assert_cmpuint (((VenuleTissuePath *) g_ptr_array_index (paths, 0))->joins, ==, 1);
}

/* Out of sight for 0.8 s. */
static GPtrArray *
hidden (float  appearance,
        double radius)
{
  return paths_of (roll (NULL, 0, 0, 60, (Seen){ 100, 50, 11, 0.4f, TRUE }, 2),
                       roll (NULL, 1, 83, 120, (Seen){ 266, 51, radius, appearance, TRUE }, 2), NULL);
}

static void
test_hidden_cell_is_recognised (void)
{
  g_autoptr (GPtrArray) same = hidden (0.4f, 11), other = hidden (-0.9f, 9);

  join (same);
  join (other);
  g_assert_cmpuint (same->len, ==, 1);
  assert_sound (g_ptr_array_index (same, 0));
  g_assert_cmpuint (other->len, ==, 2);
}

/* Two cells come together. One path ends there while the other goes on as that cell, and its own cell is found again
 * later. */
static void
test_path_continues_where_another_ended_beside_it (void)
{
  VenuleTissuePath *a = roll (NULL, 0, 0, 50, (Seen){ 100, 49, 9, -0.4f, TRUE }, 2);
  VenuleTissuePath *b = roll (NULL, 1, 0, 50, (Seen){ 200, 52, 11.5, 0.4f, TRUE }, 0);
  VenuleTissuePath *c = roll (NULL, 2, 60, 100, (Seen){ 200, 52, 11.5, 0.4f, TRUE }, 0);

  b = roll (b, 1, 50, 100, (Seen){ 200, 49, 9, -0.4f, TRUE }, 2);
  g_autoptr (GPtrArray) paths = paths_of (a, b, c, NULL);
  join (paths);

  g_assert_cmpuint (paths->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);

      assert_sound (path);
      g_assert_cmpuint (path->spots->len, ==, 100);
      g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (path)->radius,
                                      venule_tissue_path_spot (path, 0)->radius, 1e-3);
    }
}

/* A faint cell that was followed unseen for a second is not taken apart. */
static void
test_undetected_path_stays_as_it_was_followed (void)
{
  VenuleTissuePath *a = roll (NULL, 0, 0, 40, (Seen){ 100, 50, 11, 0.4f, TRUE }, 2);

  a = roll (a, 0, 40, 75, (Seen){ 180, 50, 11, 0, FALSE }, 2);
  a = roll (a, 0, 75, 120, (Seen){ 250, 50, 11, 0.4f, TRUE }, 2);
  const VenuleTissueSpot middle = *venule_tissue_path_spot (a, 55);
  g_autoptr (GPtrArray) paths = paths_of (a, NULL);
  join (paths);

  g_assert_cmpuint (paths->len, ==, 1);
  a = g_ptr_array_index (paths, 0);
  assert_sound (a);
  g_assert_cmpuint (a->spots->len, ==, 120);
  g_assert_cmpuint (a->joins, ==, 0);
  g_assert_cmpfloat (venule_tissue_path_spot (a, 55)->x, ==, middle.x);
}

/* A free-flowing cell of @n spots that begins at @x. */
static VenuleTissuePath *
flow (guint  serial,
      gint64 first,
      guint  n,
      double x,
      double step)
{
  VenuleTissuePath *path = roll (NULL, serial, first, first + n, (Seen){ x, 50, RADIUS, 0, TRUE }, step);

  path->free_flowing = TRUE;
  return path;
}

/* Hidden for three frames by the cells that it passes, it is the same cell behind them; one that is faster, or
 * elsewhere, is another. */
static void
test_free_flowing_cell_keeps_its_velocity (void)
{
  g_autoptr (GPtrArray) same = paths_of (flow (0, 0, 3, 20, 50), flow (1, 6, 3, 323, 50), NULL);
  g_autoptr (GPtrArray) faster = paths_of (flow (0, 0, 3, 20, 50), flow (1, 6, 3, 320, 70), NULL);
  g_autoptr (GPtrArray) ahead = paths_of (flow (0, 0, 3, 20, 50), flow (1, 6, 3, 370, 50), NULL);

  join (same);
  join (faster);
  join (ahead);
  g_assert_cmpuint (same->len, ==, 1);
  assert_sound (g_ptr_array_index (same, 0));
  g_assert_cmpuint (((VenuleTissuePath *) g_ptr_array_index (same, 0))->spots->len, ==, 9);
  g_assert_true (((VenuleTissuePath *) g_ptr_array_index (same, 0))->free_flowing);
  g_assert_cmpuint (faster->len, ==, 2);
  g_assert_cmpuint (ahead->len, ==, 2);
}

static void
test_free_flowing_cell_continues_as_one_that_was_followed (void)
{
  VenuleTissuePath *followed = roll (NULL, 1, 5, 17, (Seen){ 135, 50, RADIUS, 0, TRUE }, 25);
  g_autoptr (GPtrArray) paths = paths_of (flow (0, 0, 3, 10, 25), followed, NULL);

  join (paths);
  g_assert_cmpuint (paths->len, ==, 1);
  g_assert_cmpuint (((VenuleTissuePath *) g_ptr_array_index (paths, 0))->spots->len, ==, 17);
}

/* Cells one after the other in nine lanes; each second one was lost for half a second. A run of hours has tens of
 * thousands. */
static void
test_long_run_is_linked_fast (void)
{
  guint n = g_test_slow () ? 40000 : 2000;
  double seconds;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);

  for (guint i = 0; i < n; i++)
    {
      gint64 first = 8 * i;
      gboolean is_lost = i % 2;
      Seen from = { 20, 10 + 10.0 * (i % 9), 10, 0.2f * (float) (i % 4), TRUE };

      g_ptr_array_add (paths, roll (NULL, 2 * i, first, first + (is_lost ? 30 : 100), from, 2));
      from.x += 2 * 45;
      if (is_lost)
        g_ptr_array_add (paths, roll (NULL, 2 * i + 1, first + 45, first + 100, from, 2));
    }
  g_ptr_array_sort (paths, venule_tissue_path_compare);

  g_test_timer_start ();
  join (paths);
  venule_repair_swaps (paths, RADIUS);
  seconds = g_test_timer_elapsed ();
  g_test_minimized_result (seconds, "%u cells: %.2f s", n, seconds);
  g_assert_cmpuint (paths->len, ==, n);
}

/* Ends and beginnings all over a square of @side px, ten frames apart, some of them of fast cells. */
static void
scatter (VenulePathEnd *ends,
         VenulePathEnd *beginnings,
         guint          n,
         double         side)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 frame = g_test_rand_int_range (0, 10);

      ends[i] = (VenulePathEnd){ frame, (double) frame / 10, g_test_rand_double_range (0, side),
                                 g_test_rand_double_range (0, side), i % 20 == 0 ? 60 : 0 };
      frame += g_test_rand_int_range (-5, 10);
      beginnings[i] = (VenulePathEnd){ frame, (double) frame / 10, g_test_rand_double_range (0, side),
                                       g_test_rand_double_range (0, side), i % 30 == 0 ? 90 : 0 };
    }
}

static const VenuleEndReach reach = { 0.5, 20, 2 };

static gboolean
is_in_reach (const VenulePathEnd *end,
             const VenulePathEnd *beginning)
{
  double gap = beginning->time - end->time;
  double farthest = reach.standing + reach.moving * MAX (end->speed, beginning->speed) * gap;

  return beginning->frame > end->frame && gap <= reach.gap && fabs (beginning->x - end->x) <= farthest &&
         fabs (beginning->y - end->y) <= farthest;
}

typedef struct {
  guint         n, n_pairs;
  guint8       *seen;        /* nullable: for each end and beginning, how often */
  GCancellable *cancellable; /* nullable: cancelled by the first */
} Pairs;

static void
note_pair (gpointer data,
           guint    end,
           guint    beginning)
{
  Pairs *self = data;

  self->n_pairs++;
  if (self->seen != NULL)
    self->seen[end * self->n + beginning]++;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
test_pairs_are_those_within_reach (void)
{
  VenulePathEnd ends[300], beginnings[300];
  g_autofree guint8 *seen = g_new0 (guint8, 300 * 300);
  Pairs pairs = { 300, 0, seen, NULL };

  scatter (ends, beginnings, 300, 300);
  g_assert_true (venule_find_end_pairs (ends, beginnings, 300, &reach, note_pair, &pairs, NULL));
  g_assert_cmpuint (pairs.n_pairs, >, 300);
  for (guint i = 0; i < 300; i++)
    for (guint j = 0; j < 300; j++)
      g_assert_cmpuint (seen[i * 300 + j], ==, is_in_reach (&ends[i], &beginnings[j]));
}

/* Nine times as many, equally dense. */
static void
test_pairs_grow_with_neighbours (void)
{
  g_autofree VenulePathEnd *ends = g_new (VenulePathEnd, 9000), *beginnings = g_new (VenulePathEnd, 9000);
  Pairs few = { 1000, 0, NULL, NULL }, many = { 9000, 0, NULL, NULL };

  scatter (ends, beginnings, 1000, 1000);
  venule_find_end_pairs (ends, beginnings, 1000, &reach, note_pair, &few, NULL);
  scatter (ends, beginnings, 9000, 3000);
  venule_find_end_pairs (ends, beginnings, 9000, &reach, note_pair, &many, NULL);
  g_test_message ("%u and %u pairs", few.n_pairs, many.n_pairs);
  g_assert_cmpuint (few.n_pairs, >, 500);
  g_assert_cmpuint (many.n_pairs, <, 14 * few.n_pairs);
}

static void
test_search_for_pairs_is_cancelled_on_the_way (void)
{
  g_autofree VenulePathEnd *ends = g_new (VenulePathEnd, 9000), *beginnings = g_new (VenulePathEnd, 9000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Pairs pairs = { 9000, 0, NULL, cancellable };

  scatter (ends, beginnings, 9000, 1000);
  g_assert_false (venule_find_end_pairs (ends, beginnings, 9000, &reach, note_pair, &pairs, cancellable));
  g_assert_cmpuint (pairs.n_pairs, <, 2000);
}

/* CPU time of joining @side × @side cells, each of which is seen four times for five frames. */
static double
join_crowd (guint side)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
  clock_t begun;

  for (guint k = 0; k < 4; k++)
    for (guint i = 0; i < side * side; i++)
      {
        Seen from = { 45.0 * (i % side), 45.0 * (i / side), RADIUS, 0, TRUE };

        g_ptr_array_add (paths, roll (NULL, k * side * side + i, 7 * k, 7 * k + 5, from, 0));
      }
  begun = clock ();
  join (paths);
  g_assert_cmpuint (paths->len, ==, side * side);
  return (double) (clock () - begun) / CLOCKS_PER_SEC;
}

/* All of them begin and end within a second. */
static void
test_crowd_is_joined_in_time_that_grows_with_it (void)
{
  double small = join_crowd (20), large = join_crowd (60);

  g_test_minimized_result (large, "%.3f and %.3f s", small, large);
  g_assert_cmpfloat (large, <, 25 * MAX (small, 0.01));
}

/* One that was lost for a while, and one that the tracker followed while it was not seen. */
static void
test_cancelled_cells_stay_as_they_were_followed (void)
{
  VenuleTissuePath *hidden = roll (NULL, 2, 0, 30, (Seen){ 100, 80, 11, 0, TRUE }, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GPtrArray) paths = NULL;

  hidden = roll (hidden, 2, 30, 45, (Seen){ 130, 80, 11, 0, FALSE }, 1);
  hidden = roll (hidden, 2, 45, 80, (Seen){ 145, 80, 11, 0, TRUE }, 1);
  paths = paths_of (roll (NULL, 0, 0, 30, (Seen){ 100, 30, 11, 0, TRUE }, 2), hidden,
                    roll (NULL, 1, 40, 80, (Seen){ 180, 30, 11, 0, TRUE }, 2), NULL);
  g_ptr_array_sort (paths, venule_tissue_path_compare);
  g_cancellable_cancel (cancellable);
  join_until (paths, cancellable);
  g_assert_cmpuint (paths->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    assert_sound (g_ptr_array_index (paths, i));

  join (paths);
  g_assert_cmpuint (paths->len, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gaps/a-path-of-many-segments-takes-the-memory-of-its-spots",
                   a_path_of_many_segments_takes_the_memory_of_its_spots);
  g_test_add_func ("/swaps/swapped-paths-are-repaired", test_swapped_paths_are_repaired);
  g_test_add_func ("/swaps/slow-cells-keep-their-lanes", test_slow_cells_keep_their_lanes);
  g_test_add_func ("/ends/jitter-is-no-way", test_jitter_is_no_way);
  g_test_add_func ("/swaps/appearance-and-size-tell-cells-apart", test_appearance_and_size_tell_cells_apart);
  g_test_add_func ("/swaps/encounter-without-a-swap-stays", test_encounter_without_a_swap_stays);
  g_test_add_func ("/swaps/second-encounter-follows-from-the-first",
                   test_second_encounter_follows_from_the_first);
  g_test_add_func ("/gaps/cell-that-starts-suddenly-stays-one", test_cell_that_starts_suddenly_stays_one);
  g_test_add_func ("/gaps/hidden-cell-is-recognised", test_hidden_cell_is_recognised);
  g_test_add_func ("/gaps/path-continues-where-another-ended-beside-it",
                   test_path_continues_where_another_ended_beside_it);
  g_test_add_func ("/gaps/undetected-path-stays-as-it-was-followed", test_undetected_path_stays_as_it_was_followed);
  g_test_add_func ("/gaps/free-flowing-cell-keeps-its-velocity", test_free_flowing_cell_keeps_its_velocity);
  g_test_add_func ("/gaps/free-flowing-cell-continues-as-one-that-was-followed",
                   test_free_flowing_cell_continues_as_one_that_was_followed);
  g_test_add_func ("/gaps/long-run-is-linked-fast", test_long_run_is_linked_fast);
  g_test_add_func ("/gaps/crowd-is-joined-in-time-that-grows-with-it",
                   test_crowd_is_joined_in_time_that_grows_with_it);
  g_test_add_func ("/gaps/cancelled-cells-stay-as-they-were-followed",
                   test_cancelled_cells_stay_as_they_were_followed);
  g_test_add_func ("/ends/pairs-are-those-within-reach", test_pairs_are_those_within_reach);
  g_test_add_func ("/ends/pairs-grow-with-neighbours", test_pairs_grow_with_neighbours);
  g_test_add_func ("/ends/search-for-pairs-is-cancelled-on-the-way", test_search_for_pairs_is_cancelled_on_the_way);

  return g_test_run ();
}
