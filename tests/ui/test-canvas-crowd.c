/* test-canvas-crowd.c: very many cells on the canvas are those of the document, whatever has just happened to it
 *
 * What the canvas shows is compared, px by px, with what is drawn of copies of all tracks: of these nothing can have
 * been kept from before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "canvas-stage.h"

#include <math.h>

#include "venule-document-tracks.h"

#define WIDTH 800
#define HEIGHT 600
#define COLUMNS 24
#define ROWS 20
#define FRAME 40
/* Of the cells that are drawn plainly; there are far more. */
#define CROWD 120

static void
set_overlay (CanvasStage *stage,
             gboolean     by_velocity,
             gboolean     tails)
{
  VenuleOverlayOptions options = *venule_canvas_get_overlay (stage->canvas);

  options.color_by_velocity = by_velocity;
  options.tails = tails;
  options.velocity_max = 60;
  venule_canvas_set_overlay (stage->canvas, &options);
}

static void
set_up (CanvasStage *stage)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  canvas_stage_set_up (stage, WIDTH, HEIGHT);
  for (guint i = 0; i < COLUMNS * ROWS; i++)
    canvas_stage_add_track (tracks, i + 1, 10 + i % COLUMNS * 18, 12 + i / COLUMNS * 23 + i % 5 * 2, 5 + i % 7);
  canvas_stage_set_tracks (stage, tracks);
  canvas_stage_show_frame (stage, FRAME);
  set_overlay (stage, TRUE, TRUE);
}

static cairo_surface_t *
draw_shown (CanvasStage *stage)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (picture);

  gtk_test_widget_wait_for_draw (stage->window);
  g_assert_nonnull (stage->canvas->layers[VENULE_LAYER_TRACKS].node);
  gsk_render_node_draw (stage->canvas->layers[VENULE_LAYER_TRACKS].node, cr);
  cairo_destroy (cr);

  return picture;
}

static GListModel *
copy_tracks (VenuleDocument *document)
{
  GListStore *copies = g_list_store_new (VENULE_TYPE_TRACK);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);
      g_autoptr (VenuleTrack) copy = venule_track_copy (track, venule_track_get_id (track));

      g_list_store_append (copies, copy);
    }
  return G_LIST_MODEL (copies);
}

static cairo_surface_t *
draw_wanted (CanvasStage *stage)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (picture);
  g_autoptr (GListModel) tracks = copy_tracks (stage->document);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_canvas_get_settings (stage->canvas));
  VenuleOverlayOptions options = *venule_canvas_get_overlay (stage->canvas);
  double x, y;

  options.scale = venule_canvas_view_get_scale (&stage->canvas->view);
  options.selected = venule_selection_get_ids (stage->selection);
  options.crowd = CROWD;
  cairo_rectangle (cr, 0, 0, stage->canvas->view.width, stage->canvas->view.height);
  cairo_clip (cr);
  venule_canvas_view_get_origin (&stage->canvas->view, &x, &y);
  cairo_translate (cr, x, y);
  cairo_scale (cr, options.scale, options.scale);
  venule_overlay_draw_tracks (cr, tracks, settings, stage->canvas->frame->index, &options);
  cairo_destroy (cr);

  return picture;
}

static guint
count_different (cairo_surface_t *a,
                 cairo_surface_t *b)
{
  guint n = 0;

  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int y = 0; y < HEIGHT; y++)
    {
      const guint32 *one =
        (const guint32 *) (void *) (cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a));
      const guint32 *other =
        (const guint32 *) (void *) (cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b));

      for (int x = 0; x < WIDTH; x++)
        n += one[x] != other[x];
    }
  return n;
}

/* That it is as it should be, and that it is not as before, *@before, in whose place it comes. */
static void
assert_follows (CanvasStage      *stage,
                const char       *what,
                cairo_surface_t **before)
{
  cairo_surface_t *shown, *wanted;

  canvas_stage_settle (stage);
  shown = draw_shown (stage);
  wanted = draw_wanted (stage);
  g_test_message ("%s", what);
  g_assert_cmpuint (count_different (shown, wanted), ==, 0);
  if (*before)
    g_assert_cmpuint (count_different (shown, *before), >, 0);
  cairo_surface_destroy (wanted);
  g_clear_pointer (before, cairo_surface_destroy);
  *before = shown;
}

