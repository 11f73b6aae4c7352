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
#include "venule-workbook.h"

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
#define N_FILES (N_TABLES + N_FIGURES + 2) /* and a workbook and pages */

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

/* The tables are in memory already. */
static GBytes *
take_table (gconstpointer data,
            guint         sheet)
{
  GBytes *const *tables = data;

  return g_bytes_ref (tables[sheet]);
}

static GBytes *
make_workbook (GBytes  **tables,
               gboolean  paired,
               GError  **error)
{
  static const char *const names[N_TABLES - 1] = { "Recordings", "Animals", "Groups", "Tests", "Values", "Pairs" };
  const VenuleWorkbook workbook = { .names = names, .n_sheets = G_N_ELEMENTS (names) - (paired ? 0 : 1), .make = take_table, .data = tables };

  return venule_workbook_make (&workbook, NULL, error);
}

/* What is written, by name. */
typedef struct {
  char   *names[N_FILES + 1];
  GBytes *contents[N_FILES];
  guint   n;
} Files;

static void
files_clear (Files *self)
{
  for (guint i = 0; i < N_FILES; i++)
    {
      g_free (self->names[i]);
      g_clear_pointer (&self->contents[i], g_bytes_unref);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

/* @content: (transfer full) (nullable) */
static gboolean
files_add (Files      *self,
           const char *name,
           GBytes     *content)
{
  if (content == NULL)
    return FALSE;
  self->names[self->n] = g_strdup (name);
  self->contents[self->n++] = content;

  return TRUE;
}

static void
add_tables (Files                    *files,
            VenuleStudy              *study,
            const VenuleStudyResults *results,
            const VenuleStudyFigure  *figure)
{
  g_autofree char *paragraph = venule_study_results_dup_paragraph (results);
  char *line = g_strconcat (paragraph, "\n", NULL);

  files_add (files, "recordings.csv", venule_study_make_recordings (study));
  files_add (files, "animals.csv", venule_study_make_animals (results));
  files_add (files, "groups.csv", venule_study_make_groups (results));
  files_add (files, "tests.csv", venule_study_make_tests (results));
  files_add (files, "values.csv", venule_figure_groups_make_table (&figure->figure));
  /* Groups of different animals have none. */
  if (results->paired)
    files_add (files, "pairs.csv", venule_study_make_pairs (results));
  files_add (files, "comparison.txt", g_bytes_new_take (line, strlen (line)));
}

gboolean
venule_study_report_save (VenuleStudy               *study,
                          const VenuleStudyResults  *results,
                          VenuleGroupsKind           kind,
                          VenuleGroupsMeasure        measure,
                          const VenuleFigureOptions *options,
                          gboolean                   pages,
                          GPtrArray                 *unpictured,
                          const char                *directory,
                          GError                   **error)
{
  g_auto(VenuleStudyFigure) figure = { 0 };
  g_auto(Files) files = { .n = 0 };
  guint n_tables;

  g_return_val_if_fail (VENULE_IS_STUDY (study), FALSE);
  g_return_val_if_fail (results != NULL && directory != NULL, FALSE);

  venule_study_figure_init (&figure, results, kind, measure, options);
  add_tables (&files, study, results, &figure);
  n_tables = files.n;
  if (!make_figures (&figure, files.names + n_tables, files.contents + n_tables, error))
    return FALSE;
  files.n += N_FIGURES;

  return files_add (&files, "comparison.xlsx", make_workbook (files.contents, results->paired, error)) &&
         (!pages || files_add (&files, "report.pdf", venule_study_make_pages (study, NULL, unpictured, NULL, error))) &&
         venule_output_check_directory (directory, error) &&
         venule_output_save_all (directory, (const char *const *) files.names, files.contents, files.n, error);
}
