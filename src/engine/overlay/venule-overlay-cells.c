/* venule-overlay-cells.c: which cells of a frame are in sight, and in which colour
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-cells.h"

#include <math.h>

#include "venule-overlay-color.h"
#include "venule-parallel.h"
#include "venule-velocity.h"

/* What of a cell may lie beside its place: numbers, contours that are no circles. */
#define MARGIN 60.0
/* Cells that are looked at in one go; fewer are not worth a thread. */
#define PART 1024
/* Selected tracks that are looked through one by one. */
#define FEW 8
/* Cells that are looked at one after the other. */
#define BATCH 8
/* Places of a cell that are looked at. */
#define MAX_OFFSETS 24

typedef struct {
  const VenuleOverlay *overlay;
  GHashTable          *selected; /* set of ids; NULL: they are few */
  gint64               frame;
  VenuleTrack *const  *tracks;
  guint              n;
  gint               offsets[MAX_OFFSETS]; /* frames, from this one to those that will be looked at */
  guint              n_offsets;
  VenuleOverlayCell *cells; /* one for each track; those that are not in sight have none */
} Search;

static gboolean
is_selected (const Search *search,
             guint         id)
{
  const GArray *selected = search->overlay->options->selected;

  if (search->selected != NULL)
    return g_hash_table_contains (search->selected, GUINT_TO_POINTER (id));

  for (guint i = 0; selected != NULL && i < selected->len; i++)
    if (g_array_index (selected, guint, i) == id)
      return TRUE;

  return FALSE;
}

void
venule_overlay_color_at (const VenuleOverlay *overlay,
                         VenuleTrack         *track,
                         const VenulePlace   *spot,
                         double              *r,
                         double              *g,
                         double              *b)
{
  gint32 color = venule_track_get_color (track);
  double velocity;

  if (color != VENULE_TRACK_NO_COLOR)
    {
      *r = ((color >> 16) & 0xff) / 255.0;
      *g = ((color >> 8) & 0xff) / 255.0;
      *b = (color & 0xff) / 255.0;
      return;
    }
  if (!overlay->options->color_by_velocity)
    {
      venule_overlay_kind_color (venule_track_get_kind (track), r, g, b);
      return;
    }

  velocity = venule_track_velocity_at (track, overlay->settings, spot->frame);
  venule_overlay_velocity_color (isfinite (velocity) ? fabs (velocity) : 0, overlay->velocity_max, r, g, b);
}

static gboolean
is_in_tail (const VenuleOverlay *overlay,
            const VenulePlace   *spots,
            gint64               i,
            gint64               last)
{
  return spots[last].time - spots[i].time <= overlay->options->tail_seconds;
}

gint64
venule_overlay_find_tail (const VenuleOverlay *overlay,
                          const VenulePlace   *spots,
                          gint64               last)
{
  double step = last > 0 ? spots[last].time - spots[last - 1].time : 0;
  /* Where it is when no frame is missing; what lies between is far more than what lies around it. */
  gint64 first = step > 0 ? last - (gint64) MIN (overlay->options->tail_seconds / step, (double) last) : last;

  while (first < last && !is_in_tail (overlay, spots, first, last))
    first++;
  while (first > 0 && is_in_tail (overlay, spots, first - 1, last))
    first--;
  return first;
}

static gboolean
is_inside (const VenuleOverlay *overlay,
           const VenulePlace   *spot)
{
  double margin = 2 * spot->radius + MARGIN * overlay->px;

  return spot->x > overlay->left - margin && spot->x < overlay->right + margin && spot->y > overlay->top - margin &&
         spot->y < overlay->bottom + margin;
}

static gboolean
is_in_sight (const VenuleOverlay *overlay,
             VenuleTrack         *track,
             const VenulePlace   *spot)
{
  const VenulePlace *spots = venule_track_get_places (track, NULL);

  return is_inside (overlay, spot) ||
         (overlay->options->tails &&
          is_inside (overlay, &spots[venule_overlay_find_tail (overlay, spots, spot - spots)]));
}

static void
look_at (const Search      *search,
         VenuleTrack       *track,
         gboolean           selected,
         VenuleOverlayCell *cell)
{
  const VenuleOverlay *overlay = search->overlay;
  const VenulePlace *spot = venule_track_get_place_at (track, search->frame);

  if (spot == NULL || venule_track_get_hidden (track) ||
      (overlay->options->crowd > 0 && !is_in_sight (overlay, track, spot)))
    return;

  *cell = (VenuleOverlayCell){ .track = track, .spot = spot, .selected = selected };
  venule_overlay_color_at (overlay, track, spot, &cell->r, &cell->g, &cell->b);
}

