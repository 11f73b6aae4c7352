/* test-strip.c: the pictures of a track are read in a thread, and only those in sight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>
#include <math.h>

#include "fake-source.h"
#include "venule-document-tracks.h"
#include "venule-montage-view-private.h"
#include "venule-track-strip.h"

#define PATIENCE_US (20 * G_USEC_PER_SEC)
#define N_FRAMES 5000

typedef struct {
  VenuleSource      *source;
  VenuleDocument    *document;
  VenulePlayer      *player;
  VenuleSelection   *selection;
  GtkWidget         *window;
  GtkWidget         *strip;
  VenuleMontageView *montage;
} Stage;

/* A cell in all frames but those from 10 to 19, and another in all. */
static void
add_tracks (Stage *stage)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->document));
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  settings->vessel->flow_x = 1;
  settings->cell_diameter = 20;
  venule_document_begin_run (stage->document, settings);
  for (guint id = 1; id <= 2; id++)
    {
      VenuleTrack *track = venule_track_new (id);

      for (int i = 0; i < N_FRAMES; i++)
        {
          VenuleSpot spot = {
            .frame = i, .time = i / 25.0, .x = 100 + 0.01 * i, .y = 60.0 * id, .radius = 10, .score = 1
          };

          if (id == 2 || i < 10 || i >= 20)
            venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_set_run_metadata (stage->document, &(VenuleRunMetadata){ .device = (char *) "test",
                                                                        .last_frame = N_FRAMES - 1,
                                                                        .complete = TRUE });
  venule_document_finish_run (stage->document, tracks);
}

static void
set_up (Stage *stage,
        guint  read_us,
        gint64 bad_frame)
{
  FakeSourceOptions options;

  fake_source_options_init (&options);
  options.width = 320;
  options.height = 240;
  options.n_frames = options.n_frames_said = N_FRAMES;
  options.read_us = read_us;
  options.bad_frame = bad_frame;
  stage->source = fake_source_new (&options);
  fake_source_build (stage->source);
  stage->document = venule_document_new (stage->source);
  add_tracks (stage);
  stage->player = venule_player_new ();
  stage->selection = venule_selection_new ();
  stage->strip = g_object_new (VENULE_TYPE_TRACK_STRIP, NULL);
  stage->montage = VENULE_MONTAGE_VIEW (gtk_widget_get_template_child (stage->strip, VENULE_TYPE_TRACK_STRIP,
                                                                       "montage_view"));
  venule_player_set_source (stage->player, stage->source);
  venule_track_strip_set_player (VENULE_TRACK_STRIP (stage->strip), stage->player);
  venule_track_strip_set_selection (VENULE_TRACK_STRIP (stage->strip), stage->selection);
  venule_track_strip_set_document (VENULE_TRACK_STRIP (stage->strip), stage->document);
  stage->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 400, 500);
  gtk_window_set_child (GTK_WINDOW (stage->window), stage->strip);
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (stage->window);
}

static void
tear_down (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  g_assert_finalize_object (stage->player);
  g_assert_finalize_object (stage->document);
  g_assert_finalize_object (stage->selection);
  /* A thread may hold it until its frame has been read. */
  g_object_unref (stage->source);
}

static void
choose (Stage *stage,
        guint  id)
{
  venule_selection_set (stage->selection, &id, 1);
}

typedef struct {
  int   frame;   /* that is marked; −1: none */
  guint tiles;   /* in all */
  int   without; /* pictures in sight that are not there; −1: all of them */
} Expected;

static gboolean
is_so (Stage          *stage,
       const Expected *expected,
       char          **described)
{
  int frame, there, seen;
  guint tiles;

  g_free (*described);
  *described = venule_montage_view_describe (stage->montage);
  g_assert_cmpint (sscanf (*described, "%d %d/%d of %u", &frame, &there, &seen, &tiles), ==, 4);
  return frame == expected->frame && tiles == expected->tiles && (tiles == 0 || seen > 5) &&
         (expected->without < 0 ? there == 0 : there == seen - expected->without);
}

