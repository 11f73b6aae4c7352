/* venule-document-spots.c: edits of single spots
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-document-frames.h"
#include "venule-document-private.h"
#include "venule-edit.h"
#include "venule-error.h"
#include "venule-step-name.h"
#include "venule-track-builder.h"

/* ---- Placing ---- */

static gboolean
is_sane (const VenuleSpot *spot)
{
  gboolean sane = isfinite (spot->x) && isfinite (spot->y) && isfinite (spot->radius) && spot->radius > 0 &&
                  isfinite (spot->score) && !isnan (spot->uncertainty);

  for (guint i = 0; sane && i < VENULE_CONTOUR_POINTS; i++)
    sane = isfinite (spot->contour[i]) && spot->contour[i] >= 0;

  return sane;
}

static gboolean
check_spots (VenuleDocument    *self,
             const VenuleSpot  *spots,
             guint              n,
             GError           **error)
{
  gint64 n_frames = venule_source_has_table (self->source) ? venule_source_get_n_frames (self->source) : G_MAXINT64;

  for (guint i = 0; i < n; i++)
    {
      if (spots[i].frame < 0 || spots[i].frame >= n_frames)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("The video has no frame %lld."),
                       (long long) spots[i].frame);
          return FALSE;
        }
      if (!is_sane (&spots[i]))
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The spot in frame %lld has no place or no size."), (long long) spots[i].frame);
          return FALSE;
        }
    }

  return TRUE;
}

/* Spots need a run to be of: the settings as they are now. */
static void
ensure_run (VenuleDocument *self)
{
  if (self->run_settings != NULL)
    return;

  self->run_settings = venule_settings_copy (self->settings);
  g_object_notify (G_OBJECT (self), "run-settings");
  venule_document_update_stale (self);
}

guint
venule_document_put_spots (VenuleDocument    *self,
                           guint              id,
                           const VenuleSpot  *spots,
                           guint              n,
                           const char        *name,
                           GError           **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  g_autoptr(VenuleTrackBuilder) builder = NULL;
  VenuleTrack *track = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);
  g_return_val_if_fail (spots != NULL && n > 0, 0);
  g_return_val_if_fail (name != NULL, 0);

  if (!check_spots (self, spots, n, error))
    return 0;
  if (id > 0)
    {
      track = venule_document_find_track (self, id, error);
      if (track == NULL)
        return 0;
    }
  else
    {
      ensure_run (self);
      id = venule_document_next_id (self);
    }

  builder = venule_track_builder_new (id, track);
  if (track != NULL)
    venule_track_builder_add_part (builder, track, 0, G_MAXINT64);
  for (guint i = 0; i < n; i++)
    {
      VenuleSpot spot = spots[i];

      venule_document_fill_frame (self, &spot);
      venule_track_builder_add_spot (builder, &spot, track != NULL ? venule_track_builder_rate (track) : spot.score);
    }
  edit = venule_edit_new (g_strdup (name));
  venule_edit_put (edit, venule_track_builder_finish (builder));

  return venule_document_do_edit (self, edit, error) ? id : 0;
}

/* ---- Changing one ---- */

static gboolean
find_spot (VenuleDocument  *self,
           guint            id,
           gint64           frame,
           VenuleSpot      *spot,
           GError         **error)
{
  VenuleTrack *track = venule_document_find_track (self, id, error);
  const VenuleSpot *found = track != NULL ? venule_track_get_spot_at (track, frame) : NULL;

  if (found != NULL)
    *spot = *found;
  else if (track != NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("Track %u has no spot in frame %lld."), id,
                 (long long) frame);

  return found != NULL;
}

/* What the user set is certain, but for the motion of the image. */
static void
mark_placed (VenuleSpot *spot)
{
  spot->source = VENULE_SPOT_MANUAL;
  spot->score = 1;
  if (spot->uncertainty < VENULE_UNCERTAINTY_NO_SHIFT)
    spot->uncertainty = 0;
}

