/* test-study-window.c: groups of animals on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "made-recording.h"
#include "venule-closable.h"
#include "venule-figure-options-box.h"
#include "venule-study-results-view.h"
#include "venule-study-table.h"
#include "venule-study-window-private.h"

#define N 8

typedef struct {
  char      *folder;
  char      *paths[N];
  GtkWidget *window;
} Stage;

static void
set_up (Stage         *self,
        gconstpointer  data)
{
  self->folder = g_dir_make_tmp ("venule-study-XXXXXX", NULL);
  for (guint i = 0; i < N; i++)
    {
      double middle = i < N / 2 ? 40 + i : 90 + i;
      const double velocities[] = { middle - 3, middle + 3 };
      g_autofree char *name = g_strdup_printf ("r%u.venule", i);

      self->paths[i] = made_recording_save (self->folder, name, &(MadeRecording) { velocities, 2, 0.5 });
    }
  self->window = venule_study_window_new (NULL);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Stage         *self,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  for (guint i = 0; i < N; i++)
    g_free (self->paths[i]);
  made_folder_remove (self->folder);
  g_free (self->folder);
}

static gpointer
child_of (Stage      *self,
          const char *name)
{
  return gtk_widget_get_template_child (self->window, VENULE_TYPE_STUDY_WINDOW, name);
}

static gpointer
child_of_results (Stage      *self,
                  const char *name)
{
  return gtk_widget_get_template_child (child_of (self, "results_view"), VENULE_TYPE_STUDY_RESULTS_VIEW, name);
}

static const char *
plain_text (Stage *self)
{
  return gtk_label_get_label (child_of_results (self, "plain_label"));
}

static VenuleStudy *
study_of (Stage *self)
{
  return venule_study_window_get_study (VENULE_STUDY_WINDOW (self->window));
}

/* Until the sentence holds @text. */
static void
wait_for (Stage      *self,
          const char *text)
{
  gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (strstr (plain_text (self), text) == NULL)
    {
      if (g_get_monotonic_time () > end)
        g_error ("“%s” does not become “%s”", plain_text (self), text);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

static void
label_all (Stage *self)
{
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *animal = g_strdup_printf ("m%u", i);

      venule_study_recording_set_animal (venule_study_get (study_of (self), i), animal);
      venule_study_recording_set_group (venule_study_get (study_of (self), i), i < N / 2 ? "WT" : "KO");
    }
}

/* The first one beneath @widget that is on screen. */
static GtkWidget *
find_text (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_TEXT (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_text (child);
  return found;
}

/* As with the keys: the entry keeps the focus, and nobody has pressed Return. */
static void
test_a_label_that_is_typed_counts (Stage         *self,
                                   gconstpointer  data)
{
  GtkWidget *text = NULL;
  gboolean counts = FALSE;

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  while (!(text = find_text (child_of (self, "table"))) || !gtk_widget_grab_focus (text))
    g_main_context_iteration (NULL, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (text), "typed");
  g_assert_false (venule_closable_may_close (VENULE_CLOSABLE (self->window)));
  for (guint i = 0; i < N; i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study_of (self), i);

      counts = counts || g_str_equal (venule_study_recording_get_animal (recording), "typed");
    }
  g_assert_true (counts);
}

static void
test_labels_give_a_result (Stage         *self,
                           gconstpointer  data)
{
  guint quantity, n;

  g_assert_cmpstr (gtk_stack_get_visible_child_name (child_of (self, "stack")), ==, "empty");
  g_assert_false (gtk_widget_get_sensitive (child_of (self, "save_button")));
  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  wait_for (self, "There is only one group");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (child_of (self, "stack")), ==, "study");
  g_assert_true (gtk_widget_get_visible (child_of_results (self, "warnings_label")));

  label_all (self);
  wait_for (self, "Higher in “KO” (4 animals) than in “WT” (4): p = 0.029.");
  g_assert_true (gtk_widget_get_sensitive (child_of (self, "save_button")));
  g_assert_false (gtk_widget_get_visible (child_of_results (self, "warnings_label")));
  g_assert_nonnull (
    strstr (gtk_label_get_label (child_of_results (self, "paragraph_label")), "Mann–Whitney test: U = 0, n = 4 and 4"));

  /* What does not count changes the result; another quantity does, too. */
  venule_study_recording_set_included (venule_study_get (study_of (self), 0), FALSE);
  wait_for (self, "was shown (p = 0.057, 3 and 4 animals)");
  quantity = (guint) (venule_study_find_quantity ("rolling_cells") - venule_study_get_quantities (&n));
  gtk_drop_down_set_selected (child_of (self, "quantity_drop_down"), quantity);
  g_assert_cmpstr (venule_study_get_quantity (study_of (self))->id, ==, "rolling_cells");
  wait_for (self, "p = 1.00");
}

