/* test-input-options.c: what of a file is the video: asked when it is opened, and changed later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <tiffio.h>

#include "venule-frame-texture.h"
#include "venule-input-dialog.h"
#include "venule-window-private.h"

#define PATIENCE_US (60 * G_USEC_PER_SEC)

typedef struct {
  VenuleWindow *window;
  char         *folder;
  char         *path;
} Stage;

static void
set_up (Stage         *stage,
        gconstpointer  data)
{
  stage->folder = g_dir_make_tmp ("venule-reading-XXXXXX", NULL);
  stage->path = g_build_filename (stage->folder, "stack.tif", NULL);
  stage->window = venule_window_new (NULL);
  g_settings_set_boolean (stage->window->settings, "propose-vessel", FALSE); /* has a test of its own */
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
}

static void
tear_down (Stage         *stage,
           gconstpointer  data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  while (g_list_model_get_n_items (windows) > 0)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, 0);

      gtk_window_destroy (window);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_unlink (stage->path);
  g_rmdir (stage->folder);
  g_free (stage->path);
  g_free (stage->folder);
}

/* @n pages, the samples of which are the page's number. */
static void
write_stack (Stage      *stage,
             int         n,
             const char *description,
             double      resolution)
{
  TIFF *tiff = TIFFOpen (stage->path, "w");
  guint8 row[80];

  for (int page = 0; page < n; page++)
    {
      memset (row, page, sizeof row);
      TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 80);
      TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 60);
      TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 8);
      TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
      TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
      TIFFSetField (tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
      TIFFSetField (tiff, TIFFTAG_XRESOLUTION, resolution);
      TIFFSetField (tiff, TIFFTAG_YRESOLUTION, resolution);
      if (page == 0)
        TIFFSetField (tiff, TIFFTAG_IMAGEDESCRIPTION, description);
      for (int y = 0; y < 60; y++)
        g_assert_cmpint (TIFFWriteScanline (tiff, row, y, 0), ==, 1);
      TIFFWriteDirectory (tiff);
    }
  TIFFClose (tiff);
}

static VenuleInputDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (VENULE_IS_INPUT_DIALOG (window))
        return VENULE_INPUT_DIALOG (window);
    }
  return NULL;
}

static VenuleWindow *
find_open_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (VENULE_IS_WINDOW (window) && VENULE_WINDOW (window)->opening.table_ready)
        return VENULE_WINDOW (window);
    }
  return NULL;
}

#define WAIT_FOR(condition)                                                     \
  for (gint64 end = g_get_monotonic_time () + PATIENCE_US; !(condition);)       \
    {                                                                           \
      g_assert_cmpint (g_get_monotonic_time (), <, end);                        \
      g_main_context_iteration (NULL, FALSE);                                   \
    }

static void
open_path (Stage *stage)
{
  g_autoptr (GFile) file = g_file_new_for_path (stage->path);

  venule_window_open (stage->window, file);
}

/* The row with that title, shown to the person. */
static AdwComboRow *
find_row (GtkWidget  *widget,
          const char *title)
{
  if (ADW_IS_COMBO_ROW (widget) && gtk_widget_get_visible (widget) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return ADW_COMBO_ROW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      AdwComboRow *row = find_row (child, title);

      if (row)
        return row;
    }
  return NULL;
}

static void
choose (VenuleInputDialog *dialog,
        const char        *title,
        guint              entry)
{
  AdwComboRow *row = find_row (GTK_WIDGET (dialog), title);

  g_assert_nonnull (row);
  adw_combo_row_set_selected (row, entry);
}

/* As its button does it. */
static void
answer (VenuleInputDialog *dialog,
        const char        *response)
{
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
can_open (VenuleInputDialog *dialog)
{
  return adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "open");
}

