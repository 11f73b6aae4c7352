/* venule-export-report.c: report.pdf, the recording on one page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"
#include "venule-report.h"

GBytes *
venule_export_make_report (const VenuleResults  *results,
                           GCancellable         *cancellable,
                           GError              **error)
{
  g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_report_free);
  VenuleReport *page = venule_report_new (results, cancellable, error);

  if (page == NULL)
    return NULL;
  g_ptr_array_add (pages, page);
  if (results->unpictured != NULL && venule_report_get_problem (page) != NULL)
    *results->unpictured = g_strdup (venule_report_get_problem (page));

  return venule_report_make_pdf (pages, error);
}