/* Some tens at a time, so that what is found of them is still near when it is looked at again. */
static void
look_at_batch (Search *search,
               guint   first,
               guint   end)
{
  venule_track_prefetch (search->tracks + first, end - first, search->frame, search->offsets, search->n_offsets);
  for (guint i = first; i < end; i++)
    look_at (search, search->tracks[i], is_selected (search, venule_track_get_id (search->tracks[i])),
             &search->cells[i]);
}

static void
look_at_part (gpointer data,
              guint    part)
{
  Search *search = data;
  guint end = MIN ((part + 1) * PART, search->n);

  for (guint i = part * PART; i < end; i += BATCH)
    look_at_batch (search, i, MIN (i + BATCH, end));
}

/* Which are looked at; of a document a few that have no cell there, too. */
static void
find_tracks (VenuleOverlay *overlay,
             GListModel    *tracks,
             Search        *search)
{
  if (VENULE_IS_DOCUMENT (tracks))
    {
      search->tracks = venule_document_get_tracks_near (VENULE_DOCUMENT (tracks), search->frame, &search->n);
      return;
    }

  search->n = g_list_model_get_n_items (tracks);
  overlay->tracks = g_ptr_array_new_full (search->n, g_object_unref);
  for (guint i = 0; i < search->n; i++)
    g_ptr_array_add (overlay->tracks, g_list_model_get_item (tracks, i));
  search->tracks = (VenuleTrack *const *) overlay->tracks->pdata;
}

/* @from and the next ones after it. */
static void
add_offsets (Search *search,
             gint    from,
             guint   n)
{
  for (guint i = 0; i < n && search->n_offsets < MAX_OFFSETS; i++)
    search->offsets[search->n_offsets++] = from + (gint) i;
}

/* Where tails and windows of velocity begin and end; all tracks have the same video. */
static void
find_offsets (Search *search)
{
  const VenuleOverlayOptions *options = search->overlay->options;
  double tail = options->tails ? options->tail_seconds : 0;
  double window = options->color_by_velocity ? search->overlay->settings->velocity_window / 2 : 0;
  double rate = 0;
  gint length;

  for (guint i = 0; rate == 0 && i < MIN (search->n, FEW); i++)
    {
      guint n;
      const VenulePlace *places = venule_track_get_places (search->tracks[i], &n);
      double duration = n > 1 ? places[n - 1].time - places[0].time : 0;

      rate = duration > 0 ? (n - 1) / duration : 0;
    }

  add_offsets (search, -1, 2);
  length = (gint) MIN (tail * rate, G_MAXINT16);
  for (gint i = MAX ((length + VENULE_OVERLAY_TAIL - 1) / VENULE_OVERLAY_TAIL, 1), k = 1; k * i < length; k++)
    add_offsets (search, -k * i, 1);
  if (length > 0)
    add_offsets (search, -length - 1, 2);
  if (window > 0)
    {
      add_offsets (search, -(gint) MIN (window * rate, G_MAXINT16) - 1, 3);
      add_offsets (search, (gint) MIN (window * rate, G_MAXINT16) - 1, 3);
    }
}

GArray *
venule_overlay_find_cells (VenuleOverlay *overlay,
                           GListModel    *tracks,
                           gint64         frame)
{
  GArray *cells = g_array_new (FALSE, TRUE, sizeof (VenuleOverlayCell));
  const GArray *selected = overlay->options->selected;
  g_autoptr(GHashTable) set = NULL;
  Search search = { .overlay = overlay, .frame = frame };
  guint n = 0;

  if (selected != NULL && selected->len > FEW)
    {
      search.selected = set = g_hash_table_new (NULL, NULL);
      for (guint i = 0; i < selected->len; i++)
        g_hash_table_add (set, GUINT_TO_POINTER (g_array_index (selected, guint, i)));
    }

  find_tracks (overlay, tracks, &search);
  g_array_set_size (cells, search.n);
  search.cells = (VenuleOverlayCell *) (void *) cells->data;
  find_offsets (&search);
  venule_parallel_for ((cells->len + PART - 1) / PART, look_at_part, &search);

  for (guint i = 0; i < cells->len; i++)
    if (search.cells[i].track != NULL)
      search.cells[n++] = search.cells[i];
  g_array_set_size (cells, n);

  return cells;
}
