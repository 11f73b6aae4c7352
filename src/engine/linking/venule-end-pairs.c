/* venule-end-pairs.c: ends of paths, and the later beginnings within reach of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-end-pairs.h"

#include "venule-order.h"
#include "venule-spatial-index.h"

/* A path, for sorting. */
typedef struct {
  gint64 frame;
  guint  index;
} Entry;

/* What ends, or begins, in one frame. */
typedef struct {
  gint64              frame;
  double              time;
  guint               first; /* of its entries */
  VenuleSpatialIndex *places;
} Moment;

/* All of a run. */
typedef struct {
  GArray *entries; /* of Entry, by frame */
  GArray *moments; /* of Moment, by frame */
} Schedule;

static void
moment_clear (gpointer data)
{
  venule_spatial_index_free (((Moment *) data)->places);
}

static void
schedule_clear (Schedule *self)
{
  g_array_unref (self->entries);
  g_array_unref (self->moments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Schedule, schedule_clear)

static int
compare_entries (const void *a,
                 const void *b)
{
  const Entry *first = a, *second = b;

  if (first->frame != second->frame)
    return first->frame < second->frame ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

static const Moment *
moment_at (const Schedule *self,
           guint           i)
{
  return &g_array_index (self->moments, Moment, i);
}

static void
schedule_init (Schedule            *self,
               const VenulePathEnd *ends,
               guint                n)
{
  self->entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), n);
  self->moments = g_array_new (FALSE, FALSE, sizeof (Moment));
  g_array_set_clear_func (self->moments, moment_clear);
  for (guint i = 0; i < n; i++)
    g_array_append_val (self->entries, ((Entry){ ends[i].frame, i }));
  g_array_sort (self->entries, compare_entries);
  for (guint k = 0; k < n; k++)
    {
      const VenulePathEnd *end = &ends[g_array_index (self->entries, Entry, k).index];

      if (self->moments->len == 0 || moment_at (self, self->moments->len - 1)->frame != end->frame)
        g_array_append_val (self->moments,
                            ((Moment){ end->frame, end->time, k, venule_spatial_index_new (0) }));
      venule_spatial_index_add (moment_at (self, self->moments->len - 1)->places, end->x, end->y);
    }
}

/* Fills @near with those of a moment within reach of @from, which is @gap away from it, s. */
static void
find_near (const Schedule       *self,
           const Moment         *moment,
           const VenulePathEnd  *from,
           double                gap,
           const VenuleEndReach *reach,
           GArray               *near)
{
  venule_spatial_index_find (moment->places, from->x, from->y,
                             reach->standing + reach->moving * from->speed * MAX (gap, 0), near);
  for (guint k = 0; k < near->len; k++)
    {
      guint *index = &g_array_index (near, guint, k);

      *index = g_array_index (self->entries, Entry, moment->first + *index).index;
    }
}

/* The faster one of a pair tells how far apart they may be, and looks for the other. */
gboolean
venule_find_end_pairs (const VenulePathEnd  *ends,
                       const VenulePathEnd  *beginnings,
                       guint                 n,
                       const VenuleEndReach *reach,
                       VenuleEndPairFunc     func,
                       gpointer              data,
                       GCancellable         *cancellable)
{
  g_auto (Schedule) ending = { 0 }, beginning = { 0 };
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  schedule_init (&ending, ends, n);
  schedule_init (&beginning, beginnings, n);
  for (guint i = 0; i < n; i++)
    {
      const VenulePathEnd *end = &ends[i], *begin = &beginnings[i];
      guint later = (guint) venule_bisect (0, beginning.moments->len, k,
                                           moment_at (&beginning, k)->frame <= end->frame);
      guint earlier = (guint) venule_bisect (0, ending.moments->len, k, moment_at (&ending, k)->frame < begin->frame);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (; later < beginning.moments->len && moment_at (&beginning, later)->time - end->time <= reach->gap; later++)
        {
          const Moment *moment = moment_at (&beginning, later);

          find_near (&beginning, moment, end, moment->time - end->time, reach, near);
          for (guint k = 0; k < near->len; k++)
            if (beginnings[g_array_index (near, guint, k)].speed <= end->speed)
              func (data, i, g_array_index (near, guint, k));
        }
      for (; earlier > 0 && begin->time - moment_at (&ending, earlier - 1)->time <= reach->gap; earlier--)
        {
          const Moment *moment = moment_at (&ending, earlier - 1);

          find_near (&ending, moment, begin, begin->time - moment->time, reach, near);
          for (guint k = 0; k < near->len; k++)
            if (ends[g_array_index (near, guint, k)].speed < begin->speed)
              func (data, g_array_index (near, guint, k), i);
        }
    }
  return TRUE;
}