gboolean
venule_document_move_spot (VenuleDocument  *self,
                           guint            id,
                           gint64           frame,
                           double           x,
                           double           y,
                           GError         **error)
{
  g_autofree char *name = NULL;
  VenuleSpot spot;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (!find_spot (self, id, frame, &spot, error))
    return FALSE;
  spot.x = x;
  spot.y = y;
  mark_placed (&spot);
  name = g_strdup_printf (N_("Move Spot of Track %u"), id);

  return venule_document_put_spots (self, id, &spot, 1, name, error) > 0;
}

gboolean
venule_document_resize_spot (VenuleDocument  *self,
                             guint            id,
                             gint64           frame,
                             double           radius,
                             GError         **error)
{
  g_autofree char *name = NULL;
  VenuleSpot spot;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (!find_spot (self, id, frame, &spot, error))
    return FALSE;
  for (guint i = 0; i < VENULE_CONTOUR_POINTS; i++)
    spot.contour[i] = spot.radius > 0 ? (float) (spot.contour[i] * radius / spot.radius) : 0;
  spot.radius = (float) radius;
  mark_placed (&spot);
  name = g_strdup_printf (N_("Resize Spot of Track %u"), id);

  return venule_document_put_spots (self, id, &spot, 1, name, error) > 0;
}

/* ---- Ranges ---- */

static guint
count_spots (VenuleTrack *track,
             gint64       first,
             gint64       last)
{
  guint n, counted = 0;
  const VenulePlace *spots = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    counted += spots[i].frame >= first && spots[i].frame <= last;

  return counted;
}

static gboolean
refuse_empty_range (guint    id,
                    GError **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("Track %u has no spots in those frames."), id);

  return FALSE;
}

gboolean
venule_document_delete_spots (VenuleDocument  *self,
                              guint            id,
                              gint64           first,
                              gint64           last,
                              GError         **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  g_autoptr(VenuleTrackBuilder) builder = NULL;
  VenuleTrack *track;
  guint n;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  track = venule_document_find_track (self, id, error);
  if (track == NULL)
    return FALSE;
  n = count_spots (track, first, last);
  if (n == 0)
    return refuse_empty_range (id, error);
  if (n == venule_track_get_n_spots (track))
    return venule_document_remove_tracks (self, &id, 1, error);

  builder = venule_track_builder_new (id, track);
  venule_track_builder_add_part (builder, track, 0, first - 1);
  venule_track_builder_add_part (builder, track, last + 1, G_MAXINT64);
  edit = venule_edit_new (n == 1 ? g_strdup_printf (N_("Delete Spot of Track %u"), id)
                                 : g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Delete %u Spot of Track %u",
                                                                 "Delete %u Spots of Track %u", n), n, id));
  venule_edit_put (edit, venule_track_builder_finish (builder));

  return venule_document_do_edit (self, edit, error);
}

gboolean
venule_document_interpolate (VenuleDocument  *self,
                             guint            id,
                             gint64           first,
                             gint64           last,
                             GError         **error)
{
  g_autoptr(GArray) made = NULL;
  g_autofree char *name = NULL;
  VenuleTrack *track;
  guint n;
  const VenuleSpot *spots;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  track = venule_document_find_track (self, id, error);
  if (track == NULL)
    return FALSE;

  made = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  spots = venule_track_get_spots (track, &n);
  for (guint i = 0; i + 1 < n; i++)
    for (gint64 frame = MAX (spots[i].frame + 1, first); frame < spots[i + 1].frame && frame <= last; frame++)
      {
        VenuleSpot spot;

        venule_document_make_between (self, &spots[i], &spots[i + 1], frame, &spot);
        g_array_append_val (made, spot);
      }
  if (made->len == 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("Track %u has no gap in those frames."), id);
      return FALSE;
    }
  name = g_strdup_printf (N_("Fill Gap of Track %u"), id);

  return venule_document_put_spots (self, id, (const VenuleSpot *) (const void *) made->data, made->len, name,
                                    error) > 0;
}
