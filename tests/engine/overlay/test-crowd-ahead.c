/* test-crowd-ahead.c: very many cells are drawn in another thread, whatever becomes of them meanwhile
 *
 * For ThreadSanitizer, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fake-source.h"
#include "venule-document.h"
#include "venule-document-tracks.h"
#include "venule-overlay.h"

#define WIDTH 320
#define HEIGHT 240
#define CELLS 400
#define N_FRAMES 40
#define FRAME 35
#define SELECTED 5

typedef struct {
  VenuleDocument       *document;
  VenuleOverlayOptions  options;
  GArray               *selected;
} Fixture;

static VenuleTrack *
make_track (guint id)
{
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < N_FRAMES; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = (id * 37 + i) % WIDTH,
                          .y = (id * 53) % HEIGHT + i % 5 * 0.4, .radius = 5 + (float) (id % 7) };

      venule_track_add_spot (track, &spot);
    }

  return track;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, N_FRAMES, TRUE);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  fixture->document = venule_document_new (source);
  for (guint id = 1; id <= CELLS; id++)
    g_ptr_array_add (tracks, make_track (id));
  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  venule_document_finish_run (fixture->document, tracks);

  /* Not in the order of ids. */
  fixture->selected = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < SELECTED; i++)
    {
      guint id = i * 191 % CELLS + 1;

      g_array_append_val (fixture->selected, id);
    }
  fixture->options = (VenuleOverlayOptions){ .contours = TRUE, .tails = TRUE, .ids = TRUE, .color_by_velocity = TRUE,
                                             .velocity_max = 100, .tail_seconds = 1, .crowd = 100, .density = 1,
                                             .scale = 1 };
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_array_unref (fixture->selected);
  g_assert_finalize_object (fixture->document);
}

static cairo_surface_t *
draw (Fixture            *self,
      VenuleOverlayCrowd *drawn)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (picture);
  VenuleOverlayOptions options = self->options;

  options.drawn = drawn;
  g_assert_true (venule_overlay_draw_tracks (cr, G_LIST_MODEL (self->document),
                                             venule_document_get_settings (self->document), FRAME, &options));
  cairo_destroy (cr);
  cairo_surface_flush (picture);

  return picture;
}

static gboolean
is_same (cairo_surface_t *a,
         cairo_surface_t *b)
{
  gsize size = (gsize) cairo_image_surface_get_stride (a) * HEIGHT;

  return memcmp (cairo_image_surface_get_data (a), cairo_image_surface_get_data (b), size) == 0;
}

static VenuleOverlayCrowd *
find_crowd (Fixture *self)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (picture);
  const VenuleSettings *settings = venule_document_get_settings (self->document);
  VenuleOverlayCrowd *crowd = venule_overlay_crowd_new (cr, G_LIST_MODEL (self->document), settings, FRAME, &self->options);

  cairo_destroy (cr);
  cairo_surface_destroy (picture);

  return crowd;
}

static gpointer
draw_in_thread (gpointer data)
{
  venule_overlay_crowd_draw (data, NULL);
  venule_overlay_crowd_unref (data);

  return NULL;
}

static void
edit (Fixture *self)
{
  for (guint id = 2; id <= CELLS; id += 3)
    g_assert_true (venule_document_move_spot (self->document, id, FRAME, 10, 10, NULL));
  for (guint id = 3; id <= CELLS; id += 30)
    g_assert_true (venule_document_remove_tracks (self->document, &id, 1, NULL));
}

static void
take_all_back (Fixture *self)
{
  while (venule_document_can_undo (self->document))
    g_assert_true (venule_document_undo (self->document));
}

static void
test_both_halves_are_the_whole (Fixture       *self,
                                gconstpointer  data)
{
  for (guint round = 0; round < 2; round++)
    {
      cairo_surface_t *whole, *halves;
      g_autoptr(VenuleOverlayCrowd) crowd = NULL;

      self->options.selected = round == 0 ? NULL : self->selected;
      whole = draw (self, NULL);
      crowd = find_crowd (self);
      venule_overlay_crowd_draw (crowd, NULL);
      halves = draw (self, crowd);
      g_assert_true (is_same (whole, halves));
      cairo_surface_destroy (whole);
      cairo_surface_destroy (halves);
    }
}

/* It needs nothing of the tracks. */
static void
test_they_may_change_meanwhile (Fixture       *self,
                                gconstpointer  data)
{
  cairo_surface_t *before, *after, *changed;

  self->options.selected = self->selected;
  before = draw (self, NULL);
  for (guint round = 0; round < 5; round++)
    {
      g_autoptr(VenuleOverlayCrowd) crowd = find_crowd (self);
      GThread *thread = g_thread_new ("draws", draw_in_thread, venule_overlay_crowd_ref (crowd));

      edit (self);
      g_thread_join (thread);
      changed = draw (self, NULL);
      g_assert_false (is_same (before, changed));
      take_all_back (self);
      after = draw (self, crowd);
      g_assert_true (is_same (before, after));
      cairo_surface_destroy (changed);
      cairo_surface_destroy (after);
    }
  cairo_surface_destroy (before);
}

static void
test_few_are_no_crowd (Fixture       *self,
                       gconstpointer  data)
{
  self->options.crowd = CELLS;
  g_assert_null (find_crowd (self));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/crowd-ahead/both-halves-are-the-whole", Fixture, NULL, set_up, test_both_halves_are_the_whole, tear_down);
  g_test_add ("/crowd-ahead/they-may-change-meanwhile", Fixture, NULL, set_up, test_they_may_change_meanwhile, tear_down);
  g_test_add ("/crowd-ahead/few-are-no-crowd", Fixture, NULL, set_up, test_few_are_no_crowd, tear_down);

  return g_test_run ();
}
