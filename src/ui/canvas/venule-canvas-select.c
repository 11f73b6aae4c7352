/* venule-canvas-select.c: choosing cells: by a rubber band, all of a frame, the others, the next one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

static const GdkRGBA band_color = { 1, 1, 1, 1 };

/**
 * venule_canvas_dup_tracks:
 *
 * Returns: (transfer full) (element-type VenuleTrack): the tracks with a cell in the frame on show, in the order of ids,
 *   without the hidden ones
 */
GPtrArray *
venule_canvas_dup_tracks (VenuleCanvas *self)
{
  GPtrArray *tracks;

  if (self->document == NULL || self->frame == NULL)
    return g_ptr_array_new_with_free_func (g_object_unref);

  tracks = venule_document_dup_tracks_at (self->document, self->frame->index);
  for (guint i = tracks->len; i > 0; i--)
    if (venule_track_get_hidden (g_ptr_array_index (tracks, i - 1)))
      g_ptr_array_remove_index (tracks, i - 1);
  return tracks;
}

/* Selects the tracks, beside those that are selected already when @extend. */
static void
select_tracks (VenuleCanvas *self,
               GPtrArray    *tracks,
               gboolean      extend)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));

  if (self->selection == NULL)
    return;

  if (extend)
    {
      GArray *before = venule_selection_get_ids (self->selection);

      if (before->len > 0)
        g_array_append_vals (ids, before->data, before->len);
    }
  for (guint i = 0; i < tracks->len; i++)
    {
      guint id = venule_track_get_id (g_ptr_array_index (tracks, i));

      g_array_append_val (ids, id);
    }
  venule_selection_set (self->selection, (const guint *) (gpointer) ids->data, ids->len);
}

/**
 * venule_canvas_select_all:
 *
 * Selects the tracks of all cells in the frame on show.
 */
void
venule_canvas_select_all (VenuleCanvas *self)
{
  g_autoptr (GPtrArray) tracks = NULL;

  g_return_if_fail (VENULE_IS_CANVAS (self));

  tracks = venule_canvas_dup_tracks (self);
  select_tracks (self, tracks, FALSE);
}

/**
 * venule_canvas_select_others:
 *
 * Selects those cells of the frame on show that are not selected, and no others.
 */
void
venule_canvas_select_others (VenuleCanvas *self)
{
  g_autoptr (GPtrArray) tracks = NULL;

  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (self->selection == NULL)
    return;

  tracks = venule_canvas_dup_tracks (self);
  for (guint i = tracks->len; i > 0; i--)
    if (venule_selection_contains (self->selection, venule_track_get_id (g_ptr_array_index (tracks, i - 1))))
      g_ptr_array_remove_index (tracks, i - 1);
  select_tracks (self, tracks, FALSE);
}

/* From left to right; of two above each other, the upper one first. */
static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  gint64 frame = *(const gint64 *) user_data;
  VenuleTrack *left = *(VenuleTrack *const *) a, *right = *(VenuleTrack *const *) b;
  const VenulePlace *p = venule_track_get_place_at (left, frame), *q = venule_track_get_place_at (right, frame);
  guint id = venule_track_get_id (left), other = venule_track_get_id (right);

  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return (id > other) - (id < other);
}

/**
 * venule_canvas_select_next:
 * @direction: 1: the next cell to the right, −1: to the left
 *
 * Selects the next cell of the frame on show, round and round, and moves an enlarged video so that it is seen.
 *
 * Returns: whether there is a cell
 */
gboolean
venule_canvas_select_next (VenuleCanvas *self,
                           int           direction)
{
  g_autoptr (GPtrArray) tracks = NULL;
  const VenulePlace *spot;
  VenuleTrack *track;
  gint64 frame;
  int n, at = -1;
  guint id;

  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  tracks = venule_canvas_dup_tracks (self);
  if (tracks->len == 0 || self->selection == NULL)
    return FALSE;

  frame = self->frame->index;
  n = (int) tracks->len;
  g_ptr_array_sort_with_data (tracks, compare_places, &frame);
  for (int i = 0; i < n; i++)
    if (venule_selection_contains (self->selection, venule_track_get_id (g_ptr_array_index (tracks, i))))
      at = direction > 0 || at < 0 ? i : at;
  if (at < 0)
    at = direction > 0 ? -1 : n;

  track = g_ptr_array_index (tracks, (at + direction + n) % n);
  spot = venule_track_get_place_at (track, frame);
  venule_canvas_keep_in_sight (self, spot->x, spot->y);
  id = venule_track_get_id (track);
  venule_selection_set (self->selection, &id, 1);
  venule_canvas_tell_clicked (self, id, FALSE);
  return TRUE;
}

/* The rubber band */

/* Whether a drag on the background draws a band: where there is nothing to choose, it moves the video. */
gboolean
venule_canvas_can_band (VenuleCanvas *self)
{
  return !self->touch && self->selection != NULL && self->document != NULL &&
         g_list_model_get_n_items (G_LIST_MODEL (self->document)) > 0;
}

/* (transfer full): the tracks whose cells have their centre in it. */
static GPtrArray *
find_in_band (VenuleCanvas *self)
{
  GPtrArray *tracks = venule_canvas_dup_tracks (self);
  double left = MIN (self->press.x, self->pointer.x), right = MAX (self->press.x, self->pointer.x);
  double top = MIN (self->press.y, self->pointer.y), bottom = MAX (self->press.y, self->pointer.y);

  for (guint i = tracks->len; i > 0; i--)
    {
      const VenulePlace *spot = venule_track_get_place_at (g_ptr_array_index (tracks, i - 1), self->frame->index);

      if (spot->x < left || spot->x > right || spot->y < top || spot->y > bottom)
        g_ptr_array_remove_index (tracks, i - 1);
    }
  return tracks;
}

void
venule_canvas_commit_band (VenuleCanvas *self,
                           gboolean      extend)
{
  g_autoptr (GPtrArray) tracks = find_in_band (self);

  select_tracks (self, tracks, extend);
  venule_canvas_tell_clicked (self, tracks->len > 0 ? venule_track_get_id (g_ptr_array_index (tracks, 0)) : 0, extend);
}

/* The band, and rings around what it holds. */
void
venule_canvas_draw_band (VenuleCanvas *self,
                         cairo_t      *cr)
{
  g_autoptr (GPtrArray) tracks = find_in_band (self);
  VenulePoint from = venule_canvas_in_widget (self, self->press);
  VenulePoint to = venule_canvas_in_widget (self, self->pointer);
  const double dashes[] = { 4, 4 };
  g_autofree char *text = NULL;

  venule_canvas_draw_rings (self, cr, tracks);
  cairo_new_path (cr);
  cairo_rectangle (cr, MIN (from.x, to.x), MIN (from.y, to.y), fabs (to.x - from.x), fabs (to.y - from.y));
  cairo_set_source_rgba (cr, 1, 1, 1, 0.08);
  cairo_fill_preserve (cr);
  cairo_save (cr);
  cairo_set_line_width (cr, VENULE_CANVAS_LINE);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.7);
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  gdk_cairo_set_source_rgba (cr, &band_color);
  cairo_stroke (cr);
  cairo_restore (cr);

  text = g_strdup_printf (ngettext ("%u cell", "%u cells", tracks->len), tracks->len);
  venule_canvas_draw_label (self, cr, self->pointer_at, text);
}
