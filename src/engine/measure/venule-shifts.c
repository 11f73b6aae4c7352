/* venule-shifts.c: how far the picture had moved in each frame, from the tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-shifts.h"

/* Of the frames whose shift is to be found: the next one that is not known; leads there in few steps. */
typedef struct {
  gint64      *next; /* n_frames + 1 of them */
  VenulePoint *shifts;
  gint64       first_frame, n_frames;
} Search;

static gint64
find_unknown (Search *self,
              gint64  i)
{
  gint64 found = i;

  while (self->next[found] != found)
    found = self->next[found];
  while (self->next[i] != found)
    {
      gint64 after = self->next[i];

      self->next[i] = found;
      i = after;
    }

  return found;
}

static void
look_at_track (Search      *self,
               VenuleTrack *track)
{
  gint64 last = MIN (venule_track_get_last_frame (track) - self->first_frame, self->n_frames - 1);
  gint64 i = find_unknown (self, CLAMP (venule_track_get_first_frame (track) - self->first_frame, 0, self->n_frames));

  for (; i <= last; i = find_unknown (self, i + 1))
    {
      const VenulePlace *place = venule_track_get_place_at (track, self->first_frame + i);

      if (place == NULL || !venule_place_has_shift (place))
        continue;
      self->shifts[i] = (VenulePoint){ place->shift_x, place->shift_y };
      self->next[i] = i + 1;
    }
}

/* Between two frames that are known, by a line in time; before the first and after the last as there. */
static void
fill_between (Search *self)
{
  gint64 before = -1;

  for (gint64 i = find_unknown (self, 0); i < self->n_frames; i = find_unknown (self, i))
    {
      gint64 end = i + 1;

      before = i - 1;
      while (end < self->n_frames && self->next[end] == end)
        end++;
      for (gint64 k = i; k < end; k++)
        {
          VenulePoint from = self->shifts[MAX (before, 0)], to = self->shifts[MIN (end, self->n_frames - 1)];
          double part = (double) (k - before) / (double) (end - before);

          part = before < 0 ? 1 : end == self->n_frames ? 0 : part;
          self->shifts[k].x = from.x + part * (to.x - from.x);
          self->shifts[k].y = from.y + part * (to.y - from.y);
        }
      for (gint64 k = i; k < end; k++)
        self->next[k] = k + 1;
    }
}

VenulePoint *
venule_shifts_dup (GPtrArray  *tracks,
                   gint64      first_frame,
                   gint64      n_frames,
                   gboolean  **known)
{
  Search search = { .next = g_new (gint64, n_frames + 1), .shifts = g_new0 (VenulePoint, n_frames),
                    .first_frame = first_frame, .n_frames = n_frames };

  for (gint64 i = 0; i <= n_frames; i++)
    search.next[i] = i;
  for (guint i = 0; i < tracks->len && find_unknown (&search, 0) < n_frames; i++)
    look_at_track (&search, g_ptr_array_index (tracks, i));
  if (known != NULL)
    {
      *known = g_new (gboolean, n_frames);
      for (gint64 i = 0; i < n_frames; i++)
        (*known)[i] = search.next[i] != i;
    }
  fill_between (&search);
  g_free (search.next);

  return search.shifts;
}
