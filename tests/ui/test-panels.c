/* test-panels.c: the settings of the steps, between the person and the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>
#include <math.h>

#include "fake-source.h"
#include "rolling-document.h"
#include "venule-calibration-panel.h"
#include "venule-cells-panel.h"
#include "venule-correct-panel.h"
#include "venule-document-tracks.h"
#include "venule-geometry-panel.h"
#include "venule-histogram-view.h"
#include "venule-message-bar.h"
#include "venule-number-row.h"
#include "venule-run-panel.h"
#include "venule-sample-dialog.h"
#include "venule-vessel-panel.h"
#include "venule-workflow-step.h"

typedef struct {
  VenuleDocument *document;
  GtkWidget      *panel;
} Stage;

static void
set_up (Stage *stage,
        GType  type)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (400, 240, 100);

  fake_source_build (source);
  stage->document = venule_document_new (source);
  stage->panel = g_object_ref_sink (g_object_new (type, NULL));
}

static void
tear_down (Stage *stage)
{
  g_assert_finalize_object (stage->panel);
  g_assert_finalize_object (stage->document);
}

static gpointer
child (GtkWidget  *panel,
       const char *id)
{
  gpointer found = gtk_widget_get_template_child (panel, G_OBJECT_TYPE (panel), id);

  g_assert_nonnull (found);
  return found;
}

static void
type (Stage      *stage,
      const char *row,
      const char *text)
{
  GObject *entry = gtk_widget_get_template_child (child (stage->panel, row), VENULE_TYPE_NUMBER_ROW, "entry");

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static const VenuleSettings *
settings (Stage *stage)
{
  return venule_document_get_settings (stage->document);
}

static void
test_pixel_size_is_typed_and_reset (void)
{
  Stage stage;

  set_up (&stage, VENULE_TYPE_CALIBRATION_PANEL);
  venule_calibration_panel_set_document (VENULE_CALIBRATION_PANEL (stage.panel), stage.document);

  g_assert_true (isnan (venule_number_row_get_value (child (stage.panel, "pixel_size_row"))));
  type (&stage, "pixel_size_row", "0.363");
  g_assert_cmpfloat (settings (&stage)->calibration.pixel_size_um, ==, 0.363);
  g_signal_emit_by_name (child (stage.panel, "pixel_size_row"), "reset");
  g_assert_cmpfloat (settings (&stage)->calibration.pixel_size_um, ==, 0);
  tear_down (&stage);
}

static void
test_scale_bar_gives_the_pixel_size (void)
{
  Stage stage;

  set_up (&stage, VENULE_TYPE_CALIBRATION_PANEL);
  venule_calibration_panel_set_document (VENULE_CALIBRATION_PANEL (stage.panel), stage.document);

  venule_calibration_panel_set_scale_bar (VENULE_CALIBRATION_PANEL (stage.panel), 200);
  g_assert_true (gtk_revealer_get_reveal_child (child (stage.panel, "bar_revealer")));
  g_assert_cmpfloat (settings (&stage)->calibration.pixel_size_um, ==, 0);
  type (&stage, "bar_row", "50");
  g_assert_cmpfloat (settings (&stage)->calibration.pixel_size_um, ==, 0.25);
  g_assert_false (gtk_revealer_get_reveal_child (child (stage.panel, "bar_revealer")));
  tear_down (&stage);
}

static void
test_frame_rate_says_where_it_comes_from (void)
{
  Stage stage;
  GtkLabel *label;
  g_autofree char *origin = NULL;

  set_up (&stage, VENULE_TYPE_CALIBRATION_PANEL);
  origin = venule_source_dup_rate_origin (venule_document_get_source (stage.document));
  venule_calibration_panel_set_document (VENULE_CALIBRATION_PANEL (stage.panel), stage.document);
  label = child (stage.panel, "rate_label");

  g_assert_cmpfloat (venule_number_row_get_value (child (stage.panel, "rate_row")), ==, 25);
  g_assert_nonnull (strstr (gtk_label_get_label (label), origin));
  type (&stage, "rate_row", "50");
  g_assert_cmpfloat (settings (&stage)->calibration.frame_rate, ==, 50);
  g_assert_nonnull (strstr (gtk_label_get_label (label), "25"));
  g_signal_emit_by_name (child (stage.panel, "rate_row"), "reset");
  g_assert_cmpfloat (settings (&stage)->calibration.frame_rate, ==, 0);
  g_assert_cmpfloat (venule_number_row_get_value (child (stage.panel, "rate_row")), ==, 25);
  tear_down (&stage);
}

static void
draw_rectangle (Stage  *stage,
                double  x,
                double  width)
{
  g_autoptr (VenuleSettings) changed = venule_settings_copy (settings (stage));

  venule_vessel_set_rectangle (changed->vessel, x, 60, width, 100, 0);
  venule_document_set_settings (stage->document, changed);
}

static void
test_drawn_crop_shows_in_numbers_that_change_it (void)
{
  Stage stage;

  set_up (&stage, VENULE_TYPE_VESSEL_PANEL);
  venule_vessel_panel_set_document (VENULE_VESSEL_PANEL (stage.panel), stage.document);

  g_assert_false (gtk_widget_get_visible (child (stage.panel, "rectangle_grid")));
  draw_rectangle (&stage, 10, 300);
  g_assert_true (gtk_widget_get_visible (child (stage.panel, "rectangle_grid")));
  g_assert_cmpfloat (venule_number_row_get_value (child (stage.panel, "width_row")), ==, 300);

  type (&stage, "angle_row", "3.5");
  g_assert_cmpfloat (settings (&stage)->vessel->angle, ==, 3.5);
  g_assert_cmpfloat (settings (&stage)->vessel->width, ==, 300);

  g_signal_emit_by_name (child (stage.panel, "whole_button"), "clicked");
  g_assert_cmpint (settings (&stage)->vessel->kind, ==, VENULE_CROP_WHOLE);
  tear_down (&stage);
}

static void
test_crop_outside_says_why (void)
{
  Stage stage;
  VenuleMessageBar *bar;
  g_autofree char *text = NULL;
  g_autofree char *mended = NULL;

  set_up (&stage, VENULE_TYPE_VESSEL_PANEL);
  venule_vessel_panel_set_document (VENULE_VESSEL_PANEL (stage.panel), stage.document);
  bar = child (stage.panel, "message_bar");

  draw_rectangle (&stage, -50, 300);
  text = venule_message_bar_dup_text (bar);
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "outside"));
  g_assert_false (gtk_widget_get_has_tooltip (child (stage.panel, "angle_row"))); /* it would cover that */
  g_assert_false (gtk_widget_get_sensitive (child (stage.panel, "continue_button")));

  draw_rectangle (&stage, 50, 300);
  mended = venule_message_bar_dup_text (bar);
  g_assert_null (mended);
  g_assert_true (gtk_widget_get_has_tooltip (child (stage.panel, "angle_row")));
  tear_down (&stage);
}

