/* edit-walk.c: edits drawn by lot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "edit-walk.h"

typedef struct {
  VenuleDocument *document;
  GRand          *rand;
} Lot;

/* 0: there is no track. */
static guint
draw_id (const Lot *lot)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (lot->document));
  g_autoptr(VenuleTrack) track = NULL;

  if (n == 0)
    return 0;
  track = g_list_model_get_item (G_LIST_MODEL (lot->document), (guint) g_rand_int_range (lot->rand, 0, (gint32) n));

  return venule_track_get_id (track);
}

/* A frame in which that track has a spot, mostly. */
static gint64
draw_frame (const Lot *lot,
            guint      id)
{
  VenuleTrack *track = venule_document_get_track (lot->document, id);
  guint n;
  const VenulePlace *places;

  if (track == NULL || g_rand_int_range (lot->rand, 0, 10) == 0)
    return g_rand_int_range (lot->rand, 0, 200);
  places = venule_track_get_places (track, &n);

  return n > 0 ? places[g_rand_int_range (lot->rand, 0, (gint32) n)].frame : 0;
}

static gboolean
put_spots (const Lot *lot)
{
  VenuleSpot spots[5] = { 0 };
  guint n = (guint) g_rand_int_range (lot->rand, 1, G_N_ELEMENTS (spots) + 1);

  for (guint i = 0; i < n; i++)
    {
      spots[i].frame = g_rand_int_range (lot->rand, 0, 200);
      spots[i].x = g_rand_double_range (lot->rand, 0, 640);
      spots[i].y = g_rand_double_range (lot->rand, 0, 480);
      spots[i].radius = (float) g_rand_double_range (lot->rand, 3, 15);
      spots[i].score = (float) g_rand_double (lot->rand);
      spots[i].source = g_rand_boolean (lot->rand) ? VENULE_SPOT_MANUAL : VENULE_SPOT_TRACKED;
      spots[i].contour[i] = g_rand_boolean (lot->rand) ? 7 : 0;
    }

  return venule_document_put_spots (lot->document, g_rand_boolean (lot->rand) ? 0 : draw_id (lot), spots, n, "Put",
                                    NULL) > 0;
}

static gboolean
say_of_tracks (const Lot *lot)
{
  static const char *const notes[] = { NULL, "", "seen twice", "läuft rückwärts" };
  guint ids[4];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = draw_id (lot);
  switch (g_rand_int_range (lot->rand, 0, 5))
    {
    case 0:
      return venule_document_set_kinds (lot->document, ids, 2, (VenuleCellKind) g_rand_int_range (lot->rand, 0, 4),
                                        NULL);
    case 1:
      return venule_document_set_hidden (lot->document, ids, 4, g_rand_boolean (lot->rand), NULL);
    case 2:
      return venule_document_set_locked (lot->document, ids, 2, g_rand_int_range (lot->rand, 0, 4) == 0, NULL);
    case 3:
      return venule_document_set_color (lot->document, ids, 4, g_rand_int_range (lot->rand, -1, 0x1000000), NULL);
    default:
      return venule_document_set_note (lot->document, ids, 3, notes[g_rand_int_range (lot->rand, 0, 4)], NULL);
    }
}

static gboolean
edit_tracks (const Lot *lot)
{
  guint a = draw_id (lot), b = draw_id (lot);
  gint64 frame = draw_frame (lot, a);

  switch (g_rand_int_range (lot->rand, 0, 5))
    {
    case 0:
      return venule_document_join_tracks (lot->document, a, b, NULL);
    case 1:
      return venule_document_cut_track (lot->document, a, frame, NULL) > 0;
    case 2:
      return venule_document_swap_tracks (lot->document, a, b, frame, NULL);
    case 3:
      return venule_document_link_spots (lot->document, a, frame, b, draw_frame (lot, b), NULL);
    default:
      return g_rand_int_range (lot->rand, 0, 3) == 0 && venule_document_remove_tracks (lot->document, &a, 1, NULL);
    }
}

static gboolean
edit_spots (const Lot *lot)
{
  guint id = draw_id (lot);
  gint64 frame = draw_frame (lot, id);

  switch (g_rand_int_range (lot->rand, 0, 5))
    {
    case 0:
      return venule_document_move_spot (lot->document, id, frame, g_rand_double_range (lot->rand, 0, 640), 100, NULL);
    case 1:
      return venule_document_resize_spot (lot->document, id, frame, g_rand_double_range (lot->rand, 0, 20), NULL);
    case 2:
      return venule_document_delete_spots (lot->document, id, frame, frame + g_rand_int_range (lot->rand, 0, 9), NULL);
    case 3:
      return venule_document_interpolate (lot->document, id, frame, frame + g_rand_int_range (lot->rand, 0, 50), NULL);
    default:
      return put_spots (lot);
    }
}

static gboolean
set_measures (const Lot *lot)
{
  static const char *const animals[] = { NULL, "3", "4" };
  g_autofree char *seconds = g_strdup_printf ("%d", g_rand_int_range (lot->rand, 1, 9));

  if (g_rand_boolean (lot->rand))
    return venule_document_set_measure (lot->document, "animal", animals[g_rand_int_range (lot->rand, 0, 3)], NULL);

  return venule_document_set_measure (lot->document, "flux_seconds", seconds, NULL);
}

static gboolean
edit_once (const Lot *lot,
           gboolean   measures)
{
  if (measures)
    return set_measures (lot);

  switch (g_rand_int_range (lot->rand, 0, 3))
    {
    case 0:
      return say_of_tracks (lot);
    case 1:
      return edit_tracks (lot);
    default:
      return edit_spots (lot);
    }
}

static guint
count_done (VenuleDocument *document)
{
  guint position;
  g_autoptr(GPtrArray) names = venule_document_dup_history (document, &position);

  return position;
}

gboolean
edit_walk_do (VenuleDocument *document,
              guint32         seed)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  const Lot lot = { document, rand };
  guint before = count_done (document);
  gboolean measures = g_rand_int_range (rand, 0, 12) == 0;

  if (g_rand_int_range (rand, 0, 8) > 0)
    {
      edit_once (&lot, measures);
      return count_done (document) > before;
    }

  venule_document_begin_group (document, "Several");
  for (gint32 i = g_rand_int_range (rand, 0, 5); i > 0; i--)
    edit_once (&lot, measures);
  venule_document_end_group (document);

  return count_done (document) > before;
}
