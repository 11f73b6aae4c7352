/* venule-maxima.c: the summits of a map of scores, however many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-maxima.h"

#define FIRST_CAPACITY 1024 /* candidates; more where a frame has more */

static int
compare_candidates (const void *a,
                    const void *b)
{
  const vnk_candidate *first = a, *second = b;

  if (first->score != second->score)
    return first->score < second->score ? 1 : -1;
  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  return (first->x > second->x) - (first->x < second->x);
}

/**
 * venule_maxima_find:
 * @backend: the kernels
 * @score: what is compared
 * @radius: handed on in the candidates
 * @mean: handed on in the candidates
 * @growth: (nullable): handed on in the candidates
 * @dilated: the largest score around each pixel
 * @threshold: score that a maximum must be above
 * @border: px at the border in which none counts
 * @candidates: (element-type vnk_candidate): filled, the best score first; its memory is kept from frame to frame
 * @error: return location
 *
 * vnk_backend.maxima() with room for all: what is left out at the end of a list would be a part of the picture.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_maxima_find (vnk_backend     *backend,
                    const vnk_plane *score,
                    const vnk_plane *radius,
                    const vnk_plane *mean,
                    const vnk_plane *growth,
                    const vnk_plane *dilated,
                    float            threshold,
                    int              border,
                    GArray          *candidates,
                    GError         **error)
{
  int n = 0;

  g_array_set_size (candidates, MAX (candidates->len, FIRST_CAPACITY));
  for (;;)
    {
      int capacity = (int) candidates->len;

      if (!venule_kernels_check (backend->maxima (backend, score, radius, mean, growth, dilated, threshold, border,
                                                  (vnk_candidate *) candidates->data, capacity, &n), error))
        return FALSE;
      g_array_set_size (candidates, n);
      if (n <= capacity)
        break;
    }
  qsort (candidates->data, n, sizeof (vnk_candidate), compare_candidates);

  return TRUE;
}
