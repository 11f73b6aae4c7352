/* test-review.c: doubtful places are found, and the rest is judged by those that were looked at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-review.h"

#include "make-track.h"

static const VenuleReviewRange range = { 640, 480, 0, 299 };

typedef struct {
  VenuleSettings *settings;
  GPtrArray      *tracks;
  GArray         *places;
} Desk;

/* A cell that crosses the whole frame at 60 px/s, @lane px down, with good quality. */
static VenuleTrack *
add_cell (Desk   *desk,
          double  lane)
{
  VenuleTrack *track = venule_track_new (desk->tracks->len + 1);

  for (guint i = 0; i < 300; i++)
    add_spot (track, i, i / RATE, 20 + 2.0 * i, lane);
  venule_track_set_quality (track, 0.99);
  g_ptr_array_add (desk->tracks, track);

  return track;
}

static void
set_up (Desk          *desk,
        gconstpointer  data)
{
  desk->settings = venule_settings_new ();
  desk->settings->cell_diameter = 20;
  desk->settings->vessel->flow_x = 1;
  desk->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  desk->places = NULL;
  for (guint i = 0; i < 5; i++)
    add_cell (desk, 60 + 70 * i);
}

static void
tear_down (Desk          *desk,
           gconstpointer  data)
{
  venule_settings_free (desk->settings);
  g_ptr_array_unref (desk->tracks);
  g_clear_pointer (&desk->places, g_array_unref);
}

static const VenuleReviewPlace *
find (Desk               *desk,
      VenuleReviewReason  reason,
      guint               track)
{
  g_clear_pointer (&desk->places, g_array_unref);
  desk->places = venule_review_find (desk->tracks, desk->settings, &range);
  for (guint i = 0; i < desk->places->len; i++)
    {
      const VenuleReviewPlace *place = &g_array_index (desk->places, VenuleReviewPlace, i);

      if (place->reason == reason && place->track == track)
        return place;
    }

  return NULL;
}

/* The last frame of the cell that is cut off there; then it is two tracks. */
static void
cut (Desk  *desk,
     guint  id,
     gint64 last,
     gint64 next)
{
  VenuleTrack *whole = g_ptr_array_index (desk->tracks, id - 1);
  VenuleTrack *front = venule_track_new (id);
  VenuleTrack *rest = venule_track_new (desk->tracks->len + 1);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (whole, &n);

  for (guint i = 0; i < n; i++)
    {
      if (spots[i].frame <= last)
        venule_track_add_spot (front, &spots[i]);
      else if (spots[i].frame >= next)
        venule_track_add_spot (rest, &spots[i]);
    }
  venule_track_set_quality (front, 0.99);
  venule_track_set_quality (rest, 0.99);
  g_object_unref (whole);
  desk->tracks->pdata[id - 1] = front;
  g_ptr_array_add (desk->tracks, rest);
}

static void
test_nothing_is_doubtful (Desk          *desk,
                          gconstpointer  data)
{
  find (desk, VENULE_REVIEW_JUMP, 1);
  g_assert_cmpuint (desk->places->len, ==, 0);
}

static void
test_two_pieces_are_one_place (Desk          *desk,
                               gconstpointer  data)
{
  const VenuleReviewPlace *place;

  cut (desk, 2, 100, 110);
  place = find (desk, VENULE_REVIEW_ENDS, 2);
  g_assert_nonnull (place);
  g_assert_cmpuint (place->other, ==, 6);
  g_assert_cmpint (place->frame, ==, 100);
  g_assert_cmpuint (desk->places->len, ==, 1);
}

/* Too long after: an end and a beginning. */
static void
test_ends_and_beginnings_inside (Desk          *desk,
                                 gconstpointer  data)
{
  const VenuleReviewPlace *end, *beginning;

  cut (desk, 3, 100, 160);
  end = find (desk, VENULE_REVIEW_ENDS, 3);
  g_assert_nonnull (end);
  g_assert_cmpuint (end->other, ==, 0);
  beginning = find (desk, VENULE_REVIEW_BEGINS, 6);
  g_assert_nonnull (beginning);
  g_assert_cmpint (beginning->frame, ==, 160);
}

static void
test_jump (Desk          *desk,
           gconstpointer  data)
{
  VenuleTrack *track = venule_track_new (6);
  const VenuleReviewPlace *place;

  for (guint i = 0; i < 300; i++)
    add_spot (track, i, i / RATE, 20 + 2.0 * i + (i >= 150 ? 12 : 0), 430);
  venule_track_set_quality (track, 0.99);
  g_ptr_array_add (desk->tracks, track);
  place = find (desk, VENULE_REVIEW_JUMP, 6);
  g_assert_nonnull (place);
  g_assert_cmpint (place->frame, ==, 150);
  g_assert_cmpuint (desk->places->len, ==, 1);
}

/* One overtakes the other at frame 100; @exchanged: each goes on as the other did. */
static void
overtake (Desk     *desk,
          gboolean  exchanged)
{
  VenuleTrack *fast = venule_track_new (6), *slow = venule_track_new (7);

  for (guint i = 0; i < 200; i++)
    {
      double ahead = 1.1 * (i - 100.0);
      gboolean other = exchanged && i >= 100;

      add_spot (fast, i, i / RATE, 20 + 2.0 * i + (other ? 0 : ahead), other ? 430 : 434);
      add_spot (slow, i, i / RATE, 20 + 2.0 * i + (other ? ahead : 0), other ? 434 : 430);
    }
  venule_track_set_quality (fast, 0.99);
  venule_track_set_quality (slow, 0.99);
  g_ptr_array_add (desk->tracks, fast);
  g_ptr_array_add (desk->tracks, slow);
}

