/* venule-window-edit.c: what a person does with the selected tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-color-row.h"
#include "venule-document-tracks.h"
#include "venule-hidden-tracks.h"
#include "venule-window-action.h"
#include "venule-window-follow.h"

static const guint *
get_ids (VenuleWindow *self,
         guint        *n)
{
  GArray *ids = venule_selection_get_ids (self->selection);

  *n = ids->len;
  return (const guint *) (gpointer) ids->data;
}

static void
select_track (VenuleWindow *self,
              guint         id)
{
  venule_selection_set (self->selection, &id, 1);
}

/* ---- What is said of an edit ---- */

/* Of one track its number, of several how many: @one and @many are texts with a place for it. (transfer full). */
#define describe_tracks(ids, n, one, many) ((n) == 1 ? g_strdup_printf (one, (ids)[0]) : g_strdup_printf (many, n))

/* ---- What a person says of tracks ---- */

static void
delete_action (VenuleWindow *self)
{
  GError *error = NULL;
  guint n;
  const guint *ids = get_ids (self, &n);
  char *title = describe_tracks (ids, n, _("Track %u deleted"),
                                 ngettext ("%u track deleted", "%u tracks deleted", n));
  g_autofree guint *copy = g_memdup2 (ids, n * sizeof *ids);
  gboolean done = venule_document_remove_tracks (self->document, copy, n, &error);

  venule_window_end_edit (self, done, title, error);
}

static void
kind_changed (VenuleWindow *self,
              GVariant     *state)
{
  GError *error = NULL;
  gboolean done;
  guint n;
  const guint *ids = get_ids (self, &n);
  VenuleCellKind kind = VENULE_CELL_ROLLING;
  char *title;

  while (kind < VENULE_CELL_OTHER &&
         g_strcmp0 (venule_cell_kind_to_string (kind), g_variant_get_string (state, NULL)) != 0)
    kind++;
  /* Translators: %s is a class of cells: "Track 12: Rolling" */
  title = n == 1 ? g_strdup_printf (_("Track %u: %s"), ids[0], venule_cell_kind_to_label (kind))
                 : g_strdup_printf (ngettext ("%u track: %s", "%u tracks: %s", n), n, venule_cell_kind_to_label (kind));
  done = venule_document_set_kinds (self->document, ids, n, kind, &error);
  venule_window_end_edit (self, done, title, error);
}

/* Hidden tracks are not selected any more: a ring without a cell would be seen in their place. */
static void
hidden_changed (VenuleWindow *self,
                GVariant     *state)
{
  gboolean hidden = g_variant_get_boolean (state);
  GError *error = NULL;
  gboolean done;
  guint n;
  const guint *ids = get_ids (self, &n);
  char *title = hidden ? describe_tracks (ids, n, _("Track %u hidden"),
                                          ngettext ("%u track hidden", "%u tracks hidden", n))
                       : describe_tracks (ids, n, _("Track %u shown again"),
                                          ngettext ("%u track shown again", "%u tracks shown again", n));

  done = venule_document_set_hidden (self->document, ids, n, hidden, &error);
  if (done && hidden)
    venule_selection_clear (self->selection);
  venule_window_end_edit (self, done, title, error);
}

static void
show_all_action (VenuleWindow *self)
{
  g_autoptr (GArray) ids = venule_hidden_tracks_dup (self->document);
  GError *error = NULL;
  gboolean done = venule_document_set_hidden (self->document, (const guint *) (gpointer) ids->data, ids->len, FALSE,
                                              &error);

  venule_window_end_edit (self, done, g_strdup (_("All tracks are shown")), error);
}

static void
locked_changed (VenuleWindow *self,
                GVariant     *state)
{
  gboolean locked = g_variant_get_boolean (state);
  GError *error = NULL;
  gboolean done;
  guint n;
  const guint *ids = get_ids (self, &n);
  char *title = locked ? describe_tracks (ids, n, _("Track %u locked"),
                                          ngettext ("%u track locked", "%u tracks locked", n))
                       : describe_tracks (ids, n, _("Track %u unlocked"),
                                          ngettext ("%u track unlocked", "%u tracks unlocked", n));

  done = venule_document_set_locked (self->document, ids, n, locked, &error);
  venule_window_end_edit (self, done, title, error);
}

static void
set_color (VenuleWindow *self,
           gint32        color)
{
  GError *error = NULL;
  gboolean done;
  guint n;
  const guint *ids = get_ids (self, &n);

  done = venule_document_set_color (self->document, ids, n, color, &error);
  venule_window_end_edit (self, done,
                          describe_tracks (ids, n, _("Colour of track %u changed"),
                                           ngettext ("Colour of %u track changed", "Colour of %u tracks changed", n)),
                          error);
}

static void
color_changed (VenuleWindow *self,
               GVariant     *state)
{
  set_color (self, g_variant_get_int32 (state));
}

