/* venule-cli-batch-progress.c: how far a batch is, for people and for programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-batch-progress.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <unistd.h>

#include "venule-cli.h"
#include "venule-json.h"
#include "venule-number.h"

#define TERMINAL_PERIOD (G_USEC_PER_SEC / 4)
#define PLAIN_PERIOD (10 * G_USEC_PER_SEC)
#define JSON_PERIOD G_USEC_PER_SEC

struct _VenuleCliProgress
{
  VenuleBatch *batch;
  gboolean     json, terminal;
  gint64       last;
  gboolean     on_line; /* of the total */
};

/* ---- For programs ---- */

static void
print_object (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, FALSE);
  venule_cli_print_json (text);
  fflush (stdout);
}

static JsonBuilder *
begin_object (const char *event)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  venule_json_add_text (builder, "event", event);
  return builder;
}

static void
print_item_json (VenuleBatchItem *item)
{
  g_autoptr (JsonBuilder) builder = begin_object ("video");
  const char *device = venule_batch_item_get_device (item), *message = venule_batch_item_get_message (item);

  venule_json_add_text (builder, "id", venule_batch_item_get_id (item));
  venule_json_add_text (builder, "state", venule_batch_item_state_to_string (venule_batch_item_get_state (item)));
  venule_json_add_integer (builder, "frames", venule_batch_item_get_frames_done (item));
  venule_json_add_integer (builder, "tracks", venule_batch_item_get_tracks (item));
  venule_json_add_number (builder, "seconds", venule_batch_item_get_seconds (item));
  venule_json_add_text (builder, "device", device != NULL ? device : "");
  venule_json_add_text (builder, "message", message != NULL ? message : "");
  print_object (builder);
}

static void
print_totals_json (const VenuleBatchTotals *totals,
                   const char              *event)
{
  g_autoptr (JsonBuilder) builder = begin_object (event);

  for (guint i = 0; i < VENULE_N_BATCH_ITEM_STATES; i++)
    venule_json_add_integer (builder, venule_batch_item_state_to_string ((VenuleBatchItemState) i),
                             totals->n_items[i]);
  venule_json_add_integer (builder, "computed", totals->n_computed);
  venule_json_add_integer (builder, "frames", totals->frames_done);
  venule_json_add_number (builder, "frames_per_second", totals->frames_per_second);
  venule_json_add_number (builder, "seconds", totals->seconds);
  if (totals->seconds_left >= 0)
    venule_json_add_number (builder, "seconds_left", totals->seconds_left);
  print_object (builder);
}

/* ---- For people ---- */

/* What is written over goes first. */
static void
leave_line (VenuleCliProgress *self)
{
  if (self->on_line)
    g_printerr ("%*s\r", 78, "");
  self->on_line = FALSE;
}

static void
print_item (VenuleBatchItem *item)
{
  const char *id = venule_batch_item_get_id (item), *message = venule_batch_item_get_message (item);
  double seconds = venule_batch_item_get_seconds (item);
  g_autofree char *rate = NULL;

  if (venule_batch_item_get_state (item) == VENULE_BATCH_ITEM_FAILED)
    {
      /* Translators: the id of a video, and a sentence */
      g_printerr (_("%s: failed: %s\n"), id, message != NULL ? message : "");
      return;
    }
  rate = venule_number_dup_significant (venule_batch_item_get_frames_done (item) / MAX (seconds, 1e-3), 3);
  g_printerr (ngettext ("%s: %u track, %lld frames in %.1f s (%s frames/s)\n",
                        "%s: %u tracks, %lld frames in %.1f s (%s frames/s)\n", venule_batch_item_get_tracks (item)),
              id, venule_batch_item_get_tracks (item), (long long) venule_batch_item_get_frames_done (item), seconds,
              rate);
  if (message != NULL)
    g_printerr ("%s: %s\n", id, message);
}

static char *
dup_time (double seconds)
{
  gint64 whole = (gint64) CLAMP (seconds, 0, 1e9);

  return g_strdup_printf ("%d:%02d:%02d", (int) (whole / 3600), (int) (whole / 60 % 60), (int) (whole % 60));
}

