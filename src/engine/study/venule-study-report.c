/* venule-study-report.c: a comparison as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-report.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-export.h"
#include "venule-output.h"

/* (transfer container): names of its animals, which the results own. */
static const char **
dup_subjects (const VenuleStudyGroup *group)
{
  const char **names = g_new0 (const char *, group->animals->len + 1);

  for (guint i = 0; i < group->animals->len; i++)
    names[i] = g_array_index (group->animals, VenuleStudyAnimal, i).name;

  return names;
}

void
venule_study_figure_init (VenuleStudyFigure         *self,
                          const VenuleStudyResults  *results,
                          VenuleGroupsKind           kind,
                          VenuleGroupsMeasure        measure,
                          const VenuleFigureOptions *options)
{
  guint n;

  g_return_if_fail (self != NULL && results != NULL);

  n = results->groups->len;
  *self = (VenuleStudyFigure) { .groups = g_new0 (VenuleFigureGroup, MAX (n, 1)), .names = g_new0 (char *, n + 1),
                                .subjects = g_new0 (const char **, n + 1) };
  for (guint i = 0; i < n; i++)
    {
      const VenuleStudyGroup *group = venule_study_results_get_group (results, i);

      self->names[i] = g_strdup (*group->name != '\0' ? group->name : _("(no label)"));
      self->groups[i] = (VenuleFigureGroup) { .name = self->names[i], .animals = (const double *) group->values->data,
                                              .n_animals = group->values->len };
      if (results->paired)
        self->groups[i].subjects = self->subjects[i] = dup_subjects (group);
      /* The next time point of the same animals. */
      self->groups[i].joined = results->paired && i > 0 && group->family == venule_study_results_get_group (results, i - 1)->family;
      if (!results->quantity->of_cells)
        continue;
      self->groups[i].cells = (const double *) group->cells->data;
      self->groups[i].n_cells = group->cells->len;
    }
  self->label = *results->unit != '\0' ? g_strdup_printf ("%s (%s)", _(results->quantity->axis), results->unit)
                                       : g_strdup (_(results->quantity->axis));
  self->figure = (VenuleFigureGroups) { .kind = kind, .measure = measure, .options = options, .label = self->label,
                                        .groups = self->groups, .n_groups = n };
}

void
venule_study_figure_clear (VenuleStudyFigure *self)
{
  g_clear_pointer (&self->groups, g_free);
  g_clear_pointer (&self->names, g_strfreev);
  for (guint i = 0; self->subjects != NULL && self->subjects[i] != NULL; i++)
    g_free (self->subjects[i]);
  g_clear_pointer (&self->subjects, g_free);
  g_clear_pointer (&self->label, g_free);
}

/* ---- Files ---- */

#define N_TABLES 7
#define N_FIGURES 3

static gboolean
make_figures (const VenuleStudyFigure  *figure,
              char                    **names,
              GBytes                  **contents,
              GError                  **error)
{
  static const char *const suffixes[N_FIGURES] = { "pdf", "svg", "png" };

  for (guint i = 0; i < N_FIGURES; i++)
    {
      names[i] = g_strdup_printf ("comparison-%s.%s", venule_groups_kind_to_string (figure->figure.kind), suffixes[i]);
      contents[i] = venule_figure_make_groups (&figure->figure, names[i], error);
      if (contents[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

gboolean
venule_study_report_save (VenuleStudy               *study,
                          const VenuleStudyResults  *results,
                          VenuleGroupsKind           kind,
                          VenuleGroupsMeasure        measure,
                          const VenuleFigureOptions *options,
                          const char                *directory,
                          GError                   **error)
{
  static const char *const tables[N_TABLES] = { "recordings.csv", "animals.csv", "groups.csv", "tests.csv", "values.csv",
                                                "comparison.txt", "pairs.csv" };
  /* Groups of different animals have no pairs. */
  guint n_tables = results->paired ? N_TABLES : N_TABLES - 1;
  g_auto(VenuleStudyFigure) figure = { 0 };
  char *names[N_TABLES + N_FIGURES + 1] = { NULL };
  GBytes *contents[N_TABLES + N_FIGURES] = { NULL };
  g_autofree char *paragraph = NULL;
  char *line;
  gboolean saved;

  g_return_val_if_fail (VENULE_IS_STUDY (study), FALSE);
  g_return_val_if_fail (results != NULL && directory != NULL, FALSE);

  venule_study_figure_init (&figure, results, kind, measure, options);
  paragraph = venule_study_results_dup_paragraph (results);
  line = g_strconcat (paragraph, "\n", NULL);
  contents[0] = venule_study_make_recordings (study);
  contents[1] = venule_study_make_animals (results);
  contents[2] = venule_study_make_groups (results);
  contents[3] = venule_study_make_tests (results);
  contents[4] = venule_figure_groups_make_table (&figure.figure);
  contents[5] = g_bytes_new_take (line, strlen (line));
  if (results->paired)
    contents[6] = venule_study_make_pairs (results);
  for (guint i = 0; i < n_tables; i++)
    names[i] = g_strdup (tables[i]);
  saved = make_figures (&figure, names + n_tables, contents + n_tables, error) &&
          venule_export_check_directory (directory, error) &&
          venule_output_save_all (directory, (const char *const *) names, contents, n_tables + N_FIGURES, error);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_clear_pointer (&contents[i], g_bytes_unref);
      g_free (names[i]);
    }

  return saved;
}
