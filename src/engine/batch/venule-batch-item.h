/* venule-batch-item.h: one video of many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenuleBatchItemState:
 * @VENULE_BATCH_ITEM_WAITING: not begun, or cut off
 * @VENULE_BATCH_ITEM_RUNNING: at work
 * @VENULE_BATCH_ITEM_DONE: its results are there
 * @VENULE_BATCH_ITEM_FAILED: its message says why
 * @VENULE_BATCH_ITEM_CANCELLED: by a person
 */
typedef enum {
  VENULE_BATCH_ITEM_WAITING,
  VENULE_BATCH_ITEM_RUNNING,
  VENULE_BATCH_ITEM_DONE,
  VENULE_BATCH_ITEM_FAILED,
  VENULE_BATCH_ITEM_CANCELLED,
} VenuleBatchItemState;

#define VENULE_N_BATCH_ITEM_STATES 5

/**
 * VenuleBatchItem:
 *
 * Properties with notify, in the main context of its batch: state (int, a #VenuleBatchItemState), frames and
 * frames-done (int64), tracks (uint), seconds (double), device and message (strings).
 */
#define VENULE_TYPE_BATCH_ITEM (venule_batch_item_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchItem, venule_batch_item, VENULE, BATCH_ITEM, GObject)

const char           *venule_batch_item_get_id          (VenuleBatchItem *self);
/* Path. */
const char           *venule_batch_item_get_video       (VenuleBatchItem *self);
/* Of its results; it need not be there. */
const char           *venule_batch_item_get_folder      (VenuleBatchItem *self);
/* (transfer full): path of its document; it need not be there. */
char                 *venule_batch_item_dup_document    (VenuleBatchItem *self);
/* Number of the row of the manifest. */
guint                 venule_batch_item_get_row         (VenuleBatchItem *self);
VenuleBatchItemState  venule_batch_item_get_state       (VenuleBatchItem *self);
/* To analyse; 0: not known yet. */
gint64                venule_batch_item_get_frames      (VenuleBatchItem *self);
gint64                venule_batch_item_get_frames_done (VenuleBatchItem *self);
guint                 venule_batch_item_get_tracks      (VenuleBatchItem *self);
/* That it took, or takes. */
double                venule_batch_item_get_seconds     (VenuleBatchItem *self);
/* (nullable): for people. */
const char           *venule_batch_item_get_device      (VenuleBatchItem *self);
/* (nullable): why it failed, or what must be known of it. */
const char           *venule_batch_item_get_message     (VenuleBatchItem *self);

/* As status.tsv has it: "waiting", "running", "done", "failed" or "cancelled". */
const char           *venule_batch_item_state_to_string (VenuleBatchItemState state);

G_END_DECLS
