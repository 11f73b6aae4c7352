/* venule-history.c: the steps that can be undone and done again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-history.h"

struct _VenuleHistory
{
  GPtrArray *edits;
  guint      n_done;
};

VenuleHistory *
venule_history_new (void)
{
  VenuleHistory *self = g_new0 (VenuleHistory, 1);

  self->edits = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_edit_free);

  return self;
}

void
venule_history_free (VenuleHistory *self)
{
  g_ptr_array_unref (self->edits);
  g_free (self);
}

gboolean
venule_history_is_empty (VenuleHistory *self)
{
  return self->edits->len == 0;
}

void
venule_history_clear (VenuleHistory *self)
{
  g_ptr_array_set_size (self->edits, 0);
  self->n_done = 0;
}

void
venule_history_add (VenuleHistory *self,
                    VenuleEdit    *edit)
{
  g_ptr_array_set_size (self->edits, (int) self->n_done);
  g_ptr_array_add (self->edits, edit);
}

VenuleEdit *
venule_history_peek_undo (VenuleHistory *self)
{
  return self->n_done > 0 ? g_ptr_array_index (self->edits, self->n_done - 1) : NULL;
}

VenuleEdit *
venule_history_peek_redo (VenuleHistory *self)
{
  return self->n_done < self->edits->len ? g_ptr_array_index (self->edits, self->n_done) : NULL;
}

VenuleEdit *
venule_history_undo (VenuleHistory *self)
{
  VenuleEdit *edit = venule_history_peek_undo (self);

  if (edit != NULL)
    self->n_done--;

  return edit;
}

VenuleEdit *
venule_history_redo (VenuleHistory *self)
{
  VenuleEdit *edit = venule_history_peek_redo (self);

  if (edit != NULL)
    self->n_done++;

  return edit;
}