static void
test_direction_is_clockwise_from_the_right (void)
{
  Stage stage;

  set_up (&stage, VENULE_TYPE_VESSEL_PANEL);
  venule_vessel_panel_set_document (VENULE_VESSEL_PANEL (stage.panel), stage.document);

  type (&stage, "direction_row", "90");
  g_assert_cmpfloat (settings (&stage)->vessel->flow_x, ==, 0);
  g_assert_cmpfloat (settings (&stage)->vessel->flow_y, ==, 1);
  type (&stage, "flow_y_row", "0");
  type (&stage, "flow_x_row", "-20");
  g_assert_cmpfloat (fabs (venule_number_row_get_value (child (stage.panel, "direction_row"))), ==, 180);
  g_assert_true (gtk_widget_get_sensitive (child (stage.panel, "continue_button")));
  tear_down (&stage);
}

static void
test_drawing_supersedes_what_was_refused (void)
{
  Stage stage;
  g_autoptr (VenuleSettings) changed = NULL;
  VenuleNumberRow *row;
  GtkEditable *entry;

  set_up (&stage, VENULE_TYPE_VESSEL_PANEL);
  venule_vessel_panel_set_document (VENULE_VESSEL_PANEL (stage.panel), stage.document);
  type (&stage, "direction_row", "0");
  row = child (stage.panel, "flow_y_row");
  entry = GTK_EDITABLE (gtk_widget_get_template_child (GTK_WIDGET (row), VENULE_TYPE_NUMBER_ROW, "entry"));
  type (&stage, "flow_y_row", "1e308");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "1e308");

  /* Another arrow, which is as high as that before. */
  changed = venule_settings_copy (settings (&stage));
  changed->vessel->flow_x = 160;
  venule_document_set_settings (stage.document, changed);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "0");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));
  tear_down (&stage);
}

