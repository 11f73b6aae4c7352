/* test-tables.c: tracks and spots in numbers, tied to the selection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>

#include "fake-source.h"
#include "venule-document-tracks.h"
#include "venule-spot-list.h"
#include "venule-spot-table.h"
#include "venule-table-bar.h"
#include "venule-table-column.h"
#include "venule-track-row.h"
#include "venule-track-table.h"

#define N_TRACKS 6

typedef struct {
  VenuleDocument   *document;
  VenuleSelection  *selection;
  VenuleTrackTable *tracks;
  VenuleSpotTable  *spots;
  GtkWidget        *window;
  guint             shown_id;
  gint64            shown_frame;
} Stage;

/* Track i has 10 + i spots from frame 2·i on and goes (7 − i) px a frame. */
static GPtrArray *
make_tracks (void)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 1; i <= N_TRACKS; i++)
    {
      VenuleTrack *track = venule_track_new (i);

      for (guint j = 0; j < 10 + i; j++)
        {
          VenuleSpot spot = { .frame = 2 * i + j, .time = (2 * i + j) / 25.0, .x = 20 + (7.0 - i) * j, .y = 10.0 * i,
                              .radius = 4, .score = 0.9f };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  return tracks;
}

static void
on_track_shown (Stage *stage,
                guint  id)
{
  stage->shown_id = id;
}

static void
on_spot_shown (Stage  *stage,
               guint   id,
               gint64  frame)
{
  stage->shown_id = id;
  stage->shown_frame = frame;
}

static void
set_up (Stage         *stage,
        gconstpointer  data)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (200, 100, 100);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) tracks = make_tracks ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  fake_source_build (source);
  settings->vessel->flow_x = 1;
  stage->document = venule_document_new (source);
  venule_document_set_settings (stage->document, settings);
  venule_document_begin_run (stage->document, settings);
  venule_document_finish_run (stage->document, tracks);

  stage->selection = venule_selection_new ();
  stage->tracks = g_object_new (VENULE_TYPE_TRACK_TABLE, "hexpand", TRUE, NULL);
  stage->spots = g_object_new (VENULE_TYPE_SPOT_TABLE, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (stage->tracks));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (stage->spots));
  venule_track_table_set_document (stage->tracks, stage->document);
  venule_track_table_set_selection (stage->tracks, stage->selection);
  venule_spot_table_set_document (stage->spots, stage->document);
  venule_spot_table_set_selection (stage->spots, stage->selection);
  g_signal_connect_swapped (stage->tracks, "track-shown", G_CALLBACK (on_track_shown), stage);
  g_signal_connect_swapped (stage->spots, "spot-shown", G_CALLBACK (on_spot_shown), stage);

  stage->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 900, 400);
  gtk_window_set_child (GTK_WINDOW (stage->window), box);
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (stage->window);
}

static void
tear_down (Stage         *stage,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  g_assert_finalize_object (stage->document);
  g_assert_finalize_object (stage->selection);
}

static guint
id_at (Stage *stage,
       guint  position)
{
  g_autoptr (VenuleTrackRow) row = g_list_model_get_item (venule_track_table_get_rows (stage->tracks), position);

  return venule_track_get_id (venule_track_row_get_track (row));
}

static void
sort_by (Stage       *stage,
         guint        column,
         GtkSortType  direction)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (gtk_widget_get_template_child (GTK_WIDGET (stage->tracks),
                                                                       VENULE_TYPE_TRACK_TABLE, "view"));
  g_autoptr (GtkColumnViewColumn) chosen = g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_sort_by_column (view, chosen, direction);
}

static void
test_rows_sort_by_their_numbers (Stage         *stage,
                                 gconstpointer  data)
{
  g_assert_cmpuint (g_list_model_get_n_items (venule_track_table_get_rows (stage->tracks)), ==, N_TRACKS);
  g_assert_cmpuint (id_at (stage, 0), ==, 1);
  sort_by (stage, 2, GTK_SORT_ASCENDING); /* velocity: track 6 is the slowest */
  g_assert_cmpuint (id_at (stage, 0), ==, N_TRACKS);
  g_assert_cmpuint (id_at (stage, N_TRACKS - 1), ==, 1);
  sort_by (stage, 4, GTK_SORT_DESCENDING); /* length: track 6 is the longest */
  g_assert_cmpuint (id_at (stage, 0), ==, N_TRACKS);
}

