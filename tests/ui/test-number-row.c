/* test-number-row.c: numbers that people type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-number-row.h"

typedef struct {
  VenuleNumberRow *row;
  GtkEntry        *entry;
  GtkWidget       *mistake_label;
  double           edited; /* the latest value that a person gave */
  int              n_edited;
} Stage;

static void
on_edited (Stage  *stage,
           double  value)
{
  stage->edited = value;
  stage->n_edited++;
}

static void
set_up (Stage         *stage,
        gconstpointer  optional)
{
  stage->row = g_object_ref_sink (g_object_new (VENULE_TYPE_NUMBER_ROW, "minimum", 1.0, "maximum", 50.0, "digits", 2,
                                                "optional", GPOINTER_TO_INT (optional), NULL));
  stage->entry = GTK_ENTRY (gtk_widget_get_template_child (GTK_WIDGET (stage->row), VENULE_TYPE_NUMBER_ROW, "entry"));
  stage->mistake_label = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (stage->row), VENULE_TYPE_NUMBER_ROW,
                                                                    "mistake_label"));
  g_signal_connect_swapped (stage->row, "edited", G_CALLBACK (on_edited), stage);
}

static void
tear_down (Stage         *stage,
           gconstpointer  data)
{
  g_assert_finalize_object (stage->row);
}

static void
type (Stage      *stage,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (stage->entry), text);
  g_signal_emit_by_name (stage->entry, "activate");
}

static void
test_parse (void)
{
  g_assert_cmpfloat (venule_number_parse ("0.363"), ==, 0.363);
  g_assert_cmpfloat (venule_number_parse ("0,363"), ==, 0.363);
  g_assert_cmpfloat (venule_number_parse (" -2.5e3 "), ==, -2500);
  g_assert_true (isnan (venule_number_parse ("")));
  g_assert_true (isnan (venule_number_parse ("12 µm")));
  g_assert_true (isnan (venule_number_parse ("1,234,5")));
  g_assert_true (isnan (venule_number_parse ("inf")));
  g_assert_true (isnan (venule_number_parse ("nan")));
  g_assert_true (isnan (venule_number_parse ("0x10"))); /* a file would not be read so, either */
  g_assert_cmpfloat (venule_number_parse ("−13.8"), ==, -13.8); /* as it is copied from a table */
}

static void
test_format (void)
{
  const struct {
    double      value;
    int         digits;
    const char *text;
  } cases[] = {
    { 0.363, 5, "0.363" }, { 20, 2, "20" }, { 100, 0, "100" }, { -0.001, 2, "0" }, { 1.005, 1, "1" }, { 0.5, 1, "0.5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = venule_number_format (cases[i].value, cases[i].digits);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_typed_number_is_taken (Stage         *stage,
                            gconstpointer  data)
{
  type (stage, " 12,50 ");
  g_assert_cmpint (stage->n_edited, ==, 1);
  g_assert_cmpfloat (stage->edited, ==, 12.5);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, "12.5");

  type (stage, "12.5"); /* the same number is no change */
  g_assert_cmpint (stage->n_edited, ==, 1);
}

/* All of it, in a row that shows two decimals of what was computed. */
static void
test_what_is_shown_is_used (Stage         *stage,
                            gconstpointer  data)
{
  const char *typed[] = { "1.0001", "20.000001", "3.123456789" };

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      type (stage, typed[i]);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, typed[i]);
      g_assert_cmpfloat (stage->edited, ==, g_ascii_strtod (typed[i], NULL));
    }
  type (stage, "2.00000000049");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, "2");
  g_assert_cmpfloat (stage->edited, ==, 2);

  venule_number_row_set_value (stage->row, 0.363 * 10 / 0.363 * (1 + 1e-15)); /* to px, and back */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, "10");
  venule_number_row_set_value (stage->row, G_PI);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, "3.14");
}

static void
test_wrong_text_is_marked_and_not_taken (Stage         *stage,
                                         gconstpointer  data)
{
  const char *wrong[] = { "abc", "0.5", "51", "" };

  venule_number_row_set_value (stage->row, 10);
  gtk_widget_set_tooltip_text (GTK_WIDGET (stage->row), "What it means");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      type (stage, wrong[i]);
      g_assert_cmpint (stage->n_edited, ==, 0);
      g_assert_cmpfloat (venule_number_row_get_value (stage->row), ==, 10);
      g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (stage->entry), "error"));
      /* A tooltip would cover what is said. */
      g_assert_false (gtk_widget_get_has_tooltip (GTK_WIDGET (stage->entry)));
      g_assert_false (gtk_widget_get_has_tooltip (GTK_WIDGET (stage->row)));
      g_assert_true (gtk_widget_get_visible (stage->mistake_label));
    }

  type (stage, "11");
  g_assert_cmpint (stage->n_edited, ==, 1);
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (stage->entry), "error"));
  g_assert_false (gtk_widget_get_visible (stage->mistake_label));
  g_assert_true (gtk_widget_get_has_tooltip (GTK_WIDGET (stage->row)));
}

static void
test_part_of_a_frame_is_refused (Stage         *stage,
                                 gconstpointer  data)
{
  g_object_set (stage->row, "digits", 0, NULL);
  type (stage, "1.5");
  g_assert_cmpint (stage->n_edited, ==, 0);
  g_assert_true (gtk_widget_get_visible (stage->mistake_label));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (stage->mistake_label)), ==, "Type a whole number");

  type (stage, "2.0");
  g_assert_cmpfloat (stage->edited, ==, 2);
  g_assert_false (gtk_widget_get_visible (stage->mistake_label));
}

static void
test_optional_number_can_be_emptied (Stage         *stage,
                                     gconstpointer  data)
{
  venule_number_row_set_value (stage->row, 10);
  type (stage, "");
  g_assert_cmpint (stage->n_edited, ==, 1);
  g_assert_true (isnan (stage->edited));
}

static void
test_set_value_emits_nothing_and_spares_typing (Stage         *stage,
                                                gconstpointer  data)
{
  venule_number_row_set_value (stage->row, 10);
  g_assert_cmpint (stage->n_edited, ==, 0);

  gtk_editable_set_text (GTK_EDITABLE (stage->entry), "23");
  venule_number_row_set_value (stage->row, 10); /* nothing has changed: the person goes on typing */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, "23");
  venule_number_row_set_value (stage->row, 11);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (stage->entry)), ==, "11");
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/number-row/parse", test_parse);
  g_test_add_func ("/number-row/format", test_format);
  g_test_add ("/number-row/typed number is taken", Stage, NULL, set_up, test_typed_number_is_taken, tear_down);
  g_test_add ("/number-row/what is shown is used", Stage, NULL, set_up, test_what_is_shown_is_used, tear_down);
  g_test_add ("/number-row/wrong text is marked and not taken", Stage, NULL, set_up,
              test_wrong_text_is_marked_and_not_taken, tear_down);
  g_test_add ("/number-row/part of a frame is refused", Stage, NULL, set_up, test_part_of_a_frame_is_refused,
              tear_down);
  g_test_add ("/number-row/optional number can be emptied", Stage, GINT_TO_POINTER (TRUE), set_up,
              test_optional_number_can_be_emptied, tear_down);
  g_test_add ("/number-row/set value emits nothing and spares typing", Stage, NULL, set_up,
              test_set_value_emits_nothing_and_spares_typing, tear_down);

  return g_test_run ();
}