static void
take_back_and_do_again (CanvasStage      *stage,
                        cairo_surface_t **before)
{
  g_assert_true (venule_document_undo (stage->document));
  assert_follows (stage, "taken back", before);
  g_assert_true (venule_document_redo (stage->document));
  assert_follows (stage, "done again", before);
}

/* One step each, at tracks that lie apart. */
static gboolean
edit (CanvasStage *stage,
      guint        i)
{
  VenuleDocument *document = stage->document;
  const guint ids[] = { 30 + 7 * i, 100 + 9 * i };
  const VenuleSpot spot = { .frame = FRAME, .x = 333.3, .y = 222.2, .radius = 14, .score = 1 };

  switch (i)
    {
    case 0: return venule_document_move_spot (document, ids[0], FRAME, 300, 400, NULL);
    case 1: return venule_document_resize_spot (document, ids[0], FRAME, 19, NULL);
    case 2: return venule_document_put_spots (document, 0, &spot, 1, "Add", NULL) > 0;
    case 3: return venule_document_delete_spots (document, ids[0], FRAME - 3, FRAME + 3, NULL);
    case 4: return venule_document_cut_track (document, ids[0], FRAME - 5, NULL) > 0;
    case 5: return venule_document_swap_tracks (document, ids[0], ids[1], FRAME - 8, NULL);
    case 6: return venule_document_set_hidden (document, ids, 2, TRUE, NULL);
    case 7: return venule_document_set_color (document, ids, 2, 0xff2080, NULL);
    case 8: return venule_document_remove_tracks (document, ids, 2, NULL);
    default: return FALSE;
    }
}

static void
test_it_follows_each_edit_and_each_step_back (void)
{
  cairo_surface_t *before = NULL;
  CanvasStage stage;

  set_up (&stage);
  assert_follows (&stage, "at first", &before);
  for (guint i = 0; i < 9; i++)
    {
      g_assert_true (edit (&stage, i));
      assert_follows (&stage, "an edit", &before);
      take_back_and_do_again (&stage, &before);
    }
  while (venule_document_can_undo (stage.document))
    {
      g_assert_true (venule_document_undo (stage.document));
      assert_follows (&stage, "all taken back", &before);
    }
  cairo_surface_destroy (before);
  canvas_stage_tear_down (&stage);
}

static void
test_it_follows_classes_and_colours (void)
{
  const guint ids[] = { 5, 50, 200, 300 };
  cairo_surface_t *before = NULL;
  CanvasStage stage;

  set_up (&stage);
  assert_follows (&stage, "by velocity", &before);
  set_overlay (&stage, FALSE, TRUE);
  assert_follows (&stage, "by class", &before);
  g_assert_true (venule_document_set_kinds (stage.document, ids, G_N_ELEMENTS (ids), VENULE_CELL_FREE, NULL));
  assert_follows (&stage, "a class", &before);
  take_back_and_do_again (&stage, &before);
  set_overlay (&stage, FALSE, FALSE);
  assert_follows (&stage, "without tails", &before);
  venule_selection_toggle (stage.selection, 77);
  assert_follows (&stage, "selected", &before);
  venule_canvas_set_zoom (stage.canvas, 0.8);
  assert_follows (&stage, "smaller", &before);
  venule_canvas_set_zoom (stage.canvas, 1.7);
  assert_follows (&stage, "larger", &before);
  cairo_surface_destroy (before);
  canvas_stage_tear_down (&stage);
}

/* Of the widget's whole picture, around the cell of track @id: how many of so many places on its ring, @gap from the
 * cell, are white. */