/* An outlier is seen in the study, and corrected in its own window. */
static void
test_a_document_that_changes_is_read_again (Stage         *self,
                                            gconstpointer  data)
{
  g_autoptr (GFile) lowest = g_file_new_for_path (self->paths[0]);
  g_autoptr (GFile) highest = g_file_new_for_path (self->paths[N - 1]);
  gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;
  GError *error = NULL;

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  label_all (self);
  wait_for (self, "p = 0.029");
  g_file_copy (lowest, highest, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  while (strstr (plain_text (self), "p = 0.029") && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  wait_for (self, "was shown (p = 0.");
}

/* Nothing lies over their last lines. */
static void
test_warnings_have_room (Stage         *self,
                         gconstpointer  data)
{
  GtkWidget *warnings = child_of_results (self, "warnings_label");
  int needed;

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  label_all (self);
  wait_for (self, "p = 0.029");
  venule_study_recording_set_animal (venule_study_get (study_of (self), 0), "");
  venule_study_recording_set_group (venule_study_get (study_of (self), 2), "A group of which there is but one animal");
  venule_study_recording_set_animal (venule_study_get (study_of (self), 3), "m2");
  while (gtk_label_get_label (GTK_LABEL (warnings))[0] == '\0')
    g_main_context_iteration (NULL, TRUE);
  gtk_test_widget_wait_for_draw (self->window);
  gtk_widget_measure (warnings, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (warnings), &needed, NULL, NULL, NULL);
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (warnings))), >, 3);
  g_assert_cmpint (gtk_widget_get_height (warnings), >=, needed);
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

/* In a column that has room for a few characters of names that begin and end alike. */
static void
test_names_are_told_apart (Stage         *self,
                           gconstpointer  data)
{
  static const char *const places[] = { "w1 venule 2", "w1 venule 3", "k7 venule 2" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *name = g_strdup_printf ("2024-05-17 cremaster muscle mouse %s after TNF.venule", places[i]);
      char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_rename (self->paths[i], path), ==, 0);
      g_free (self->paths[i]);
      self->paths[i] = path;
    }
  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths,
                           G_N_ELEMENTS (places));
  wait_for (self, "There is only one group");
  gtk_test_widget_wait_for_draw (self->window);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *shown = g_strconcat ("…", places[i], NULL);

      g_assert_nonnull (find_label (child_of (self, "table"), shown));
    }
}

static gpointer
look_child (VenuleFigureOptionsBox *look,
            const char             *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (look), VENULE_TYPE_FIGURE_OPTIONS_BOX, name);
}

static void
test_the_figure_is_chosen (Stage         *self,
                           gconstpointer  data)
{
  GtkDropDown *kind = child_of_results (self, "kind_drop_down");
  VenuleFigureOptionsBox *look;

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  label_all (self);
  wait_for (self, "p = 0.029");
  for (guint i = 0; i < g_list_model_get_n_items (gtk_drop_down_get_model (kind)); i++)
    {
      gtk_drop_down_set_selected (kind, i);
      g_assert_cmpint (gtk_widget_get_visible (child_of_results (self, "measure_drop_down")), ==, i == 3 || i == 4);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  /* Its look, in a box that opens from a button. */
  look = child_of_results (self, "look_box");
  g_assert_cmpfloat (venule_figure_options_box_get_options (look)->width, ==, 85);
  g_assert_false (gtk_widget_get_visible (look_child (look, "kind_group")));
  adw_combo_row_set_selected (look_child (look, "size_row"), 2);
  g_assert_cmpfloat (venule_figure_options_box_get_options (look)->width, ==, 180);
  gtk_widget_activate_action (self->window, "win.copy-figure", NULL);
  g_assert_true (
    gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (gtk_widget_get_clipboard (self->window)),
                                           "image/svg+xml"));
  g_assert_true (
    gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (gtk_widget_get_clipboard (self->window)),
                                           "image/png"));
  gtk_widget_activate_action (self->window, "win.copy-text", NULL);
  g_assert_true (gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (gtk_widget_get_clipboard (self->window)),
                                                    G_TYPE_STRING));
}

static void
test_a_study_is_opened_and_documents_that_are_missing_are_told (Stage         *self,
                                                                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "it.venule-study", NULL);
  g_autoptr (VenuleStudy) study = venule_study_new ();

  for (guint i = 0; i < N; i++)
    {
      VenuleStudyRecording *recording = venule_study_add (study, self->paths[i]);
      g_autofree char *animal = g_strdup_printf ("m%u", i);

      venule_study_recording_set_animal (recording, animal);
      venule_study_recording_set_group (recording, i < N / 2 ? "WT" : "KO");
    }
  g_assert_true (venule_study_save (study, path, NULL));
  g_unlink (self->paths[7]);
  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const[]) { path }, 1);
  wait_for (self, "was shown (p = 0.057, 4 and 3 animals)");
  g_assert_nonnull (venule_study_recording_get_problem (venule_study_get (study_of (self), 7)));
  g_assert_true (gtk_widget_get_visible (child_of_results (self, "warnings_label")));
  g_assert_cmpstr (adw_window_title_get_subtitle (child_of (self, "title")), ==, "it.venule-study");
  g_assert_false (venule_study_get_modified (study_of (self)));

  venule_study_recording_set_group (venule_study_get (study_of (self), 7), "other");
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (child_of (self, "title")), "not saved"));
}