static void
test_range_of_frames (void)
{
  Stage stage;
  g_autofree char *text = NULL, *mended = NULL;

  set_up (&stage, VENULE_TYPE_VESSEL_PANEL);
  venule_vessel_panel_set_document (VENULE_VESSEL_PANEL (stage.panel), stage.document);

  type (&stage, "first_row", "12");
  type (&stage, "last_row", "99");
  g_assert_cmpint (settings (&stage)->first_frame, ==, 12);
  g_assert_cmpint (settings (&stage)->last_frame, ==, 99);
  type (&stage, "last_row", "100"); /* there are 100 frames, counted from 0 */
  g_assert_cmpint (settings (&stage)->last_frame, ==, 99);

  type (&stage, "last_row", "3");
  text = venule_message_bar_dup_text (child (stage.panel, "message_bar"));
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "before it starts"));

  type (&stage, "last_row", "");
  g_assert_cmpint (settings (&stage)->last_frame, ==, -1);
  mended = venule_message_bar_dup_text (child (stage.panel, "message_bar"));
  g_assert_null (mended);
  tear_down (&stage);
}

static void
test_diameter_and_velocity_in_both_units (void)
{
  Stage stage;
  g_autoptr (VenuleSettings) changed = NULL;

  set_up (&stage, VENULE_TYPE_CELLS_PANEL);
  venule_cells_panel_set_document (VENULE_CELLS_PANEL (stage.panel), stage.document);

  g_assert_false (gtk_widget_get_sensitive (child (stage.panel, "unit_drop_down")));
  type (&stage, "diameter_row", "16");
  g_assert_cmpfloat (settings (&stage)->cell_diameter, ==, 16);
  type (&stage, "diameter_row", "121"); /* px; no run would start */
  g_assert_cmpfloat (settings (&stage)->cell_diameter, ==, 16);
  type (&stage, "velocity_row", "300");
  g_assert_cmpfloat (settings (&stage)->max_velocity, ==, 300);

  changed = venule_settings_copy (settings (&stage));
  changed->calibration.pixel_size_um = 0.5;
  venule_document_set_settings (stage.document, changed);
  g_assert_cmpfloat (venule_number_row_get_value (child (stage.panel, "diameter_row")), ==, 8);
  g_assert_cmpfloat (venule_number_row_get_value (child (stage.panel, "velocity_row")), ==, 150);
  type (&stage, "diameter_row", "10");
  g_assert_cmpfloat (settings (&stage)->cell_diameter, ==, 20);
  type (&stage, "velocity_row", "");
  g_assert_cmpfloat (settings (&stage)->max_velocity, ==, 0);

  gtk_drop_down_set_selected (child (stage.panel, "unit_drop_down"), 0);
  g_assert_cmpfloat (venule_number_row_get_value (child (stage.panel, "diameter_row")), ==, 20);
  tear_down (&stage);
}