static void
depth_that_may_be_time_is_asked_about (Stage         *stage,
                                       gconstpointer  data)
{
  VenuleInputDialog *dialog;
  VenuleSource *source;

  write_stack (stage, 6, "ImageJ=1.53t\nimages=6\nslices=6\nfps=25\n", 1);
  open_path (stage);
  WAIT_FOR (find_dialog ());
  dialog = find_dialog ();
  g_assert_false (can_open (dialog));
  choose (dialog, "Its pictures are", 1);
  g_assert_true (can_open (dialog));
  answer (dialog, "open");
  WAIT_FOR (stage->window->document && stage->window->opening.table_ready);
  source = venule_document_get_source (stage->window->document);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 6);
  g_assert_cmpint (venule_source_get_input_options (source)->axis, ==, VENULE_AXIS_SLICE);
}

static void
channel_and_slice_are_asked_for (Stage         *stage,
                                 gconstpointer  data)
{
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;
  VenuleInputDialog *dialog;
  VenuleSource *source;

  write_stack (stage, 12, "ImageJ=1.53t\nimages=12\nchannels=2\nslices=2\nframes=3\nfps=25\n", 1);
  open_path (stage);
  WAIT_FOR (find_dialog ());
  dialog = find_dialog ();
  g_assert_null (find_row (GTK_WIDGET (dialog), "Its pictures are"));
  g_assert_false (can_open (dialog));
  choose (dialog, "Channel with the cells", 2);
  answer (dialog, "open");
  WAIT_FOR (stage->window->document && stage->window->opening.table_ready);
  source = venule_document_get_source (stage->window->document);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 3);
  reader = venule_source_open_reader (source, NULL);
  frame = venule_reader_read (reader, 1, NULL, NULL);
  g_assert_cmpuint (venule_frame_get_sample (frame, 0, 0), ==, 5);
}

static void
a_question_can_be_left (Stage         *stage,
                        gconstpointer  data)
{
  write_stack (stage, 6, "ImageJ=1.53t\nimages=6\nslices=6\n", 1);
  open_path (stage);
  WAIT_FOR (find_dialog ());
  answer (find_dialog (), "cancel");
  WAIT_FOR (!find_dialog ());
  g_assert_true (venule_window_is_empty (stage->window));
  /* And asked again. */
  open_path (stage);
  WAIT_FOR (find_dialog ());
}

/* Split into fields: the video is opened again in a window of its own, and the one without results goes. */
static void
the_choice_can_be_changed (Stage        *stage,
                           gconstpointer data)
{
  VenuleInputDialog *dialog;
  VenuleWindow *old = stage->window;

  write_stack (stage, 4, "ImageJ=1.53t\nimages=4\nfps=25\n", 1);
  open_path (stage);
  WAIT_FOR (stage->window->document && stage->window->opening.table_ready);
  gtk_widget_activate_action (GTK_WIDGET (stage->window), "win.change-reading", NULL);
  WAIT_FOR (find_dialog ());
  dialog = find_dialog ();
  /* A gray video has no colours to choose from. */
  g_assert_null (find_row (GTK_WIDGET (dialog), "Gray levels"));
  choose (dialog, "Interlaced lines", VENULE_FIELDS_BOTTOM_FIRST);
  answer (dialog, "open");
  WAIT_FOR (find_open_window () && find_open_window () != old);
  g_assert_cmpint (venule_source_get_n_frames (venule_document_get_source (find_open_window ()->document)), ==, 8);
  WAIT_FOR (g_list_model_get_n_items (gtk_window_get_toplevels ()) == 1);
}