static guint
count_white (CanvasStage *stage,
             guint        id,
             double       gap,
             guint        n_places)
{
  const VenulePlace *place = venule_track_get_place_at (venule_document_get_track (stage->document, id), FRAME);
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (picture);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  double x, y, radius = place->radius * venule_canvas_view_get_scale (&stage->canvas->view) + gap;
  guint n = 0;

  GTK_WIDGET_GET_CLASS (stage->canvas)->snapshot (GTK_WIDGET (stage->canvas), snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  venule_canvas_view_from_video (&stage->canvas->view, place->x, place->y, &x, &y);
  cairo_surface_flush (picture);
  for (guint i = 0; i < n_places; i++)
    {
      double angle = 2 * G_PI * i / n_places;
      const guchar *row = cairo_image_surface_get_data (picture) +
                          (int) (y + radius * sin (angle)) * cairo_image_surface_get_stride (picture);

      n += (((const guint32 *) (const void *) row)[(int) (x + radius * cos (angle))] & 0xffffff) >= 0xf0f0f0;
    }
  cairo_surface_destroy (picture);

  return n;
}

/* Where others lie close around it. */
static void
test_a_selected_cell_stands_out (void)
{
  const guint id = 9 * COLUMNS + 3, n = 64;
  VenuleTrack *track;
  CanvasStage stage;

  set_up (&stage);
  track = venule_document_get_track (stage.document, id);
  for (guint i = 0; i < 12; i++)
    {
      const VenulePlace *place = venule_track_get_place_at (track, FRAME);

      g_assert_true (venule_document_move_spot (stage.document, id + 20 + i, FRAME, place->x + 12 * cos (i * G_PI / 6),
                                                place->y + 12 * sin (i * G_PI / 6), NULL));
    }
  venule_selection_toggle (stage.selection, id);
  canvas_stage_settle (&stage);
  g_assert_cmpuint (count_white (&stage, id, 4, n), >=, n * 9 / 10);
  canvas_stage_tear_down (&stage);
}

/* And all of them, when all are. */
static void
test_all_selected_cells_stand_out (void)
{
  const guint n = 64;
  cairo_surface_t *before = NULL, *shown;
  CanvasStage stage;

  set_up (&stage);
  assert_follows (&stage, "none", &before);
  venule_canvas_select_all (stage.canvas);
  canvas_stage_settle (&stage);
  g_assert_cmpuint (venule_selection_get_ids (stage.selection)->len, ==, COLUMNS * ROWS);
  for (guint id = 1; id <= COLUMNS * ROWS; id += 17)
    g_assert_cmpuint (count_white (&stage, id, 2, n), >=, n / 2);
  /* Below their rings they are as plain as when none is selected: to draw each by itself takes long. */
  shown = draw_shown (&stage);
  g_assert_cmpuint (count_different (shown, before), ==, 0);
  cairo_surface_destroy (shown);
  canvas_stage_show_frame (&stage, FRAME + 1);
  assert_follows (&stage, "another frame", &before);
  cairo_surface_destroy (before);
  canvas_stage_tear_down (&stage);
}

/* Two cells that are small on the screen and lie close: what is clicked is the other one, not the handle of the
 * selected one's size. */
static void
test_a_handle_is_no_larger_than_its_cell (void)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  GArray *ids;
  CanvasStage stage;

  canvas_stage_set_up (&stage, WIDTH, HEIGHT);
  canvas_stage_add_track (tracks, 1, 100, 100, 4);
  canvas_stage_add_track (tracks, 2, 110, 110, 4);
  canvas_stage_set_tracks (&stage, tracks);
  canvas_stage_show_frame (&stage, FRAME);
  canvas_stage_click (&stage, 100 + 2 * FRAME, 100, 0);
  canvas_stage_settle (&stage);
  canvas_stage_click (&stage, 110 + 2 * FRAME, 110, 0);
  ids = venule_selection_get_ids (stage.selection);
  g_assert_cmpuint (ids->len, ==, 1);
  g_assert_cmpuint (g_array_index (ids, guint, 0), ==, 2);
  canvas_stage_tear_down (&stage);
}

