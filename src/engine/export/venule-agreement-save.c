/* venule-agreement-save.c: agreement with manual work as a figure and as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-agreement-save.h"

#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-figure.h"
#include "venule-save.h"

static const char *const names[] = {
  "agreement.csv", "agreement-summary.csv", "agreement.txt", "bland-altman.pdf", "bland-altman.svg", "bland-altman.png",
};

void
venule_agreement_report_draw (const VenuleAgreementReport *self,
                              cairo_t                     *cr,
                              double                       width,
                              double                       height,
                              const VenuleFigureStyle     *style)
{
  g_autoptr(VenuleFigure) figure = NULL;
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();

  g_return_if_fail (self != NULL);

  figure = venule_figure_new_for_agreement (self);
  if (style != NULL && style->font_size > 0)
    options->font_size = style->font_size;
  if (style != NULL)
    options->font_family = g_strdup (style->font_family);
  venule_figure_draw (figure, cr, width, height, options, style != NULL && style->dark);
}

gboolean
venule_agreement_report_check_marks (const char  *directory,
                                     const char  *marks,
                                     GError     **error)
{
  g_return_val_if_fail (directory != NULL && marks != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);
      g_autofree char *shown = venule_display_name_dup_base (marks);

      if (!venule_save_is_same (path, marks))
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("“%s” holds the marks, and would be replaced by a result of that name. Choose another folder."),
                   shown);
      return FALSE;
    }
  return TRUE;
}

gboolean
venule_agreement_report_save (const VenuleAgreementReport  *self,
                              const VenuleFigureOptions    *options,
                              const char                   *directory,
                              GError                      **error)
{
  g_autoptr(VenuleFigure) figure = venule_figure_new_for_agreement (self);
  g_autoptr(VenuleFigureOptions) plain = venule_figure_options_new ();
  g_autoptr(VenuleTable) pairs = venule_agreement_report_make_table (self);
  g_autoptr(VenuleTable) summary = venule_agreement_report_make_summary (self);
  g_autofree char *paragraph = venule_agreement_report_dup_paragraph (self);
  GBytes *contents[G_N_ELEMENTS (names)] = { NULL };
  char *line = g_strconcat (paragraph, "\n", NULL);
  gboolean saved = venule_save_check_directory (directory, error);

  contents[0] = venule_table_to_csv (pairs);
  contents[1] = venule_table_to_csv (summary);
  contents[2] = g_bytes_new_take (line, strlen (line));
  for (guint i = 3; saved && i < G_N_ELEMENTS (names); i++)
    {
      contents[i] = venule_figure_make_bytes (figure, options != NULL ? options : plain, names[i], error);
      saved = contents[i] != NULL;
    }
  saved = saved && venule_save_check_others (directory, names, contents, G_N_ELEMENTS (names), error) &&
          venule_save_all (directory, names, contents, G_N_ELEMENTS (names), error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_clear_pointer (&contents[i], g_bytes_unref);

  return saved;
}