static GtkAdjustment *
scroll_to_end (Stage *stage)
{
  GtkWidget *view =
    GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (stage->tracks), VENULE_TYPE_TRACK_TABLE, "view"));
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  gtk_test_widget_wait_for_draw (stage->window);
  gtk_adjustment_set_value (place, gtk_adjustment_get_upper (place));
  gtk_test_widget_wait_for_draw (stage->window);
  g_assert_cmpfloat (gtk_adjustment_get_value (place), >, 0);
  return place;
}

static void
test_sorting_shows_what_is_first (Stage         *stage,
                                  gconstpointer  data)
{
  GtkAdjustment *place;

  gtk_window_set_default_size (GTK_WINDOW (stage->window), 900, 180);
  gtk_window_present (GTK_WINDOW (stage->window));
  place = scroll_to_end (stage);
  sort_by (stage, 2, GTK_SORT_DESCENDING);
  gtk_test_widget_wait_for_draw (stage->window);
  g_assert_cmpfloat (gtk_adjustment_get_value (place), ==, 0);

  /* The selected track, rather. */
  venule_selection_set (stage->selection, (guint[]) { 1 }, 1);
  place = scroll_to_end (stage);
  sort_by (stage, 2, GTK_SORT_ASCENDING);
  gtk_test_widget_wait_for_draw (stage->window);
  g_assert_cmpfloat (gtk_adjustment_get_value (place), >, 0);
  sort_by (stage, 2, GTK_SORT_DESCENDING);
  gtk_test_widget_wait_for_draw (stage->window);
  g_assert_cmpfloat (gtk_adjustment_get_value (place), ==, 0);
}

static void
test_chosen_row_is_the_selected_track (Stage         *stage,
                                       gconstpointer  data)
{
  GtkSelectionModel *rows = GTK_SELECTION_MODEL (venule_track_table_get_rows (stage->tracks));

  sort_by (stage, 2, GTK_SORT_ASCENDING);
  gtk_selection_model_select_item (rows, 1, TRUE);
  g_assert_cmpuint (venule_selection_get_ids (stage->selection)->len, ==, 1);
  g_assert_true (venule_selection_contains (stage->selection, 5));
  g_assert_cmpuint (stage->shown_id, ==, 5);

  stage->shown_id = 0;
  venule_selection_set (stage->selection, (guint[]) { 2, 3 }, 2);
  g_assert_true (gtk_selection_model_is_selected (rows, 4));
  g_assert_true (gtk_selection_model_is_selected (rows, 3));
  g_assert_false (gtk_selection_model_is_selected (rows, 1));
  g_assert_cmpuint (stage->shown_id, ==, 0); /* nobody chose a row */
}

static void
test_deleted_tracks_leave_and_come_back (Stage         *stage,
                                         gconstpointer  data)
{
  venule_document_remove_tracks (stage->document, (guint[]) { 2, 4 }, 2, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (venule_track_table_get_rows (stage->tracks)), ==, N_TRACKS - 2);
  venule_document_undo (stage->document);
  g_assert_cmpuint (g_list_model_get_n_items (venule_track_table_get_rows (stage->tracks)), ==, N_TRACKS);
  g_assert_cmpuint (id_at (stage, 1), ==, 2);
}

/* Longer than 0.45 s are tracks 3 to 6 (10 + i spots at 25 frames/s). */
static void
test_filter_lists_what_it_lets_through (Stage         *stage,
                                        gconstpointer  data)
{
  VenuleTrackFilter *filter = venule_track_table_get_filter (stage->tracks);
  GListModel *rows = venule_track_table_get_rows (stage->tracks);

  g_object_set (filter, "min-duration", 0.47, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 4);
  g_assert_cmpuint (id_at (stage, 0), ==, 3);

  venule_document_set_kinds (stage->document, (guint[]) { 4 }, 1, VENULE_CELL_OTHER, NULL);
  g_object_set (filter, "edited-only", TRUE, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  g_assert_cmpuint (id_at (stage, 0), ==, 4);
  g_object_set (filter, "other", FALSE, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);

  venule_track_filter_reset (filter);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, N_TRACKS);
}

