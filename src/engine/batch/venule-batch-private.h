/* venule-batch-private.h: what the threads of a batch share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch-key.h"
#include "venule-batch-item-private.h"
#include "venule-batch.h"
#include "venule-rate-meter.h"

G_BEGIN_DECLS

/* @wanted: the kind that was asked for, where the processor stands in for a card that failed; @card: (nullable): of
 * which each job opens a stream, under the lock. */
typedef struct {
  VenuleDevice device, wanted;
  int          number;
  guint        slots; /* jobs at once */
  vnk_backend *card;
  gboolean     failed;
} VenuleBatchDevice;

struct _VenuleBatch
{
  GObject            parent_instance;

  /* The thread that it belongs to */
  char              *folder;
  GPtrArray         *all_items;     /* (element-type VenuleBatchItem): of all rows; they own the tasks */
  GPtrArray         *items;         /* those of this share, in the order of the list */
  guint              jobs, shard, shares;
  gboolean           retry;
  char              *device_list;
  VenuleBatchState   state;
  GMainContext      *context;
  GThread           *thread;        /* that begins and ends the others */
  VenuleRateMeter    meter;
  gint64             started;

  /* Under the lock */
  GMutex             lock;
  GCond              changed;
  GPtrArray         *all;           /* (element-type VenuleBatchTask): all rows, as status.tsv has them */
  GPtrArray         *tasks;         /* those of this share, in the order of the items */
  GArray            *devices;       /* of VenuleBatchDevice */
  gboolean           longest_first, paused, stopping, update_pending;
  gboolean           ended;         /* nothing runs any more */
  gboolean           finished;      /* and status.tsv says so */
  gint64             begun_frames;  /* frames of tasks that have ended since the start */
  gint64             bytes_ended;
  guint              n_computed, n_running;
  gsize              memory, reserved;
  gboolean           status_due;
};

/* ---- Threads (venule-batch-threads.c) ---- */

gpointer venule_batch_work      (gpointer         batch);
/* Under the lock: the main thread is to look. */
void     venule_batch_notify    (VenuleBatch     *self);
void     venule_batch_set_news  (VenuleBatch     *self,
                                 VenuleBatchTask *task);
/* In the main thread. */
gboolean venule_batch_update    (gpointer         batch);

/* ---- One row (venule-batch-row.c) ---- */

/* What became of it: whether it is to be tried on another device. */
typedef enum {
  VENULE_BATCH_ROW_ENDED,
  VENULE_BATCH_ROW_TAKEN,         /* by another program */
  VENULE_BATCH_ROW_DEVICE_FAILED, /* before there was a result */
} VenuleBatchRowEnd;

/* In a thread of its own: computes it unless it is done. @device_failed: a device gave up on the way. */
VenuleBatchRowEnd
         venule_batch_run_row   (VenuleBatch             *self,
                                 VenuleBatchTask         *task,
                                 const VenuleBatchDevice *device,
                                 int                      threads,
                                 gboolean                *device_failed);
/* Whether it has been done, or has failed, with the same options; without opening the video. */
gboolean venule_batch_look_at_row (VenuleBatch           *self,
                                   VenuleBatchTask       *task);

/* ---- status.tsv (venule-batch-status.c) ---- */

/* Takes what @news say of the rows of this program into the table, which others may write, too. */
gboolean venule_batch_write_status (const char            *folder,
                                    GPtrArray             *ids,
                                    GPtrArray             *news,
                                    GError               **error);
/* (transfer full) (element-type utf8 VenuleBatchNews): what it says of each id; empty where there is none. */
GHashTable *venule_batch_read_status (const char          *folder);

G_END_DECLS
