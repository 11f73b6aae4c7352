/* venule-track-overlap.c: where tracks lie on those of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-track-overlap.h"

#include <math.h>

/* Squares of the grid, over all frames. */
#define MAX_SQUARES 4194304
#define MIN_REACH 8.0
/* No picture is as large, px: what lies further out, or nowhere, is taken to be there. */
#define FARTHEST 1e9

struct _VenuleTrackOverlaps
{
  GHashTable *found; /* VenuleTrack → GPtrArray of VenuleTrackOverlap */
};

/* A spot of one of the others. */
typedef struct {
  const VenulePlace *place;
  guint              other;
} Spot;

/* Which spots of the others may be where something is: squares in each frame, each with all that reach into it. */
typedef struct {
  gint64  first, last;     /* frames */
  guint64 n_frames;        /* that have squares of their own; a file may tell of frames that no video has, which share
                              them */
  double  left, top;       /* px */
  double  side;            /* px */
  double  reach;           /* px; a larger cell may touch what is not in its square */
  gint64  n_columns, n_rows;
  guint  *ends;            /* of the spots of each square, in @spots */
  Spot   *spots;
  guint  *frame_ends;      /* of the spots of each frame, in @by_frame */
  Spot   *by_frame;
} Grid;

static void
grid_clear (Grid *grid)
{
  g_free (grid->ends);
  g_free (grid->spots);
  g_free (grid->frame_ends);
  g_free (grid->by_frame);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Grid, grid_clear)

static void
cover_free (VenuleTrackOverlap *cover)
{
  g_free (cover->bits);
  g_free (cover);
}

guint
venule_track_overlap_n_words (VenuleTrack *track)
{
  return (venule_track_get_n_spots (track) + 63) / 64;
}

/* ---- Where the others are ---- */

static double
bound (double place)
{
  return fmin (fmax (place, -FARTHEST), FARTHEST);
}

static guint64
find_frame (const Grid *grid,
            gint64      frame)
{
  return (guint64) (frame - grid->first) % grid->n_frames;
}

/* Whether there is anything. */
static gboolean
measure_grid (Grid      *grid,
              GPtrArray *others)
{
  double right = -INFINITY, bottom = -INFINITY;

  *grid = (Grid){ .first = G_MAXINT64, .last = -1, .left = INFINITY, .top = INFINITY, .reach = MIN_REACH };
  for (guint i = 0; i < others->len; i++)
    {
      guint n;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (others, i), &n);

      for (guint k = 0; k < n; k++)
        {
          grid->first = MIN (grid->first, places[k].frame);
          grid->last = MAX (grid->last, places[k].frame);
          grid->left = MIN (grid->left, bound (places[k].x));
          grid->top = MIN (grid->top, bound (places[k].y));
          right = MAX (right, bound (places[k].x));
          bottom = MAX (bottom, bound (places[k].y));
          grid->reach = MAX (grid->reach, bound (places[k].radius));
        }
    }
  if (grid->last < grid->first)
    return FALSE;

  grid->n_frames = MIN ((guint64) (grid->last - grid->first) + 1, MAX_SQUARES);
  grid->left -= grid->reach;
  grid->top -= grid->reach;
  for (grid->side = 2 * grid->reach;; grid->side *= 2)
    {
      double n_columns = floor ((right + grid->reach - grid->left) / grid->side) + 1;
      double n_rows = floor ((bottom + grid->reach - grid->top) / grid->side) + 1;

      if (n_columns * n_rows * (double) grid->n_frames > MAX_SQUARES)
        continue;
      grid->n_columns = (gint64) n_columns;
      grid->n_rows = (gint64) n_rows;
      return TRUE;
    }
}

typedef void (*SquareFunc) (Grid  *grid,
                            gint64 square,
                            Spot   spot);

static void
count_in_square (Grid   *grid,
                 gint64  square,
                 Spot    spot)
{
  grid->ends[square + 1]++;
}

static void
put_in_square (Grid   *grid,
               gint64  square,
               Spot    spot)
{
  grid->spots[grid->ends[square]++] = spot;
}

/* All squares into which a spot reaches. */
static void
for_each_square (Grid       *grid,
                 GPtrArray  *others,
                 SquareFunc  func)
{
  for (guint i = 0; i < others->len; i++)
    {
      guint n;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (others, i), &n);

      for (guint k = 0; k < n; k++)
        {
          const VenulePlace *place = &places[k];
          double x = bound (place->x), y = bound (place->y);
          gint64 frame = (gint64) find_frame (grid, place->frame);
          gint64 left = (gint64) ((x - grid->reach - grid->left) / grid->side);
          gint64 right = (gint64) ((x + grid->reach - grid->left) / grid->side);
          gint64 top = (gint64) ((y - grid->reach - grid->top) / grid->side);
          gint64 bottom = (gint64) ((y + grid->reach - grid->top) / grid->side);

          for (gint64 row = top; row <= bottom; row++)
            for (gint64 column = left; column <= right; column++)
              func (grid, (frame * grid->n_rows + row) * grid->n_columns + column, (Spot){ place, i });
        }
    }
}

