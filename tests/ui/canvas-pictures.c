/* canvas-pictures.c: pictures of the canvas and the timeline in each of their states, to be looked at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * run-xvfb build/tests/ui/canvas-pictures VIDEO FOLDER: writes FOLDER/light-NAME.png and FOLDER/dark-NAME.png.
 */

#include <adwaita.h>
#include <math.h>

#include "venule-preview.h"
#include "venule-canvas-private.h"
#include "venule-timeline-private.h"

#define WIDTH 960
#define HEIGHT 720

typedef struct {
  const char      *folder;
  const char      *style;
  GtkWidget       *window;
  GtkWidget       *box;
  VenuleCanvas    *canvas;
  VenuleTimeline  *timeline;
  VenuleDocument  *document;
  VenulePlayer    *player;
  VenuleSelection *selection;
} Stage;

static void
settle (Stage *stage)
{
  gint64 end = g_get_monotonic_time () + 300 * 1000;

  while (stage->canvas->frame == NULL || g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
}

static void
save (Stage      *stage,
      const char *name)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (stage->box);
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  g_autofree char *file = g_strdup_printf ("%s-%s.png", stage->style, name);
  g_autofree char *path = g_build_filename (stage->folder, file, NULL);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GdkRGBA background;

  gtk_widget_queue_draw (GTK_WIDGET (stage->canvas));
  gtk_widget_queue_draw (GTK_WIDGET (stage->timeline));
  settle (stage);
  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (stage->box), "window_bg_color", &background))
    gtk_snapshot_append_color (snapshot, &background,
                               &GRAPHENE_RECT_INIT (0, 0, gdk_paintable_get_intrinsic_width (paintable),
                                                    gdk_paintable_get_intrinsic_height (paintable)));
  gdk_paintable_snapshot (paintable, snapshot, gdk_paintable_get_intrinsic_width (paintable),
                          gdk_paintable_get_intrinsic_height (paintable));
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (stage->window)), node, NULL);
  if (!gdk_texture_save_to_png (texture, path))
    g_error ("%s cannot be written", path);
}

/* The pointer, at places of the video; up to the moment before the button is let go. */
static void
begin_drag (Stage  *stage,
            double  x0,
            double  y0,
            double  x1,
            double  y1)
{
  double from_x, from_y, to_x, to_y;

  venule_canvas_view_from_video (&stage->canvas->view, x0, y0, &from_x, &from_y);
  venule_canvas_view_from_video (&stage->canvas->view, x1, y1, &to_x, &to_y);
  stage->canvas->pointer.inside = TRUE;
  venule_canvas_hover (stage->canvas, from_x, from_y);
  venule_canvas_press (stage->canvas, from_x, from_y, 0);
  venule_canvas_drag (stage->canvas, to_x, to_y, 0);
}

static void
end_drag (Stage *stage)
{
  venule_canvas_release (stage->canvas, stage->canvas->pointer.widget.x, stage->canvas->pointer.widget.y, 0);
}

static void
add_tracks (Stage *stage)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 1; id <= 18; id++)
    {
      VenuleTrack *track = venule_track_new (id);
      double speed = 0.3 * (id % 9);

      for (gint64 frame = -60; frame <= 0; frame++)
        {
          VenuleSpot spot = { .frame = frame + 60, .time = (frame + 60) / 30.0, .x = 30 + 33 * id + speed * frame,
                              .y = 170 + (id * 37) % 90 + 2 * sin (frame / 9.0), .radius = 9, .score = 1 };

          for (int i = 0; i < VENULE_CONTOUR_POINTS; i++)
            spot.contour[i] = (float) (9 + 1.5 * sin (2 * G_PI * i / 10 + id));
          spot.frame = frame + 60;
          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_begin_run (stage->document, venule_document_get_settings (stage->document));
  venule_document_finish_run (stage->document, tracks);
}

static void
set_pixel_size (Stage  *stage,
                double  pixel_size)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->document));

  settings->calibration.pixel_size_um = pixel_size;
  venule_document_set_settings (stage->document, settings);
}

static void
picture_vessel (Stage *stage)
{
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_RECTANGLE);
  save (stage, "01-before");
  begin_drag (stage, 40, 150, 520, 280);
  save (stage, "02-rectangle-drawn");
  end_drag (stage);
  save (stage, "03-rectangle");
  begin_drag (stage, 279.5, 149.5 - 28 / venule_canvas_view_get_scale (&stage->canvas->view), 320, 125);
  save (stage, "04-turned");
  end_drag (stage);
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_FLOW);
  begin_drag (stage, 180, 190, 380, 225);
  save (stage, "05-flow-drawn");
  end_drag (stage);
  save (stage, "06-flow");
}

