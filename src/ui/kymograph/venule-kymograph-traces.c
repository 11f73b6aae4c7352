/* venule-kymograph-traces.c: the tracks of a document along a line, kept up to date while they are edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-traces.h"

/* Of the main thread, at a time. A frame of the screen takes 16 ms. */
#define SLICE_US 3000
/* The clock is looked at once in so many tracks. */
#define TRACKS_A_LOOK 8
/* While there is more to come, the drawing is renewed so often. */
#define RENEWAL_US (150 * 1000)

typedef struct {
  VenuleKymographTraces *traces;  /* borrowed */
  VenuleTrack           *track;
  VenuleKymographTrace  *trace;   /* NULL: to be made */
  gulong                 handler;
} Entry;

struct _VenuleKymographTraces
{
  VenuleDocument               *document;
  VenuleKymograph              *picture;
  VenuleKymographTracesChanged  changed;
  gpointer                      owner;
  GPtrArray                    *entries; /* of Entry, in the order of the document */
  guint                         next;    /* all before it are made */
  guint                         source;
  gint64                        renewed;
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_signal_handler_disconnect (entry->track, entry->handler);
  g_object_unref (entry->track);
  g_clear_pointer (&entry->trace, venule_kymograph_trace_unref);
  g_free (entry);
}

static void
emit_changed (VenuleKymographTraces *self)
{
  self->renewed = g_get_monotonic_time ();
  self->changed (self->owner);
}

/* Makes what is due until the time is over. Returns whether there is more. */
static gboolean
make_some (VenuleKymographTraces *self)
{
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);
  gint64 end = g_get_monotonic_time () + SLICE_US;

  for (; settings && self->next < self->entries->len; self->next++)
    {
      Entry *entry = g_ptr_array_index (self->entries, self->next);

      if (!entry->trace)
        entry->trace = venule_kymograph_trace_new (self->picture, entry->track, settings);
      if (self->next % TRACKS_A_LOOK == 0 && g_get_monotonic_time () > end)
        return TRUE;
    }
  return FALSE;
}

static gboolean
on_idle (gpointer user_data)
{
  VenuleKymographTraces *self = user_data;

  if (make_some (self))
    {
      if (g_get_monotonic_time () - self->renewed > RENEWAL_US)
        emit_changed (self);
      return G_SOURCE_CONTINUE;
    }
  self->source = 0;
  emit_changed (self);
  return G_SOURCE_REMOVE;
}

static void
require (VenuleKymographTraces *self,
         guint                  position)
{
  self->next = MIN (self->next, position);
  if (self->source == 0)
    self->source = g_idle_add (on_idle, self);
}

static void
on_track_changed (Entry *entry)
{
  VenuleKymographTraces *self = entry->traces;
  guint position;

  g_clear_pointer (&entry->trace, venule_kymograph_trace_unref);
  if (g_ptr_array_find (self->entries, entry, &position))
    require (self, position);
}

static void
on_items_changed (VenuleKymographTraces *self,
                  guint                  position,
                  guint                  removed,
                  guint                  added)
{
  g_autoptr (GPtrArray) old = self->entries;
  guint kept = old->len - position - removed;

  self->entries = g_ptr_array_new_full (position + added + kept, entry_free);
  g_ptr_array_set_free_func (old, NULL);
  for (guint i = 0; i < position; i++)
    g_ptr_array_add (self->entries, g_ptr_array_index (old, i));
  for (guint i = 0; i < removed; i++)
    entry_free (g_ptr_array_index (old, position + i));
  for (guint i = 0; i < added; i++)
    {
      Entry *entry = g_new0 (Entry, 1);

      entry->traces = self;
      entry->track = g_list_model_get_item (G_LIST_MODEL (self->document), position + i);
      entry->handler = g_signal_connect_swapped (entry->track, "changed", G_CALLBACK (on_track_changed), entry);
      g_ptr_array_add (self->entries, entry);
    }
  for (guint i = 0; i < kept; i++)
    g_ptr_array_add (self->entries, g_ptr_array_index (old, position + removed + i));
  require (self, position);
}

/* Classes and colours, too: they are asked for when it is drawn. */
static void
on_tracks_changed (VenuleKymographTraces *self)
{
  require (self, self->next);
}

VenuleKymographTraces *
venule_kymograph_traces_new (VenuleDocument               *document,
                             VenuleKymograph              *picture,
                             VenuleKymographTracesChanged  changed,
                             gpointer                      owner)
{
  VenuleKymographTraces *self = g_new0 (VenuleKymographTraces, 1);

  self->document = g_object_ref (document);
  self->picture = venule_kymograph_ref (picture);
  self->changed = changed;
  self->owner = owner;
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  g_signal_connect_swapped (document, "items-changed", G_CALLBACK (on_items_changed), self);
  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
  on_items_changed (self, 0, 0, g_list_model_get_n_items (G_LIST_MODEL (document)));
  return self;
}

void
venule_kymograph_traces_free (VenuleKymographTraces *self)
{
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_handle_id (&self->source, g_source_remove);
  g_ptr_array_unref (self->entries);
  venule_kymograph_unref (self->picture);
  g_object_unref (self->document);
  g_free (self);
}

GArray *
venule_kymograph_traces_dup_curves (VenuleKymographTraces *self)
{
  GArray *curves = venule_kymograph_curves_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (self->entries, i);
      VenuleKymographCurve curve = { .trace = entry->trace, .kind = venule_track_get_kind (entry->track),
                                     .color = venule_track_get_color (entry->track) };

      if (!entry->trace || entry->trace->n == 0 || venule_track_get_hidden (entry->track))
        continue;
      venule_kymograph_trace_ref (curve.trace);
      g_array_append_val (curves, curve);
    }
  return curves;
}

gboolean
venule_kymograph_traces_is_complete (VenuleKymographTraces *self)
{
  return self->source == 0;
}
