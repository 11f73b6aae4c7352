/* venule-live-run.c: what a run has found so far, and edits of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-live-run.h"

/* Writing never takes more than one part in so many of the time, however long the tracks have become. */
#define SHARE 25
/* Spots that are written in one go: some ten milliseconds, which no user feels. */
#define MAX_SPOTS 30000

/* A cell of the run whose track was edited. All others are shown in the track of the same id. */
typedef struct {
  GArray      *ids;    /* guint: tracks that it is shown in, or was */
  GArray      *spots;  /* VenuleSpot: found since what grows with it was written */
  VenulePlace  latest; /* its latest spot */
  guint        shown;  /* id of the track that it is shown in; 0: of none */
} Cell;

struct _VenuleLiveRun
{
  VenuleProjectDb      *db;
  const VenuleSettings *settings;
  VenuleRunMetadata    *metadata; /* what the run said of itself last; NULL: nothing yet */
  GHashTable           *touched;  /* set of VenuleTrack: what has changed since it was written */
  GHashTable           *due;      /* set of VenuleTrack: what is being written, a few in one go; may be touched again */
  GHashTable           *cells;    /* id → Cell */
  gint64                number;   /* 0: nothing is in the database */
  gint64                period;
  gint64                next; /* time of the next writing */
  gboolean              failed;
};

static void
cell_free (gpointer data)
{
  Cell *cell = data;

  g_array_unref (cell->ids);
  g_array_unref (cell->spots);
  g_free (cell);
}

VenuleLiveRun *
venule_live_run_new (VenuleProjectDb      *db,
                     const VenuleSettings *settings,
                     gint64                period)
{
  VenuleLiveRun *self = g_new0 (VenuleLiveRun, 1);

  self->db = db;
  self->settings = settings;
  self->period = period;
  self->touched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->due = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->cells = g_hash_table_new_full (NULL, NULL, NULL, cell_free);

  return self;
}

void
venule_live_run_free (VenuleLiveRun *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->touched);
  g_hash_table_unref (self->due);
  g_hash_table_unref (self->cells);
  venule_run_metadata_free (self->metadata);
  g_free (self);
}

gint64
venule_live_run_get_number (VenuleLiveRun *self)
{
  return self->number;
}

/* ---- What the run finds ---- */

static Cell *
find_cell (VenuleLiveRun *self,
           guint          id)
{
  return g_hash_table_lookup (self->cells, GUINT_TO_POINTER (id));
}

/* Whether a track is a cell of the run as that has found it. */
static gboolean
is_as_found (VenuleLiveRun *self,
             guint          id)
{
  return id < VENULE_LIVE_RUN_FIRST_ID && find_cell (self, id) == NULL;
}

guint
venule_live_run_route (VenuleLiveRun    *self,
                       guint             id,
                       const VenuleSpot *spot)
{
  Cell *cell = find_cell (self, id);

  if (cell == NULL)
    return id;

  g_array_append_val (cell->spots, *spot);
  if (spot->frame >= cell->latest.frame)
    cell->latest = (VenulePlace){ .frame = spot->frame, .x = spot->x, .y = spot->y };

  return cell->shown;
}

void
venule_live_run_touch (VenuleLiveRun *self,
                       VenuleTrack   *track)
{
  if (!g_hash_table_contains (self->touched, track))
    g_hash_table_add (self->touched, g_object_ref (track));
}

/* ---- Into the database ---- */

static gboolean
write_track (VenuleLiveRun  *self,
             VenuleTrack    *track,
             GError        **error)
{
  if (is_as_found (self, venule_track_get_id (track)))
    return venule_project_db_grow_track (self->db, self->number, track, error);

  /* Its spots grow with their cells. */
  return venule_project_db_put_marks (self->db, self->number, track, error);
}

