/* venule-tissue-path.c: the path of a cell through the tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tissue-path.h"

#include <math.h>
#include <string.h>

#include "venule-order.h"

/**
 * venule_tissue_path_new:
 * @serial: the order in which they began
 * @n: number of spots
 *
 * Returns: (transfer full): a path without evidence; its spots are all 0
 */
VenuleTissuePath *
venule_tissue_path_new (guint serial,
                        guint n)
{
  VenuleTissuePath *self = g_new0 (VenuleTissuePath, 1);

  self->serial = serial;
  self->spots = g_array_new (FALSE, TRUE, sizeof (VenuleTissueSpot));
  g_array_set_size (self->spots, n);
  return self;
}

void
venule_tissue_path_free (VenuleTissuePath *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->spots);
  g_free (self);
}

int
venule_tissue_path_compare (gconstpointer a,
                            gconstpointer b)
{
  const VenuleTissuePath *first = *(VenuleTissuePath *const *) a, *second = *(VenuleTissuePath *const *) b;
  gint64 p = venule_tissue_path_spot (first, 0)->frame, q = venule_tissue_path_spot (second, 0)->frame;

  if (p != q)
    return p < q ? -1 : 1;
  return (first->serial > second->serial) - (first->serial < second->serial);
}

void
venule_tissue_paths_keep (GPtrArray      *paths,
                          const gboolean *kept)
{
  guint n = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      VenuleTissuePath *path = g_steal_pointer (&g_ptr_array_index (paths, i));

      if (kept[i])
        g_ptr_array_index (paths, n++) = path;
      else
        venule_tissue_path_free (path);
    }
  g_ptr_array_set_size (paths, (int) n);
}

/* Interpolated spots from the last one up to the frame before @next's. */
static void
fill_gap (VenuleTissuePath       *self,
          const VenuleTissueSpot *next,
          double                  diameter)
{
  const VenuleTissueSpot last = *venule_tissue_path_last (self);
  gint64 frames = next->frame - last.frame;

  for (gint64 frame = last.frame + 1; frame < next->frame; frame++)
    {
      double part = (double) (frame - last.frame) / frames;
      VenuleTissueSpot spot = {
        .frame = frame,
        .time = last.time + part * (next->time - last.time),
        .x = last.x + part * (next->x - last.x),
        .y = last.y + part * (next->y - last.y),
        .move_x = (float) ((next->x - last.x) / frames),
        .move_y = (float) ((next->y - last.y) / frames),
        .move_sd = (float) (VENULE_GAP_STEP_SD * diameter),
        .radius = (float) (last.radius + part * (next->radius - last.radius)),
        .source = VENULE_SPOT_INTERPOLATED,
        .shift_x = last.shift_x,
        .shift_y = last.shift_y,
      };

      memcpy (spot.contour, last.contour, sizeof spot.contour);
      g_array_append_val (self->spots, spot);
    }
}

void
venule_tissue_path_append_all (VenuleTissuePath       *self,
                               const VenuleTissuePath *next)
{
  g_array_append_vals (self->spots, next->spots->data, next->spots->len);
  self->free_flowing = self->free_flowing || next->free_flowing;
  self->hits += next->hits;
  self->opportunities += next->opportunities;
  self->crowded += next->crowded;
  self->joins += next->joins;
}

void
venule_tissue_path_join (VenuleTissuePath       *self,
                         const VenuleTissuePath *next,
                         double                  diameter)
{
  guint first;

  fill_gap (self, venule_tissue_path_spot (next, 0), diameter);
  first = self->spots->len;
  venule_tissue_path_append_all (self, next);
  venule_tissue_path_mend_step (self, first, diameter);
  self->joins++;
}

void
venule_tissue_path_mend_step (VenuleTissuePath *self,
                              guint             index,
                              double            diameter)
{
  VenuleTissueSpot *spot = venule_tissue_path_spot (self, index), *before = venule_tissue_path_spot (self, index - 1);

  spot->move_x = (float) (spot->x - before->x);
  spot->move_y = (float) (spot->y - before->y);
  spot->move_sd = (float) (VENULE_GAP_STEP_SD * diameter);
}

guint
venule_tissue_path_index_from (const VenuleTissuePath *self,
                               gint64                  frame)
{
  guint n = self->spots->len;
  gint64 since = n > 0 ? frame - venule_tissue_path_spot (self, 0)->frame : -1;

  /* Nearly always none is missing. */
  if (since >= 0 && since < n && venule_tissue_path_spot (self, (guint) since)->frame == frame)
    return (guint) since;
  return (guint) venule_bisect (0, n, i, venule_tissue_path_spot (self, (guint) i)->frame < frame);
}

void
venule_tissue_path_count_evidence (VenuleTissuePath *self,
                                   double            opportunities)
{
  self->hits = 0;
  for (guint i = 0; i < self->spots->len; i++)
    self->hits += venule_tissue_path_spot (self, i)->source == VENULE_SPOT_DETECTED;
  self->opportunities = MAX (self->hits, (guint) lround (opportunities));
}

GArray *
venule_tissue_path_make_spots (const VenuleTissuePath *self)
{
  GArray *spots = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), self->spots->len);

  for (guint i = 0; i < self->spots->len; i++)
    {
      const VenuleTissueSpot *from = venule_tissue_path_spot (self, i);
      VenuleSpot spot = { .frame = from->frame, .time = from->time, .x = from->x + from->shift_x,
                          .y = from->y + from->shift_y, .radius = from->radius, .score = from->score,
                          .source = from->source, .shift_x = from->shift_x, .shift_y = from->shift_y,
                          .uncertainty = from->uncertainty };

      memcpy (spot.contour, from->contour, sizeof spot.contour);
      g_array_append_val (spots, spot);
    }
  return spots;
}