static void
picture_polygon (Stage *stage)
{
  static const VenulePoint corners[] = { { 40, 150 }, { 250, 165 }, { 600, 150 }, { 610, 260 }, { 300, 280 } };

  venule_canvas_set_mode (stage->canvas, VENULE_MODE_POLYGON);
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    {
      begin_drag (stage, corners[i].x, corners[i].y, corners[i].x, corners[i].y);
      end_drag (stage);
    }
  begin_drag (stage, 60, 270, 60, 270);
  stage->canvas->drag = VENULE_DRAG_NONE;
  stage->canvas->held = NULL;
  save (stage, "07-polygon-drawn");
  venule_tool_finish (stage->canvas->tools[VENULE_CANVAS_TOOL_CROP]);
  save (stage, "08-polygon");
  begin_drag (stage, 250, 165, 260, 130);
  save (stage, "09-polygon-dragged");
  end_drag (stage);
  venule_canvas_key (stage->canvas, GDK_KEY_Tab, 0);
  venule_canvas_key (stage->canvas, GDK_KEY_Tab, 0);
  save (stage, "10-polygon-keyboard");
}

static void
picture_lines (Stage *stage)
{
  venule_canvas_set_edit_vessel (stage->canvas, FALSE);
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_SCALE);
  begin_drag (stage, 420, 420, 560, 424);
  save (stage, "11-scale-drawn");
  end_drag (stage);
  save (stage, "12-scale");
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_CELL);
  set_pixel_size (stage, 0.5);
  begin_drag (stage, 300, 205, 318, 211);
  save (stage, "13-cell-drawn");
  end_drag (stage);
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_SCALE);
  for (int i = 0; i < 4; i++)
    venule_canvas_key (stage->canvas, GDK_KEY_Right, GDK_SHIFT_MASK);
  save (stage, "14-keyboard-cross");
  venule_canvas_set_mode (stage->canvas, VENULE_MODE_SELECT);
}

static void
picture_preview (Stage *stage)
{
  g_autoptr (GArray) detections = NULL;
  g_autoptr (GError) error = NULL;

  detections = venule_detect_in_frame (stage->canvas->frame, venule_document_get_settings (stage->document), NULL,
                                       &error);
  if (detections == NULL)
    g_error ("%s", error->message);
  venule_canvas_set_detections (stage->canvas, detections);
  save (stage, "15-preview");
  venule_canvas_set_detections (stage->canvas, NULL);
}

static void
picture_tracks (Stage *stage)
{
  add_tracks (stage);
  venule_player_seek (stage->player, 60);
  venule_timeline_set_analysed (stage->timeline, 0, 60);
  venule_selection_set (stage->selection, (guint[]) { 4, 9 }, 2);
  save (stage, "16-tracks");
  venule_canvas_view_zoom_at (&stage->canvas->view, 5, 500, 300);
  venule_canvas_view_changed (stage->canvas);
  save (stage, "17-enlarged");
  venule_canvas_set_edit_vessel (stage->canvas, TRUE);
  venule_canvas_set_zoom (stage->canvas, 0.4);
  save (stage, "18-small");
}

static void
make_pictures (Stage        *stage,
               VenuleSource *source,
               gboolean      dark)
{
  stage->style = dark ? "dark" : "light";
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT);
  stage->document = venule_document_new (source);
  stage->player = venule_player_new ();
  stage->selection = venule_selection_new ();
  stage->canvas = VENULE_CANVAS (venule_canvas_new ());
  stage->timeline = VENULE_TIMELINE (venule_timeline_new ());
  venule_canvas_set_document (stage->canvas, stage->document);
  venule_canvas_set_player (stage->canvas, stage->player);
  venule_canvas_set_selection (stage->canvas, stage->selection);
  venule_timeline_set_player (stage->timeline, stage->player);
  venule_timeline_set_document (stage->timeline, stage->document);
  venule_player_set_source (stage->player, source);

  gtk_widget_set_vexpand (GTK_WIDGET (stage->canvas), TRUE);
  stage->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (stage->box), GTK_WIDGET (stage->canvas));
  gtk_box_append (GTK_BOX (stage->box), GTK_WIDGET (stage->timeline));
  gtk_widget_set_margin_start (GTK_WIDGET (stage->timeline), 12);
  stage->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (stage->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (stage->window), stage->box);
  gtk_window_present (GTK_WINDOW (stage->window));
  settle (stage);

  picture_vessel (stage);
  picture_polygon (stage);
  picture_lines (stage);
  picture_preview (stage);
  picture_tracks (stage);

  gtk_window_destroy (GTK_WINDOW (stage->window));
  g_object_unref (stage->player);
  g_object_unref (stage->document);
  g_object_unref (stage->selection);
}

int
main (int    argc,
      char **argv)
{
  Stage stage = { 0 };
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (GError) error = NULL;

  if (argc != 3)
    {
      g_printerr ("usage: %s VIDEO FOLDER\n", argv[0]);
      return 2;
    }

  adw_init ();
  source = venule_source_open (argv[1], NULL, &error);
  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  stage.folder = argv[2];
  make_pictures (&stage, source, FALSE);
  make_pictures (&stage, source, TRUE);
  return 0;
}
