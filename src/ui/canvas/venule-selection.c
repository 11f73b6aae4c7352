/* venule-selection.c: which tracks are selected, shared by video, tables and plots
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-selection.h"

#include "venule-order.h"

struct _VenuleSelection
{
  GObject  parent_instance;
  GArray  *ids; /* guint, sorted, each once */
};

enum
{
  CHANGED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleSelection, venule_selection, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static gboolean
find_id (VenuleSelection *self,
         guint            id,
         guint           *position)
{
  return g_array_binary_search (self->ids, &id, venule_compare_uints, position);
}

static void
venule_selection_finalize (GObject *object)
{
  VenuleSelection *self = VENULE_SELECTION (object);

  g_array_unref (self->ids);

  G_OBJECT_CLASS (venule_selection_parent_class)->finalize (object);
}

static void
venule_selection_class_init (VenuleSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_selection_finalize;

  /**
   * VenuleSelection::changed:
   *
   * Other tracks are selected than before.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
venule_selection_init (VenuleSelection *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
}

/**
 * venule_selection_new:
 *
 * Returns: (transfer full): a selection of no tracks
 */
VenuleSelection *
venule_selection_new (void)
{
  return g_object_new (VENULE_TYPE_SELECTION, NULL);
}

/**
 * venule_selection_clear:
 *
 * Selects nothing. Emits #VenuleSelection::changed when something was selected.
 */
void
venule_selection_clear (VenuleSelection *self)
{
  venule_selection_set (self, NULL, 0);
}

/**
 * venule_selection_set:
 * @ids: (array length=n) (nullable): ids of tracks, in any order; twice the same counts once
 * @n: number of @ids
 *
 * Selects these tracks and no others. Emits #VenuleSelection::changed when that makes a difference.
 */
void
venule_selection_set (VenuleSelection *self,
                      const guint     *ids,
                      guint            n)
{
  g_autoptr (GArray) sorted = NULL;
  guint kept = 0;

  g_return_if_fail (VENULE_IS_SELECTION (self));
  g_return_if_fail (ids != NULL || n == 0);

  sorted = g_array_sized_new (FALSE, FALSE, sizeof (guint), n);
  if (n > 0)
    g_array_append_vals (sorted, ids, n);
  g_array_sort (sorted, venule_compare_uints);
  for (guint i = 0; i < sorted->len; i++)
    {
      guint id = g_array_index (sorted, guint, i);

      if (kept == 0 || g_array_index (sorted, guint, kept - 1) != id)
        g_array_index (sorted, guint, kept++) = id;
    }
  g_array_set_size (sorted, kept);

  if (sorted->len == self->ids->len &&
      (kept == 0 || memcmp (sorted->data, self->ids->data, kept * sizeof (guint)) == 0))
    return;

  g_array_unref (self->ids);
  self->ids = g_steal_pointer (&sorted);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * venule_selection_toggle:
 * @id: of a track
 *
 * Adds the track, or takes it out when it is selected. Emits #VenuleSelection::changed.
 */
void
venule_selection_toggle (VenuleSelection *self,
                         guint            id)
{
  guint position;

  g_return_if_fail (VENULE_IS_SELECTION (self));

  if (find_id (self, id, &position))
    {
      g_array_remove_index (self->ids, position);
    }
  else
    {
      g_array_append_val (self->ids, id);
      g_array_sort (self->ids, venule_compare_uints);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * venule_selection_contains:
 * @id: of a track
 *
 * Returns: whether the track is selected
 */
gboolean
venule_selection_contains (VenuleSelection *self,
                           guint            id)
{
  g_return_val_if_fail (VENULE_IS_SELECTION (self), FALSE);

  return find_id (self, id, NULL);
}

/**
 * venule_selection_get_ids:
 *
 * Returns: (transfer none) (element-type guint): the selected ids, sorted; valid until the next change
 */
GArray *
venule_selection_get_ids (VenuleSelection *self)
{
  g_return_val_if_fail (VENULE_IS_SELECTION (self), NULL);

  return self->ids;
}