/* The lists lie one after the other: first their lengths, then their ends. */
static void
fill_squares (Grid      *grid,
              GPtrArray *others)
{
  gint64 n = (gint64) grid->n_frames * grid->n_rows * grid->n_columns;

  grid->ends = g_new0 (guint, n + 1);
  for_each_square (grid, others, count_in_square);
  for (gint64 i = 0; i < n; i++)
    grid->ends[i + 1] += grid->ends[i];
  grid->spots = g_new (Spot, MAX (grid->ends[n], 1));
  /* While a list is filled its number is the end of what is there; in the end that of the list before is its
   * beginning. */
  for_each_square (grid, others, put_in_square);
}

static void
fill_frames (Grid      *grid,
             GPtrArray *others)
{
  guint64 n = grid->n_frames;

  grid->frame_ends = g_new0 (guint, n + 1);
  for (guint i = 0; i < others->len; i++)
    {
      guint n_places;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (others, i), &n_places);

      for (guint k = 0; k < n_places; k++)
        grid->frame_ends[find_frame (grid, places[k].frame) + 1]++;
    }
  for (guint64 i = 0; i < n; i++)
    grid->frame_ends[i + 1] += grid->frame_ends[i];
  grid->by_frame = g_new (Spot, MAX (grid->frame_ends[n], 1));
  for (guint i = 0; i < others->len; i++)
    {
      guint n_places;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (others, i), &n_places);

      for (guint k = 0; k < n_places; k++)
        grid->by_frame[grid->frame_ends[find_frame (grid, places[k].frame)]++] = (Spot){ &places[k], i };
    }
}

/* Spots that may be of the same cell as one at @place; some may be in other frames. */
static const Spot *
find_near (const Grid        *grid,
           const VenulePlace *place,
           guint             *n)
{
  double column = (bound (place->x) - grid->left) / grid->side, row = (bound (place->y) - grid->top) / grid->side;
  gint64 index, square;

  *n = 0;
  if (place->frame < grid->first || place->frame > grid->last)
    return NULL;

  index = (gint64) find_frame (grid, place->frame);
  if (place->radius > grid->reach)
    {
      guint begin = index > 0 ? grid->frame_ends[index - 1] : 0;

      *n = grid->frame_ends[index] - begin;
      return grid->by_frame + begin;
    }

  if (!(column >= 0 && column < (double) grid->n_columns && row >= 0 && row < (double) grid->n_rows))
    return NULL;
  square = (index * grid->n_rows + (gint64) row) * grid->n_columns + (gint64) column;
  *n = grid->ends[square] - (square > 0 ? grid->ends[square - 1] : 0);

  return grid->spots + grid->ends[square] - *n;
}

/* ---- Where the tracks of the run are ---- */

static gboolean
is_same_cell (const VenulePlace *a,
              const VenulePlace *b)
{
  return a->frame == b->frame && hypot (a->x - b->x, a->y - b->y) <= MAX (a->radius, b->radius);
}

/* @current: the cover of each of the others by this track, or NULL; those that were made are in @made. */
static void
cover_track (VenuleTrack         *track,
             const Grid          *grid,
             VenuleTrackOverlap **current,
             GArray              *made)
{
  guint n_places;
  const VenulePlace *places = venule_track_get_places (track, &n_places);

  for (guint i = 0; i < n_places; i++)
    {
      guint n;
      const Spot *near = find_near (grid, &places[i], &n);

      for (guint k = 0; k < n; k++)
        {
          guint other = near[k].other;

          if (!is_same_cell (&places[i], near[k].place))
            continue;
          if (current[other] == NULL)
            {
              current[other] = g_new0 (VenuleTrackOverlap, 1);
              current[other]->track = track;
              current[other]->bits = g_new0 (guint64, venule_track_overlap_n_words (track));
              g_array_append_val (made, other);
            }
          current[other]->n++;
          current[other]->bits[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
        }
    }
}

static void
cover_all (VenuleTrackOverlaps *self,
           GPtrArray           *tracks,
           GPtrArray           *others,
           const Grid          *grid)
{
  g_autofree VenuleTrackOverlap **current = g_new0 (VenuleTrackOverlap *, others->len);
  g_autoptr(GArray) made = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < tracks->len; i++)
    {
      g_array_set_size (made, 0);
      cover_track (g_ptr_array_index (tracks, i), grid, current, made);
      for (guint k = 0; k < made->len; k++)
        {
          guint other = g_array_index (made, guint, k);

          g_ptr_array_add (g_hash_table_lookup (self->found, g_ptr_array_index (others, other)),
                           g_steal_pointer (&current[other]));
        }
    }
}

VenuleTrackOverlaps *
venule_track_overlaps_new (GPtrArray *tracks,
                           GPtrArray *others)
{
  VenuleTrackOverlaps *self = g_new0 (VenuleTrackOverlaps, 1);
  g_auto(Grid) grid = { 0 };

  self->found = g_hash_table_new_full (NULL, NULL, g_object_unref, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < others->len; i++)
    g_hash_table_insert (self->found, g_object_ref (g_ptr_array_index (others, i)),
                         g_ptr_array_new_with_free_func ((GDestroyNotify) cover_free));
  if (!measure_grid (&grid, others))
    return self;

  fill_squares (&grid, others);
  fill_frames (&grid, others);
  cover_all (self, tracks, others, &grid);

  return self;
}

void
venule_track_overlaps_free (VenuleTrackOverlaps *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->found);
  g_free (self);
}

const GPtrArray *
venule_track_overlaps_get (VenuleTrackOverlaps *self,
                           VenuleTrack         *other)
{
  return g_hash_table_lookup (self->found, other);
}