static void
next_color_action (VenuleWindow *self)
{
  GArray *ids = venule_selection_get_ids (self->selection);
  VenuleTrack *track = ids->len > 0 ? venule_document_get_track (self->document, g_array_index (ids, guint, 0)) : NULL;

  if (track)
    set_color (self, venule_color_row_get_next (venule_track_get_color (track)));
}

static void
note_action (VenuleWindow *self)
{
  venule_window_show_step (self, VENULE_WORKFLOW_STEP_CORRECT);
  venule_correct_panel_edit_note (self->panels.correct);
}

static void
on_note_written (VenuleWindow *self,
                 guint         id,
                 const char   *note)
{
  GError *error = NULL;
  gboolean done = venule_document_set_note (self->document, &id, 1, *note ? note : NULL, &error);

  venule_window_end_edit (self, done, g_strdup_printf (_("Note of track %u changed"), id), error);
}

/* ---- Which spots are one cell ---- */

void
venule_window_join_tracks (VenuleWindow *self,
                           guint         a,
                           guint         b)
{
  GError *error = NULL;
  gboolean done = venule_document_join_tracks (self->document, a, b, &error);

  if (done)
    select_track (self, venule_document_get_track (self->document, a) ? a : b);
  venule_window_end_edit (self, done, g_strdup_printf (_("Tracks %u and %u joined"), a, b), error);
}

static void
join_action (VenuleWindow *self)
{
  guint n;
  const guint *ids = get_ids (self, &n);

  venule_window_join_tracks (self, ids[0], ids[1]);
}

void
venule_window_cut_track (VenuleWindow *self,
                         guint         id,
                         gint64        frame)
{
  GError *error = NULL;
  guint new_id = venule_document_cut_track (self->document, id, frame, &error);

  if (new_id != 0)
    select_track (self, new_id);
  /* Translators: the second number is that of the new track */
  venule_window_end_edit (self, new_id != 0,
                          g_strdup_printf (_("Track %u cut; from here on it is track %u"), id, new_id), error);
}

static void
cut_action (VenuleWindow *self)
{
  VenuleTrack *track = venule_window_get_followed (self);

  if (track)
    venule_window_cut_track (self, venule_track_get_id (track), venule_canvas_get_frame (self->canvas));
}

/* The filled-in spots around a frame: those of a link. Returns whether there are any. */
static gboolean
find_link (VenuleTrack *track,
           gint64       frame,
           gint64      *first,
           gint64      *last)
{
  guint n, i = 0;
  const VenulePlace *places = venule_track_get_places (track, &n);

  while (i < n && places[i].frame < frame)
    i++;
  if (i == n || places[i].frame != frame || places[i].source != VENULE_SPOT_INTERPOLATED)
    return FALSE;

  *first = *last = frame;
  for (guint j = i; j > 0 && places[j - 1].source == VENULE_SPOT_INTERPOLATED; j--)
    *first = places[j - 1].frame;
  for (guint j = i + 1; j < n && places[j].source == VENULE_SPOT_INTERPOLATED; j++)
    *last = places[j].frame;
  return TRUE;
}

/* What was only filled in between the two parts goes. */
static void
unlink_action (VenuleWindow *self)
{
  VenuleTrack *track = venule_window_get_followed (self);
  gint64 first, last;
  g_autofree char *name = NULL;
  GError *error = NULL;
  guint id;

  if (!track)
    return;

  id = venule_track_get_id (track);
  if (!find_link (track, venule_canvas_get_frame (self->canvas), &first, &last))
    {
      venule_window_cut_track (self, id, venule_canvas_get_frame (self->canvas));
      return;
    }

  name = g_strdup_printf (N_("Unlink Track %u"), id);
  venule_document_begin_group (self->document, name);
  if (venule_document_delete_spots (self->document, id, first, last, &error))
    {
      guint new_id = last < venule_track_get_last_frame (track) ?
                       venule_document_cut_track (self->document, id, last + 1, &error) : id;

      venule_window_end_edit (self, new_id != 0,
                              g_strdup_printf (_("Track %u unlinked; what follows is track %u"), id, new_id), error);
    }
  else
    venule_window_end_edit (self, FALSE, NULL, error);
  venule_document_end_group (self->document);
}

static void
swap_action (VenuleWindow *self)
{
  guint n;
  const guint *ids = get_ids (self, &n);
  guint a = ids[0], b = ids[1];
  GError *error = NULL;
  gboolean done = venule_document_swap_tracks (self->document, a, b, venule_canvas_get_frame (self->canvas), &error);

  venule_window_end_edit (self, done, g_strdup_printf (_("Tracks %u and %u exchanged from here on"), a, b), error);
}

static void
on_link_chosen (VenuleWindow *self,
                guint         a,
                gint64        frame_a,
                guint         b,
                gint64        frame_b)
{
  GError *error = NULL;
  gboolean done = venule_document_link_spots (self->document, a, frame_a, b, frame_b, &error);

  if (done)
    select_track (self, venule_document_get_track (self->document, a) ? a : b);
  venule_window_end_edit (self, done, g_strdup_printf (_("Track %u goes on as track %u did"), a, b), error);
}

