/* test-brightness.c: the histogram behind the limits of the display, Auto, typed limits and stripes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>

#include "canvas-stage.h"
#include "fake-source.h"
#include "venule-brightness.h"
#include "venule-gray-plot.h"
#include "venule-projection.h"

#define PATIENCE_US (20 * G_USEC_PER_SEC)

typedef struct {
  CanvasStage canvas;
  VenuleBrightness *brightness;
  GtkWidget *popover;
  VenuleGrayPlot *plot;
} Stage;

#define WAIT_FOR(condition)                                                                                            \
  for (gint64 end_ = g_get_monotonic_time () + PATIENCE_US; !(condition);)                                             \
    {                                                                                                                  \
      g_assert_cmpint (g_get_monotonic_time (), <, end_);                                                              \
      g_main_context_iteration (NULL, FALSE);                                                                          \
    }

static gpointer
find (GtkWidget *parent, const char *id)
{
  GtkWidget *found = NULL;

  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (parent)), id) == 0)
    return parent;
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, id);
  return found;
}

/* By the name that code gave it. */
static gpointer
find_named (GtkWidget *parent, const char *name)
{
  GtkWidget *found = g_str_equal (gtk_widget_get_name (parent), name) ? parent : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (parent); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, name);
  return found;
}

static const VenuleDisplayWindow *
shown (Stage *stage)
{
  return venule_canvas_get_display_window (stage->canvas.canvas);
}

static void
click (Stage *stage, const char *id)
{
  g_signal_emit_by_name (find (stage->popover, id), "clicked");
}

static void
set_up (Stage *stage, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  canvas_stage_set_up (&stage->canvas, 640, 480);
  stage->brightness = g_object_new (VENULE_TYPE_BRIGHTNESS, NULL);
  g_object_ref (stage->canvas.canvas);
  gtk_window_set_child (GTK_WINDOW (stage->canvas.window), box);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (stage->canvas.canvas));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (stage->brightness));
  g_object_unref (stage->canvas.canvas);
  venule_brightness_set_canvas (stage->brightness, stage->canvas.canvas);
  venule_brightness_set_player (stage->brightness, stage->canvas.player);
  venule_brightness_set_document (stage->brightness, stage->canvas.document);
  stage->popover = find (GTK_WIDGET (stage->brightness), "popover");
  stage->plot = find (stage->popover, "plot");
}

static void
tear_down (Stage *stage, gconstpointer data)
{
  gtk_menu_button_popdown (find (GTK_WIDGET (stage->brightness), "button"));
  WAIT_FOR (!gtk_widget_get_mapped (stage->popover) && !g_main_context_pending (NULL));
  canvas_stage_tear_down (&stage->canvas);
}

static void
open_popover (Stage *stage)
{
  gtk_menu_button_popup (find (GTK_WIDGET (stage->brightness), "button"));
  WAIT_FOR (venule_gray_plot_get_heights (stage->plot, FALSE) && venule_gray_plot_get_heights (stage->plot, TRUE));
}

/* Of the frame on show, and of frames spread over the video: nothing before somebody looks. */
static void
test_histograms (Stage *stage, gconstpointer data)
{
  double before[VENULE_GRAY_PLOT_BINS];

  canvas_stage_settle (&stage->canvas);
  g_assert_null (venule_gray_plot_get_heights (stage->plot, FALSE));
  open_popover (stage);
  g_assert_cmpuint (venule_gray_plot_get_n_levels (stage->plot), ==, 256);
  memcpy (before, venule_gray_plot_get_heights (stage->plot, FALSE), sizeof before);
  g_assert_cmpint (memcmp (before, venule_gray_plot_get_heights (stage->plot, TRUE), sizeof before), !=, 0);
  canvas_stage_show_frame (&stage->canvas, 50);
  WAIT_FOR (memcmp (before, venule_gray_plot_get_heights (stage->plot, FALSE), sizeof before) != 0);
}

/* The video is looked at again for another crop, and for nothing else. */
static void
test_another_crop (Stage *stage, gconstpointer data)
{
  VenuleSource *source = venule_document_get_source (stage->canvas.document);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->canvas.document));
  int n_reads;

  venule_player_set_cache_size (stage->canvas.player, 1); /* which is too little to read ahead */
  canvas_stage_show_frame (&stage->canvas, 50);
  open_popover (stage);
  n_reads = fake_source_get_n_reads (source);
  settings->cell_diameter += 1;
  venule_document_set_settings (stage->canvas.document, settings);
  canvas_stage_settle (&stage->canvas);
  g_assert_cmpint (fake_source_get_n_reads (source), ==, n_reads);
  canvas_stage_set_rectangle (&stage->canvas, 10, 10, 20, 20, 0);
  WAIT_FOR (fake_source_get_n_reads (source) == n_reads + 32);
}

