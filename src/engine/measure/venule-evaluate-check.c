/* venule-evaluate-check.c: whether the tables of an evaluation belong together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-evaluate-private.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

#define MOST_PAIRS (1u << 26) /* of tracks: they are in memory, and no video has so many cells */
#define SHARED 0.5 /* of the frames of two tables of one video, at least, both have */

typedef struct {
  double left, top, right, bottom;
} Box;

static const VenuleEvaluatePoint *
get_point (const VenuleEvaluateTable *table,
           guint                      i)
{
  return &g_array_index (table->points, VenuleEvaluatePoint, i);
}

static gint64
get_first (const VenuleEvaluateTable *table)
{
  return get_point (table, 0)->frame;
}

static gint64
get_last (const VenuleEvaluateTable *table)
{
  return get_point (table, table->points->len - 1)->frame;
}

/* Of centres, and as far around them as a match may be. */
static Box
find_box (const VenuleEvaluateTable   *table,
          const VenuleEvaluateOptions *options)
{
  Box box = { INFINITY, INFINITY, -INFINITY, -INFINITY };

  for (guint i = 0; i < table->points->len; i++)
    {
      const VenuleEvaluatePoint *p = get_point (table, i);
      double reach = options->max_distance > 0 ? options->max_distance : p->radius;

      box.left = fmin (box.left, p->x - reach);
      box.top = fmin (box.top, p->y - reach);
      box.right = fmax (box.right, p->x + reach);
      box.bottom = fmax (box.bottom, p->y + reach);
    }

  return box;
}

gboolean
venule_evaluate_check_size (const VenuleEvaluateTable  *truth,
                            const VenuleEvaluateTable  *found,
                            GError                    **error)
{
  if ((guint64) truth->n_tracks * found->n_tracks <= MOST_PAIRS)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” has %u cells and “%s” has %u tracks, which are too many to be compared. Compare fewer frames."),
               truth->path, truth->n_tracks, found->path, found->n_tracks);
  return FALSE;
}

gboolean
venule_evaluate_check_frames (const VenuleEvaluateTable    *truth,
                              const VenuleEvaluateTable    *found,
                              const VenuleEvaluateOptions  *options,
                              GError                      **error)
{
  gint64 first = MIN (truth->first_frame, found->first_frame), last = MAX (truth->last_frame, found->last_frame);

  if (first <= last && (options->first_frame > last || options->last_frame < first))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("None of the frames that are to be compared is in “%s” or “%s”: these have frames %lld to %lld. "
                     "Choose frames among them."), truth->path, found->path, (long long) first, (long long) last);
      return FALSE;
    }
  if (truth->points->len > 0 && found->points->len > 0 &&
      (get_last (truth) < get_first (found) || get_last (found) < get_first (truth)))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” has frames %lld to %lld, and “%s” has frames %lld to %lld. Give tables of the same video."),
                   truth->path, (long long) get_first (truth), (long long) get_last (truth), found->path,
                   (long long) get_first (found), (long long) get_last (found));
      return FALSE;
    }

  return TRUE;
}

gboolean
venule_evaluate_check_claims (const VenuleEvaluateTable    *found,
                              GHashTable                   *claims,
                              const VenuleEvaluateOptions  *options,
                              GError                      **error)
{
  for (guint i = 0; i < found->points->len; i++)
    {
      const VenuleEvaluatePoint *p = get_point (found, i);
      const char *id = g_ptr_array_index (found->ids, p->track);
      const VenuleEvaluateClaim *claim = g_hash_table_lookup (claims, id);

      if (claim != NULL && p->frame >= claim->first_frame && p->frame <= claim->last_frame)
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” has the track “%s” in frame %lld, and “%s” does not. Give the two tables of one analysis."),
                   found->path, id, (long long) p->frame, options->tracks_path);
      return FALSE;
    }

  return TRUE;
}

/* An analysis that finds little, or a part of a video that is empty, is compared all the same. */
GPtrArray *
venule_evaluate_list_notes (const VenuleEvaluateTable   *truth,
                            const VenuleEvaluateTable   *found,
                            const VenuleEvaluateOptions *options)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  gint64 last = MAX (truth->last_frame, found->last_frame);
  Box of_truth, of_found;

  if (last >= 0 && options->last_frame < G_MAXINT64 && options->last_frame > last)
    g_ptr_array_add (notes, g_strdup_printf (_("The tables end at frame %lld, before the last one that is to be "
                                               "compared."), (long long) last));
  if (truth->points->len == 0 || found->points->len == 0)
    return notes;

  if (MIN (get_last (truth), get_last (found)) - MAX (get_first (truth), get_first (found)) + 1 <
      SHARED * (double) (MAX (get_last (truth), get_last (found)) - MIN (get_first (truth), get_first (found)) + 1))
    g_ptr_array_add (notes, g_strdup_printf (_("“%s” has frames %lld to %lld, and “%s” has frames %lld to %lld: check "
                                               "that they are of the same video."), truth->path,
                                             (long long) get_first (truth), (long long) get_last (truth), found->path,
                                             (long long) get_first (found), (long long) get_last (found)));
  of_truth = find_box (truth, options);
  of_found = find_box (found, options);
  if (of_found.left > of_truth.right || of_found.right < of_truth.left || of_found.top > of_truth.bottom ||
      of_found.bottom < of_truth.top)
    g_ptr_array_add (notes, g_strdup_printf (_("All spots of “%s” lie outside of the area of “%s”: check that they are "
                                               "of the same video."), found->path, truth->path));

  return notes;
}