/* Whatever the language of the desktop is, as in all other numbers. */
static void
test_filter_takes_point_and_comma (Stage         *stage,
                                   gconstpointer  data)
{
  GObject *bar = gtk_widget_get_template_child (GTK_WIDGET (stage->tracks), VENULE_TYPE_TRACK_TABLE, "bar");
  GObject *spin = gtk_widget_get_template_child (GTK_WIDGET (bar), VENULE_TYPE_TABLE_BAR, "duration_spin");
  const char *typed[] = { "0,47", "0.46" };
  const double taken[] = { 0.47, 0.46 };

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      double least;

      gtk_editable_set_text (GTK_EDITABLE (spin), typed[i]);
      gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
      g_object_get (venule_track_table_get_filter (stage->tracks), "min-duration", &least, NULL);
      g_assert_cmpfloat (least, ==, taken[i]);
      gtk_editable_set_text (GTK_EDITABLE (spin), "none");
      gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
      g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, taken[i]);
    }
}

static void
test_filtered_tracks_stay_selected (Stage         *stage,
                                    gconstpointer  data)
{
  VenuleTrackFilter *filter = venule_track_table_get_filter (stage->tracks);
  GtkSelectionModel *rows = GTK_SELECTION_MODEL (venule_track_table_get_rows (stage->tracks));

  venule_selection_set (stage->selection, (guint[]) { 1, 6 }, 2);
  g_object_set (filter, "min-duration", 0.47, NULL);
  g_assert_cmpuint (venule_selection_get_ids (stage->selection)->len, ==, 2);
  g_assert_true (gtk_selection_model_is_selected (rows, 3)); /* track 6 */
  venule_track_filter_reset (filter);
  g_assert_true (gtk_selection_model_is_selected (rows, 0));
  g_assert_true (gtk_selection_model_is_selected (rows, 5));
}

static void
wait_for_rows (GListModel *rows,
               guint       n)
{
  while (g_list_model_get_n_items (rows) != n)
    g_main_context_iteration (NULL, TRUE);
}

/* A row that an edit lets out of the filter leaves, and one whose number changed takes its new place. */
static void
test_edits_are_listed_at_once (Stage         *stage,
                               gconstpointer  data)
{
  VenuleTrackFilter *filter = venule_track_table_get_filter (stage->tracks);
  GListModel *rows = venule_track_table_get_rows (stage->tracks);

  g_object_set (filter, "adherent", FALSE, NULL);
  sort_by (stage, 1, GTK_SORT_ASCENDING); /* class */
  venule_document_set_kinds (stage->document, (guint[]) { 1 }, 1, VENULE_CELL_OTHER, NULL);
  venule_document_set_kinds (stage->document, (guint[]) { 2 }, 1, VENULE_CELL_ADHERENT, NULL);
  wait_for_rows (rows, N_TRACKS - 1);
  while (id_at (stage, N_TRACKS - 2) != 1)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_spots_follow_the_filter (Stage         *stage,
                              gconstpointer  data)
{
  VenuleTrackFilter *filter = venule_track_table_get_filter (stage->tracks);
  GListModel *rows = venule_spot_table_get_rows (stage->spots);

  venule_spot_table_set_filter (stage->spots, filter);
  g_object_set (filter, "min-duration", 0.47, NULL);
  wait_for_rows (rows, 13 + 14 + 15 + 16);
}

static GtkColumnView *
get_view (Stage *stage)
{
  return GTK_COLUMN_VIEW (gtk_widget_get_template_child (GTK_WIDGET (stage->tracks), VENULE_TYPE_TRACK_TABLE, "view"));
}

static void
test_copy_is_what_is_seen (Stage         *stage,
                           gconstpointer  data)
{
  GtkColumnView *view = get_view (stage);
  g_autoptr (GtkColumnViewColumn) velocity = g_list_model_get_item (gtk_column_view_get_columns (view), 2);
  g_autoptr (GtkBitset) second = gtk_bitset_new_range (1, 1);
  g_autofree char *row = NULL;
  g_autofree char *all = NULL;
  g_auto (GStrv) lines = NULL;

  sort_by (stage, 4, GTK_SORT_DESCENDING); /* length: 6, 5, … */
  row = venule_table_dup_text (view, second);
  g_assert_cmpstr (row, ==, "No.\tClass\tVelocity (px/s)\tDiameter (px)\tLength (s)\tQuality\n"
                            "5\tRolling\t50.0\t8.0\t0.56\t–\n");

  gtk_column_view_column_set_visible (velocity, FALSE);
  all = venule_table_dup_text (view, NULL);
  lines = g_strsplit (all, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, N_TRACKS + 2);
  g_assert_cmpstr (lines[0], ==, "No.\tClass\tDiameter (px)\tLength (s)\tQuality");
  g_assert_true (g_str_has_prefix (lines[1], "6\tRolling\t8.0\t"));
}

static char *
string_text (GObject *item)
{
  return g_strdup (gtk_string_object_get_string (GTK_STRING_OBJECT (item)));
}

static double
string_value (GObject *item)
{
  return NAN;
}

/* Spreadsheets compute what is pasted: a text that begins as a formula has an apostrophe, a number has none, and
 * nothing in a text begins another cell or row. */
static void
test_copied_formulas_are_text (void)
{
  const char *const texts[] = { "=1+1", "+7-A1", "−SUM(A1)", "@SUM(A1)", "\t=1", "a\n=1+1", "a=b", "-5", "−5.5", "+7",
                                NULL };
  const VenuleTableColumn column = { "note", "Note", string_text, string_value, TRUE };
  GtkWidget *view = g_object_ref_sink (gtk_column_view_new (NULL));
  GListModel *model = G_LIST_MODEL (gtk_string_list_new (texts));
  g_autoptr (GtkSelectionModel) rows = GTK_SELECTION_MODEL (gtk_no_selection_new (model));
  g_autofree char *copied = NULL;

  venule_table_append_column (GTK_COLUMN_VIEW (view), &column);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (view), rows);
  copied = venule_table_dup_text (GTK_COLUMN_VIEW (view), NULL);
  g_assert_cmpstr (copied, ==, "Note\n'=1+1\n'+7-A1\n'-SUM(A1)\n'@SUM(A1)\n' =1\na =1+1\na=b\n-5\n-5.5\n+7\n");
  g_object_unref (view);
}