/* @tracks: set of VenuleTrack; @cells: set of ids. */
static gboolean
write_all (VenuleLiveRun  *self,
           GHashTable     *tracks,
           GHashTable     *cells,
           GError        **error)
{
  GHashTableIter iter;
  gpointer key;

  self->number = venule_project_db_put_live_run (self->db, self->number, self->settings, self->metadata, error);
  if (self->number == 0)
    return FALSE;

  g_hash_table_iter_init (&iter, tracks);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!write_track (self, key, error))
      return FALSE;
  g_hash_table_iter_init (&iter, cells);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint id = GPOINTER_TO_UINT (key);

      if (!venule_project_db_grow_cell (self->db, id, find_cell (self, id)->spots, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_in (gpointer key,
       gpointer value,
       gpointer set)
{
  return g_hash_table_contains (set, key);
}

static gboolean
put (VenuleLiveRun  *self,
     GHashTable     *tracks,
     GHashTable     *cells,
     GError        **error)
{
  gint64 number = self->number;
  GHashTableIter iter;
  gpointer id;

  self->failed = TRUE;
  if (!venule_project_db_begin (self->db, error))
    return FALSE;
  if (!write_all (self, tracks, cells, error))
    {
      venule_project_db_rollback (self->db);
      self->number = number;
      return FALSE;
    }
  if (!venule_project_db_commit (self->db, error))
    {
      self->number = number;
      return FALSE;
    }

  self->failed = FALSE;
  g_hash_table_foreach_remove (self->due, is_in, tracks);
  g_hash_table_iter_init (&iter, cells);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_array_set_size (find_cell (self, GPOINTER_TO_UINT (id))->spots, 0);

  return TRUE;
}

/* Returns: (transfer full): the cells of which spots were found since they were written; with @ids (nullable) those
 * alone that are, or were, shown in one of these tracks */
static GHashTable *
find_grown (VenuleLiveRun *self,
            GHashTable    *ids)
{
  GHashTable *found = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Cell *cell = value;
      gboolean wanted = ids == NULL;

      for (guint i = 0; !wanted && i < cell->ids->len; i++)
        wanted = g_hash_table_contains (ids, GUINT_TO_POINTER (g_array_index (cell->ids, guint, i)));
      if (wanted && cell->spots->len > 0)
        g_hash_table_add (found, key);
    }

  return found;
}

/* ---- Now and then ---- */

/* (transfer full): some of what is due, at least one track. */
static GHashTable *
take_some (VenuleLiveRun *self)
{
  GHashTable *some = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  GHashTableIter iter;
  gpointer track;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->due);
  while (n < MAX_SPOTS && g_hash_table_iter_next (&iter, &track, NULL))
    {
      n += venule_track_get_n_spots (track);
      g_hash_table_add (some, g_object_ref (track));
    }

  return some;
}

gboolean
venule_live_run_keep (VenuleLiveRun           *self,
                      const VenuleRunMetadata *metadata,
                      GError                 **error)
{
  gint64 begun = g_get_monotonic_time (), pause;
  g_autoptr(GHashTable) some = NULL, cells = NULL;
  gboolean kept;

  venule_run_metadata_free (self->metadata);
  self->metadata = venule_run_metadata_copy (metadata);
  if (self->failed || begun < self->next)
    return TRUE;
  /* All that was touched is due when all that was due before is written, so that each track has its turn. */
  if (g_hash_table_size (self->due) == 0)
    {
      GHashTable *written = self->due;

      self->due = self->touched;
      self->touched = written;
    }
  some = take_some (self);
  cells = find_grown (self, NULL);
  if (g_hash_table_size (some) + g_hash_table_size (cells) == 0)
    return TRUE;

  /* A killed program loses nothing by it, and no user waits for the drive; a power cut may take the last of it. */
  venule_project_db_set_lasting (self->db, FALSE);
  kept = put (self, some, cells, error);
  venule_project_db_set_lasting (self->db, TRUE);
  self->next = g_get_monotonic_time ();
  pause = (self->next - begun) * SHARE;
  if (g_hash_table_size (self->due) == 0)
    pause = MAX (self->period, pause);
  self->next += self->period > 0 ? pause : 0;

  return kept;
}

/* ---- Edits ---- */

