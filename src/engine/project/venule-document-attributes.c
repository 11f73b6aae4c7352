/* venule-document-attributes.c: attributes of whole tracks that the user sets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include <glib/gi18n-lib.h>

#include "venule-classify.h"
#include "venule-document-private.h"
#include "venule-edit.h"
#include "venule-step-name.h"

/* The attributes of each track. */
typedef struct {
  VenuleCellKind  kind;
  gboolean        flag;
  gint32          color;
  const char     *note;
} Mark;

typedef void (*SetMark) (VenuleTrack *track,
                         const Mark  *mark);
typedef gboolean (*HasMark) (VenuleTrack *track,
                             const Mark  *mark);

/* Takes @name. Those that have the mark already are left alone: (element-type guint) @ids. */
static gboolean
set_marks (VenuleDocument  *self,
           GArray          *ids,
           char            *name,
           SetMark          set,
           const Mark      *mark,
           GError         **error)
{
  g_autoptr(VenuleEdit) edit = venule_edit_new (name);

  for (guint i = 0; i < ids->len; i++)
    set (venule_edit_mark (edit, venule_document_get_track (self, g_array_index (ids, guint, i))), mark);

  return venule_document_do_edit (self, edit, error);
}

/* (element-type guint): those of @ids that are there and do not have the mark. */
static GArray *
find_without (VenuleDocument *self,
              const guint    *ids,
              guint           n,
              HasMark         has,
              const Mark     *mark)
{
  GArray *found = venule_document_find_tracks (self, ids, n);

  for (guint i = found->len; i > 0; i--)
    if (has (venule_document_get_track (self, g_array_index (found, guint, i - 1)), mark))
      g_array_remove_index (found, i - 1);

  return found;
}

/* For names of steps. */
static guint
first_of (GArray *ids)
{
  return g_array_index (ids, guint, 0);
}

/* ---- Class ---- */

static gboolean
has_kind (VenuleTrack *track,
          const Mark  *mark)
{
  return venule_track_get_kind (track) == mark->kind && venule_track_get_kind_is_manual (track);
}

static void
set_kind (VenuleTrack *track,
          const Mark  *mark)
{
  venule_track_set_kind (track, mark->kind);
  venule_track_set_kind_is_manual (track, TRUE);
  venule_track_set_edited (track, TRUE);
}

static char *
name_of_class (GArray *ids)
{
  if (ids->len == 1)
    return g_strdup_printf (N_("Change Class of Track %u"), first_of (ids));

  return g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Change Class of %u Track", "Change Class of %u Tracks",
                                       ids->len),
                          ids->len);
}

gboolean
venule_document_set_kinds (VenuleDocument  *self,
                           const guint     *ids,
                           guint            n,
                           VenuleCellKind   kind,
                           GError         **error)
{
  const Mark mark = { .kind = kind };
  g_autoptr(GArray) found = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (ids != NULL || n == 0, FALSE);

  found = find_without (self, ids, n, has_kind, &mark);
  if (found->len == 0 || !venule_document_check_locks (self, found, error))
    return found->len == 0;

  return set_marks (self, found, name_of_class (found), set_kind, &mark, error);
}

gboolean
venule_document_classify_others (VenuleDocument  *self,
                                 guint           *n,
                                 GError         **error)
{
  g_autoptr(VenuleEdit) edit = NULL;
  g_autoptr(GArray) found = NULL;
  GPtrArray *tracks;
  double border;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (!self->running && self->run_settings != NULL, FALSE);

  tracks = venule_track_list_get_tracks (self->tracks);
  border = venule_classify_find_border (tracks, self->run_settings);
  found = g_array_new (FALSE, FALSE, sizeof (guint));
  edit = venule_edit_new (NULL);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      guint id = venule_track_get_id (track);
      g_autoptr(VenuleTrack) copy = NULL;

      if (venule_track_get_kind (track) != VENULE_CELL_OTHER || venule_track_get_kind_is_manual (track) ||
          venule_track_get_locked (track))
        continue;
      copy = venule_track_copy_places (track);
      venule_classify_one (copy, self->run_settings, border);
      if (venule_track_get_kind (copy) == VENULE_CELL_OTHER)
        continue;
      venule_track_set_kind (venule_edit_mark (edit, track), venule_track_get_kind (copy));
      g_array_append_val (found, id);
    }
  if (found->len > 0)
    edit->name = name_of_class (found);
  if (n != NULL)
    *n = found->len;

  return venule_document_do_edit (self, edit, error);
}

/* ---- Hidden ---- */

static gboolean
has_hidden (VenuleTrack *track,
            const Mark  *mark)
{
  return venule_track_get_hidden (track) == mark->flag;
}

static void
set_hidden (VenuleTrack *track,
            const Mark  *mark)
{
  venule_track_set_hidden (track, mark->flag);
}

static char *
name_of_hiding (GArray   *ids,
                gboolean  hidden)
{
  if (ids->len == 1)
    return g_strdup_printf (hidden ? N_("Hide Track %u") : N_("Show Track %u"), first_of (ids));
  if (hidden)
    return g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Hide %u Track", "Hide %u Tracks", ids->len), ids->len);

  return g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Show %u Track", "Show %u Tracks", ids->len), ids->len);
}