/* The texts of all cells that are drawn, one a line. */
static void
append_cells (GtkWidget *widget,
              GString   *texts)
{
  if (GTK_IS_INSCRIPTION (widget))
    g_string_append_printf (texts, "%s\n", gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    append_cells (child, texts);
}

/* All cells go against the flow: a person reads the minus sign of the figures, and other programs the hyphen. */
static void
test_minus_is_for_people (Stage         *stage,
                          gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->document));
  g_autoptr (GPtrArray) tracks = make_tracks ();
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autofree char *copied = NULL;

  settings->vessel->flow_x = -1;
  venule_document_set_settings (stage->document, settings);
  venule_document_begin_run (stage->document, settings);
  venule_document_finish_run (stage->document, tracks);
  while (g_main_context_iteration (NULL, FALSE))
    ;

  append_cells (GTK_WIDGET (get_view (stage)), shown);
  g_test_message ("%s", shown->str);
  g_assert_nonnull (strstr (shown->str, "\n−150.0\n"));
  g_assert_null (strstr (shown->str, "-150.0"));
  copied = venule_table_dup_text (get_view (stage), NULL);
  g_assert_nonnull (strstr (copied, "\t-150.0\t"));
  g_assert_null (strstr (copied, "−"));
}

static void
test_columns_are_remembered (Stage         *stage,
                             gconstpointer  data)
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.venule.Venule");
  GListModel *columns = gtk_column_view_get_columns (get_view (stage));
  g_autoptr (GtkColumnViewColumn) first = g_list_model_get_item (columns, 0);
  g_autoptr (GtkColumnViewColumn) last = g_list_model_get_item (columns, 6);
  g_auto (GStrv) ids = NULL;

  g_settings_reset (settings, "track-columns");
  venule_track_table_bind_columns (stage->tracks, settings, "track-columns");
  g_assert_true (gtk_column_view_column_get_visible (first));
  g_assert_false (gtk_column_view_column_get_visible (last));

  gtk_column_view_column_set_visible (last, TRUE);
  gtk_column_view_column_set_visible (first, FALSE);
  ids = g_settings_get_strv (settings, "track-columns");
  g_assert_true (g_strv_contains ((const char *const *) ids, "last"));
  g_assert_false (g_strv_contains ((const char *const *) ids, "id"));

  g_settings_reset (settings, "track-columns");
  g_assert_true (gtk_column_view_column_get_visible (first));
  g_assert_false (gtk_column_view_column_get_visible (last));
}