/* To and fro, slowly and in jumps, with an edit on the way: nothing of another frame is left. */
static void
test_it_follows_the_frame (void)
{
  static const gint64 frames[] = { 41, 42, 43, 44, 43, 42, 60, 61, 63, 65, 67, 66, 65, 0, 99, 98, 1, 2 };
  cairo_surface_t *before = NULL;
  CanvasStage stage;

  set_up (&stage);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    {
      canvas_stage_show_frame (&stage, frames[i]);
      assert_follows (&stage, "another frame", &before);
      g_assert_true (venule_document_move_spot (stage.document, 20 + i, frames[i], 200 + 10 * i, 300, NULL));
      assert_follows (&stage, "moved in it", &before);
    }
  cairo_surface_destroy (before);
  canvas_stage_tear_down (&stage);
}

static void
find_spots (CanvasStage *stage,
            gint64       frame,
            guint       *ids,
            VenuleSpot  *spots)
{
  for (guint i = 0; i < COLUMNS * ROWS; i++)
    {
      ids[i] = i + 1;
      spots[i] = (VenuleSpot){ .frame = frame,
                               .time = (double) frame / 25,
                               .x = 12 + i % COLUMNS * 22 + 3 * (double) frame,
                               .y = 15 + i / COLUMNS * 22 + sin ((double) frame),
                               .radius = 6 + i % 5,
                               .score = 1 };
    }
  venule_document_add_spots (stage->document, ids, spots, COLUMNS * ROWS);
}

static void
test_it_follows_a_run (void)
{
  g_autofree guint *ids = g_new (guint, COLUMNS * ROWS);
  g_autofree VenuleSpot *spots = g_new (VenuleSpot, COLUMNS * ROWS);
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  cairo_surface_t *before = NULL;
  CanvasStage stage;

  set_up (&stage);
  assert_follows (&stage, "the run before", &before);
  canvas_stage_show_frame (&stage, 3);
  venule_document_begin_run (stage.document, venule_document_get_settings (stage.document));
  assert_follows (&stage, "a run begins", &before);
  for (gint64 frame = 0; frame < 4; frame++)
    find_spots (&stage, frame, ids, spots);
  assert_follows (&stage, "it has found this frame", &before);
  g_assert_true (venule_document_move_spot (stage.document, 17, 3, 300, 350, NULL));
  assert_follows (&stage, "moved meanwhile", &before);
  take_back_and_do_again (&stage, &before);
  canvas_stage_show_frame (&stage, 4);
  assert_follows (&stage, "a frame that is not found yet", &before);
  find_spots (&stage, 4, ids, spots);
  assert_follows (&stage, "it is found", &before);
  for (guint i = 0; i < COLUMNS * ROWS; i++)
    canvas_stage_add_track (tracks, i + 1, 20 + i % COLUMNS * 21, 18 + i / COLUMNS * 22, 7);
  venule_document_finish_run (stage.document, tracks);
  assert_follows (&stage, "it has ended", &before);
  cairo_surface_destroy (before);
  canvas_stage_tear_down (&stage);
}

/* As the tables name it, whose velocity is the mean of the track. */
static void
test_words_at_a_cell (void)
{
  CanvasStage stage;
  g_autofree char *text = NULL;

  set_up (&stage);
  text = venule_canvas_describe_track (stage.canvas, venule_document_get_track (stage.document, 17));
  g_assert_true (g_str_has_prefix (text, "Track 17 · "));
  g_assert_true (g_str_has_suffix (text, " px/s at this frame"));
  canvas_stage_tear_down (&stage);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/canvas-crowd/follows-each-edit-and-each-step-back", test_it_follows_each_edit_and_each_step_back);
  g_test_add_func ("/canvas-crowd/follows-classes-and-colours", test_it_follows_classes_and_colours);
  g_test_add_func ("/canvas-crowd/a-selected-cell-stands-out", test_a_selected_cell_stands_out);
  g_test_add_func ("/canvas-crowd/all-selected-cells-stand-out", test_all_selected_cells_stand_out);
  g_test_add_func ("/canvas-crowd/a-handle-is-no-larger-than-its-cell", test_a_handle_is_no_larger_than_its_cell);
  g_test_add_func ("/canvas-crowd/follows-the-frame", test_it_follows_the_frame);
  g_test_add_func ("/canvas-crowd/follows-a-run", test_it_follows_a_run);
  g_test_add_func ("/canvas-crowd/words-at-a-cell", test_words_at_a_cell);

  return g_test_run ();
}