gboolean
venule_live_run_catch_up (VenuleLiveRun   *self,
                          VenuleTrackList *tracks,
                          GArray          *ids,
                          GError         **error)
{
  gboolean first = self->number == 0;
  g_autoptr(GHashTable) wanted = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) grown = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  g_autoptr(GHashTable) cells = NULL;
  GHashTableIter iter;
  gpointer track;

  for (guint i = 0; i < ids->len; i++)
    {
      g_hash_table_add (wanted, GUINT_TO_POINTER (g_array_index (ids, guint, i)));
      track = venule_track_list_get_track (tracks, g_array_index (ids, guint, i));
      if (track != NULL &&
          (g_hash_table_contains (self->touched, track) || g_hash_table_contains (self->due, track)))
        g_hash_table_add (grown, g_object_ref (track));
    }
  g_hash_table_iter_init (&iter, self->touched);
  while (first && g_hash_table_iter_next (&iter, &track, NULL))
    g_hash_table_add (grown, g_object_ref (track));
  cells = find_grown (self, wanted);
  if (!first && g_hash_table_size (grown) + g_hash_table_size (cells) == 0)
    return TRUE;

  if (!put (self, grown, cells, error))
    return FALSE;
  g_hash_table_foreach_remove (self->touched, is_in, grown);

  return TRUE;
}

gboolean
venule_live_run_begin_edit (VenuleLiveRun   *self,
                            VenuleTrackList *tracks,
                            GArray          *ids,
                            GError         **error)
{
  for (guint i = 0; i < ids->len; i++)
    {
      guint id = g_array_index (ids, guint, i);
      VenuleTrack *track = venule_track_list_get_track (tracks, id);
      Cell *cell;

      if (track == NULL || !is_as_found (self, id))
        continue;
      if (!venule_project_db_follow_cell (self->db, self->number, id, id, error))
        return FALSE;
      cell = g_new0 (Cell, 1);
      cell->ids = g_array_new (FALSE, FALSE, sizeof (guint));
      cell->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
      cell->latest = *venule_track_get_place_at (track, venule_track_get_last_frame (track));
      cell->shown = id;
      g_array_append_val (cell->ids, id);
      g_hash_table_insert (self->cells, GUINT_TO_POINTER (id), cell);
    }

  return TRUE;
}

/* The track that goes on with a cell: the one that holds its latest spot, of two the one that did before; else that
 * one, if it has another spot in that frame; 0: none. */
static guint
find_heir (const Cell *cell,
           GPtrArray  *put)
{
  guint heir = 0;
  int best = 0;

  for (guint i = 0; i < put->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (put, i);
      const VenulePlace *place = venule_track_get_place_at (track, cell->latest.frame);
      gboolean same = place != NULL && place->x == cell->latest.x && place->y == cell->latest.y;
      int rank = (place != NULL && venule_track_get_id (track) == cell->shown) + 2 * same;

      if (rank <= best)
        continue;
      best = rank;
      heir = venule_track_get_id (track);
    }

  return heir;
}

static gboolean
was_in (const Cell *cell,
        guint       track)
{
  for (guint i = 0; i < cell->ids->len; i++)
    if (g_array_index (cell->ids, guint, i) == track)
      return TRUE;

  return FALSE;
}

gboolean
venule_live_run_end_edit (VenuleLiveRun  *self,
                          GArray         *ids,
                          GPtrArray      *put,
                          GError        **error)
{
  g_autoptr(GHashTable) edited = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer id, value;

  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (edited, GUINT_TO_POINTER (g_array_index (ids, guint, i)));
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      Cell *cell = value;
      guint heir = g_hash_table_contains (edited, GUINT_TO_POINTER (cell->shown)) ? find_heir (cell, put) : 0;

      if (heir == 0)
        continue;
      if (!venule_project_db_follow_cell (self->db, self->number, GPOINTER_TO_UINT (id), heir, error))
        return FALSE;
      if (!was_in (cell, heir))
        g_array_append_val (cell->ids, heir);
    }

  return TRUE;
}

void
venule_live_run_update (VenuleLiveRun *self)
{
  g_autoptr(GHashTable) cells = NULL;
  GHashTableIter iter;
  gpointer id, value, shown;

  if (g_hash_table_size (self->cells) == 0)
    return;
  cells = venule_project_db_dup_cells (self->db, self->number, NULL);
  g_hash_table_iter_init (&iter, self->cells);
  while (cells != NULL && g_hash_table_iter_next (&iter, &id, &value))
    if (g_hash_table_lookup_extended (cells, id, NULL, &shown))
      ((Cell *) value)->shown = GPOINTER_TO_UINT (shown);
    else
      g_hash_table_iter_remove (&iter); /* the edit of it was taken back with its transaction */
}