static void
test_touching (Desk          *desk,
               gconstpointer  data)
{
  const VenuleReviewPlace *place;

  overtake (desk, TRUE);
  place = find (desk, VENULE_REVIEW_TOUCHES, 6);
  g_assert_nonnull (place);
  g_assert_cmpuint (place->other, ==, 7);
  g_assert_cmpint (ABS (place->frame - 100), <=, 1);
}

static void
test_overtaking (Desk          *desk,
                 gconstpointer  data)
{
  overtake (desk, FALSE);
  g_assert_null (find (desk, VENULE_REVIEW_TOUCHES, 6));
}

static void
test_size_quality_and_speed (Desk          *desk,
                             gconstpointer  data)
{
  VenuleTrack *large = venule_track_new (6);
  VenuleTrack *back = venule_track_new (7);

  for (guint i = 0; i < 300; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / RATE, .x = 20 + 2.0 * i, .y = 410, .radius = 22, .score = 1 };

      venule_track_add_spot (large, &spot);
      add_spot (back, i, i / RATE, 620 - 2.0 * i, 460);
    }
  venule_track_set_quality (large, 0.99);
  venule_track_set_quality (back, 0.05);
  g_ptr_array_add (desk->tracks, large);
  g_ptr_array_add (desk->tracks, back);
  g_assert_nonnull (find (desk, VENULE_REVIEW_SIZE, 6));
  g_assert_null (find (desk, VENULE_REVIEW_SIZE, 1));
  g_assert_nonnull (find (desk, VENULE_REVIEW_SPEED, 7));
  g_assert_nonnull (find (desk, VENULE_REVIEW_QUALITY, 7));
  /* The most doubtful comes first. */
  g_assert_cmpuint (g_array_index (desk->places, VenuleReviewPlace, 0).track, ==, 7);

  venule_track_set_locked (back, TRUE);
  g_assert_null (find (desk, VENULE_REVIEW_SPEED, 7));
}

static void
test_reasons_have_names (void)
{
  for (int reason = 0; reason <= VENULE_REVIEW_SAMPLE; reason++)
    {
      VenuleReviewReason back;

      g_assert_true (venule_review_reason_from_string (venule_review_reason_to_string (reason), &back));
      g_assert_cmpint (back, ==, reason);
    }
  g_assert_false (venule_review_reason_from_string ("nonsense", &(VenuleReviewReason) { 0 }));
}

/* Of 200 tracks a share is wrong; some are looked at, chosen by chance: the interval holds the truth in about 95 %. */
static void
test_interval_holds_the_truth (void)
{
  const guint n = 200, trials = 200;
  guint held = 0;

  for (guint trial = 0; trial < trials; trial++)
    {
      VenuleReviewJudgement judgements[200] = { 0 };
      double share = g_test_rand_double_range (0.02, 0.4);
      guint rest = 0;
      VenuleInterval estimate;

      for (guint i = 0; i < n; i++)
        {
          gboolean wrong = g_test_rand_double_range (0, 1) < share;

          judgements[i].probability = share; /* what was thought was right */
          judgements[i].judged = g_test_rand_double_range (0, 1) < 0.4;
          judgements[i].wrong = judgements[i].judged && wrong;
          rest += wrong && !judgements[i].judged;
        }
      estimate = venule_review_estimate (judgements, n);
      held += (double) rest / n >= estimate.low - 1e-9 && (double) rest / n <= estimate.high + 1e-9;
    }
  /* 190 expected; fewer than 172 are chance once in three million times. */
  g_assert_cmpuint (held, >=, 172);
}

static void
test_verdicts_decide (void)
{
  VenuleReviewJudgement judgements[100] = { 0 };
  VenuleInterval before, after;

  for (guint i = 0; i < 100; i++)
    judgements[i].probability = 0.2;
  before = venule_review_estimate (judgements, 100);
  g_assert_cmpfloat_with_epsilon (before.value, 0.2, 0.02);
  g_assert_cmpfloat (before.high - before.low, >, 0.5);
  for (guint i = 0; i < 60; i++)
    judgements[i].judged = TRUE;
  after = venule_review_estimate (judgements, 100);
  g_assert_cmpfloat (after.value, <, 0.01);
  g_assert_cmpfloat (after.high, <, 0.05);
  for (guint i = 0; i < 100; i++)
    judgements[i].judged = judgements[i].wrong = TRUE;
  g_assert_cmpfloat (venule_review_estimate (judgements, 100).high, ==, 0); /* all was put right */
  g_assert_true (isnan (venule_review_estimate (NULL, 0).value));
}

#define ADD(name, function) g_test_add ("/review/" name, Desk, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("nothing is doubtful", test_nothing_is_doubtful);
  ADD ("two pieces are one place", test_two_pieces_are_one_place);
  ADD ("ends and beginnings inside", test_ends_and_beginnings_inside);
  ADD ("jump", test_jump);
  ADD ("touching", test_touching);
  ADD ("overtaking", test_overtaking);
  ADD ("size, quality and speed", test_size_quality_and_speed);
  g_test_add_func ("/review/reasons have names", test_reasons_have_names);
  g_test_add_func ("/review/interval holds the truth", test_interval_holds_the_truth);
  g_test_add_func ("/review/verdicts decide", test_verdicts_decide);

  return g_test_run ();
}
