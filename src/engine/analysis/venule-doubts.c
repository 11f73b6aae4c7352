/* venule-doubts.c: which places of cells are less certain than the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-doubts.h"

#include <math.h>

#include "venule-neighbours.h"

/* All in cell radii. Measured on made videos: so far off are places at the crop's edge and in a heap, one standard deviation. */
#define CUT 0.12
#define CUT_WITHIN 1.2     /* of the edge, along the flow */
#define CROWDED 0.15
#define CROWDED_WITHIN 1.5 /* of another cell, along and across the frame */

struct _VenuleDoubts
{
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  double                radius;  /* expected, px */
  double                flow_x, flow_y;
  GHashTable           *places;  /* of each frame: VenuleNeighbours */
};

static void
fill_places (VenuleDoubts *self,
             GPtrArray    *tracks)
{
  for (guint i = 0; i < tracks->len; i++)
    {
      guint n;
      const VenulePlace *spots = venule_track_get_places (g_ptr_array_index (tracks, i), &n);

      for (guint k = 0; k < n; k++)
        {
          VenuleNeighbours *cells = g_hash_table_lookup (self->places, &spots[k].frame);

          if (cells == NULL)
            {
              cells = venule_neighbours_new (16);
              g_hash_table_insert (self->places, g_memdup2 (&spots[k].frame, sizeof spots[k].frame), cells);
            }
          venule_neighbours_add (cells, spots[k].x, spots[k].y);
        }
    }
}

/* So that several threads may ask. */
static void
sort_places (VenuleDoubts *self)
{
  GHashTableIter iter;
  gpointer cells;

  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, NULL, &cells))
    venule_neighbours_sort (cells);
}

/**
 * venule_doubts_new:
 * @tracks: (element-type VenuleTrack): all of a run, in places of the tissue
 * @settings: those of the run; kept
 * @frame_width: px
 * @frame_height: px
 *
 * Returns: (transfer full): what is doubtful about their places
 */
VenuleDoubts *
venule_doubts_new (GPtrArray            *tracks,
                   const VenuleSettings *settings,
                   int                   frame_width,
                   int                   frame_height)
{
  VenuleDoubts *self = g_new0 (VenuleDoubts, 1);

  self->settings = settings;
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->radius = settings->cell_diameter / 2;
  venule_vessel_get_flow (settings->vessel, &self->flow_x, &self->flow_y);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) venule_neighbours_free);
  fill_places (self, tracks);
  sort_places (self);

  return self;
}

void
venule_doubts_free (VenuleDoubts *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->places);
  g_free (self);
}

/* The place of the frame that lies @along px downstream of the spot. */
static gboolean
is_in_crop (const VenuleDoubts *self,
            const VenuleSpot   *spot,
            double              along)
{
  return venule_vessel_contains (self->settings->vessel, self->frame_width, self->frame_height,
                                 spot->x + spot->shift_x + along * self->flow_x,
                                 spot->y + spot->shift_y + along * self->flow_y);
}

static double
doubt_about (const VenuleDoubts *self,
             const VenuleSpot   *spot,
             GArray             *near)
{
  double reach = CUT_WITHIN * self->radius;
  gboolean cut = !is_in_crop (self, spot, reach) || !is_in_crop (self, spot, -reach);
  VenuleNeighbours *cells = g_hash_table_lookup (self->places, &spot->frame);

  g_array_set_size (near, 0);
  if (cells != NULL)
    venule_neighbours_find (cells, spot->x, spot->y, CROWDED_WITHIN * self->radius, near);

  /* One of those near is the cell itself. */
  return self->radius * hypot (cut ? CUT : 0, near->len > 1 ? CROWDED : 0);
}

/**
 * venule_doubts_fill:
 * @self: the doubts
 * @spots: (array length=n): spots of the run, in places of the tissue, with the shifts of their frames
 * @n: their number
 *
 * Notes in each spot the standard error of its place besides that of the others, px. Several threads may do so at one time.
 */
void
venule_doubts_fill (const VenuleDoubts *self,
                    VenuleSpot         *spots,
                    guint               n)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    spots[i].doubt = (float) doubt_about (self, &spots[i], near);
}