static void
link_action (VenuleWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  venule_canvas_set_mode (self->canvas, venule_canvas_get_mode (self->canvas) == VENULE_MODE_LINK ? VENULE_MODE_SELECT
                                                                                                 : VENULE_MODE_LINK);
}

/* ---- Actions ---- */

static const VenuleWindowAction entries[] = {
  { "delete-track", G_CALLBACK (delete_action) },
  { "track-kind", NULL, "s", "''", G_CALLBACK (kind_changed) },
  { "track-hidden", NULL, NULL, "false", G_CALLBACK (hidden_changed) },
  { "track-show-all", G_CALLBACK (show_all_action) },
  { "track-locked", NULL, NULL, "false", G_CALLBACK (locked_changed) },
  { "track-color", NULL, "i", "-1", G_CALLBACK (color_changed) },
  { "track-next-color", G_CALLBACK (next_color_action) },
  { "track-note", G_CALLBACK (note_action) },
  { "track-join", G_CALLBACK (join_action) },
  { "track-cut", G_CALLBACK (cut_action) },
  { "track-unlink", G_CALLBACK (unlink_action) },
  { "track-swap", G_CALLBACK (swap_action) },
  { "track-link", G_CALLBACK (link_action) },
};

/* What hangs on the frame on show. */
static void
update_in_frame (VenuleWindow *self)
{
  gint64 frame = venule_canvas_get_frame (self->canvas);
  VenuleTrack *track = venule_window_get_followed (self);
  gboolean inside = track && frame > venule_track_get_first_frame (track) &&
                    frame <= venule_track_get_last_frame (track);

  venule_window_enable (self, inside, "track-cut", "track-unlink", NULL);
  venule_window_update_spots (self);
}

void
venule_window_install_edits (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  venule_window_install_spots (self);
  g_signal_connect_object (self->canvas, "link-chosen", G_CALLBACK (on_link_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "notify::frame", G_CALLBACK (update_in_frame), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panels.correct, "note-written", G_CALLBACK (on_note_written), self, G_CONNECT_SWAPPED);
}

/* What all selected tracks have in common. */
typedef struct {
  const char *kind;
  gboolean    hidden, locked;
  gint32      color;
  guint       n;
} Common;

static Common
find_common (VenuleWindow *self)
{
  guint n;
  const guint *ids = get_ids (self, &n);
  Common common = { "", TRUE, TRUE, VENULE_TRACK_NO_COLOR, 0 };

  for (guint i = 0; self->document && i < n; i++)
    {
      VenuleTrack *track = venule_document_get_track (self->document, ids[i]);
      const char *kind;

      if (!track)
        continue;
      kind = venule_cell_kind_to_string (venule_track_get_kind (track));
      common.hidden = common.hidden && venule_track_get_hidden (track);
      common.locked = common.locked && venule_track_get_locked (track);
      common.kind = common.n == 0 || g_str_equal (common.kind, kind) ? kind : "";
      common.color = common.n == 0 || common.color == venule_track_get_color (track) ? venule_track_get_color (track)
                                                                                      : VENULE_COLOR_MIXED;
      common.n++;
    }
  common.hidden = common.hidden && common.n > 0;
  common.locked = common.locked && common.n > 0;
  return common;
}

static void
set_state (VenuleWindow *self,
           const char   *name,
           GVariant     *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), state);
}

/**
 * venule_window_update_edits:
 * @self: a window
 *
 * Enables what can be done with the selected tracks in the frame on show, and says what they are.
 */
void
venule_window_update_edits (VenuleWindow *self)
{
  Common common = find_common (self);
  VenuleTrack *track = venule_window_get_followed (self);

  venule_window_enable (self, common.n > 0, "delete-track", "go-to-track", "go-to-end", "track-kind", "track-hidden",
                        "track-locked", "track-color", "track-next-color", NULL);
  venule_window_enable (self, track != NULL, "track-note", NULL);
  venule_window_enable (self, track && venule_window_shows_kymograph (self), "kymograph-point", "kymograph-end", NULL);
  venule_window_enable (self, common.n == 2, "track-join", "track-swap", NULL);
  venule_window_enable (self, self->document && g_list_model_get_n_items (G_LIST_MODEL (self->document)) > 0,
                        "track-link", NULL);
  venule_window_enable (self, venule_hidden_tracks_count (self->document) > 0, "track-show-all", NULL);
  update_in_frame (self);
  set_state (self, "track-kind", g_variant_new_string (common.kind));
  set_state (self, "track-hidden", g_variant_new_boolean (common.hidden));
  set_state (self, "track-locked", g_variant_new_boolean (common.locked));
  set_state (self, "track-color", g_variant_new_int32 (common.color));
}
