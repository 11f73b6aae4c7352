/* venule-document-tracks.c: which spots are one cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-document-frames.h"
#include "venule-edit.h"
#include "venule-error.h"
#include "venule-track-builder.h"
#include "venule-track-private.h"

/* Translated sentences. */
static void
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, sentence);
}

/* The gap between two frames that have spots, filled. */
static void
fill_gap (VenuleDocument     *self,
          VenuleTrackBuilder *builder,
          VenuleTrack        *from,
          gint64              frame_from,
          VenuleTrack        *to,
          gint64              frame_to)
{
  const VenuleSpot *before = venule_track_get_spot_at (from, frame_from);
  const VenuleSpot *after = venule_track_get_spot_at (to, frame_to);
  double quality = MIN (venule_track_builder_rate (from), venule_track_builder_rate (to));

  for (gint64 frame = frame_from + 1; frame < frame_to; frame++)
    {
      VenuleSpot spot;

      venule_document_make_between (self, before, after, frame, &spot);
      venule_track_builder_add_spot (builder, &spot, quality);
    }
}

/* ---- Join ---- */

/* Whether spots of both in the same frame may be of one cell. */
static gboolean
check_one_cell (VenuleTrack  *a,
                VenuleTrack  *b,
                GError      **error)
{
  guint n;
  const VenulePlace *spots = venule_track_get_places (a, &n);

  for (guint i = 0; i < n; i++)
    {
      const VenulePlace *other = venule_track_get_place_at (b, spots[i].frame);

      if (other == NULL || hypot (other->x - spots[i].x, other->y - spots[i].y) <= MAX (other->radius, spots[i].radius))
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Tracks %u and %u are two cells in frame %lld. Cut one of them first, or delete its spots there."),
                   venule_track_get_id (a), venule_track_get_id (b), (long long) spots[i].frame);
      return FALSE;
    }

  return TRUE;
}

/* Spots of @track, but for those that are worse than the other's. */
static void
add_better (VenuleTrackBuilder *builder,
            VenuleTrack        *track,
            VenuleTrack        *other,
            gboolean            first)
{
  double quality = venule_track_builder_rate (track);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  for (guint i = 0; i < n; i++)
    {
      const VenulePlace *rival = venule_track_get_place_at (other, spots[i].frame);

      if (rival == NULL || spots[i].score > rival->score || (first && spots[i].score == rival->score))
        venule_track_builder_add_spot (builder, &spots[i], quality);
    }
}

static VenuleTrack *
join (VenuleDocument *self,
      VenuleTrack    *first,
      VenuleTrack    *second)
{
  g_autoptr(VenuleTrackBuilder) builder = venule_track_builder_new (venule_track_get_id (first), first);
  g_autofree char *note = venule_edit_join_notes (venule_track_get_note (first), venule_track_get_note (second));
  VenuleTrack *joined;

  add_better (builder, first, second, TRUE);
  add_better (builder, second, first, FALSE);
  if (venule_track_get_n_spots (first) > 0 && venule_track_get_n_spots (second) > 0)
    fill_gap (self, builder, first, venule_track_get_last_frame (first), second, venule_track_get_first_frame (second));
  joined = venule_track_builder_finish (builder);

  venule_track_set_note (joined, note);
  if (venule_track_get_color (joined) == VENULE_TRACK_NO_COLOR)
    venule_track_set_color (joined, venule_track_get_color (second));
  if (!venule_track_get_kind_is_manual (joined) && venule_track_get_kind_is_manual (second))
    {
      venule_track_set_kind (joined, venule_track_get_kind (second));
      venule_track_set_kind_is_manual (joined, TRUE);
    }

  return joined;
}

gboolean
venule_document_join_tracks (VenuleDocument  *self,
                             guint            first,
                             guint            second,
                             GError         **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  VenuleTrack *a, *b;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  a = venule_document_find_track (self, first, error);
  b = a != NULL ? venule_document_find_track (self, second, error) : NULL;
  if (b == NULL)
    return FALSE;
  if (a == b)
    {
      refuse (error, _("A track cannot be joined with itself."));
      return FALSE;
    }
  if (!check_one_cell (a, b, error))
    return FALSE;

  edit = venule_edit_new (g_strdup_printf (N_("Join Tracks %u and %u"), MIN (first, second), MAX (first, second)));
  if (venule_track_get_first_frame (b) < venule_track_get_first_frame (a) ||
      (venule_track_get_first_frame (b) == venule_track_get_first_frame (a) && second < first))
    {
      VenuleTrack *swap = a;

      a = b;
      b = swap;
    }
  venule_edit_put (edit, join (self, a, b));
  venule_edit_remove (edit, venule_track_get_id (b));

  return venule_document_do_edit (self, edit, error);
}

/* ---- Cut ---- */

/* (transfer full): the spots of @track from @first to @last as a track that counts as edited. */
static VenuleTrack *
make_part (VenuleTrack *track,
           guint        id,
           gint64       first,
           gint64       last)
{
  g_autoptr(VenuleTrackBuilder) builder = venule_track_builder_new (id, track);

  venule_track_builder_add_part (builder, track, first, last);

  return venule_track_builder_finish (builder);
}