/* Counts, and their logarithms: 1 and 3 of 7, the most being cut off at half as much again as the next. */
static void
test_logarithmic (Stage *stage, gconstpointer data)
{
  g_autoptr (VenuleGrayHistogram) histogram = venule_gray_histogram_new (12);
  const double *heights;

  histogram->counts[0] = 700;
  histogram->counts[16] = 7;
  histogram->counts[4095] = 3;
  venule_gray_plot_set_histograms (stage->plot, histogram, NULL);
  g_assert_cmpuint (venule_gray_plot_get_n_levels (stage->plot), ==, 4096);
  heights = venule_gray_plot_get_heights (stage->plot, FALSE);
  g_assert_cmpfloat (heights[0], ==, 1);
  g_assert_cmpfloat_with_epsilon (heights[1], 7 / 10.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (heights[255], 3 / 10.5, 1e-12);
  gtk_check_button_set_active (find (stage->popover, "logarithmic"), TRUE);
  g_assert_cmpfloat_with_epsilon (heights[1], log (8) / log (701), 1e-12);
  g_assert_null (venule_gray_plot_get_heights (stage->plot, TRUE));
}

/* Auto does what the engine finds for this frame, each press more; also by a click before the counts are there. */
static void
test_auto (Stage *stage, gconstpointer data)
{
  g_autoptr (VenuleGrayHistogram) histogram = venule_gray_histogram_new (8);
  guint strength = 0, black, white;

  g_assert_true (venule_gray_histogram_add (histogram, stage->canvas.canvas->frame, NULL));
  gtk_menu_button_popup (find (GTK_WIDGET (stage->brightness), "button"));
  click (stage, "auto_button");
  for (int press = 0; press < 3; press++)
    {
      gboolean found = venule_gray_histogram_get_limits (histogram, &strength, &black, &white);

      WAIT_FOR (venule_gray_plot_get_heights (stage->plot, FALSE));
      g_assert_cmpuint (shown (stage)->black, ==, found ? black : 0);
      g_assert_cmpuint (shown (stage)->white, ==, found ? white : 255);
      click (stage, "auto_button");
    }
  click (stage, "reset_button");
  g_assert_cmpuint (shown (stage)->black, ==, 0);
  g_assert_cmpuint (shown (stage)->white, ==, 255);
  g_assert_false (gtk_widget_get_sensitive (find (stage->popover, "reset_button")));
}

/* What is typed is taken as it is; the other limit gives way, and the sliders follow. */
static void
test_typed (Stage *stage, gconstpointer data)
{
  GtkSpinButton *black = find (stage->popover, "black_spin"), *white = find (stage->popover, "white_spin");
  GtkRange *slider = find (stage->popover, "white_scale");

  gtk_spin_button_set_value (white, 101);
  gtk_spin_button_set_value (black, 40);
  gtk_spin_button_set_value (find (stage->popover, "gamma_spin"), 2);
  g_assert_cmpuint (shown (stage)->black, ==, 40);
  g_assert_cmpuint (shown (stage)->white, ==, 101);
  g_assert_cmpfloat (shown (stage)->gamma, ==, 2);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (slider), sqrt (101 / 255.0), 1e-9);
  gtk_spin_button_set_value (black, 200);
  g_assert_cmpuint (shown (stage)->white, ==, 201);
  gtk_spin_button_set_value (white, 3);
  g_assert_cmpuint (shown (stage)->black, ==, 2);
  gtk_range_set_value (slider, 0.5);
  g_assert_cmpuint (shown (stage)->white, ==, 64);
  g_assert_cmpfloat (gtk_spin_button_get_value (white), ==, 64);
}

/* The texture's pixels at each place: striped where one of the samples that it covers has reached the level. */
static void
test_stripes (Stage *stage, gconstpointer data)
{
  for (int bit_depth = 8; bit_depth <= 16; bit_depth += 8)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (40, 40, bit_depth);
      const VenuleTextureView view = { 20, 20, 0, 0, 0.5 };
      g_autoptr (GdkTexture) texture = venule_frame_texture_new_stripes (frame, 200, &view);
      guint32 pixels[20][20];
      int n = 0, outside = 0;

      g_assert_null (texture);
      for (int y = 20; y < 40; y++)
        frame->data[y * frame->stride + (y * 7 % 20 + 20) * (bit_depth / 8)] = y % 2 ? 200 : 199;
      for (int y = 0; y < 40; y++)
        for (int x = 20; x < 40; x += 2)
          frame->data[y * frame->stride + x * (bit_depth / 8)] = y < 20 ? 255 : 199;
      texture = venule_frame_texture_new_stripes (frame, 200, &view);
      gdk_texture_download (texture, (guchar *) pixels, sizeof pixels[0]);
      for (int y = 0; y < 20; y++)
        for (int x = 0; x < 20; x++)
          {
            n += pixels[y][x] != 0;
            outside += pixels[y][x] != 0 && x < 10;
          }
      g_assert_cmpint (outside, ==, 0);
      g_assert_cmpint (n, >=, 40);
      g_assert_cmpint (n, <=, 70);
    }
}