static guint
count_items (const VenuleBatchTotals *totals)
{
  guint n = 0;

  for (guint i = 0; i < VENULE_N_BATCH_ITEM_STATES; i++)
    n += totals->n_items[i];
  return n;
}

static void
print_totals (VenuleCliProgress       *self,
              const VenuleBatchTotals *totals)
{
  g_autofree char *rate = venule_number_dup_significant (totals->frames_per_second, 3);
  g_autofree char *left = dup_time (totals->seconds_left);
  guint ended = totals->n_items[VENULE_BATCH_ITEM_DONE] + totals->n_items[VENULE_BATCH_ITEM_FAILED];

  leave_line (self);
  if (totals->seconds_left >= 0)
    g_printerr (_("%u of %u videos, %u running, %s frames/s, %s left"), ended, count_items (totals),
                totals->n_items[VENULE_BATCH_ITEM_RUNNING], rate, left);
  else
    g_printerr (_("%u of %u videos, %u running, %s frames/s"), ended, count_items (totals),
                totals->n_items[VENULE_BATCH_ITEM_RUNNING], rate);
  g_printerr (self->terminal ? "\r" : "\n");
  self->on_line = self->terminal;
}

/* ---- What has happened ---- */

static void
on_item (VenuleBatchItem   *item,
         GParamSpec        *property,
         VenuleCliProgress *self)
{
  VenuleBatchItemState state = venule_batch_item_get_state (item);

  if (self->json)
    print_item_json (item);
  else if (state == VENULE_BATCH_ITEM_DONE || state == VENULE_BATCH_ITEM_FAILED)
    {
      leave_line (self);
      print_item (item);
    }
}

static void
on_progress (VenuleBatch       *batch,
             VenuleCliProgress *self)
{
  gint64 now = g_get_monotonic_time ();
  gint64 period = self->json ? JSON_PERIOD : self->terminal ? TERMINAL_PERIOD : PLAIN_PERIOD;
  VenuleBatchTotals totals;

  if (now - self->last < period)
    return;
  self->last = now;
  venule_batch_get_totals (batch, &totals);
  if (self->json)
    print_totals_json (&totals, "progress");
  else
    print_totals (self, &totals);
}

VenuleCliProgress *
venule_cli_progress_new (VenuleBatch *batch,
                         gboolean     json)
{
  VenuleCliProgress *self = g_new0 (VenuleCliProgress, 1);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (batch));

  self->batch = g_object_ref (batch);
  self->json = json;
  self->terminal = !json && isatty (STDERR_FILENO);
  self->last = g_get_monotonic_time ();
  g_signal_connect (batch, "progress", G_CALLBACK (on_progress), self);
  for (guint i = 0; i < n; i++)
    g_signal_connect (venule_batch_get_item (batch, i), "notify::state", G_CALLBACK (on_item), self);
  return self;
}

void
venule_cli_progress_end (VenuleCliProgress *self)
{
  VenuleBatchTotals totals;
  g_autofree char *rate = NULL;

  venule_batch_get_totals (self->batch, &totals);
  leave_line (self);
  if (self->json)
    {
      print_totals_json (&totals, "end");
      return;
    }
  rate = venule_number_dup_significant (totals.frames_done / MAX (totals.seconds, 1e-3), 3);
  g_print (ngettext ("%u of %u video is done, %u failed; %u computed now: %lld frames in %.1f s (%s frames/s)\n",
                     "%u of %u videos are done, %u failed; %u computed now: %lld frames in %.1f s (%s frames/s)\n",
                     count_items (&totals)), totals.n_items[VENULE_BATCH_ITEM_DONE], count_items (&totals),
           totals.n_items[VENULE_BATCH_ITEM_FAILED], totals.n_computed, (long long) totals.frames_done,
           totals.seconds, rate);
}

void
venule_cli_progress_free (VenuleCliProgress *self)
{
  if (self == NULL)
    return;

  g_signal_handlers_disconnect_by_data (self->batch, self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->batch)); i++)
    g_signal_handlers_disconnect_by_data (venule_batch_get_item (self->batch, i), self);
  g_object_unref (self->batch);
  g_free (self);
}
