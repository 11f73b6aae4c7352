/* venule-tiff-range.c: the range of the numbers of a whole stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-tiff-range.h"

/**
 * venule_tiff_range_measure:
 * @stack: which picture is which frame
 * @options: how the stack is read
 * @locator: on it
 * @first: how its first frame is stored; others are skipped
 * @component: which sample of a pixel
 * @n_promised: number of frames; 0: as many as there are
 * @extremes: (inout): what has been seen so far
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Looks at the numbers of all frames, which tell how they fit into 16 bits.
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED
 */
gboolean
venule_tiff_range_measure (VenuleStack              *stack,
                           const VenuleInputOptions *options,
                           VenulePageLocator        *locator,
                           const VenuleTiffPage     *first,
                           int                       component,
                           gint64                    n_promised,
                           VenuleTiffExtremes       *extremes,
                           GCancellable             *cancellable,
                           GError                  **error)
{
  gint64 n = n_promised > 0 ? n_promised : G_MAXINT64;

  for (gint64 i = 0; i < n; i++)
    {
      gint64 plane = n_promised == 0 ? i : venule_stack_get_frame (stack, options, i);
      VenuleTiffPlace place;
      g_auto (VenuleTiffPage) page = { 0 };

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!venule_page_locator_find (locator, plane, &place, cancellable, NULL))
        {
          if (!venule_page_locator_check (locator, error))
            return FALSE;
          if (n_promised == 0)
            break;
          continue;
        }
      if (venule_page_locator_has_samples (locator, &place) && venule_page_locator_go (locator, &place, NULL) &&
          venule_tiff_page_read (&page, locator->file, "", NULL) && venule_tiff_page_is_like (&page, first))
        venule_tiff_page_find_extremes (&page, component, locator->file, place.data, extremes);
      if (!venule_page_locator_check (locator, error))
        return FALSE;
    }
  return TRUE;
}
