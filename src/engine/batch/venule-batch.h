/* venule-batch.h: many videos, several at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch-item.h"
#include "venule-manifest.h"

G_BEGIN_DECLS

/**
 * VenuleBatch:
 *
 * Analyses the rows of a manifest, each into the folder of its id below one folder: document (ID.venule), tables,
 * figures and log.txt. A row whose folder says that it is done, with the same video, options, version of the program
 * and kind of device, is done at once, so that a batch that was cut off goes on where it was. `status.tsv` in the
 * folder always says how far all rows are, also while several programs work on shares of one manifest.
 *
 * A #GListModel of #VenuleBatchItem, in the order of the manifest. Its work is done by threads; it belongs to one
 * thread and tells what happens in the thread-default main context of venule_batch_start(), several times a second at
 * most.
 *
 * Properties with notify: state (a #VenuleBatchState). Signals: progress, when items or totals have changed; finished,
 * when nothing is running and nothing is left to do, or after venule_batch_stop().
 */
#define VENULE_TYPE_BATCH (venule_batch_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatch, venule_batch, VENULE, BATCH, GObject)

/**
 * VenuleBatchState:
 * @VENULE_BATCH_IDLE: not started
 * @VENULE_BATCH_RUNNING: at work
 * @VENULE_BATCH_PAUSED: waiting for venule_batch_resume()
 * @VENULE_BATCH_STOPPING: what runs is being cut off
 * @VENULE_BATCH_FINISHED: nothing is left to do, or it was stopped
 */
typedef enum {
  VENULE_BATCH_IDLE,
  VENULE_BATCH_RUNNING,
  VENULE_BATCH_PAUSED,
  VENULE_BATCH_STOPPING,
  VENULE_BATCH_FINISHED,
} VenuleBatchState;

/**
 * VenuleBatchTotals:
 * @n_items: (array fixed-size=5): items in each #VenuleBatchItemState
 * @n_computed: items that were computed since the start, and not found done
 * @frames_done: frames that were analysed since the start
 * @frames_per_second: of all videos together, in the last seconds
 * @seconds_left: of what is left; −1: not known yet
 * @seconds: since the start
 */
typedef struct {
  guint  n_items[VENULE_N_BATCH_ITEM_STATES];
  guint  n_computed;
  gint64 frames_done;
  double frames_per_second;
  double seconds_left;
  double seconds;
} VenuleBatchTotals;

/**
 * venule_batch_new:
 * @manifest: what to analyse; it is read now, and may be changed later without any effect
 * @folder: for the results
 *
 * Returns: (transfer full): a batch in which all rows wait, or are what the folder says of them
 */
VenuleBatch     *venule_batch_new             (VenuleManifest       *manifest,
                                               const char           *folder);

/* ---- Before the start ---- */

/* At once; 0: as many as processors, cards and memory allow. */
void             venule_batch_set_jobs        (VenuleBatch          *self,
                                               guint                 jobs);
/* @devices: "cpu,cuda:0,cuda:1"; "auto": all cards, else the processor. FALSE with a %VENULE_ERROR_INVALID, or a
 * %VENULE_ERROR_DEVICE where one of them cannot be used. */
gboolean         venule_batch_set_devices     (VenuleBatch          *self,
                                               const char           *devices,
                                               GError              **error);
/* The @number-th of @shares, from 1; the items of others are not part of it. */
void             venule_batch_set_shard       (VenuleBatch          *self,
                                               guint                 number,
                                               guint                 shares);
/* Whether rows that failed before wait again; otherwise they keep their sentence. */
void             venule_batch_set_retry       (VenuleBatch          *self,
                                               gboolean              retry);
/* Whether the longest video is first, as by default; otherwise the order of the items counts. */
void             venule_batch_set_longest_first (VenuleBatch        *self,
                                               gboolean              longest_first);

/**
 * venule_batch_start:
 * @self: a batch, idle or finished
 * @error: return location for a %VENULE_ERROR_WRITE, %VENULE_ERROR_INVALID (as venule_manifest_check(), whose first
 *   sentence it has) or %VENULE_ERROR_DEVICE
 *
 * Makes the folder, looks which rows are done, and begins with the others in threads of its own.
 *
 * Returns: whether it began
 */
gboolean         venule_batch_start           (VenuleBatch          *self,
                                               GError              **error);

/* ---- While it runs ---- */

/* What is running stands still, and nothing new begins. */
void             venule_batch_pause           (VenuleBatch          *self);
void             venule_batch_resume          (VenuleBatch          *self);
/* Cuts off what is running, which waits again: the next start begins with it. ::finished follows. */
void             venule_batch_stop            (VenuleBatch          *self);
/* The item, waiting or running, is cancelled: it is not computed unless it is tried again. */
void             venule_batch_cancel_item     (VenuleBatch          *self,
                                               guint                 position);
/* The item, failed or cancelled, waits again; of a batch that has finished, it is begun with the next start. */
void             venule_batch_retry_item      (VenuleBatch          *self,
                                               guint                 position);
/* Puts an item at another place; from then on the order of the items counts, and no more the length of the videos. */
void             venule_batch_move_item       (VenuleBatch          *self,
                                               guint                 from,
                                               guint                 to);

VenuleBatchState venule_batch_get_state       (VenuleBatch          *self);
void             venule_batch_get_totals      (VenuleBatch          *self,
                                               VenuleBatchTotals    *totals);
const char      *venule_batch_get_folder      (VenuleBatch          *self);
/* (transfer none) */
VenuleBatchItem *venule_batch_get_item        (VenuleBatch          *self,
                                               guint                 position);
/* Blocks, iterating the main context that it was started in, until ::finished: for programs without a main loop. */
void             venule_batch_wait            (VenuleBatch          *self);

G_END_DECLS
