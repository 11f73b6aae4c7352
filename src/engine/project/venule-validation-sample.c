/* venule-validation-sample.c: stretches of a video that are drawn at random, to be marked by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-validation-sample.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-json.h"
#include "venule-order.h"

/* More makes no sense, and is not believed of a file. */
#define MOST 10000

static gint64
get_length (const VenuleValidationSample *self)
{
  return (self->n_marks - 1) * self->step + 1;
}

/* Where they would lie if they took no room; then they are moved apart by what they take. */
static void
draw_starts (VenuleValidationSample *self,
             gint64                  first,
             gint64                  room,
             guint                   n)
{
  GRand *random = g_rand_new_with_seed (self->seed);
  gint64 length = get_length (self);

  for (guint i = 0; i < n; i++)
    {
      gint64 start = MIN ((gint64) (g_rand_double (random) * (double) (room + 1)), room);

      g_array_append_val (self->starts, start);
    }
  g_array_sort (self->starts, venule_compare_int64s);
  for (guint i = 0; i < n; i++)
    g_array_index (self->starts, gint64, i) += first + i * length;
  g_rand_free (random);
}

VenuleValidationSample *
venule_validation_sample_draw (gint64   first,
                               gint64   last,
                               guint    n_stretches,
                               guint    n_marks,
                               gint64   step,
                               guint32  seed,
                               GError **error)
{
  VenuleValidationSample *self;
  gint64 room;

  g_return_val_if_fail (first >= 0 && last >= first, NULL);
  g_return_val_if_fail (n_stretches > 0 && n_stretches <= MOST && n_marks > 0 && n_marks <= MOST && step > 0 &&
                        step <= MOST, NULL);

  self = g_new0 (VenuleValidationSample, 1);
  self->seed = seed;
  self->n_marks = n_marks;
  self->step = step;
  self->starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  room = last - first + 1 - n_stretches * get_length (self);
  if (room < 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The sample needs %u frames, but the run has only %u. Take fewer stretches, or shorter ones."),
                   n_stretches * (guint) get_length (self), (guint) (last - first + 1));
      venule_validation_sample_free (self);
      return NULL;
    }
  draw_starts (self, first, room, n_stretches);

  return self;
}

VenuleValidationSample *
venule_validation_sample_copy (const VenuleValidationSample *self)
{
  VenuleValidationSample *copy = g_memdup2 (self, sizeof *self);

  copy->starts = g_array_copy (self->starts);

  return copy;
}

void
venule_validation_sample_free (VenuleValidationSample *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->starts);
  g_free (self);
}

gint64
venule_validation_sample_get_frame (const VenuleValidationSample *self,
                                    guint                         stretch,
                                    guint                         mark)
{
  g_return_val_if_fail (stretch < self->starts->len && mark < self->n_marks, -1);

  return g_array_index (self->starts, gint64, stretch) + mark * self->step;
}

gboolean
venule_validation_sample_find (const VenuleValidationSample *self,
                               gint64                        frame,
                               guint                        *stretch,
                               guint                        *mark)
{
  for (guint i = 0; i < self->starts->len; i++)
    {
      gint64 after = frame - g_array_index (self->starts, gint64, i);

      if (after < 0 || after >= get_length (self) || after % self->step != 0)
        continue;
      *stretch = i;
      *mark = (guint) (after / self->step);
      return TRUE;
    }

  return FALSE;
}

GArray *
venule_validation_sample_dup_done (const VenuleValidationSample *self)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < self->done; i++)
    {
      for (guint j = 0; j < self->n_marks; j++)
        {
          gint64 frame = venule_validation_sample_get_frame (self, i, j);

          g_array_append_val (frames, frame);
        }
    }

  return frames;
}