gboolean
venule_document_set_hidden (VenuleDocument  *self,
                            const guint     *ids,
                            guint            n,
                            gboolean         hidden,
                            GError         **error)
{
  const Mark mark = { .flag = !!hidden };
  g_autoptr(GArray) found = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (ids != NULL || n == 0, FALSE);

  /* What is drawn is no part of a track that is locked. */
  found = find_without (self, ids, n, has_hidden, &mark);

  return found->len == 0 || set_marks (self, found, name_of_hiding (found, hidden), set_hidden, &mark, error);
}

/* ---- Locked ---- */

static gboolean
has_locked (VenuleTrack *track,
            const Mark  *mark)
{
  return venule_track_get_locked (track) == mark->flag;
}

static void
set_locked (VenuleTrack *track,
            const Mark  *mark)
{
  venule_track_set_locked (track, mark->flag);
}

static char *
name_of_locking (GArray   *ids,
                 gboolean  locked)
{
  if (ids->len == 1)
    return g_strdup_printf (locked ? N_("Lock Track %u") : N_("Unlock Track %u"), first_of (ids));
  if (locked)
    return g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Lock %u Track", "Lock %u Tracks", ids->len), ids->len);

  return g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Unlock %u Track", "Unlock %u Tracks", ids->len), ids->len);
}

gboolean
venule_document_set_locked (VenuleDocument  *self,
                            const guint     *ids,
                            guint            n,
                            gboolean         locked,
                            GError         **error)
{
  const Mark mark = { .flag = !!locked };
  g_autoptr(GArray) found = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (ids != NULL || n == 0, FALSE);

  found = find_without (self, ids, n, has_locked, &mark);

  return found->len == 0 || set_marks (self, found, name_of_locking (found, locked), set_locked, &mark, error);
}

/* ---- Color ---- */

static gboolean
has_color (VenuleTrack *track,
           const Mark  *mark)
{
  return venule_track_get_color (track) == mark->color;
}

static void
set_color (VenuleTrack *track,
           const Mark  *mark)
{
  venule_track_set_color (track, mark->color);
}

gboolean
venule_document_set_color (VenuleDocument  *self,
                           const guint     *ids,
                           guint            n,
                           gint32           color,
                           GError         **error)
{
  const Mark mark = { .color = color };
  g_autoptr(GArray) found = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (ids != NULL || n == 0, FALSE);
  g_return_val_if_fail (color >= VENULE_TRACK_NO_COLOR && color <= 0xffffff, FALSE);

  found = find_without (self, ids, n, has_color, &mark);

  return found->len == 0 ||
         set_marks (self, found,
                    found->len == 1
                      ? g_strdup_printf (N_("Change Colour of Track %u"), first_of (found))
                      : g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Change Colour of %u Track",
                                                      "Change Colour of %u Tracks", found->len), found->len),
                    set_color, &mark, error);
}

/* ---- Note ---- */

static gboolean
has_note (VenuleTrack *track,
          const Mark  *mark)
{
  const char *note = mark->note != NULL && *mark->note != '\0' ? mark->note : NULL;

  return g_strcmp0 (venule_track_get_note (track), note) == 0;
}

static void
set_note (VenuleTrack *track,
          const Mark  *mark)
{
  venule_track_set_note (track, mark->note);
}

gboolean
venule_document_set_note (VenuleDocument  *self,
                          const guint     *ids,
                          guint            n,
                          const char      *note,
                          GError         **error)
{
  const Mark mark = { .note = note };
  g_autoptr(GArray) found = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (ids != NULL || n == 0, FALSE);
  g_return_val_if_fail (note == NULL || g_utf8_validate (note, -1, NULL), FALSE);

  found = find_without (self, ids, n, has_note, &mark);

  return found->len == 0 ||
         set_marks (self, found,
                    found->len == 1
                      ? g_strdup_printf (N_("Change Note on Track %u"), first_of (found))
                      : g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Change Note on %u Track",
                                                      "Change Note on %u Tracks", found->len), found->len),
                    set_note, &mark, error);
}

/* ---- Deletion ---- */

static char *
name_of_deletion (GArray *ids)
{
  if (ids->len == 1)
    return g_strdup_printf (N_("Delete Track %u"), first_of (ids));

  return g_strdup_printf (g_dngettext (VENULE_STEP_NAMES, "Delete %u Track", "Delete %u Tracks", ids->len), ids->len);
}

gboolean
venule_document_remove_tracks (VenuleDocument  *self,
                               const guint     *ids,
                               guint            n,
                               GError         **error)
{
  g_autoptr(GArray) found = NULL;
  g_autoptr(VenuleEdit) edit = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (ids != NULL || n == 0, FALSE);

  found = venule_document_find_tracks (self, ids, n);
  if (found->len == 0 || !venule_document_check_locks (self, found, error))
    return found->len == 0;

  edit = venule_edit_new (name_of_deletion (found));
  for (guint i = 0; i < found->len; i++)
    venule_edit_remove (edit, g_array_index (found, guint, i));

  return venule_document_do_edit (self, edit, error);
}