/* They are switched on in the popover, and another video has none. */
static void
test_stripes_on_the_canvas (Stage *stage, gconstpointer data)
{
  GtkCheckButton *button = find (stage->popover, "stripes");

  open_popover (stage);
  gtk_check_button_set_active (button, TRUE);
  g_assert_cmpuint (venule_frame_layer_get_ceiling (stage->canvas.canvas->frame_layer), ==, 255);
  venule_brightness_set_document (stage->brightness, NULL);
  venule_brightness_set_document (stage->brightness, stage->canvas.document);
  g_assert_false (gtk_check_button_get_active (button));
  g_assert_cmpuint (venule_frame_layer_get_ceiling (stage->canvas.canvas->frame_layer), ==, 0);
}

/* One picture of all frames takes their place until frames are asked for, or another video comes. */
static void
test_projection (Stage *stage, gconstpointer data)
{
  VenuleCanvas *canvas = stage->canvas.canvas;
  GtkDropDown *choice = find_named (stage->popover, "drop_down");
  guint lower = 0;

  gtk_drop_down_set_selected (choice, 1 + VENULE_PROJECTION_MAXIMUM);
  WAIT_FOR (canvas->projection != NULL);
  g_assert_cmpstr (canvas->projection_name, ==, "Maximum of 100 frames");
  canvas_stage_show_frame (&stage->canvas, 50);
  for (int x = 0; x < canvas->frame->width; x++)
    {
      guint sample = venule_frame_get_sample (canvas->frame, x, 0);

      g_assert_cmpuint (venule_frame_get_sample (canvas->projection, x, 0), >=, sample);
      lower += venule_frame_get_sample (canvas->projection, x, 0) > sample;
    }
  g_assert_cmpuint (lower, >, 0);
  gtk_drop_down_set_selected (choice, 1 + VENULE_PROJECTION_MEAN);
  g_assert_cmpstr (canvas->projection_name, ==, "Mean of 100 frames");
  gtk_drop_down_set_selected (choice, 0);
  g_assert_null (canvas->projection);
  gtk_drop_down_set_selected (choice, 1 + VENULE_PROJECTION_RANGE);
  g_assert_nonnull (canvas->projection);
  venule_brightness_set_document (stage->brightness, NULL);
  g_assert_null (canvas->projection);
  g_assert_null (canvas->projection_name);
  g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 0);
}

/* Of a video of which a frame cannot be read the frames stay on show, and the reason is said until another try. */
static void
test_unreadable (Stage *stage, gconstpointer data)
{
  GtkDropDown *choice = find_named (stage->popover, "drop_down");
  GtkWidget *problem = find_named (stage->popover, "problem");
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleDocument) document = NULL;

  fake_source_options_init (&options);
  options.bad_frame = options.n_frames - 1;
  source = fake_source_new (&options);
  fake_source_build (source);
  document = venule_document_new (source);
  venule_brightness_set_document (stage->brightness, document);
  g_assert_false (gtk_widget_get_visible (problem));
  gtk_drop_down_set_selected (choice, 1 + VENULE_PROJECTION_MEAN);
  WAIT_FOR (gtk_widget_get_visible (problem));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (problem)), "The picture cannot be made: "));
  g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 0);
  g_assert_null (stage->canvas.canvas->projection);
  venule_brightness_set_document (stage->brightness, stage->canvas.document);
  g_assert_false (gtk_widget_get_visible (problem));
}

#define ADD(path, function) g_test_add ("/brightness/" path, Stage, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  ADD ("histograms", test_histograms);
  ADD ("another-crop", test_another_crop);
  ADD ("logarithmic", test_logarithmic);
  ADD ("auto", test_auto);
  ADD ("typed", test_typed);
  ADD ("projection", test_projection);
  ADD ("unreadable", test_unreadable);
  ADD ("stripes", test_stripes);
  ADD ("stripes-on-the-canvas", test_stripes_on_the_canvas);
  return g_test_run ();
}