static GtkWidget *
find_label (GtkWidget  *widget,
            const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);
  return found;
}

/* Six columns of 38 characters, and 14 px around each, whatever their headings say. */
static void
test_usual_columns_need_little_room (Stage         *stage,
                                     gconstpointer  data)
{
  GtkWidget *view = GTK_WIDGET (get_view (stage));
  PangoContext *context = gtk_widget_get_pango_context (view);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int wide = PANGO_PIXELS_CEIL (MAX (pango_font_metrics_get_approximate_char_width (metrics),
                                     pango_font_metrics_get_approximate_digit_width (metrics)));
  GtkWidget *heading = find_label (view, "Diameter\n(px)");
  int least;

  pango_font_metrics_unref (metrics);
  g_assert_nonnull (heading);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (heading), ==, "Diameter (px)");
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 38 * wide + 6 * 14);
}

/* GTK shows the title anew with the arrow. */
static void
test_a_sorted_column_keeps_its_unit (Stage         *stage,
                                     gconstpointer  data)
{
  GtkColumnView *view = get_view (stage);
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_sort_by_column (view, column, i % 2 == 0 ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
    }
  g_assert_nonnull (find_label (GTK_WIDGET (view), "Diameter\n(px)"));
  g_assert_nonnull (find_label (GTK_WIDGET (view), "Length\n(s)"));
}

static double
velocity_at (Stage *stage,
             guint  position)
{
  g_autoptr (VenuleTrackRow) row = g_list_model_get_item (venule_track_table_get_rows (stage->tracks), position);

  return venule_track_row_get_measures (row)->mean_velocity;
}

static void
wait_heading (Stage      *stage,
              const char *text)
{
  while (find_label (GTK_WIDGET (get_view (stage)), text) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* An arrow that was typed for the next run, and the pixel size, which counts at once. */
static void
test_velocities_are_those_of_the_run (Stage         *stage,
                                      gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->document));
  double velocity = velocity_at (stage, 0);

  settings->vessel->flow_x = 0;
  settings->vessel->flow_y = 1;
  venule_document_set_settings (stage->document, settings);
  settings->calibration.pixel_size_um = 0.5;
  venule_document_set_settings (stage->document, settings);
  wait_heading (stage, "Diameter\n(µm)");
  g_assert_cmpfloat (velocity_at (stage, 0), ==, velocity);

  /* A run of another pixel size: the headings are those of its numbers. */
  settings->calibration.pixel_size_um = 0;
  venule_document_set_next_settings (stage->document, settings);
  g_assert_true (venule_calibration_is_calibrated (
    &venule_document_get_shown_settings (stage->document)->calibration));
  venule_document_set_run_pixel_size (stage->document, 0);
  wait_heading (stage, "Diameter\n(px)");
}

static int
heading_width (GtkColumnView *view,
               const char    *text)
{
  GtkWidget *heading;
  int width;

  gtk_test_widget_wait_for_draw (GTK_WIDGET (view));
  heading = gtk_widget_get_parent (gtk_widget_get_parent (find_label (GTK_WIDGET (view), text)));
  gtk_widget_measure (heading, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return width;
}

/* The arrow is no reason to cut the heading. */
static void
test_a_sorted_heading_needs_no_more_room (Stage         *stage,
                                          gconstpointer  data)
{
  GtkColumnView *view = get_view (stage);
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (view));
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();
  int width;

  gtk_css_provider_load_from_resource (style, "/io/github/venule/Venule/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  width = heading_width (view, "Length\n(s)");
  sort_by (stage, 4, GTK_SORT_ASCENDING);
  g_assert_cmpint (heading_width (view, "Length\n(s)"), ==, width);
  sort_by (stage, 4, GTK_SORT_DESCENDING);
  g_assert_cmpint (heading_width (view, "Length\n(s)"), ==, width);
  gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (style));
}