/* Its button to close is on every screen. */
static void
test_window_fits_a_small_screen (Stage         *self,
                                 gconstpointer  data)
{
  GtkDropDown *quantities = child_of (self, "quantity_drop_down");

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  label_all (self);
  wait_for (self, "p = 0.029");
  for (guint i = 0; i < g_list_model_get_n_items (gtk_drop_down_get_model (quantities)); i++)
    {
      int least;

      gtk_drop_down_set_selected (quantities, i);
      gtk_widget_measure (self->window, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, 800);
    }
}

static GtkSelectionModel *
selection_of (GtkWidget *widget)
{
  GtkSelectionModel *found = GTK_IS_COLUMN_VIEW (widget) ? gtk_column_view_get_model (GTK_COLUMN_VIEW (widget)) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = selection_of (child);
  return found;
}

static void
test_selected_recordings_are_removed (Stage         *self,
                                      gconstpointer  data)
{
  VenuleStudyTable *table = child_of (self, "table");

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, N);
  label_all (self);
  wait_for (self, "p = 0.029");
  venule_study_table_remove_selected (table);
  g_assert_cmpuint (venule_study_get_n (study_of (self)), ==, N);

  gtk_selection_model_select_item (selection_of (GTK_WIDGET (table)), 1, TRUE);
  gtk_selection_model_select_item (selection_of (GTK_WIDGET (table)), N - 1, FALSE);
  gtk_widget_activate_action (self->window, "win.remove", NULL);
  g_assert_cmpuint (venule_study_get_n (study_of (self)), ==, N - 2);
  venule_study_set_adherent_seconds (study_of (self), 5);
  gtk_widget_activate_action (self->window, "win.undo", NULL);
  g_assert_null (venule_study_recording_get_numbers (venule_study_get (study_of (self), 1)));
  for (guint i = 0; i < N; i++)
    g_assert_cmpstr (venule_study_recording_get_path (venule_study_get (study_of (self), i)), ==, self->paths[i]);
  g_assert_cmpstr (venule_study_recording_get_animal (venule_study_get (study_of (self), 1)), ==, "m1");
  wait_for (self, "p = 0.029");

  while (venule_study_get_n (study_of (self)) > 0)
    venule_study_remove (study_of (self), 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (gtk_stack_get_visible_child_name (child_of (self, "stack")), ==, "empty");
}

/* Not with the files that were used last: they are no folder to save in. */
static void
test_dialogs_begin_beside_the_documents (Stage         *self,
                                         gconstpointer  data)
{
  gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *path = NULL;

  venule_study_window_add (VENULE_STUDY_WINDOW (self->window), (const char *const *) self->paths, 1);
  gtk_widget_activate_action (self->window, "win.add", NULL);
  while (!folder && g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      folder = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (VENULE_STUDY_WINDOW (self->window)->chooser));
    }
  g_assert_nonnull (folder);
  path = g_file_get_path (folder);
  g_assert_cmpstr (path, ==, self->folder);
}

/* The documents are still being read when the window goes. */
static void
test_closing_while_reading (Stage         *self,
                            gconstpointer  data)
{
  GtkWidget *other = venule_study_window_new (NULL);

  venule_study_window_add (VENULE_STUDY_WINDOW (other), (const char *const *) self->paths, N);
  gtk_window_present (GTK_WINDOW (other));
  gtk_window_destroy (GTK_WINDOW (other));
  for (guint i = 0; i < 200; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(name, function) g_test_add ("/study-window/" name, Stage, NULL, set_up, function, tear_down)
  TEST ("labels give a result", test_labels_give_a_result);
  TEST ("a label that is typed counts", test_a_label_that_is_typed_counts);
  TEST ("a document that changes is read again", test_a_document_that_changes_is_read_again);
  TEST ("warnings have room", test_warnings_have_room);
  TEST ("names are told apart", test_names_are_told_apart);
  TEST ("the figure is chosen", test_the_figure_is_chosen);
  TEST ("a study is opened, and documents that are missing are told",
        test_a_study_is_opened_and_documents_that_are_missing_are_told);
  TEST ("window fits a small screen", test_window_fits_a_small_screen);
  TEST ("selected recordings are removed", test_selected_recordings_are_removed);
  TEST ("dialogs begin beside the documents", test_dialogs_begin_beside_the_documents);
  TEST ("closing while reading", test_closing_while_reading);

  return g_test_run ();
}
