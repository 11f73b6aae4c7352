/* venule-study-report.c: a comparison as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-report.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-export.h"
#include "venule-save.h"
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
      self->groups[i].joined = results->paired && i > 0 &&
                               group->family == venule_study_results_get_group (results, i - 1)->family;
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

#define N_TABLES 6
#define N_FIGURES 3
#define N_FILES (N_TABLES + N_FIGURES + 3) /* and a workbook, pages and a paragraph */

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

/* As the sheets and the files have them; pairs stand last, as groups of different animals have none. */
static const char *const sheet_names[N_TABLES] = { "Recordings", "Animals", "Groups", "Tests", "Values", "Pairs" };
static const char *const table_names[N_TABLES] = { "recordings.csv", "animals.csv", "groups.csv", "tests.csv",
                                                   "values.csv", "pairs.csv" };

static VenuleTable *
take_table (gconstpointer data,
            guint         sheet)
{
  const GPtrArray *tables = data;

  return venule_table_ref (g_ptr_array_index (tables, sheet));
}

static GPtrArray *
make_tables (VenuleStudy              *study,
             const VenuleStudyResults *results,
             const VenuleStudyFigure  *figure)
{
  GPtrArray *tables = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_table_unref);

  g_ptr_array_add (tables, venule_study_make_recordings (study));
  g_ptr_array_add (tables, venule_study_make_animals (results));
  g_ptr_array_add (tables, venule_study_make_groups (results));
  g_ptr_array_add (tables, venule_study_make_tests (results));
  g_ptr_array_add (tables, venule_figure_groups_make_table (&figure->figure));
  if (results->paired)
    g_ptr_array_add (tables, venule_study_make_pairs (results));

  return tables;
}

static void
add_tables (Files                    *files,
            const GPtrArray          *tables,
            const VenuleStudyResults *results)
{
  g_autofree char *paragraph = venule_study_results_dup_paragraph (results);
  char *line = g_strconcat (paragraph, "\n", NULL);

  for (guint i = 0; i < tables->len; i++)
    files_add (files, table_names[i], venule_table_to_csv (g_ptr_array_index (tables, i)));
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
  g_autoptr(GPtrArray) tables = NULL;
  VenuleWorkbook workbook = { .names = sheet_names, .make = take_table };
  guint n_tables;

  g_return_val_if_fail (VENULE_IS_STUDY (study), FALSE);
  g_return_val_if_fail (results != NULL && directory != NULL, FALSE);

  venule_study_figure_init (&figure, results, kind, measure, options);
  tables = make_tables (study, results, &figure);
  workbook.n_sheets = tables->len;
  workbook.data = tables;
  add_tables (&files, tables, results);
  n_tables = files.n;
  if (!make_figures (&figure, files.names + n_tables, files.contents + n_tables, error))
    return FALSE;
  files.n += N_FIGURES;

  return files_add (&files, "comparison.xlsx", venule_workbook_make (&workbook, NULL, error)) &&
         (!pages ||
          files_add (&files, "report.pdf", venule_study_make_pages (study, NULL, unpictured, NULL, NULL, error))) &&
         venule_save_check_others (directory, (const char *const *) files.names, files.contents, files.n, error) &&
         venule_save_check_directory (directory, error) &&
         venule_save_all (directory, (const char *const *) files.names, files.contents, files.n, error);
}