static void
test_showing_settings_changes_none (void)
{
  Stage stage;
  g_autoptr (VenuleSettings) given = NULL;

  set_up (&stage, VENULE_TYPE_CELLS_PANEL);
  given = venule_settings_copy (settings (&stage));
  given->sensitivity = 0.123456;
  given->cell_diameter = 22.03856749311295;
  given->calibration.pixel_size_um = 0.363;
  venule_document_set_settings (stage.document, given);
  venule_cells_panel_set_document (VENULE_CELLS_PANEL (stage.panel), stage.document);
  gtk_drop_down_set_selected (child (stage.panel, "unit_drop_down"), 0);
  g_assert_true (venule_settings_equal (settings (&stage), given));

  g_assert_true (gtk_switch_get_active (child (stage.panel, "registration_switch")));
  gtk_switch_set_active (child (stage.panel, "registration_switch"), FALSE);
  g_assert_cmpint (settings (&stage)->registration, ==, VENULE_REGISTRATION_OFF);

  gtk_range_set_value (child (stage.panel, "sensitivity_scale"), 0.7312);
  g_assert_cmpfloat (settings (&stage)->sensitivity, ==, 0.73);
  tear_down (&stage);
}

static void
test_pace (void)
{
  const struct {
    VenuleAnalysisProgress  progress;
    const char             *text;
  } cases[] = {
    { { 10, 100, 9, 48.2, 1.2, 3 }, "48 frames/s · 2 seconds left" },
    { { 10, 100, 9, 0, -1, 3 }, "" },
    { { 100, 100, 99, 30, 0, 3 }, "30 frames/s" },
    { { 10, 100000, 9, 12, 300, 3 }, "12 frames/s · 5 minutes left" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = venule_run_describe_rate (&cases[i].progress);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_step_says_its_state (void)
{
  g_autoptr (VenuleWorkflowStep) step = g_object_ref_sink (g_object_new (VENULE_TYPE_WORKFLOW_STEP, "title", "Run",
                                                                         "number", 4, NULL));
  GtkWidget *header = child (GTK_WIDGET (step), "header");

  venule_workflow_step_set_state (step, VENULE_WORKFLOW_STEP_WAITING, "Draw the flow first");
  g_assert_cmpstr (venule_workflow_step_get_summary (step), ==, "Draw the flow first");
  gtk_test_accessible_assert_property (header, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "not possible yet. Draw the flow first");
  g_signal_emit_by_name (header, "clicked");
  g_assert_true (venule_workflow_step_get_expanded (step));
  gtk_test_accessible_assert_state (header, GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  venule_workflow_step_set_state (step, VENULE_WORKFLOW_STEP_DONE, NULL);
  gtk_test_accessible_assert_property (header, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "done");
}

static void
on_note_written (VenuleCorrectPanel *panel,
                 guint               id,
                 const char         *note,
                 VenuleDocument     *document)
{
  g_assert_true (venule_document_set_note (document, &id, 1, *note ? note : NULL, NULL));
}

/* What the entry still holds from before an undo was not typed. */
static void
test_notes_are_written_only_when_they_are_typed (void)
{
  g_autoptr (VenuleDocument) document = rolling_document_new ();
  g_autoptr (VenuleSelection) selection = venule_selection_new ();
  g_autoptr (VenuleCorrectPanel) panel = g_object_ref_sink (g_object_new (VENULE_TYPE_CORRECT_PANEL, NULL));
  GtkEditable *entry = GTK_EDITABLE (child (GTK_WIDGET (panel), "note_entry"));
  g_autoptr (VenuleTrack) first = g_list_model_get_item (G_LIST_MODEL (document), 0);
  g_autoptr (VenuleTrack) second = g_list_model_get_item (G_LIST_MODEL (document), 1);
  const guint a = venule_track_get_id (first), b = venule_track_get_id (second);

  venule_correct_panel_set_document (panel, document);
  venule_correct_panel_set_selection (panel, selection);
  g_signal_connect (panel, "note-written", G_CALLBACK (on_note_written), document);

  venule_selection_set (selection, &a, 1);
  gtk_editable_set_text (entry, "my note");
  venule_selection_set (selection, NULL, 0);
  g_assert_cmpstr (venule_track_get_note (venule_document_get_track (document, a)), ==, "my note");

  g_assert_true (venule_document_undo (document));
  venule_selection_set (selection, &b, 1);
  g_assert_true (venule_document_can_redo (document));
  g_assert_null (venule_track_get_note (venule_document_get_track (document, a)));

  venule_selection_set (selection, &a, 1);
  venule_selection_set (selection, NULL, 0);
  g_assert_true (venule_document_redo (document));
  venule_selection_set (selection, &b, 1);
  g_assert_cmpstr (venule_track_get_note (venule_document_get_track (document, a)), ==, "my note");
}

/* What is set for the next run, an arrow and a frame rate, changes no number of the one on show. */
static void
test_numbers_are_those_of_the_run (void)
{
  g_autoptr (VenuleDocument) document = rolling_document_new ();
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  g_autoptr (VenuleSelection) selection = venule_selection_new ();
  g_autoptr (VenuleCorrectPanel) panel = g_object_ref_sink (g_object_new (VENULE_TYPE_CORRECT_PANEL, NULL));
  GtkLabel *label = GTK_LABEL (child (GTK_WIDGET (panel), "velocity_label"));
  g_autofree char *velocity = NULL;
  const guint id = 1;

  venule_correct_panel_set_document (panel, document);
  venule_correct_panel_set_selection (panel, selection);
  venule_selection_set (selection, &id, 1);
  velocity = g_strdup (gtk_label_get_label (label));
  g_assert_cmpstr (velocity, ==, "25.0 px/s");
  settings->vessel->flow_x = -1;
  settings->calibration.frame_rate = 5;
  venule_document_set_settings (document, settings);
  g_assert_cmpstr (gtk_label_get_label (label), ==, velocity);
  g_assert_cmpfloat_with_epsilon (venule_document_get_time (document, 25), 1, 1e-9);
}

static void
on_geometry_edited (guint *n)
{
  (*n)++;
}

/* As beside the handle that is dragged; and what was refused once does not count in the other row. */
static void
test_point_that_crosses_the_line_says_why (void)
{
  static const VenulePoint points[] = { { 50, 100 }, { 150, 100 }, { 150, 180 }, { 100, 180 } };
  const VenuleGeometryHandle handle = { VENULE_GEOMETRY_POINT, 3, 100, 180 };
  const VenuleGeometryNumbers numbers = { 0 };
  g_autoptr (VenuleMeasureSettings) measure = venule_measure_settings_new ();
  g_autoptr (VenuleVesselGeometry) geometry = NULL;
  GtkLabel *mistake;
  Stage stage;
  guint n = 0;

  set_up (&stage, VENULE_TYPE_GEOMETRY_PANEL);
  mistake = GTK_LABEL (child (child (stage.panel, "y_row"), "mistake_label"));
  g_array_append_vals (measure->centreline, points, G_N_ELEMENTS (points));
  geometry = venule_vessel_geometry_new (settings (&stage)->vessel, measure, 400, 240);
  venule_geometry_panel_show (VENULE_GEOMETRY_PANEL (stage.panel), geometry, &handle, &numbers,
                              &settings (&stage)->calibration);
  g_signal_connect_swapped (stage.panel, "edited", G_CALLBACK (on_geometry_edited), &n);

  type (&stage, "y_row", "50");
  g_assert_cmpstr (gtk_label_get_label (mistake), ==, "The centreline crosses itself");
  g_assert_cmpuint (n, ==, 0);
  type (&stage, "x_row", "110");
  g_assert_cmpuint (n, ==, 1);
  type (&stage, "y_row", "170");
  g_assert_cmpstr (gtk_label_get_label (mistake), ==, "");
  g_assert_cmpuint (n, ==, 2);
  tear_down (&stage);
}

/* “No rolling cells” would be a result. */
static void
test_no_run_is_no_result (void)
{
  g_autoptr (VenuleDocument) document = rolling_document_new ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  GtkAccessible *view;
  Stage stage;

  set_up (&stage, VENULE_TYPE_HISTOGRAM_VIEW);
  view = GTK_ACCESSIBLE (stage.panel);
  venule_histogram_view_set_document (VENULE_HISTOGRAM_VIEW (stage.panel), stage.document);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Not analysed yet");
  venule_histogram_view_set_document (VENULE_HISTOGRAM_VIEW (stage.panel), document);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "2 rolling cells, mean 37.5 px/s, median 37.5 px/s");
  venule_document_begin_run (document, settings (&stage));
  venule_histogram_view_set_document (VENULE_HISTOGRAM_VIEW (stage.panel), NULL);
  venule_histogram_view_set_document (VENULE_HISTOGRAM_VIEW (stage.panel), document);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "No rolling cells yet");
  venule_document_finish_run (document, none);
  venule_histogram_view_set_document (VENULE_HISTOGRAM_VIEW (stage.panel), NULL);
  venule_histogram_view_set_document (VENULE_HISTOGRAM_VIEW (stage.panel), document);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "No rolling cells");
  tear_down (&stage);
}

/* Five stretches of five frames, 3 frames apart, take 65. */
static void
test_a_sample_fits_a_short_video (void)
{
  static const struct { gint64 n_frames; guint n_stretches, n_marks; } videos[] = { { 100, 5, 5 }, { 30, 2, 5 },
                                                                                    { 10, 1, 4 }, { 1, 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    {
      g_autoptr (VenuleDocument) document = rolling_document_new ();
      VenuleRunMetadata metadata = { .last_frame = videos[i].n_frames - 1, .complete = TRUE };
      g_autoptr (VenuleValidationSample) sample = NULL;
      GtkWidget *dialog;

      venule_document_set_run_metadata (document, &metadata);
      dialog = venule_sample_dialog_new (NULL, document);
      sample = venule_sample_dialog_draw (VENULE_SAMPLE_DIALOG (dialog), NULL);
      g_assert_nonnull (sample);
      g_assert_cmpuint (sample->starts->len, ==, videos[i].n_stretches);
      g_assert_cmpuint (sample->n_marks, ==, videos[i].n_marks);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/panels/pixel size is typed and reset", test_pixel_size_is_typed_and_reset);
  g_test_add_func ("/panels/scale bar gives the pixel size", test_scale_bar_gives_the_pixel_size);
  g_test_add_func ("/panels/frame rate says where it comes from", test_frame_rate_says_where_it_comes_from);
  g_test_add_func ("/panels/drawn crop shows in numbers that change it",
                   test_drawn_crop_shows_in_numbers_that_change_it);
  g_test_add_func ("/panels/crop outside says why", test_crop_outside_says_why);
  g_test_add_func ("/panels/direction is clockwise from the right", test_direction_is_clockwise_from_the_right);
  g_test_add_func ("/panels/drawing supersedes what was refused", test_drawing_supersedes_what_was_refused);
  g_test_add_func ("/panels/range of frames", test_range_of_frames);
  g_test_add_func ("/panels/diameter and velocity in both units", test_diameter_and_velocity_in_both_units);
  g_test_add_func ("/panels/showing settings changes none", test_showing_settings_changes_none);
  g_test_add_func ("/panels/notes are written only when they are typed",
                   test_notes_are_written_only_when_they_are_typed);
  g_test_add_func ("/panels/pace", test_pace);
  g_test_add_func ("/panels/step says its state", test_step_says_its_state);
  g_test_add_func ("/panels/a sample fits a short video", test_a_sample_fits_a_short_video);
  g_test_add_func ("/panels/numbers are those of the run", test_numbers_are_those_of_the_run);
  g_test_add_func ("/panels/point that crosses the line says why", test_point_that_crosses_the_line_says_why);
  g_test_add_func ("/panels/no run is no result", test_no_run_is_no_result);

  return g_test_run ();
}