static void
test_spots_of_the_selection (Stage         *stage,
                             gconstpointer  data)
{
  GListModel *rows = venule_spot_table_get_rows (stage->spots);
  g_autoptr (VenuleSpotRow) first = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 11 + 12 + 13 + 14 + 15 + 16);
  venule_selection_set (stage->selection, (guint[]) { 3, 5 }, 2);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 13 + 15);
  first = g_list_model_get_item (rows, 13);
  g_assert_cmpuint (venule_spot_row_get_track_id (first), ==, 5);
  g_assert_cmpint (venule_spot_row_get_spot (first)->frame, ==, 10);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), 15);
  g_assert_cmpuint (stage->shown_id, ==, 5);
  g_assert_cmpint (stage->shown_frame, ==, 12);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 13 + 15); /* the list stays while it is walked through */
}

static void
test_long_list_is_quick (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (200, 100, 100);
  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_autoptr (VenuleSpotList) list = venule_spot_list_new ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (VenuleSpotRow) row = NULL;

  for (guint i = 1; i <= 2000; i++)
    {
      VenuleTrack *track = venule_track_new (i);

      for (guint j = 0; j < 100; j++)
        {
          VenuleSpot spot = { .frame = j, .time = j / 25.0, .x = i, .y = j, .radius = 4 };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_finish_run (document, tracks);

  venule_spot_list_fill (list, document, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 200000);
  row = g_list_model_get_item (G_LIST_MODEL (list), 123456);
  g_assert_cmpuint (venule_spot_row_get_track_id (row), ==, 1235);
  g_assert_cmpint (venule_spot_row_get_spot (row)->frame, ==, 56);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), 200000));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/tables/rows sort by their numbers", Stage, NULL, set_up, test_rows_sort_by_their_numbers, tear_down);
  g_test_add ("/tables/sorting shows what is first", Stage, NULL, set_up, test_sorting_shows_what_is_first, tear_down);
  g_test_add ("/tables/chosen row is the selected track", Stage, NULL, set_up, test_chosen_row_is_the_selected_track,
              tear_down);
  g_test_add ("/tables/deleted tracks leave and come back", Stage, NULL, set_up,
              test_deleted_tracks_leave_and_come_back, tear_down);
  g_test_add ("/tables/spots of the selection", Stage, NULL, set_up, test_spots_of_the_selection, tear_down);
  g_test_add ("/tables/filter lists what it lets through", Stage, NULL, set_up, test_filter_lists_what_it_lets_through,
              tear_down);
  g_test_add ("/tables/filter takes point and comma", Stage, NULL, set_up, test_filter_takes_point_and_comma,
              tear_down);
  g_test_add ("/tables/filtered tracks stay selected", Stage, NULL, set_up, test_filtered_tracks_stay_selected,
              tear_down);
  g_test_add ("/tables/edits are listed at once", Stage, NULL, set_up, test_edits_are_listed_at_once, tear_down);
  g_test_add ("/tables/spots follow the filter", Stage, NULL, set_up, test_spots_follow_the_filter, tear_down);
  g_test_add ("/tables/a minus sign is for people", Stage, NULL, set_up, test_minus_is_for_people, tear_down);
  g_test_add ("/tables/copy is what is seen", Stage, NULL, set_up, test_copy_is_what_is_seen, tear_down);
  g_test_add_func ("/tables/copied formulas are text", test_copied_formulas_are_text);
  g_test_add ("/tables/usual columns need little room", Stage, NULL, set_up, test_usual_columns_need_little_room,
              tear_down);
  g_test_add ("/tables/velocities are those of the run", Stage, NULL, set_up, test_velocities_are_those_of_the_run,
              tear_down);
  g_test_add ("/tables/a sorted column keeps its unit", Stage, NULL, set_up, test_a_sorted_column_keeps_its_unit,
              tear_down);
  g_test_add ("/tables/a sorted heading needs no more room", Stage, NULL, set_up,
              test_a_sorted_heading_needs_no_more_room, tear_down);
  g_test_add ("/tables/columns are remembered", Stage, NULL, set_up, test_columns_are_remembered, tear_down);
  g_test_add_func ("/tables/long list is quick", test_long_list_is_quick);

  return g_test_run ();
}