/* (transfer full) (nullable): its places in the frames of a stretch. Marks may have been made at another frame rate. */
static VenuleTrack *
dup_piece (const VenuleValidationSample *self,
           VenuleDocument               *document,
           VenuleTrack                  *track,
           guint                         stretch)
{
  g_autoptr(GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  VenuleTrack *piece;

  for (guint mark = 0; mark < self->n_marks; mark++)
    {
      const VenuleSpot *spot =
        venule_track_get_spot_at (track, venule_validation_sample_get_frame (self, stretch, mark));

      if (spot == NULL)
        continue;
      g_array_append_vals (spots, spot, 1);
      g_array_index (spots, VenuleSpot, spots->len - 1).time = venule_document_get_time (document, spot->frame);
    }
  if (spots->len == 0)
    return NULL;

  piece = venule_track_new (venule_track_get_id (track));
  venule_track_set_kind (piece, venule_track_get_kind (track));
  venule_track_add_spots (piece, (const VenuleSpot *) (gpointer) spots->data, spots->len);

  return piece;
}

GPtrArray *
venule_validation_sample_dup_pieces (const VenuleValidationSample *self,
                                     VenuleDocument               *document,
                                     GPtrArray                    *tracks)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tracks->len; i++)
    {
      for (guint stretch = 0; stretch < self->done; stretch++)
        {
          VenuleTrack *piece = dup_piece (self, document, g_ptr_array_index (tracks, i), stretch);

          if (piece != NULL)
            g_ptr_array_add (pieces, piece);
        }
    }

  return pieces;
}

/* ---- As text ---- */

char *
venule_validation_sample_to_text (const VenuleValidationSample *self)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  venule_json_begin_object (builder, "sample");
  venule_json_add_integer (builder, "seed", self->seed);
  venule_json_add_integer (builder, "run", self->run);
  venule_json_add_integer (builder, "marks", self->n_marks);
  venule_json_add_integer (builder, "step", self->step);
  venule_json_add_integer (builder, "done", self->done);
  venule_json_begin_array (builder, "starts");
  for (guint i = 0; i < self->starts->len; i++)
    json_builder_add_int_value (builder, g_array_index (self->starts, gint64, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, FALSE);
}

/* −1: there is no such number. */
static gint64
read_number (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64
         ? json_node_get_int (node)
                                                                                                         : -1;
}

/* What stands in a file is checked: stretches rise and do not overlap. */
static gboolean
read_starts (VenuleValidationSample *self,
             JsonNode               *node)
{
  JsonArray *starts = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  gint64 least = 0;

  if (starts == NULL || json_array_get_length (starts) == 0 || json_array_get_length (starts) > MOST)
    return FALSE;

  for (guint i = 0; i < json_array_get_length (starts); i++)
    {
      gint64 start = read_number (json_array_get_element (starts, i));

      if (start < least || start > G_MAXINT)
        return FALSE;
      g_array_append_val (self->starts, start);
      least = start + get_length (self);
    }

  return TRUE;
}

VenuleValidationSample *
venule_validation_sample_from_text (const char *text)
{
  g_autoptr(JsonNode) root = text != NULL ? venule_json_parse (text) : NULL;
  JsonNode *node = root != NULL && JSON_NODE_HOLDS_OBJECT (root)
                   ? json_object_get_member (json_node_get_object (root), "sample") : NULL;
  g_autoptr(VenuleValidationSample) self = NULL;
  JsonObject *object;
  gint64 seed, run, marks, step, done;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;

  object = json_node_get_object (node);
  seed = read_number (json_object_get_member (object, "seed"));
  run = read_number (json_object_get_member (object, "run"));
  marks = read_number (json_object_get_member (object, "marks"));
  step = read_number (json_object_get_member (object, "step"));
  done = read_number (json_object_get_member (object, "done"));
  if (seed < 0 || seed > G_MAXUINT32 || run < 0 || marks < 1 || marks > MOST || step < 1 || step > MOST || done < 0)
    return NULL;

  self = g_new0 (VenuleValidationSample, 1);
  *self = (VenuleValidationSample) { .seed = (guint32) seed, .run = run, .n_marks = (guint) marks, .step = step,
                           .starts = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  if (!read_starts (self, json_object_get_member (object, "starts")) || done > self->starts->len)
    return NULL;
  self->done = (guint) done;

  return g_steal_pointer (&self);
}