static void
wait_for (Stage *stage,
          int    frame,
          guint  tiles,
          int    without)
{
  const Expected expected = { frame, tiles, without };
  gint64 end = g_get_monotonic_time () + PATIENCE_US;
  g_autofree char *described = NULL;

  while (!is_so (stage, &expected, &described))
    {
      if (g_get_monotonic_time () > end)
        g_error ("frame %d of %u, without %d, does not come: “%s”", frame, tiles, without, described);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* How often was read, once nothing more is. */
static int
count_reads (Stage *stage)
{
  int reads = -1;

  while (fake_source_get_n_reads (stage->source) != reads)
    {
      gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 4;

      reads = fake_source_get_n_reads (stage->source);
      while (g_get_monotonic_time () < end)
        g_main_context_iteration (NULL, FALSE);
    }
  return reads;
}

/* Of 5000 cells a few dozen are read: 4 columns and 4 rows in sight, and two rows more. The gap is one tile. */
static void
test_only_what_is_in_sight_is_read (void)
{
  Stage stage;
  int reads;

  set_up (&stage, 0, -1);
  choose (&stage, 1);
  wait_for (&stage, 0, 4991, 0);
  reads = count_reads (&stage);
  g_assert_cmpint (reads, <, 120); /* the player reads ahead, too */
  g_assert_cmpint (g_array_index (stage.montage->tiles, VenuleCellMontageTile, 10).index, ==, -1);
  g_assert_cmpint (g_array_index (stage.montage->tiles, VenuleCellMontageTile, 10).last, ==, 19);

  /* The other end comes without what lies between. */
  venule_player_seek (stage.player, N_FRAMES - 1);
  wait_for (&stage, 4999, 4991, 0);
  g_assert_cmpint (fake_source_get_n_reads (stage.source), <, reads + 200);
  tear_down (&stage);
}

/* While a frame takes its time nothing waits for it. */
static void
test_nothing_waits_for_the_drive (void)
{
  Stage stage;

  set_up (&stage, 0, -1);
  fake_source_set_gate (stage.source, FALSE);
  /* What waited would wait for ever. */
  choose (&stage, 1);
  for (int i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  choose (&stage, 2);
  wait_for (&stage, 0, 5000, -1);
  fake_source_set_gate (stage.source, TRUE);
  wait_for (&stage, 0, 5000, 0);
  tear_down (&stage);
}

/* A damaged frame is an empty picture; those after it are there. */
static void
test_a_damaged_frame_is_empty (void)
{
  Stage stage;

  set_up (&stage, 0, 5);
  choose (&stage, 2);
  wait_for (&stage, 0, 5000, 1);
  tear_down (&stage);
}

/* An edit is seen; pictures of places that did not change stay. */
static void
test_edits_are_followed (void)
{
  Stage stage;
  int reads;

  set_up (&stage, 0, -1);
  choose (&stage, 2);
  wait_for (&stage, 0, 5000, 0);
  reads = count_reads (&stage);
  g_assert_true (venule_document_move_spot (stage.document, 2, 3, 120, 130, NULL));
  wait_for (&stage, 0, 5000, 0);
  g_assert_cmpint (count_reads (&stage), <=, reads + 1);

  g_assert_true (venule_document_delete_spots (stage.document, 2, 3, 5, NULL));
  wait_for (&stage, 0, 4998, 0);
  g_assert_true (venule_document_undo (stage.document));
  wait_for (&stage, 0, 5000, 0);

  /* Of several tracks there is no strip. */
  venule_selection_toggle (stage.selection, 1);
  wait_for (&stage, -1, 0, 0);
  tear_down (&stage);
}

/* (transfer full): the pixels of a widget as it is drawn now. */
static GBytes *
shoot (Stage     *stage,
       GtkWidget *widget)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  guchar *pixels;

  gtk_test_widget_wait_for_draw (stage->window);
  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (stage->window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  pixels = g_malloc0 ((gsize) width * height * 4);
  gdk_texture_download (texture, pixels, (gsize) width * 4);
  return g_bytes_new_take (pixels, (gsize) width * height * 4);
}

/* Room for the numbers at the left of the axis: px up to the first column with ink over a third of the height. */
static int
find_axis (GBytes *pixels,
           int     width)
{
  const guint8 *data = g_bytes_get_data (pixels, NULL);
  int height = (int) (g_bytes_get_size (pixels) / 4) / width;

  for (int x = 0; x < width; x++)
    {
      int ink = 0;

      for (int y = 0; y < height; y++)
        ink += data[(y * width + x) * 4 + 3] > 128;
      if (ink > height / 3)
        return x;
    }
  return -1;
}

/* Somebody who wants large text gets it in the curve, too. */
static void
test_letters_of_the_curve_grow (void)
{
  Stage stage;
  GtkSettings *settings;
  GtkWidget *view;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) large = NULL;
  int dpi, axis;

  set_up (&stage, 0, -1);
  choose (&stage, 2);
  wait_for (&stage, 0, 5000, 0);
  settings = gtk_widget_get_settings (stage.window);
  view = GTK_WIDGET (gtk_widget_get_template_child (stage.strip, VENULE_TYPE_TRACK_STRIP, "velocity_view"));
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  before = shoot (&stage, view);
  axis = find_axis (before, gtk_widget_get_width (view));
  g_assert_cmpint (axis, >, 10);
  g_object_set (settings, "gtk-xft-dpi", dpi * 3 / 2, NULL);
  large = shoot (&stage, view);
  g_assert_cmpint (find_axis (large, gtk_widget_get_width (view)), >, axis * 5 / 4);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  tear_down (&stage);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/strip/only what is in sight is read", test_only_what_is_in_sight_is_read);
  g_test_add_func ("/strip/nothing waits for the drive", test_nothing_waits_for_the_drive);
  g_test_add_func ("/strip/a damaged frame is empty", test_a_damaged_frame_is_empty);
  g_test_add_func ("/strip/edits are followed", test_edits_are_followed);
  g_test_add_func ("/strip/letters of the curve grow", test_letters_of_the_curve_grow);

  return g_test_run ();
}