guint
venule_document_cut_track (VenuleDocument  *self,
                           guint            id,
                           gint64           frame,
                           GError         **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  VenuleTrack *track;
  guint new_id;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  track = venule_document_find_track (self, id, error);
  if (track == NULL)
    return 0;
  if (frame <= venule_track_get_first_frame (track) || frame > venule_track_get_last_frame (track))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Track %u cannot be cut at frame %lld: both parts need a spot."), id, (long long) frame);
      return 0;
    }

  new_id = venule_document_next_id (self);
  edit = venule_edit_new (g_strdup_printf (N_("Cut Track %u"), id));
  venule_edit_put (edit, make_part (track, id, 0, frame - 1));
  venule_edit_put (edit, make_part (track, new_id, frame, G_MAXINT64));

  return venule_document_do_edit (self, edit, error) ? new_id : 0;
}

/* ---- Swap ---- */

static VenuleTrack *
make_crossed (VenuleTrack *before,
              VenuleTrack *after,
              gint64       frame)
{
  g_autoptr(VenuleTrackBuilder) builder = venule_track_builder_new (venule_track_get_id (before), before);

  venule_track_builder_add_part (builder, before, 0, frame - 1);
  venule_track_builder_add_part (builder, after, frame, G_MAXINT64);

  return venule_track_builder_finish (builder);
}

gboolean
venule_document_swap_tracks (VenuleDocument  *self,
                             guint            a,
                             guint            b,
                             gint64           frame,
                             GError         **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  g_autoptr(VenuleTrack) first = NULL;
  g_autoptr(VenuleTrack) second = NULL;
  VenuleTrack *from_a, *from_b;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  from_a = venule_document_find_track (self, a, error);
  from_b = from_a != NULL ? venule_document_find_track (self, b, error) : NULL;
  if (from_b == NULL)
    return FALSE;

  first = make_crossed (from_a, from_b, frame);
  second = make_crossed (from_b, from_a, frame);
  if (from_a == from_b || venule_track_get_n_spots (first) == 0 || venule_track_get_n_spots (second) == 0 ||
      (venule_track_has_same_spots (first, from_a) && venule_track_has_same_spots (second, from_b)))
    {
      refuse (error, _("There is nothing to swap in that frame: both tracks need spots before it or after it."));
      return FALSE;
    }

  edit = venule_edit_new (g_strdup_printf (N_("Swap Tracks %u and %u"), MIN (a, b), MAX (a, b)));
  venule_edit_put (edit, g_steal_pointer (&first));
  venule_edit_put (edit, g_steal_pointer (&second));

  return venule_document_do_edit (self, edit, error);
}

/* ---- Link ---- */

/* What is left over of both: what followed in @a, and what came before in @b. In one track it is what lay between. */
static void
put_rest (VenuleDocument *self,
          VenuleEdit     *edit,
          VenuleTrack    *a,
          gint64          frame_a,
          VenuleTrack    *b,
          gint64          frame_b)
{
  g_autoptr(VenuleTrack) tail =
    make_part (a, venule_document_next_id (self), frame_a + 1, a == b ? frame_b - 1 : G_MAXINT64);

  if (venule_track_get_n_spots (tail) > 0)
    venule_edit_put (edit, g_steal_pointer (&tail));
  if (a == b)
    return;

  if (venule_track_get_first_frame (b) < frame_b)
    venule_edit_put (edit, make_part (b, venule_track_get_id (b), 0, frame_b - 1));
  else
    venule_edit_remove (edit, venule_track_get_id (b));
}

gboolean
venule_document_link_spots (VenuleDocument  *self,
                            guint            a,
                            gint64           frame_a,
                            guint            b,
                            gint64           frame_b,
                            GError         **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  g_autoptr(VenuleTrackBuilder) builder = NULL;
  VenuleTrack *from, *to;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  from = venule_document_find_track (self, a, error);
  to = from != NULL ? venule_document_find_track (self, b, error) : NULL;
  if (to == NULL)
    return FALSE;
  if (frame_b <= frame_a || venule_track_get_place_at (from, frame_a) == NULL ||
      venule_track_get_place_at (to, frame_b) == NULL)
    {
      refuse (error, _("A spot can only be linked to one in a later frame."));
      return FALSE;
    }

  builder = venule_track_builder_new (a, from);
  venule_track_builder_add_part (builder, from, 0, frame_a);
  fill_gap (self, builder, from, frame_a, to, frame_b);
  venule_track_builder_add_part (builder, to, frame_b, G_MAXINT64);
  edit = venule_edit_new (a == b ? g_strdup_printf (N_("Link Spots of Track %u"), a)
                                 : g_strdup_printf (N_("Link Tracks %u and %u"), a, b));
  venule_edit_put (edit, venule_track_builder_finish (builder));
  put_rest (self, edit, from, frame_a, to, frame_b);

  return venule_document_do_edit (self, edit, error);
}
