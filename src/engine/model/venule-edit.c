/* venule-edit.c: one step of undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-edit.h"

#include <glib/gi18n-lib.h>

typedef enum {
  DELETE_TRACKS,
  SET_KIND,
} EditType;

struct _VenuleEdit
{
  EditType        type;
  char           *name;
  GPtrArray      *tracks; /* deleted, or the one whose kind changes */
  VenuleCellKind  old_kind, new_kind;
  gboolean        old_edited;
};

static VenuleEdit *
edit_new (EditType  type,
          char     *name)
{
  VenuleEdit *self = g_new0 (VenuleEdit, 1);

  self->type = type;
  self->name = name;
  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

VenuleEdit *
venule_edit_new_delete (GPtrArray *tracks)
{
  VenuleEdit *self;
  char *name;

  if (tracks->len == 1)
    name = g_strdup_printf (_("Delete Track %u"), venule_track_get_id (g_ptr_array_index (tracks, 0)));
  else
    name = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Delete %u Track", "Delete %u Tracks", tracks->len),
                            tracks->len);

  self = edit_new (DELETE_TRACKS, name);
  for (guint i = 0; i < tracks->len; i++)
    g_ptr_array_add (self->tracks, g_object_ref (g_ptr_array_index (tracks, i)));

  return self;
}

VenuleEdit *
venule_edit_new_set_kind (VenuleTrack    *track,
                          VenuleCellKind  kind)
{
  VenuleEdit *self = edit_new (SET_KIND, g_strdup_printf (_("Change Class of Track %u"), venule_track_get_id (track)));

  g_ptr_array_add (self->tracks, g_object_ref (track));
  self->old_kind = venule_track_get_kind (track);
  self->old_edited = venule_track_get_edited (track);
  self->new_kind = kind;

  return self;
}

void
venule_edit_free (VenuleEdit *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->tracks);
  g_free (self->name);
  g_free (self);
}

const char *
venule_edit_get_name (VenuleEdit *self)
{
  return self->name;
}

static GPtrArray *
copy_tracks (GPtrArray *tracks)
{
  GPtrArray *copy = g_ptr_array_new_full (tracks->len, g_object_unref);

  for (guint i = 0; i < tracks->len; i++)
    g_ptr_array_add (copy, g_object_ref (g_ptr_array_index (tracks, i)));

  return copy;
}

/* Both are in the order of ids, so that one pass is enough. */
static GPtrArray *
without (GPtrArray *tracks,
         GPtrArray *removed)
{
  GPtrArray *rest = g_ptr_array_new_full (tracks->len, g_object_unref);

  for (guint i = 0, j = 0; i < tracks->len; i++)
    {
      gpointer track = g_ptr_array_index (tracks, i);

      if (j < removed->len && track == g_ptr_array_index (removed, j))
        j++;
      else
        g_ptr_array_add (rest, g_object_ref (track));
    }

  return rest;
}

static GPtrArray *
merged (GPtrArray *tracks,
        GPtrArray *added)
{
  GPtrArray *all = g_ptr_array_new_full (tracks->len + added->len, g_object_unref);
  guint i = 0, j = 0;

  while (i < tracks->len || j < added->len)
    {
      VenuleTrack *track = i < tracks->len ? g_ptr_array_index (tracks, i) : NULL;
      VenuleTrack *other = j < added->len ? g_ptr_array_index (added, j) : NULL;

      if (other == NULL || (track != NULL && venule_track_get_id (track) < venule_track_get_id (other)))
        {
          g_ptr_array_add (all, g_object_ref (track));
          i++;
        }
      else
        {
          g_ptr_array_add (all, g_object_ref (other));
          j++;
        }
    }

  return all;
}

GPtrArray *
venule_edit_apply (VenuleEdit *self,
                   GPtrArray  *tracks)
{
  VenuleTrack *track;

  if (self->type == DELETE_TRACKS)
    return without (tracks, self->tracks);

  track = g_ptr_array_index (self->tracks, 0);
  venule_track_set_kind (track, self->new_kind);
  venule_track_set_edited (track, TRUE);

  return copy_tracks (tracks);
}

GPtrArray *
venule_edit_revert (VenuleEdit *self,
                    GPtrArray  *tracks)
{
  VenuleTrack *track;

  if (self->type == DELETE_TRACKS)
    return merged (tracks, self->tracks);

  track = g_ptr_array_index (self->tracks, 0);
  venule_track_set_kind (track, self->old_kind);
  venule_track_set_edited (track, self->old_edited);

  return copy_tracks (tracks);
}