/* ImageJ's scale is proposed, and taken only when the person says so; a print resolution is not offered at all. */
static void
the_size_of_a_pixel_is_proposed (Stage         *stage,
                                 gconstpointer  data)
{
  gboolean absurd = GPOINTER_TO_INT (data);
  GtkWidget *panel = GTK_WIDGET (stage->window->panels.calibration);
  GtkRevealer *revealer = GTK_REVEALER (
    gtk_widget_get_template_child (panel, VENULE_TYPE_CALIBRATION_PANEL, "file_revealer"));
  GtkWidget *button = GTK_WIDGET (gtk_widget_get_template_child (panel, VENULE_TYPE_CALIBRATION_PANEL, "file_button"));
  GtkLabel *label = GTK_LABEL (gtk_widget_get_template_child (panel, VENULE_TYPE_CALIBRATION_PANEL, "file_label"));
  const VenuleSettings *settings;

  write_stack (stage, 4, absurd ? "ImageJ=1.53t\nimages=4\nunit=inch\n" : "ImageJ=1.53t\nimages=4\nunit=micron\n",
               absurd ? 72 : 2.5);
  open_path (stage);
  WAIT_FOR (stage->window->document && stage->window->opening.table_ready);
  settings = venule_document_get_settings (stage->window->document);
  g_assert_cmpfloat (settings->calibration.pixel_size_um, ==, 0);
  g_assert_true (gtk_revealer_get_reveal_child (revealer));
  g_assert_nonnull (strstr (gtk_label_get_label (label), absurd ? "cannot be right" : "0.4 µm"));
  g_assert_cmpint (gtk_widget_get_visible (button), ==, !absurd);
  if (absurd)
    return;

  g_signal_emit_by_name (button, "clicked");
  settings = venule_document_get_settings (stage->window->document);
  g_assert_cmpfloat_with_epsilon (settings->calibration.pixel_size_um, 0.4, 1e-6);
  g_assert_false (gtk_revealer_get_reveal_child (revealer));
}

/* Black and white of the screen are no part of what a run reads, and drawing by them leaves the samples alone. */
static void
the_screen_changes_no_sample (Stage         *stage,
                              gconstpointer  data)
{
  const VenuleDisplayWindow window = { 3000, 9000, 1.5 };
  g_autoptr (VenuleFrame) frame = venule_frame_new (80, 60, 16);
  g_autoptr (VenuleSettings) before = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) read = NULL;
  VenuleFrameInfo info;
  guint64 hash;

  for (int y = 0; y < 60; y++)
    for (int x = 0; x < 80; x++)
      ((guint16 *) (frame->data + frame->stride * y))[x] = x * 800 + y * 11;
  hash = venule_frame_hash (frame);
  for (guint white = 1; white < 65536; white *= 4)
    {
      g_autoptr (VenuleDisplayTable) table =
        venule_display_table_new (&(VenuleDisplayWindow){ white / 2, white, 0.5 }, 16);
      g_autoptr (GdkTexture) texture = venule_frame_texture_new (frame, table);

      g_assert_nonnull (texture);
      g_assert_cmpuint (venule_frame_hash (frame), ==, hash);
    }

  write_stack (stage, 4, "ImageJ=1.53t\nimages=4\nfps=25\n", 1);
  open_path (stage);
  WAIT_FOR (stage->window->document && stage->window->opening.table_ready);
  before = venule_settings_copy (venule_document_get_settings (stage->window->document));
  venule_canvas_set_display_window (stage->window->canvas, &window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  g_assert_true (venule_settings_equal (before, venule_document_get_settings (stage->window->document)));
  reader = venule_source_open_reader (venule_document_get_source (stage->window->document), NULL);
  read = venule_reader_read (reader, 2, NULL, NULL);
  g_assert_true (venule_source_get_frame_info (venule_document_get_source (stage->window->document), 2, &info));
  g_assert_cmpuint (venule_frame_hash (read), ==, info.hash);
  g_assert_cmpuint (venule_frame_get_sample (read, 5, 5), ==, 2);
}

#define ADD(path, data, function) g_test_add ("/input-options/" path, Stage, data, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  ADD ("depth-that-may-be-time-is-asked-about", NULL, depth_that_may_be_time_is_asked_about);
  ADD ("channel-and-slice-are-asked-for", NULL, channel_and_slice_are_asked_for);
  ADD ("a-question-can-be-left", NULL, a_question_can_be_left);
  ADD ("the-choice-can-be-changed", NULL, the_choice_can_be_changed);
  ADD ("the-size-of-a-pixel-is-proposed", GINT_TO_POINTER (FALSE), the_size_of_a_pixel_is_proposed);
  ADD ("a-print-resolution-is-no-calibration", GINT_TO_POINTER (TRUE), the_size_of_a_pixel_is_proposed);
  ADD ("the-screen-changes-no-sample", NULL, the_screen_changes_no_sample);
  return g_test_run ();
}
