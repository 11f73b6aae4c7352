/* canvas-stage.c: a window with a canvas that shows a video made up by the test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "canvas-stage.h"

#include "fake-source.h"

#define PATIENCE_US (20 * G_USEC_PER_SEC)

void
canvas_stage_set_up (CanvasStage *stage,
                     int          width,
                     int          height)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (640, 480, 100);

  fake_source_build (source);
  stage->document = venule_document_new (source);
  stage->player = venule_player_new ();
  stage->selection = venule_selection_new ();
  stage->canvas = VENULE_CANVAS (venule_canvas_new ());
  venule_canvas_set_document (stage->canvas, stage->document);
  venule_canvas_set_player (stage->canvas, stage->player);
  venule_canvas_set_selection (stage->canvas, stage->selection);
  venule_player_set_source (stage->player, source);

  stage->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (stage->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), width, height);
  gtk_window_set_child (GTK_WINDOW (stage->window), GTK_WIDGET (stage->canvas));
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (stage->window);
  canvas_stage_settle (stage);
}

void
canvas_stage_tear_down (CanvasStage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  g_assert_finalize_object (stage->player);
  g_assert_finalize_object (stage->document);
  g_assert_finalize_object (stage->selection);
}

void
canvas_stage_settle (CanvasStage *stage)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (stage->canvas->frame == NULL || stage->canvas->frame->index != venule_player_get_position (stage->player) ||
         stage->canvas->view.width < 1 || g_main_context_pending (NULL))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
}

void
canvas_stage_show_frame (CanvasStage *stage,
                         gint64       frame)
{
  venule_player_seek (stage->player, frame);
  canvas_stage_settle (stage);
}

const VenuleVessel *
canvas_stage_get_vessel (CanvasStage *stage)
{
  return venule_document_get_settings (stage->document)->vessel;
}

void
canvas_stage_set_vessel (CanvasStage        *stage,
                         const VenuleVessel *vessel)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->document));

  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_copy (vessel);
  venule_document_set_settings (stage->document, settings);
}

void
canvas_stage_drag (CanvasStage     *stage,
                   double           x0,
                   double           y0,
                   double           x1,
                   double           y1,
                   GdkModifierType  state)
{
  double from_x, from_y, to_x, to_y;

  venule_canvas_view_from_video (&stage->canvas->view, x0, y0, &from_x, &from_y);
  venule_canvas_view_from_video (&stage->canvas->view, x1, y1, &to_x, &to_y);
  venule_canvas_hover (stage->canvas, from_x, from_y);
  venule_canvas_press (stage->canvas, from_x, from_y, state);
  venule_canvas_drag (stage->canvas, (from_x + to_x) / 2, (from_y + to_y) / 2, state);
  venule_canvas_drag (stage->canvas, to_x, to_y, state);
  venule_canvas_release (stage->canvas, to_x, to_y, state);
}

void
canvas_stage_click (CanvasStage     *stage,
                    double           x,
                    double           y,
                    GdkModifierType  state)
{
  double widget_x, widget_y;

  venule_canvas_view_from_video (&stage->canvas->view, x, y, &widget_x, &widget_y);
  venule_canvas_hover (stage->canvas, widget_x, widget_y);
  venule_canvas_press (stage->canvas, widget_x, widget_y, state);
  venule_canvas_release (stage->canvas, widget_x, widget_y, state);
}

gboolean
canvas_stage_key (CanvasStage     *stage,
                  guint            keyval,
                  GdkModifierType  state)
{
  return venule_canvas_key (stage->canvas, keyval, state);
}

void
canvas_stage_add_track (GPtrArray *tracks,
                        guint      id,
                        double     x,
                        double     y,
                        double     radius)
{
  VenuleTrack *track = venule_track_new (id);

  for (gint64 frame = 0; frame < 100; frame++)
    {
      VenuleSpot spot = { .frame = frame, .time = frame / 25.0, .x = x + 2 * frame, .y = y, .radius = (float) radius,
                          .score = 1 };

      venule_track_add_spot (track, &spot);
    }
  g_ptr_array_add (tracks, track);
}

void
canvas_stage_set_tracks (CanvasStage *stage,
                         GPtrArray   *tracks)
{
  venule_document_begin_run (stage->document, venule_document_get_settings (stage->document));
  venule_document_finish_run (stage->document, tracks);
}

static void
on_scale (VenuleCanvas *canvas,
          double        length,
          CanvasHeard  *heard)
{
  heard->scale = length;
}

static void
on_cell (VenuleCanvas *canvas,
         double        diameter,
         CanvasHeard  *heard)
{
  heard->cell = diameter;
}

static void
on_clicked (VenuleCanvas *canvas,
            guint         id,
            gboolean      extend,
            CanvasHeard  *heard)
{
  heard->id = id;
  heard->extend = extend;
}

static void
on_finished (VenuleCanvas *canvas,
             CanvasHeard  *heard)
{
  heard->n_finished++;
}

static void
on_settings (VenuleDocument *document,
             CanvasHeard    *heard)
{
  heard->n_settings++;
}

void
canvas_stage_listen (CanvasStage *stage,
                     CanvasHeard *heard)
{
  *heard = (CanvasHeard) { 0 };
  g_signal_connect (stage->canvas, "scale-drawn", G_CALLBACK (on_scale), heard);
  g_signal_connect (stage->canvas, "cell-drawn", G_CALLBACK (on_cell), heard);
  g_signal_connect (stage->canvas, "track-clicked", G_CALLBACK (on_clicked), heard);
  g_signal_connect (stage->canvas, "tool-finished", G_CALLBACK (on_finished), heard);
  g_signal_connect (stage->document, "settings-changed", G_CALLBACK (on_settings), heard);
}

void
canvas_stage_assert_rectangle (CanvasStage *stage,
                               double       x,
                               double       y,
                               double       width,
                               double       height,
                               double       angle)
{
  const VenuleVessel *vessel = canvas_stage_get_vessel (stage);

  g_assert_cmpint (vessel->kind, ==, VENULE_CROP_RECTANGLE);
  g_assert_cmpfloat (vessel->x, ==, x);
  g_assert_cmpfloat (vessel->y, ==, y);
  g_assert_cmpfloat (vessel->width, ==, width);
  g_assert_cmpfloat (vessel->height, ==, height);
  g_assert_cmpfloat (vessel->angle, ==, angle);
}

void
canvas_stage_set_rectangle (CanvasStage *stage,
                            double       x,
                            double       y,
                            double       width,
                            double       height,
                            double       angle)
{
  g_autoptr (VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, x, y, width, height, angle);
  canvas_stage_set_vessel (stage, vessel);
  venule_canvas_set_edit_vessel (stage->canvas, TRUE);
}
